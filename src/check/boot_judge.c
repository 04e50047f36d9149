// SPDX-License-Identifier: GPL-2.0
#include "check/boot_judge.h"

#include <string.h>

#include "check/splat.h"

/* isa-debug-exit makes 2 * value + 1 of ci/guest/end.h's values. */
#define STATUS_PASSED 33
/* The kernel gave the guest no port, and it rebooted instead. */
#define STATUS_REBOOT 0

/* Steps of the guest that come before the driver. */
static const char *const before_driver[] = {"boot-log", "load-dependencies"};

static bool is_before_driver(const char *step)
{
	for (guint i = 0; i < G_N_ELEMENTS(before_driver); i++)
		if (g_str_equal(step, before_driver[i]))
			return true;
	return false;
}

typedef int (*LineTest)(const char *line);

static int is_splat(const char *line)
{
	return ks_splat_match(line) != NULL;
}

static int is_guest_complaint(const char *line)
{
	return g_str_has_prefix(line, "kseries guest: ");
}

static int is_text(const char *line)
{
	return *line != '\0';
}

/* The first (or the last) line that passes, stripped and cut; "" if none. */
static char *find_line(const char *text, LineTest test, bool last)
{
	g_auto(GStrv) lines = g_strsplit_set(text, "\r\n", -1);
	const char *found = "";

	for (guint i = 0; lines[i]; i++) {
		if (!test(lines[i]))
			continue;
		found = lines[i];
		if (!last)
			break;
	}
	return g_strdup_printf("%.160s", found);
}

/* ": what the kernel said", or nothing. */
static char *quote(const char *lead, const char *line)
{
	return *line ? g_strdup_printf("%s%s", lead, line) : g_strdup("");
}

static const char *step_of(const KsKtap *report)
{
	const KsKtapTest *last;

	if (report->running)
		return report->running;
	if (!report->tests->len)
		return "boot-log";
	last = report->tests->pdata[report->tests->len - 1];
	return last->name;
}

/* FAIL if the driver was there already, ERROR if it cannot be its doing. */
static KsVerdict blame(const KsKtap *report)
{
	return is_before_driver(step_of(report)) ? KS_VERDICT_ERROR :
						   KS_VERDICT_FAIL;
}

/* "in frames-60", or where else the boot was when it stopped. */
static char *place(const KsKtap *report)
{
	if (!report->begun)
		return g_strdup("before the guest's first word");
	return g_strdup_printf("in %s", step_of(report));
}

static KsVerdict judge_stopped(const KsBootEvidence *evidence, char **reason)
{
	g_autofree char *where = place(evidence->report);
	g_autofree char *splat = find_line(evidence->console, is_splat, false);
	g_autofree char *last = find_line(evidence->console, is_text, true);
	g_autofree char *said = quote(": ", splat);
	g_autofree char *says =
		quote("; the console's last line: ", *splat ? splat : last);

	switch (evidence->end) {
	case KS_BOOT_PANIC:
		*reason =
			g_strdup_printf("the kernel panics %s%s", where, said);
		return blame(evidence->report);
	case KS_BOOT_SILENT:
		*reason = g_strdup_printf(
			"the kernel hangs %s: silent for %u s%s", where,
			evidence->limit_s, says);
		return blame(evidence->report);
	case KS_BOOT_FLOOD:
		*reason = g_strdup_printf("the kernel floods its console %s%s",
					  where, says);
		return blame(evidence->report);
	default:
		*reason = g_strdup_printf("the boot was still %s after %u s%s",
					  where, evidence->limit_s, says);
		return KS_VERDICT_TIMEOUT;
	}
}

/* The signal that QEMU died of, 0 if none; a shell's way is bwrap's too. */
static int death(int status)
{
	return status < 0 ? -status : status > 128 ? status - 128 : 0;
}

/* QEMU has ended, and the report is not whole. */
static KsVerdict judge_broken(const KsBootEvidence *evidence, char **reason)
{
	const KsKtap *report = evidence->report;
	g_autofree char *where = place(report);
	g_autofree char *splat = find_line(evidence->console, is_splat, false);
	g_autofree char *panic =
		find_line(evidence->console, ks_splat_is_panic, false);
	g_autofree char *guest =
		find_line(evidence->console, is_guest_complaint, false);
	g_autofree char *qemu = find_line(evidence->qemu, is_text, true);
	int signal = death(evidence->status);

	if (signal > 0) {
		*reason = g_strdup_printf("QEMU died of signal %d (%s) %s",
					  signal, g_strsignal(signal), where);
		return KS_VERDICT_ERROR;
	}
	if (*guest) {
		*reason = g_steal_pointer(&guest);
		return KS_VERDICT_ERROR;
	}
	if (evidence->status == STATUS_REBOOT) {
		g_autofree char *said = quote(": ", splat);

		*reason = g_strdup_printf("the kernel %s %s%s",
					  *panic ? "panics" : "resets", where,
					  said);
		return blame(report);
	}
	*reason = g_strdup_printf(
		"the guest's report is not whole (%s); QEMU ended with status %d: %s",
		report->problem, evidence->status, qemu);
	return KS_VERDICT_ERROR;
}

static KsVerdict judge_failure(const KsBootEvidence *evidence,
			       const KsKtapTest *failure, char **reason)
{
	const KsKtapTest *log = ks_ktap_find(evidence->report, "kernel-log");
	bool more = log && log != failure && log->status == KS_KTAP_NOT_OK &&
		    !g_str_has_prefix(log->text, "not reached");

	*reason = g_strdup_printf("%s: %s%s%s", failure->name, failure->text,
				  more ? "; the kernel says, " : "",
				  more ? log->text : "");
	return is_before_driver(failure->name) ? KS_VERDICT_ERROR :
						 KS_VERDICT_FAIL;
}

/* "20 tests passed; left out: mtu-3000 (not supported by the driver)". */
static char *describe_pass(const KsKtap *report)
{
	g_autoptr(GString) text = g_string_new(NULL);
	guint passed = 0;

	for (guint i = 0; i < report->tests->len; i++) {
		const KsKtapTest *test = report->tests->pdata[i];

		if (test->status == KS_KTAP_OK)
			passed++;
		else
			g_string_append_printf(
				text, "%s%s (%s)",
				text->len ? ", " : "; left out: ", test->name,
				test->text);
	}
	return g_strdup_printf("%u tests passed%s", passed, text->str);
}

static KsVerdict judge_whole(const KsBootEvidence *evidence, char **reason)
{
	const KsKtap *report = evidence->report;
	const KsKtapTest *failure = ks_ktap_first_failure(report);
	g_autofree char *splat = find_line(evidence->console, is_splat, false);

	if (failure)
		return judge_failure(evidence, failure, reason);
	if (*splat) {
		*reason = g_strdup_printf("after the last test: %s", splat);
		return KS_VERDICT_FAIL;
	}
	if (evidence->status != STATUS_PASSED &&
	    evidence->status != STATUS_REBOOT) {
		*reason = g_strdup_printf(
			"all tests are ok, but QEMU ended with status %d",
			evidence->status);
		return KS_VERDICT_ERROR;
	}
	if (!ks_ktap_passed(report)) {
		*reason = g_strdup(
			"the guest tried nothing: every test is left out");
		return KS_VERDICT_ERROR;
	}
	*reason = describe_pass(report);
	return KS_VERDICT_PASS;
}

KsVerdict ks_boot_judge(const KsBootEvidence *evidence, char **reason)
{
	bool whole = !evidence->report->problem;

	switch (evidence->end) {
	case KS_BOOT_ENDED:
		return whole ? judge_whole(evidence, reason) :
			       judge_broken(evidence, reason);
	case KS_BOOT_LATE:
		if (ks_ktap_first_failure(evidence->report))
			return judge_whole(evidence, reason);
		*reason = g_strdup(
			"the guest reported everything as ok, but does not end");
		return KS_VERDICT_ERROR;
	default:
		return judge_stopped(evidence, reason);
	}
}
