// SPDX-License-Identifier: GPL-2.0
#include "check/initramfs.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

struct KsInitramfs {
	struct archive *archive;
	char *path;
	char *temporary;
	gint64 inodes;
};

static bool fail(const KsInitramfs *initramfs, const char *name, GError **error)
{
	const char *why = archive_error_string(initramfs->archive);

	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot write %s: %s; is the disk full?",
		    initramfs->path, name, why ? why : "unknown reason");
	return false;
}

KsInitramfs *ks_initramfs_new(const char *path, GError **error)
{
	g_autoptr(KsInitramfs) initramfs = g_new0(KsInitramfs, 1);

	initramfs->path = g_strdup(path);
	initramfs->temporary = g_strconcat(path, ".tmp", NULL);
	initramfs->archive = archive_write_new();
	if (archive_write_set_format_cpio_newc(initramfs->archive) !=
		    ARCHIVE_OK ||
	    archive_write_open_filename(initramfs->archive,
					initramfs->temporary) != ARCHIVE_OK) {
		fail(initramfs, "the archive", error);
		return NULL;
	}
	return g_steal_pointer(&initramfs);
}

void ks_initramfs_free(KsInitramfs *initramfs)
{
	if (initramfs->archive) {
		archive_write_free(initramfs->archive);
		g_unlink(initramfs->temporary);
	}
	g_free(initramfs->path);
	g_free(initramfs->temporary);
	g_free(initramfs);
}

static bool add(KsInitramfs *initramfs, const char *name, guint mode,
		const char *bytes, gsize len, GError **error)
{
	struct archive_entry *entry = archive_entry_new();
	bool ok;

	archive_entry_set_pathname(entry, name);
	archive_entry_set_mode(entry, mode);
	archive_entry_set_ino64(entry, ++initramfs->inodes);
	archive_entry_set_nlink(entry, S_ISDIR(mode) ? 2 : 1);
	archive_entry_set_size(entry, (gint64)len);
	archive_entry_set_mtime(entry, 0, 0);
	ok = archive_write_header(initramfs->archive, entry) == ARCHIVE_OK &&
	     (!len || archive_write_data(initramfs->archive, bytes, len) ==
			      (la_ssize_t)len);
	archive_entry_free(entry);
	return ok ? true : fail(initramfs, name, error);
}

bool ks_initramfs_dir(KsInitramfs *initramfs, const char *name, GError **error)
{
	return add(initramfs, name, S_IFDIR | 0755, NULL, 0, error);
}

bool ks_initramfs_text(KsInitramfs *initramfs, const char *name,
		       const char *text, GError **error)
{
	return add(initramfs, name, S_IFREG | 0644, text, strlen(text), error);
}

bool ks_initramfs_copy(KsInitramfs *initramfs, const char *name,
		       const char *source, bool executable, GError **error)
{
	g_autoptr(GMappedFile) file = NULL;
	g_autoptr(GError) why = NULL;

	file = g_mapped_file_new(source, FALSE, &why);
	if (!file) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "the guest's %s cannot be had: %s", name,
			    why->message);
		return false;
	}
	return add(initramfs, name, S_IFREG | (executable ? 0755 : 0644),
		   g_mapped_file_get_contents(file),
		   g_mapped_file_get_length(file), error);
}

bool ks_initramfs_finish(KsInitramfs *initramfs, GError **error)
{
	if (archive_write_close(initramfs->archive) != ARCHIVE_OK)
		return fail(initramfs, "the end", error);
	archive_write_free(g_steal_pointer(&initramfs->archive));
	if (g_rename(initramfs->temporary, initramfs->path) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot be put in place: %s", initramfs->path,
		    g_strerror(errno));
	g_unlink(initramfs->temporary);
	return false;
}
