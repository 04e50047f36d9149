/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_FILE_H
#define GUEST_FILE_H

#include <stddef.h>

#include "why.h"

/*
 * Reads at most size - 1 bytes of a file and ends them with a NUL. Returns
 * the number of bytes, or -1 with the reason. Also for proc and sysfs, whose
 * files have no size.
 */
int file_read(const char *path, char *buf, size_t size, struct why *why);

/* Writes a short text with one write(2), as proc and sysfs want it. */
int file_write(const char *path, const char *text, struct why *why);

#endif
