// SPDX-License-Identifier: GPL-2.0
#include "tree/raw.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

bool ks_git_raw(const KsContext *context, const char *from, const char *to,
		KsRawFn fn, gpointer data, GError **error)
{
	const char *argv[] = {"diff-tree",   "-r", "--raw", "--no-renames",
			      "--no-abbrev", "-z", from,    to,
			      NULL};
	g_auto(KsChildResult) result = {0};
	const char *at, *end;

	if (!ks_git_run(context, argv, NULL, NULL, &result, error))
		return false;
	at = result.out->str;
	end = at + result.out->len;
	/* ":OLDMODE NEWMODE OLD NEW STATUS" NUL "PATH" NUL */
	while (at < end) {
		const char *path = at + strlen(at) + 1;
		g_auto(GStrv) words = g_strsplit(at, " ", -1);
		KsRawChange change;

		if (g_strv_length(words) != 5 || path >= end) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "git diff-tree: cannot read '%s'", at);
			return false;
		}
		change = (KsRawChange){words[0] + 1, words[1], words[3],
				       *words[4], path};
		if (!fn(&change, data))
			return true;
		at = path + strlen(path) + 1;
	}
	return true;
}
