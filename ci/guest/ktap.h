/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_KTAP_H
#define GUEST_KTAP_H

#include <stdbool.h>

/*
 * KTAP (Documentation/dev-tools/ktap.rst) on a serial port of its own:
 *
 *	KTAP version 1
 *	# nonce HEX begin
 *	1..N
 *	# run name
 *	ok 1 name
 *	ok 2 name # SKIP reason
 *	# a diagnostic
 *	not ok 3 name # reason
 *	# nonce HEX end
 *
 * The nonce lines are what tells a whole report from a cut or an old one.
 */

/* Opens the port, raw, so that no byte is added. Returns 0 or -1 (errno). */
int ktap_open(const char *tty);

void ktap_begin(const char *nonce, unsigned int tests);
void ktap_end(const char *nonce);

/* A test begins; if it never ends, the host knows which it was. */
void ktap_run(const char *name);

void ktap_ok(unsigned int n, const char *name);
void ktap_skip(unsigned int n, const char *name, const char *reason);
void ktap_fail(unsigned int n, const char *name, const char *reason);

/* One diagnostic line. Every line is on the wire when the call returns. */
void ktap_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
