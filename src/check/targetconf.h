/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TARGETCONF_H
#define KS_TARGETCONF_H

#include "base/context.h"

/* What a target is: see ci/targets.conf. */
typedef struct {
	char *name; /* "6.1-x86_64" */
	char *tree; /* "6.1" */
	char *flavour; /* "x86_64" */
	char *arch; /* the kernel's ARCH= */
	char *compiler; /* "gcc" or "clang" */
	char *cross; /* CROSS_COMPILE= of gcc, "powerpc-linux-gnu-", or NULL */
	char *llvm; /* what LLVM= is set to with clang, else NULL */
	char *defaults; /* the goal that answers what they leave open */
	char **fragments; /* paths of configuration fragments */
	char *image; /* "vmlinux", "bzImage"; NULL: built, not booted */
	char *cpu; /* QEMU's -cpu */
	char *append; /* more words of the kernel's command line, or NULL */
	char *guest; /* the guest's init, of the build's folder */
	guint memory; /* MiB of the guest */
	guint shift; /* QEMU: an instruction takes 2^shift ns of its time */
	char *package; /* "debian": the distribution's kernel; NULL: built */
} KsTargetConf;

void ks_target_conf_free(KsTargetConf *conf);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTargetConf, ks_target_conf_free)

/*
 * The targets that @on names, "6.1,7.2-debug", in its order: a target of
 * ci/targets.conf, or any tree, which means TREE-x86_64, or TREE-FLAVOUR.
 * Whether the tree is there is not looked at.  An array that owns its
 * KsTargetConfs; a usage error names file and line.
 */
GPtrArray *ks_target_confs(const KsContext *context, const char *on,
			   GError **error);

/*
 * The programs whose versions decide what the compiler and sparse say,
 * NULL-terminated, owned by the caller.
 */
char **ks_target_conf_tools(const KsTargetConf *conf);

/*
 * A checksum of everything in it that decides a verdict, the fragments' text
 * included; newly allocated.
 */
char *ks_target_conf_sum(const KsTargetConf *conf, GError **error);

#endif
