// SPDX-License-Identifier: GPL-2.0
#include "tree/store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/error.h"
#include "tree/git.h"

#define LOCK_POLL_US (200 * 1000)

struct KsStoreLock {
	int fd;
};

static bool fail(GError **error, const char *path, const char *what)
{
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: cannot %s: %s", path,
		    what, g_strerror(errno));
	return false;
}

static bool wait_for_lock(KsContext *context, int fd, const char *path,
			  GError **error)
{
	bool said = false;

	while (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return fail(error, path, "lock");
		if (g_cancellable_is_cancelled(context->cancel)) {
			g_set_error(error, KS_ERROR, KS_ERROR_CANCELLED,
				    "%s: interrupted", path);
			return false;
		}
		if (!said && context->progress)
			ks_progress_say(
				context->progress,
				"waiting for another kseries that changes the trees");
		said = true;
		g_usleep(LOCK_POLL_US);
	}
	return true;
}

KsStoreLock *ks_store_lock(KsContext *context, GError **error)
{
	g_autofree char *path = ks_home_path(context, "trees.lock", NULL);
	g_autoptr(KsStoreLock) lock = g_new0(KsStoreLock, 1);

	lock->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (lock->fd < 0) {
		fail(error, path, "open");
		return NULL;
	}
	if (!wait_for_lock(context, lock->fd, path, error) ||
	    !ks_git_init(context, error))
		return NULL;
	return g_steal_pointer(&lock);
}

void ks_store_unlock(KsStoreLock *lock)
{
	if (lock->fd >= 0)
		close(lock->fd);
	g_free(lock);
}

static char *store_path(const KsContext *context, const char *name)
{
	return ks_home_path(context, "trees.git", name, NULL);
}

/* Call @fn for every pack file below @from; stops at the first that fails. */
static bool each_pack(const char *from, const char *to, const char *suffix,
		      bool (*fn)(const char *, const char *, GError **),
		      GError **error)
{
	g_autoptr(GDir) dir = g_dir_open(from, 0, error);
	const char *name;

	if (!dir)
		return false;
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *source = g_build_filename(from, name, NULL);
		g_autofree char *target = g_build_filename(to, name, NULL);

		if (g_str_has_prefix(name, "pack-") &&
		    g_str_has_suffix(name, suffix) &&
		    !fn(source, target, error))
			return false;
	}
	return true;
}

static bool show_pack(const char *source, const char *target, GError **error)
{
	if (symlink(source, target) == 0)
		return true;
	return fail(error, target, "make this link");
}

static bool move_pack(const char *source, const char *target, GError **error)
{
	if (g_file_test(source, G_FILE_TEST_IS_SYMLINK))
		return true;
	if (g_rename(source, target) == 0)
		return true;
	return fail(error, target, "move the pack there");
}

void ks_store_discard(const KsContext *context)
{
	g_autofree char *quarantine = store_path(context, "quarantine");
	g_autofree char *path = ks_home_path(context, "trees.git", NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	ks_rmtree(quarantine);
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *report = g_build_filename(path, name, NULL);

		if (g_str_has_prefix(name, "fast_import_crash_"))
			g_unlink(report);
	}
}

char *ks_store_quarantine(const KsContext *context, GError **error)
{
	g_autofree char *dir = store_path(context, "quarantine");
	g_autofree char *pack = g_build_filename(dir, "pack", NULL);
	g_autofree char *packs = store_path(context, "objects/pack");

	ks_store_discard(context);
	if (!ks_mkdir(pack, error) ||
	    !each_pack(packs, pack, ".pack", show_pack, error) ||
	    !each_pack(packs, pack, ".idx", show_pack, error))
		return NULL;
	return g_steal_pointer(&dir);
}

bool ks_store_release(const KsContext *context, GError **error)
{
	g_autofree char *dir = store_path(context, "quarantine");
	g_autofree char *pack = g_build_filename(dir, "pack", NULL);
	g_autofree char *packs = store_path(context, "objects/pack");

	/* a pack is there for git once its index is */
	if (!each_pack(pack, packs, ".pack", move_pack, error) ||
	    !each_pack(pack, packs, ".idx", move_pack, error))
		return false;
	ks_rmtree(dir);
	return true;
}

/* The lines of a file of ours; none if it is not there. */
static bool read_lines(const char *path, GPtrArray *lines, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	g_auto(GStrv) split = NULL;

	if (!g_file_get_contents(path, &text, NULL, &why)) {
		if (g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_NOENT))
			return true;
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s",
			    why->message);
		return false;
	}
	split = g_strsplit(text, "\n", -1);
	for (char **line = split; *line; line++)
		if (**line)
			g_ptr_array_add(lines, g_strdup(*line));
	return true;
}

static bool write_lines(const char *path, GPtrArray *lines, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < lines->len; i++)
		g_string_append_printf(text, "%s\n", (char *)lines->pdata[i]);
	if (!text->len)
		return g_unlink(path) == 0 || errno == ENOENT ||
		       fail(error, path, "remove");
	return ks_write_file(path, text->str, text->len, error);
}

static char *alternates_path(const KsContext *context)
{
	return store_path(context, "objects/info/alternates");
}

bool ks_store_borrow(const KsContext *context, const char *objects,
		     GError **error)
{
	g_autofree char *path = alternates_path(context);
	g_autofree char *own = store_path(context, "objects");
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);

	/* a commit of our own store can be a tree too */
	if (g_str_equal(objects, own))
		return true;
	if (strpbrk(objects, "\n\"")) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: git cannot borrow from a path with a quote or a newline; rename it",
			objects);
		return false;
	}
	if (!read_lines(path, lines, error))
		return false;
	if (g_ptr_array_find_with_equal_func(lines, objects, g_str_equal, NULL))
		return true;
	g_ptr_array_add(lines, g_strdup(objects));
	return write_lines(path, lines, error);
}

/* Drop @objects, or with NULL what is not there. */
static bool drop_alternates(const KsContext *context, const char *objects,
			    GError **error)
{
	g_autofree char *path = alternates_path(context);
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	guint i = 0;

	if (!read_lines(path, lines, error))
		return false;
	while (i < lines->len) {
		const char *line = lines->pdata[i];

		if (objects ? g_str_equal(line, objects) :
			      !g_file_test(line, G_FILE_TEST_IS_DIR))
			g_ptr_array_remove_index(lines, i);
		else
			i++;
	}
	return write_lines(path, lines, error);
}

bool ks_store_unborrow(const KsContext *context, const char *objects,
		       GError **error)
{
	return drop_alternates(context, objects, error);
}

bool ks_store_unborrow_lost(const KsContext *context, GError **error)
{
	return drop_alternates(context, NULL, error);
}

bool ks_store_add_shallow(const KsContext *context, const char *shallow,
			  GError **error)
{
	g_autofree char *path = store_path(context, "shallow");
	g_autoptr(GPtrArray) ours = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) theirs = g_ptr_array_new_with_free_func(g_free);
	guint before;

	if (!read_lines(path, ours, error) ||
	    !read_lines(shallow, theirs, error))
		return false;
	before = ours->len;
	for (guint i = 0; i < theirs->len; i++)
		if (!g_ptr_array_find_with_equal_func(ours, theirs->pdata[i],
						      g_str_equal, NULL))
			g_ptr_array_add(ours, g_strdup(theirs->pdata[i]));
	return ours->len == before || write_lines(path, ours, error);
}
