// SPDX-License-Identifier: GPL-2.0
#include "check/visit.h"

static void span_free(gpointer data)
{
	KsSpan *span = data;

	g_free(span->object);
	g_free(span);
}

GPtrArray *ks_spans_new(void)
{
	return g_ptr_array_new_with_free_func(span_free);
}

void ks_spans_add(GPtrArray *spans, guint lo, guint hi, const char *object)
{
	KsSpan *span;

	for (guint i = 0; i < spans->len; i++) {
		const KsSpan *other = spans->pdata[i];

		if (other->lo == lo && other->hi == hi &&
		    g_strcmp0(other->object, object) == 0)
			return;
	}
	span = g_new0(KsSpan, 1);
	*span = (KsSpan){lo, hi, g_strdup(object)};
	g_ptr_array_add(spans, span);
}

bool ks_spans_first(GPtrArray *spans, guint *at)
{
	*at = G_MAXUINT;
	for (guint i = 0; i < spans->len; i++) {
		const KsSpan *span = spans->pdata[i];

		*at = MIN(*at, span->hi);
	}
	return spans->len > 0;
}

KsSpan ks_span_around(guint at, guint len, KsSameFn same, gpointer data)
{
	KsSpan span = {.lo = at, .hi = at};

	while (span.lo > 0 && same(span.lo, data))
		span.lo--;
	while (span.hi + 1 < len && same(span.hi + 1, data))
		span.hi++;
	return span;
}
