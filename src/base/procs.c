// SPDX-License-Identifier: GPL-2.0
#include "base/procs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum {
	UNKNOWN,
	BELOW,
	ELSEWHERE
} Place;

static bool read_small(int dir, const char *name, char *text, size_t size)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, text, size - 1);
	close(fd);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return true;
}

static bool read_stat(int dir, const char *pid, KsProc *proc)
{
	guint64 utime, stime;
	gint64 cutime, cstime;
	int parent;
	char name[32], text[1024];
	const char *rest;

	snprintf(name, sizeof(name), "%s/stat", pid);
	if (!read_small(dir, name, text, sizeof(text)))
		return false;
	/* the name of the program may hold anything, also brackets */
	rest = strrchr(text, ')');
	if (!rest ||
	    sscanf(rest + 1,
		   " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64
		   " %" SCNu64 " %" SCNd64 " %" SCNd64 " %*d %*d %u",
		   &parent, &utime, &stime, &cutime, &cstime,
		   &proc->threads) != 6)
		return false;
	proc->pid = atoi(pid);
	proc->parent = parent;
	proc->cpu_us = (gint64)(utime + stime + cutime + cstime) *
		       G_USEC_PER_SEC / sysconf(_SC_CLK_TCK);
	return true;
}

static GArray *read_all(void)
{
	GArray *procs = g_array_new(FALSE, FALSE, sizeof(KsProc));
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		KsProc proc;

		if (g_ascii_isdigit(entry->d_name[0]) &&
		    read_stat(dirfd(dir), entry->d_name, &proc))
			g_array_append_val(procs, proc);
	}
	if (dir)
		closedir(dir);
	return procs;
}

/* Mark process @i, and those on the way up from it, as below @root or not. */
static void place(const GArray *procs, GHashTable *by_pid, pid_t root,
		  guint8 *places, guint i)
{
	g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(guint));
	Place found = UNKNOWN;

	while (found == UNKNOWN) {
		pid_t parent = g_array_index(procs, KsProc, i).parent;
		gpointer next;

		g_array_append_val(path, i);
		/* until decided; ends a circle, which a reused id could make */
		places[i] = ELSEWHERE;
		if (parent == root) {
			found = BELOW;
		} else if (!g_hash_table_lookup_extended(
				   by_pid, GINT_TO_POINTER(parent), NULL,
				   &next)) {
			found = ELSEWHERE;
		} else {
			i = GPOINTER_TO_UINT(next);
			found = places[i];
		}
	}
	for (guint j = 0; j < path->len; j++)
		places[g_array_index(path, guint, j)] = found;
}

GArray *ks_procs_below(pid_t root)
{
	g_autoptr(GArray) procs = read_all();
	g_autoptr(GHashTable) by_pid = g_hash_table_new(NULL, NULL);
	g_autofree guint8 *places = g_new0(guint8, procs->len + 1);
	GArray *below = g_array_new(FALSE, FALSE, sizeof(KsProc));

	for (guint i = 0; i < procs->len; i++)
		g_hash_table_insert(
			by_pid,
			GINT_TO_POINTER(g_array_index(procs, KsProc, i).pid),
			GUINT_TO_POINTER(i));
	for (guint i = 0; i < procs->len; i++) {
		if (places[i] == UNKNOWN)
			place(procs, by_pid, root, places, i);
		if (places[i] == BELOW)
			g_array_append_val(below,
					   g_array_index(procs, KsProc, i));
	}
	return below;
}

guint64 ks_proc_memory(pid_t pid)
{
	guint64 resident, shared;
	char name[64], text[256];

	snprintf(name, sizeof(name), "/proc/%d/statm", pid);
	if (!read_small(AT_FDCWD, name, text, sizeof(text)) ||
	    sscanf(text, "%*u %" SCNu64 " %" SCNu64, &resident, &shared) != 2 ||
	    shared > resident)
		return 0;
	return (resident - shared) * (guint64)sysconf(_SC_PAGESIZE);
}
