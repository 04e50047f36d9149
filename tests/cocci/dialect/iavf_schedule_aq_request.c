// SPDX-License-Identifier: GPL-2.0

static void heron_ask(struct iavf_adapter *adapter)
{
	iavf_schedule_aq_request(adapter, IAVF_FLAG_AQ_ADD_VLAN_FILTER);
	adapter->aq_required &= ~IAVF_FLAG_AQ_DEL_VLAN_FILTER;
}
