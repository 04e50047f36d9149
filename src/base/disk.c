// SPDX-License-Identifier: GPL-2.0
#include "base/disk.h"

#include <stdint.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/procs.h"
#include "base/walk.h"

static bool full(const KsDiskUse *use)
{
	return use->bytes > use->max_bytes || use->files > use->max_files;
}

/* st_blocks counts in 512 bytes whatever the file system's block is: stat(3) */
static void add(KsDiskUse *use, const struct stat *st)
{
	use->bytes += (guint64)st->st_blocks * 512;
	use->files++;
}

static bool visit(int dir, const char *name, const struct stat *st,
		  gpointer data)
{
	KsDiskUse *use = data;

	(void)dir;
	(void)name;
	/* unlike mtime, ctime cannot be set */
	if (st->st_ctime >= use->since)
		add(use, st);
	return !full(use);
}

void ks_disk_add_folder(KsDiskUse *use, const char *path)
{
	g_autoptr(GError) error = NULL;

	if (!full(use) && !ks_walk(path, visit, use, &error) &&
	    g_error_matches(error, KS_ERROR, KS_ERROR_LIMIT))
		use->too_deep = true;
}

static void add_process(KsDiskUse *use, GHashTable *seen, pid_t pid)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/fd", pid);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && !full(use) && (name = g_dir_read_name(dir))) {
		g_autofree char *fd = g_build_filename(path, name, NULL);
		g_autofree char *id = NULL;
		struct stat st;

		if (stat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_nlink)
			continue;
		id = g_strdup_printf("%ju:%ju", (uintmax_t)st.st_dev,
				     (uintmax_t)st.st_ino);
		if (g_hash_table_add(seen, g_steal_pointer(&id)))
			add(use, &st);
	}
}

void ks_disk_add_deleted(KsDiskUse *use, pid_t root)
{
	g_autoptr(GHashTable) seen =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GArray) procs = ks_procs_below(root);

	for (guint i = 0; i < procs->len; i++)
		add_process(use, seen, g_array_index(procs, KsProc, i).pid);
}
