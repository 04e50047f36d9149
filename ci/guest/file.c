// SPDX-License-Identifier: GPL-2.0
#include "file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int file_read(const char *path, char *buf, size_t size, struct why *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t used = 0;
	ssize_t n;

	if (fd < 0)
		return why_errno(why, "%s cannot be opened", path);
	do {
		n = read(fd, buf + used, size - 1 - used);
		if (n > 0)
			used += n;
	} while (n > 0 && used < size - 1);
	if (n < 0)
		why_errno(why, "%s cannot be read", path);
	close(fd);
	buf[used] = '\0';
	return n < 0 ? -1 : (int)used;
}

int file_write(const char *path, const char *text, struct why *why)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return why_errno(why, "%s cannot be opened", path);
	n = write(fd, text, strlen(text));
	if (n < 0)
		why_errno(why, "%s does not accept \"%s\"", path, text);
	close(fd);
	return n < 0 ? -1 : 0;
}
