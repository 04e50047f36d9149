// SPDX-License-Identifier: GPL-2.0
#include "check/compile.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/locate.h"
#include "check/target_private.h"
#include "tree/git.h"

#define COMPILE_TIMEOUT_S 1800
#define STATES		  "states"
#define LOG		  "make.log"
#define SPARSE		  "sparse"
#define STATUS		  "status"

void ks_compiled_free(KsCompiled *compiled)
{
	g_free(compiled->dir);
	g_free(compiled->failure);
	g_clear_pointer(&compiled->build, g_ptr_array_unref);
	g_clear_pointer(&compiled->link, g_ptr_array_unref);
	g_clear_pointer(&compiled->sparse, g_ptr_array_unref);
	g_clear_pointer(&compiled->objects, g_ptr_array_unref);
	g_clear_pointer(&compiled->checked, g_hash_table_unref);
	g_free(compiled);
}

/*
 * kbuild hands sparse to a script of ours.  Kernels that know
 * __typeof_unqual__ use it where a sparse without it (0.6.4 and before) reads
 * on in the wrong place; such kernels also fold strings that this sparse does
 * not fold.
 */
static const char *sparse_flags(const KsTarget *target)
{
	g_autofree char *path = g_build_filename(target->src, "include",
						 "linux", "compiler.h", NULL);
	g_autofree char *text = NULL;

	if (g_file_get_contents(path, &text, NULL, NULL) &&
	    strstr(text, "__typeof_unqual__"))
		return "-D__typeof_unqual__=__typeof__ -D__builtin_strlen(x)=(sizeof(x)-1)";
	return "";
}

/* A name for what the same objects of the same tree come to. */
static char *state_name(KsTarget *target, const char *commit,
			const char *const *objects, bool link, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *treeish = g_strconcat(commit, "^{tree}", NULL);
	g_autofree char *wrapper = ks_data_path(target->context, "scripts",
						"sparse-wrapper", NULL);
	g_autofree char *script = NULL;
	g_autofree char *tree = ks_git(target->context, error, "rev-parse",
				       "--verify", treeish, NULL);

	if (!tree || !g_file_get_contents(wrapper, &script, NULL, error))
		return NULL;
	g_checksum_update(sum, (const guchar *)tree, -1);
	g_checksum_update(sum, (const guchar *)script, -1);
	g_checksum_update(sum, (const guchar *)target->identity, -1);
	g_checksum_update(sum, (const guchar *)(link ? "link" : "objects"), -1);
	for (; *objects; objects++)
		g_checksum_update(sum, (const guchar *)*objects,
				  strlen(*objects) + 1);
	return g_strdup(g_checksum_get_string(sum));
}

/* dir/x.o is noted in dir/.x.o.cmd. */
static char *cmd_path(const char *object)
{
	g_autofree char *dir = g_path_get_dirname(object);
	g_autofree char *base = g_path_get_basename(object);

	return g_strdup_printf("%s/.%s.cmd", dir, base);
}

/*
 * Delete the objects with what is known of their dependencies, and list those
 * that this commit has a source for.
 */
static GPtrArray *take_objects(KsTarget *target, const char *const *objects)
{
	GPtrArray *present = g_ptr_array_new_with_free_func(g_free);

	for (; *objects; objects++) {
		g_autofree char *path =
			g_build_filename(target->obj, *objects, NULL);
		g_autofree char *cmd = cmd_path(path);
		const char *source = ks_cone_source(target->cone, *objects);
		g_autofree char *full = g_build_filename(
			target->src, source ? source : "", NULL);

		g_unlink(path);
		g_unlink(cmd);
		if (source && g_file_test(full, G_FILE_TEST_EXISTS))
			g_ptr_array_add(present, g_strdup(*objects));
	}
	return present;
}

/* The folder that a state is made in; renamed when it is complete. */
static char *new_state(KsTarget *target, GError **error)
{
	g_autofree char *dir = ks_target_path(target, STATES "/new");
	g_autofree char *sparse = g_build_filename(dir, SPARSE, NULL);

	ks_rmtree(dir);
	return ks_mkdir(sparse, error) ? g_steal_pointer(&dir) : NULL;
}

static bool run_objects(KsTarget *target, const char *commit,
			const char *const *objects, KsMake *make,
			KsChildResult *result, GError **error)
{
	g_autoptr(GPtrArray) words = take_objects(target, objects);

	if (!words->len)
		return true;
	for (guint i = 0; make->words[i]; i++)
		g_ptr_array_add(words, g_strdup(make->words[i]));
	g_ptr_array_add(words, NULL);
	make->words = (const char *const *)words->pdata;
	ks_target_drop_note(target, "stand");
	if (!ks_target_run_make(target, make, result, error))
		return false;
	return result->status ||
	       ks_target_set_note(target, "stand", commit, error);
}

static bool has_builtin(KsTarget *target, const char *const *objects)
{
	for (; *objects; objects++)
		if (ks_cone_is_builtin(target->cone, *objects))
			return true;
	return false;
}

static bool run_make(KsTarget *target, const char *commit,
		     const char *const *objects, bool link, const char *dir,
		     int *status, GError **error)
{
	g_autofree char *log = g_build_filename(dir, LOG, NULL);
	g_autofree char *sparse = g_build_filename(dir, SPARSE, NULL);
	g_autofree char *wrapper = ks_data_path(target->context, "scripts",
						"sparse-wrapper", NULL);
	g_autofree char *check = g_strconcat("CHECK=", wrapper, NULL);
	g_autofree char *sparse_dir =
		g_strconcat("KS_SPARSE_DIR=", sparse, NULL);
	g_autofree char *flags = NULL;
	/* -O: what one compiler says stands together */
	const char *words[] = {"-Otarget", "C=1", check, NULL, NULL};
	const char *env[] = {sparse_dir, NULL, NULL};
	KsMake make = {.words = words,
		       .env = env,
		       .log = log,
		       .rw = sparse,
		       .timeout_s = COMPILE_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	bool ok;

	if (!ks_target_move(target, commit, error))
		return false;
	flags = g_strconcat("KS_SPARSE_FLAGS=", sparse_flags(target), NULL);
	env[1] = flags;
	if (link) {
		words[3] = has_builtin(target, objects) ? "vmlinux" : NULL;
		g_ptr_array_unref(take_objects(target, objects));
		ok = ks_target_bring(target, commit, true, &make, &result,
				     error);
	} else {
		ok = run_objects(target, commit, objects, &make, &result,
				 error);
	}
	*status = result.status;
	return ok;
}

static bool is_machine(const char *output)
{
	static const char *const signs[] = {
		"No space left on device",
		"Cannot allocate memory",
		"internal compiler error",
		"virtual memory exhausted",
		"Read-only file system",
		"Too many open files",
		"Disk quota exceeded",
		"fatal error: Killed signal",
		"bwrap: ",
	};

	for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
		if (strstr(output, signs[i]))
			return true;
	return false;
}

char *ks_build_failure(const char *output, const char *src)
{
	g_autoptr(GPtrArray) findings = ks_findings_parse("gcc", output, src);
	g_auto(GStrv) lines = NULL;

	for (guint i = 0; i < findings->len; i++) {
		const KsFinding *finding = findings->pdata[i];

		if (g_str_equal(finding->level, "error"))
			return ks_finding_format(finding);
	}
	lines = g_strsplit(output, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (strstr(lines[i], "undefined reference") ||
		    strstr(lines[i], "*** ") ||
		    g_str_has_prefix(lines[i], "bwrap: "))
			return g_strdup(g_strstrip(lines[i]));
	return NULL;
}

/* One object's words of sparse; the last line is "status N". */
static bool load_sparse(KsCompiled *compiled, const char *dir, const char *name,
			const char *src, GError **error)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);
	g_autofree char *object = g_strdelimit(g_strdup(name), "!", '/');
	g_autofree char *text = NULL;
	g_autofree char *last = NULL;
	g_autoptr(GPtrArray) findings = NULL;

	if (*name == '.') /* not finished */
		return true;
	if (!g_file_get_contents(path, &text, NULL, error))
		return false;
	last = ks_last_line(text);
	g_hash_table_insert(compiled->checked, g_steal_pointer(&object),
			    g_strdup(g_str_has_prefix(last, "status ") ?
					     last + strlen("status ") :
					     "unknown"));
	findings = ks_findings_parse("sparse", text, src);
	for (guint i = 0; i < findings->len; i++)
		g_ptr_array_add(compiled->sparse,
				ks_finding_copy(findings->pdata[i]));
	return true;
}

static bool load_sparse_all(KsCompiled *compiled, const char *src,
			    GError **error)
{
	g_autofree char *path = g_build_filename(compiled->dir, SPARSE, NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, error);
	const char *name;

	if (!dir)
		return false;
	while ((name = g_dir_read_name(dir)))
		if (!load_sparse(compiled, path, name, src, error))
			return false;
	return true;
}

/* Tell the findings of the link from those of the compilation. */
static void split_findings(KsCompiled *compiled, const char *output,
			   const char *src)
{
	g_autoptr(GPtrArray) all = ks_findings_parse("gcc", output, src);

	for (guint i = 0; i < all->len; i++) {
		const KsFinding *finding = all->pdata[i];
		bool link = g_str_equal(finding->tool, "modpost");

		g_ptr_array_add(link ? compiled->link : compiled->build,
				ks_finding_copy(finding));
	}
}

/*
 * What was compiled, by kbuild's own lines; not what it makes for itself
 * (x.mod.o and objects whose names begin with a dot).
 */
static void list_objects(KsCompiled *compiled, const char *output)
{
	g_auto(GStrv) lines = g_strsplit(output, "\n", -1);

	for (guint i = 0; lines[i]; i++) {
		const char *object = strrchr(lines[i], ' ');
		g_autofree char *base = NULL;

		if (!g_str_has_prefix(lines[i], "  CC ") || !object)
			continue;
		base = g_path_get_basename(++object);
		if (*base != '.' && g_str_has_suffix(base, ".o") &&
		    !g_str_has_suffix(base, ".mod.o"))
			g_ptr_array_add(compiled->objects, g_strdup(object));
	}
}

static KsCompiled *load(KsTarget *target, const char *commit, const char *dir,
			GError **error)
{
	g_autoptr(KsCompiled) compiled = g_new0(KsCompiled, 1);
	g_autofree char *status_path = g_build_filename(dir, STATUS, NULL);
	g_autofree char *log = g_build_filename(dir, LOG, NULL);
	g_autofree char *status = NULL, *output = NULL;

	compiled->dir = g_strdup(dir);
	compiled->build = ks_findings_new();
	compiled->link = ks_findings_new();
	compiled->sparse = ks_findings_new();
	compiled->objects = g_ptr_array_new_with_free_func(g_free);
	compiled->checked =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (!g_file_get_contents(status_path, &status, NULL, error))
		return NULL;
	if (!g_file_get_contents(log, &output, NULL, NULL))
		output = g_strdup(""); /* no object was there to compile */
	compiled->compiled = g_str_equal(g_strchomp(status), "0");
	if (!compiled->compiled) {
		compiled->failure = ks_build_failure(output, target->src);
		compiled->machine = !compiled->failure || is_machine(output);
	}
	split_findings(compiled, output, target->src);
	list_objects(compiled, output);
	if (!load_sparse_all(compiled, target->src, error) ||
	    !ks_locate(target->context, commit, compiled->build, error) ||
	    !ks_locate(target->context, commit, compiled->sparse, error))
		return NULL;
	return g_steal_pointer(&compiled);
}

/* Keep a finished state under its name; a broken machine's is not kept. */
static char *keep(KsTarget *target, const char *dir, const char *name,
		  GError **error)
{
	g_autofree char *below = g_build_filename(STATES, name, NULL);
	g_autofree char *path = ks_target_path(target, below);

	if (g_rename(dir, path) == 0)
		return g_steal_pointer(&path);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: cannot rename: %s",
		    dir, g_strerror(errno));
	return NULL;
}

KsCompiled *ks_compile(KsTarget *target, const char *commit,
		       const char *const *objects, bool link, GError **error)
{
	g_autofree char *name =
		state_name(target, commit, objects, link, error);
	g_autofree char *below = g_build_filename(STATES, name, NULL);
	g_autofree char *known = ks_target_path(target, below);
	g_autofree char *dir = NULL, *status_path = NULL, *text = NULL;
	g_autofree char *kept = NULL;
	g_autoptr(KsCompiled) compiled = NULL;
	int status = 0;

	if (!name)
		return NULL;
	if (g_file_test(known, G_FILE_TEST_IS_DIR))
		return load(target, commit, known, error);
	dir = new_state(target, error);
	if (!dir ||
	    !run_make(target, commit, objects, link, dir, &status, error))
		return NULL;
	status_path = g_build_filename(dir, STATUS, NULL);
	text = g_strdup_printf("%d\n", status);
	if (!ks_write_file(status_path, text, -1, error))
		return NULL;
	compiled = load(target, commit, dir, error);
	if (!compiled || compiled->machine)
		return g_steal_pointer(&compiled);
	kept = keep(target, dir, name, error);
	if (!kept)
		return NULL;
	g_free(compiled->dir);
	compiled->dir = g_steal_pointer(&kept);
	return g_steal_pointer(&compiled);
}
