// SPDX-License-Identifier: GPL-2.0
#include "tree/apt.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/error.h"

#define QUERY_TIMEOUT_S	   120
#define UPDATE_TIMEOUT_S   600
#define DOWNLOAD_TIMEOUT_S 3600

struct KsApt {
	KsContext *context;
	char *name;
	char *stamp; /* of the last update; NULL: the machine's own */
	GPtrArray *options; /* "-o", "Dir::State=..." ... */
};

/*
 * Hooks of the machine are meant for its own state (Docker images delete the
 * cache there).
 */
static const char clear_hooks[] = "#clear APT::Update::Pre-Invoke;\n"
				  "#clear APT::Update::Post-Invoke;\n"
				  "#clear APT::Update::Post-Invoke-Success;\n";

static void add_option(KsApt *apt, const char *name, const char *value)
{
	g_ptr_array_add(apt->options, g_strdup("-o"));
	g_ptr_array_add(apt->options, g_strdup_printf("%s=%s", name, value));
}

static KsApt *new_apt(KsContext *context, const char *name)
{
	KsApt *apt = g_new0(KsApt, 1);

	apt->context = context;
	apt->name = g_strdup(name);
	apt->options = g_ptr_array_new_with_free_func(g_free);
	add_option(apt, "APT::Get::AllowUnauthenticated", "false");
	add_option(apt, "Acquire::AllowInsecureRepositories", "false");
	/* the sandbox's user cannot write into a home */
	add_option(apt, "APT::Sandbox::User", "root");
	return apt;
}

void ks_apt_free(KsApt *apt)
{
	g_free(apt->name);
	g_free(apt->stamp);
	g_ptr_array_unref(apt->options);
	g_free(apt);
}

const char *ks_apt_name(const KsApt *apt)
{
	return apt->name;
}

KsApt *ks_apt_machine(KsContext *context)
{
	return new_apt(context, "this machine's suites");
}

/* Write @text to @path, and say whether it was another before. */
static bool write_if_new(const char *path, const char *text, bool *changed,
			 GError **error)
{
	g_autofree char *old = NULL;

	g_file_get_contents(path, &old, NULL, NULL);
	if (g_strcmp0(old, text) == 0)
		return true;
	*changed = true;
	return ks_write_file(path, text, -1, error);
}

static bool make_state(KsApt *apt, const char *dir, const char *sources,
		       GError **error)
{
	static const struct {
		const char *option, *path;
	} folders[] = {
		{"Dir::State", "state"},
		{"Dir::Cache", "cache"},
		{"Dir::Etc::SourceParts", "none"},
		{"Dir::Etc::PreferencesParts", "none"},
	};
	g_autofree char *list = g_build_filename(dir, "sources.list", NULL);
	g_autofree char *conf = g_build_filename(dir, "apt.conf", NULL);
	bool changed = false;

	for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path =
			g_build_filename(dir, folders[i].path, NULL);

		if (!ks_mkdir(path, error))
			return false;
		add_option(apt, folders[i].option, path);
	}
	add_option(apt, "Dir::Etc::SourceList", list);
	add_option(apt, "Dir::Etc::Preferences", "/dev/null");
	add_option(apt, "APT::Update::Error-Mode", "any");
	g_ptr_array_add(apt->options, g_strdup("-c"));
	g_ptr_array_add(apt->options, g_strdup(conf));
	apt->stamp = g_build_filename(dir, "updated", NULL);
	if (!write_if_new(list, sources, &changed, error) ||
	    !write_if_new(conf, clear_hooks, &changed, error))
		return false;
	if (changed)
		g_unlink(apt->stamp);
	return true;
}

KsApt *ks_apt_private(KsContext *context, const char *uri, const char *suite,
		      const char *component, const char *keyring,
		      GError **error)
{
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_SHA256, uri, -1);
	g_autofree char *folder = g_strdup_printf("%s-%.8s", suite, sum);
	g_autofree char *dir = ks_home_path(context, "apt", folder, NULL);
	bool signer = keyring && g_file_test(keyring, G_FILE_TEST_EXISTS);
	g_autofree char *sources = g_strdup_printf("deb %s%s%s%s %s %s\n",
						   signer ? "[signed-by=" : "",
						   signer ? keyring : "",
						   signer ? "] " : "", uri,
						   suite, component);
	g_autoptr(KsApt) apt = new_apt(context, suite);

	if (!make_state(apt, dir, sources, error))
		return NULL;
	return g_steal_pointer(&apt);
}

/* The line of apt's errors that says most: the first "E: ". */
static char *first_complaint(const KsChildResult *result)
{
	g_auto(GStrv) lines = g_strsplit(result->err->str, "\n", -1);

	for (char **line = lines; *line; line++)
		if (g_str_has_prefix(*line, "E: "))
			return g_strdup(*line + strlen("E: "));
	return ks_last_line(result->err->str);
}

static bool run(KsApt *apt, const char *const *words, KsChildSpec *spec,
		KsChildResult *result, GError **error)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autofree char *why = NULL;

	g_ptr_array_add(argv, (gpointer)*words);
	for (guint i = 0; i < apt->options->len; i++)
		g_ptr_array_add(argv, apt->options->pdata[i]);
	for (words++; *words; words++)
		g_ptr_array_add(argv, (gpointer)*words);
	g_ptr_array_add(argv, NULL);
	spec->argv = (const char *const *)argv->pdata;
	spec->cancel = apt->context->cancel;
	if (!ks_child_run(spec, result, error))
		return false;
	if (result->status == 0)
		return true;
	why = first_complaint(result);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "apt: %s (in %s)", why,
		    apt->name);
	return false;
}

static bool younger_than(const char *path, gint64 seconds)
{
	struct stat st;

	return stat(path, &st) == 0 &&
	       g_get_real_time() / G_USEC_PER_SEC - st.st_mtime < seconds;
}

bool ks_apt_update(KsApt *apt, gint64 max_age_s, GError **error)
{
	static const char *const words[] = {"apt-get", "-q", "update", NULL};
	KsChildSpec spec = {.timeout_s = UPDATE_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};

	if (!apt->stamp || younger_than(apt->stamp, max_age_s))
		return true;
	if (!run(apt, words, &spec, &result, error))
		return false;
	/* a fresh file: only its time matters */
	g_unlink(apt->stamp);
	return ks_write_file(apt->stamp, "", 0, error);
}

char **ks_apt_versions(KsApt *apt, const char *package, GError **error)
{
	const char *words[] = {"apt-cache", "madison", package, NULL};
	KsChildSpec spec = {.timeout_s = QUERY_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	g_auto(GStrv) lines = NULL;
	g_autoptr(GPtrArray) versions = g_ptr_array_new_with_free_func(g_free);

	if (!run(apt, words, &spec, &result, error))
		return NULL;
	/* "package | version | mirror suite/component arch Packages" */
	lines = g_strsplit(result.out->str, "\n", -1);
	for (char **line = lines; *line; line++) {
		g_auto(GStrv) fields = g_strsplit(*line, "|", 3);

		if (g_strv_length(fields) < 3 ||
		    !g_str_has_suffix(g_strchomp(fields[2]), "Packages"))
			continue;
		g_strstrip(fields[1]);
		if (!g_ptr_array_find_with_equal_func(versions, fields[1],
						      g_str_equal, NULL))
			g_ptr_array_add(versions, g_strdup(fields[1]));
	}
	g_ptr_array_add(versions, NULL);
	return (char **)g_ptr_array_steal(versions, NULL);
}

char **ks_apt_search(KsApt *apt, const char *pattern, GError **error)
{
	const char *words[] = {"apt-cache", "search", "--names-only", pattern,
			       NULL};
	KsChildSpec spec = {.timeout_s = QUERY_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	char **lines;

	if (!run(apt, words, &spec, &result, error))
		return NULL;
	/* "package - what it is" */
	lines = g_strsplit(g_strchomp(result.out->str), "\n", -1);
	for (char **line = lines; *line; line++)
		(*line)[strcspn(*line, " ")] = '\0';
	return lines;
}

/* "'URI' name size checksum", as --print-uris has it. */
static guint64 parse_size(const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", 4);

	return g_strv_length(words) == 4 ?
		       g_ascii_strtoull(words[2], NULL, 10) :
		       0;
}

typedef struct {
	KsProgress *progress;
	const char *folder;
} Watch;

/* The one .deb in @folder, or NULL; *@bytes: of all files there. */
static char *look_into(const char *folder, guint64 *bytes)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;
	char *deb = NULL;

	*bytes = 0;
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		struct stat st;

		if (lstat(path, &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		*bytes += st.st_size;
		if (!deb && g_str_has_suffix(name, ".deb"))
			deb = g_steal_pointer(&path);
	}
	return deb;
}

static bool watch_download(gpointer data)
{
	Watch *watch = data;
	guint64 bytes;

	g_free(look_into(watch->folder, &bytes));
	ks_progress_step(watch->progress, bytes, NULL);
	return true;
}

/* A file that the mirror has no longer: newer lists know what it has. */
static void advise(const KsApt *apt, GError **error)
{
	g_autoptr(GError) why = g_steal_pointer(error);

	if (apt->stamp)
		g_unlink(apt->stamp);
	g_set_error(error, why->domain, why->code, "%s; %s", why->message,
		    apt->stamp ?
			    "run this again, the lists will be fetched anew" :
			    "'apt-get update' may help");
}

static bool fetch(KsApt *apt, const char *word, const char *folder,
		  GError **error)
{
	const char *ask[] = {"apt-get", "download", "--print-uris", word, NULL};
	const char *get[] = {"apt-get", "-q", "download", word, NULL};
	KsProgress *progress = apt->context->progress;
	Watch watch = {progress, folder};
	KsChildSpec query = {.timeout_s = QUERY_TIMEOUT_S, .cwd = folder};
	KsChildSpec spec = {.timeout_s = DOWNLOAD_TIMEOUT_S,
			    .cwd = folder,
			    .watch = progress ? watch_download : NULL,
			    .watch_data = &watch};
	g_auto(KsChildResult) answer = {0};
	g_auto(KsChildResult) result = {0};
	g_autofree char *what = g_strdup_printf("download %s", word);
	bool ok;

	if (!run(apt, ask, &query, &answer, error))
		return false;
	if (progress)
		ks_progress_begin(progress, what, parse_size(answer.out->str));
	ok = run(apt, get, &spec, &result, error);
	if (progress)
		ks_progress_end(progress);
	return ok;
}

char *ks_apt_download(KsApt *apt, const char *package, const char *version,
		      const char *folder, GError **error)
{
	g_autofree char *word = g_strdup_printf("%s=%s", package, version);
	g_autoptr(GError) why = NULL;
	guint64 bytes;
	char *deb;

	if (!fetch(apt, word, folder, &why)) {
		if (why->code == KS_ERROR_BROKEN)
			advise(apt, &why);
		g_propagate_error(error, g_steal_pointer(&why));
		return NULL;
	}
	deb = look_into(folder, &bytes);
	if (!deb)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "apt: %s was not downloaded to %s", word, folder);
	return deb;
}

static void free_mirror(gpointer data)
{
	KsMirror *mirror = data;

	g_free(mirror->uri);
	g_free(mirror->label);
	g_free(mirror);
}

static gboolean same_mirror(gconstpointer a, gconstpointer b)
{
	const KsMirror *one = a, *other = b;

	return g_str_equal(one->uri, other->uri) &&
	       g_strcmp0(one->label, other->label) == 0;
}

/* Add the targets of "origin|label|uri" lines; apt leaves "$(X)" unknown. */
static void add_mirrors(GPtrArray *mirrors, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line; line++) {
		g_auto(GStrv) fields = g_strsplit(*line, "|", 3);
		KsMirror mirror;

		if (g_strv_length(fields) < 3)
			continue;
		mirror.label = *fields[1] == '$' ? NULL : fields[1];
		mirror.uri = fields[2];
		if ((mirror.label && !g_str_equal(fields[0], "Debian")) ||
		    g_ptr_array_find_with_equal_func(mirrors, &mirror,
						     same_mirror, NULL))
			continue;
		mirror.label = g_strdup(mirror.label);
		mirror.uri = g_strdup(mirror.uri);
		g_ptr_array_add(mirrors, g_memdup2(&mirror, sizeof(mirror)));
	}
}

GPtrArray *ks_apt_mirrors(KsContext *context, GError **error)
{
	/* the second asks for suites whose lists were never fetched */
	static const char *const modes[] = {"--release-info",
					    "--no-release-info"};
	g_autoptr(KsApt) apt = ks_apt_machine(context);
	g_autoptr(GPtrArray)
		mirrors = g_ptr_array_new_with_free_func(free_mirror);

	for (guint i = 0; i < G_N_ELEMENTS(modes) && !mirrors->len; i++) {
		const char *words[] = {"apt-get",
				       "indextargets",
				       modes[i],
				       "--format",
				       "$(ORIGIN)|$(LABEL)|$(REPO_URI)",
				       "Created-By: Packages",
				       NULL};
		KsChildSpec spec = {.timeout_s = QUERY_TIMEOUT_S};
		g_auto(KsChildResult) result = {0};

		if (!run(apt, words, &spec, &result, error))
			return NULL;
		add_mirrors(mirrors, result.out->str);
	}
	return g_steal_pointer(&mirrors);
}
