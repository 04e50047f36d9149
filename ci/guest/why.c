// SPDX-License-Identifier: GPL-2.0
#include "why.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void vset(struct why *why, const char *fmt, va_list ap)
{
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	for (char *c = why->text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '.';
}

int why_set(struct why *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vset(why, fmt, ap);
	va_end(ap);
	return -1;
}

int why_errno(struct why *why, const char *fmt, ...)
{
	int saved = errno;
	size_t used;
	va_list ap;

	va_start(ap, fmt);
	vset(why, fmt, ap);
	va_end(ap);
	used = strlen(why->text);
	snprintf(why->text + used, sizeof(why->text) - used, ": %s",
		 strerror(saved));
	errno = saved;
	return -1;
}
