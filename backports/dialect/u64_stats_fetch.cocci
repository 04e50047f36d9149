// SPDX-License-Identifier: GPL-2.0-only
/// The _irq forms of u64_stats_fetch_begin() and _retry() went when the plain
/// ones became safe everywhere (6.1 has both, 6.3 only these).
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: u64_stats_fetch_begin_irq
// kseries-result: u64_stats_fetch_begin
// kseries-leaves: not a call of the kernel's function

virtual patch
virtual revert

@depends on patch@
expression sync;
@@

- u64_stats_fetch_begin_irq(sync)
+ u64_stats_fetch_begin(sync)

@depends on patch@
expression sync, start;
@@

- u64_stats_fetch_retry_irq(sync, start)
+ u64_stats_fetch_retry(sync, start)

@depends on revert@
expression sync;
@@

- u64_stats_fetch_begin(sync)
+ u64_stats_fetch_begin_irq(sync)

@depends on revert@
expression sync, start;
@@

- u64_stats_fetch_retry(sync, start)
+ u64_stats_fetch_retry_irq(sync, start)
