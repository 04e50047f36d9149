// SPDX-License-Identifier: GPL-2.0-only
/// Up to 6.0 netif_napi_add() took the weight as a fourth argument; what has
/// another weight than the default is netif_napi_add_weight() since.  Where the
/// older kernel's function has no NAPI_POLL_WEIGHT it says 64.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: NAPI_POLL_WEIGHT
// kseries-token: netif_napi_add
// kseries-token: netif_napi_add_weight
// kseries-result: netif_napi_add
// kseries-needs: netif_napi_add_weight include/linux/netdevice.h
// kseries-leaves: not a call of the kernel's function

virtual patch
virtual revert

@depends on patch@
expression dev, napi, poll;
@@

- netif_napi_add(dev, napi, poll, NAPI_POLL_WEIGHT)
+ netif_napi_add(dev, napi, poll)

@depends on patch@
expression dev, napi, poll;
@@

- netif_napi_add(dev, napi, poll, 64)
+ netif_napi_add(dev, napi, poll)

@depends on patch@
expression dev, napi, poll, weight;
@@

- netif_napi_add(dev, napi, poll, weight)
+ netif_napi_add_weight(dev, napi, poll, weight)

@script:python number depends on revert@
was << virtual.was;
@@

cocci.include_match(was == "netif_napi_add")

@depends on revert && number@
expression dev, napi, poll;
@@

- netif_napi_add(dev, napi, poll)
+ netif_napi_add(dev, napi, poll, 64)

@depends on revert@
expression dev, napi, poll;
@@

- netif_napi_add(dev, napi, poll)
+ netif_napi_add(dev, napi, poll, NAPI_POLL_WEIGHT)

@depends on revert@
expression dev, napi, poll, weight;
@@

- netif_napi_add_weight(dev, napi, poll, weight)
+ netif_napi_add(dev, napi, poll, weight)
