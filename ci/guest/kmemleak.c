// SPDX-License-Identifier: GPL-2.0
#include "kmemleak.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "clock.h"
#include "file.h"
#include "ktap.h"

#define DEBUGFS "/sys/kernel/debug"
#define CONTROL DEBUGFS "/kmemleak"

/* MSECS_MIN_AGE of mm/kmemleak.c is 5000: younger objects are passed over. */
#define MIN_AGE_MS 5500
#define NOTES	   60 /* lines of the kernel's list that the report shows */
#define FRAMES	   4 /* functions that the reason names */

/*
 * Functions that every backtrace begins with: they say what was allocated, not
 * who lost it.
 */
static bool is_allocator(const char *function)
{
	static const char *const prefix[] = {"kmem", "__kmem", "kmalloc",
					     "__kmalloc", "slab_"};

	for (unsigned int i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++)
		if (!strncmp(function, prefix[i], strlen(prefix[i])))
			return true;
	return false;
}

/*
 * The function in a line of a backtrace, "    [<(____ptrval____)>] f+0x1/0x2"
 * and since 6.4 "    f+0x1/0x2"; NULL if it is another line.
 */
static const char *find_function(char *line)
{
	char *end = strstr(line, ">] ");

	line = end ? end + 3 : line + strspn(line, " ");
	end = strchr(line, '+');
	if (!strncmp(line, "0xffff", 6))
		return "[unloaded]"; /* it was a module's */
	if (!end || end == line)
		return NULL;
	for (const char *c = line; c < end; c++)
		if (!isalnum(*c) && *c != '_' && *c != '.')
			return NULL;
	*end = '\0';
	return line;
}

static void add(struct why *why, const char *lead, const char *text)
{
	size_t used = strlen(why->text);

	snprintf(why->text + used, sizeof(why->text) - used, "%s%.60s", lead,
		 text);
}

/* Reads the kernel's list; of its first object a reason is made. */
static int judge(FILE *list, struct why *why)
{
	unsigned int frames = 0, lines = 0;
	char line[256];
	const char *function;
	int objects = 0;

	while (fgets(line, sizeof(line), list)) {
		line[strcspn(line, "\n")] = '\0';
		if (lines++ < NOTES)
			ktap_note("kmemleak: %s", line);
		if (!strncmp(line, "unreferenced object", 19)) {
			char *size = strstr(line, "(size ");

			if (++objects == 1)
				why_set(why, "%lu bytes from",
					size ? strtoul(size + 6, NULL, 10) : 0);
		} else if (objects == 1 && frames < FRAMES) {
			function = find_function(line);
			if (function && !is_allocator(function))
				add(why, frames++ ? " < " : " ", function);
		}
	}
	return objects;
}

bool kmemleak_find(void)
{
	return !mount("debugfs", DEBUGFS, "debugfs", 0, "") &&
	       !access(CONTROL, R_OK | W_OK);
}

int kmemleak_scan(struct why *why)
{
	struct why first;
	FILE *list;
	int n;

	clock_sleep_ms(MIN_AGE_MS);
	/*
	 * An object is reported when its content has not changed in between.
	 * A scan takes seconds of the host's time: the note says we are alive.
	 */
	for (int i = 1; i <= 2; i++) {
		ktap_note("kmemleak: scan %d of 2", i);
		if (file_write(CONTROL, "scan", why))
			return -1;
	}
	list = fopen(CONTROL, "re");
	if (!list)
		return why_errno(why, CONTROL);
	n = judge(list, &first);
	if (ferror(list))
		n = why_errno(why, CONTROL " cannot be read");
	else if (n)
		why_set(why, "%d leak%s, the first of %.200s", n,
			n > 1 ? "s" : "", first.text);
	fclose(list);
	return n;
}
