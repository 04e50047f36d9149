// SPDX-License-Identifier: GPL-2.0
#include "backport/declared.h"

#include <string.h>

#include "backport/scope.h"
#include "tree/git.h"

struct KsDeclared {
	const KsContext *context;
	char *commit;
	GPtrArray *dirs; /* pathspecs */
	GHashTable *files; /* paths that are brought */
	GHashTable *places; /* name: a GPtrArray of Place; all looked for */
	GHashTable *texts; /* path: GBytes; read, and not lexed yet */
	GHashTable *lexes; /* path: KsLex */
};

/* A line in which a name stands. */
typedef struct {
	char *path;
	guint line;
	bool declares; /* it looks like a function, a macro or a struct */
} Place;

/* Where a driver's names come from, beside its own folder. */
static const char *const core[] = {"include", "arch/x86", "net",   "lib",
				   "kernel",  "mm",	  "block", "crypto"};

static void place_free(gpointer data)
{
	Place *place = data;

	g_free(place->path);
	g_free(place);
}

static void signature_free(gpointer data)
{
	KsSignature *signature = data;

	g_free(signature->text);
	g_free(signature);
}

static void lex_free(gpointer lex)
{
	ks_lex_free(lex);
}

static void bytes_free(gpointer bytes)
{
	g_bytes_unref(bytes);
}

static void places_free(gpointer places)
{
	g_ptr_array_unref(places);
}

/* "drivers/net/ethernet/intel" of a file in it: a family's drivers share. */
static char *family_of(const char *file)
{
	g_auto(GStrv) parts = g_strsplit(file, "/", 5);

	if (g_strv_length(parts) < 5)
		return g_path_get_dirname(file);
	g_clear_pointer(&parts[4], g_free);
	return g_strjoinv("/", parts);
}

KsDeclared *ks_declared_new(const KsContext *context, const char *commit,
			    const char *const *files)
{
	KsDeclared *self = g_new0(KsDeclared, 1);

	self->context = context;
	self->commit = g_strdup(commit);
	self->dirs = g_ptr_array_new_with_free_func(g_free);
	self->files =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	self->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					     places_free);
	self->lexes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					    lex_free);
	self->texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					    bytes_free);
	for (gsize i = 0; i < G_N_ELEMENTS(core); i++)
		g_ptr_array_add(self->dirs, g_strdup(core[i]));
	for (; *files; files++) {
		g_autofree char *dir = family_of(*files);

		g_hash_table_add(self->files, g_strdup(*files));
		if (!g_ptr_array_find_with_equal_func(self->dirs, dir,
						      g_str_equal, NULL))
			g_ptr_array_add(self->dirs, g_steal_pointer(&dir));
	}
	return self;
}

void ks_declared_free(KsDeclared *self)
{
	g_free(self->commit);
	g_ptr_array_unref(self->dirs);
	g_hash_table_unref(self->files);
	g_hash_table_unref(self->places);
	g_hash_table_unref(self->texts);
	g_hash_table_unref(self->lexes);
	g_free(self);
}

static bool is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

/* In kernel style what is declared for others begins in the first column. */
static bool looks_declared(const char *text, const char *behind)
{
	if (*text == '#')
		return strstr(text, "define");
	if (!is_word(*text) && *text != '*')
		return false;
	return *behind == '(' ||
	       (g_str_has_prefix(text, "struct ") && strchr(behind, '{'));
}

/* Each wanted name of the line, once or more. */
static void add_line(KsDeclared *self, const char *path, guint line,
		     const char *text)
{
	for (const char *at = text; *at;) {
		const char *end = at;
		g_autofree char *word = NULL;
		GPtrArray *places;
		Place *place;

		while (is_word(*end))
			end++;
		word = g_strndup(at, end - at);
		places = end == at ? NULL :
				     g_hash_table_lookup(self->places, word);
		at = end == at ? at + 1 : end;
		if (!places)
			continue;
		place = g_new0(Place, 1);
		place->path = g_strdup(path);
		place->line = line;
		place->declares = looks_declared(text, end);
		g_ptr_array_add(places, place);
	}
}

/* "COMMIT:path\0line\0text\n" each. */
static void read_grep(KsDeclared *self, GString *out)
{
	char *at = out->str, *end = out->str + out->len;

	while (at < end) {
		char *path = strchr(at, ':');
		char *line = path ? memchr(path, '\0', end - path) : NULL;
		char *text = line ? memchr(line + 1, '\0', end - line - 1) :
				    NULL;
		char *eol = text ? memchr(text, '\n', end - text) : NULL;

		if (!eol)
			return;
		*eol = '\0';
		add_line(self, path + 1, strtoul(line + 1, NULL, 10), text + 1);
		at = eol + 1;
	}
}

static bool grep(KsDeclared *self, const char *pattern, GError **error)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	const char *const words[] = {"grep", "-z",	   "-n",	 "-w",
				     "-E",   "--text",	   "--no-color", "-f",
				     "-",    self->commit, "--"};
	g_autoptr(GBytes) input = g_bytes_new(pattern, strlen(pattern));
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) failed = NULL;

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
		g_ptr_array_add(argv, (gpointer)words[i]);
	for (guint i = 0; i < self->dirs->len; i++)
		g_ptr_array_add(argv, self->dirs->pdata[i]);
	g_ptr_array_add(argv, NULL);
	if (!ks_git_run(self->context, (const char *const *)argv->pdata, NULL,
			input, &result, &failed)) {
		/* 1: the names stand nowhere */
		if (result.status == 1 && !result.err->len)
			return true;
		g_propagate_error(error, g_steal_pointer(&failed));
		return false;
	}
	read_grep(self, result.out);
	return true;
}

bool ks_declared_look(KsDeclared *self, GHashTable *names, GError **error)
{
	GString *pattern = g_string_new("(");
	GHashTableIter iter;
	gpointer name;
	bool ok = true;

	g_hash_table_iter_init(&iter, names);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		if (g_hash_table_contains(self->places, name))
			continue;
		g_hash_table_insert(self->places, g_strdup(name),
				    g_ptr_array_new_with_free_func(place_free));
		g_string_append_printf(pattern, "%s%s",
				       pattern->len > 1 ? "|" : "",
				       (char *)name);
	}
	if (pattern->len > 1) {
		g_string_append(pattern, ")\n");
		ok = grep(self, pattern->str, error);
	}
	g_string_free(pattern, TRUE);
	return ok;
}

bool ks_declared_fetch(KsDeclared *self, GHashTable *names, GError **error)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new();
	g_autoptr(GPtrArray) blobs = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) texts = NULL;
	GHashTableIter iter;
	gpointer name;

	g_hash_table_iter_init(&iter, names);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		GPtrArray *places = g_hash_table_lookup(self->places, name);

		for (guint i = 0; places && i < places->len; i++) {
			const Place *place = places->pdata[i];

			if (!place->declares ||
			    g_hash_table_contains(self->lexes, place->path) ||
			    g_hash_table_contains(self->texts, place->path))
				continue;
			/* its text is to come */
			g_hash_table_insert(self->texts, g_strdup(place->path),
					    g_bytes_new(NULL, 0));
			g_ptr_array_add(paths, place->path);
			g_ptr_array_add(blobs, g_strconcat(self->commit, ":",
							   place->path, NULL));
		}
	}
	g_ptr_array_add(blobs, NULL);
	texts = ks_git_read(self->context, (const char *const *)blobs->pdata,
			    error);
	for (guint i = 0; texts && i < texts->len; i++)
		if (texts->pdata[i])
			g_hash_table_insert(self->texts,
					    g_strdup(paths->pdata[i]),
					    g_bytes_ref(texts->pdata[i]));
	return texts != NULL;
}

bool ks_declared_looked(const KsDeclared *self, const char *name)
{
	return g_hash_table_contains(self->places, name);
}

bool ks_declared_seen(const KsDeclared *self, const char *name)
{
	GPtrArray *places = g_hash_table_lookup(self->places, name);

	for (guint i = 0; places && i < places->len; i++) {
		const Place *place = places->pdata[i];

		if (!g_hash_table_contains(self->files, place->path))
			return true;
	}
	return false;
}

/* How near a path is to the file that uses it; 4: it must be exported. */
static int tier_of(const char *path, const char *file)
{
	g_autofree char *one = g_path_get_dirname(path);
	g_autofree char *two = g_path_get_dirname(file);
	bool header = g_str_has_suffix(path, ".h");

	if (g_str_equal(path, file))
		return 0;
	if (g_str_equal(one, two))
		return 1;
	if (g_str_has_prefix(path, "include/"))
		return 2;
	return header ? 3 : 4;
}

static const KsLex *read_lex(KsDeclared *self, const char *path, GError **error)
{
	KsLex *lex = g_hash_table_lookup(self->lexes, path);
	g_autofree char *name = NULL;
	g_autoptr(GBytes) bytes = NULL;

	if (lex)
		return lex;
	bytes = g_hash_table_lookup(self->texts, path);
	if (bytes) {
		g_bytes_ref(bytes);
		g_hash_table_remove(self->texts, path);
	} else {
		name = g_strconcat(self->commit, ":", path, NULL);
		bytes = ks_git_read_one(self->context, name, error);
	}
	if (!bytes)
		return NULL;
	lex = ks_lex_new(bytes);
	g_hash_table_insert(self->lexes, g_strdup(path), lex);
	return lex;
}

static char *spell_range(const KsLex *lex, guint from, guint to)
{
	GString *out = g_string_new(NULL);

	for (guint i = from; i <= to; i++) {
		g_autofree char *word = ks_lex_spell(lex, i);

		g_string_append_printf(out, "%s ", word);
	}
	return g_string_free(out, FALSE);
}

/* The last lexeme of the #define in which @i stands. */
static guint define_end(const KsLex *lex, guint i)
{
	while (i + 1 < lex->lexemes->len &&
	       (ks_lex_at(lex, i + 1)->flags & KS_LEX_IN_DEFINE) &&
	       ks_lex_at(lex, i + 1)->kind != KS_LEX_DIRECTIVE)
		i++;
	return i;
}

/* The body of the function whose name is at @i; 0: it is a prototype. */
static guint body_end(const KsLex *lex, guint i, bool *stat)
{
	for (guint k = 0; k < lex->functions->len; k++) {
		const KsLexFunction *function = ks_lex_function(lex, k);

		if (function->name != i)
			continue;
		while (i && !ks_lex_punct(lex, i - 1, ';') &&
		       !ks_lex_punct(lex, i - 1, '}') &&
		       ks_lex_at(lex, i - 1)->kind != KS_LEX_DIRECTIVE)
			*stat |= ks_lex_is(lex, --i, "static");
		return function->end;
	}
	return 0;
}

/* What is declared at @i, the place of a name; NULL: it is another thing. */
static KsSignature *signature_at(const KsLex *lex, guint i, bool far)
{
	const KsLexeme *at = ks_lex_at(lex, i);
	bool macro = at->flags & KS_LEX_IN_DEFINE, stat = false;
	KsSignature *signature;
	guint close, end;

	if (!ks_lex_punct(lex, i + 1, '(') ||
	    (macro && (!i || ks_lex_at(lex, i - 1)->kind != KS_LEX_DIRECTIVE ||
		       ks_lex_at(lex, i + 1)->start != at->end)) ||
	    (!macro && !(at->flags & KS_LEX_TOPLEVEL)))
		return NULL;
	close = ks_lex_partner(lex, i + 1);
	end = macro ? define_end(lex, i) : body_end(lex, i, &stat);
	/* of the core's files only what they may export */
	if (!close || (far && (stat || macro || !end)))
		return NULL;
	signature = g_new0(KsSignature, 1);
	signature->line = at->line;
	signature->count = ks_lex_count(lex, i + 1);
	signature->variadic = ks_lex_punct(lex, close - 1, '.');
	signature->count -= signature->variadic;
	if (end)
		signature->text = spell_range(lex, i + 1, end);
	return signature;
}

static bool add_signatures(KsDeclared *self, const char *name,
			   const Place *place, bool far, GPtrArray *signatures,
			   GError **error)
{
	const KsLex *lex = read_lex(self, place->path, error);

	for (guint i = 0; lex && i < lex->lexemes->len; i++) {
		KsSignature *signature;

		if (ks_lex_at(lex, i)->line != place->line ||
		    !ks_lex_is(lex, i, name))
			continue;
		signature = signature_at(lex, i, far);
		if (!signature)
			continue;
		signature->file = place->path;
		g_ptr_array_add(signatures, signature);
	}
	return lex != NULL;
}

static void drop_prototypes(GPtrArray *signatures)
{
	for (guint i = signatures->len; i--;)
		if (!((KsSignature *)signatures->pdata[i])->text)
			g_ptr_array_remove_index(signatures, i);
}

GPtrArray *ks_declared_signatures(KsDeclared *self, const char *name,
				  const char *file, bool defined,
				  GError **error)
{
	GPtrArray *places = g_hash_table_lookup(self->places, name);
	g_autoptr(GPtrArray)
		found = g_ptr_array_new_with_free_func(signature_free);

	for (int tier = 0; tier <= 4 && !found->len; tier++) {
		for (guint i = 0; places && i < places->len; i++) {
			const Place *place = places->pdata[i];

			if (place->declares &&
			    tier_of(place->path, file) == tier &&
			    !add_signatures(self, name, place, tier == 4, found,
					    error))
				return NULL;
		}
		if (defined)
			drop_prototypes(found);
	}
	return g_steal_pointer(&found);
}

const KsLex *ks_declared_struct(KsDeclared *self, const char *tag,
				const char *file, const char **path,
				guint *open, guint *close, GError **error)
{
	GPtrArray *places = g_hash_table_lookup(self->places, tag);

	for (int tier = 0; tier < 4; tier++)
		for (guint i = 0; places && i < places->len; i++) {
			const Place *place = places->pdata[i];
			const KsLex *lex;

			if (!place->declares ||
			    tier_of(place->path, file) != tier)
				continue;
			lex = read_lex(self, place->path, error);
			if (!lex)
				return NULL;
			*path = place->path;
			if (ks_scope_struct(lex, tag, 0, open, close))
				return lex;
		}
	return NULL;
}
