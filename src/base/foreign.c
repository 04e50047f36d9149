// SPDX-License-Identifier: GPL-2.0
#include "base/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define READ_MAX (256 << 20)

int ks_foreign_open(const char *path, GError **error)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: %s", path,
			    g_strerror(errno));
		return -1;
	}
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: not a regular file, and not read", path);
	return -1;
}

char *ks_foreign_read(const char *path, gsize *len, GError **error)
{
	int fd = ks_foreign_open(path, error);
	g_autoptr(GString) text = g_string_new(NULL);
	char buffer[65536];
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	while (text->len <= READ_MAX &&
	       (n = read(fd, buffer, sizeof(buffer))) > 0)
		g_string_append_len(text, buffer, n);
	close(fd);
	if (n == 0) {
		if (len)
			*len = text->len;
		return g_string_free(g_steal_pointer(&text), FALSE);
	}
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: %s", path,
		    n < 0 ? g_strerror(errno) : "larger than 256 MiB");
	return NULL;
}

static bool write_all(int fd, const char *bytes, gsize len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		len -= n;
	}
	return true;
}

static bool copy(int from, int to)
{
	char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0)
		if (!write_all(to, buffer, n))
			return false;
	return n == 0;
}

bool ks_foreign_copy(const char *path, const char *to, GError **error)
{
	g_autofree char *new = g_strconcat(to, ".new", NULL);
	int from = ks_foreign_open(path, error);
	int fd;
	bool ok;

	if (from < 0)
		return false;
	fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
		  0644);
	ok = fd >= 0 && copy(from, fd);
	if (!ok)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot be copied to %s: %s", path, new,
			    g_strerror(errno));
	if (fd >= 0)
		close(fd);
	close(from);
	if (ok && rename(new, to) != 0) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot rename: %s", new, g_strerror(errno));
		ok = false;
	}
	return ok;
}
