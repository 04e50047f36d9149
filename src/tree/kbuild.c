// SPDX-License-Identifier: GPL-2.0
#include "tree/kbuild.h"

#include <string.h>

/* Against variables that hold themselves. */
#define EXPAND_DEPTH 8
#define EXPAND_BYTES (1 << 20)

/* One variable of a Makefile, by its name as written: "ice-$(CONFIG_DCB)". */
typedef struct {
	char *name;
	GString *value;
} Variable;

static void free_variable(gpointer data)
{
	Variable *variable = data;

	g_free(variable->name);
	g_string_free(variable->value, TRUE);
	g_free(variable);
}

void ks_kbuild_module_free(KsKbuildModule *module)
{
	g_free(module->module);
	g_free(module->config);
	g_ptr_array_unref(module->objects);
	g_free(module);
}

static void free_module(gpointer module)
{
	ks_kbuild_module_free(module);
}

static Variable *lookup(GPtrArray *variables, const char *name)
{
	for (guint i = 0; i < variables->len; i++) {
		Variable *variable = variables->pdata[i];

		if (g_str_equal(variable->name, name))
			return variable;
	}
	return NULL;
}

static void assign(GPtrArray *variables, const char *name, const char *value)
{
	Variable *variable = lookup(variables, name);

	if (!variable) {
		variable = g_new0(Variable, 1);
		variable->name = g_strdup(name);
		variable->value = g_string_new(NULL);
		g_ptr_array_add(variables, variable);
	}
	/* "=" adds like "+=": its two places may be branches of a condition */
	g_string_append_printf(variable->value, " %s", value);
}

/* The first of @chars that is not inside $(...); NULL: none. */
static const char *find_outside(const char *line, const char *chars)
{
	int depth = 0;

	for (; *line; line++) {
		if (depth == 0 && strchr(chars, *line))
			return line;
		if (*line == '(')
			depth++;
		else if (*line == ')')
			depth--;
	}
	return NULL;
}

/*
 * One line.  Below a rule a tab begins a recipe, elsewhere it only indents.
 */
static void take_line(GPtrArray *variables, char *line, bool *in_rule)
{
	char *comment = strchr(line, '#');
	const char *equals;
	g_autofree char *name = NULL;
	gsize length;

	if (comment)
		*comment = '\0';
	if (!line[strspn(line, " \t")] || (*line == '\t' && *in_rule))
		return;
	equals = find_outside(line, "=");
	*in_rule = !equals && find_outside(line, ":");
	if (!equals)
		return;
	length = equals - line;
	while (length && strchr(":+?", line[length - 1]))
		length--;
	name = g_strstrip(g_strndup(line, length));
	if (*name && !find_outside(name, " \t:"))
		assign(variables, name, equals + 1);
}

static GPtrArray *read_variables(const char *text)
{
	GPtrArray *variables = g_ptr_array_new_with_free_func(free_variable);
	g_autoptr(GString) joined = g_string_new(text);
	g_auto(GStrv) lines = NULL;
	bool in_rule = false;

	g_string_replace(joined, "\r\n", "\n", 0);
	g_string_replace(joined, "\\\n", " ", 0);
	/* the two spellings of a reference are one */
	g_string_replace(joined, "${", "$(", 0);
	g_string_replace(joined, "}", ")", 0);
	lines = g_strsplit(joined->str, "\n", -1);
	for (char **line = lines; *line; line++)
		take_line(variables, *line, &in_rule);
	return variables;
}

static void append_expanded(GPtrArray *variables, const char *text, int depth,
			    GString *out);

/*
 * Whether a reference to @wanted takes in the variable @name: the same, or
 * "x-$(CONFIG_Y)" for "x-y" and "x-m".
 */
static bool is_meant(const char *name, const char *wanted)
{
	gsize stem = strlen(wanted) - 1;

	if (g_str_equal(name, wanted))
		return true;
	return (g_str_has_suffix(wanted, "-y") ||
		g_str_has_suffix(wanted, "-m")) &&
	       strncmp(name, wanted, stem) == 0 &&
	       g_str_has_prefix(name + stem, "$(");
}

/* After "$(": append the variable's value; returns what follows the ')'. */
static const char *expand_one(GPtrArray *variables, const char *at, int depth,
			      GString *out)
{
	const char *end = find_outside(at, ")");
	g_autofree char *name = end ? g_strndup(at, end - at) : g_strdup(at);

	/* paths are relative to the Makefile, as $(src) and $(obj) are */
	if (g_str_equal(name, "src") || g_str_equal(name, "obj"))
		g_string_append_c(out, '.');
	for (guint i = 0; *name && i < variables->len; i++) {
		const Variable *variable = variables->pdata[i];

		if (is_meant(variable->name, name))
			append_expanded(variables, variable->value->str,
					depth + 1, out);
	}
	return end ? end + 1 : at + strlen(at);
}

static void append_expanded(GPtrArray *variables, const char *text, int depth,
			    GString *out)
{
	if (depth > EXPAND_DEPTH)
		return;
	while (*text && out->len < EXPAND_BYTES) {
		if (g_str_has_prefix(text, "$(")) {
			text = expand_one(variables, text + 2, depth, out);
			continue;
		}
		g_string_append_c(out, *text++);
	}
}

static char **expand_words(GPtrArray *variables, const Variable *variable)
{
	g_autoptr(GString) text = g_string_new(NULL);

	append_expanded(variables, variable->value->str, 0, text);
	return g_strsplit_set(text->str, " \t", -1);
}

/* "CONFIG_X" of "obj-$(CONFIG_X)" or of "obj-$(subst m,y,$(CONFIG_X))". */
static char *config_of(const char *name)
{
	const char *at = strstr(name, "CONFIG_");
	gsize length = 0;

	while (at && (g_ascii_isalnum(at[length]) || at[length] == '_'))
		length++;
	return at ? g_strndup(at, length) : NULL;
}

/* Whether @name is a list of objects of @module: module-y, -objs, -$(...). */
static bool is_part_list(const char *name, const char *module)
{
	const char *suffix = name + strlen(module) + 1;

	if (!g_str_has_prefix(name, module) || name[strlen(module)] != '-')
		return false;
	return g_str_equal(suffix, "y") || g_str_equal(suffix, "m") ||
	       g_str_equal(suffix, "objs") || g_str_has_prefix(suffix, "$(");
}

static void add_object(GPtrArray *objects, const char *object)
{
	if (g_str_has_suffix(object, ".o") &&
	    !g_ptr_array_find_with_equal_func(objects, object, g_str_equal,
					      NULL))
		g_ptr_array_add(objects, g_strdup(object));
}

static GPtrArray *objects_of(GPtrArray *variables, const char *module)
{
	GPtrArray *objects = g_ptr_array_new_with_free_func(g_free);
	bool composite = false;

	for (guint i = 0; i < variables->len; i++) {
		const Variable *variable = variables->pdata[i];
		g_auto(GStrv) words = NULL;

		if (!is_part_list(variable->name, module))
			continue;
		composite = true;
		words = expand_words(variables, variable);
		for (char **word = words; *word; word++)
			add_object(objects, *word);
	}
	if (!composite)
		g_ptr_array_add(objects, g_strconcat(module, ".o", NULL));
	return objects;
}

static bool is_known(GPtrArray *modules, const char *module)
{
	for (guint i = 0; i < modules->len; i++)
		if (g_str_equal(((KsKbuildModule *)modules->pdata[i])->module,
				module))
			return true;
	return false;
}

static void add_module(GPtrArray *modules, GPtrArray *variables,
		       const char *goal, const char *object)
{
	g_autofree char *name = NULL;
	KsKbuildModule *module;

	if (!g_str_has_suffix(object, ".o") || g_str_equal(object, ".o"))
		return;
	name = g_strndup(object, strlen(object) - strlen(".o"));
	if (is_known(modules, name))
		return;
	module = g_new0(KsKbuildModule, 1);
	module->config = config_of(goal);
	module->objects = objects_of(variables, name);
	module->module = g_steal_pointer(&name);
	g_ptr_array_add(modules, module);
}

GPtrArray *ks_kbuild_parse(const char *text)
{
	GPtrArray *modules = g_ptr_array_new_with_free_func(free_module);
	g_autoptr(GPtrArray) variables = read_variables(text);

	for (guint i = 0; i < variables->len; i++) {
		const Variable *variable = variables->pdata[i];
		g_auto(GStrv) words = NULL;

		if (!g_str_has_prefix(variable->name, "obj-"))
			continue;
		words = expand_words(variables, variable);
		for (char **word = words; *word; word++)
			add_module(modules, variables, variable->name, *word);
	}
	return modules;
}
