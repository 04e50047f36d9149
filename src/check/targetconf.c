// SPDX-License-Identifier: GPL-2.0
#include "check/targetconf.h"

#include <string.h>

#include "base/checksum.h"
#include "base/error.h"
#include "series/config.h"

#define DEFAULT_FLAVOUR "x86_64"
#define SHIFT_DEFAULT	6
#define MEMORY_DEFAULT	256
#define DEPTH_MAX	8

/* The file, as it is looked through for one target. */
typedef struct {
	const KsContext *context;
	const char *path;
	GPtrArray *entries; /* KsConfigEntry */
} Table;

void ks_target_conf_free(KsTargetConf *conf)
{
	g_free(conf->name);
	g_free(conf->tree);
	g_free(conf->flavour);
	g_free(conf->arch);
	g_free(conf->cross);
	g_free(conf->compiler);
	g_free(conf->llvm);
	g_strfreev(conf->fragments);
	g_free(conf->image);
	g_free(conf->defaults);
	g_free(conf->cpu);
	g_free(conf->append);
	g_free(conf->guest);
	g_free(conf->package);
	g_free(conf);
}

static void set(char **field, const char *value)
{
	g_free(*field);
	*field = g_strdup(value);
}

static bool set_error(const Table *table, const KsConfigEntry *entry,
		      GError **error, const char *what)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s:%d: \"%s = %s\": %s",
		    table->path, entry->line, entry->key, entry->value, what);
	return false;
}

/* A value that only some words are good for. */
static bool set_word(const Table *table, const KsConfigEntry *entry,
		     char **field, const char *const *words, GError **error)
{
	g_autofree char *known = NULL;
	g_autofree char *what = NULL;

	set(field, entry->value);
	if (g_strv_contains(words, entry->value))
		return true;
	known = g_strjoinv(", ", (char **)words);
	what = g_strconcat("it can be ", known, NULL);
	return set_error(table, entry, error, what);
}

static bool add_fragment(const Table *table, const KsConfigEntry *entry,
			 GPtrArray *fragments, GError **error)
{
	g_autofree char *path = ks_data_path(table->context, "ci", "config",
					     entry->value, NULL);

	if (strchr(entry->value, '/') ||
	    !g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return set_error(table, entry, error,
				 "there is no such file in ci/config");
	g_ptr_array_add(fragments, g_steal_pointer(&path));
	return true;
}

static bool set_number(const Table *table, const KsConfigEntry *entry,
		       guint low, guint high, guint *number, GError **error)
{
	g_autofree char *what = NULL;
	guint64 value;

	if (!g_ascii_string_to_unsigned(entry->value, 10, low, high, &value,
					NULL)) {
		what = g_strdup_printf("a number from %u to %u", low, high);
		return set_error(table, entry, error, what);
	}
	*number = value;
	return true;
}

static bool take(const Table *table, const KsConfigEntry *entry,
		 KsTargetConf *conf, GPtrArray *fragments, GError **error)
{
	static const char *const compilers[] = {"gcc", "clang", NULL};
	static const char *const images[] = {"vmlinux", "bzImage", "none",
					     NULL};
	static const char *const packages[] = {"debian", NULL};
	static const char *const defaults[] = {"allnoconfig", "allmodconfig",
					       NULL};
	const struct {
		const char *key;
		char **field;
	} plain[] = {{"arch", &conf->arch},	{"cross", &conf->cross},
		     {"llvm", &conf->llvm},	{"cpu", &conf->cpu},
		     {"append", &conf->append}, {"guest", &conf->guest}};

	for (guint i = 0; i < G_N_ELEMENTS(plain); i++)
		if (g_str_equal(entry->key, plain[i].key)) {
			set(plain[i].field, entry->value);
			return true;
		}
	if (g_str_equal(entry->key, "config"))
		return add_fragment(table, entry, fragments, error);
	if (g_str_equal(entry->key, "compiler"))
		return set_word(table, entry, &conf->compiler, compilers,
				error);
	if (g_str_equal(entry->key, "image"))
		return set_word(table, entry, &conf->image, images, error);
	if (g_str_equal(entry->key, "package"))
		return set_word(table, entry, &conf->package, packages, error);
	if (g_str_equal(entry->key, "defaults"))
		return set_word(table, entry, &conf->defaults, defaults, error);
	if (g_str_equal(entry->key, "memory"))
		return set_number(table, entry, 32, 65536, &conf->memory,
				  error);
	if (g_str_equal(entry->key, "shift"))
		return set_number(table, entry, 0, 10, &conf->shift, error);
	return set_error(
		table, entry, error,
		"unknown key; there are tree, flavour, base, arch, compiler, cross, llvm, defaults, config, image, cpu, memory, shift, append, guest, package");
}

/* The last value of @key in a section, NULL if it has none. */
static const KsConfigEntry *find(const Table *table, const char *section,
				 const char *name, const char *key)
{
	const KsConfigEntry *found = NULL;

	for (guint i = 0; i < table->entries->len; i++) {
		const KsConfigEntry *entry = table->entries->pdata[i];

		if (g_str_equal(entry->section, section) &&
		    g_strcmp0(entry->subsection, name) == 0 &&
		    (!key || g_str_equal(entry->key, key)))
			found = entry;
	}
	return found;
}

static bool take_section(const Table *table, const char *section,
			 const char *name, KsTargetConf *conf,
			 GPtrArray *fragments, GError **error)
{
	static const char *const links[] = {"base", "tree", "flavour", NULL};

	for (guint i = 0; i < table->entries->len; i++) {
		const KsConfigEntry *entry = table->entries->pdata[i];

		if (g_str_equal(entry->section, section) &&
		    g_strcmp0(entry->subsection, name) == 0 &&
		    !g_strv_contains(links, entry->key) &&
		    !take(table, entry, conf, fragments, error))
			return false;
	}
	return true;
}

/* A flavour after those that it is based on. */
static bool take_flavour(const Table *table, const char *name, guint depth,
			 KsTargetConf *conf, GPtrArray *fragments,
			 GError **error)
{
	const KsConfigEntry *base = find(table, "flavour", name, "base");

	if (base && depth >= DEPTH_MAX)
		return set_error(
			table, base, error,
			"flavours are based on each other in a circle");
	if (base && !find(table, "flavour", base->value, NULL))
		return set_error(table, base, error,
				 "there is no such flavour");
	return (!base || take_flavour(table, base->value, depth + 1, conf,
				      fragments, error)) &&
	       take_section(table, "flavour", name, conf, fragments, error);
}

/* "7.2-debug" is the flavour debug of the tree 7.2, "7.2" the default's. */
static void split_name(const Table *table, const char *name, KsTargetConf *conf)
{
	const char *dash = strrchr(name, '-');

	set(&conf->tree, name);
	set(&conf->flavour, DEFAULT_FLAVOUR);
	if (!dash || !find(table, "flavour", dash + 1, NULL))
		return;
	g_free(conf->tree);
	conf->tree = g_strndup(name, dash - name);
	set(&conf->flavour, dash + 1);
}

static void set_defaults(KsTargetConf *conf)
{
	set(&conf->arch, "x86_64");
	set(&conf->compiler, "gcc");
	set(&conf->image, "vmlinux");
	set(&conf->defaults, "allnoconfig");
	set(&conf->cpu, "qemu64");
	set(&conf->guest, "guest-init");
	conf->memory = MEMORY_DEFAULT;
	conf->shift = SHIFT_DEFAULT;
}

static KsTargetConf *read_target(const Table *table, const char *word,
				 GError **error)
{
	g_autoptr(KsTargetConf) conf = g_new0(KsTargetConf, 1);
	g_autoptr(GPtrArray) fragments = g_ptr_array_new_with_free_func(g_free);
	const KsConfigEntry *tree = find(table, "target", word, "tree");
	const KsConfigEntry *flavour = find(table, "target", word, "flavour");

	set_defaults(conf);
	split_name(table, word, conf);
	if (tree)
		set(&conf->tree, tree->value);
	if (flavour)
		set(&conf->flavour, flavour->value);
	conf->name = find(table, "target", word, NULL) ?
			     g_strdup(word) :
			     g_strconcat(conf->tree, "-", conf->flavour, NULL);
	if (flavour && !find(table, "flavour", flavour->value, NULL)) {
		set_error(table, flavour, error, "there is no such flavour");
		return NULL;
	}
	if (!take_flavour(table, conf->flavour, 0, conf, fragments, error) ||
	    !take_section(table, "target", conf->name, conf, fragments, error))
		return NULL;
	if (g_str_equal(conf->image, "none"))
		g_clear_pointer(&conf->image, g_free);
	g_ptr_array_add(fragments, NULL);
	conf->fragments =
		(char **)g_ptr_array_free(g_steal_pointer(&fragments), FALSE);
	return g_steal_pointer(&conf);
}

static void conf_free(gpointer conf)
{
	ks_target_conf_free(conf);
}

static bool check_sections(const Table *table, GError **error)
{
	for (guint i = 0; i < table->entries->len; i++) {
		const KsConfigEntry *entry = table->entries->pdata[i];

		if (!entry->value) {
			g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
				    "%s:%d: \"%s\" needs a value", table->path,
				    entry->line, entry->key);
			return false;
		}
		if (entry->subsection &&
		    (g_str_equal(entry->section, "flavour") ||
		     g_str_equal(entry->section, "target")))
			continue;
		return set_error(
			table, entry, error,
			"only [flavour \"NAME\"] and [target \"NAME\"] sections are known here");
	}
	return true;
}

static bool is_twice(GPtrArray *confs, const KsTargetConf *conf, GError **error)
{
	for (guint i = 0; i < confs->len; i++) {
		const KsTargetConf *other = confs->pdata[i];

		if (!g_str_equal(other->name, conf->name))
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "--on names the target %s twice", conf->name);
		return true;
	}
	return false;
}

GPtrArray *ks_target_confs(const KsContext *context, const char *on,
			   GError **error)
{
	g_autofree char *path =
		ks_data_path(context, "ci", "targets.conf", NULL);
	g_autoptr(GPtrArray) entries = ks_config_read(context, path, error);
	g_autoptr(GPtrArray) confs = g_ptr_array_new_with_free_func(conf_free);
	g_auto(GStrv) words = g_strsplit(on, ",", -1);
	const Table table = {context, path, entries};

	if (!entries || !check_sections(&table, error))
		return NULL;
	for (guint i = 0; words[i]; i++) {
		KsTargetConf *conf;

		if (!*words[i]) {
			g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
				    "--on '%s': a name is missing", on);
			return NULL;
		}
		conf = read_target(&table, words[i], error);
		if (!conf || is_twice(confs, conf, error)) {
			g_clear_pointer(&conf, ks_target_conf_free);
			return NULL;
		}
		g_ptr_array_add(confs, conf);
	}
	return g_steal_pointer(&confs);
}

char **ks_target_conf_tools(const KsTargetConf *conf)
{
	bool clang = g_str_equal(conf->compiler, "clang");
	const char *suffix =
		clang && conf->llvm && *conf->llvm == '-' ? conf->llvm : "";
	const char *cross = !clang && conf->cross ? conf->cross : "";
	g_autoptr(GPtrArray) tools = g_ptr_array_new();

	g_ptr_array_add(tools, g_strconcat(cross, clang ? "clang" : "gcc",
					   suffix, NULL));
	g_ptr_array_add(tools, g_strconcat(cross, clang ? "ld.lld" : "ld",
					   suffix, NULL));
	g_ptr_array_add(tools, g_strdup("sparse"));
	g_ptr_array_add(tools, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&tools), FALSE);
}

char *ks_target_conf_sum(const KsTargetConf *conf, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const char *const words[] = {conf->name,     conf->arch,
				     conf->compiler, conf->llvm,
				     conf->cross,    conf->image,
				     conf->cpu,	     conf->append,
				     conf->package,  conf->defaults};
	g_autofree char *memory =
		g_strdup_printf("%u %u", conf->memory, conf->shift);

	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		ks_sum_add(sum, words[i]);
	ks_sum_add(sum, memory);
	for (guint i = 0; conf->fragments[i]; i++) {
		g_autofree char *text = NULL;

		if (!g_file_get_contents(conf->fragments[i], &text, NULL,
					 error))
			return NULL;
		ks_sum_add(sum, text);
	}
	return g_strdup(g_checksum_get_string(sum));
}
