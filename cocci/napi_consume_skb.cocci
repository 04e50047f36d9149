// SPDX-License-Identifier: GPL-2.0-only
/// Give the sk_buffs of completed packets back to the NAPI cache:
/// napi_consume_skb(skb, budget) frees in bulk where budget is not zero.  The
/// budget must be the one that the core gave to the poll function, for
/// netpoll calls the same function with zero.
//
// Confidence: Moderate
// Copyright: (C) 2026 The kseries authors.
// Comments: revert also needs -D was=NAME, the function that freed before
// Keywords: napi_consume_skb, dev_consume_skb_any, dev_kfree_skb_any, NAPI
// Options: --no-includes
//
// kseries-token: dev_consume_skb_any
// kseries-token: dev_consume_skb_irq
// kseries-token: consume_skb
// kseries-token: dev_kfree_skb_any
// kseries-token: dev_kfree_skb_irq
// kseries-token: dev_kfree_skb
// kseries-result: napi_consume_skb
// kseries-needs: napi_consume_skb include/linux/skbuff.h
// kseries-means: net/core/skbuff.c napi_alloc_cache
// kseries-leaves: no poll budget in this function, or a drop

virtual patch
virtual context
virtual org
virtual report
virtual revert

// What happens to a parameter until the free is not followed: one that is
// written, hidden by a local variable or has its address taken is not used.
// Unless told that __free is an attribute, spatch takes its argument for a
// type and does not parse the function.
@touched@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
expression e;
assignment operator aop;
position p;
@@

 f(..., int b@p, ...)
 {
 <+...
(
 b aop e
|
 b++
|
 ++b
|
 b--
|
 --b
|
 &b
)
 ...+>
 }

@hidden@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
expression e;
type T;
position p;
@@

 f(..., int b@p, ...)
 {
 <+...
(
 T b;
|
 T b = e;
)
 ...+>
 }

@poll@
attribute name __free;
iterator name scoped_guard;
identifier f, napi, b;
position p != {touched.p, hidden.p};
@@

 f(struct napi_struct *napi, int b@p) { ... }

// A function that gets the poll's own budget ...
@hop@
attribute name __free;
iterator name scoped_guard;
identifier f, g, napi, b;
expression list[n] es;
position poll.p, q;
@@

 f(struct napi_struct *napi, int b@p)
 {
 <+...
 g@q(es, b, ...)
 ...+>
 }

// ... from everyone who calls it, or else zero ...
@zero@
attribute name __free;
iterator name scoped_guard;
identifier hop.g;
expression list[hop.n] es;
position q;
@@

 g@q(es, 0, ...)

@other@
attribute name __free;
iterator name scoped_guard;
identifier hop.g;
position q != {hop.q, zero.q};
@@

 g@q(...)

@called@
attribute name __free;
iterator name scoped_guard;
identifier hop.g;
position q;
@@

 g@q(...)

@taken@
attribute name __free;
iterator name scoped_guard;
identifier hop.g;
position q != called.q;
@@

 g@q

// ... with interrupts on, for where they are off the cache is out of bounds ...
@masked exists@
attribute name __free;
iterator name scoped_guard;
identifier hop.g;
@@

 \(spin_lock_irqsave\|spin_lock_irq\|local_irq_save\|local_irq_disable\)(...)
 ... when any
     when != spin_unlock_irqrestore(...)
     when != spin_unlock_irq(...)
     when != local_irq_restore(...)
     when != local_irq_enable(...)
 g(...)

// ... and is not visible to other files.
@cleaner depends on !other && !taken && !masked@
attribute name __free;
iterator name scoped_guard;
identifier hop.g, b;
parameter list[hop.n] ps;
type T;
position p != {touched.p, hidden.p};
@@

 static T g(ps, int b@p, ...) { ... }

// An error in receiving is a drop, and is to be seen as one: only where
// sent packets are accounted for, and none received, a free is not a drop.
@receives@
attribute name __free;
iterator name scoped_guard;
identifier f;
position p;
@@

 f@p(...)
 {
 <+...
 \(eth_type_trans\|napi_gro_receive\|netif_receive_skb\)(...)
 ...+>
 }

@completes@
attribute name __free;
iterator name scoped_guard;
identifier f;
position p != receives.p;
@@

 f@p(...)
 {
 <+...
 \(netdev_tx_completed_queue\|netdev_completed_queue\)(...)
 ...+>
 }

@done@
attribute name __free;
iterator name scoped_guard;
identifier f;
identifier old = {dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
position completes.p, q;
@@

 f@p(...)
 {
 <+...
 old@q(...)
 ...+>
 }

@drop@
attribute name __free;
iterator name scoped_guard;
identifier old = {dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
position q != done.q;
@@

 old@q(...)

@irqoff exists@
attribute name __free;
iterator name scoped_guard;
identifier old = {dev_consume_skb_any, dev_consume_skb_irq, consume_skb,
		  dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
expression skb;
position q;
@@

 \(spin_lock_irqsave\|spin_lock_irq\|local_irq_save\|local_irq_disable\)(...)
 ... when any
     when != spin_unlock_irqrestore(...)
     when != spin_unlock_irq(...)
     when != local_irq_restore(...)
     when != local_irq_enable(...)
 old@q(skb)

// So much for the budgets; what is left of the int parameters is none.
@stranger@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
position p != {poll.p, cleaner.p};
@@

 f(..., int b@p, ...) { ... }

@depends on patch@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
identifier old = {dev_consume_skb_any, dev_consume_skb_irq, consume_skb,
		  dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
expression skb;
position p != stranger.p, q != {drop.q, irqoff.q};
@@

 f(..., int b@p, ...)
 {
 <...
- old@q(skb)
+ napi_consume_skb(skb, b)
 ...>
 }

@depends on revert@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
identifier virtual.was;
expression skb;
position p != stranger.p;
@@

 f(..., int b@p, ...)
 {
 <...
- napi_consume_skb(skb, b)
+ was(skb)
 ...>
 }

@depends on context@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
identifier old = {dev_consume_skb_any, dev_consume_skb_irq, consume_skb,
		  dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
expression skb;
position p != stranger.p, q != {drop.q, irqoff.q};
@@

 f(..., int b@p, ...)
 {
 <+...
* old@q(skb)
 ...+>
 }

@r depends on org || report@
attribute name __free;
iterator name scoped_guard;
identifier f, b;
identifier old = {dev_consume_skb_any, dev_consume_skb_irq, consume_skb,
		  dev_kfree_skb_any, dev_kfree_skb_irq, dev_kfree_skb};
expression skb;
position p != stranger.p, q != {drop.q, irqoff.q};
@@

 f(..., int b@p, ...)
 {
 <+...
 old@q(skb)
 ...+>
 }

@script:python depends on org@
q << r.q;
@@

for at in q:
    coccilib.org.print_todo(at, "napi_consume_skb() with the poll budget")

@script:python depends on report@
q << r.q;
@@

for at in q:
    coccilib.report.print_report(at, "napi_consume_skb() with the poll budget")
