// SPDX-License-Identifier: GPL-2.0

static void heron_watch(struct timer_list *t)
{
	struct heron *heron = timer_container_of(heron, t, watchdog);

	heron_check(heron);
}
