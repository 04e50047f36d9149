/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SECCOMP_H
#define KS_SECCOMP_H

#include <glib.h>

/*
 * The system call filter of a sandbox, as bwrap --seccomp reads it (an array
 * of struct sock_filter); NULL on an architecture that it was not written
 * for.  It refuses what a build does not need and what would get around a
 * limit or widen the kernel's surface: namespaces and mounts (a tmpfs of
 * one's own is memory that nobody counts), memfd and System V memory, ptrace,
 * BPF, io_uring, keys, and sockets that network namespaces do not confine
 * (AF_VSOCK, AF_ALG).
 */
GBytes *ks_seccomp_program(void);

#endif
