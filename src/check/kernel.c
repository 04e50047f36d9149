// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/foreign.h"
#include "tree/filekind.h"
#include "check/dist.h"
#include "check/kconfig.h"
#include "check/object.h"
#include "check/target_private.h"
#include "tree/git.h"

#define LOOSE_VMLINUX "vmlinux"
#define LOOSE_MODULES "modules"

#define BUILD_TIMEOUT_S	    (3 * 3600)
#define CONFIGURE_TIMEOUT_S 600
/* "  CC" lines of 6.1 with ci/config, for the bar of the very first build. */
#define OBJECTS_GUESS 880

/* Measured with 6.1 and ci/config: sources 1500, objects 130. */
#define ROOM_MIB 1800

/* The log of a build under way, read as it grows. */
typedef struct {
	KsTask *task; /* may be NULL */
	int fd;
	guint64 compiled, expected;
	GString *rest; /* a line that is not complete yet */
} Tail;

static void tail_line(Tail *tail, const char *line)
{
	const char *object = strrchr(line, ' ');

	if (!g_str_has_prefix(line, "  CC ") || !object)
		return;
	tail->compiled++;
	if (tail->task)
		ks_task_step(tail->task, tail->compiled, tail->expected,
			     object + 1);
}

static bool tail_read(gpointer data)
{
	Tail *tail = data;
	char buffer[65536];
	ssize_t n;
	char *eol;

	while ((n = read(tail->fd, buffer, sizeof(buffer))) > 0) {
		g_string_append_len(tail->rest, buffer, n);
		while ((eol = strchr(tail->rest->str, '\n'))) {
			*eol = '\0';
			tail_line(tail, tail->rest->str);
			g_string_erase(tail->rest, 0,
				       eol - tail->rest->str + 1);
		}
	}
	return true;
}

/* Configure as asked, and see that it came out so. */
static bool configure(KsTarget *target, const char *log, GError **error)
{
	g_autofree char *asked =
		g_build_filename(target->obj, "asked.config", NULL);
	g_autofree char *dotconfig =
		g_build_filename(target->obj, ".config", NULL);
	g_autofree char *variable =
		g_strconcat("KCONFIG_ALLCONFIG=", asked, NULL);
	const char *words[] = {variable, target->conf->defaults, NULL};
	KsMake make = {
		.words = words, .log = log, .timeout_s = CONFIGURE_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	g_autofree char *config = NULL;

	if (!ks_write_file(asked, target->config, -1, error) ||
	    !ks_target_run_make(target, &make, &result, error))
		return false;
	if (!result.status)
		config = ks_foreign_read(dotconfig, NULL, NULL);
	if (!config) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: make %s failed; see %s", target->src,
			    target->conf->defaults, log);
		return false;
	}
	return ks_kconfig_verify(target->symbols, config, error);
}

/* What has to be made when going from one commit to another. */
typedef struct {
	bool any, vmlinux, config;
} Need;

/* What a changed file asks for, beside the objects that it is known in. */
static void add_need(KsTarget *target, const char *file, Need *need)
{
	KsFileKind kind = ks_file_kind(file);
	bool unclear = kind == KS_FILE_OTHER &&
		       !ks_cone_has_file(target->cone, file);

	need->config |= kind == KS_FILE_KCONFIG;
	need->vmlinux |= unclear;
	need->any |= unclear || kind == KS_FILE_KCONFIG;
}

static void add_loose(const KsTarget *target, Need *need)
{
	g_autofree char *loose = ks_target_note(target, NOTE_LOOSE);

	need->any |= loose != NULL;
	need->vmlinux |= g_strcmp0(loose, LOOSE_VMLINUX) == 0;
}

static bool find_need(KsTarget *target, const char *commit, Need *need,
		      GError **error)
{
	g_autofree char *stand = NULL;
	g_auto(GStrv) files = NULL, objects = NULL;

	if (!ks_target_mend(target, error))
		return false;
	*need = (Need){true, true, true};
	stand = ks_target_note(target, NOTE_STAND);
	if (!stand || !ks_target_has_kernel(target))
		return true;
	files = ks_git_changed(target->context, stand, commit, error);
	if (!files || !ks_cone_refresh(target->cone, error))
		return false;
	objects = ks_cone_objects(target->cone, (const char *const *)files);
	*need = (Need){0};
	for (guint i = 0; files[i]; i++)
		add_need(target, files[i], need);
	for (guint i = 0; objects[i]; i++) {
		need->any = true;
		need->vmlinux |= ks_cone_is_builtin(target->cone, objects[i]);
	}
	add_loose(target, need);
	return true;
}

bool ks_target_has_kernel(const KsTarget *target)
{
	g_autofree char *kernel = ks_target_note(target, NOTE_KERNEL);

	return g_strcmp0(kernel, target->identity) == 0;
}

bool ks_target_loosen(KsTarget *target, bool builtin, GError **error)
{
	g_autofree char *loose = ks_target_note(target, NOTE_LOOSE);
	const char *word = builtin || g_strcmp0(loose, LOOSE_VMLINUX) == 0 ?
				   LOOSE_VMLINUX :
				   LOOSE_MODULES;

	return g_strcmp0(loose, word) == 0 ||
	       ks_target_set_note(target, NOTE_LOOSE, word, error);
}

char *ks_target_image(const KsTarget *target)
{
	const char *image = target->conf->image;

	if (!image)
		return NULL;
	if (g_str_equal(image, "vmlinux"))
		return g_build_filename(target->obj, image, NULL);
	return g_build_filename(target->obj, "arch", "x86", "boot", image,
				NULL);
}

/* vmlinux is what is linked also where another image is wanted of it. */
static const char *image_goal(const KsTarget *target)
{
	const char *image = target->conf ? target->conf->image : NULL;

	return image ? image : "vmlinux";
}

static bool make_goals(KsTarget *target, const Need *need, const KsMake *make,
		       KsChildResult *result, GError **error)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	KsMake whole = *make;

	for (guint i = 0; make->words && make->words[i]; i++)
		g_ptr_array_add(words, (gpointer)make->words[i]);
	if (need->vmlinux)
		g_ptr_array_add(words, (gpointer)image_goal(target));
	g_ptr_array_add(words, (gpointer) "modules");
	g_ptr_array_add(words, NULL);
	whole.words = (const char *const *)words->pdata;
	return ks_target_run_make(target, &whole, result, error);
}

bool ks_target_bring(KsTarget *target, const char *commit, bool force,
		     const KsMake *make, KsChildResult *result, GError **error)
{
	Need need;

	memset(result, 0, sizeof(*result));
	if (!find_need(target, commit, &need, error) ||
	    !ks_target_move(target, commit, error))
		return false;
	if (!need.any && !force)
		return ks_target_set_note(target, NOTE_STAND, commit, error);
	if (need.config)
		ks_target_drop_note(target, NOTE_STAND);
	if ((need.config && !configure(target, make->log, error)) ||
	    !ks_target_loosen(target, need.vmlinux, error) ||
	    !make_goals(target, &need, make, result, error))
		return false;
	if (result->status)
		return true;
	if (!ks_target_set_note(target, NOTE_KERNEL, target->identity, error) ||
	    !ks_target_set_note(target, NOTE_STAND, commit, error))
		return false;
	ks_target_drop_note(target, NOTE_LOOSE);
	return true;
}

/* "did not compile: LINE", with the first line of the log that says so. */
static void set_build_error(const KsTarget *target, const char *commit,
			    const char *log, GError **error)
{
	g_autofree char *text = NULL;
	g_autofree char *why = NULL;

	if (g_file_get_contents(log, &text, NULL, NULL))
		why = ks_build_failure(text, target->src);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: commit %.12s does not build: %s; see %s", target->name,
		    commit, why ? why : "make says no reason", log);
}

/* Everything beside the sources that decides what the compiler makes. */
static char *identify(KsTarget *target, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_auto(GStrv) tools = ks_target_conf_tools(target->conf);
	g_autofree char *wrapper = ks_data_path(target->context, "scripts",
						"sparse-wrapper", NULL);
	g_autofree char *script = NULL;

	if (!g_file_get_contents(wrapper, &script, NULL, error))
		return NULL;
	ks_sum_add(sum, target->config);
	ks_sum_add(sum, target->conf->arch);
	ks_sum_add(sum, target->conf->compiler);
	ks_sum_add(sum, target->conf->llvm);
	ks_sum_add(sum, target->conf->cross);
	ks_sum_add(sum, script);
	for (guint i = 0; tools[i]; i++) {
		g_autofree char *version = ks_program_version(
			tools[i], target->context->cancel, error);

		if (!version)
			return NULL;
		ks_sum_add(sum, version);
	}
	return g_strdup(g_checksum_get_string(sum));
}

bool ks_target_configure(KsTarget *target, GError **error)
{
	GPtrArray *symbols = ks_kconfig_read(
		(const char *const *)target->conf->fragments, error);

	if (!symbols)
		return false;
	g_clear_pointer(&target->symbols, g_ptr_array_unref);
	g_free(target->config);
	g_free(target->identity);
	target->symbols = symbols;
	target->config = target->conf->package ?
				 ks_dist_describe(target, error) :
				 ks_kconfig_text(symbols);
	target->identity = target->config ? identify(target, error) : NULL;
	return target->identity != NULL;
}

static bool build_kernel(KsTarget *target, const char *commit, KsTask *task,
			 GError **error)
{
	g_autofree char *log = ks_target_path(target, "kernel.log");
	g_autofree char *objects = ks_target_note(target, NOTE_OBJECTS);
	Tail tail = {.task = task,
		     .expected = objects ? g_ascii_strtoull(objects, NULL, 10) :
					   OBJECTS_GUESS};
	KsMake make = {.log = log,
		       .timeout_s = BUILD_TIMEOUT_S,
		       .watch = tail_read,
		       .watch_data = &tail};
	g_auto(KsChildResult) result = {0};
	bool ok = false;

	if (!ks_write_file(log, "", 0, error))
		return false;
	tail.fd = g_open(log, O_RDONLY | O_CLOEXEC, 0);
	tail.rest = g_string_new(NULL);
	ok = ks_target_bring(target, commit, true, &make, &result, error);
	if (ok && result.status) {
		set_build_error(target, commit, log, error);
		ok = false;
	}
	tail_read(&tail);
	if (ok && !objects && tail.compiled) {
		g_autofree char *n =
			g_strdup_printf("%" G_GUINT64_FORMAT, tail.compiled);
		ok = ks_target_set_note(target, NOTE_OBJECTS, n, error);
	}
	close(tail.fd);
	g_string_free(tail.rest, TRUE);
	return ok;
}

/* A first build fills gigabytes; better said at once than found out late. */
static bool has_room(const KsTarget *target, GError **error)
{
	g_autofree char *kernel = ks_target_note(target, NOTE_KERNEL);
	struct statvfs fs;
	guint64 left;

	if (kernel || statvfs(target->dir, &fs) != 0)
		return true;
	left = (guint64)fs.f_bavail * fs.f_frsize >> 20;
	if (left >= ROOM_MIB)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: a kernel's checkout and build take %d MiB, and %" G_GUINT64_FORMAT
		" MiB are left there; make room, or name another home with KSERIES_HOME",
		target->dir, ROOM_MIB, left);
	return false;
}

bool ks_target_prepare(KsTarget *target, const char *commit, KsTask *task,
		       GError **error)
{
	g_autofree char *image = ks_target_image(target);
	g_autofree char *order =
		g_build_filename(target->obj, "modules.order", NULL);
	Need need;

	if (!find_need(target, commit, &need, error))
		return false;
	if (!need.vmlinux && !need.config &&
	    g_file_test(image ? image : order, G_FILE_TEST_EXISTS))
		return true;
	return has_room(target, error) &&
	       build_kernel(target, commit, task, error);
}

bool ks_target_prepare_objects(KsTarget *target, const char *commit,
			       KsTask *task, GError **error)
{
	static const char *const words[] = {"modules_prepare", NULL};
	g_autofree char *log = ks_target_path(target, "kernel.log");
	g_autofree char *prepared = NULL;
	g_autofree char *want = g_strjoin(" ", target->identity, commit, NULL);
	KsMake make = {
		.words = words, .log = log, .timeout_s = BUILD_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};

	if (!ks_target_mend(target, error))
		return false;
	prepared = ks_target_note(target, NOTE_PREPARED);
	if (g_strcmp0(prepared, want) == 0)
		return ks_cone_refresh(target->cone, error);
	if (task)
		ks_task_step(task, 0, 0, "modules_prepare");
	ks_target_drop_note(target, NOTE_PREPARED);
	if (!has_room(target, error) ||
	    !ks_target_move(target, commit, error) ||
	    !ks_write_file(log, "", 0, error) ||
	    !configure(target, log, error) ||
	    !ks_target_run_make(target, &make, &result, error))
		return false;
	if (result.status) {
		set_build_error(target, commit, log, error);
		return false;
	}
	return ks_target_set_note(target, NOTE_PREPARED, want, error) &&
	       ks_cone_refresh(target->cone, error);
}

char *ks_target_module(KsTarget *target, const char *name, GError **error)
{
	g_autofree char *order =
		g_build_filename(target->obj, "modules.order", NULL);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;

	text = ks_foreign_read(order, NULL, NULL);
	if (text)
		lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines && lines[i]; i++) {
		g_autofree char *base = g_path_get_basename(lines[i]);
		char *dot = strrchr(base, '.');

		if (!dot || strncmp(base, name, strlen(name)) ||
		    base + strlen(name) != dot)
			continue;
		dot = strrchr(lines[i], '.');
		*dot = '\0';
		return g_strdup_printf("%s/%s.ko", target->obj, lines[i]);
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s: there is no module %s; turn its CONFIG_ symbol on in ci/config",
		target->name, name);
	return NULL;
}
