/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_MODULE_H
#define GUEST_MODULE_H

#include <stdbool.h>

#include "why.h"

/* Room for a module's name (MODULE_NAME_LEN is 56 on 64-bit kernels). */
#define MODULE_NAME_MAX 64

/* The name the kernel knows a file by: "i2c-core.ko" is i2c_core. */
void module_name(const char *file, char name[MODULE_NAME_MAX]);

/* Loads /modules/FILE with parameters as in "a=1 b=2". */
int module_load(const char *file, const char *params, struct why *why);

/* Unloads a module by its file's name; fails while it is in use. */
int module_unload(const char *file, struct why *why);

/* Whether /proc/modules says "Live" of it. */
bool module_is_live(const char *file);

#endif
