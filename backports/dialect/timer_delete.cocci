// SPDX-License-Identifier: GPL-2.0-only
/// del_timer() is timer_delete() since 6.2, and only that since 6.15.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: del_timer
// kseries-result: timer_delete
// kseries-needs: timer_delete include/linux/timer.h
// kseries-leaves: not a call of the kernel's function

virtual patch
virtual revert

@depends on patch@
expression timer;
@@

- del_timer
+ timer_delete
  (timer)

@depends on revert@
expression timer;
@@

- timer_delete
+ del_timer
  (timer)
