// SPDX-License-Identifier: GPL-2.0
#include "base/sandbox.h"

#include "base/child.h"
#include "base/error.h"

struct KsSandbox {
	GPtrArray *ro;
	GPtrArray *rw;
};

KsSandbox *ks_sandbox_new(void)
{
	KsSandbox *sandbox = g_new0(KsSandbox, 1);

	sandbox->ro = g_ptr_array_new_with_free_func(g_free);
	sandbox->rw = g_ptr_array_new_with_free_func(g_free);
	return sandbox;
}

void ks_sandbox_free(KsSandbox *sandbox)
{
	g_ptr_array_unref(sandbox->ro);
	g_ptr_array_unref(sandbox->rw);
	g_free(sandbox);
}

void ks_sandbox_ro(KsSandbox *sandbox, const char *path)
{
	g_ptr_array_add(sandbox->ro, g_strdup(path));
}

void ks_sandbox_rw(KsSandbox *sandbox, const char *path)
{
	g_ptr_array_add(sandbox->rw, g_strdup(path));
}

static void append(GPtrArray *argv, ...) G_GNUC_NULL_TERMINATED;

static void append(GPtrArray *argv, ...)
{
	const char *word;
	va_list ap;

	va_start(ap, argv);
	while ((word = va_arg(ap, const char *)))
		g_ptr_array_add(argv, g_strdup(word));
	va_end(ap);
}

/* /bin and its kin are links into /usr on a merged system, folders elsewhere. */
static void append_root_dir(GPtrArray *argv, const char *path)
{
	g_autofree char *target = g_file_read_link(path, NULL);

	if (target)
		append(argv, "--symlink", target, path, NULL);
	else
		append(argv, "--ro-bind-try", path, path, NULL);
}

void ks_sandbox_append(const KsSandbox *sandbox, const char *cwd,
		       GPtrArray *argv)
{
	static const char *const root_dirs[] = {"/bin",	  "/sbin",  "/lib",
						"/lib32", "/lib64", "/libx32"};

	append(argv, "bwrap", "--unshare-all", "--die-with-parent",
	       "--new-session", "--clearenv", "--setenv", "PATH",
	       "/usr/bin:/usr/sbin", "--setenv", "HOME", "/tmp", "--setenv",
	       "LC_ALL", "C.UTF-8", "--ro-bind", "/usr", "/usr", NULL);
	for (guint i = 0; i < G_N_ELEMENTS(root_dirs); i++)
		append_root_dir(argv, root_dirs[i]);
	append(argv, "--ro-bind-try", "/etc/alternatives", "/etc/alternatives",
	       "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
	       "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", NULL);
	for (guint i = 0; i < sandbox->ro->len; i++)
		append(argv, "--ro-bind", sandbox->ro->pdata[i],
		       sandbox->ro->pdata[i], NULL);
	for (guint i = 0; i < sandbox->rw->len; i++)
		append(argv, "--bind", sandbox->rw->pdata[i],
		       sandbox->rw->pdata[i], NULL);
	append(argv, "--chdir", cwd ? cwd : "/tmp", "--", NULL);
}

bool ks_sandbox_probe(GCancellable *cancel, GError **error)
{
	g_autoptr(KsSandbox) sandbox = ks_sandbox_new();
	const char *argv[] = {"true", NULL};
	KsChildSpec spec = {.argv = argv,
			    .sandbox = sandbox,
			    .timeout_s = 30,
			    .cancel = cancel};
	g_autoptr(GError) why = NULL;

	if (ks_child_check(&spec, NULL, &why))
		return true;
	if (g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"bubblewrap does not work here, and code from a patch is not run without it: %s; install it with 'scripts/setup', or say --no-sandbox if you trust the patches",
		why->message);
	return false;
}
