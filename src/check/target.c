// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/lock.h"
#include "check/target_private.h"
#include "tree/git.h"

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

KsTarget *ks_target_open(KsContext *context, const char *name, GError **error)
{
	g_autoptr(KsTarget) target = g_new0(KsTarget, 1);
	g_autofree char *lock = NULL;

	target->lock = -1;
	target->context = context;
	target->name = g_strdup(name);
	target->dir = ks_home_path(context, "build", name, NULL);
	target->src = ks_target_path(target, "src");
	target->obj = ks_target_path(target, "obj");
	target->cone = ks_cone_new(target->src, target->obj);
	target->made =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	if (!ks_mkdir(target->src, error) || !ks_mkdir(target->obj, error))
		return NULL;
	lock = ks_target_path(target, "lock");
	target->lock = ks_lock_take(context, lock, target->dir, error);
	if (target->lock < 0)
		return NULL;
	return g_steal_pointer(&target);
}

void ks_target_close(KsTarget *target)
{
	if (target->lock >= 0)
		close(target->lock);
	ks_cone_free(target->cone);
	g_hash_table_unref(target->made);
	g_clear_pointer(&target->folders, g_hash_table_unref);
	g_free(target->name);
	g_free(target->dir);
	g_free(target->src);
	g_free(target->obj);
	g_clear_pointer(&target->symbols, g_ptr_array_unref);
	g_free(target->config);
	g_free(target->identity);
	g_free(target);
}

const char *ks_target_src(const KsTarget *target)
{
	return target->src;
}

/* The machine's own architecture and gcc are kbuild's defaults. */
static void add_toolchain(const KsTargetConf *conf, GPtrArray *argv)
{
	if (!conf)
		return;
	if (!g_str_equal(conf->arch, "x86_64"))
		g_ptr_array_add(argv, g_strconcat("ARCH=", conf->arch, NULL));
	if (g_str_equal(conf->compiler, "clang"))
		g_ptr_array_add(argv, g_strconcat("LLVM=",
						  conf->llvm ? conf->llvm : "1",
						  NULL));
	else if (conf->cross)
		g_ptr_array_add(argv, g_strconcat("CROSS_COMPILE=", conf->cross,
						  NULL));
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
	add_toolchain(target->conf, argv);
	for (guint i = 0; make->words[i]; i++)
		g_ptr_array_add(argv, g_strdup(make->words[i]));
	g_ptr_array_add(argv, NULL);
	return argv;
}

static bool run_sandboxed(KsTarget *target, const KsMake *make,
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

bool ks_target_run_make(KsTarget *target, const KsMake *make,
			KsChildResult *result, GError **error)
{
	if (!ks_target_set_note(target, NOTE_MAKING, target->name, error) ||
	    !run_sandboxed(target, make, result, error))
		return false;
	/* a make that died of a signal has not put its targets in order */
	if (result->status >= 0 && result->status < 128)
		ks_target_drop_note(target, NOTE_MAKING);
	return true;
}

bool ks_target_may_use(const KsTarget *target, const char *path)
{
	return !target->fresh || g_hash_table_contains(target->made, path);
}

void ks_target_made(KsTarget *target, const char *path)
{
	g_hash_table_add(target->made, g_strdup(path));
}

bool ks_target_keep(KsTarget *target, const char *path, const char *text,
		    gssize len, GError **error)
{
	g_autofree char *dir = g_path_get_dirname(path);

	if (!ks_mkdir(dir, error) || !ks_write_file(path, text, len, error))
		return false;
	ks_target_made(target, path);
	return true;
}
