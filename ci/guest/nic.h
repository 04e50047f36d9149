/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_NIC_H
#define GUEST_NIC_H

#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

#include "why.h"

/* One network device, in the namespace it was put into. */
struct nic {
	char name[IFNAMSIZ];
	char device[64]; /* its name on the bus, as in 0000:00:02.0 */
	unsigned char mac[6];
	int index;
	int ns; /* its namespace; not owned */
	int ctl; /* for ioctl(2) in that namespace; -1: detached */
	int raw; /* AF_PACKET, sees every frame that arrives; -1: detached */
};

/*
 * Finds the two devices that a module drives, in the order of their names.
 * Looks in the current namespace. Fails for any other number than two.
 */
int nic_find(const char *module_file, struct nic *nic, struct why *why);

/* Moves the device to a namespace (may be the current one); opens sockets. */
int nic_attach(struct nic *nic, int ns, int home_ns, struct why *why);

/* Closes the sockets. Safe to call twice, and on a zeroed struct's -1s. */
void nic_detach(struct nic *nic);

/*
 * Takes message-signalled interrupts away from the device, for the next time
 * its driver is loaded. Many drivers clean their Tx ring in the hard interrupt
 * with MSI-X, and from NAPI without. False: it has none, or is not on PCI.
 */
bool nic_forbid_msi(const struct nic *nic);

int nic_set_up(const struct nic *nic, bool up, struct why *why);
bool nic_has_carrier(const struct nic *nic);
int nic_set_mtu(const struct nic *nic, int mtu);

/* IPv4 address in host order, netmask /24. */
int nic_set_address(const struct nic *nic, uint32_t address, struct why *why);

/* The ring sizes; return 0 or -1 with errno (EOPNOTSUPP: it has none). */
struct nic_rings {
	uint32_t rx, tx, rx_max, tx_max;
};
int nic_get_rings(const struct nic *nic, struct nic_rings *rings);
int nic_set_rings(const struct nic *nic, uint32_t rx, uint32_t tx);

/*
 * The sum of the driver's statistics (ethtool -S) whose names hold the text.
 * Returns -1 if there is none.
 */
int64_t nic_statistic(const struct nic *nic, const char *text);

#endif
