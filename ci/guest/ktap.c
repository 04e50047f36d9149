// SPDX-License-Identifier: GPL-2.0
#include "ktap.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/*
 * The report has a fixed descriptor in this process, as output has 1: pid 1
 * and its child, which inherits it, know it by that.
 */
#define KTAP_FD 63

int ktap_open(const char *tty)
{
	int fd = open(tty, O_WRONLY | O_NOCTTY);
	struct termios mode;

	if (fd < 0)
		return -1;
	if (fd != KTAP_FD) {
		if (dup2(fd, KTAP_FD) < 0)
			return -1;
		close(fd);
	}
	if (tcgetattr(KTAP_FD, &mode))
		return -1;
	cfmakeraw(&mode);
	cfsetspeed(&mode, B115200);
	return tcsetattr(KTAP_FD, TCSANOW, &mode);
}

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void put_line(char *line, size_t size, int len)
{
	size_t done = 0;
	size_t all;

	all = len < 0 ? 0 : (size_t)len < size - 1 ? (size_t)len : size - 2;
	line[all++] = '\n';
	while (done < all) {
		ssize_t n = write(KTAP_FD, line + done, all - done);

		if (n <= 0)
			return;
		done += n;
	}
	tcdrain(KTAP_FD);
}

static void put(const char *fmt, ...)
{
	char line[512];
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(line, sizeof(line) - 1, fmt, ap);
	va_end(ap);
	put_line(line, sizeof(line), len);
}

void ktap_begin(const char *nonce, unsigned int tests)
{
	put("KTAP version 1");
	put("# nonce %s begin", nonce);
	put("1..%u", tests);
}

void ktap_end(const char *nonce)
{
	put("# nonce %s end", nonce);
}

void ktap_run(const char *name)
{
	put("# run %s", name);
}

void ktap_ok(unsigned int n, const char *name)
{
	put("ok %u %s", n, name);
}

void ktap_skip(unsigned int n, const char *name, const char *reason)
{
	put("ok %u %s # SKIP %s", n, name, reason);
}

void ktap_fail(unsigned int n, const char *name, const char *reason)
{
	put("not ok %u %s # %s", n, name, reason);
}

void ktap_note(const char *fmt, ...)
{
	char line[512] = "# ";
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(line + 2, sizeof(line) - 3, fmt, ap);
	va_end(ap);
	put_line(line, sizeof(line), len < 0 ? len : len + 2);
}
