// SPDX-License-Identifier: GPL-2.0
#include "base/limits.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/disk.h"
#include "base/procs.h"

#define LOOK_US G_USEC_PER_SEC
/* A total that moved by this part of a limit asks for a look at once. */
#define PART 4

/* Totals of the machine, cheap to read. */
typedef struct {
	guint64 tasks; /* processes and threads */
	guint64 memory; /* free bytes */
} Totals;

/* What is free on the file system of one writable path. */
typedef struct {
	const char *path;
	guint64 bytes, files;
} Space;

struct KsLimitWatch {
	const KsLimits *limits;
	GArray *spaces; /* Space: as they were when last looked at closely */
	Totals seen;
	gint64 started; /* seconds since 1970 */
	gint64 looked; /* monotonic us */
	gint64 cpu_us;
};

KsLimits ks_limits_default(void)
{
	guint64 mib = 1 << 20;
	guint jobs = g_get_num_processors();

	return (KsLimits){
		.processes = 512 + 32 * jobs,
		.memory = 4096 * mib + 512 * mib * jobs,
		.tmp = 1024 * mib,
		.file = 4096 * mib,
		.disk = 8192 * mib,
		.files = 200000,
	};
}

static Totals read_totals(void)
{
	Totals totals = {0};
	struct sysinfo info;

	if (sysinfo(&info) == 0) {
		totals.tasks = info.procs;
		totals.memory = (guint64)info.freeram * info.mem_unit;
	}
	return totals;
}

static bool read_space(const char *path, Space *space)
{
	struct statvfs st;

	if (statvfs(path, &st) < 0)
		return false;
	space->bytes = (guint64)st.f_bavail * st.f_frsize;
	space->files = st.f_favail;
	return true;
}

KsLimitWatch *ks_limit_watch_new(const KsLimits *limits, const char *const *rw)
{
	KsLimitWatch *watch = g_new0(KsLimitWatch, 1);

	watch->limits = limits;
	watch->started = g_get_real_time() / G_USEC_PER_SEC;
	watch->looked = g_get_monotonic_time();
	watch->seen = read_totals();
	watch->spaces = g_array_new(FALSE, TRUE, sizeof(Space));
	for (guint i = 0; rw[i]; i++) {
		Space space = {.path = rw[i]};

		read_space(rw[i], &space);
		g_array_append_val(watch->spaces, space);
	}
	return watch;
}

void ks_limit_watch_free(KsLimitWatch *watch)
{
	g_array_unref(watch->spaces);
	g_free(watch);
}

static char *megabytes(const char *what, guint64 bytes)
{
	return g_strdup_printf("more than %" G_GUINT64_FORMAT " MiB %s",
			       bytes >> 20, what);
}

/* The private /tmp, seen through the root of a process that has it. */
static char *check_tmp(const KsLimits *limits, const GArray *procs)
{
	struct stat ours, theirs;
	struct statvfs st;

	if (stat("/tmp", &ours) < 0)
		return NULL;
	for (guint i = 0; i < procs->len; i++) {
		pid_t pid = g_array_index(procs, KsProc, i).pid;
		g_autofree char *tmp =
			g_strdup_printf("/proc/%d/root/tmp", pid);

		/* bwrap's own process sees the /tmp of the machine */
		if (stat(tmp, &theirs) < 0 || theirs.st_dev == ours.st_dev ||
		    statvfs(tmp, &st) < 0)
			continue;
		if (st.f_bfree == 0)
			return megabytes("in /tmp", limits->tmp);
		if (st.f_files - st.f_ffree > limits->files)
			return g_strdup_printf("more than %u files in /tmp",
					       limits->files);
		return NULL;
	}
	return NULL;
}

static char *check_processes(KsLimitWatch *watch, const GArray *procs)
{
	const KsLimits *limits = watch->limits;
	guint64 memory = 0;
	guint threads = 0;
	gint64 cpu_us = 0;

	for (guint i = 0; i < procs->len; i++) {
		const KsProc *proc = &g_array_index(procs, KsProc, i);

		threads += MAX(proc->threads, 1);
		cpu_us += proc->cpu_us;
		memory += ks_proc_memory(proc->pid);
	}
	watch->cpu_us = MAX(watch->cpu_us, cpu_us);
	if (threads > limits->processes)
		return g_strdup_printf("more than %u processes",
				       limits->processes);
	if (memory > limits->memory)
		return megabytes("of memory", limits->memory);
	return NULL;
}

/* Whether so much of a file system went that a closer look is worth it. */
static bool space_went(const KsLimits *limits, Space *space)
{
	Space now = {0};

	if (!read_space(space->path, &now))
		return false;
	/* what others freed must not hide what is written next */
	space->bytes = MAX(space->bytes, now.bytes);
	space->files = MAX(space->files, now.files);
	if (space->bytes - now.bytes <= limits->disk / PART &&
	    space->files - now.files <= limits->files / PART)
		return false;
	space->bytes = now.bytes;
	space->files = now.files;
	return true;
}

static char *check_disk(KsLimitWatch *watch, pid_t root)
{
	const KsLimits *limits = watch->limits;
	KsDiskUse use = {0};
	bool look = false;

	for (guint i = 0; i < watch->spaces->len; i++)
		look |= space_went(limits,
				   &g_array_index(watch->spaces, Space, i));
	if (!look)
		return NULL;
	use.since = watch->started;
	use.max_bytes = limits->disk;
	use.max_files = limits->files;
	for (guint i = 0; i < watch->spaces->len; i++)
		ks_disk_add_folder(&use,
				   g_array_index(watch->spaces, Space, i).path);
	ks_disk_add_deleted(&use, root);
	if (use.too_deep)
		return g_strdup("folders nested without end");
	if (use.bytes > limits->disk)
		return megabytes("on the disk", limits->disk);
	if (use.files > limits->files)
		return g_strdup_printf("more than %u files", limits->files);
	return NULL;
}

/* Whether a total of the machine moved so much that it may be the sandbox's. */
static bool totals_moved(const KsLimitWatch *watch)
{
	const KsLimits *limits = watch->limits;
	Totals now = read_totals();

	return now.tasks > watch->seen.tasks + limits->processes / PART ||
	       now.memory + limits->memory / PART < watch->seen.memory;
}

bool ks_limit_watch_tick(KsLimitWatch *watch, pid_t root, char **reason)
{
	gint64 now = g_get_monotonic_time();
	char *found = check_disk(watch, root);

	if (!found && (now - watch->looked >= LOOK_US || totals_moved(watch))) {
		g_autoptr(GArray) procs = ks_procs_below(root);

		watch->looked = now;
		watch->seen = read_totals();
		found = check_processes(watch, procs);
		if (!found)
			found = check_tmp(watch->limits, procs);
	}
	*reason = found;
	return !found;
}

gint64 ks_limit_watch_cpu_us(const KsLimitWatch *watch)
{
	return watch->cpu_us;
}
