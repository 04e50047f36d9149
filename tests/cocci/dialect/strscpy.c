// SPDX-License-Identifier: GPL-2.0

static void heron_name(struct heron *heron, struct ethtool_drvinfo *info)
{
	strscpy(info->driver, heron_driver_name, sizeof(info->driver));
	if (strscpy(info->version, heron->version, 32) < 0)
		heron->truncated = true;
}
