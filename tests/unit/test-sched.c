// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "check/sched.h"
#include "check/visit.h"

#define CORES 4

/* What jobs leave behind, and how many of a kind ran at once. */
typedef struct {
	GMutex lock;
	KsSched *sched;
	int running[KS_JOB_KINDS], most[KS_JOB_KINDS];
	int all, most_at_all;
	int done;
} Log;

typedef struct {
	Log *log;
	KsJobKind kind;
	guint ms;
	guint rank;
	int place; /* which it was to be done */
	bool fails;
	KsJob next; /* added by this one, if it has a function */
} Work;

static bool work(gpointer data, GError **error)
{
	Work *work = data;
	Log *log = work->log;

	g_mutex_lock(&log->lock);
	log->running[work->kind]++;
	log->all++;
	log->most[work->kind] =
		MAX(log->most[work->kind], log->running[work->kind]);
	log->most_at_all = MAX(log->most_at_all, log->all);
	g_mutex_unlock(&log->lock);
	g_usleep(work->ms * 1000);
	if (work->next.run)
		ks_sched_add(log->sched, &work->next);
	g_mutex_lock(&log->lock);
	log->running[work->kind]--;
	log->all--;
	work->place = log->done++;
	g_mutex_unlock(&log->lock);
	if (work->fails)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "as asked");
	return !work->fails;
}

static void add(Log *log, Work *item, KsJobKind kind, guint ms, guint memory)
{
	const KsJob job = {kind, memory, item->rank, work, item};

	item->log = log;
	item->kind = kind;
	item->ms = ms;
	ks_sched_add(log->sched, &job);
}

/* One make at a time; boots beside it; never more than memory allows. */
static void test_shares(void)
{
	Log log = {.sched = ks_sched_new(CORES, 1000)};
	Work items[12] = {0};

	for (guint i = 0; i < 3; i++)
		add(&log, &items[i], KS_JOB_COMPILE, 30, 100);
	for (guint i = 3; i < 9; i++)
		add(&log, &items[i], KS_JOB_BOOT, 30, 100);
	for (guint i = 9; i < 12; i++)
		add(&log, &items[i], KS_JOB_LIGHT, 30, 100);
	g_assert_true(ks_sched_run(log.sched, NULL));
	g_assert_cmpint(log.done, ==, 12);
	g_assert_cmpint(log.most[KS_JOB_COMPILE], ==, 1);
	g_assert_cmpint(log.most[KS_JOB_BOOT], ==, CORES / 2);
	g_assert_cmpint(log.most_at_all, >, 2);
	ks_sched_free(log.sched);
}

/* The lower rank first, whenever it was added; the order of addition in one. */
static void test_rank(void)
{
	static const guint ranks[] = {2, 0, 1, 0, 2, 1};
	static const int places[] = {4, 0, 2, 1, 5, 3};
	Log log = {.sched = ks_sched_new(CORES, 1000)};
	Work items[G_N_ELEMENTS(ranks)] = {0};

	for (guint i = 0; i < G_N_ELEMENTS(ranks); i++) {
		items[i].rank = ranks[i];
		add(&log, &items[i], KS_JOB_COMPILE, 1, 1);
	}
	g_assert_true(ks_sched_run(log.sched, NULL));
	for (guint i = 0; i < G_N_ELEMENTS(ranks); i++)
		g_assert_cmpint(items[i].place, ==, places[i]);
	ks_sched_free(log.sched);
}

/* A boot that is added last does not wait for the makes before it. */
static void test_boot_overtakes(void)
{
	Log log = {.sched = ks_sched_new(2, 1000)};
	Work slow[3] = {0}, boot = {0};

	for (guint i = 0; i < 3; i++)
		add(&log, &slow[i], KS_JOB_COMPILE, 60, 100);
	add(&log, &boot, KS_JOB_BOOT, 10, 100);
	g_assert_true(ks_sched_run(log.sched, NULL));
	g_assert_cmpint(log.most_at_all, ==, 2);
	ks_sched_free(log.sched);
}

static void test_memory(void)
{
	Log log = {.sched = ks_sched_new(8, 1000)};
	Work items[4] = {0};

	for (guint i = 0; i < 3; i++)
		add(&log, &items[i], KS_JOB_BOOT, 20, 600);
	add(&log, &items[3], KS_JOB_BOOT, 10, 5000); /* bigger than all */
	g_assert_true(ks_sched_run(log.sched, NULL));
	g_assert_cmpint(log.done, ==, 4);
	g_assert_cmpint(log.most_at_all, ==, 1);
	ks_sched_free(log.sched);
}

static void test_adds(void)
{
	Log log = {.sched = ks_sched_new(2, 1000)};
	Work second = {.log = &log, .kind = KS_JOB_LIGHT, .ms = 1};
	Work first = {.next = {KS_JOB_LIGHT, 1, 0, work, &second}};

	add(&log, &first, KS_JOB_LIGHT, 1, 1);
	g_assert_true(ks_sched_run(log.sched, NULL));
	g_assert_cmpint(log.done, ==, 2);
	ks_sched_free(log.sched);
}

/* After a failure nothing is begun, and what runs is waited for. */
static void test_fails(void)
{
	Log log = {.sched = ks_sched_new(2, 1000)};
	Work slow = {0}, bad = {.fails = true}, never = {0};
	g_autoptr(GError) error = NULL;

	add(&log, &slow, KS_JOB_BOOT, 60, 1);
	add(&log, &bad, KS_JOB_COMPILE, 1, 1);
	add(&log, &never, KS_JOB_COMPILE, 1, 1);
	g_assert_false(ks_sched_run(log.sched, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_cmpint(log.done, ==, 2);
	ks_sched_free(log.sched);
}

/* Nine patches to eight drivers: the base, one patch, the last. */
static void test_visits(void)
{
	g_autoptr(GPtrArray) spans = ks_spans_new();
	guint at;

	g_assert_false(ks_spans_first(spans, &at));
	ks_spans_add(spans, 2, 9, "e1000");
	ks_spans_add(spans, 3, 9, "i40e");
	ks_spans_add(spans, 1, 1, "e1000");
	ks_spans_add(spans, 1, 1, "e1000");
	ks_spans_add(spans, 0, 2, "i40e");
	g_assert_cmpuint(spans->len, ==, 4);
	g_assert_true(ks_spans_first(spans, &at));
	g_assert_cmpuint(at, ==, 1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/sched/shares", test_shares);
	g_test_add_func("/sched/rank", test_rank);
	g_test_add_func("/sched/boot-overtakes", test_boot_overtakes);
	g_test_add_func("/sched/memory", test_memory);
	g_test_add_func("/sched/adds", test_adds);
	g_test_add_func("/sched/fails", test_fails);
	g_test_add_func("/visit/first", test_visits);
	return g_test_run();
}
