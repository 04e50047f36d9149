// SPDX-License-Identifier: GPL-2.0
#include "check/object.h"

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/prune.h"
#include "base/variant.h"
#include "check/target_private.h"

#define RESULTS "results"
/* Versions of one object that are remembered; the least used go first. */
#define KEEP   64
#define FORMAT "(sissas)"
/* A failed compilation is kept by the tree's id, under a name of its own. */
#define EXACT "tree-"

void ks_object_free(KsObject *object)
{
	g_free(object->object);
	g_free(object->log);
	g_free(object->sparse);
	g_strfreev(object->deps);
	g_free(object->id);
	g_free(object);
}

/* The folder of what is known of an object. */
static char *folder(const KsTarget *target, const char *object)
{
	g_autofree char *name =
		g_compute_checksum_for_string(G_CHECKSUM_SHA1, object, -1);
	g_autofree char *base = g_path_get_basename(object);
	g_autofree char *below =
		g_strdup_printf(RESULTS "/%.12s-%s", name, base);

	return ks_target_path(target, below);
}

/* Names what an object comes to that reads @deps in commit @at. */
static char *content_id(const KsTarget *target, const KsBlobs *blobs, guint at,
			const char *const *deps)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	ks_sum_add(sum, target->identity);
	ks_sum_add(sum, ks_blobs_ground(blobs, at));
	for (; *deps; deps++) {
		ks_sum_add(sum, *deps);
		ks_sum_add(sum, ks_blobs_id(blobs, at, *deps));
	}
	return g_strdup(g_checksum_get_string(sum));
}

static char *exact_id(const KsTarget *target, const KsBlobs *blobs, guint at)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	ks_sum_add(sum, target->identity);
	ks_sum_add(sum, ks_blobs_tree(blobs, at));
	return g_strconcat(EXACT, g_checksum_get_string(sum), NULL);
}

static KsObject *read_object(const char *path)
{
	g_autoptr(KsObject) object = NULL;
	g_autoptr(GVariant) value = ks_variant_load(path, FORMAT);

	if (!value)
		return NULL;
	object = g_new0(KsObject, 1);
	g_variant_get(value, "(siss^as)", &object->object, &object->status,
		      &object->log, &object->sparse, &object->deps);
	return g_steal_pointer(&object);
}

KsObject *ks_object_load(const KsTarget *target, const KsBlobs *blobs, guint at,
			 const char *object)
{
	g_autofree char *path = folder(target, object);
	g_autofree char *exact = exact_id(target, blobs, at);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *file = g_build_filename(path, name, NULL);
		g_autofree char *id = NULL;
		g_autoptr(KsObject) known = NULL;

		if (!ks_target_may_use(target, file))
			continue;
		if (g_str_has_prefix(name, EXACT)) {
			if (!g_str_equal(name, exact))
				continue;
			known = read_object(file);
		} else {
			known = read_object(file);
			id = known ? content_id(
					     target, blobs, at,
					     (const char *const *)known->deps) :
				     NULL;
			if (!id || !g_str_equal(id, name))
				continue;
		}
		if (!known || !g_str_equal(known->object, object))
			continue;
		known->id = g_strdup(name);
		ks_prune_touch(file);
		return g_steal_pointer(&known);
	}
	return NULL;
}

bool ks_object_save(KsTarget *target, const KsBlobs *blobs, guint at,
		    KsObject *object, GError **error)
{
	g_autofree char *dir = folder(target, object->object);
	g_autoptr(GVariant) value = g_variant_ref_sink(
		g_variant_new("(siss^as)", object->object, object->status,
			      object->log, object->sparse, object->deps));
	g_autofree char *path = NULL;

	g_free(object->id);
	if (object->status)
		object->id = exact_id(target, blobs, at);
	else
		object->id = content_id(target, blobs, at,
					(const char *const *)object->deps);
	path = g_build_filename(dir, object->id, NULL);
	if (!ks_target_keep(target, path, g_variant_get_data(value),
			    g_variant_get_size(value), error))
		return false;
	ks_prune(dir, KEEP, 0);
	return true;
}

GPtrArray *ks_object_warnings(const KsObject *object, const char *src)
{
	return ks_findings_parse("gcc", object->log, src);
}

GPtrArray *ks_object_sparse(const KsObject *object, const char *src)
{
	return ks_findings_parse("sparse", object->sparse, src);
}

int ks_object_sparse_status(const KsObject *object)
{
	g_autofree char *last = ks_last_line(object->sparse);

	return g_str_has_prefix(last, "status ") ?
		       atoi(last + strlen("status ")) :
		       -1;
}

bool ks_build_is_machine(const char *output)
{
	static const char *const signs[] = {
		"No space left on device",
		"Cannot allocate memory",
		"internal compiler error",
		"virtual memory exhausted",
		"Read-only file system",
		"Too many open files",
		"Disk quota exceeded",
		"fatal error: Killed signal",
		"bwrap: ",
	};

	for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
		if (strstr(output, signs[i]))
			return true;
	return false;
}

char *ks_build_failure(const char *output, const char *src)
{
	g_autoptr(GPtrArray) findings = ks_findings_parse("gcc", output, src);
	g_auto(GStrv) lines = NULL;

	for (guint i = 0; i < findings->len; i++) {
		const KsFinding *finding = findings->pdata[i];

		if (g_str_equal(finding->level, "error"))
			return ks_finding_format(finding);
	}
	lines = g_strsplit(output, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (strstr(lines[i], "undefined reference") ||
		    strstr(lines[i], "*** ") ||
		    g_str_has_prefix(lines[i], "bwrap: "))
			return g_strdup(g_strstrip(lines[i]));
	return NULL;
}

char *ks_object_failure(const KsObject *object, const char *src)
{
	return ks_build_failure(object->log, src);
}
