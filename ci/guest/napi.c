// SPDX-License-Identifier: GPL-2.0
#include "napi.h"

#include <dirent.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

#define DEFER_NS    "2000000000"
#define DEFER_POLLS "1000"

static int set(const struct nic *nic, const char *name, const char *value,
	       struct why *why)
{
	char path[96];

	snprintf(path, sizeof(path), "/sys/class/net/%s/%s", nic->name, name);
	return file_write(path, value, why);
}

static bool has_threads(const struct nic *nic)
{
	char path[96];

	snprintf(path, sizeof(path), "/sys/class/net/%s/threaded", nic->name);
	return !access(path, W_OK);
}

/* Threads named "napi/IFNAME-ID" run only when nothing else wants to. */
static int demote_threads(const struct nic *nic, struct why *why)
{
	struct sched_param param = {0};
	unsigned int found = 0;
	struct dirent *entry;
	char prefix[32];
	DIR *dir = opendir("/proc");

	if (!dir)
		return why_errno(why, "/proc");
	snprintf(prefix, sizeof(prefix), "napi/%.8s-", nic->name);
	while ((entry = readdir(dir))) {
		pid_t pid = atoi(entry->d_name);
		char path[48];
		char comm[32];

		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		if (pid <= 0 || file_read(path, comm, sizeof(comm), why) < 0 ||
		    strncmp(comm, prefix, strlen(prefix)))
			continue;
		if (!sched_setscheduler(pid, SCHED_IDLE, &param))
			found++;
	}
	closedir(dir);
	return found ? 0 : why_set(why, "no thread %s* to hold back", prefix);
}

int napi_hold(const struct nic *nic, struct why *why)
{
	if (has_threads(nic))
		return set(nic, "threaded", "1", why) ||
				       demote_threads(nic, why) ?
			       -1 :
			       0;
	return set(nic, "gro_flush_timeout", DEFER_NS,
		   why) || set(nic, "napi_defer_hard_irqs", DEFER_POLLS, why) ?
		       -1 :
		       0;
}

int napi_release(const struct nic *nic, struct why *why)
{
	if (has_threads(nic))
		return set(nic, "threaded", "0", why);
	return set(nic, "gro_flush_timeout", "0", why) ||
			       set(nic, "napi_defer_hard_irqs", "0", why) ?
		       -1 :
		       0;
}
