// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "check/compile.h"
#include "check/evidence.h"
#include "check/outcome.h"
#include "check/target-private.h"
#include "tree/git.h"

/*
 * Whether sparse ran to its end on @object.  sparse ends with 1 when it found
 * errors; then a shell that does not find it ends with 127.
 */
static bool was_checked(const KsCompiled *compiled, const char *object)
{
	const char *status = g_hash_table_lookup(compiled->checked, object);

	return status &&
	       (g_str_equal(status, "0") || g_str_equal(status, "1"));
}

/* kbuild checks C files only, and only those that a commit has. */
static bool is_due(KsTarget *target, const char *object,
		   GHashTable *sources)
{
	const char *source = ks_cone_source(target->cone, object);

	return source && g_str_has_suffix(source, ".c") &&
	       g_hash_table_contains(sources, source);
}

/* The C sources among the cone's that @commit has. */
static GHashTable *sources_of(KsTarget *target, const char *commit,
			      const char *const *cone, GError **error)
{
	g_autoptr(GHashTable) sources =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree char *list = ks_git(target->context, error, "ls-tree", "-r",
				       "--name-only", commit, NULL);
	g_auto(GStrv) lines = NULL;

	(void)cone;
	if (!list)
		return NULL;
	lines = g_strsplit(list, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (g_str_has_suffix(lines[i], ".c"))
			g_hash_table_add(sources, g_steal_pointer(&lines[i]));
	return g_steal_pointer(&sources);
}
