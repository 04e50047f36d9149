// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <stdarg.h>
#include <stdio.h>

static void field(GString *out, const char *text)
{
	for (; *text; text++) {
		guchar c = *text;

		if (c < 0x20 || c == '%' || c == 0x7f)
			g_string_append_printf(out, "%%%02X", c);
		else
			g_string_append_c(out, c);
	}
}

static void fields(GString *out, va_list ap)
{
	const char *text;

	while ((text = va_arg(ap, const char *))) {
		g_string_append_c(out, '\t');
		field(out, text);
	}
	g_string_append_c(out, '\n');
}

void ks_record(KsFacts *facts, const char *name, ...)
{
	va_list ap;

	g_string_append(facts->out, name);
	va_start(ap, name);
	fields(facts->out, ap);
	va_end(ap);
}

void ks_record_at(KsFacts *facts, const char *name, KsPlace place,
		  const char *text, ...)
{
	va_list ap;

	g_string_append_printf(facts->out, "%s\t", name);
	field(facts->out, place.file ? place.file->path : "");
	g_string_append_printf(facts->out, "\t%u\t", place.line);
	field(facts->out, text);
	va_start(ap, text);
	fields(facts->out, ap);
	va_end(ap);
}

bool ks_flush(KsFacts *facts)
{
	size_t len = facts->out->len;
	bool ok = fwrite(facts->out->str, 1, len, stdout) == len;

	g_string_truncate(facts->out, 0);
	return ok;
}
