// SPDX-License-Identifier: GPL-2.0-only
/// Take the sk_buff head of a received packet from the NAPI cache:
/// napi_build_skb() does what build_skb() does, but gets the head from a
/// per-CPU cache that is refilled in bulk.  It may be called in NAPI context
/// only; whether a call is reached from elsewhere is not seen here.
//
// Confidence: Moderate
// Copyright: (C) 2026 The kseries authors.
// Keywords: build_skb, napi_build_skb, NAPI
// Options: --no-includes --include-headers
//
// kseries-token: build_skb
// kseries-result: napi_build_skb
// kseries-needs: napi_build_skb include/linux/skbuff.h
// kseries-means: net/core/skbuff.c napi_alloc_cache
// kseries-leaves: not a call of the kernel's build_skb(x, y)

virtual patch
virtual context
virtual org
virtual report
virtual revert

// A parameter or local variable that is called: not the kernel's function.
// Unless told that __free is an attribute, spatch takes its argument for a
// type and does not parse the function.
@shadow@
attribute name __free;
iterator name scoped_guard;
local idexpression f;
expression x, y;
position p;
@@

 f@p(x, y)

// The driver has a function of its own under that name.
@own@
attribute name __free;
iterator name scoped_guard;
identifier fn = {build_skb, napi_build_skb};
@@

 fn(...) { ... }

@depends on patch && !own@
attribute name __free;
iterator name scoped_guard;
expression x, y;
position p != shadow.p;
@@

- build_skb@p
+ napi_build_skb
  (x, y)

@depends on revert && !own@
attribute name __free;
iterator name scoped_guard;
expression x, y;
position p != shadow.p;
@@

- napi_build_skb@p
+ build_skb
  (x, y)

@depends on context && !own@
attribute name __free;
iterator name scoped_guard;
expression x, y;
position p != shadow.p;
@@

* build_skb@p(x, y)

@r depends on (org || report) && !own@
attribute name __free;
iterator name scoped_guard;
expression x, y;
position p != shadow.p;
@@

 build_skb@p(x, y)

@script:python depends on org@
p << r.p;
@@

for at in p:
    coccilib.org.print_todo(at, "napi_build_skb() where this is NAPI context")

@script:python depends on report@
p << r.p;
@@

for at in p:
    coccilib.report.print_report(at, "napi_build_skb() where this is NAPI context")
