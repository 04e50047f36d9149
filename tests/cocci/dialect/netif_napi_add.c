// SPDX-License-Identifier: GPL-2.0

static void heron_add(struct heron *heron)
{
	netif_napi_add(heron->netdev, &heron->napi, heron_poll);
	netif_napi_add_weight(heron->netdev, &heron->tx_napi, heron_tx, 16);
	netif_napi_add_tx(heron->netdev, &heron->xdp_napi, heron_xdp);
}
