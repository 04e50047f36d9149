// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/blame.h"
#include "check/words.h"

#define REBUILT "rebuilt"

/*
 * What a patch to Makefiles, Kconfig or scripts makes make rebuild is not to
 * be read from dependencies.  It is observed: the tree is built as before the
 * patch, then as after it.
 */

static char *note_path(const KsWork *work)
{
	const KsWorkshop *workshop = work->workshop;
	g_autofree char *text =
		g_strjoin(" ", workshop->target->identity,
			  ks_blobs_tree(workshop->blobs, work->at - 1),
			  ks_blobs_tree(workshop->blobs, work->at), NULL);
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
	g_autofree char *below = g_build_filename(REBUILT, sum, NULL);

	return ks_target_path(workshop->target, below);
}

char **ks_rebuilt_load(const KsWork *work)
{
	g_autofree char *path = note_path(work);
	g_autofree char *text = NULL;

	if (!ks_target_may_use(work->workshop->target, path) ||
	    !g_file_get_contents(path, &text, NULL, NULL))
		return NULL;
	return *text ? g_strsplit(g_strchomp(text), "\n", -1) :
		       g_new0(char *, 1);
}

bool ks_rebuilt_save(KsWork *work, const KsWords *words, GError **error)
{
	g_autofree char *path = note_path(work);
	g_autoptr(GString) text = g_string_new(NULL);
	GHashTableIter iter;
	gpointer object;

	g_hash_table_iter_init(&iter, words->objects);
	while (g_hash_table_iter_next(&iter, &object, NULL))
		g_string_append_printf(text, "%s\n", (char *)object);
	return ks_target_keep(work->workshop->target, path, text->str,
			      text->len, error);
}

/* The first patch that has to be observed, NULL if there is none. */
KsWork *ks_workshop_unobserved(KsWorkshop *workshop)
{
	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];
		g_auto(GStrv) known = NULL;

		if (!work->wanted || !work->moves_ground || work->observed ||
		    ks_work_break(work))
			continue;
		known = ks_rebuilt_load(work);
		if (!known)
			return work;
		work->observed = g_steal_pointer(&known);
	}
	return NULL;
}
