/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_WHY_H
#define GUEST_WHY_H

/* The reason of a failure or a skip, one line, for the person who reads it. */
struct why {
	char text[256];
};

/*
 * Writes the reason and returns -1, so that a function that fails can say
 * `return why_set(why, "...")`. Control characters become '.'.
 */
int why_set(struct why *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, with ": " and the text of errno after it. errno is kept. */
int why_errno(struct why *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
