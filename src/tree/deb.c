// SPDX-License-Identifier: GPL-2.0
#include "tree/deb.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "tree/import.h"

#define BLOCK_BYTES (64 << 10)

typedef struct {
	KsContext *context;
	const char *deb;
	const char *package;
	const char *version;
	char *sha256;
	struct archive *file; /* the ar archive of the package */
	guint entries;
} Deb;

static void free_archive(struct archive *archive)
{
	archive_read_free(archive);
}
typedef struct archive Archive;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Archive, free_archive)

static bool fail(const Deb *deb, struct archive *archive, const char *what,
		 GError **error)
{
	const char *why = archive ? archive_error_string(archive) : NULL;

	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: %s%s%s", deb->deb,
		    what, why ? ": " : "", why ? why : "");
	return false;
}

/* An archive's current entry is the other's bytes. */
static la_ssize_t read_outer(struct archive *inner, void *outer,
			     const void **block)
{
	size_t size = 0;
	la_int64_t offset;
	int rc = archive_read_data_block(outer, block, &size, &offset);

	if (rc == ARCHIVE_EOF)
		return 0;
	if (rc >= ARCHIVE_WARN)
		return size;
	archive_set_error(inner, archive_errno(outer), "%s",
			  archive_error_string(outer));
	return -1;
}

static struct archive *open_inner(const Deb *deb, struct archive *outer,
				  GError **error)
{
	g_autoptr(Archive) inner = archive_read_new();

	archive_read_support_filter_all(inner);
	archive_read_support_format_tar(inner);
	if (archive_read_open(inner, outer, NULL, read_outer, NULL) ==
	    ARCHIVE_OK)
		return g_steal_pointer(&inner);
	fail(deb, inner, "cannot read the archive in it", error);
	return NULL;
}

static const char *entry_name(struct archive_entry *entry)
{
	const char *name = archive_entry_pathname(entry);

	return name ? name : archive_entry_pathname_utf8(entry);
}

/* Go to the first entry whose name has this beginning. */
static bool seek_entry(const Deb *deb, struct archive *archive,
		       const char *prefix, GError **error)
{
	struct archive_entry *entry;
	int rc;

	while ((rc = archive_read_next_header(archive, &entry)) >=
	       ARCHIVE_WARN) {
		const char *name = entry_name(entry);

		if (rc == ARCHIVE_EOF)
			break;
		if (name && g_str_has_prefix(name, "./"))
			name += 2;
		if (name && g_str_has_prefix(name, prefix) &&
		    archive_entry_filetype(entry) == AE_IFREG)
			return true;
	}
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: there is no %s... in it%s%s", deb->deb, prefix,
		    rc < ARCHIVE_WARN ? ": " : "",
		    rc < ARCHIVE_WARN ? archive_error_string(archive) : "");
	return false;
}

static bool copy_data(const Deb *deb, KsImport *import, struct archive *archive,
		      GError **error)
{
	char block[BLOCK_BYTES];
	la_ssize_t n;

	while ((n = archive_read_data(archive, block, sizeof(block))) > 0)
		if (!ks_import_write(import, block, n, error))
			return false;
	return n == 0 || fail(deb, archive, "it is damaged", error);
}

/* The path below the archive's one top folder, NULL for the folder itself. */
static const char *below_top(const char *name)
{
	const char *slash;

	if (g_str_has_prefix(name, "./"))
		name += 2;
	slash = strchr(name, '/');
	return slash && slash[1] ? slash + 1 : NULL;
}

static bool add_entry(Deb *deb, KsImport *import, struct archive *archive,
		      struct archive_entry *entry, GError **error)
{
	const char *name = entry_name(entry);
	const char *path = name ? below_top(name) : NULL;
	const char *link = archive_entry_hardlink(entry);
	const char *target = archive_entry_symlink(entry);
	guint mode = archive_entry_mode(entry);
	gint64 mtime = archive_entry_mtime(entry);

	if (!name)
		return fail(deb, archive, "a name in it is not UTF-8", error);
	if (!path || (S_ISDIR(mode) && !link))
		return true;
	if (link)
		return ks_import_hardlink(
			import, path, below_top(link) ? below_top(link) : link,
			error);
	if (S_ISLNK(mode) && target)
		return ks_import_file(import, path, mode, strlen(target), mtime,
				      error) &&
		       ks_import_write(import, target, strlen(target), error);
	if (!S_ISREG(mode))
		return fail(deb, NULL, "there is a special file in it", error);
	return ks_import_file(import, path, mode, archive_entry_size(entry),
			      mtime, error) &&
	       copy_data(deb, import, archive, error);
}

static bool add_all(Deb *deb, KsImport *import, struct archive *source,
		    GError **error)
{
	struct archive_entry *entry;
	int rc;

	while ((rc = archive_read_next_header(source, &entry)) >=
	       ARCHIVE_WARN) {
		if (rc == ARCHIVE_EOF)
			break;
		if (!add_entry(deb, import, source, entry, error))
			return false;
		if (++deb->entries % 64 == 0 && deb->context->progress)
			ks_progress_step(deb->context->progress,
					 archive_filter_bytes(deb->file, -1),
					 NULL);
	}
	if (rc != ARCHIVE_EOF)
		return fail(deb, source, "it is damaged", error);
	return deb->entries || fail(deb, NULL, "its source is empty", error);
}

static bool fill(KsImport *import, gpointer data, GError **error)
{
	Deb *deb = data;
	g_autoptr(Archive) file = archive_read_new();
	g_autoptr(Archive) package = NULL;
	g_autoptr(Archive) source = NULL;

	deb->file = file;
	archive_read_support_format_ar(file);
	if (archive_read_open_filename(file, deb->deb, BLOCK_BYTES) !=
	    ARCHIVE_OK)
		return fail(deb, file, "cannot read it", error);
	if (!seek_entry(deb, file, "data.tar", error))
		return false;
	package = open_inner(deb, file, error);
	if (!package ||
	    !seek_entry(deb, package, "usr/src/linux-source-", error))
		return false;
	source = open_inner(deb, package, error);
	if (!source || !add_all(deb, import, source, error))
		return false;
	ks_import_message(import,
			  "%s %s\n\nThe kernel source of a Debian package.\n\n"
			  "Package: %s\nPackage-Version: %s\nSHA256: %s\n",
			  deb->package, deb->version, deb->package,
			  deb->version, deb->sha256);
	return true;
}

static char *checksum(const char *path, guint64 *size, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autoptr(GFile) file = g_file_new_for_path(path);
	g_autoptr(GFileInputStream) in = g_file_read(file, NULL, error);
	guchar block[BLOCK_BYTES];
	gssize n = -1;

	*size = 0;
	while (in &&
	       (n = g_input_stream_read(G_INPUT_STREAM(in), block,
					sizeof(block), NULL, error)) > 0) {
		g_checksum_update(sum, block, n);
		*size += n;
	}
	return n < 0 ? NULL : g_strdup(g_checksum_get_string(sum));
}

char *ks_deb_import(KsContext *context, const char *deb, const char *package,
		    const char *version, GError **error)
{
	guint64 size = 0;
	g_autofree char *sha256 = checksum(deb, &size, error);
	g_autofree char *what =
		g_strdup_printf("import %s %s", package, version);
	Deb job = {.context = context,
		   .deb = deb,
		   .package = package,
		   .version = version,
		   .sha256 = sha256};
	char *commit;

	if (!sha256)
		return NULL;
	if (context->progress)
		ks_progress_begin(context->progress, what, size);
	commit = ks_import_run(context, fill, &job, error);
	if (context->progress)
		ks_progress_end(context->progress);
	return commit;
}
