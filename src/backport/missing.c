// SPDX-License-Identifier: GPL-2.0
#include "backport/missing.h"

#include <string.h>

#include "backport/stable.h"
#include "base/error.h"
#include "tree/git.h"

char *ks_missing_range(KsContext *context, const char *from, const KsTree *tree,
		       GError **error)
{
	g_autoptr(KsTree) other = NULL;
	g_autofree char *common = NULL;

	if (strstr(from, ".."))
		return g_strdup(from);
	other = ks_tree_find(context, from, error);
	if (!other)
		return NULL;
	common = ks_git(context, NULL, "merge-base", tree->commit,
			other->commit, NULL);
	if (common)
		return g_strdup_printf("%s..%s", tree->name, other->name);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s and %s have no common history: name two releases of "
		    "one line, --from OLDER..NEWER, and a --family",
		    from, tree->name);
	return NULL;
}

bool ks_missing_drop_taken(const KsContext *context, GPtrArray *changes,
			   const KsTree *tree, guint *taken, GError **error)
{
	const KsChange *first = changes->len ? changes->pdata[0] : NULL;
	g_autofree char *common = NULL, *range = NULL, *log = NULL;

	*taken = 0;
	if (!first || !first->commit)
		return true;
	common = ks_git(context, NULL, "merge-base", first->base, tree->commit,
			NULL);
	if (!common)
		return true;
	range = g_strdup_printf("%s..%s", common, tree->commit);
	log = ks_git(context, error, "log", "--format=%B", range, NULL);
	if (!log)
		return false;
	for (guint i = changes->len; i--;) {
		const KsChange *change = changes->pdata[i];

		if (!ks_stable_names_origin(log, change->commit))
			continue;
		g_ptr_array_remove_index(changes, i);
		++*taken;
	}
	return true;
}
