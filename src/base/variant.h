/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VARIANT_H
#define KS_VARIANT_H

#include <glib.h>

/*
 * What a file holds as a serialised GVariant of @type; NULL if there is no
 * such file or it is not whole.
 */
GVariant *ks_variant_load(const char *path, const char *type);

#endif
