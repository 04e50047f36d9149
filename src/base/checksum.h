/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHECKSUM_H
#define KS_CHECKSUM_H

#include <gio/gio.h>
#include <stdbool.h>

/*
 * Add a word and its NUL, by which the words of a sum are told apart; NULL
 * counts as the empty word.
 */
void ks_sum_add(GChecksum *sum, const char *word);

/*
 * What "PROGRAM --version" says, newly allocated; the error says how to get
 * the program.
 */
char *ks_program_version(const char *program, GCancellable *cancel,
			 GError **error);

#endif
