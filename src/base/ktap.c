// SPDX-License-Identifier: GPL-2.0
#include "base/ktap.h"

#include <stdarg.h>
#include <string.h>

/* More tests than any report of ours has; a bound for memory. */
#define TESTS_MAX 10000

typedef enum {
	WANT_VERSION,
	WANT_BEGIN,
	WANT_PLAN,
	WANT_TESTS,
	ENDED
} State;

typedef struct {
	KsKtap *ktap;
	State state;
	guint line;
	char *begin; /* the two lines that the nonce makes */
	char *end;
} Parser;

static void free_test(gpointer data)
{
	KsKtapTest *test = data;

	g_free(test->name);
	g_free(test->text);
	g_free(test);
}

void ks_ktap_free(KsKtap *ktap)
{
	g_ptr_array_unref(ktap->tests);
	g_ptr_array_unref(ktap->notes);
	g_free(ktap->running);
	g_free(ktap->problem);
	g_free(ktap);
}

static bool reject(Parser *parser, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool reject(Parser *parser, const char *format, ...)
{
	g_autofree char *what = NULL;
	va_list ap;

	va_start(ap, format);
	what = g_strdup_vprintf(format, ap);
	va_end(ap);
	parser->ktap->problem =
		g_strdup_printf("line %u: %s", parser->line, what);
	return false;
}

/* Decimal digits without a sign; *at then points behind them. */
static bool parse_number(const char **at, guint *number)
{
	char *end;
	guint64 value;

	if (!g_ascii_isdigit(**at))
		return false;
	value = g_ascii_strtoull(*at, &end, 10);
	if (value > TESTS_MAX)
		return false;
	*number = value;
	*at = end;
	return true;
}

static bool parse_plan(Parser *parser, const char *line)
{
	const char *at = line + strlen("1..");

	if (!g_str_has_prefix(line, "1..") ||
	    !parse_number(&at, &parser->ktap->planned) || *at ||
	    !parser->ktap->planned) {
		parser->ktap->planned = 0;
		return reject(parser, "\"%s\" is not a plan", line);
	}
	parser->state = WANT_TESTS;
	return true;
}

/* "3 name # reason", after "ok " or "not ok ". */
static bool parse_test(Parser *parser, const char *at, bool ok)
{
	KsKtap *ktap = parser->ktap;
	guint number = 0;
	g_autofree char *name = NULL;
	KsKtapTest *test;
	const char *hash;

	if (!parse_number(&at, &number) || *at++ != ' ')
		return reject(parser, "a test without its number");
	if (number != ktap->tests->len + 1)
		return reject(parser, "test %u where %u must be", number,
			      ktap->tests->len + 1);
	if (number > ktap->planned)
		return reject(parser, "test %u of a plan of %u", number,
			      ktap->planned);
	hash = strstr(at, " # ");
	name = hash ? g_strndup(at, hash - at) : g_strdup(at);
	if (!*name)
		return reject(parser, "test %u has no name", number);

	test = g_new0(KsKtapTest, 1);
	test->status = ok ? KS_KTAP_OK : KS_KTAP_NOT_OK;
	at = hash ? hash + strlen(" # ") : "";
	if (ok && g_str_has_prefix(at, "SKIP")) {
		test->status = KS_KTAP_SKIPPED;
		at += strlen("SKIP");
		at += *at == ' ';
	}
	test->name = g_steal_pointer(&name);
	test->text = g_strdup(at);
	g_ptr_array_add(ktap->tests, test);
	g_clear_pointer(&ktap->running, g_free);
	return true;
}

static bool parse_note(Parser *parser, const char *line)
{
	KsKtap *ktap = parser->ktap;

	if (g_str_equal(line, parser->end)) {
		if (ktap->tests->len < ktap->planned)
			return reject(parser, "it ends after %u of %u tests",
				      ktap->tests->len, ktap->planned);
		parser->state = ENDED;
		return true;
	}
	if (g_str_has_prefix(line, "# nonce "))
		return reject(parser, "the nonce is not that of this boot");
	if (g_str_has_prefix(line, "# run ")) {
		g_free(ktap->running);
		ktap->running = g_strdup(line + strlen("# run "));
	}
	g_ptr_array_add(ktap->notes, g_strdup(line + strlen("# ")));
	return true;
}

static bool parse_body(Parser *parser, const char *line)
{
	if (g_str_has_prefix(line, "ok "))
		return parse_test(parser, line + strlen("ok "), true);
	if (g_str_has_prefix(line, "not ok "))
		return parse_test(parser, line + strlen("not ok "), false);
	if (g_str_has_prefix(line, "# "))
		return parse_note(parser, line);
	return reject(parser, "\"%.60s\" is not KTAP", line);
}

static bool parse_line(Parser *parser, const char *line)
{
	switch (parser->state) {
	case WANT_VERSION:
		if (!g_str_equal(line, "KTAP version 1"))
			return reject(parser, "the version line is missing");
		parser->state = WANT_BEGIN;
		return true;
	case WANT_BEGIN:
		if (!g_str_equal(line, parser->begin))
			return reject(parser,
				      "the nonce is not that of this boot");
		parser->ktap->begun = true;
		parser->state = WANT_PLAN;
		return true;
	case WANT_PLAN:
		return parse_plan(parser, line);
	case WANT_TESTS:
		return parse_body(parser, line);
	case ENDED:
		return reject(parser, "there is text after the end");
	}
	return false;
}

static bool clean(const char *line, gsize len)
{
	for (gsize i = 0; i < len; i++)
		if ((guchar)line[i] < ' ' || line[i] == 0x7f)
			return false;
	return g_utf8_validate(line, len, NULL);
}

static void parse_all(Parser *parser, const char *text, gsize len)
{
	gsize at = 0;

	while (at < len) {
		const char *newline = memchr(text + at, '\n', len - at);
		gsize size = newline ? (gsize)(newline - text) - at : len - at;
		g_autofree char *line = g_strndup(text + at, size);

		parser->line++;
		if (!clean(text + at, size)) {
			reject(parser, "it has bytes that are not text");
			return;
		}
		if (!newline) {
			reject(parser, "it is cut off at \"%.60s\"", line);
			return;
		}
		if (!parse_line(parser, line))
			return;
		at += size + 1;
	}
}

KsKtap *ks_ktap_parse(const char *text, gssize len, const char *nonce)
{
	g_autofree char *begin = g_strdup_printf("# nonce %s begin", nonce);
	g_autofree char *end = g_strdup_printf("# nonce %s end", nonce);
	KsKtap *ktap = g_new0(KsKtap, 1);
	Parser parser = {.ktap = ktap, .begin = begin, .end = end};

	ktap->tests = g_ptr_array_new_with_free_func(free_test);
	ktap->notes = g_ptr_array_new_with_free_func(g_free);
	parse_all(&parser, text, len < 0 ? strlen(text) : (gsize)len);
	if (!ktap->problem && parser.state == WANT_VERSION)
		ktap->problem = g_strdup("it is empty");
	else if (!ktap->problem && parser.state != ENDED)
		ktap->problem = g_strdup_printf("it stops after %u of %u tests",
						ktap->tests->len,
						ktap->planned);
	return ktap;
}

const KsKtapTest *ks_ktap_first_failure(const KsKtap *ktap)
{
	for (guint i = 0; i < ktap->tests->len; i++) {
		const KsKtapTest *test = ktap->tests->pdata[i];

		if (test->status == KS_KTAP_NOT_OK)
			return test;
	}
	return NULL;
}

const KsKtapTest *ks_ktap_find(const KsKtap *ktap, const char *name)
{
	for (guint i = 0; i < ktap->tests->len; i++) {
		const KsKtapTest *test = ktap->tests->pdata[i];

		if (g_str_equal(test->name, name))
			return test;
	}
	return NULL;
}

bool ks_ktap_passed(const KsKtap *ktap)
{
	bool any = false;

	for (guint i = 0; i < ktap->tests->len; i++) {
		const KsKtapTest *test = ktap->tests->pdata[i];

		any = any || test->status == KS_KTAP_OK;
	}
	return !ktap->problem && any && !ks_ktap_first_failure(ktap);
}
