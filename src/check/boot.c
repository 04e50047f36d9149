// SPDX-License-Identifier: GPL-2.0
#include "check/boot.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/names.h"
#include "base/sandbox.h"
#include "check/boot_judge.h"
#include "check/boot_watch.h"
#include "check/initramfs.h"

#define TIMEOUT_S    900
#define SILENCE_S    90
#define MEMORY_MIB   256
#define LOG_READ_MAX (16 << 20)

#define CONSOLE	  "console.log"
#define REPORT	  "report.ktap"
#define INITRAMFS "initramfs.cpio"

/*
 * shift=6: an instruction takes 64 ns of guest time, so that the busy waits of
 * drivers, most of a boot, cost an eighth of what they cost at 8 ns.
 * tsc_early_khz: under -icount QEMU's TSC counts the nanoseconds of that time.
 * panic, oops: a broken kernel resets at once, and -no-reboot ends QEMU.
 */
#define SHIFT 6
#define COMMAND_LINE                                                           \
	"console=ttyS0 tsc_early_khz=1000000 tsc=reliable panic=-1 oops=panic"

void ks_boot_result_clear(KsBootResult *result)
{
	g_clear_pointer(&result->report, ks_ktap_free);
	g_free(result->reason);
	g_free(result->console_log);
	g_free(result->report_log);
	memset(result, 0, sizeof(*result));
}

static bool add_module(KsInitramfs *initramfs, GString *plan, const char *word,
		       const char *path, GError **error)
{
	g_autofree char *base = g_path_get_basename(path);
	g_autofree char *name = g_build_filename("modules", base, NULL);

	g_string_append_printf(plan, "%s %s\n", word, base);
	return ks_initramfs_copy(initramfs, name, path, false, error);
}

static bool add_modules(KsInitramfs *initramfs, GString *plan,
			const KsBootSpec *spec, GError **error)
{
	for (guint i = 0; spec->deps && spec->deps[i]; i++)
		if (!add_module(initramfs, plan, "dep", spec->deps[i], error))
			return false;
	if (!add_module(initramfs, plan, "test", spec->module, error))
		return false;
	if (!spec->netconsole || !spec->device)
		return true;
	for (guint i = 0; spec->netconsole_deps && spec->netconsole_deps[i];
	     i++)
		if (!add_module(initramfs, plan, "ncdep",
				spec->netconsole_deps[i], error))
			return false;
	return add_module(initramfs, plan, "netconsole", spec->netconsole,
			  error);
}

static bool write_initramfs(const KsBootSpec *spec, GError **error)
{
	g_autofree char *path =
		g_build_filename(spec->run_dir, INITRAMFS, NULL);
	g_autoptr(KsInitramfs) initramfs = ks_initramfs_new(path, error);
	g_autoptr(GString) plan = g_string_new(NULL);

	g_string_append_printf(plan, "nonce %s\nmode %s\n", spec->nonce,
			       spec->device ? "traffic" : "load");
	return initramfs &&
	       ks_initramfs_copy(initramfs, "init", spec->guest, true, error) &&
	       ks_initramfs_dir(initramfs, "modules", error) &&
	       add_modules(initramfs, plan, spec, error) &&
	       ks_initramfs_text(initramfs, "plan", plan->str, error) &&
	       ks_initramfs_finish(initramfs, error);
}

/* One of two NICs on a hub; the MAC address has QEMU's own prefix. */
static void append_nic(GPtrArray *argv, const KsDevice *device, guint n)
{
	g_autofree char *hub = g_strdup_printf("hubport,id=net%u,hubid=0", n);
	g_autofree char *port = NULL;
	g_autofree char *bus = g_strdup("");
	g_autofree char *nic = NULL;

	if (device->port) {
		port = g_strdup_printf("%s,id=port%u,chassis=%u", device->port,
				       n, n + 1);
		g_free(bus);
		bus = g_strdup_printf(",bus=port%u", n);
		ks_argv_append(argv, "-device", port, NULL);
	}
	nic = g_strdup_printf("%s,netdev=net%u,mac=52:54:00:00:00:%02x%s",
			      device->qemu, n, n + 1, bus);
	ks_argv_append(argv, "-netdev", hub, "-device", nic, NULL);
}

/* Paths are relative to the run's folder: no name of it is ever parsed. */
static char **build_argv(const KsBootSpec *spec)
{
	GPtrArray *argv = g_ptr_array_new();
	g_autofree char *memory =
		g_strdup_printf("%u", spec->memory ? spec->memory : MEMORY_MIB);
	g_autofree char *icount = g_strdup_printf(
		"shift=%u,sleep=off", spec->shift ? spec->shift : SHIFT);
	g_autofree char *words = spec->append ? g_strjoin(" ", COMMAND_LINE,
							  spec->append, NULL) :
						g_strdup(COMMAND_LINE);

	ks_argv_append(argv, KS_QEMU, "-accel", "tcg,thread=single", "-icount",
		       icount, "-rtc", "base=2020-01-01,clock=vm", "-cpu",
		       spec->cpu ? spec->cpu : "qemu64", "-smp", "1", "-m",
		       memory, "-nodefaults", "-no-user-config", "-no-reboot",
		       "-display", "none", "-monitor", "none", "-kernel",
		       spec->kernel, "-initrd", INITRAMFS, "-append", words,
		       "-serial", "file:" CONSOLE, "-serial", "file:" REPORT,
		       "-device", "isa-debug-exit,iobase=0xf4,iosize=4", NULL);
	if (spec->device && spec->device->machine)
		ks_argv_append(argv, "-M", spec->device->machine, NULL);
	for (guint i = 0; spec->device && i < 2; i++)
		append_nic(argv, spec->device, i);
	g_ptr_array_add(argv, NULL);
	return (char **)g_ptr_array_free(argv, FALSE);
}

/* A log's text, valid for string functions; "" if there is none. */
static char *read_log(const char *path, gsize *len)
{
	g_autofree char *bytes = g_malloc(LOG_READ_MAX + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t n = 0;

	*len = 0;
	if (fd < 0)
		return g_strdup("");
	while (*len < LOG_READ_MAX &&
	       (n = read(fd, bytes + *len, LOG_READ_MAX - *len)) > 0)
		*len += n;
	close(fd);
	bytes[*len] = '\0';
	return g_realloc(g_steal_pointer(&bytes), *len + 1);
}

/* A console may hold any byte; what is quoted from it must be text. */
static char *read_console(const char *path)
{
	gsize len;
	g_autofree char *bytes = read_log(path, &len);

	for (gsize i = 0; i < len; i++)
		if (bytes[i] != '\n' && !g_ascii_isprint(bytes[i]))
			bytes[i] = bytes[i] == '\r' ? '\n' : '.';
	return g_steal_pointer(&bytes);
}

static void judge(const KsBootSpec *spec, KsBootEvidence *evidence,
		  KsBootResult *result)
{
	gsize len;
	g_autofree char *console = read_console(result->console_log);
	g_autofree char *report = read_log(result->report_log, &len);

	result->report = ks_ktap_parse(report, (gssize)len, spec->nonce);
	evidence->console = console;
	evidence->report = result->report;
	result->verdict = ks_boot_judge(evidence, &result->reason);
}

static KsSandbox *make_sandbox(const KsBootSpec *spec)
{
	KsSandbox *sandbox = ks_sandbox_new();

	ks_sandbox_ro(sandbox, spec->kernel);
	ks_sandbox_rw(sandbox, spec->run_dir);
	return sandbox;
}

static bool boot(const KsBootSpec *spec, KsBootResult *result, GError **error)
{
	guint timeout = spec->timeout_s ? spec->timeout_s : TIMEOUT_S;
	guint silence = spec->silence_s ? spec->silence_s : SILENCE_S;
	g_autoptr(KsSandbox) sandbox = make_sandbox(spec);
	g_autoptr(KsBootWatch) watch = ks_boot_watch_new(
		result->console_log, result->report_log, spec->nonce, silence);
	g_auto(GStrv) argv = build_argv(spec);
	g_auto(KsChildResult) child = {0};
	g_autoptr(GError) why = NULL;
	KsChildSpec run = {
		.argv = (const char *const *)argv,
		.cwd = spec->run_dir,
		.timeout_s = timeout,
		.output_max = 1 << 20,
		.sandbox = spec->context->no_sandbox ? NULL : sandbox,
		.watch = ks_boot_watch_tick,
		.watch_data = watch,
		.cancel = spec->context->cancel,
	};
	KsBootEvidence evidence = {.limit_s = silence};
	bool ran = ks_child_run(&run, &child, &why);

	if (!ran && !g_error_matches(why, KS_ERROR, KS_ERROR_TIMEOUT)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	evidence.end = ks_boot_watch_end(watch);
	if (!ran) {
		evidence.end = KS_BOOT_TIMEOUT;
		evidence.limit_s = timeout;
	}
	evidence.status = child.status;
	evidence.qemu = child.err->str;
	judge(spec, &evidence, result);
	result->wall_us = child.wall_us;
	result->cpu_us = child.cpu_us;
	return true;
}

bool ks_boot_run(const KsBootSpec *spec, KsBootResult *result, GError **error)
{
	g_autofree char *initramfs =
		g_build_filename(spec->run_dir, INITRAMFS, NULL);

	memset(result, 0, sizeof(*result));
	result->console_log = g_build_filename(spec->run_dir, CONSOLE, NULL);
	result->report_log = g_build_filename(spec->run_dir, REPORT, NULL);
	g_unlink(result->console_log);
	g_unlink(result->report_log);
	if (!write_initramfs(spec, error) || !boot(spec, result, error))
		return false;
	/* Kept where somebody may want to boot it again by hand. */
	if (result->verdict == KS_VERDICT_PASS)
		g_unlink(initramfs);
	return true;
}
