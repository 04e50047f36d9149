// SPDX-License-Identifier: GPL-2.0-only
/// Give 5.10 a napi_build_skb() that takes the head of the sk_buff from the
/// per-CPU cache which napi_consume_skb() fills.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Keywords: napi_build_skb, NAPI, backport
// Options: --no-includes
//
// kseries puts the file of that name in the place of "kseries-code: FILE".

@prototype@
identifier build = build_skb;
identifier data, frag_size;
@@

 struct sk_buff *build(void *data, unsigned int frag_size);
+struct sk_buff *napi_build_skb(void *data, unsigned int frag_size);

// This kernel empties the cache at the end of each softirq. What the next one
// would take first stays now.
@flush@
identifier nc;
identifier heads = skbuff_head_cache;
@@

 void __kfree_skb_flush(void)
 {
 struct napi_alloc_cache *nc = ...;

-if (nc->skb_count) {
-	kmem_cache_free_bulk(heads, nc->skb_count, nc->skb_cache);
-	nc->skb_count = 0;
-}
+napi_skb_cache_trim(nc, NAPI_SKB_CACHE_BULK);
 }

// When it is full, half of it is given back, not all.
@put depends on flush@
identifier nc, skb;
identifier heads = skbuff_head_cache;
@@

 _kfree_skb_defer(struct sk_buff *skb)
 {
 ...
 nc->skb_cache[nc->skb_count++] = skb;
+kasan_poison_object_data(heads, skb);
 ...
-if (unlikely(nc->skb_count == NAPI_SKB_CACHE_SIZE)) {
-	kmem_cache_free_bulk(heads, NAPI_SKB_CACHE_SIZE, nc->skb_cache);
-	nc->skb_count = 0;
-}
+if (unlikely(nc->skb_count == NAPI_SKB_CACHE_SIZE))
+	napi_skb_cache_trim(nc, NAPI_SKB_CACHE_SIZE / 2);
 }

// Behind the cache, in front of all that uses it. Not unless the others have
// found their places.
@cache depends on put@
@@

+/* kseries-code: napi_build_skb.c */
+
 static void *__napi_alloc_frag(...)
 {
 ...
 }
