// SPDX-License-Identifier: GPL-2.0
/* As many heads stay in the cache between two softirqs, or are allocated. */
#define NAPI_SKB_CACHE_BULK 16

/* Give all heads but the first @keep back to the slab allocator. As long as one
 * is in the cache, KASAN takes it for freed.
 */
static void napi_skb_cache_trim(struct napi_alloc_cache *nc, unsigned int keep)
{
	unsigned int i;

	if (nc->skb_count <= keep)
		return;

	for (i = keep; i < nc->skb_count; i++)
		kasan_unpoison_object_data(skbuff_head_cache, nc->skb_cache[i]);
	kmem_cache_free_bulk(skbuff_head_cache, nc->skb_count - keep,
			     nc->skb_cache + keep);
	nc->skb_count = keep;
}

static bool napi_skb_cache_fill(struct napi_alloc_cache *nc)
{
	unsigned int i;

	nc->skb_count = kmem_cache_alloc_bulk(skbuff_head_cache, GFP_ATOMIC,
					      NAPI_SKB_CACHE_BULK,
					      nc->skb_cache);
	for (i = 0; i < nc->skb_count; i++)
		kasan_poison_object_data(skbuff_head_cache, nc->skb_cache[i]);

	return nc->skb_count > 0;
}

/**
 * napi_build_skb - build a network buffer in NAPI context
 * @data: data buffer provided by caller
 * @frag_size: size of data, or 0 if head was kmalloced
 *
 * Does what build_skb() does, but takes the head from the per-CPU cache that
 * napi_consume_skb() fills. Only for a poll function, with interrupts on.
 *
 * Return: the buffer, or %NULL, and then @data is not freed.
 */
struct sk_buff *napi_build_skb(void *data, unsigned int frag_size)
{
	struct napi_alloc_cache *nc = this_cpu_ptr(&napi_alloc_cache);
	struct sk_buff *skb;

	if (unlikely(!nc->skb_count) && !napi_skb_cache_fill(nc))
		return NULL;

	skb = nc->skb_cache[--nc->skb_count];
	kasan_unpoison_object_data(skbuff_head_cache, skb);
	memset(skb, 0, offsetof(struct sk_buff, tail));

	return build_skb_around(skb, data, frag_size);
}
EXPORT_SYMBOL(napi_build_skb);
