/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SPLAT_H
#define KS_SPLAT_H

/*
 * Which lines of a kernel log say that something is broken.  Plain C without
 * GLib: the guest (ci/guest) reads its own log with the same table that the
 * host reads the console with.
 */

/*
 * The pattern of the table that @line holds (static), or NULL for a line that
 * says nothing bad.  The texts are those of the kernel's own printk calls from
 * 5.10 to 7.3; matching is by substring and case-sensitive.
 */
const char *ks_splat_match(const char *line);

/* Whether @line says that the kernel has stopped for good. */
int ks_splat_is_panic(const char *line);

#endif
