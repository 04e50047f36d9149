/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_NETNS_H
#define GUEST_NETNS_H

#include "why.h"

/* Network namespaces, held by file descriptors of /proc/self/ns/net. */

/* The namespace this process is in, or -1. */
int netns_current(struct why *why);

/* A new one that holds nothing but lo, or -1; the process stays where it is. */
int netns_new(struct why *why);

/* A socket(2) that lives in the namespace, or -1 with errno. */
int netns_socket(int ns, int domain, int type, int protocol);

/* Moves a device of the current namespace to another one (rtnetlink). */
int netns_move(const char *ifname, int ns, struct why *why);

#endif
