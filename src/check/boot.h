/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BOOT_H
#define KS_BOOT_H

#include "base/context.h"
#include "base/ktap.h"
#include "base/verdict.h"
#include "check/device.h"

#define KS_QEMU "qemu-system-x86_64"

/* One boot of a kernel in QEMU, with one module under test. */
typedef struct {
	KsContext *context;
	const char *kernel; /* path of a vmlinux with a PVH entry, or a bzImage */
	const char *guest; /* path of the guest's init (ci/guest) */
	const char *module; /* path of the module under test */
	const char *const *deps; /* paths, in the order of loading */
	const char *netconsole; /* path, or NULL: not tried */
	const char *const *netconsole_deps; /* may be NULL */
	const KsDevice *device; /* NULL: only load and unload */
	const char *nonce; /* hex digits, new for each boot */
	const char *cpu; /* QEMU's -cpu; NULL: qemu64 */
	guint memory; /* MiB of the guest; 0: 256 */
	guint shift; /* an instruction takes 2^shift ns of guest time; 0: 6 */
	const char *append; /* more of the kernel's command line, or NULL */
	const char *run_dir; /* logs and the initramfs go here; must exist */
	guint timeout_s; /* host time for all; 0: 900 */
	guint silence_s; /* without output on either port; 0: 60 */
} KsBootSpec;

typedef struct {
	KsVerdict verdict;
	char *reason; /* a sentence that a person can act on */
	KsKtap *report; /* what the guest reported, as far as it came */
	char *console_log; /* the kernel's messages (path) */
	char *report_log; /* the guest's KTAP (path) */
	gint64 wall_us;
	gint64 cpu_us;
} KsBootResult;

void ks_boot_result_clear(KsBootResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsBootResult, ks_boot_result_clear)

/*
 * Boot and judge.  The guest's clock counts instructions (-icount), so the
 * same spec with the same nonce writes the same bytes to both logs.  Ends early
 * when the kernel panics, falls silent, floods the console, or has reported and
 * does not end.  False only when nothing can be said (interrupted, initramfs
 * not written, QEMU not started); all else is a verdict.
 */
bool ks_boot_run(const KsBootSpec *spec, KsBootResult *result, GError **error);

#endif
