/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_EVIDENCE_H
#define KS_EVIDENCE_H

#include "check/check.h"
#include "check/compile.h"

/* Write @log: what make and the compiler said of the parent and the patch. */
bool ks_evidence_build(const char *log, const KsPatch *patch,
		       const KsCompiled *before, const KsCompiled *after,
		       GError **error);

/* Write @log: what sparse said of the parent and the patch. */
bool ks_evidence_sparse(const char *log, const KsPatch *patch,
			const KsCompiled *before, const KsCompiled *after,
			GError **error);

#endif
