// SPDX-License-Identifier: GPL-2.0
#include "series/thread.h"

#include <string.h>

#include "base/error.h"
#include "series/thread_plan.h"

void ks_thread_free(KsThread *thread)
{
	g_strfreev(thread->functions);
	g_strfreev(thread->tokens);
	g_clear_pointer(&thread->frees, g_ptr_array_unref);
	g_free(thread);
}

static bool is_name(const char *text)
{
	return (g_ascii_isalpha(*text) || *text == '_') &&
	       strspn(text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") ==
		       strlen(text);
}

KsThread *ks_thread_new(const char *chain, const char *was, GError **error)
{
	g_autoptr(KsThread) thread = g_new0(KsThread, 1);
	/* the empty chain has one name, which is empty too */
	char **functions = g_strsplit(*chain ? chain : " ", ">", -1);
	const char *tokens[] = {was, NULL};

	thread->functions = functions;
	thread->polls = 1;
	thread->tokens = g_strdupv((char **)tokens);
	for (guint i = 0; functions[i]; i++) {
		bool again = false;

		g_strstrip(functions[i]);
		for (guint k = 0; k < i; k++)
			again = again || !strcmp(functions[k], functions[i]);
		if (is_name(functions[i]) && !again)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "chain = \"%s\": \"%s\" is %s; write "
			    "\"poll > cleaner > function that frees\"",
			    chain, functions[i],
			    again ? "there twice" : "no function's name");
		return NULL;
	}
	if (is_name(was) && strcmp(was, KS_THREAD_RESULT))
		return g_steal_pointer(&thread);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "was = \"%s\": write the function that freed before, like "
		    "dev_kfree_skb_any",
		    was);
	return NULL;
}

static void add_links(GPtrArray *all, const GPtrArray *chain)
{
	for (guint i = 0; i < chain->len; i++) {
		const KsLink *one = chain->pdata[i];
		KsLink *link = ks_chain_link(all, one->name);

		link->poll = link->poll || one->poll;
		for (guint k = 0; k < one->callers->len; k++)
			ks_link_add_caller(link, one->callers->pdata[k]);
	}
}

/* All who call it inside of the chain stand in @done. */
static bool is_next(const KsLink *link, GPtrArray *done)
{
	for (guint i = 0; i < link->callers->len; i++)
		if (!g_ptr_array_find_with_equal_func(
			    done, link->callers->pdata[i], g_str_equal, NULL))
			return false;
	return true;
}

static char **copies(GPtrArray *names)
{
	g_ptr_array_add(names, NULL);
	return g_strdupv((char **)names->pdata);
}

static bool put_in_order(KsThread *thread, GPtrArray *links, GError **error)
{
	g_autoptr(GPtrArray) done = g_ptr_array_new();

	/* a poll has its budget, whoever calls it */
	for (guint i = 0; i < links->len; i++)
		if (((KsLink *)links->pdata[i])->poll)
			g_ptr_array_add(done,
					((KsLink *)links->pdata[i])->name);
	thread->polls = done->len;
	for (bool more = true; more;) {
		more = false;
		for (guint i = 0; i < links->len; i++) {
			KsLink *link = links->pdata[i];

			if (g_ptr_array_find(done, link->name, NULL) ||
			    !is_next(link, done))
				continue;
			g_ptr_array_add(done, link->name);
			more = true;
		}
	}
	if (done->len == links->len) {
		thread->functions = copies(done);
		return true;
	}
	for (guint i = 0; i < links->len; i++) {
		const KsLink *link = links->pdata[i];

		if (g_ptr_array_find(done, link->name, NULL))
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s() is called by what it calls itself: thread "
			    "the budget by hand",
			    link->name);
		break;
	}
	return false;
}

KsThread *ks_thread_of_sites(const GPtrArray *sites, const char *const *tokens,
			     GError **error)
{
	g_autoptr(KsThread) thread = g_new0(KsThread, 1);
	g_autoptr(GPtrArray) links = ks_chain_empty();

	thread->frees = g_ptr_array_new();
	thread->tokens = g_strdupv((char **)tokens);
	for (guint i = 0; i < sites->len; i++) {
		const KsAudited *site = sites->pdata[i];

		g_ptr_array_add(thread->frees, (gpointer)site);
		add_links(links, site->chain);
	}
	if (!put_in_order(thread, links, error))
		return NULL;
	return g_steal_pointer(&thread);
}
