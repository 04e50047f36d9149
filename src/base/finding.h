/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FINDING_H
#define KS_FINDING_H

#include <glib.h>
#include <stdbool.h>

/*
 * One diagnostic of a tool, normalised so that two runs on two versions of a
 * file can be compared: the identity is (tool, file, function, level, text);
 * the line is for the reader only.
 */
typedef struct {
	char *tool; /* "gcc", "sparse", "checkpatch" */
	char *level; /* "error", "warning", "check" */
	char *file; /* relative to the tree's top */
	int line; /* 1-based, as the tool said; 0: none */
	char *function; /* "" outside of one, or not known */
	char *text; /* without positions that move */
} KsFinding;

KsFinding *ks_finding_new(const char *tool, const char *level, const char *file,
			  int line, const char *function, const char *text);
KsFinding *ks_finding_copy(const KsFinding *finding);
void ks_finding_free(KsFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsFinding, ks_finding_free)

/* An empty array that owns its findings. */
GPtrArray *ks_findings_new(void);

/*
 * The diagnostics in the output of a kernel build or of sparse: what gcc,
 * clang, sparse and kernel-doc print ("file:line:column: warning: text", the
 * "In function" lines before it), modpost ("WARNING: modpost: ..."), objtool.
 * The tool is @tool, or "modpost", "objtool".  @tree is the absolute path of
 * the sources, taken off the file names; other lines are left out.  gcc says a
 * function only when it changes: the output of two files must not be mixed
 * line by line (make -O).
 */
GPtrArray *ks_findings_parse(const char *tool, const char *text,
			     const char *tree);

/*
 * The findings of @after that @before does not have, as multisets of
 * identities: one that only moved is not new, one more of the same is.
 */
GPtrArray *ks_findings_new_in(GPtrArray *after, GPtrArray *before);

/* "file:line: level: text", as editors jump to it (newly allocated). */
char *ks_finding_format(const KsFinding *finding);

/*
 * The name of the C function around @line (1-based) of @source, "" outside of
 * one (newly allocated).  By the kernel's layout: a function's braces stand in
 * column one.
 */
char *ks_function_at(const char *source, int line);

#endif
