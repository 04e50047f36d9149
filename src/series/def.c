// SPDX-License-Identifier: GPL-2.0
#include "series/def.h"

#include <string.h>

#include "base/error.h"
#include "series/config.h"

/* One reading of a definition. */
typedef struct {
	const KsContext *context;
	const char *file;
	KsSeries *series;
	const KsConfigEntry *entry; /* NULL once all are read */
	int line; /* for what is wrong as a whole */
} Reader;

/* A key of the definition: where its value goes, and how it is read. */
typedef struct {
	const char *name;
	gsize offset;
	bool (*read)(const Reader *reader, gpointer field, GError **error);
	bool required;
} Key;

void ks_patch_def_free(KsPatchDef *patch)
{
	if (!patch)
		return;
	g_free(patch->id);
	g_free(patch->driver);
	g_free(patch->patch);
	g_free(patch->rule);
	g_free(patch->subject);
	g_free(patch->message);
	g_free(patch->chain);
	g_free(patch->was);
	g_strfreev(patch->leave);
	g_strfreev(patch->trust);
	g_clear_pointer(&patch->texts, g_ptr_array_unref);
	g_free(patch->drop);
	g_free(patch->lacks);
	g_free(patch);
}

static void patch_def_free(gpointer patch)
{
	ks_patch_def_free(patch);
}

KsPatchDef *ks_patch_def_for(const KsPatchDef *all, const char *driver)
{
	KsPatchDef *def = g_new0(KsPatchDef, 1);

	def->id = g_strdup_printf("%s-%s", driver, all->rule);
	def->line = all->line;
	def->driver = g_strdup(driver);
	def->rule = g_strdup(all->rule);
	def->chain = g_strdup(all->chain);
	return def;
}

void ks_series_free(KsSeries *series)
{
	g_free(series->name);
	g_free(series->dir);
	g_free(series->family);
	g_free(series->title);
	g_free(series->prefix);
	g_free(series->change_id);
	g_free(series->cover);
	g_strfreev(series->to);
	g_strfreev(series->cc);
	g_ptr_array_unref(series->patches);
	g_free(series);
}

static bool refuse(const Reader *reader, GError **error, const char *format,
		   ...) G_GNUC_PRINTF(3, 4);

static bool refuse(const Reader *reader, GError **error, const char *format,
		   ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, format);
	text = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s:%d: %s", reader->file,
		    reader->entry ? reader->entry->line : reader->line, text);
	return false;
}

static bool read_string(const Reader *reader, gpointer field, GError **error)
{
	char **string = field;

	if (*string)
		return refuse(reader, error, "'%s' is given twice",
			      reader->entry->key);
	*string = g_strdup(reader->entry->value);
	return true;
}

static bool read_list(const Reader *reader, gpointer field, GError **error)
{
	char ***list = field;
	guint n = *list ? g_strv_length(*list) : 0;

	(void)error;
	*list = g_renew(char *, *list, n + 2);
	(*list)[n] = g_strdup(reader->entry->value);
	(*list)[n + 1] = NULL;
	return true;
}

static bool read_number(const Reader *reader, gpointer field, GError **error)
{
	const char *value = reader->entry->value;
	guint64 number;

	if (!g_ascii_string_to_unsigned(value, 10, 1, 1000, &number, NULL))
		return refuse(reader, error,
			      "%s = %s is not a number from 1 to 1000",
			      reader->entry->key, value);
	*(guint *)field = number;
	return true;
}

/* A text beside the definition; the field takes what it says. */
static bool read_text(const Reader *reader, gpointer field, GError **error)
{
	g_autofree char *path = g_build_filename(reader->series->dir,
						 reader->entry->value, NULL);
	g_autoptr(GError) why = NULL;
	char *text;

	if (!g_file_get_contents(path, &text, NULL, &why))
		return refuse(reader, error,
			      "%s = %s: %s; write the text or mend the name",
			      reader->entry->key, reader->entry->value,
			      why->message);
	g_free(*(char **)field);
	*(char **)field = text;
	return true;
}

/* A patch beside the definition; the field takes its path. */
static bool read_patch(const Reader *reader, gpointer field, GError **error)
{
	char *path = g_build_filename(reader->series->dir, reader->entry->value,
				      NULL);

	g_free(*(char **)field);
	*(char **)field = path;
	if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return true;
	return refuse(reader, error, "patch = %s: there is no such file",
		      reader->entry->value);
}

static bool read_rule(const Reader *reader, gpointer field, GError **error)
{
	g_autofree char *file =
		g_strconcat(reader->entry->value, ".cocci", NULL);
	g_autofree char *path =
		ks_data_path(reader->context, "cocci", file, NULL);

	if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return refuse(
			reader, error,
			"rule = %s: there is no cocci/%s; see 'ls %s/cocci'",
			reader->entry->value, file, reader->context->data);
	return read_string(reader, field, error);
}

#define AT(type, field) G_STRUCT_OFFSET(type, field)

static const Key series_keys[] = {
	{"name", AT(KsSeries, name), read_string, true},
	{"family", AT(KsSeries, family), read_string, true},
	{"title", AT(KsSeries, title), read_string, true},
	{"prefix", AT(KsSeries, prefix), read_string, false},
	{"change-id", AT(KsSeries, change_id), read_string, false},
	{"version", AT(KsSeries, version), read_number, false},
	{"cover", AT(KsSeries, cover), read_text, true},
	{"to", AT(KsSeries, to), read_list, false},
	{"cc", AT(KsSeries, cc), read_list, false},
	{0},
};

static const Key patch_keys[] = {
	{"driver", AT(KsPatchDef, driver), read_string, true},
	{"rule", AT(KsPatchDef, rule), read_rule, true},
	{"subject", AT(KsPatchDef, subject), read_string, true},
	{"message", AT(KsPatchDef, message), read_text, true},
	{"patch", AT(KsPatchDef, patch), read_patch, false},
	{"chain", AT(KsPatchDef, chain), read_string, false},
	{"was", AT(KsPatchDef, was), read_string, false},
	{"leave", AT(KsPatchDef, leave), read_list, false},
	{"trust", AT(KsPatchDef, trust), read_list, false},
	{0},
};

/* Words of kseries' own do where there are none. */
static const Key synthesised_keys[] = {
	{"driver", AT(KsPatchDef, driver), read_string, true},
	{"rule", AT(KsPatchDef, rule), read_rule, true},
	{0},
};

static bool read_key(const Reader *reader, const Key *keys, gpointer into,
		     GError **error)
{
	const KsConfigEntry *entry = reader->entry;
	g_autoptr(GString) known = g_string_new(NULL);

	for (; keys->name; keys++) {
		g_string_append_printf(known, "%s%s", known->len ? ", " : "",
				       keys->name);
		if (!g_str_equal(keys->name, entry->key))
			continue;
		if (!entry->value)
			return refuse(reader, error, "'%s' has no value",
				      entry->key);
		return keys->read(reader, (char *)into + keys->offset, error);
	}
	return refuse(reader, error, "unknown key '%s'; [%s] takes %s",
		      entry->key, entry->section, known->str);
}

static bool complete(const Reader *reader, const char *section, const Key *keys,
		     gconstpointer object, GError **error)
{
	for (; keys->name; keys++) {
		const char *const *field =
			(gconstpointer)((const char *)object + keys->offset);

		if (keys->required && !*field)
			return refuse(reader, error, "[%s] has no '%s'",
				      section, keys->name);
	}
	return true;
}

static KsPatchDef *patch_named(KsSeries *series, const KsConfigEntry *entry)
{
	const char *id = entry->subsection;
	KsPatchDef *patch;

	for (guint i = 0; i < series->patches->len; i++) {
		patch = series->patches->pdata[i];
		if (g_str_equal(patch->id, id))
			return patch;
	}
	patch = g_new0(KsPatchDef, 1);
	patch->id = g_strdup(id);
	patch->line = entry->line;
	g_ptr_array_add(series->patches, patch);
	return patch;
}

static bool read_entry(const Reader *reader, GError **error)
{
	const KsConfigEntry *entry = reader->entry;

	if (g_str_equal(entry->section, "series") && !entry->subsection)
		return read_key(reader, series_keys, reader->series, error);
	if (g_str_equal(entry->section, "patch") && entry->subsection)
		return read_key(reader, patch_keys,
				patch_named(reader->series, entry), error);
	return refuse(
		reader, error,
		"unknown section [%s]; there are [series] and [patch \"name\"]",
		entry->section);
}

static bool has_reasons(Reader *reader, const char *section, const char *key,
			char **list, GError **error)
{
	for (; list && *list; list++)
		if (!strchr(*list, ':'))
			return refuse(reader, error,
				      "[%s]: %s = %s: write 'function: reason'",
				      section, key, *list);
	return true;
}

bool ks_def_is_synthesised(const KsPatchDef *def)
{
	return def->chain && g_str_equal(def->chain, KS_CHAIN_AUDIT);
}

bool ks_def_is_for_all(const KsPatchDef *def)
{
	return def->driver && g_str_equal(def->driver, KS_DRIVER_ALL);
}

/* What stands for many drivers cannot say what is true of one. */
static bool check_for_all(Reader *reader, const char *section,
			  const KsPatchDef *patch, GError **error)
{
	if (!ks_def_is_for_all(patch))
		return true;
	if (!ks_def_is_synthesised(patch))
		return refuse(reader, error,
			      "[%s]: driver = " KS_DRIVER_ALL
			      " needs chain = " KS_CHAIN_AUDIT
			      ": no way of a budget is that of all drivers",
			      section);
	if (patch->subject || patch->message || patch->leave)
		return refuse(
			reader, error,
			"[%s]: driver = " KS_DRIVER_ALL
			" takes no '%s': give the driver that it is about a [patch] of its own",
			section,
			patch->subject ? "subject" :
			patch->message ? "message" :
					 "leave");
	return true;
}

static bool check_patch(Reader *reader, const KsPatchDef *patch, GError **error)
{
	g_autofree char *section = g_strdup_printf("patch \"%s\"", patch->id);

	reader->line = patch->line;
	if (patch->patch && patch->rule)
		return refuse(reader, error,
			      "[%s]: 'patch' and 'rule' exclude each other",
			      section);
	if (!patch->patch &&
	    !complete(reader, section,
		      ks_def_is_synthesised(patch) ? synthesised_keys :
						     patch_keys,
		      patch, error))
		return false;
	if (ks_def_is_synthesised(patch) && (patch->was || patch->trust))
		return refuse(
			reader, error,
			"[%s]: with chain = " KS_CHAIN_AUDIT
			" there is no '%s': what changes is what is proven",
			section, patch->was ? "was" : "trust");
	if (!ks_def_is_synthesised(patch) && !patch->chain != !patch->was)
		return refuse(
			reader, error,
			"[%s]: 'chain' and 'was' go together, or chain = " KS_CHAIN_AUDIT,
			section);
	return check_for_all(reader, section, patch, error) &&
	       has_reasons(reader, section, "leave", patch->leave, error) &&
	       has_reasons(reader, section, "trust", patch->trust, error);
}

static bool check_series(Reader *reader, GError **error)
{
	KsSeries *series = reader->series;

	if (!complete(reader, "series", series_keys, series, error))
		return false;
	if (!series->patches->len)
		return refuse(reader, error, "there is no [patch \"name\"]");
	for (guint i = 0; i < series->patches->len; i++)
		if (!check_patch(reader, series->patches->pdata[i], error))
			return false;
	if (!series->prefix)
		series->prefix = g_strdup("PATCH");
	if (!series->version)
		series->version = 1;
	if (!series->change_id)
		series->change_id = g_strdup(series->name);
	return true;
}

static char *find_dir(const KsContext *context, const char *name,
		      GError **error)
{
	g_autofree char *here = ks_data_path(context, "series", name, NULL);
	g_autofree char *file = g_build_filename(here, "series", NULL);
	g_autofree char *path = g_canonicalize_filename(name, NULL);
	g_autofree char *other = g_build_filename(path, "series", NULL);

	if (g_file_test(file, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&here);
	if (g_file_test(other, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&path);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "there is no series '%s': neither %s nor %s exists", name,
		    file, other);
	return NULL;
}

bool ks_series_exists(const KsContext *context, const char *name)
{
	g_autofree char *dir = find_dir(context, name, NULL);

	return dir != NULL;
}

KsSeries *ks_series_load(const KsContext *context, const char *name,
			 GError **error)
{
	g_autoptr(KsSeries) series = g_new0(KsSeries, 1);
	g_autoptr(GPtrArray) entries = NULL;
	g_autofree char *file = NULL;
	Reader reader = {.context = context, .series = series};

	series->patches = g_ptr_array_new_with_free_func(patch_def_free);
	series->dir = find_dir(context, name, error);
	if (!series->dir)
		return NULL;
	file = g_build_filename(series->dir, "series", NULL);
	reader.file = file;
	entries = ks_config_read(context, file, error);
	if (!entries)
		return NULL;
	for (guint i = 0; i < entries->len; i++) {
		reader.entry = entries->pdata[i];
		if (!read_entry(&reader, error))
			return NULL;
	}
	reader.entry = NULL;
	reader.line = 1;
	if (!check_series(&reader, error))
		return NULL;
	return g_steal_pointer(&series);
}
