// SPDX-License-Identifier: GPL-2.0
#include "check/splat.h"

#include <stddef.h>
#include <string.h>

static const char *const patterns[] = {
	"BUG:",
	"kernel BUG at",
	"WARNING:",
	"Oops",
	"Kernel panic",
	"KASAN",
	"KCSAN",
	"UBSAN",
	"general protection fault",
	"Unable to handle kernel",
	"unable to handle page fault",
	"double fault",
	"invalid opcode",
	"stack segment",
	"stack-protector:",
	"Call Trace:",
	"possible recursive locking",
	"possible circular locking",
	"possible irq lock inversion",
	"possible deadlock",
	"inconsistent lock state",
	"HARDIRQ-safe -> HARDIRQ-unsafe",
	"SOFTIRQ-safe -> SOFTIRQ-unsafe",
	"Invalid wait context",
	"bad unlock balance",
	"suspicious RCU usage",
	"illegal RCU",
	"scheduling while atomic",
	"sleeping function called from invalid context",
	"refcount_t:",
	"list_add corruption",
	"list_del corruption",
	"self-detected stall",
	"detected stalls",
	"soft lockup",
	"hard LOCKUP",
	"hung",
	"blocked for more than",
	"NETDEV WATCHDOG",
	"Unit Hang",
	"unregister_netdevice: waiting for",
	"nobody cared",
	"Disabling IRQ #",
	"page allocation failure",
	"Bad page state",
	"Object padding overwritten",
	"Redzone overwritten",
	"Poison overwritten",
	"cannot create duplicate filename",
	"new suspected memory leaks",
};

/* Said by a healthy kernel that merely has the tool built in. */
static const char *const harmless[] = {
	"KernelAddressSanitizer initialized",
};

static const char *find(const char *const *table, size_t n, const char *line)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(line, table[i]))
			return table[i];
	return NULL;
}

const char *ks_splat_match(const char *line)
{
	if (find(harmless, sizeof(harmless) / sizeof(harmless[0]), line))
		return NULL;
	return find(patterns, sizeof(patterns) / sizeof(patterns[0]), line);
}

int ks_splat_is_panic(const char *line)
{
	return strstr(line, "Kernel panic - not syncing") ||
	       strstr(line, "end Kernel panic");
}
