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

static char *committer_date(const KsContext *context, const KsPosting *posting,
			    GError **error)
{
	return ks_git(context, error, "show", "-s", "--format=%cI",
		      posting->tip, NULL);
}

/* A posting of many has a cover letter if there is something to hold. */
static bool has_cover(const KsPosting *posting)
{
	return !posting->name || posting->patches > 1;
}

static char **format_words(const KsGen *gen, const KsPosting *posting,
			   const char *dir)
{
	const KsSeries *series = gen->series;
	GPtrArray *argv = g_ptr_array_new();

	g_ptr_array_add(argv, g_strdup("format-patch"));
	g_ptr_array_add(argv, g_strdup("--quiet"));
	if (has_cover(posting)) {
		g_ptr_array_add(argv, g_strdup("--cover-letter"));
		g_ptr_array_add(argv, g_strdup("--numbered"));
	}
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
	g_ptr_array_add(argv,
			g_strdup_printf("%s..%s", gen->base, posting->tip));
	g_ptr_array_add(argv, NULL);
	return (char **)g_ptr_array_free(argv, FALSE);
}

/* Run format-patch into @dir; the cover letter has git's place holders. */
static bool format_patch(const KsContext *context, const KsGen *gen,
			 const KsPosting *posting, const char *dir,
			 GError **error)
{
	g_auto(GStrv) argv = format_words(gen, posting, dir);
	g_autofree char *date = committer_date(context, posting, error);
	g_autofree char *name =
		g_strconcat("GIT_COMMITTER_NAME=", gen->sender->name, NULL);
	g_autofree char *email =
		g_strconcat("GIT_COMMITTER_EMAIL=", gen->sender->email, NULL);
	g_autofree char *when = g_strconcat("GIT_COMMITTER_DATE=", date, NULL);
	const char *env[] = {name, email, when, NULL};

	return date && ks_git_run(context, (const char *const *)argv, env, NULL,
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

/* Of the drivers that the audit leaves alone: what, and the proof. */
static void add_left(GString *text, const KsGenPatch *patch)
{
	for (guint i = 0; i < patch->result->sites->len; i++) {
		const KsRuleSite *site = patch->result->sites->pdata[i];

		if (site->unproven)
			g_string_append_printf(text, "\n  %s: %s(): %s\n",
					       patch->def->driver,
					       site->site->function,
					       site->reason);
	}
}

static char *make_blurb(const KsGen *gen, const KsPosting *posting)
{
	GString *text = g_string_new(gen->series->cover);
	g_autoptr(GString) left = g_string_new(NULL);

	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->skipped && patch->result &&
		    !g_strcmp0(patch->group, posting->group) &&
		    ks_def_is_synthesised(patch->def))
			add_left(left, patch);
	}
	g_strchomp(text->str);
	text->len = strlen(text->str);
	if (left->len)
		g_string_append_printf(text, "\n\nLeft alone, and why:\n%s",
				       left->str);
	g_strchomp(text->str);
	return g_string_free(text, FALSE);
}

static bool write_cover(const KsGen *gen, const KsPosting *posting,
			const char *path, GError **error)
{
	const KsSeries *series = gen->series;
	const char *name = posting->name;
	g_autofree char *change =
		g_strdup_printf("\nchange-id: %s%s%s\n-- \n", series->change_id,
				name ? "-" : "", name ? name : "");
	g_autofree char *title = g_strdup_printf(
		"%s%s%s", name ? name : "", name ? ": " : "", series->title);
	g_autofree char *blurb = make_blurb(gen, posting);
	g_autoptr(GString) text = NULL;
	g_autofree char *raw = NULL;

	if (!g_file_get_contents(path, &raw, NULL, error))
		return false;
	text = g_string_new(raw);
	return replace(text, SUBJECT_HERE, title, error) &&
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

/* The first digits of the only tip, or of a checksum of all tips. */
static char *short_id(const KsGen *gen)
{
	const KsPosting *first = gen->postings->pdata[0];
	g_autoptr(GChecksum) sum = NULL;

	if (!first->name)
		return g_strndup(first->tip, 12);
	sum = g_checksum_new(G_CHECKSUM_SHA1);
	for (guint i = 0; i < gen->postings->len; i++) {
		const KsPosting *posting = gen->postings->pdata[i];

		g_checksum_update(sum, (const guchar *)posting->tip, -1);
	}
	return g_strndup(g_checksum_get_string(sum), 12);
}

/*
 * A folder of its own for what was made: two that make the same series on the
 * same tree as different authors do not get in each other's way.
 */
static char *own_dir(const KsContext *context, const KsGen *gen)
{
	g_autofree char *id = short_id(gen);

	return ks_home_path(context, "out", gen->series->name, gen->tree->name,
			    id, NULL);
}

/* Its patches' mails: the names without those of cover and rules. */
static void set_mails(const KsGen *gen, const KsPosting *posting, char **names)
{
	for (guint i = 0; i < gen->patches->len; i++) {
		KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->posting != posting)
			continue;
		g_free(patch->mail);
		patch->mail = g_build_filename(posting->dir, *names++, NULL);
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

/* The semantic patches that were made for it, beside the mails. */
static bool write_smpl(const KsGen *gen, const KsPosting *posting,
		       const char *dir, char **names, GError **error)
{
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];
		g_autofree char *stem = NULL, *path = NULL;

		if (patch->posting != posting)
			continue;
		stem = g_strndup(*names, strlen(*names) - strlen(".patch"));
		path = g_strconcat(dir, "/", stem, ".cocci", NULL);
		names++;
		if (patch->result && patch->result->smpl &&
		    !g_file_set_contents(path, patch->result->smpl, -1, error))
			return false;
	}
	return true;
}

/*
 * The mails of a posting in @tmp, or in a folder below; they will stand at the
 * same place of @to.
 */
static bool write_posting(const KsContext *context, const KsGen *gen,
			  KsPosting *posting, const char *tmp, const char *to,
			  GError **error)
{
	g_autofree char *dir = g_build_filename(tmp, posting->name, NULL);
	guint covers = has_cover(posting);
	g_auto(GStrv) names = NULL;
	g_autofree char *cover = NULL;

	if (!format_patch(context, gen, posting, dir, error))
		return false;
	names = ks_dir_names(dir, error);
	if (!names)
		return false;
	if (g_strv_length(names) != posting->patches + covers) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "git format-patch wrote %u files for %u patches",
			    g_strv_length(names), posting->patches);
		return false;
	}
	cover = g_build_filename(dir, names[0], NULL);
	posting->dir = g_build_filename(to, posting->name, NULL);
	if (covers && !write_cover(gen, posting, cover, error))
		return false;
	set_mails(gen, posting, names + covers);
	return write_smpl(gen, posting, dir, names + covers, error);
}

/* Whether there is something to say to anyone. */
static bool has_patches(const KsGen *gen)
{
	const KsPosting *first = gen->postings->len ? gen->postings->pdata[0] :
						      NULL;

	return first && first->patches;
}

bool ks_format_mails(const KsContext *context, KsGen *gen, const char *dir,
		     GError **error)
{
	g_autofree char *to = NULL;
	g_autoptr(KsTmpDir) tmp = NULL;

	if (!has_patches(gen))
		return true;
	to = dir ? g_canonicalize_filename(dir, NULL) : own_dir(context, gen);
	if (dir && !check_empty(to, error))
		return false;
	tmp = make_temporary(to, error);
	if (!tmp)
		return false;
	for (guint i = 0; i < gen->postings->len; i++)
		if (!write_posting(context, gen, gen->postings->pdata[i], tmp,
				   to, error))
			return false;
	if (!install(tmp, to, !dir, error))
		return false;
	gen->dir = g_steal_pointer(&to);
	return true;
}
