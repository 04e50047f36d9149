// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "file.h"
#include "frame.h"
#include "ktap.h"
#include "module.h"
#include "napi.h"
#include "traffic.h"

/*
 * netpoll calls a driver's poll function with budget 0, interrupts off, only
 * when the Tx queue is stopped, so the ring has to fill up.
 */
#define TAG    "kseries netconsole "
#define DIGITS 5
#define PAD    200
#define PORT   6666

struct burst {
	struct guest *guest;
	int kmsg;
	unsigned int received;
	unsigned int bad;
	struct why first;
};

/* The text of line n: the tag, the number, and letters that follow from n. */
static void compose(char line[], unsigned int n)
{
	int used = sprintf(line, TAG "%0*u ", DIGITS, n);

	for (int i = 0; i < PAD; i++)
		line[used + i] = 'a' + (n * 7 + i * (1 + n % 5)) % 26;
	line[used + PAD] = '\0';
}

/* One received frame: is it a line of ours, and is it as we wrote it? */
static void judge(struct burst *burst, struct frame *frame)
{
	char want[sizeof(TAG) + DIGITS + 1 + PAD + 1];
	const char *text;
	unsigned int n;

	if (frame->len < 42 || frame->bytes[12] != 0x08 ||
	    frame->bytes[13] != 0x00 || frame->bytes[23] != 17 ||
	    (frame->bytes[36] << 8 | frame->bytes[37]) != PORT)
		return;
	frame->bytes[frame->len < FRAME_MAX ? frame->len : FRAME_MAX - 1] = 0;
	text = strstr((char *)frame->bytes + 42, TAG);
	if (!text) /* a line of the kernel's own */
		return;
	n = strtoul(text + sizeof(TAG) - 1, NULL, 10);
	compose(want, n);
	if (strncmp(text, want, strlen(want))) {
		if (!burst->bad++)
			why_set(&burst->first, "line %u arrived changed: %.80s",
				n, text);
		return;
	}
	burst->received++;
}

static void drain(struct burst *burst)
{
	struct frame frame;

	while (frame_receive(burst->guest->nic[1].raw, &frame))
		judge(burst, &frame);
	klog_drain(&burst->guest->log, "netconsole");
}

static int emit(struct burst *burst, unsigned int lines, struct why *why)
{
	char line[3 + sizeof(TAG) + DIGITS + 1 + PAD + 2] = "<6>";

	for (unsigned int n = 0; n < lines; n++) {
		compose(line + 3, n);
		strcat(line, "\n"); /* else the kernel waits for more of it */
		if (write(burst->kmsg, line, strlen(line)) < 0)
			return why_errno(why, "line %u to /dev/kmsg", n);
		if (n % 64 == 63)
			drain(burst);
	}
	return 0;
}

/* netpoll sends again what it had to queue, a tenth of a second later. */
static void settle(struct burst *burst)
{
	for (unsigned int i = 0; i < 30; i++) {
		clock_sleep_ms(100);
		drain(burst);
	}
}

/* The deferral, where it is that, begins with a frame received. */
static int hold(struct guest *guest, struct why *why)
{
	if (napi_hold(&guest->nic[0], why))
		return -1;
	return traffic_exchange(guest->nic, guest_flow(guest), 60, 0, 1, why);
}

static int load(struct guest *guest, struct why *why)
{
	const unsigned char *mac = guest->nic[1].mac;
	char params[128];

	for (unsigned int i = 0; i < guest->plan.ncdeps.n; i++)
		if (!module_is_live(guest->plan.ncdeps.file[i]) &&
		    module_load(guest->plan.ncdeps.file[i], "", why))
			return -1;
	snprintf(params, sizeof(params),
		 "netconsole=6665@10.9.0.1/%s,%d@10.9.0.2/"
		 "%02x:%02x:%02x:%02x:%02x:%02x",
		 guest->nic[0].name, PORT, mac[0], mac[1], mac[2], mac[3],
		 mac[4], mac[5]);
	return module_load(guest->plan.netconsole, params, why);
}

static int judge_burst(const struct burst *burst, int lines, struct why *why)
{
	ktap_note("netconsole: %u of %d lines arrived", burst->received, lines);
	if (burst->bad)
		return why_set(why, "%.200s (%u bad lines)", burst->first.text,
			       burst->bad);
	if (!burst->received)
		return why_set(why, "none of %d lines arrived", lines);
	return 0;
}

static int run_burst(struct guest *guest, int lines, struct why *why)
{
	struct burst burst = {.guest = guest, .kmsg = -1};
	struct nic *nic = &guest->nic[0];
	int64_t before = nic_statistic(nic, "restart");
	struct why ignored;
	int ret;

	burst.kmsg = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
	if (burst.kmsg < 0)
		return why_errno(why, "/dev/kmsg");
	ret = hold(guest, why) || load(guest, why) ? -1 : 0;
	if (!ret)
		ret = emit(&burst, lines, why);
	if (napi_release(nic, ret ? &ignored : why))
		ret = -1;
	settle(&burst);
	if (module_is_live(guest->plan.netconsole) &&
	    module_unload(guest->plan.netconsole, ret ? &ignored : why))
		ret = -1;
	settle(&burst); /* it says good-bye by itself */
	close(burst.kmsg);
	if (ret)
		return -1;
	if (before >= 0)
		guest->full_rings = nic_statistic(nic, "restart") - before;
	return judge_burst(&burst, lines, why);
}

enum step_result step_netconsole(struct guest *guest, int lines,
				 struct why *why)
{
	int ret;

	guest->full_rings = -1;
	if (!guest->plan.netconsole[0]) {
		why_set(why, "the kernel has no netconsole module");
		return STEP_SKIP;
	}
	/* Every line goes out, and none is dropped by the rate limit. */
	if (file_write("/proc/sys/kernel/printk", "8", why) ||
	    file_write("/proc/sys/kernel/printk_devkmsg", "on\n", why))
		return STEP_FAIL;
	ret = run_burst(guest, lines, why);
	if (!ret)
		ret = guest_exchange_all(guest, 0, 64, why);
	return ret ? STEP_FAIL : STEP_OK;
}

enum step_result step_full_ring(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	if (guest->full_rings > 0) {
		ktap_note("netconsole: the Tx ring filled up %lld times",
			  (long long)guest->full_rings);
		return STEP_OK;
	}
	why_set(why, "%s",
		guest->full_rings < 0 ?
			"the driver does not count how often the Tx ring was full" :
			"the Tx ring did not fill up, so no poll with budget 0");
	return STEP_SKIP;
}
