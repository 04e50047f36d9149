// SPDX-License-Identifier: GPL-2.0
#include "nic.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static int ethtool(const struct nic *nic, void *command)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	memcpy(ifr.ifr_name, nic->name, sizeof(ifr.ifr_name));
	ifr.ifr_data = command;
	return ioctl(nic->ctl, SIOCETHTOOL, &ifr);
}

int nic_get_rings(const struct nic *nic, struct nic_rings *rings)
{
	struct ethtool_ringparam param = {.cmd = ETHTOOL_GRINGPARAM};

	if (ethtool(nic, &param))
		return -1;
	rings->rx = param.rx_pending;
	rings->tx = param.tx_pending;
	rings->rx_max = param.rx_max_pending;
	rings->tx_max = param.tx_max_pending;
	return 0;
}

int nic_set_rings(const struct nic *nic, uint32_t rx, uint32_t tx)
{
	struct ethtool_ringparam param = {.cmd = ETHTOOL_GRINGPARAM};

	if (ethtool(nic, &param))
		return -1;
	param.cmd = ETHTOOL_SRINGPARAM;
	param.rx_pending = rx;
	param.tx_pending = tx;
	return ethtool(nic, &param);
}

static int64_t sum(const struct ethtool_gstrings *names,
		   const struct ethtool_stats *stats, const char *text)
{
	int64_t total = -1;

	for (uint32_t i = 0; i < names->len; i++) {
		char name[ETH_GSTRING_LEN + 1] = "";

		memcpy(name, names->data + i * ETH_GSTRING_LEN,
		       ETH_GSTRING_LEN);
		if (strstr(name, text))
			total = (total < 0 ? 0 : total) +
				(int64_t)stats->data[i];
	}
	return total;
}

int64_t nic_statistic(const struct nic *nic, const char *text)
{
	struct ethtool_drvinfo info = {.cmd = ETHTOOL_GDRVINFO};
	struct ethtool_gstrings *names;
	struct ethtool_stats *stats;
	int64_t total = -1;

	if (ethtool(nic, &info) || !info.n_stats)
		return -1;
	names = calloc(1, sizeof(*names) + info.n_stats * ETH_GSTRING_LEN);
	stats = calloc(1, sizeof(*stats) + info.n_stats * sizeof(uint64_t));
	if (names && stats) {
		names->cmd = ETHTOOL_GSTRINGS;
		names->string_set = ETH_SS_STATS;
		names->len = info.n_stats;
		stats->cmd = ETHTOOL_GSTATS;
		stats->n_stats = info.n_stats;
		if (!ethtool(nic, names) && !ethtool(nic, stats))
			total = sum(names, stats, text);
	}
	free(names);
	free(stats);
	return total;
}
