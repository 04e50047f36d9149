// SPDX-License-Identifier: GPL-2.0
#include "series/spatch.h"

#include <stdio.h>
#include <string.h>

#include "base/child.h"
#include "base/error.h"

/* The slowest file of drivers/net takes half a minute on a busy machine. */
#define TIMEOUT_S 300
#define WORKERS	  2

/* What the workers share. */
typedef struct {
	const KsContext *context;
	const char *dir;
	const char *const *defines;
	GPtrArray *files;
	GMutex lock;
	guint next;
	GError *error; /* the first one */
} Job;

static void file_free(gpointer data)
{
	KsSpatchFile *file = data;

	g_free(file->path);
	g_bytes_unref(file->before);
	g_clear_pointer(&file->after, g_bytes_unref);
	g_array_unref(file->gaps);
	g_free(file);
}

GPtrArray *ks_spatch_files_new(void)
{
	return g_ptr_array_new_with_free_func(file_free);
}

KsSpatchFile *ks_spatch_files_add(GPtrArray *files, const char *path,
				  GBytes *before)
{
	KsSpatchFile *file = g_new0(KsSpatchFile, 1);

	file->path = g_strdup(path);
	file->before = g_bytes_ref(before);
	file->gaps = g_array_new(FALSE, FALSE, sizeof(KsSpatchGap));
	g_ptr_array_add(files, file);
	return file;
}

const KsSpatchGap *ks_spatch_gap_at(const KsSpatchFile *file, guint line)
{
	for (guint i = 0; i < file->gaps->len; i++) {
		const KsSpatchGap *gap =
			&g_array_index(file->gaps, KsSpatchGap, i);

		if (line >= gap->first && line <= gap->last)
			return gap;
	}
	return NULL;
}

static void add_gap(KsSpatchFile *file, const KsSpatchGap *gap)
{
	const KsSpatchGap *known = ks_spatch_gap_at(file, gap->first);

	/* spatch parses a file several times and says the same each time */
	if (!known || known->last != gap->last)
		g_array_append_val(file->gaps, *gap);
}

/*
 * With --verbose-parsing spatch 1.1.1 tells of each piece that it gives up:
 *	parse error
 *	 = File "NAME", line 5, column 27, charpos = 105
 *	badcount: 8
 *	bad: ...	(one for each line; "BAD:!!!!!" for the one named above)
 * Pieces of the file that it wrote, which it reads once more, have another
 * NAME.  See Parsing_hacks and Parse_c.error_msg_tok in its sources.
 */
static void read_gaps(KsSpatchFile *file, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autofree char *ours =
		g_strdup_printf(" = File \"%s\", line ", file->path);
	KsSpatchGap gap = {0};
	guint at = 0, before = 0, count = 0;

	for (char **line = lines; *line; line++) {
		bool here = g_str_has_prefix(*line, "BAD:!!!!!");

		if (g_str_has_prefix(*line, " = File \"")) {
			bool match = g_str_has_prefix(*line, ours);

			at = match ? strtoul(*line + strlen(ours), NULL, 10) :
				     0;
			before = count = 0;
		} else if (at && (here || g_str_has_prefix(*line, "bad:"))) {
			if (here)
				before = count;
			count++;
		} else if (at && count) {
			gap.first = at - MIN(before, at - 1);
			gap.last = gap.first + count - 1;
			gap.at = at;
			add_gap(file, &gap);
			at = 0;
		}
	}
}

/* What spatch says on stderr only, while it exits with 0. */
static bool read_messages(KsSpatchFile *file, const char *text, GError **error)
{
	const char *at = strstr(text, "EXN:");

	if (!at)
		at = strstr(text, "xception raised");
	if (at) {
		g_autofree char *line = g_strndup(at, strcspn(at, "\n"));

		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: spatch gave up on this file: %s", file->path,
			    line);
		return false;
	}
	read_gaps(file, text);
	return true;
}

static GPtrArray *command(const Job *job, const KsSpatchFile *file)
{
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	static const char *const fixed[] = {
		"spatch",	  "--sp-file",
		"rule.cocci",	  "--verbose-parsing",
		"--no-show-diff", "--no-includes",
		"--in-place",
	};

	for (gsize i = 0; i < G_N_ELEMENTS(fixed); i++)
		g_ptr_array_add(argv, g_strdup(fixed[i]));
	for (gsize i = 0; job->defines && job->defines[i]; i++) {
		g_ptr_array_add(argv, g_strdup("-D"));
		g_ptr_array_add(argv, g_strdup(job->defines[i]));
	}
	g_ptr_array_add(argv, g_strdup(file->path));
	g_ptr_array_add(argv, NULL);
	return argv;
}

/* The end of what spatch said: an error takes it several lines. */
static char *last_words(const char *err)
{
	static const char *const noise[] = {"init_defs_builtins:", "HANDLING:",
					    "Warning: PARSING:", "(ONCE)"};
	g_auto(GStrv) lines = g_strsplit(err, "\n", -1);
	g_autoptr(GPtrArray) words = g_ptr_array_new();

	for (guint i = 0; lines[i]; i++) {
		bool skip = !*g_strstrip(lines[i]);

		for (gsize k = 0; k < G_N_ELEMENTS(noise); k++)
			skip = skip || g_str_has_prefix(lines[i], noise[k]);
		if (!skip)
			g_ptr_array_add(words, lines[i]);
	}
	if (words->len > 5)
		g_ptr_array_remove_range(words, 0, words->len - 5);
	g_ptr_array_add(words, NULL);
	return g_strjoinv(" ", (char **)words->pdata);
}

static bool set_error_of_run(const KsSpatchFile *file, const char *err,
			     int status, GError **error)
{
	g_autofree char *last = last_words(err);

	if (status < 0)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: spatch was killed by signal %d", file->path,
			    -status);
	else
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: spatch ended with status %d: %s", file->path,
			    status, last);
	return false;
}

static bool take_result(KsSpatchFile *file, const char *path, GError **error)
{
	g_autoptr(GBytes) after = NULL;
	char *text;
	gsize len;

	if (!g_file_get_contents(path, &text, &len, error)) {
		g_prefix_error(error,
			       "%s: the text that spatch wrote: ", file->path);
		return false;
	}
	after = g_bytes_new_take(text, len);
	g_clear_pointer(&file->after, g_bytes_unref);
	file->after = g_bytes_ref(
		g_bytes_equal(after, file->before) ? file->before : after);
	return true;
}

static bool run_one(const Job *job, KsSpatchFile *file, GError **error)
{
	g_autofree char *path = g_build_filename(job->dir, file->path, NULL);
	g_autofree char *folder = g_path_get_dirname(path);
	/* no .cocciconfig of the user's, no scratch files in /tmp */
	g_autofree char *home = g_strconcat("HOME=", job->dir, NULL);
	g_autofree char *tmp = g_strconcat("TMPDIR=", job->dir, NULL);
	const char *env[] = {home, tmp, NULL};
	g_autoptr(GPtrArray) argv = command(job, file);
	g_auto(KsChildResult) result = {0};
	KsChildSpec spec = {
		.argv = (const char *const *)argv->pdata,
		.cwd = job->dir,
		.env = env,
		.timeout_s = TIMEOUT_S,
		.cancel = job->context->cancel,
	};
	gsize len;
	const char *text = g_bytes_get_data(file->before, &len);

	if (!ks_mkdir(folder, error) || !ks_write_file(path, text, len, error))
		return false;
	if (!ks_child_run(&spec, &result, error)) {
		g_prefix_error(error, "%s: ", file->path);
		return false;
	}
	file->wall_us = result.wall_us;
	if (result.status)
		return set_error_of_run(file, result.err->str, result.status,
					error);
	return read_messages(file, result.err->str, error) &&
	       take_result(file, path, error);
}

static gpointer worker(gpointer data)
{
	Job *job = data;

	for (;;) {
		g_autoptr(GError) error = NULL;
		KsSpatchFile *file = NULL;

		g_mutex_lock(&job->lock);
		if (!job->error && job->next < job->files->len)
			file = job->files->pdata[job->next++];
		g_mutex_unlock(&job->lock);
		if (!file)
			return NULL;
		if (run_one(job, file, &error))
			continue;
		g_mutex_lock(&job->lock);
		if (!job->error)
			job->error = g_steal_pointer(&error);
		g_mutex_unlock(&job->lock);
	}
}

static bool paths_are_relative(GPtrArray *files, GError **error)
{
	for (guint i = 0; i < files->len; i++) {
		const KsSpatchFile *file = files->pdata[i];
		g_autofree char *plain =
			g_canonicalize_filename(file->path, "/");

		if (!strcmp(plain + 1, file->path) && *file->path != '-')
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: not a plain path below the tree's top",
			    file->path);
		return false;
	}
	return true;
}

bool ks_spatch_run(const KsContext *context, const char *smpl,
		   const char *const *defines, GPtrArray *files, GError **error)
{
	g_autoptr(KsTmpDir) dir = NULL;
	g_autofree char *rule = NULL;
	GThread *threads[WORKERS];
	Job job = {.context = context, .defines = defines, .files = files};

	if (!files->len)
		return true;
	if (!paths_are_relative(files, error))
		return false;
	dir = ks_tmpdir(context, error);
	if (!dir)
		return false;
	job.dir = dir;
	rule = g_build_filename(dir, "rule.cocci", NULL);
	if (!ks_write_file(rule, smpl, -1, error))
		return false;
	g_mutex_init(&job.lock);
	for (int i = 0; i < WORKERS; i++)
		threads[i] = g_thread_new("spatch", worker, &job);
	for (int i = 0; i < WORKERS; i++)
		g_thread_join(threads[i]);
	g_mutex_clear(&job.lock);
	if (!job.error)
		return true;
	g_propagate_error(error, job.error);
	return false;
}

char *ks_spatch_lost_reason(const KsSpatchGap *gap)
{
	if (!gap)
		return g_strdup("not seen by spatch, which skipped the "
				"function without a word");
	return g_strdup_printf("not seen by spatch, which does not parse "
			       "lines %u to %u because of line %u",
			       gap->first, gap->last, gap->at);
}
