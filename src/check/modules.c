// SPDX-License-Identifier: GPL-2.0
#include "check/modules.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/foreign.h"

/* A chain of dependencies is never this long; a circle is. */
#define DEPTH_MAX 64

struct KsModules {
	GHashTable *paths; /* name -> absolute path */
};

static char *name_of(const char *file)
{
	char *name = g_path_get_basename(file);
	char *dot = strrchr(name, '.');

	if (dot)
		*dot = '\0';
	return g_strdelimit(name, "-", '_');
}

KsModules *ks_modules_read(const char *obj, GError **error)
{
	g_autofree char *order = g_build_filename(obj, "modules.order", NULL);
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	KsModules *modules;

	text = ks_foreign_read(order, NULL, &why);
	if (!text) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "the kernel's modules are not built: %s",
			    why->message);
		return NULL;
	}
	modules = g_new0(KsModules, 1);
	modules->paths =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		char *dot = strrchr(lines[i], '.');

		if (!dot)
			continue;
		*dot = '\0';
		g_hash_table_insert(modules->paths, name_of(lines[i]),
				    g_strdup_printf("%s/%s.ko", obj, lines[i]));
	}
	return modules;
}

void ks_modules_free(KsModules *modules)
{
	g_hash_table_unref(modules->paths);
	g_free(modules);
}

const char *ks_modules_path(const KsModules *modules, const char *name)
{
	g_autofree char *key = g_strdelimit(g_strdup(name), "-", '_');

	return g_hash_table_lookup(modules->paths, key);
}

/* The data of a section by its name, or NULL. */
static Elf_Data *find_section(Elf *elf, const char *name)
{
	size_t strings;
	Elf_Scn *section = NULL;

	if (elf_getshdrstrndx(elf, &strings))
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *have;

		if (!gelf_getshdr(section, &header))
			continue;
		have = elf_strptr(elf, strings, header.sh_name);
		if (have && g_str_equal(have, name))
			return elf_getdata(section, NULL);
	}
	return NULL;
}

/* The value of "key=value" among the NUL-separated strings of .modinfo. */
static char *find_value(const Elf_Data *data, const char *key)
{
	const char *bytes = data->d_buf;
	gsize len = strlen(key);
	gsize at = 0;

	while (at < data->d_size) {
		gsize size = strnlen(bytes + at, data->d_size - at);

		if (size > len && bytes[at + len] == '=' &&
		    memcmp(bytes + at, key, len) == 0)
			return g_strndup(bytes + at + len + 1, size - len - 1);
		at += size + 1;
	}
	return NULL;
}

/* The names that a module says it depends on; NULL if it is no module. */
static char **read_depends(const char *ko, GError **error)
{
	int fd = ks_foreign_open(ko, error);
	g_autofree char *value = NULL;
	Elf_Data *data;
	Elf *elf;

	if (fd < 0)
		return NULL;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	data = elf ? find_section(elf, ".modinfo") : NULL;
	if (data && data->d_buf)
		value = find_value(data, "depends");
	elf_end(elf);
	close(fd);
	if (!value) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_BROKEN,
			"%s: not a kernel module (no \"depends\" in .modinfo); build it again",
			ko);
		return NULL;
	}
	return *value ? g_strsplit(value, ",", -1) : g_new0(char *, 1);
}

static bool has_path(GPtrArray *paths, const char *path)
{
	return g_ptr_array_find_with_equal_func(paths, path, g_str_equal, NULL);
}

static bool collect(const KsModules *modules, const char *ko, GPtrArray *into,
		    guint depth, GError **error)
{
	g_auto(GStrv) names = read_depends(ko, error);

	if (!names)
		return false;
	if (depth > DEPTH_MAX) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: modules depend on each other in a circle", ko);
		return false;
	}
	for (guint i = 0; names[i]; i++) {
		const char *path = ks_modules_path(modules, names[i]);

		if (!path) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_BROKEN,
				"%s needs the module %s, which was not built",
				ko, names[i]);
			return false;
		}
		if (has_path(into, path))
			continue;
		if (!collect(modules, path, into, depth + 1, error))
			return false;
		if (!has_path(into, path))
			g_ptr_array_add(into, g_strdup(path));
	}
	return true;
}

char **ks_modules_needed(const KsModules *modules, const char *ko,
			 GError **error)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);

	if (!collect(modules, ko, paths, 0, error))
		return NULL;
	g_ptr_array_add(paths, NULL);
	return (char **)g_ptr_array_steal(paths, NULL);
}
