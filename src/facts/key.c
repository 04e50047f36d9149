// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <string.h>

KsFile *ks_file(KsFacts *facts, CXFile handle)
{
	KsFile *file = g_hash_table_lookup(facts->files, handle);
	g_autofree char *full = NULL;
	CXString name;

	if (file)
		return file;
	file = g_new0(KsFile, 1);
	name = clang_getFileName(handle);
	file->path = g_strdup(clang_getCString(name));
	clang_disposeString(name);
	full = g_canonicalize_filename(file->path, NULL);
	if (g_str_has_prefix(full, facts->src)) {
		g_free(file->path);
		file->path = g_strdup(full + strlen(facts->src));
	}
	file->handle = handle;
	file->is_main = clang_File_isEqual(handle, facts->main_file);
	g_hash_table_insert(facts->files, handle, file);
	return file;
}

KsPlace ks_place(KsFacts *facts, CXCursor cursor)
{
	KsPlace place = {NULL, 0, 0, 0};
	CXFile handle = NULL;

	clang_getFileLocation(clang_getCursorLocation(cursor), &handle,
			      &place.line, &place.column, &place.offset);
	if (handle)
		place.file = ks_file(facts, handle);
	return place;
}

/* libclang searches for it among thousands: ask once. */
const char *ks_text(KsFacts *facts, KsFile *file, size_t *len)
{
	if (!file->has_text)
		file->text = clang_getFileContents(facts->tu, file->handle,
						   &file->len);
	file->has_text = true;
	*len = file->text ? file->len : 0;
	return file->text;
}

char *ks_spelled(KsFacts *facts, KsPlace place)
{
	size_t len = 0, end = place.offset;
	const char *text = place.file ? ks_text(facts, place.file, &len) : NULL;

	if (end >= len || g_ascii_isdigit(text[end]))
		return g_strdup("");
	while (end < len && (g_ascii_isalnum(text[end]) || text[end] == '_'))
		end++;
	return g_strndup(text + place.offset, end - place.offset);
}

static bool is_external(CXCursor decl)
{
	enum CXLinkageKind linkage = clang_getCursorLinkage(decl);

	return linkage == CXLinkage_External ||
	       linkage == CXLinkage_UniqueExternal;
}

bool ks_is_global(CXCursor decl)
{
	return clang_getCursorKind(decl) == CXCursor_VarDecl &&
	       clang_Cursor_hasVarDeclGlobalStorage(decl) == 1;
}

static char *path_of(KsFacts *facts, CXCursor decl)
{
	CXCursor definition = clang_getCursorDefinition(decl);
	KsPlace place = ks_place(
		facts, clang_Cursor_isNull(definition) ? decl : definition);

	return g_strdup(place.file ? place.file->path : "");
}

static char *field_key(KsFacts *facts, CXCursor decl, const char *name)
{
	CXCursor record = clang_getCursorSemanticParent(decl);
	g_autofree char *tag = ks_spelling(record);

	/* clang makes up "struct (unnamed at ...)" */
	if (!*tag || strchr(tag, '(')) {
		g_autofree char *path = path_of(facts, record);

		return g_strdup_printf("%s:%u.%s", path,
				       ks_place(facts, record).line, name);
	}
	return g_strdup_printf("%s.%s", tag, name);
}

static char *make_key(KsFacts *facts, CXCursor decl)
{
	g_autofree char *name = ks_spelling(decl);
	g_autofree char *path = NULL;
	CXCursor parent;

	if (clang_getCursorKind(decl) == CXCursor_FieldDecl)
		return field_key(facts, decl, name);
	if (is_external(decl))
		return g_steal_pointer(&name);
	path = path_of(facts, decl);
	parent = clang_getCursorSemanticParent(decl);
	if (clang_getCursorKind(parent) == CXCursor_FunctionDecl) {
		g_autofree char *function = ks_spelling(parent);

		return g_strdup_printf("%s:%s.%s", path, function, name);
	}
	return g_strdup_printf("%s:%s", path, name);
}

const char *ks_key(KsFacts *facts, CXCursor decl)
{
	char *key = ks_cursor_find(facts->keys, decl);

	if (!key) {
		/* blanks separate tokens */
		key = g_strdelimit(make_key(facts, decl), " ", '_');
		ks_cursor_put(facts->keys, decl, key);
	}
	return key;
}
