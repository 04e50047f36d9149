// SPDX-License-Identifier: GPL-2.0-only
/// iavf sets a flag of aq_required and starts the watchdog at once with
/// iavf_schedule_aq_request(); older ones set it and wait for the watchdog.
//
// Confidence: Moderate
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: aq_required
// kseries-result: iavf_schedule_aq_request
// kseries-leaves: not a flag that is set

virtual revert

@depends on revert@
expression adapter, flags;
@@

- iavf_schedule_aq_request(adapter, flags)
+ adapter->aq_required |= flags
