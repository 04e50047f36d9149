// SPDX-License-Identifier: GPL-2.0
#include "check/sched.h"

#include <stdio.h>

#define MIB 1024

struct KsSched {
	GMutex lock;
	GCond changed;
	GQueue waiting; /* Item */
	GQueue ended; /* Item, whose threads are to be joined */
	guint cores, memory_mib;
	guint running[KS_JOB_KINDS];
	guint memory_used;
	guint all;
	GError *error;
};

typedef struct {
	KsSched *sched;
	KsJob job;
	GThread *thread;
} Item;

/* MemAvailable of /proc/meminfo, in MiB; a modest guess without it. */
static guint available_memory(void)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	guint64 kib = 0;

	if (g_file_get_contents("/proc/meminfo", &text, NULL, NULL))
		lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines && lines[i]; i++)
		if (sscanf(lines[i], "MemAvailable: %" G_GUINT64_FORMAT,
			   &kib) == 1)
			return kib / MIB;
	return 2 * MIB;
}

KsSched *ks_sched_new(guint cores, guint memory_mib)
{
	KsSched *sched = g_new0(KsSched, 1);

	g_mutex_init(&sched->lock);
	g_cond_init(&sched->changed);
	g_queue_init(&sched->waiting);
	g_queue_init(&sched->ended);
	sched->cores = cores ? cores : g_get_num_processors();
	sched->memory_mib = memory_mib ? memory_mib : available_memory();
	return sched;
}

void ks_sched_free(KsSched *sched)
{
	g_queue_clear_full(&sched->waiting, g_free);
	g_clear_error(&sched->error);
	g_mutex_clear(&sched->lock);
	g_cond_clear(&sched->changed);
	g_free(sched);
}

/* Behind all that have its rank or a lower one; with the lock held. */
static void enqueue(KsSched *sched, Item *item)
{
	GList *at = sched->waiting.tail;

	while (at && ((Item *)at->data)->job.rank > item->job.rank)
		at = at->prev;
	if (at)
		g_queue_insert_after(&sched->waiting, at, item);
	else
		g_queue_push_head(&sched->waiting, item);
}

void ks_sched_add(KsSched *sched, const KsJob *job)
{
	Item *item = g_new0(Item, 1);

	item->sched = sched;
	item->job = *job;
	g_mutex_lock(&sched->lock);
	enqueue(sched, item);
	g_cond_signal(&sched->changed);
	g_mutex_unlock(&sched->lock);
}

/* How many of a kind may run: a make has all cores, the others half of them. */
static guint share(const KsSched *sched, KsJobKind kind)
{
	return kind == KS_JOB_COMPILE ? 1 : MAX(1, sched->cores / 2);
}

static bool fits(const KsSched *sched, const KsJob *job)
{
	if (sched->running[job->kind] >= share(sched, job->kind))
		return false;
	/* one that is too big for the machine runs alone */
	return !sched->all ||
	       sched->memory_used + job->memory_mib <= sched->memory_mib;
}

static gpointer run_item(gpointer data)
{
	Item *item = data;
	KsSched *sched = item->sched;
	g_autoptr(GError) why = NULL;
	bool ok = item->job.run(item->job.data, &why);

	g_mutex_lock(&sched->lock);
	sched->running[item->job.kind]--;
	sched->memory_used -= item->job.memory_mib;
	sched->all--;
	if (!ok && !sched->error)
		sched->error = g_steal_pointer(&why);
	g_queue_push_tail(&sched->ended, item);
	g_cond_signal(&sched->changed);
	g_mutex_unlock(&sched->lock);
	return NULL;
}

/* Start the first that fits; with the lock held. */
static bool start_one(KsSched *sched)
{
	if (sched->error)
		return false;
	for (GList *at = sched->waiting.head; at; at = at->next) {
		Item *item = at->data;

		if (!fits(sched, &item->job))
			continue;
		g_queue_delete_link(&sched->waiting, at);
		sched->running[item->job.kind]++;
		sched->memory_used += item->job.memory_mib;
		sched->all++;
		item->thread = g_thread_new("job", run_item, item);
		return true;
	}
	return false;
}

/* With the lock held, which an ended thread no longer wants for long. */
static void reap(KsSched *sched)
{
	Item *item;

	while ((item = g_queue_pop_head(&sched->ended))) {
		g_mutex_unlock(&sched->lock);
		g_thread_join(item->thread);
		g_free(item);
		g_mutex_lock(&sched->lock);
	}
}

bool ks_sched_run(KsSched *sched, GError **error)
{
	g_mutex_lock(&sched->lock);
	for (;;) {
		reap(sched);
		while (start_one(sched))
			;
		if (!sched->all && g_queue_is_empty(&sched->ended))
			break;
		if (g_queue_is_empty(&sched->ended))
			g_cond_wait(&sched->changed, &sched->lock);
	}
	g_mutex_unlock(&sched->lock);
	if (!sched->error)
		return true;
	g_propagate_error(error, g_steal_pointer(&sched->error));
	return false;
}
