// SPDX-License-Identifier: GPL-2.0
#include "report/log.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/text.h"

/* The real path, if it is one of our logs; to be freed with free(). */
static char *resolve(const KsContext *context, const char *path)
{
	g_autofree char *runs = ks_home_path(context, "runs", NULL);
	char *base = realpath(runs, NULL);
	char *real = realpath(path, NULL);
	gsize len = base ? strlen(base) : 0;
	bool ours = base && real && strncmp(real, base, len) == 0 &&
		    real[len] == '/';

	free(base);
	if (ours)
		return real;
	free(real);
	return NULL;
}

static char *read_tail(int fd, gsize max, guint64 *size)
{
	g_autofree char *bytes = NULL;
	const char *from;
	struct stat st;
	off_t start;
	ssize_t len;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return NULL;
	*size = st.st_size;
	start = st.st_size > (off_t)max ? st.st_size - (off_t)max : 0;
	bytes = g_malloc(max + 1);
	len = pread(fd, bytes, max, start);
	if (len < 0)
		return NULL;
	bytes[len] = '\0';
	from = start ? memchr(bytes, '\n', len) : NULL;
	from = from ? from + 1 : bytes;
	return ks_text_clean(from, len - (from - bytes));
}

char *ks_log_tail(const KsContext *context, const char *path, gsize max,
		  guint64 *size)
{
	char *real = resolve(context, path);
	char *tail = NULL;
	int fd;

	if (!real)
		return NULL;
	fd = open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	free(real);
	if (fd < 0)
		return NULL;
	tail = read_tail(fd, max, size);
	close(fd);
	return tail;
}
