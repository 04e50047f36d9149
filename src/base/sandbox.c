// SPDX-License-Identifier: GPL-2.0
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/names.h"
#include "base/walk.h"

struct KsSandbox {
	GPtrArray *ro;
	GPtrArray *rw; /* NULL-terminated */
	KsLimits limits;
};

KsSandbox *ks_sandbox_new(void)
{
	KsSandbox *sandbox = g_new0(KsSandbox, 1);

	sandbox->ro = g_ptr_array_new_with_free_func(g_free);
	sandbox->rw = g_ptr_array_new_null_terminated(0, g_free, TRUE);
	sandbox->limits = ks_limits_default();
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

const char *const *ks_sandbox_rw_paths(const KsSandbox *sandbox)
{
	static const char *const none[] = {NULL};

	/* GLib 2.74 keeps no array for an empty one */
	return sandbox->rw->len ? (const char *const *)sandbox->rw->pdata :
				  none;
}

KsLimits *ks_sandbox_limits(KsSandbox *sandbox)
{
	return &sandbox->limits;
}

const KsLimits *ks_sandbox_get_limits(const KsSandbox *sandbox)
{
	return &sandbox->limits;
}

bool ks_sandbox_drops_user(void)
{
	return geteuid() == 0;
}

static bool give_one(int dir, const char *name, const struct stat *st,
		     gpointer failed)
{
	if (st->st_uid == KS_SANDBOX_UID && st->st_gid == KS_SANDBOX_GID)
		return true;
	if (fchownat(dir, name, KS_SANDBOX_UID, KS_SANDBOX_GID,
		     AT_SYMLINK_NOFOLLOW) == 0 ||
	    errno == ENOENT)
		return true;
	*(int *)failed = errno;
	return false;
}

bool ks_sandbox_give(const char *path, GError **error)
{
	int failed = 0;

	if (!ks_sandbox_drops_user() || ks_walk(path, give_one, &failed, error))
		return true;
	if (failed)
		g_set_error(
			error, KS_ERROR, KS_ERROR_BROKEN,
			"%s: cannot be given to user %d, as whom code from patches runs: %s; is the file system read-only or not a local one?",
			path, KS_SANDBOX_UID, g_strerror(failed));
	return false;
}

static bool stat_path(const char *path, struct stat *st, GError **error)
{
	if (lstat(path, st) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot be shown to the sandbox: %s", path,
		    g_strerror(errno));
	return false;
}

static bool check_readable(const char *path, const struct stat *st,
			   GError **error)
{
	mode_t need = S_ISDIR(st->st_mode) ? 05 : 04;

	if (!ks_sandbox_drops_user() || S_ISLNK(st->st_mode) ||
	    st->st_uid == KS_SANDBOX_UID || (st->st_mode & need) == need)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: mode %04o keeps it from user %d, as whom code from patches runs; chmod go+rX it, and use a umask like 022",
		path, (unsigned int)st->st_mode & 07777, KS_SANDBOX_UID);
	return false;
}

bool ks_sandbox_prepare(const KsSandbox *sandbox, GError **error)
{
	struct stat st;

	for (guint i = 0; i < sandbox->ro->len; i++) {
		const char *path = sandbox->ro->pdata[i];

		if (!stat_path(path, &st, error) ||
		    !check_readable(path, &st, error))
			return false;
	}
	for (guint i = 0; i < sandbox->rw->len; i++) {
		const char *path = sandbox->rw->pdata[i];

		if (!stat_path(path, &st, error))
			return false;
		/* the top is given last: its owner tells that all was */
		if (st.st_uid != KS_SANDBOX_UID &&
		    !ks_sandbox_give(path, error))
			return false;
	}
	return true;
}

static void append_number(GPtrArray *argv, const char *option, guint64 value)
{
	ks_argv_append(argv, option, NULL);
	g_ptr_array_add(argv, g_strdup_printf("%" G_GUINT64_FORMAT, value));
}

/* /bin and its kin are links into /usr on a merged system, folders elsewhere. */
static void append_root_dir(GPtrArray *argv, const char *path)
{
	g_autofree char *target = g_file_read_link(path, NULL);

	if (target)
		ks_argv_append(argv, "--symlink", target, path, NULL);
	else
		ks_argv_append(argv, "--ro-bind-try", path, path, NULL);
}

/* Left to itself bwrap makes the folders above a mount point for root only. */
static void append_parents(GPtrArray *argv, const char *path)
{
	for (const char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		ks_argv_append(argv, "--perms", "0755", "--dir", NULL);
		g_ptr_array_add(argv, g_strndup(path, slash - path));
	}
}

static void append_system(const KsSandbox *sandbox, GPtrArray *argv)
{
	static const char *const root_dirs[] = {"/bin",	  "/sbin",  "/lib",
						"/lib32", "/lib64", "/libx32"};

	ks_argv_append(argv, "--ro-bind", "/usr", "/usr", NULL);
	for (guint i = 0; i < G_N_ELEMENTS(root_dirs); i++)
		append_root_dir(argv, root_dirs[i]);
	ks_argv_append(argv, "--perms", "0755", "--dir", "/etc",
		       "--ro-bind-try", "/etc/alternatives",
		       "/etc/alternatives", "--ro-bind-try", "/etc/ld.so.cache",
		       "/etc/ld.so.cache", "--proc", "/proc", "--dev", "/dev",
		       "--perms", "1777", NULL);
	append_number(argv, "--size", sandbox->limits.tmp);
	ks_argv_append(argv, "--tmpfs", "/tmp", NULL);
}

/* A limit may be lowered, but not raised above the one that we are under. */
static void append_limit(GPtrArray *argv, const char *option, int resource,
			 guint64 value)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit) == 0 &&
	    limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value)
		value = limit.rlim_max;
	g_ptr_array_add(argv, g_strdup_printf("--%s=%" G_GUINT64_FORMAT, option,
					      value));
}

static void append_limits(const KsLimits *limits, GPtrArray *argv)
{
	ks_argv_append(argv, "prlimit", "--core=0", NULL);
	/*
	 * Above what the watch allows: it ends the sandbox and says why, these
	 * hold what happens between two of its looks.
	 */
	append_limit(argv, "nproc", RLIMIT_NPROC,
		     (guint64)limits->processes + limits->processes / 8 + 16);
	append_limit(argv, "as", RLIMIT_AS, 2 * limits->memory);
	append_limit(argv, "fsize", RLIMIT_FSIZE, limits->file);
	ks_argv_append(argv, "--", NULL);
}

void ks_sandbox_append(const KsSandbox *sandbox, const char *cwd, int status_fd,
		       int filter_fd, GPtrArray *argv)
{
	ks_argv_append(argv, "bwrap", "--die-with-parent", "--new-session",
		       "--clearenv", "--setenv", "PATH", "/usr/bin:/usr/sbin",
		       "--setenv", "HOME", "/tmp", "--setenv", "LC_ALL",
		       "C.UTF-8", NULL);
	if (ks_sandbox_drops_user())
		ks_argv_append(argv, "--unshare-ipc", "--unshare-pid",
			       "--unshare-net", "--unshare-uts",
			       "--unshare-cgroup-try", "--cap-add",
			       "CAP_SETUID", "--cap-add", "CAP_SETGID",
			       "--cap-add", "CAP_SETPCAP", NULL);
	else
		ks_argv_append(argv, "--unshare-all", NULL);
	append_number(argv, "--json-status-fd", status_fd);
	if (filter_fd >= 0)
		append_number(argv, "--seccomp", filter_fd);
	append_system(sandbox, argv);
	for (guint i = 0; i < sandbox->ro->len; i++) {
		append_parents(argv, sandbox->ro->pdata[i]);
		ks_argv_append(argv, "--ro-bind", sandbox->ro->pdata[i],
			       sandbox->ro->pdata[i], NULL);
	}
	for (guint i = 0; i < sandbox->rw->len; i++) {
		append_parents(argv, sandbox->rw->pdata[i]);
		ks_argv_append(argv, "--bind", sandbox->rw->pdata[i],
			       sandbox->rw->pdata[i], NULL);
	}
	ks_argv_append(argv, "--remount-ro", "/dev", "--remount-ro", "/",
		       "--chdir", cwd ? cwd : "/tmp", "--", NULL);
	if (ks_sandbox_drops_user()) {
		ks_argv_append(argv, "setpriv", NULL);
		g_ptr_array_add(argv,
				g_strdup_printf("--reuid=%d", KS_SANDBOX_UID));
		g_ptr_array_add(argv,
				g_strdup_printf("--regid=%d", KS_SANDBOX_GID));
		ks_argv_append(argv, "--clear-groups", "--bounding-set=-all",
			       "--inh-caps=-all", "--no-new-privs", "--", NULL);
	}
	append_limits(&sandbox->limits, argv);
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
