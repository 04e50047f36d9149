/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_ERROR_H
#define KS_ERROR_H

#include <glib.h>

/*
 * Every fallible function of kseries reports through a GError of this
 * domain.  The code says whose turn it is, and becomes the exit status.
 */
typedef enum {
	KS_ERROR_USAGE, /* the input is wrong: the user mends it (2) */
	KS_ERROR_BROKEN, /* our side or the machine broke (3) */
	KS_ERROR_TIMEOUT, /* a child ran out of its time (3) */
	KS_ERROR_CANCELLED, /* Ctrl-C or SIGTERM (3) */
	KS_ERROR_LIMIT, /* a child used more than it may and was ended (3) */
} KsError;

#define KS_ERROR (ks_error_quark())
GQuark ks_error_quark(void);

/* Exit statuses of every command. */
enum {
	KS_EXIT_OK = 0, /* all well */
	KS_EXIT_VERDICT = 1, /* a verdict is bad */
	KS_EXIT_USAGE = 2,
	KS_EXIT_BROKEN = 3,
};

/* The exit status that @error stands for; errors of other domains are ours. */
int ks_error_exit_status(const GError *error);

#endif
