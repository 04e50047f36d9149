// SPDX-License-Identifier: GPL-2.0-only
/// from_timer() is timer_container_of() since 6.16.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: from_timer
// kseries-result: timer_container_of
// kseries-needs: timer_container_of include/linux/timer.h
// kseries-leaves: not a call of the kernel's macro

virtual patch
virtual revert

@depends on patch@
expression var, timer;
identifier member;
@@

- from_timer
+ timer_container_of
  (var, timer, member)

@depends on revert@
expression var, timer;
identifier member;
@@

- timer_container_of
+ from_timer
  (var, timer, member)
