/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KBUILD_H
#define KS_KBUILD_H

#include <glib.h>
#include <stdbool.h>

/*
 * What one kbuild Makefile builds.  Both branches of a condition count, so
 * that a configuration does not decide what is seen; flags and rules do not
 * matter.  After Documentation/kbuild/makefiles.rst, "The kbuild files".
 */
typedef struct {
	char *module; /* "e1000" of obj-$(CONFIG_E1000) += e1000.o */
	char *config; /* "CONFIG_E1000"; NULL of obj-y and obj-m */
	GPtrArray *objects; /* "e1000_main.o", relative to the Makefile */
} KsKbuildModule;

void ks_kbuild_module_free(KsKbuildModule *module);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsKbuildModule, ks_kbuild_module_free)

/* The modules of the Makefile @text, in its order; owns them. */
GPtrArray *ks_kbuild_parse(const char *text);

#endif
