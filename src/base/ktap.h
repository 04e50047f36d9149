/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KTAP_H
#define KS_KTAP_H

#include <glib.h>
#include <stdbool.h>

/*
 * The report of a guest: the flat part of KTAP (Documentation/dev-tools/
 * ktap.rst of the kernel), begun and ended by a nonce that only the host and
 * this one boot know:
 *
 *	KTAP version 1
 *	# nonce HEX begin
 *	1..N
 *	# run NAME
 *	ok 1 NAME
 *	ok 2 NAME # SKIP why
 *	not ok 3 NAME # why
 *	# nonce HEX end
 */
typedef enum {
	KS_KTAP_OK,
	KS_KTAP_NOT_OK,
	KS_KTAP_SKIPPED
} KsKtapStatus;

typedef struct {
	KsKtapStatus status;
	char *name;
	char *text; /* the reason, "" if there is none */
} KsKtapTest;

typedef struct {
	guint planned; /* tests of the plan line, 0: none was read */
	GPtrArray *tests; /* KsKtapTest, in the order of their numbers */
	GPtrArray *notes; /* diagnostics without "# ", in order */
	bool begun; /* the first lines, with the right nonce, are there */
	char *running; /* the test that has begun and not reported, or NULL */
	char *problem; /* why this is not a whole report; NULL: it is */
} KsKtap;

/*
 * Read a report; never fails.  Strict: a missing or doubled line, a number out
 * of turn, another nonce, text before the beginning or after the end, or a last
 * line without a newline is a problem, and the tests read before it are kept.
 * @len -1: @text is a string.
 */
KsKtap *ks_ktap_parse(const char *text, gssize len, const char *nonce);
void ks_ktap_free(KsKtap *ktap);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsKtap, ks_ktap_free)

/* A whole report in which no test failed and at least one is ok. */
bool ks_ktap_passed(const KsKtap *ktap);

/* The first test that is not ok, or NULL. */
const KsKtapTest *ks_ktap_first_failure(const KsKtap *ktap);

/* A test by its name, or NULL if it has not reported. */
const KsKtapTest *ks_ktap_find(const KsKtap *ktap, const char *name);

#endif
