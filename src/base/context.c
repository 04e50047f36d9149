// SPDX-License-Identifier: GPL-2.0
#include "base/context.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"

bool ks_mkdir(const char *path, GError **error)
{
	if (g_mkdir_with_parents(path, 0755) == 0)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: cannot make this folder: %s; name another with KSERIES_HOME or --home",
		path, g_strerror(errno));
	return false;
}

bool ks_write_file(const char *path, const char *text, gssize len,
		   GError **error)
{
	g_autoptr(GError) why = NULL;

	if (g_file_set_contents_full(path, text, len,
				     G_FILE_SET_CONTENTS_CONSISTENT, 0644,
				     &why))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s", why->message);
	return false;
}

/* The folder that holds cocci/, series/ and ci/, looking up from the program. */
static char *find_data(GError **error)
{
	static const char *const tries[] = {".", "..", "../share/kseries"};
	const char *override = g_getenv("KSERIES_DATA");
	g_autofree char *exe = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *bin = exe ? g_path_get_dirname(exe) : NULL;

	if (override)
		return g_canonicalize_filename(override, NULL);
	for (guint i = 0; bin && i < G_N_ELEMENTS(tries); i++) {
		g_autofree char *dir = g_canonicalize_filename(tries[i], bin);
		g_autofree char *probe = g_build_filename(dir, "cocci", NULL);

		if (g_file_test(probe, G_FILE_TEST_IS_DIR))
			return g_steal_pointer(&dir);
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"no cocci/ and series/ beside the program; say where they are with KSERIES_DATA");
	return NULL;
}

static bool check_writable(const char *home, GError **error)
{
	if (!ks_mkdir(home, error))
		return false;
	if (access(home, W_OK | X_OK) == 0)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: the home is not writable: %s; name another with KSERIES_HOME or --home",
		home, g_strerror(errno));
	return false;
}

KsContext *ks_context_new(const char *home_override, GError **error)
{
	g_autoptr(KsContext) context = g_new0(KsContext, 1);
	const char *env = g_getenv("KSERIES_HOME");

	context->cancel = g_cancellable_new();
	if (home_override || (env && *env))
		context->home = g_canonicalize_filename(
			home_override ? home_override : env, NULL);
	else
		context->home = g_build_filename(g_get_user_cache_dir(),
						 "kseries", NULL);
	context->data = find_data(error);
	if (!context->data || !check_writable(context->home, error))
		return NULL;
	return g_steal_pointer(&context);
}

void ks_context_free(KsContext *context)
{
	g_free(context->home);
	g_free(context->data);
	g_clear_object(&context->cancel);
	if (context->progress)
		ks_progress_free(context->progress);
	g_free(context);
}

static char *join(const char *base, const char *name, va_list ap)
{
	GString *path = g_string_new(base);

	for (; name; name = va_arg(ap, const char *))
		g_string_append_printf(path, "/%s", name);
	return g_string_free(path, FALSE);
}

char *ks_home_path(const KsContext *context, const char *name, ...)
{
	va_list ap;
	char *path;

	va_start(ap, name);
	path = join(context->home, name, ap);
	va_end(ap);
	return path;
}

char *ks_data_path(const KsContext *context, const char *name, ...)
{
	va_list ap;
	char *path;

	va_start(ap, name);
	path = join(context->data, name, ap);
	va_end(ap);
	return path;
}

char *ks_built_path(const KsContext *context, const char *name, GError **error)
{
	g_autofree char *built = ks_data_path(context, "build", name, NULL);
	g_autofree char *installed = ks_data_path(context, name, NULL);

	if (g_file_test(built, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&built);
	if (g_file_test(installed, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&installed);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "there is neither %s nor %s; run 'make'", built, installed);
	return NULL;
}

char *ks_tmpdir(const KsContext *context, GError **error)
{
	g_autofree char *base = ks_home_path(context, "tmp", NULL);
	g_autofree char *path = g_build_filename(base, "XXXXXX", NULL);

	if (!ks_mkdir(base, error))
		return NULL;
	if (g_mkdtemp_full(path, 0755))
		return g_steal_pointer(&path);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot make a folder there: %s", base,
		    g_strerror(errno));
	return NULL;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	remove(path);
	return 0;
}

void ks_rmtree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void ks_tmpdir_free(KsTmpDir *path)
{
	if (path)
		ks_rmtree(path);
	g_free(path);
}
