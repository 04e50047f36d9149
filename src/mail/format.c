// SPDX-License-Identifier: GPL-2.0
#include "mail/format.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "tree/git.h"

#define SUBJECT_HERE "*** SUBJECT HERE ***"
#define BLURB_HERE   "*** BLURB HERE ***"

static void add_many(GPtrArray *argv, const char *option, char **values)
{
	for (; values && *values; values++)
		g_ptr_array_add(argv, g_strconcat(option, *values, NULL));
}

static char *committer_date(const KsContext *context, const KsGen *gen,
			    GError **error)
{
	return ks_git(context, error, "show", "-s", "--format=%cI", gen->tip,
		      NULL);
}

/* Run format-patch into @dir; the cover letter has git's place holders. */
static bool format_patch(const KsContext *context, const KsGen *gen,
			 const char *dir, GError **error)
{
	const KsSeries *series = gen->series;
	g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *date = committer_date(context, gen, error);
	g_autofree char *name =
		g_strconcat("GIT_COMMITTER_NAME=", gen->sender->name, NULL);
	g_autofree char *email =
		g_strconcat("GIT_COMMITTER_EMAIL=", gen->sender->email, NULL);
	g_autofree char *when = g_strconcat("GIT_COMMITTER_DATE=", date, NULL);
	const char *env[] = {name, email, when, NULL};

	if (!date)
		return false;
	g_ptr_array_add(argv, g_strdup("format-patch"));
	g_ptr_array_add(argv, g_strdup("--quiet"));
	g_ptr_array_add(argv, g_strdup("--cover-letter"));
	g_ptr_array_add(argv, g_strdup("--numbered"));
	g_ptr_array_add(argv, g_strdup("--pretty=mboxrd"));
	g_ptr_array_add(argv, g_strdup("--signature=kseries " KS_VERSION));
	g_ptr_array_add(argv, g_strconcat("--output-directory=", dir, NULL));
	g_ptr_array_add(argv, g_strconcat("--base=", gen->base, NULL));
	g_ptr_array_add(argv,
			g_strconcat("--subject-prefix=", series->prefix, NULL));
	if (series->version > 1)
		g_ptr_array_add(argv, g_strdup_printf("--reroll-count=%u",
						      series->version));
	add_many(argv, "--to=", series->to);
	add_many(argv, "--cc=", series->cc);
	g_ptr_array_add(argv, g_strdup_printf("%s..%s", gen->base, gen->tip));
	g_ptr_array_add(argv, NULL);
	return ks_git_run(context, (const char *const *)argv->pdata, env, NULL,
			  NULL, error);
}

static bool replace(GString *text, const char *what, const char *with,
		    GError **error)
{
	if (g_string_replace(text, what, with, 1))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "git format-patch wrote a cover letter without '%s'", what);
	return false;
}

static bool write_cover(const KsSeries *series, const char *path,
			GError **error)
{
	g_autofree char *change =
		g_strdup_printf("\nchange-id: %s\n-- \n", series->change_id);
	g_autofree char *blurb = g_strdup(series->cover);
	g_autoptr(GString) text = NULL;
	g_autofree char *raw = NULL;

	if (!g_file_get_contents(path, &raw, NULL, error))
		return false;
	text = g_string_new(raw);
	g_strchomp(blurb);
	return replace(text, SUBJECT_HERE, series->title, error) &&
	       replace(text, BLURB_HERE, blurb, error) &&
	       replace(text, "\n-- \n", change, error) &&
	       ks_write_file(path, text->str, text->len, error);
}

static bool check_empty(const char *dir, GError **error)
{
	g_auto(GStrv) names = NULL;

	if (!g_file_test(dir, G_FILE_TEST_EXISTS))
		return true;
	names = ks_dir_names(dir, error);
	if (names && !names[0])
		return true;
	if (names)
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: the folder is not empty, and kseries removes no files of yours; name another",
			dir);
	return false;
}

/*
 * Put the finished folder in its place.  Where one of ours is there already
 * the two change places, so that whoever reads it sees the old or the new one;
 * the old one goes with @from.
 */
static bool install(const char *from, const char *to, bool ours, GError **error)
{
	bool there = g_file_test(to, G_FILE_TEST_IS_DIR);

	if (there && !ours)
		g_rmdir(to); /* it is empty */
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to,
		      there && ours ? RENAME_EXCHANGE : RENAME_NOREPLACE) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot put the mails there: %s", to,
		    g_strerror(errno));
	return false;
}

/*
 * A folder of its own for what was made: two that make the same series on the
 * same tree as different authors do not get in each other's way.
 */
static char *own_dir(const KsContext *context, const KsGen *gen)
{
	g_autofree char *tip = g_strndup(gen->tip, 12);

	return ks_home_path(context, "out", gen->series->name, gen->tree->name,
			    tip, NULL);
}

static void set_mails(KsGen *gen, char **names)
{
	guint next = 1; /* 0 is the cover letter */

	for (guint i = 0; i < gen->patches->len; i++) {
		KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->skipped)
			continue;
		g_free(patch->mail);
		patch->mail = g_build_filename(gen->dir, names[next++], NULL);
	}
}

/*
 * The folder is made beside its place, so that it can be renamed there: the
 * home and a folder of the user's may be on different disks.
 */
static char *make_temporary(const char *dir, GError **error)
{
	g_autofree char *parent = g_path_get_dirname(dir);
	g_autofree char *path =
		g_build_filename(parent, ".kseries-XXXXXX", NULL);

	if (!ks_mkdir(parent, error))
		return NULL;
	if (g_mkdtemp_full(path, 0755))
		return g_steal_pointer(&path);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot write there: %s", parent, g_strerror(errno));
	return NULL;
}

static guint count_commits(const KsGen *gen)
{
	guint n = 0;

	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		n += !patch->skipped;
	}
	return n;
}

bool ks_format_mails(const KsContext *context, KsGen *gen, const char *dir,
		     GError **error)
{
	g_autofree char *to = dir ? g_canonicalize_filename(dir, NULL) :
				    own_dir(context, gen);
	g_autoptr(KsTmpDir) tmp = NULL;
	g_auto(GStrv) names = NULL;
	g_autofree char *cover = NULL;

	if (!count_commits(gen))
		return true; /* nothing to say to anyone */
	if (dir && !check_empty(to, error))
		return false;
	tmp = make_temporary(to, error);
	if (!tmp || !format_patch(context, gen, tmp, error))
		return false;
	names = ks_dir_names(tmp, error);
	if (!names)
		return false;
	if (g_strv_length(names) != count_commits(gen) + 1) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "git format-patch wrote %u files for %u patches",
			    g_strv_length(names), count_commits(gen));
		return false;
	}
	cover = g_build_filename(tmp, names[0], NULL);
	if (!write_cover(gen->series, cover, error) ||
	    !install(tmp, to, !dir, error))
		return false;
	gen->dir = g_steal_pointer(&to);
	set_mails(gen, names);
	return true;
}
