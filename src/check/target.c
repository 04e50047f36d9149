// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/error.h"
#include "check/target_private.h"
#include "tree/git.h"

#define LOCK_TICK_US   (200 * 1000)
#define MAKE_TIMEOUT_S 3600

char *ks_target_path(const KsTarget *target, const char *name)
{
	return g_build_filename(target->dir, name, NULL);
}

char *ks_target_note(const KsTarget *target, const char *name)
{
	g_autofree char *path = ks_target_path(target, name);
	char *text = NULL;

	if (g_file_get_contents(path, &text, NULL, NULL))
		g_strchomp(text);
	return text;
}

bool ks_target_set_note(const KsTarget *target, const char *name,
			const char *text, GError **error)
{
	g_autofree char *path = ks_target_path(target, name);
	g_autofree char *line = g_strconcat(text, "\n", NULL);

	return ks_write_file(path, line, -1, error);
}

void ks_target_drop_note(const KsTarget *target, const char *name)
{
	g_autofree char *path = ks_target_path(target, name);

	g_unlink(path);
}

/* Wait for another kseries that works here. */
static bool take_lock(KsTarget *target, GError **error)
{
	g_autofree char *path = ks_target_path(target, "lock");
	bool said = false;

	target->lock = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	while (target->lock >= 0 &&
	       flock(target->lock, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			break;
		if (g_cancellable_is_cancelled(target->context->cancel)) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_CANCELLED,
				"interrupted while another kseries works in %s",
				target->dir);
			return false;
		}
		if (!said)
			ks_progress_say(
				target->context->progress,
				"waiting for another kseries that works in %s",
				target->dir);
		said = true;
		errno = 0;
		g_usleep(LOCK_TICK_US);
	}
	if (target->lock >= 0 && !errno)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: cannot lock: %s",
		    path, g_strerror(errno));
	return false;
}

KsTarget *ks_target_open(KsContext *context, const char *name, GError **error)
{
	g_autoptr(KsTarget) target = g_new0(KsTarget, 1);

	target->lock = -1;
	target->context = context;
	target->name = g_strdup(name);
	target->dir = ks_home_path(context, "build", name, NULL);
	target->src = ks_target_path(target, "src");
	target->obj = ks_target_path(target, "obj");
	target->cone = ks_cone_new(target->src, target->obj);
	target->cones = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					      (GDestroyNotify)g_strfreev);
	if (!ks_mkdir(target->src, error) || !ks_mkdir(target->obj, error))
		return NULL;
	errno = 0;
	if (!take_lock(target, error))
		return NULL;
	return g_steal_pointer(&target);
}

void ks_target_close(KsTarget *target)
{
	if (target->lock >= 0)
		close(target->lock);
	ks_cone_free(target->cone);
	g_hash_table_unref(target->cones);
	g_free(target->name);
	g_free(target->dir);
	g_free(target->src);
	g_free(target->obj);
	g_clear_pointer(&target->symbols, g_ptr_array_unref);
	g_free(target->config);
	g_free(target->identity);
	g_free(target);
}

const char *ks_target_name(const KsTarget *target)
{
	return target->name;
}

const char *ks_target_src(const KsTarget *target)
{
	return target->src;
}

const char *ks_target_obj(const KsTarget *target)
{
	return target->obj;
}

const char *ks_target_identity(const KsTarget *target)
{
	return target->identity;
}

/* make's words; what would make a command line differ is fixed here. */
static GPtrArray *make_argv(KsTarget *target, const KsMake *make)
{
	static const char *const fixed[] = {"KBUILD_BUILD_TIMESTAMP=2020-01-01",
					    "KBUILD_BUILD_USER=kseries",
					    "KBUILD_BUILD_HOST=kseries", "W=1"};
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

	/* What the user's environment says must not matter. */
	if (target->context->no_sandbox) {
		g_ptr_array_add(argv, g_strdup("env"));
		g_ptr_array_add(argv, g_strdup("-i"));
		g_ptr_array_add(argv, g_strdup("PATH=/usr/bin:/usr/sbin:/bin"));
		g_ptr_array_add(argv, g_strdup("HOME=/tmp"));
		for (guint i = 0; make->env && make->env[i]; i++)
			g_ptr_array_add(argv, g_strdup(make->env[i]));
	}
	g_ptr_array_add(argv, g_strdup("make"));
	g_ptr_array_add(argv, g_strdup("--no-print-directory"));
	g_ptr_array_add(argv, g_strdup("-C"));
	g_ptr_array_add(argv, g_strdup(target->src));
	g_ptr_array_add(argv, g_strconcat("O=", target->obj, NULL));
	g_ptr_array_add(argv, g_strdup_printf("-j%u", g_get_num_processors()));
	for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
		g_ptr_array_add(argv, g_strdup(fixed[i]));
	for (guint i = 0; make->words[i]; i++)
		g_ptr_array_add(argv, g_strdup(make->words[i]));
	g_ptr_array_add(argv, NULL);
	return argv;
}

bool ks_target_run_make(KsTarget *target, const KsMake *make,
			KsChildResult *result, GError **error)
{
	KsContext *context = target->context;
	g_autoptr(KsSandbox) sandbox = ks_sandbox_new();
	g_autoptr(GPtrArray) argv = make_argv(target, make);
	g_autofree char *scripts = ks_data_path(context, "scripts", NULL);
	KsChildSpec spec = {
		.argv = (const char *const *)argv->pdata,
		.env = context->no_sandbox ? NULL : make->env,
		.log = make->log,
		.timeout_s = make->timeout_s ? make->timeout_s : MAKE_TIMEOUT_S,
		.sandbox = context->no_sandbox ? NULL : sandbox,
		.watch = make->watch,
		.watch_data = make->watch_data,
		.cancel = context->cancel,
	};

	ks_sandbox_ro(sandbox, scripts);
	ks_sandbox_ro(sandbox, target->src);
	ks_sandbox_rw(sandbox, target->obj);
	if (make->rw)
		ks_sandbox_rw(sandbox, make->rw);
	return ks_child_run(&spec, result, error);
}

bool ks_target_make(KsTarget *target, const char *const *words, const char *log,
		    KsChildResult *result, GError **error)
{
	KsMake make = {.words = words, .log = log};

	return ks_target_run_make(target, &make, result, error);
}

char **ks_target_cone(KsTarget *target, const char *const *files,
		      GError **error)
{
	if (!ks_cone_refresh(target->cone, error))
		return NULL;
	return ks_cone_objects(target->cone, files);
}

const char *const *ks_target_patch_cone(KsTarget *target, const char *parent,
					const char *commit, GError **error)
{
	g_autofree char *key = g_strjoin(" ", parent, commit, NULL);
	g_autofree char *log = ks_target_path(target, "settle.log");
	char **objects = g_hash_table_lookup(target->cones, key);
	g_auto(GStrv) files = NULL;

	if (objects)
		return (const char *const *)objects;
	/* dependencies that another commit left there could miss some */
	if (!ks_target_build(target, parent, log, error))
		return NULL;
	files = ks_git_changed(target->context, parent, commit, error);
	if (!files)
		return NULL;
	objects = ks_target_cone(target, (const char *const *)files, error);
	if (objects)
		g_hash_table_insert(target->cones, g_steal_pointer(&key),
				    objects);
	return (const char *const *)objects;
}

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **ks_target_modules(KsTarget *target, const char *const *objects,
			 GError **error)
{
	g_autoptr(GPtrArray) modules = NULL;

	if (!ks_cone_refresh(target->cone, error))
		return NULL;
	modules = g_ptr_array_new();
	for (; *objects; objects++) {
		const char *module = ks_cone_module(target->cone, *objects);

		if (module && !g_ptr_array_find_with_equal_func(
				      modules, module, g_str_equal, NULL))
			g_ptr_array_add(modules, (gpointer)module);
	}
	g_ptr_array_sort(modules, by_name);
	g_ptr_array_add(modules, NULL);
	return g_strdupv((char **)modules->pdata);
}
