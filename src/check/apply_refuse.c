// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/apply_private.h"
#include "tree/am.h"
#include "tree/raw.h"

#define MODE_NONE      "000000"
#define MODE_FILE      "100644"
#define MODE_LINK      "120000"
#define MODE_SUBMODULE "160000"

/* A name that shows as another, or that a terminal acts on. */
static bool is_misleading(const char *path)
{
	for (; *path; path++)
		if (!g_ascii_isprint(*path))
			return true;
	return false;
}

/* .gitattributes, .gitmodules, ...: what git itself acts on. */
static bool is_gits_own(const char *path)
{
	g_auto(GStrv) parts = g_strsplit(path, "/", -1);

	for (guint i = 0; parts[i]; i++)
		if (g_ascii_strncasecmp(parts[i], ".git", 4) == 0 &&
		    !g_str_equal(parts[i], ".gitignore"))
			return true;
	return false;
}

static char *judge_path(const char *old_mode, const char *new_mode,
			const char *path)
{
	bool fresh = g_str_equal(old_mode, MODE_NONE);
	bool gone = g_str_equal(new_mode, MODE_NONE);
	g_autofree char *shown = g_strescape(path, NULL);

	if (is_misleading(path))
		return g_strdup_printf("%s: a name with unusual characters",
				       shown);
	if (g_str_equal(new_mode, MODE_LINK))
		return g_strdup_printf("%s: a symbolic link", shown);
	if (g_str_equal(new_mode, MODE_SUBMODULE))
		return g_strdup_printf("%s: a submodule", shown);
	if (is_gits_own(path))
		return g_strdup_printf("%s: a file that git acts on", shown);
	if (fresh && !g_str_equal(new_mode, MODE_FILE))
		return g_strdup_printf("%s: a new file of mode %s", shown,
				       new_mode);
	if (!fresh && !gone && !g_str_equal(old_mode, new_mode))
		return g_strdup_printf("%s: the mode changes from %s to %s",
				       shown, old_mode, new_mode);
	return NULL;
}

static bool take_change(const KsRawChange *change, gpointer data)
{
	char **reason = data;

	if (!*reason)
		*reason = judge_path(change->old_mode, change->new_mode,
				     change->path);
	return !*reason;
}

bool ks_apply_refuse(const KsContext *context, const char *parent,
		     const char *tree, const char *diff, char **reason,
		     GError **error)
{
	*reason = ks_am_absolute_path(diff);
	return ks_git_raw(context, parent, tree, take_change, reason, error);
}
