// SPDX-License-Identifier: GPL-2.0
#include "base/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

typedef struct {
	const char *path; /* for messages */
	KsWalkVisit visit;
	gpointer data;
	GError **error;
} Walk;

static bool walk_entry(const Walk *walk, int dir, const char *name,
		       guint depth);

static bool walk_error(const Walk *walk, const char *name)
{
	int code = errno;

	if (code == ENOENT)
		return true;
	g_set_error(walk->error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot read %s in it: %s", walk->path, name,
		    g_strerror(code));
	return false;
}

static bool walk_folder(const Walk *walk, int dir, const char *name,
			guint depth)
{
	int fd = openat(dir, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct dirent *entry;
	bool ok = true;
	DIR *stream;

	if (fd < 0)
		return walk_error(walk, name);
	stream = fdopendir(fd);
	if (!stream) {
		close(fd);
		return walk_error(walk, name);
	}
	while (ok && (entry = readdir(stream))) {
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			ok = walk_entry(walk, fd, entry->d_name, depth + 1);
	}
	closedir(stream);
	return ok;
}

static bool walk_entry(const Walk *walk, int dir, const char *name, guint depth)
{
	struct stat st;

	if (depth > KS_WALK_DEPTH) {
		g_set_error(walk->error, KS_ERROR, KS_ERROR_LIMIT,
			    "%s: more than %d folders deep", walk->path,
			    KS_WALK_DEPTH);
		return false;
	}
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return walk_error(walk, name);
	if (S_ISDIR(st.st_mode) && !walk_folder(walk, dir, name, depth))
		return false;
	return walk->visit(dir, name, &st, walk->data);
}

bool ks_walk(const char *path, KsWalkVisit visit, gpointer data, GError **error)
{
	Walk walk = {
		.path = path, .visit = visit, .data = data, .error = error};

	return walk_entry(&walk, AT_FDCWD, path, 0);
}
