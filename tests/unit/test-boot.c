// SPDX-License-Identifier: GPL-2.0
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "base/context.h"
#include "check/boot_judge.h"
#include "check/boot_watch.h"
#include "check/initramfs.h"
#include "check/splat.h"

#define NONCE  "0badcafe"
#define HEAD   "KTAP version 1\n# nonce " NONCE " begin\n1..3\n"
#define TAIL   "# nonce " NONCE " end\n"
#define BOOTED HEAD "# run boot-log\nok 1 boot-log\n"
#define GOOD   BOOTED "ok 2 frames-60\nok 3 kernel-log\n" TAIL
#define OOPS   "BUG: kernel NULL pointer dereference, address: 0000000000000008"

/* What a boot with these logs is said to be; the reason holds @words. */
static void assert_verdict(KsVerdict want, KsBootEnd end, int status,
			   const char *report, const char *console,
			   const char *words)
{
	g_autoptr(KsKtap) ktap = ks_ktap_parse(report, -1, NONCE);
	KsBootEvidence evidence = {.end = end,
				   .status = status,
				   .limit_s = 60,
				   .console = console,
				   .qemu = "qemu: what it says",
				   .report = ktap};
	g_autofree char *reason = NULL;
	KsVerdict verdict = ks_boot_judge(&evidence, &reason);

	if (verdict != want || !strstr(reason, words))
		g_error("%s (%s), and not %s (%s)", ks_verdict_name(verdict),
			reason, ks_verdict_name(want), words);
}

static void test_pass(void)
{
	assert_verdict(KS_VERDICT_PASS, KS_BOOT_ENDED, 33, GOOD, "fine\n",
		       "3 tests passed");
	/* A kernel without X86_IOPL_IOPERM and DEVPORT: the guest reboots. */
	assert_verdict(KS_VERDICT_PASS, KS_BOOT_ENDED, 0, GOOD, "fine\n",
		       "3 tests passed");
	assert_verdict(KS_VERDICT_PASS, KS_BOOT_ENDED, 33,
		       BOOTED "ok 2 a\nok 3 mtu # SKIP why\n" TAIL, "",
		       "2 tests passed; left out: mtu (why)");
}

static void test_fail(void)
{
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_ENDED, 35,
		       BOOTED
		       "not ok 2 frames-60 # byte 9\n"
		       "not ok 3 kernel-log # during x: WARNING: y\n" TAIL,
		       "",
		       "frames-60: byte 9; the kernel says, during x: WARNING");
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_ENDED, 33, GOOD,
		       "fine\nWARNING: CPU: 0 at e1000_clean\n", "e1000_clean");
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_LATE, -9,
		       BOOTED "ok 2 a\nnot ok 3 unload # busy\n" TAIL, "",
		       "unload: busy");
}

static void test_panic(void)
{
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_ENDED, 0,
		       BOOTED "# run frames-60\n",
		       "up\n" OOPS "\nKernel panic - not syncing: x\n",
		       "panics in frames-60: " OOPS);
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_PANIC, -9,
		       BOOTED "# run frames-60\n", OOPS "\n",
		       "panics in frames-60: " OOPS);
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_ENDED, 0,
		       BOOTED "# run reload\n", "", "resets in reload");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 0, "",
		       "Kernel panic - not syncing: No init\n",
		       "before the guest's first word");
}

static void test_hang(void)
{
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_SILENT, -9,
		       BOOTED "# run frames-60\n", "link up\n",
		       "hangs in frames-60: silent for 60 s; the console's "
		       "last line: link up");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_SILENT, -9, "", "Linux\n",
		       "before the guest's first word");
	assert_verdict(KS_VERDICT_FAIL, KS_BOOT_FLOOD, -9,
		       BOOTED "# run load\n", "x\n", "floods");
	assert_verdict(KS_VERDICT_TIMEOUT, KS_BOOT_TIMEOUT, -9,
		       BOOTED "# run tcp\n", "x\n", "still in tcp after 60 s");
}

/* What is our side's is never the patch's. */
static void test_error(void)
{
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 1, "", "",
		       "qemu: what it says");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, -11,
		       BOOTED "# run tcp\n", "", "signal 11");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 128 + 9,
		       BOOTED "# run tcp\n", "", "signal 9");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 35, "",
		       "kseries guest: mount /dev: No such device\n",
		       "kseries guest: mount");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 35,
		       HEAD "not ok 1 boot-log # during boot: WARNING: x\n"
			    "not ok 2 a # not reached: boot-log failed\n"
			    "not ok 3 b # not reached: boot-log failed\n" TAIL,
		       "", "boot-log: during boot");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 35, GOOD, "",
		       "status 35");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_ENDED, 33,
		       BOOTED "ok 2 frames-60\n", "", "not whole");
	assert_verdict(KS_VERDICT_ERROR, KS_BOOT_LATE, -9, GOOD, "",
		       "does not end");
}

static void test_splats(void)
{
	static const char *const bad[] = {
		"WARNING: CPU: 0 PID: 1 at kernel/softirq.c:1 f+0x1/0x2",
		"BUG: KASAN: use-after-free in e1000_clean",
		"UBSAN: array-index-out-of-bounds in a.c:1:2",
		"WARNING: possible recursive locking detected",
		"WARNING: inconsistent lock state",
		"NETDEV WATCHDOG: eth0 (e1000): transmit queue 0 timed out",
		"e1000 0000:00:03.0 eth0: Detected Tx Unit Hang",
		"INFO: task insmod:1 blocked for more than 120 seconds.",
		"BUG: scheduling while atomic: init/1/0x00000100",
		"refcount_t: underflow; use-after-free.",
		"Oops: 0002 [#1]",
	};
	static const char *const good[] = {
		"e1000: eth0 NIC Link is Up 1000 Mbps Full Duplex",
		"kasan: KernelAddressSanitizer initialized (generic)",
		"Lock dependency validator: Copyright (c) 2006 Red Hat, Inc.",
		"DMA-API: preallocated 65536 debug entries",
		"rcu: Hierarchical RCU implementation.",
	};

	for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
		g_assert_nonnull(ks_splat_match(bad[i]));
	for (guint i = 0; i < G_N_ELEMENTS(good); i++)
		g_assert_null(ks_splat_match(good[i]));
}

typedef struct {
	char *dir, *console, *report;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-boot-XXXXXX", NULL);
	fixture->console = g_build_filename(fixture->dir, "console", NULL);
	fixture->report = g_build_filename(fixture->dir, "report", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->dir);
	g_free(fixture->dir);
	g_free(fixture->console);
	g_free(fixture->report);
}

static void put(const char *path, const char *text)
{
	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* Calls of tick() until it says stop, at most 1000. */
static guint ticks(KsBootWatch *watch)
{
	guint n = 1;

	while (ks_boot_watch_tick(watch) && n < 1000)
		n++;
	return n;
}

static void test_watch_silence(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsBootWatch) watch =
		ks_boot_watch_new(fixture->console, fixture->report, NONCE, 5);

	(void)unused;
	put(fixture->console, "Linux\n");
	for (guint i = 0; i < 45; i++)
		g_assert_true(ks_boot_watch_tick(watch));
	put(fixture->console, "Linux\nmore\n");
	g_assert_cmpuint(ticks(watch), ==, 1 + 51);
	g_assert_cmpint(ks_boot_watch_end(watch), ==, KS_BOOT_SILENT);
}

static void test_watch_panic(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsBootWatch) watch =
		ks_boot_watch_new(fixture->console, fixture->report, NONCE, 60);
	g_autofree char *filler = g_strnfill(65530, 'x');
	g_autofree char *text = g_strconcat(
		filler, "\nKernel panic - not syncing: Fatal exception\n",
		NULL);

	(void)unused;
	put(fixture->console, text); /* it lies across two pieces */
	g_assert_cmpuint(ticks(watch), <, 100);
	g_assert_cmpint(ks_boot_watch_end(watch), ==, KS_BOOT_PANIC);
}

static void test_watch_late(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsBootWatch) watch =
		ks_boot_watch_new(fixture->console, fixture->report, NONCE, 60);

	(void)unused;
	put(fixture->report, GOOD);
	g_assert_cmpuint(ticks(watch), <, 400);
	g_assert_cmpint(ks_boot_watch_end(watch), ==, KS_BOOT_LATE);
}

static GBytes *make_initramfs(const Fixture *fixture, const char *name)
{
	g_autofree char *path = g_build_filename(fixture->dir, name, NULL);
	g_autoptr(KsInitramfs) initramfs = ks_initramfs_new(path, NULL);
	char *bytes;
	gsize len;

	g_assert_true(ks_initramfs_copy(initramfs, "init", "/proc/self/exe",
					true, NULL));
	g_assert_true(ks_initramfs_dir(initramfs, "modules", NULL));
	g_assert_true(
		ks_initramfs_text(initramfs, "plan", "mode load\n", NULL));
	g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
	g_assert_true(ks_initramfs_finish(initramfs, NULL));
	g_assert_true(g_file_get_contents(path, &bytes, &len, NULL));
	return g_bytes_new_take(bytes, len);
}

static void test_initramfs(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GBytes) one = make_initramfs(fixture, "one");
	g_autoptr(GBytes) two = make_initramfs(fixture, "two");
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;
	gsize size;
	gconstpointer bytes = g_bytes_get_data(one, &size);

	(void)unused;
	g_assert_true(g_bytes_equal(one, two));
	archive_read_support_format_cpio(archive);
	g_assert_cmpint(archive_read_open_memory(archive, bytes, size), ==, 0);
	g_assert_cmpint(archive_read_next_header(archive, &entry), ==, 0);
	g_assert_cmpint(archive_format(archive), ==,
			ARCHIVE_FORMAT_CPIO_SVR4_NOCRC);
	g_assert_cmpstr(archive_entry_pathname(entry), ==, "init");
	g_assert_cmpint(archive_entry_perm(entry), ==, 0755);
	g_assert_cmpint(archive_entry_mtime(entry), ==, 0);
	g_assert_cmpint(archive_read_next_header(archive, &entry), ==, 0);
	g_assert_cmpint(archive_entry_filetype(entry), ==, AE_IFDIR);
	archive_read_free(archive);
}

static void test_initramfs_refused(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *there = g_build_filename(fixture->dir, "x", NULL);
	g_autofree char *left = g_build_filename(fixture->dir, "x.tmp", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsInitramfs) initramfs = NULL;

	(void)unused;
	g_assert_null(ks_initramfs_new("/nonexistent/x", &error));
	g_assert_nonnull(strstr(error->message, "/nonexistent/x"));
	g_clear_error(&error);
	initramfs = ks_initramfs_new(there, NULL);
	g_assert_false(ks_initramfs_copy(initramfs, "modules/a.ko",
					 "/nonexistent/a.ko", false, &error));
	g_assert_nonnull(strstr(error->message, "/nonexistent/a.ko"));
	g_clear_pointer(&initramfs, ks_initramfs_free);
	g_assert_false(g_file_test(there, G_FILE_TEST_EXISTS));
	g_assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/boot/pass", test_pass);
	g_test_add_func("/boot/fail", test_fail);
	g_test_add_func("/boot/panic", test_panic);
	g_test_add_func("/boot/hang", test_hang);
	g_test_add_func("/boot/error", test_error);
	g_test_add_func("/boot/splats", test_splats);
	g_test_add("/boot/watch-silence", Fixture, NULL, set_up,
		   test_watch_silence, tear_down);
	g_test_add("/boot/watch-panic", Fixture, NULL, set_up, test_watch_panic,
		   tear_down);
	g_test_add("/boot/watch-late", Fixture, NULL, set_up, test_watch_late,
		   tear_down);
	g_test_add("/boot/initramfs", Fixture, NULL, set_up, test_initramfs,
		   tear_down);
	g_test_add("/boot/initramfs-refused", Fixture, NULL, set_up,
		   test_initramfs_refused, tear_down);
	return g_test_run();
}
