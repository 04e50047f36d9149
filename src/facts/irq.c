// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <string.h>

/* _raw_spin_lock_irqsave, raw_spin_lock_irqsave: spin_lock_irqsave. */
static const char *plain(const char *name)
{
	name += strspn(name, "_");
	if (g_str_has_prefix(name, "raw_"))
		name += strlen("raw_");
	if (g_str_has_prefix(name, "arch_"))
		name += strlen("arch_");
	return name;
}

static bool is_one_of(const char *name, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (g_str_has_prefix(name, *prefixes))
			return true;
	return false;
}

static bool turns_off(const char *name)
{
	static const char *const names[] = {
		"spin_lock_irq",  "read_lock_irq",     "write_lock_irq",
		"local_irq_save", "local_irq_disable", NULL,
	};

	return is_one_of(plain(name), names);
}

static bool turns_on(const char *name)
{
	static const char *const names[] = {
		"spin_unlock_irq",   "read_unlock_irq",	 "write_unlock_irq",
		"local_irq_restore", "local_irq_enable", NULL,
	};

	return is_one_of(plain(name), names);
}

/*
 * What a macro expands to may be several calls of this kind: the first one
 * that stands at a place counts.
 */
void ks_irq_note(KsFacts *facts, const char *callee, const char *spelled,
		 KsPlace place)
{
	bool off = turns_off(spelled) || turns_off(callee);
	bool on = turns_on(spelled) || turns_on(callee);

	if (off == on || (facts->irq_at.file == place.file &&
			  facts->irq_at.offset == place.offset))
		return;
	facts->irq_at = place;
	if (off)
		facts->irqs_off++;
	else if (facts->irqs_off)
		facts->irqs_off--;
}
