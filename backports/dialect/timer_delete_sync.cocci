// SPDX-License-Identifier: GPL-2.0-only
/// del_timer_sync() is timer_delete_sync() since 6.2, and only that since 6.15.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: del_timer_sync
// kseries-result: timer_delete_sync
// kseries-needs: timer_delete_sync include/linux/timer.h
// kseries-leaves: not a call of the kernel's function

virtual patch
virtual revert

@depends on patch@
expression timer;
@@

- del_timer_sync
+ timer_delete_sync
  (timer)

@depends on revert@
expression timer;
@@

- timer_delete_sync
+ del_timer_sync
  (timer)
