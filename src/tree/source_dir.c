// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "tree/import.h"
#include "tree/source.h"

#define BLOCK_BYTES (64 << 10)
#define LINK_BYTES  4096

/*
 * What a build leaves behind or a version control system keeps; no file of a
 * kernel's sources is called so.
 */
static const char *const leave_out[] = {
	".git",
	"*.o",
	"*.a",
	"*.ko",
	"*.mod",
	"*.mod.c",
	"*.cmd",
	"*.order",
	"*.symvers",
	"*.su",
	"*.gcno",
	"*.dtb",
	"*.dtbo",
	"vmlinux",
	"System.map",
	".config",
	".config.old",
	".tmp_*",
	"modules.builtin*",
};

static const char *const leave_out_folders[] = {
	"include/config",
	"include/generated",
	"arch/*/include/generated",
};

typedef struct {
	KsContext *context;
	const char *top;
	guint files;
	guint special; /* neither file nor folder nor link: left out */
} Walk;

static bool is_left_out(const FTSENT *entry, const char *path)
{
	for (guint i = 0; i < G_N_ELEMENTS(leave_out); i++)
		if (g_pattern_match_simple(leave_out[i], entry->fts_name))
			return true;
	for (guint i = 0; i < G_N_ELEMENTS(leave_out_folders); i++)
		if (g_pattern_match_simple(leave_out_folders[i], path))
			return true;
	return false;
}

static bool fail(const char *path, int why, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: cannot read it: %s",
		    path, g_strerror(why));
	return false;
}

static bool copy(KsImport *import, int fd, const char *path, guint64 size,
		 GError **error)
{
	char block[BLOCK_BYTES];

	while (size) {
		ssize_t n = read(fd, block, MIN(size, sizeof(block)));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fail(path, n ? errno : EAGAIN, error);
		if (!ks_import_write(import, block, n, error))
			return false;
		size -= n;
	}
	return true;
}

static bool add_file(KsImport *import, const FTSENT *entry, const char *path,
		     GError **error)
{
	int fd = open(entry->fts_accpath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;
	bool ok;

	if (fd < 0)
		return fail(entry->fts_path, errno, error);
	if (fstat(fd, &st) < 0)
		ok = fail(entry->fts_path, errno, error);
	else
		ok = ks_import_file(import, path, st.st_mode, st.st_size,
				    st.st_mtime, error) &&
		     copy(import, fd, entry->fts_path, st.st_size, error);
	close(fd);
	return ok;
}

static bool add_link(KsImport *import, const FTSENT *entry, const char *path,
		     GError **error)
{
	char target[LINK_BYTES];
	ssize_t n = readlink(entry->fts_accpath, target, sizeof(target));

	if (n < 0)
		return fail(entry->fts_path, errno, error);
	return ks_import_file(import, path, entry->fts_statp->st_mode, n,
			      entry->fts_statp->st_mtime, error) &&
	       ks_import_write(import, target, n, error);
}

static bool add(Walk *walk, KsImport *import, FTS *fts, FTSENT *entry,
		GError **error)
{
	const char *path = entry->fts_path + strlen(walk->top);
	int info = entry->fts_info;

	path += strspn(path, "/");
	if (info == FTS_DP || entry->fts_level == 0)
		return info != FTS_DNR ||
		       fail(entry->fts_path, entry->fts_errno, error);
	if (is_left_out(entry, path)) {
		fts_set(fts, entry, FTS_SKIP);
		return true;
	}
	if (info == FTS_DNR || info == FTS_ERR || info == FTS_NS)
		return fail(entry->fts_path, entry->fts_errno, error);
	if (info == FTS_DEFAULT)
		walk->special++;
	if (info == FTS_F || info == FTS_SL || info == FTS_SLNONE)
		walk->files++;
	if (walk->context->progress)
		ks_progress_step(walk->context->progress, 0, path);
	if (info == FTS_F)
		return add_file(import, entry, path, error);
	if (info == FTS_SL || info == FTS_SLNONE)
		return add_link(import, entry, path, error);
	return true;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool fill(KsImport *import, gpointer data, GError **error)
{
	Walk *walk = data;
	char *const tops[] = {(char *)walk->top, NULL};
	FTS *fts = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	bool ok = fts != NULL;
	FTSENT *entry;

	if (!ok)
		fail(walk->top, errno, error);
	while (ok && (entry = fts_read(fts)))
		ok = add(walk, import, fts, entry, error);
	if (fts)
		fts_close(fts);
	ks_import_message(import, "Files of a folder\n");
	if (ok && !walk->files) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: there is no source file in it", walk->top);
		return false;
	}
	return ok;
}

bool ks_source_fetch_dir(KsContext *context, const KsSource *source,
			 KsFetched *fetched, GError **error)
{
	Walk walk = {.context = context, .top = source->from};
	g_autofree char *what = g_strconcat("import ", source->from, NULL);
	KsProgress *progress = context->progress;

	if (!g_file_test(source->from, G_FILE_TEST_IS_DIR)) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: there is no such folder", source->from);
		return false;
	}
	if (progress)
		ks_progress_begin(progress, what, 0);
	fetched->commit = ks_import_run(context, fill, &walk, error);
	if (progress)
		ks_progress_end(progress);
	if (fetched->commit && walk.special && progress)
		ks_progress_say(progress,
				"%s: %u sockets, pipes or devices left out",
				source->from, walk.special);
	return fetched->commit != NULL;
}
