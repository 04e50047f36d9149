/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CONE_H
#define KS_CONE_H

#include <glib.h>
#include <stdbool.h>

/*
 * Which objects a changed file takes part in: what kbuild wrote into the
 * .NAME.o.cmd files of an O= folder when it compiled (scripts/basic/fixdep.c:
 * "source_OBJECT := FILE", then "deps_OBJECT :=" and a path a line), and which
 * module each object is linked into (.mod files).
 */
typedef struct KsCone KsCone;

/* @src and @obj are absolute.  Nothing is read yet. */
KsCone *ks_cone_new(const char *src, const char *obj);
void ks_cone_free(KsCone *cone);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsCone, ks_cone_free)

/* Read what is new or has changed since the last time. */
bool ks_cone_refresh(KsCone *cone, GError **error);

/*
 * The objects that are compiled from one of @files (relative to the sources),
 * sorted, NULL-terminated.  A Makefile, Kbuild or Kconfig file stands for all
 * objects below its folder, a C file that nothing was compiled from for those
 * of its folder.
 */
char **ks_cone_objects(KsCone *cone, const char *const *files);

/* All objects that were compiled, sorted, NULL-terminated, owned by the caller. */
char **ks_cone_all(KsCone *cone);

/* Whether @file took part in the compilation of any object. */
bool ks_cone_has_file(KsCone *cone, const char *file);

/* The files that @object is compiled from, NULL if it is not known. */
const GPtrArray *ks_cone_deps(KsCone *cone, const char *object);

/* Call @fn for every object of vmlinux, or of the module @module (a .ko). */
typedef void (*KsConeFn)(const char *object, gpointer data);
void ks_cone_each(KsCone *cone, const char *module, KsConeFn fn, gpointer data);

/* The file that @object is compiled from, NULL if it is not known. */
const char *ks_cone_source(KsCone *cone, const char *object);

/*
 * Whether @object was compiled for vmlinux.  An object that no module lists is
 * not always: it may be left from a commit that had it.
 */
bool ks_cone_is_builtin(KsCone *cone, const char *object);

/* The module (.ko) that @object is linked into, NULL if there is none. */
const char *ks_cone_module(KsCone *cone, const char *object);

#endif
