/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PROCS_H
#define KS_PROCS_H

#include <glib.h>
#include <sys/types.h>

/* A process as /proc/PID/stat has it: proc_pid_stat(5). */
typedef struct {
	pid_t pid;
	pid_t parent;
	guint threads; /* 0: a zombie's last one may be gone */
	gint64 cpu_us; /* its own and that of the children it waited for */
} KsProc;

/*
 * All processes below @root, @root itself left out: a GArray of KsProc in no
 * order.  Complete for the processes of a sandbox, because an orphan there
 * becomes a child of the namespace's first process, which is below @root.
 * Looks through /proc once, which takes about a millisecond for a hundred
 * processes.
 */
GArray *ks_procs_below(pid_t root);

/*
 * Memory in bytes that belongs to process @pid alone (statm's resident less
 * shared pages); 0 when it is gone.
 */
guint64 ks_proc_memory(pid_t pid);

#endif
