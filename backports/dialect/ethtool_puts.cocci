// SPDX-License-Identifier: GPL-2.0-only
/// ethtool_puts() (6.8) is ethtool_sprintf() of a text without a format.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ethtool_sprintf
// kseries-result: ethtool_puts
// kseries-needs: ethtool_puts include/linux/ethtool.h
// kseries-leaves: not a call of the kernel's function

virtual patch
virtual revert

@depends on patch@
expression data, text;
@@

- ethtool_sprintf
+ ethtool_puts
  (data, text)

@depends on revert@
expression data, text;
@@

- ethtool_puts
+ ethtool_sprintf
  (data, text)
