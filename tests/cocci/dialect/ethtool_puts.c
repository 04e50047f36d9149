// SPDX-License-Identifier: GPL-2.0

static void heron_strings(u8 *p)
{
	ethtool_puts(&p, heron_stats[0].name);
	ethtool_sprintf(&p, "rx%u", 0);
}
