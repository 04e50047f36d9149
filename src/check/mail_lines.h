/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MAIL_LINES_H
#define KS_MAIL_LINES_H

#include <glib.h>
#include <stdbool.h>

/* What one line of a patch mail is. */
typedef struct {
	const char *file; /* as patched; NULL outside of the diff */
	int line; /* in the patched file, 0 if it is not there */
	bool own; /* the patch answers for it */
} KsMailLine;

typedef struct KsMailLines KsMailLines;

/*
 * Read a format-patch mail.  A patch answers for its message, for the lines
 * that it adds, and for those beside a line that it removes.
 */
KsMailLines *ks_mail_lines_new(const char *mail);
void ks_mail_lines_free(KsMailLines *lines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsMailLines, ks_mail_lines_free)

/*
 * Line @number (from 1) of the mail; one that is beyond its diff is the
 * patch's own.
 */
KsMailLine ks_mail_line(const KsMailLines *lines, guint number);

#endif
