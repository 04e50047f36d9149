/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VISIT_H
#define KS_VISIT_H

#include <glib.h>
#include <stdbool.h>

/*
 * Where in a branch something has to be built: any one of the commits @lo to
 * @hi does, since what it is built from is the same in all of them.
 */
typedef struct {
	guint lo, hi;
	char *object; /* what to compile; NULL: vmlinux and modules, linked */
} KsSpan;

/* Whether commit @at leaves it as it was in the one before. */
typedef bool (*KsSameFn)(guint at, gpointer data);

/* The widest span around @at, of @len commits, in which all are the same. */
KsSpan ks_span_around(guint at, guint len, KsSameFn same, gpointer data);

/* An empty array that owns its KsSpans. */
GPtrArray *ks_spans_new(void);

/* Add a span, @object is copied; one that is there already is not repeated. */
void ks_spans_add(GPtrArray *spans, guint lo, guint hi, const char *object);

/*
 * The first of the fewest commits that, visited all, meet every span: in the
 * order of their ends, each span that is not met yet asks for its last commit.
 * False if there are no spans.
 */
bool ks_spans_first(GPtrArray *spans, guint *at);

#endif
