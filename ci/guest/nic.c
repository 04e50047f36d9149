// SPDX-License-Identifier: GPL-2.0
#include "nic.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "file.h"
#include "module.h"
#include "netns.h"

/* Enough for every frame of one step, so that no loss is the socket's. */
#define RAW_RCVBUF (8 << 20)

/* The last part of where a link below /sys/class/net/IFNAME points to. */
static int link_name(const char *ifname, const char *link, char *name,
		     size_t size)
{
	char path[128];
	char to[256];
	ssize_t len;

	snprintf(path, sizeof(path), "/sys/class/net/%.32s/%.64s", ifname,
		 link);
	len = readlink(path, to, sizeof(to) - 1);
	if (len < 0)
		return -1;
	to[len] = '\0';
	snprintf(name, size, "%s", basename(to));
	return 0;
}

static bool driven_by(const char *ifname, const char *module)
{
	char name[MODULE_NAME_MAX];

	return !link_name(ifname, "device/driver/module", name, sizeof(name)) &&
	       !strcmp(name, module);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct nic *)a)->name,
		      ((const struct nic *)b)->name);
}

int nic_find(const char *module_file, struct nic *nic, struct why *why)
{
	char module[MODULE_NAME_MAX];
	unsigned int found = 0;
	struct dirent *entry;
	DIR *dir;

	module_name(module_file, module);
	dir = opendir("/sys/class/net");
	if (!dir)
		return why_errno(why, "/sys/class/net");
	while ((entry = readdir(dir))) {
		if (!driven_by(entry->d_name, module))
			continue;
		if (found < 2) {
			memset(&nic[found], 0, sizeof(nic[found]));
			snprintf(nic[found].name, sizeof(nic[found].name),
				 "%.15s", entry->d_name);
			link_name(entry->d_name, "device", nic[found].device,
				  sizeof(nic[found].device));
			nic[found].ctl = nic[found].raw = -1;
		}
		found++;
	}
	closedir(dir);
	if (found != 2)
		return why_set(why, "%s drives %u devices, 2 are needed",
			       module, found);
	qsort(nic, 2, sizeof(*nic), by_name);
	return 0;
}

static int request(const struct nic *nic, unsigned long op, struct ifreq *ifr)
{
	memcpy(ifr->ifr_name, nic->name, sizeof(ifr->ifr_name));
	return ioctl(nic->ctl, op, ifr);
}

static int open_raw(struct nic *nic, struct why *why)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = nic->index,
	};
	struct packet_mreq all = {
		.mr_ifindex = nic->index,
		.mr_type = PACKET_MR_PROMISC,
	};
	int size = RAW_RCVBUF;
	int on = 1;

	nic->raw = netns_socket(nic->ns, AF_PACKET,
				SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (nic->raw < 0)
		return why_errno(why, "AF_PACKET socket");
	if (setsockopt(nic->raw, SOL_SOCKET, SO_RCVBUFFORCE, &size,
		       sizeof(size)) ||
	    setsockopt(nic->raw, SOL_PACKET, PACKET_AUXDATA, &on, sizeof(on)) ||
	    setsockopt(nic->raw, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on,
		       sizeof(on)) ||
	    setsockopt(nic->raw, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all,
		       sizeof(all)))
		return why_errno(why, "%s: AF_PACKET options", nic->name);
	if (bind(nic->raw, (struct sockaddr *)&address, sizeof(address)))
		return why_errno(why, "%s: bind", nic->name);
	return 0;
}

int nic_attach(struct nic *nic, int ns, int home_ns, struct why *why)
{
	struct ifreq ifr;

	nic->ns = ns;
	if (ns != home_ns && netns_move(nic->name, ns, why))
		return -1;
	nic->ctl = netns_socket(ns, AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (nic->ctl < 0)
		return why_errno(why, "AF_INET socket");
	if (request(nic, SIOCGIFINDEX, &ifr))
		return why_errno(why, "%s: index", nic->name);
	nic->index = ifr.ifr_ifindex;
	if (request(nic, SIOCGIFHWADDR, &ifr))
		return why_errno(why, "%s: address", nic->name);
	memcpy(nic->mac, ifr.ifr_hwaddr.sa_data, sizeof(nic->mac));
	return open_raw(nic, why);
}

void nic_detach(struct nic *nic)
{
	if (nic->ctl >= 0)
		close(nic->ctl);
	if (nic->raw >= 0)
		close(nic->raw);
	nic->ctl = nic->raw = -1;
}

bool nic_forbid_msi(const struct nic *nic)
{
	char path[128];
	struct why why;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/msi_bus",
		 nic->device);
	return !file_write(path, "0", &why);
}

int nic_set_up(const struct nic *nic, bool up, struct why *why)
{
	struct ifreq ifr;
	socklen_t len = sizeof(int);
	int error;

	if (request(nic, SIOCGIFFLAGS, &ifr))
		return why_errno(why, "%s: flags", nic->name);
	if (up)
		ifr.ifr_flags |= IFF_UP;
	else
		ifr.ifr_flags &= ~IFF_UP;
	if (request(nic, SIOCSIFFLAGS, &ifr))
		return why_errno(why, "%s: set %s", nic->name,
				 up ? "up" : "down");
	/* The packet socket remembers that the device was down; once is enough. */
	getsockopt(nic->raw, SOL_SOCKET, SO_ERROR, &error, &len);
	return 0;
}

bool nic_has_carrier(const struct nic *nic)
{
	struct ifreq ifr;

	return !request(nic, SIOCGIFFLAGS, &ifr) &&
	       (ifr.ifr_flags & IFF_RUNNING);
}

int nic_set_mtu(const struct nic *nic, int mtu)
{
	struct ifreq ifr = {.ifr_mtu = mtu};

	return request(nic, SIOCSIFMTU, &ifr);
}

int nic_set_address(const struct nic *nic, uint32_t address, struct why *why)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(address),
	};
	struct ifreq ifr;

	memcpy(&ifr.ifr_addr, &in, sizeof(in));
	if (request(nic, SIOCSIFADDR, &ifr))
		return why_errno(why, "%s: set address", nic->name);
	in.sin_addr.s_addr = htonl(0xffffff00);
	memcpy(&ifr.ifr_netmask, &in, sizeof(in));
	if (request(nic, SIOCSIFNETMASK, &ifr))
		return why_errno(why, "%s: set netmask", nic->name);
	return 0;
}
