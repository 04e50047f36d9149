// SPDX-License-Identifier: GPL-2.0
#include "base/prune.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "base/context.h"

typedef struct {
	char *path;
	gint64 touched;
} Entry;

static void entry_free(gpointer data)
{
	Entry *entry = data;

	g_free(entry->path);
	g_free(entry);
}

static int newest_first(gconstpointer a, gconstpointer b)
{
	const Entry *one = *(const Entry *const *)a;
	const Entry *two = *(const Entry *const *)b;

	return one->touched > two->touched ? -1 : one->touched < two->touched;
}

void ks_prune_touch(const char *path)
{
	utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}

void ks_prune(const char *dir, guint keep, gint64 age)
{
	g_autoptr(GPtrArray)
		entries = g_ptr_array_new_with_free_func(entry_free);
	gint64 now = g_get_real_time() / G_USEC_PER_SEC;
	g_autoptr(GDir) open = g_dir_open(dir, 0, NULL);
	const char *name;
	struct stat st;

	while (open && (name = g_dir_read_name(open))) {
		Entry *entry = g_new0(Entry, 1);

		entry->path = g_build_filename(dir, name, NULL);
		if (lstat(entry->path, &st) == 0)
			entry->touched = st.st_mtim.tv_sec;
		g_ptr_array_add(entries, entry);
	}
	g_ptr_array_sort(entries, newest_first);
	for (guint i = keep; i < entries->len; i++) {
		const Entry *entry = entries->pdata[i];

		if (now - entry->touched >= age)
			ks_rmtree(entry->path);
	}
}
