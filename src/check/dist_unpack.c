// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/dist.h"
#include "tree/apt.h"
#include "tree/source.h"
#include "tree/store.h"
#include "tree/tree.h"

#define UNPACK_TIMEOUT_S 600
#define XZ_FILES	 500

/* Packages that are being fetched and put into their places. */
typedef struct {
	KsTarget *target;
	KsContext quiet; /* no progress of its own: the task tells */
	KsTask *task;
	KsApt *apt;
	const char *version;
	char *dir; /* scratch; what is unpacked is below root/ */
	char *root;
	char *obj; /* the O= folder to be */
	char *headers; /* "linux-headers-6.1.0-57-amd64" */
	const char *abi; /* in it: "6.1.0-57-amd64" */
	char *kbuild; /* "linux-kbuild-6.1" */
} Unpack;

static void unpack_clear(Unpack *unpack)
{
	g_clear_pointer(&unpack->apt, ks_apt_free);
	if (unpack->dir)
		ks_rmtree(unpack->dir);
	g_free(unpack->dir);
	g_free(unpack->root);
	g_free(unpack->obj);
	g_free(unpack->headers);
	g_free(unpack->kbuild);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Unpack, unpack_clear)

char *ks_dist_version(KsContext *context, const KsTargetConf *conf,
		      GError **error)
{
	g_autoptr(KsTree) tree = ks_tree_find(context, conf->tree, error);

	if (!tree)
		return NULL;
	if (tree->package && g_str_has_prefix(tree->source, "debian:"))
		return g_steal_pointer(&tree->package);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s: the tree %s (%s) is of no Debian package, so there is no kernel of the distribution that was built from it; add one with 'kseries tree add NAME debian:LINE'",
		conf->name, tree->name, tree->source);
	return NULL;
}

char *ks_dist_describe(KsTarget *target, GError **error)
{
	g_autofree char *version =
		ks_dist_version(target->context, target->conf, error);

	return version ? g_strdup_printf("%s %s\n", target->conf->package,
					 version) :
			 NULL;
}

/* apt's place that has the tree's source has the kernel made of it, too. */
static bool find_place(Unpack *unpack, GError **error)
{
	g_autoptr(KsTree) tree =
		ks_tree_find(&unpack->quiet, unpack->target->conf->tree, error);
	g_autoptr(KsSource)
		source = tree ? ks_source_parse(tree->source, error) : NULL;

	if (!source)
		return false;
	g_free(source->at);
	source->at = g_strdup(unpack->version);
	unpack->apt = ks_source_locate_debian(&unpack->quiet, source, error);
	if (unpack->apt)
		return true;
	g_prefix_error(
		error,
		"%s: the packages must be of the tree's version; 'kseries tree update %s' brings the tree to what there is: ",
		unpack->target->name, tree->name);
	return false;
}

static bool find_headers(Unpack *unpack, GError **error)
{
	g_auto(GStrv) names = ks_apt_search(
		unpack->apt, "^linux-headers-[0-9].*-amd64$", error);
	g_auto(GStrv)
		candidates = names ? ks_dist_headers((const char *const *)names,
						     unpack->version) :
				     NULL;

	if (!names)
		return false;
	for (guint i = 0; candidates[i]; i++) {
		g_auto(GStrv) versions =
			ks_apt_versions(unpack->apt, candidates[i], error);

		if (!versions)
			return false;
		if (!g_strv_contains((const char *const *)versions,
				     unpack->version))
			continue;
		unpack->headers = g_strdup(candidates[i]);
		unpack->abi = unpack->headers + strlen("linux-headers-");
		return true;
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s: no linux-headers package of version %s in %s; 'kseries tree update %s' brings the tree to the newest version",
		unpack->target->name, unpack->version, ks_apt_name(unpack->apt),
		unpack->target->conf->tree);
	return false;
}

static char *field_of(Unpack *unpack, const char *deb, const char *field,
		      GError **error)
{
	const char *argv[] = {"dpkg-deb", "-f", deb, field, NULL};
	KsChildSpec spec = {
		.argv = argv, .timeout_s = 60, .cancel = unpack->quiet.cancel};
	g_auto(KsChildResult) result = {0};

	return ks_child_check(&spec, &result, error) ?
		       g_strdup(result.out->str) :
		       NULL;
}

/* Download a package and unpack it to root/; *@depends may be NULL. */
static bool fetch(Unpack *unpack, const char *package, char **depends,
		  GError **error)
{
	g_autofree char *folder = g_build_filename(unpack->dir, package, NULL);
	g_autofree char *deb = NULL;
	const char *argv[] = {"dpkg-deb", "-x", NULL, unpack->root, NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = UNPACK_TIMEOUT_S,
			    .cancel = unpack->quiet.cancel};
	bool ok;

	if (unpack->task)
		ks_task_step(unpack->task, 0, 0, package);
	if (!ks_mkdir(folder, error))
		return false;
	deb = ks_apt_download(unpack->apt, package, unpack->version, folder,
			      error);
	if (!deb)
		return false;
	argv[2] = deb;
	ok = ks_child_check(&spec, NULL, error);
	if (ok && depends) {
		*depends = field_of(unpack, deb, "Depends", error);
		ok = *depends != NULL;
	}
	ks_rmtree(folder);
	return ok;
}

static bool fetch_all(Unpack *unpack, GError **error)
{
	/* lists and downloads of apt's private state: one at a time */
	g_autoptr(KsStoreLock)
		lock = ks_store_lock(unpack->target->context, error);
	g_autofree char *image = NULL, *depends = NULL;

	if (!lock || !find_place(unpack, error) ||
	    !find_headers(unpack, error) ||
	    !fetch(unpack, unpack->headers, &depends, error))
		return false;
	unpack->kbuild = ks_dist_kbuild(depends);
	if (!unpack->kbuild) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s %s depends on no linux-kbuild package",
			    unpack->headers, unpack->version);
		return false;
	}
	/* the other one is signed for Secure Boot, and else the same */
	image = g_strdup_printf("linux-image-%s-unsigned", unpack->abi);
	return fetch(unpack, unpack->kbuild, NULL, error) &&
	       fetch(unpack, image, NULL, error);
}

static bool rename_to(const char *from, const char *to, GError **error)
{
	g_autofree char *dir = g_path_get_dirname(to);

	if (!ks_mkdir(dir, error))
		return false;
	if (g_rename(from, to) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: cannot be moved to %s: %s", from, to,
		    g_strerror(errno));
	return false;
}

/* The headers package is an O= folder; two links lead to kbuild's programs. */
static bool place_headers(Unpack *unpack, GError **error)
{
	static const char *const links[] = {"scripts", "tools"};
	g_autofree char *headers = g_build_filename(unpack->root, "usr", "src",
						    unpack->headers, NULL);
	g_autofree char *makefile =
		g_build_filename(unpack->obj, "Makefile", NULL);

	if (!rename_to(headers, unpack->obj, error))
		return false;
	g_unlink(makefile); /* it includes one of /usr/src */
	for (guint i = 0; i < G_N_ELEMENTS(links); i++) {
		g_autofree char *from = g_build_filename(unpack->root, "usr",
							 "lib", unpack->kbuild,
							 links[i], NULL);
		g_autofree char *to =
			g_build_filename(unpack->obj, links[i], NULL);

		g_unlink(to);
		if (!rename_to(from, to, error))
			return false;
	}
	return true;
}

static bool unxz(Unpack *unpack, GPtrArray *files, GError **error)
{
	for (guint at = 0; at < files->len; at += XZ_FILES) {
		g_autoptr(GPtrArray) argv = g_ptr_array_new();
		KsChildSpec spec = {.timeout_s = UNPACK_TIMEOUT_S,
				    .cancel = unpack->quiet.cancel};

		g_ptr_array_add(argv, (gpointer) "xz");
		g_ptr_array_add(argv, (gpointer) "-d");
		for (guint i = at; i < files->len && i < at + XZ_FILES; i++)
			g_ptr_array_add(argv, files->pdata[i]);
		g_ptr_array_add(argv, NULL);
		spec.argv = (const char *const *)argv->pdata;
		if (!ks_child_check(&spec, NULL, error))
			return false;
	}
	return true;
}

/* @folder is root/lib/modules/ABI. */
static bool place_modules(Unpack *unpack, const char *folder, GError **error)
{
	g_autofree char *from_order =
		g_build_filename(folder, "modules.order", NULL);
	g_autofree char *order =
		g_build_filename(unpack->obj, "modules.order", NULL);
	g_autoptr(GString) list = g_string_new(NULL);
	g_autoptr(GPtrArray) packed = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;

	if (!g_file_get_contents(from_order, &text, NULL, error))
		return false;
	lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		g_autofree char *path = ks_dist_module(lines[i]);
		g_autofree char *from =
			path ? g_build_filename(folder, "kernel", path, NULL) :
			       NULL;
		g_autofree char *xz = from ? g_strconcat(from, ".xz", NULL) :
					     NULL;
		g_autofree char *to =
			path ? g_build_filename(unpack->obj, path, NULL) : NULL;
		bool is_xz = xz && g_file_test(xz, G_FILE_TEST_EXISTS);

		if (!path || (!is_xz && !g_file_test(from, G_FILE_TEST_EXISTS)))
			continue;
		g_string_append_printf(list, "%s\n", path);
		if (is_xz)
			g_ptr_array_add(packed, g_strconcat(to, ".xz", NULL));
		if (!rename_to(is_xz ? xz : from,
			       is_xz ? packed->pdata[packed->len - 1] : to,
			       error))
			return false;
	}
	return unxz(unpack, packed, error) &&
	       ks_write_file(order, list->str, list->len, error);
}

static bool place_image(Unpack *unpack, GError **error)
{
	static const char *const tops[] = {"lib", "usr/lib"};
	g_autofree char *kernel = g_strdup_printf("%s/boot/vmlinuz-%s",
						  unpack->root, unpack->abi);
	g_autofree char *image = ks_target_image(unpack->target);
	gsize top = strlen(unpack->target->obj);
	g_autofree char *to = g_strconcat(unpack->obj, image + top, NULL);

	if (!rename_to(kernel, to, error))
		return false;
	for (guint i = 0; i < G_N_ELEMENTS(tops); i++) {
		g_autofree char *folder = g_build_filename(
			unpack->root, tops[i], "modules", unpack->abi, NULL);

		if (g_file_test(folder, G_FILE_TEST_IS_DIR))
			return place_modules(unpack, folder, error);
	}
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "linux-image-%s-unsigned %s holds no modules", unpack->abi,
		    unpack->version);
	return false;
}

/* What was built of the packages before is not theirs any more. */
static bool put_in_place(Unpack *unpack, const char *word, GError **error)
{
	static const char *const notes[] = {NOTE_DIST, NOTE_STAND, NOTE_STALE,
					    NOTE_FOLDERS, NOTE_MAKING};
	KsTarget *target = unpack->target;

	for (guint i = 0; i < G_N_ELEMENTS(notes); i++)
		ks_target_drop_note(target, notes[i]);
	ks_rmtree(target->obj);
	return rename_to(unpack->obj, target->obj, error) &&
	       ks_target_set_note(target, NOTE_DIST, word, error);
}

bool ks_dist_unpack(KsTarget *target, const char *version, KsTask *task,
		    GError **error)
{
	g_autofree char *word =
		g_strjoin(" ", target->conf->package, version, NULL);
	g_autofree char *have = ks_target_note(target, NOTE_DIST);
	g_auto(Unpack) unpack = {.target = target,
				 .quiet = *target->context,
				 .task = task,
				 .version = version};

	if (g_strcmp0(have, word) == 0)
		return true;
	unpack.quiet.progress = NULL;
	unpack.dir = ks_target_path(target, "dist.new");
	unpack.root = g_build_filename(unpack.dir, "root", NULL);
	unpack.obj = g_build_filename(unpack.dir, "obj", NULL);
	/* a killed one may have left it */
	ks_rmtree(unpack.dir);
	return ks_mkdir(unpack.root, error) && fetch_all(&unpack, error) &&
	       place_headers(&unpack, error) && place_image(&unpack, error) &&
	       put_in_place(&unpack, word, error);
}
