// SPDX-License-Identifier: GPL-2.0
#include "tree/import.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "tree/git.h"
#include "tree/store.h"

#define BUFFER_BYTES (1 << 20)
/* fast-import keeps a branch only for the time of the import. */
#define SCRATCH_REF "refs/imports/new"
#define NO_COMMIT   "0000000000000000000000000000000000000000"

struct KsImport {
	int fd;
	KsImportFill fill;
	gpointer fill_data;
	GString *buffer;
	GString *changes; /* the commit's "M" lines */
	GHashTable *marks; /* path -> "mode mark", for hard links */
	guint mark; /* of the last blob */
	guint64 missing; /* bytes of the current file still to come */
	gint64 newest;
	char *message;
	bool hung_up; /* fast-import ended: its error counts */
	GError *error;
};

static bool flush(KsImport *import, GError **error)
{
	const char *at = import->buffer->str;
	gsize left = import->buffer->len;

	while (left) {
		ssize_t n = write(import->fd, at, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			import->hung_up = true;
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "git fast-import: %s", g_strerror(errno));
			return false;
		}
		at += n;
		left -= n;
	}
	g_string_truncate(import->buffer, 0);
	return true;
}

static bool put(KsImport *import, const void *bytes, gsize size, GError **error)
{
	g_string_append_len(import->buffer, bytes, size);
	return import->buffer->len < BUFFER_BYTES || flush(import, error);
}

char *ks_import_quote(const char *path)
{
	GString *quoted;

	if (*path != '"' && !strpbrk(path, "\n\\"))
		return g_strdup(path);
	quoted = g_string_new("\"");
	for (; *path; path++) {
		if (*path == '\n') {
			g_string_append(quoted, "\\n");
			continue;
		}
		if (*path == '"' || *path == '\\')
			g_string_append_c(quoted, '\\');
		g_string_append_c(quoted, *path);
	}
	g_string_append_c(quoted, '"');
	return g_string_free(quoted, FALSE);
}

/* What git refuses in a tree, and what would lead out of it. */
static bool path_is_sane(const char *path)
{
	g_auto(GStrv) parts = g_strsplit(path, "/", -1);

	for (char **part = parts; *part; part++)
		if (!**part || g_str_equal(*part, ".") ||
		    g_str_equal(*part, "..") ||
		    g_ascii_strcasecmp(*part, ".git") == 0)
			return false;
	return parts[0] != NULL;
}

static const char *git_mode(guint mode)
{
	if (S_ISLNK(mode))
		return "120000";
	return mode & S_IXUSR ? "100755" : "100644";
}

static void record(KsImport *import, const char *path, char *mode_and_mark)
{
	g_autofree char *quoted = ks_import_quote(path);

	g_string_append_printf(import->changes, "M %s %s\n", mode_and_mark,
			       quoted);
	g_hash_table_replace(import->marks, g_strdup(path), mode_and_mark);
}

bool ks_import_file(KsImport *import, const char *path, guint mode,
		    guint64 size, gint64 mtime, GError **error)
{
	g_autofree char *head = NULL;

	if (!path_is_sane(path) || import->missing) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: %s", path,
			    import->missing ?
				    "the file before it is cut off" :
				    "not a path that a tree may hold");
		return false;
	}
	head = g_strdup_printf("blob\nmark :%u\ndata %" G_GUINT64_FORMAT "\n",
			       ++import->mark, size);
	record(import, path,
	       g_strdup_printf("%s :%u", git_mode(mode), import->mark));
	import->newest = MAX(import->newest, mtime);
	import->missing = size;
	return put(import, head, strlen(head), error) &&
	       (size || put(import, "\n", 1, error));
}

bool ks_import_write(KsImport *import, const void *bytes, gsize size,
		     GError **error)
{
	if (size > import->missing) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "a file is longer than announced");
		return false;
	}
	import->missing -= size;
	return put(import, bytes, size, error) &&
	       (import->missing || !size || put(import, "\n", 1, error));
}

bool ks_import_hardlink(KsImport *import, const char *path, const char *target,
			GError **error)
{
	const char *known = g_hash_table_lookup(import->marks, target);

	if (known && path_is_sane(path)) {
		record(import, path, g_strdup(known));
		return true;
	}
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: a hard link to %s, which did not come before", path,
		    target);
	return false;
}

void ks_import_message(KsImport *import, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	g_free(import->message);
	import->message = g_strdup_vprintf(format, ap);
	va_end(ap);
}

static bool put_commit(KsImport *import, GError **error)
{
	const char *message = import->message ? import->message : "Import\n";
	g_autofree char *head = g_strdup_printf(
		"commit " SCRATCH_REF "\nmark :%u\n"
		"committer kseries <kseries@localhost> %" G_GINT64_FORMAT
		" +0000\ndata %zu\n%s\ndeleteall\n",
		import->mark + 1, import->newest, strlen(message), message);
	g_autofree char *tail =
		g_strdup_printf("\nget-mark :%u\nreset " SCRATCH_REF
				"\nfrom " NO_COMMIT "\n\ndone\n",
				import->mark + 1);

	if (import->missing) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "the last file is cut off");
		return false;
	}
	return put(import, head, strlen(head), error) &&
	       put(import, import->changes->str, import->changes->len, error) &&
	       put(import, tail, strlen(tail), error) && flush(import, error);
}

static bool feed(int fd, gpointer data, GError **error)
{
	KsImport *import = data;

	import->fd = fd;
	if (import->fill(import, import->fill_data, &import->error) &&
	    put_commit(import, &import->error))
		return true;
	if (error)
		*error = g_error_copy(import->error);
	return false;
}

static void clear(KsImport *import)
{
	g_string_free(import->buffer, TRUE);
	g_string_free(import->changes, TRUE);
	g_hash_table_unref(import->marks);
	g_free(import->message);
	g_clear_error(&import->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsImport, clear)

static bool run(const KsContext *context, KsImport *import,
		KsChildResult *result, GError **error)
{
	static const char *const argv[] = {"fast-import", "--quiet",
					   "--depth=0",	  "--force",
					   "--done",	  NULL};
	g_autofree char *objects = ks_store_quarantine(context, error);
	g_autofree char *var =
		g_strconcat("GIT_OBJECT_DIRECTORY=", objects, NULL);
	/* always a pack; compressed quickly, since the disk is patient */
	const char *env[] = {var,
			     "GIT_CONFIG_COUNT=2",
			     "GIT_CONFIG_KEY_0=fastimport.unpackLimit",
			     "GIT_CONFIG_VALUE_0=0",
			     "GIT_CONFIG_KEY_1=core.compression",
			     "GIT_CONFIG_VALUE_1=1",
			     NULL};
	g_autoptr(GError) why = NULL;

	if (!objects)
		return false;
	if (!ks_git_feed(context, argv, env, feed, import, result, &why)) {
		/* a fill that broke first explains why git did not like it */
		if (import->error && !import->hung_up)
			g_propagate_error(error,
					  g_steal_pointer(&import->error));
		else
			g_propagate_error(error, g_steal_pointer(&why));
		ks_store_discard(context);
		return false;
	}
	return ks_store_release(context, error);
}

char *ks_import_run(const KsContext *context, KsImportFill fill, gpointer data,
		    GError **error)
{
	g_auto(KsImport) import = {
		.fill = fill,
		.fill_data = data,
		.buffer = g_string_sized_new(BUFFER_BYTES * 2),
		.changes = g_string_new(NULL),
		.marks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					       g_free),
	};
	g_auto(KsChildResult) result = {0};

	if (!run(context, &import, &result, error))
		return NULL;
	return g_strndup(result.out->str, strlen(NO_COMMIT));
}
