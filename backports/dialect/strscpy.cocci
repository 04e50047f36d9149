// SPDX-License-Identifier: GPL-2.0-only
/// strscpy() was strlcpy(), where nobody looks at what it returns: that is
/// another number.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: strlcpy
// kseries-result: strscpy
// kseries-needs: strscpy include/linux/string.h
// kseries-leaves: what it returns is used

virtual patch
virtual revert

@depends on patch@
expression d, s, n;
@@

- strlcpy(d, s, n);
+ strscpy(d, s, n);

@depends on revert@
expression d, s, n;
@@

- strscpy(d, s, n);
+ strlcpy(d, s, n);
