/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TEST_PROGRESS_SCENES_H
#define KS_TEST_PROGRESS_SCENES_H

#include <stdio.h>
#include <unistd.h>

#include "base/progress.h"

/*
 * Each test plays a scene: this program again, at the far end of a pseudo
 * terminal, which waits for a byte at each curtain() until the test has seen
 * what it wants to see.
 */
#define SECOND ((gint64)G_USEC_PER_SEC)
/* By which scene_blocked() tells that it was not held up. */
#define SIGNAL_FD 99

static void curtain(void)
{
	char c;

	if (read(STDIN_FILENO, &c, 1) != 1)
		_exit(9);
}

static void scene_tasks(KsProgress *progress)
{
	KsTask *e1000, *ice;

	fputs("before\n", stderr);
	ks_progress_plan(progress, "check", 10 * 3600 * SECOND);
	e1000 = ks_task_begin(progress, 4 * 3600 * SECOND, "%s build", "e1000");
	ice = ks_task_begin(progress, 0, "6.1-x86_64 kernel");
	ks_task_step(ice, 312, 880, "drivers/net/x.o");
	curtain();
	ks_progress_say(progress, "said %d", 1);
	ks_progress_item(progress, "not on a terminal");
	ks_task_step(ice, 0, 0, "link");
	curtain();
	ks_task_end(e1000);
	ks_progress_done(progress, 4 * 3600 * SECOND);
	curtain();
	ks_task_end(ice);
	ks_progress_end(progress);
	fputs("after\n", stderr);
}

static void scene_width(KsProgress *progress)
{
	g_autoptr(KsTask) first = NULL;
	g_autoptr(KsTask) second = NULL;

	fputs("before\n", stderr);
	ks_progress_plan(progress, "a name that is long", SECOND);
	first = ks_task_begin(progress, 0, "first");
	second = ks_task_begin(progress, 0, "second");
	ks_task_step(first, 1, 2, "a note that goes on and on and on and on");
	ks_task_step(second, 1, 2, "another that goes on and on and on and on");
	curtain();
	ks_progress_end(progress);
}

static void scene_height(KsProgress *progress)
{
	KsTask *tasks[10];

	ks_progress_plan(progress, "check", 0);
	for (guint i = 0; i < G_N_ELEMENTS(tasks); i++)
		tasks[i] = ks_task_begin(progress, 0, "task %u", i);
	curtain();
	for (guint i = 0; i < 7; i++)
		ks_task_end(tasks[i]);
	ks_progress_say(progress, "three are left");
	curtain();
	for (guint i = 7; i < G_N_ELEMENTS(tasks); i++)
		ks_task_end(tasks[i]);
	ks_progress_end(progress);
}

static gpointer import(gpointer progress)
{
	ks_progress_begin(progress, "import", 0);
	ks_progress_step(progress, 7, "elsewhere");
	curtain();
	ks_progress_end(progress);
	return NULL;
}

static gpointer feed(gpointer progress)
{
	ks_progress_step(progress, 3, "fed");
	return NULL;
}

static void scene_nested(KsProgress *progress)
{
	GThread *thread;

	ks_progress_plan(progress, "check", 0);
	ks_progress_begin(progress, "generate", 4);
	ks_progress_step(progress, 1, "one");
	ks_progress_begin(progress, "download", 4);
	ks_progress_step(progress, 2, NULL);
	thread = g_thread_new("import", import, progress);
	curtain();
	g_thread_join(thread);
	ks_progress_end(progress);
	/* a thread without a stretch speaks of the only one */
	g_thread_join(g_thread_new("feed", feed, progress));
	curtain();
	ks_progress_end(progress);
	ks_progress_done(progress, 0);
	curtain();
	ks_progress_end(progress);
	ks_progress_end(progress); /* one too many does no harm */
}

static void scene_left(KsProgress *progress)
{
	g_autoptr(KsTask) a = NULL;
	g_autoptr(KsTask) b = NULL;

	ks_progress_plan(progress, "check", 600 * SECOND);
	ks_progress_plan(progress, "", 400 * SECOND);
	a = ks_task_begin(progress, 400 * SECOND, "a");
	b = ks_task_begin(progress, 400 * SECOND, "b");
	ks_task_step(a, 20, 40, NULL);
	ks_task_step(b, 20, 40, NULL);
	curtain();
	/* known from an earlier run */
	ks_progress_done(progress, 200 * SECOND);
	curtain();
	ks_task_step(a, 0, 40, NULL);
	curtain();
}

static void scene_alone(KsProgress *progress)
{
	KsTask *task = ks_task_begin(progress, 90 * SECOND, "boot");

	curtain();
	ks_task_end(task);
}

static void scene_stretch(KsProgress *progress)
{
	ks_progress_begin(progress, "download", 5000000000);
	ks_progress_step(progress, 2500000000, "half");
	curtain();
	ks_progress_end(progress);
}

static void scene_hostile(KsProgress *progress)
{
	g_autoptr(KsTask) task = NULL;

	ks_progress_say(progress,
			"a\033]0;b\007c \xc2\x9b \xe2\x80\xae \xc3\xa9");
	ks_progress_plan(progress, "check", 0);
	task = ks_task_begin(progress, 0, "x\033[2Jy");
	ks_task_step(task, 0, 0, "1\n2\r3\tz\xc3\xa9");
	curtain();
}

static void scene_rate(KsProgress *progress)
{
	gint64 start = g_get_monotonic_time(), spent;
	KsTask *task = ks_task_begin(progress, 0, "fast");
	guint steps = 0;

	while ((spent = g_get_monotonic_time() - start) < SECOND / 2)
		ks_task_step(task, ++steps, 0, NULL);
	ks_task_end(task);
	ks_progress_say(progress, "%u steps in %u ms", steps,
			(guint)(spent / 1000));
}

static void scene_blocked(KsProgress *progress)
{
	g_autofree char *line = g_strnfill(100, 'x');

	ks_progress_begin(progress, "flood", 5000);
	for (guint i = 0; i < 5000; i++) {
		ks_progress_say(progress, "%s", line);
		ks_progress_step(progress, i, line);
	}
	/* nobody has read the terminal yet; the test reads this */
	if (write(SIGNAL_FD, "!", 1) != 1)
		_exit(9);
	ks_progress_end(progress);
}

static void scene_stop(KsProgress *progress)
{
	g_autoptr(KsTask) task = NULL;

	ks_progress_plan(progress, "check", 0);
	ks_progress_begin(progress, "left open by a failure", 0);
	task = ks_task_begin(progress, 0, "task");
	curtain();
	ks_progress_stop(progress);
	fputs("kseries: it broke\n", stderr);
	ks_task_step(task, 1, 2, NULL);
	ks_progress_say(progress, "last words");
}

static gpointer work(gpointer data)
{
	KsProgress *progress = data;

	for (guint i = 0; i < 200; i++) {
		g_autoptr(KsTask)
			task = ks_task_begin(progress, 1000, "task %u", i);

		for (guint j = 0; j < 50; j++)
			ks_task_step(task, j, 50, j % 2 ? "odd" : "even");
		if (i % 50 == 0)
			ks_progress_begin(progress, "nested", 10);
		ks_progress_step(progress, i % 10, "step");
		if (i % 50 == 0)
			ks_progress_end(progress);
		if (i % 20 == 0)
			ks_progress_say(progress, "said");
		ks_progress_item(progress, "item");
		g_clear_pointer(&task, ks_task_end);
		ks_progress_done(progress, 1000);
	}
	return NULL;
}

static void scene_threads(KsProgress *progress)
{
	GThread *threads[8];

	ks_progress_set_interval(progress, 1000);
	ks_progress_plan(progress, "check", 8 * 200 * 1000);
	for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
		threads[i] = g_thread_new("work", work, progress);
	for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
		g_thread_join(threads[i]);
	ks_progress_end(progress);
}

static void scene_plain(KsProgress *progress)
{
	g_autoptr(KsTask) task = NULL;

	ks_progress_plan(progress, "check", 10 * SECOND);
	task = ks_task_begin(progress, 0, "6.1-x86_64 kernel");
	ks_task_step(task, 312, 880, "drivers/net/x.o");
	ks_progress_item(progress, "[1/2] %s: pass", "1 e1000: build");
	ks_progress_begin(progress, "generate", 4);
	ks_progress_step(progress, 1, "a");
	ks_progress_end(progress);
	ks_progress_done(progress, 5 * SECOND);
	ks_progress_say(progress, "said");
	ks_progress_end(progress);
}

static void scene_slow(KsProgress *progress)
{
	g_autoptr(KsTask) task = NULL;

	ks_progress_set_interval(progress, SECOND / 5);
	ks_progress_plan(progress, "check", 0);
	task = ks_task_begin(progress, 0, "6.1-x86_64 kernel");
	ks_task_step(task, 312, 880, "drivers/net/x.o");
	ks_progress_begin(progress, "import", 200);
	ks_progress_step(progress, 100, NULL);
	g_usleep(SECOND / 2);
	ks_progress_end(progress);
	ks_progress_end(progress);
}

static const struct {
	const char *name;
	void (*play)(KsProgress *progress);
} scenes[] = {
	{"tasks", scene_tasks},	    {"width", scene_width},
	{"height", scene_height},   {"nested", scene_nested},
	{"left", scene_left},	    {"alone", scene_alone},
	{"stretch", scene_stretch}, {"hostile", scene_hostile},
	{"rate", scene_rate},	    {"blocked", scene_blocked},
	{"stop", scene_stop},	    {"threads", scene_threads},
	{"plain", scene_plain},	    {"slow", scene_slow},
};

static int play(const char *name, bool quiet)
{
	KsProgress *progress = ks_progress_new(quiet);

	for (guint i = 0; i < G_N_ELEMENTS(scenes); i++)
		if (g_str_equal(scenes[i].name, name))
			scenes[i].play(progress);
	ks_progress_free(progress);
	return 0;
}

#endif
