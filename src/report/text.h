/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_TEXT_H
#define KS_REPORT_TEXT_H

#include <glib.h>

/*
 * Make text of others (a subject, a compiler's words, a log) fit to be shown:
 * valid UTF-8, no terminal sequences, no control characters but newline and
 * tab, none that turn the direction of writing (they can make code look like
 * other code), none that XML 1.0 forbids.  What is taken out is replaced by
 * U+FFFD, but for colours and the carriage return of a line end.  @len -1:
 * @text is a string, and may be NULL.  Newly allocated.
 */
char *ks_text_clean(const char *text, gssize len);

/* The same on one line: newlines and tabs are spaces. */
char *ks_text_line(const char *text);

/* ks_text_line(), at most @max characters, the last then an ellipsis. */
char *ks_text_clip(const char *text, guint max);

#endif
