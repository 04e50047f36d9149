// SPDX-License-Identifier: GPL-2.0
#include "tree/source.h"

#include <string.h>

#include "base/error.h"

void ks_source_free(KsSource *source)
{
	g_free(source->text);
	g_free(source->from);
	g_free(source->at);
	g_free(source);
}

void ks_fetched_clear(KsFetched *fetched)
{
	g_clear_pointer(&fetched->commit, g_free);
	g_clear_pointer(&fetched->package, g_free);
}

/* A package's line and version: no option, no path, no second word. */
static bool is_plain(const char *word)
{
	if (!g_ascii_isalnum(*word))
		return false;
	for (; *word; word++)
		if (!g_ascii_isalnum(*word) && !strchr(".+~:-", *word))
			return false;
	return true;
}

static bool split_debian(KsSource *source, const char *rest)
{
	g_auto(GStrv) words = g_strsplit(rest, "=", 2);

	source->from = g_strdup(words[0] ? words[0] : "");
	source->at = g_strdup(words[0] ? words[1] : NULL);
	return is_plain(source->from) && (!source->at || is_plain(source->at));
}

/*
 * Both a path and a revision may contain '@': the shortest path that is there
 * wins, else the last '@' divides.
 */
static bool split_git(KsSource *source, const char *rest)
{
	const char *at = NULL;

	if (!g_file_test(rest, G_FILE_TEST_IS_DIR))
		at = strrchr(rest, '@');
	for (const char *try = strchr(rest, '@'); at && try != at;
	     try = strchr(try + 1, '@')) {
		g_autofree char *path = g_strndup(rest, try - rest);

		if (g_file_test(path, G_FILE_TEST_IS_DIR))
			at = try;
		if (at == try)
			break;
	}
	source->from = at ? g_strndup(rest, at - rest) : g_strdup(rest);
	source->at = at ? g_strdup(at + 1) : NULL;
	return *source->from && (!at || (at[1] && at[1] != '-'));
}

static void make_absolute(KsSource *source)
{
	g_autofree char *path = g_steal_pointer(&source->from);

	source->from = g_canonicalize_filename(path, NULL);
}

static bool split(KsSource *source, const char *text)
{
	if (strpbrk(text, "\n\r"))
		return false;
	if (g_str_has_prefix(text, "debian:")) {
		source->kind = KS_SOURCE_DEBIAN;
		if (!split_debian(source, text + strlen("debian:")))
			return false;
		source->text = g_strdup(text);
		return true;
	}
	if (g_str_has_prefix(text, "git:")) {
		source->kind = KS_SOURCE_GIT;
		if (!split_git(source, text + strlen("git:")))
			return false;
		make_absolute(source);
		source->text = g_strconcat("git:", source->from,
					   source->at ? "@" : NULL, source->at,
					   NULL);
		return true;
	}
	source->kind = KS_SOURCE_DIR;
	if (!g_str_has_prefix(text, "dir:") || !text[strlen("dir:")])
		return false;
	source->from = g_strdup(text + strlen("dir:"));
	make_absolute(source);
	source->text = g_strconcat("dir:", source->from, NULL);
	return true;
}

KsSource *ks_source_parse(const char *text, GError **error)
{
	g_autoptr(KsSource) source = g_new0(KsSource, 1);

	if (split(source, text))
		return g_steal_pointer(&source);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"'%s' is not a source of a tree: write debian:LINE[=VERSION], git:PATH[@REV] or dir:PATH",
		text);
	return NULL;
}

bool ks_source_fetch(KsContext *context, const KsSource *source,
		     const char *have, KsFetched *fetched, GError **error)
{
	switch (source->kind) {
	case KS_SOURCE_DEBIAN:
		return ks_source_fetch_debian(context, source, have, fetched,
					      error);
	case KS_SOURCE_GIT:
		return ks_source_fetch_git(context, source, fetched, error);
	case KS_SOURCE_DIR:
		return ks_source_fetch_dir(context, source, fetched, error);
	}
	g_return_val_if_reached(false);
}
