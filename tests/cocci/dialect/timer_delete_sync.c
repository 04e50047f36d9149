// SPDX-License-Identifier: GPL-2.0

static void heron_stop(struct heron *heron)
{
	timer_delete(&heron->watchdog);
	timer_delete_sync(&heron->other);
}
