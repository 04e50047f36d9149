// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "tree/apt.h"
#include "tree/deb.h"
#include "tree/source.h"

#define DAY_S (24 * 60 * 60)
/* Lists that this very search fetched. */
#define FRESH_S		 300
#define CONFIG_TIMEOUT_S 20

/* One suite of ci/suites.conf. */
typedef struct {
	char *name;
	char *mirror;
	char *component;
} Suite;

typedef struct {
	char *keyring;
	GPtrArray *suites;
} Config;

/* A search for a package; what was seen makes the message when it fails. */
typedef struct {
	KsContext *context;
	const KsSource *source;
	char *package;
	char *version; /* found */
	KsApt *apt; /* where */
	GPtrArray *seen; /* versions that were not wanted */
	GPtrArray *places; /* names of suites that were looked into */
	char *trouble; /* the last apt error */
} Search;

static void free_suite(gpointer data)
{
	Suite *suite = data;

	g_free(suite->name);
	g_free(suite->mirror);
	g_free(suite->component);
	g_free(suite);
}

static void clear_config(Config *config)
{
	g_free(config->keyring);
	if (config->suites)
		g_ptr_array_unref(config->suites);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Config, clear_config)

static void clear_search(Search *search)
{
	g_free(search->package);
	g_free(search->version);
	g_free(search->trouble);
	if (search->apt)
		ks_apt_free(search->apt);
	g_ptr_array_unref(search->seen);
	g_ptr_array_unref(search->places);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, clear_search)

static Suite *get_suite(Config *config, const char *name)
{
	Suite *suite;

	for (guint i = 0; i < config->suites->len; i++) {
		suite = config->suites->pdata[i];
		if (g_str_equal(suite->name, name))
			return suite;
	}
	suite = g_new0(Suite, 1);
	suite->name = g_strdup(name);
	g_ptr_array_add(config->suites, suite);
	return suite;
}

/* One "section.name.key" and its value, as git prints them. */
static bool take_setting(Config *config, const char *name, const char *value)
{
	const char *key = strrchr(name, '.');
	g_autofree char *suite = NULL;
	char **field = NULL;

	if (g_str_equal(name, "apt.keyring")) {
		field = &config->keyring;
	} else if (g_str_has_prefix(name, "suite.") &&
		   key > name + strlen("suite.")) {
		suite = g_strndup(name + strlen("suite."),
				  key - name - strlen("suite."));
		if (g_str_equal(key, ".mirror"))
			field = &get_suite(config, suite)->mirror;
		else if (g_str_equal(key, ".component"))
			field = &get_suite(config, suite)->component;
	}
	if (!field)
		return false;
	g_free(*field);
	*field = g_strdup(value);
	return true;
}

static bool check_config(const Config *config, const char *path, GError **error)
{
	for (guint i = 0; i < config->suites->len; i++) {
		const Suite *suite = config->suites->pdata[i];

		if (suite->mirror && suite->component)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: suite \"%s\" has no %s", path, suite->name,
			    suite->mirror ? "component" : "mirror");
		return false;
	}
	return true;
}

static bool read_config(KsContext *context, Config *config, GError **error)
{
	g_autofree char *path =
		ks_data_path(context, "ci", "suites.conf", NULL);
	const char *argv[] = {"git", "config", "-f", path,
			      "-z",  "--list", NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = CONFIG_TIMEOUT_S,
			    .cancel = context->cancel};
	g_auto(KsChildResult) result = {0};
	const char *at, *end;

	config->suites = g_ptr_array_new_with_free_func(free_suite);
	if (!ks_child_run(&spec, &result, error))
		return false;
	if (result.status) {
		g_autofree char *why = ks_last_line(result.err->str);

		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "ci/suites.conf: git cannot read it: %s", why);
		return false;
	}
	end = result.out->str + result.out->len;
	for (at = result.out->str; at < end; at += strlen(at) + 1) {
		g_auto(GStrv) pair = g_strsplit(at, "\n", 2);

		if (take_setting(config, pair[0], pair[1] ? pair[1] : ""))
			continue;
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: '%s' is not a setting; the file's head tells them",
			path, pair[0]);
		return false;
	}
	return check_config(config, path, error);
}

/* Note apt's error and go on: another suite may have it. */
static bool note_trouble(Search *search, GError **why, GError **error)
{
	if (g_error_matches(*why, KS_ERROR, KS_ERROR_CANCELLED)) {
		g_propagate_error(error, g_steal_pointer(why));
		return false;
	}
	g_free(search->trouble);
	search->trouble = g_strdup((*why)->message);
	g_clear_error(why);
	return true;
}

/* Look into one place; takes @apt.  search->version is set when it is there. */
static bool look(Search *search, KsApt *apt, gint64 max_age_s, GError **error)
{
	g_autoptr(KsApt) place = apt;
	g_autoptr(GError) why = NULL;
	g_auto(GStrv) versions = NULL;
	const char *wanted = search->source->at;

	if (!g_ptr_array_find_with_equal_func(search->places, ks_apt_name(apt),
					      g_str_equal, NULL))
		g_ptr_array_add(search->places, g_strdup(ks_apt_name(apt)));
	if (ks_apt_update(place, max_age_s, &why))
		versions = ks_apt_versions(place, search->package, &why);
	if (!versions)
		return note_trouble(search, &why, error);
	for (char **version = versions; *version; version++) {
		if (!search->version &&
		    (!wanted || g_str_equal(*version, wanted))) {
			search->version = g_strdup(*version);
			search->apt = g_steal_pointer(&place);
			return true;
		}
		if (!g_ptr_array_find_with_equal_func(search->seen, *version,
						      g_str_equal, NULL))
			g_ptr_array_add(search->seen, g_strdup(*version));
	}
	return true;
}

static bool look_elsewhere(Search *search, const Config *config,
			   GPtrArray *mirrors, gint64 max_age_s, GError **error)
{
	for (guint i = 0; i < config->suites->len * mirrors->len; i++) {
		const Suite *suite = config->suites->pdata[i / mirrors->len];
		const KsMirror *mirror = mirrors->pdata[i % mirrors->len];
		KsApt *apt;

		if (search->version)
			break;
		if (mirror->label && !g_str_equal(mirror->label, suite->mirror))
			continue;
		apt = ks_apt_private(search->context, mirror->uri, suite->name,
				     suite->component, config->keyring, error);
		if (!apt || !look(search, apt, max_age_s, error))
			return false;
	}
	return true;
}

static char *join(GPtrArray *words)
{
	g_autoptr(GPtrArray) list = g_ptr_array_new();

	for (guint i = 0; i < words->len; i++)
		g_ptr_array_add(list, words->pdata[i]);
	g_ptr_array_add(list, NULL);
	return g_strjoinv(", ", (char **)list->pdata);
}

static bool not_found(const Search *search, GError **error)
{
	g_autofree char *places = join(search->places);
	g_autofree char *seen = join(search->seen);

	if (search->seen->len)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: no version %s of %s; there are %s",
			    search->source->text, search->source->at,
			    search->package, seen);
	else if (search->trouble)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: %s; and no %s where apt could look (%s)",
			    search->source->text, search->trouble,
			    search->package, places);
	else
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: no package %s in %s; more suites can be named in ci/suites.conf",
			search->source->text, search->package, places);
	return false;
}

static bool find(Search *search, GError **error)
{
	g_autoptr(GPtrArray) mirrors = NULL;
	g_auto(Config) config = {0};
	/* lists of yesterday do, unless the package is new */
	static const gint64 ages[] = {DAY_S, FRESH_S};

	if (!look(search, ks_apt_machine(search->context), DAY_S, error))
		return false;
	if (search->version)
		return true;
	if (!read_config(search->context, &config, error))
		return false;
	mirrors = ks_apt_mirrors(search->context, error);
	if (!mirrors)
		return false;
	if (!mirrors->len) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: apt knows no mirror of Debian on this machine; add the tree as git:PATH or dir:PATH",
			search->source->text);
		return false;
	}
	for (guint i = 0; i < G_N_ELEMENTS(ages) && !search->version; i++)
		if (!look_elsewhere(search, &config, mirrors, ages[i], error))
			return false;
	return search->version || not_found(search, error);
}

static bool import(Search *search, KsFetched *fetched, GError **error)
{
	g_autoptr(KsTmpDir)
		folder = ks_home_path(search->context, "debs", NULL);
	g_autofree char *deb = NULL;

	/* under the store's lock: what is there was left by a killed run */
	ks_rmtree(folder);
	if (!ks_mkdir(folder, error))
		return false;
	deb = ks_apt_download(search->apt, search->package, search->version,
			      folder, error);
	if (!deb)
		return false;
	fetched->commit = ks_deb_import(search->context, deb, search->package,
					search->version, error);
	return fetched->commit != NULL;
}

static void search_init(Search *search, KsContext *context,
			const KsSource *source)
{
	*search = (Search){
		.context = context,
		.source = source,
		.package = g_strconcat("linux-source-", source->from, NULL),
		.seen = g_ptr_array_new_with_free_func(g_free),
		.places = g_ptr_array_new_with_free_func(g_free),
	};
}

KsApt *ks_source_locate_debian(KsContext *context, const KsSource *source,
			       GError **error)
{
	g_auto(Search) search = {0};

	search_init(&search, context, source);
	return find(&search, error) ? g_steal_pointer(&search.apt) : NULL;
}

bool ks_source_fetch_debian(KsContext *context, const KsSource *source,
			    const char *have, KsFetched *fetched,
			    GError **error)
{
	g_auto(Search) search = {0};

	search_init(&search, context, source);
	if (!find(&search, error))
		return false;
	fetched->package = g_strdup(search.version);
	return g_strcmp0(have, search.version) == 0 ||
	       import(&search, fetched, error);
}
