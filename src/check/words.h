/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WORDS_H
#define KS_WORDS_H

#include <glib.h>
#include <stdbool.h>

/*
 * The output of a kernel build (make -O, which keeps the lines of one target
 * together), told apart: kbuild announces each step with two blanks, what it
 * does, and the file ("  CC [M]  drivers/net/ethernet/intel/e1000/e1000_hw.o").
 */
typedef struct KsWords {
	char *all;
	GHashTable *objects; /* object -> what was said while it compiled */
	GHashTable *sparse; /* object -> what sparse said */
	GHashTable *failed; /* files that make says it could not make */
	char *link; /* all that is no object's */
	bool reached; /* make came as far as to compile or link something */
	bool unsure; /* an object was compiled that is no module's */
} KsWords;

/* Take @output apart; @sparse_dir is the folder that sparse-wrapper wrote. */
KsWords *ks_words_parse(const char *output, const char *sparse_dir,
			GError **error);
void ks_words_free(KsWords *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsWords, ks_words_free)

#endif
