/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KDOC_H
#define KS_KDOC_H

#include <glib.h>

/*
 * The kernel-doc comments before the definitions of @function in a C text.
 * See Documentation/doc-guide/kernel-doc.rst of a kernel for their form.
 * Both return the new text, or a new reference on @text if there is nothing
 * to do: no kernel-doc, or the parameter is (or is not) described.
 */

/*
 * Describe @param behind the last parameter that is described, or behind the
 * line with the function's name, in the layout of the lines around it.
 */
GBytes *ks_kdoc_add(GBytes *text, const char *function, const char *param,
		    const char *description);

/* Take the description of @param out, of however many lines. */
GBytes *ks_kdoc_remove(GBytes *text, const char *function, const char *param);

#endif
