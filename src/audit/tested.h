/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TESTED_H
#define KS_TESTED_H

#include "audit/facts.h"

/*
 * Whether @function hands what @call returned on to another function with
 * nothing in between that has seen that it is not NULL.  Known of results that
 * are kept in a local variable; false of all others.
 */
bool ks_is_untested(const KsFunction *function, const KsCall *call);

#endif
