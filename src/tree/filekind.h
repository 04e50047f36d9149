/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FILEKIND_H
#define KS_FILEKIND_H

/* What a file of a kernel tree is to kbuild, by its name. */
typedef enum {
	KS_FILE_TEXT, /* documentation and the like: not built from */
	KS_FILE_UNIT, /* .c, .S: compiled */
	KS_FILE_HEADER, /* .h */
	KS_FILE_MAKEFILE, /* Makefile*, Kbuild* */
	KS_FILE_KCONFIG,
	KS_FILE_OTHER, /* tables, linker scripts, tools: may matter anywhere */
} KsFileKind;

KsFileKind ks_file_kind(const char *path);

#endif
