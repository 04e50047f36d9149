// SPDX-License-Identifier: GPL-2.0
#include "audit/roots.h"

#include <string.h>

const char *ks_context_name(KsContextKind context)
{
	static const char *const names[KS_CONTEXTS] = {
		[KS_CONTEXT_POLL] = "poll",
		[KS_CONTEXT_NETPOLL] = "netpoll",
		[KS_CONTEXT_HARDIRQ] = "hardirq",
		[KS_CONTEXT_IRQTHREAD] = "irqthread",
		[KS_CONTEXT_SOFTIRQ] = "softirq",
		[KS_CONTEXT_XMIT] = "xmit",
		[KS_CONTEXT_NETPOLL_CONTROLLER] = "netpoll-controller",
		[KS_CONTEXT_PROCESS] = "process",
	};

	return names[context];
}

/* Which argument of which function is called back, and from where. */
static const struct {
	const char *callee;
	guint argument;
	KsContextKind context;
} callees[] = {
	{"netif_napi_add", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_weight", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_weight_locked", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_locked", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_tx", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_tx_weight", 2, KS_CONTEXT_POLL},
	{"netif_tx_napi_add", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_config", 2, KS_CONTEXT_POLL},
	{"netif_napi_add_config_locked", 2, KS_CONTEXT_POLL},
	{"request_irq", 1, KS_CONTEXT_HARDIRQ},
	{"request_threaded_irq", 1, KS_CONTEXT_HARDIRQ},
	{"request_threaded_irq", 2, KS_CONTEXT_IRQTHREAD},
	{"request_any_context_irq", 1, KS_CONTEXT_HARDIRQ},
	{"devm_request_irq", 2, KS_CONTEXT_HARDIRQ},
	{"devm_request_threaded_irq", 2, KS_CONTEXT_HARDIRQ},
	{"devm_request_threaded_irq", 3, KS_CONTEXT_IRQTHREAD},
	{"pci_request_irq", 2, KS_CONTEXT_HARDIRQ},
	{"pci_request_irq", 3, KS_CONTEXT_IRQTHREAD},
	{"init_timer_key", 1, KS_CONTEXT_SOFTIRQ},
	{"timer_init_key", 1, KS_CONTEXT_SOFTIRQ},
	{"hrtimer_setup", 1, KS_CONTEXT_HARDIRQ},
	{"tasklet_setup", 1, KS_CONTEXT_SOFTIRQ},
	{"tasklet_init", 1, KS_CONTEXT_SOFTIRQ},
	{"kthread_create_on_node", 0, KS_CONTEXT_PROCESS},
	{"kthread_run_worker", 1, KS_CONTEXT_PROCESS},
	{"smp_call_function_single", 1, KS_CONTEXT_HARDIRQ},
	{"on_each_cpu", 0, KS_CONTEXT_HARDIRQ},
	{"bus_for_each_dev", 3, KS_CONTEXT_PROCESS},
	{"driver_for_each_device", 3, KS_CONTEXT_PROCESS},
	{"netdev_walk_all_upper_dev_rcu", 1, KS_CONTEXT_PROCESS},
	{"devm_add_action", 1, KS_CONTEXT_PROCESS},
	{"__devm_add_action", 1, KS_CONTEXT_PROCESS},
	{"flow_block_cb_setup_simple", 2, KS_CONTEXT_PROCESS},
	{"flow_indr_dev_register", 0, KS_CONTEXT_PROCESS},
	{"flow_indr_dev_unregister", 0, KS_CONTEXT_PROCESS},
	{"request_firmware_nowait", 6, KS_CONTEXT_PROCESS},
	{"__hw_addr_sync_dev", 2, KS_CONTEXT_PROCESS},
	{"__hw_addr_sync_dev", 3, KS_CONTEXT_PROCESS},
	{"__hw_addr_unsync_dev", 2, KS_CONTEXT_PROCESS},
};

/* Which field's function is called from where; "*": all that are not named. */
static const struct {
	const char *record, *field;
	KsContextKind context;
} fields[] = {
	{"napi_struct", "poll", KS_CONTEXT_POLL},
	{"net_device_ops", "ndo_start_xmit", KS_CONTEXT_XMIT},
	{"net_device_ops", "ndo_select_queue", KS_CONTEXT_XMIT},
	{"net_device_ops", "ndo_features_check", KS_CONTEXT_XMIT},
	{"net_device_ops", "ndo_xdp_xmit", KS_CONTEXT_SOFTIRQ},
	{"net_device_ops", "ndo_tx_timeout", KS_CONTEXT_SOFTIRQ},
	{"net_device_ops", "ndo_rx_flow_steer", KS_CONTEXT_SOFTIRQ},
	{"net_device_ops", "ndo_poll_controller",
	 KS_CONTEXT_NETPOLL_CONTROLLER},
	{"net_device_ops", "*", KS_CONTEXT_PROCESS},
	{"xdp_metadata_ops", "*", KS_CONTEXT_SOFTIRQ},
	{"xfrmdev_ops", "xdo_dev_offload_ok", KS_CONTEXT_XMIT},
	{"timer_list", "function", KS_CONTEXT_SOFTIRQ},
	{"hrtimer", "function", KS_CONTEXT_HARDIRQ},
	{"tasklet_struct", "*", KS_CONTEXT_SOFTIRQ},
	{"irqaction", "handler", KS_CONTEXT_HARDIRQ},
	{"irqaction", "thread_fn", KS_CONTEXT_IRQTHREAD},
	/* called by tasks, whatever they do */
	{"work_struct", "*", KS_CONTEXT_PROCESS},
	{"kthread_work", "*", KS_CONTEXT_PROCESS},
	{"notifier_block", "*", KS_CONTEXT_PROCESS},
	{"irq_affinity_notify", "*", KS_CONTEXT_PROCESS},
	{"ethtool_mmsv_ops", "*", KS_CONTEXT_SOFTIRQ},
	{"ethtool_ops", "*", KS_CONTEXT_PROCESS},
	{"pci_driver", "*", KS_CONTEXT_PROCESS},
	{"platform_driver", "*", KS_CONTEXT_PROCESS},
	{"auxiliary_driver", "*", KS_CONTEXT_PROCESS},
	{"device_driver", "*", KS_CONTEXT_PROCESS},
	{"device", "*", KS_CONTEXT_PROCESS},
	{"dev_pm_ops", "*", KS_CONTEXT_PROCESS},
	{"pci_error_handlers", "*", KS_CONTEXT_PROCESS},
	{"file_operations", "*", KS_CONTEXT_PROCESS},
	{"seq_operations", "*", KS_CONTEXT_PROCESS},
	{"device_attribute", "*", KS_CONTEXT_PROCESS},
	{"dev_ext_attribute", "*", KS_CONTEXT_PROCESS},
	{"bin_attribute", "*", KS_CONTEXT_PROCESS},
	{"attribute_group", "*", KS_CONTEXT_PROCESS},
	{"kernel_param_ops", "*", KS_CONTEXT_PROCESS},
	{"hwmon_ops", "*", KS_CONTEXT_PROCESS},
	{"devlink_ops", "*", KS_CONTEXT_PROCESS},
	{"devlink_param", "*", KS_CONTEXT_PROCESS},
	{"devlink_port_ops", "*", KS_CONTEXT_PROCESS},
	{"devlink_region_ops", "*", KS_CONTEXT_PROCESS},
	{"devlink_health_reporter_ops", "*", KS_CONTEXT_PROCESS},
	{"dcbnl_rtnl_ops", "*", KS_CONTEXT_PROCESS},
	{"macsec_ops", "*", KS_CONTEXT_PROCESS},
	{"xfrmdev_ops", "*", KS_CONTEXT_PROCESS},
	{"ptp_clock_info", "*", KS_CONTEXT_PROCESS},
	{"cyclecounter", "*", KS_CONTEXT_PROCESS},
	{"dpll_device_ops", "*", KS_CONTEXT_PROCESS},
	{"dpll_pin_ops", "*", KS_CONTEXT_PROCESS},
	{"gnss_operations", "*", KS_CONTEXT_PROCESS},
	{"tty_operations", "*", KS_CONTEXT_PROCESS},
	{"i2c_algo_bit_data", "*", KS_CONTEXT_PROCESS},
	{"i2c_algorithm", "*", KS_CONTEXT_PROCESS},
	{"mii_bus", "*", KS_CONTEXT_PROCESS},
	{"mii_if_info", "*", KS_CONTEXT_PROCESS},
	{"mdio_if_info", "*", KS_CONTEXT_PROCESS},
	{"phylink_mac_ops", "*", KS_CONTEXT_PROCESS},
	{"udp_tunnel_nic_info", "*", KS_CONTEXT_PROCESS},
	{"net_shaper_ops", "*", KS_CONTEXT_PROCESS},
	{"netdev_stat_ops", "*", KS_CONTEXT_PROCESS},
	{"netdev_queue_mgmt_ops", "*", KS_CONTEXT_PROCESS},
	{"dca_notifier", "*", KS_CONTEXT_PROCESS},
	{"pldmfw_ops", "*", KS_CONTEXT_PROCESS},
	{"iidc_core_ops", "*", KS_CONTEXT_PROCESS},
	{"led_classdev", "*", KS_CONTEXT_PROCESS},
	{"thermal_zone_device_ops", "*", KS_CONTEXT_PROCESS},
	{"fwctl_ops", "*", KS_CONTEXT_PROCESS},
	{"pernet_operations", "*", KS_CONTEXT_PROCESS},
};

static bool find_callee(const char *callee, guint argument,
			KsContextKind *context)
{
	for (guint i = 0; i < G_N_ELEMENTS(callees); i++)
		if (callees[i].argument == argument &&
		    g_str_equal(callees[i].callee, callee)) {
			*context = callees[i].context;
			return true;
		}
	return false;
}

/* @place is "record.field" */
static bool find_field(const char *place, KsContextKind *context)
{
	const char *dot = strrchr(place, '.');
	g_autofree char *record = dot ? g_strndup(place, dot - place) : NULL;

	for (guint i = 0; dot && i < G_N_ELEMENTS(fields); i++)
		if (g_str_equal(fields[i].record, record) &&
		    (g_str_equal(fields[i].field, "*") ||
		     g_str_equal(fields[i].field, dot + 1))) {
			*context = fields[i].context;
			return true;
		}
	return false;
}

static void root_free(gpointer data)
{
	KsRoot *root = data;

	g_free(root->how);
	g_free(root);
}

static void add_root(GPtrArray *roots, const KsTaken *taken,
		     KsContextKind context)
{
	KsRoot *root;

	for (guint i = 0; i < roots->len; i++) {
		root = roots->pdata[i];
		if (root->node == taken->node && root->context == context)
			return;
	}
	root = g_new0(KsRoot, 1);
	root->node = taken->node;
	root->context = context;
	root->how = taken->where ?
			    g_strdup_printf("%s in %s", taken->place,
					    taken->where->function->name) :
			    g_strdup(taken->place);
	root->file = taken->file;
	root->line = taken->line;
	g_ptr_array_add(roots, root);
	if (context == KS_CONTEXT_POLL)
		add_root(roots, taken, KS_CONTEXT_NETPOLL);
}

/* EXPORT_SYMBOL: who calls it is in the graph or in another module. */
static bool is_export(const char *place)
{
	return strstr(place, "__UNIQUE_ID_addressable_") ||
	       strstr(place, "__export_symbol_") || strstr(place, "__ksymtab");
}

static void add_escape(const KsTaken *taken)
{
	KsNode *node = taken->node;
	char *what = g_strdup_printf(taken->is_field ? "stored in %s" :
						       "handed to %s",
				     taken->place);

	for (guint i = 0; i < node->escapes->len; i++)
		if (g_str_equal(node->escapes->pdata[i], what)) {
			g_free(what);
			return;
		}
	g_ptr_array_add(node->escapes, what);
}

GPtrArray *ks_roots_find(KsGraph *graph)
{
	const GPtrArray *all = ks_graph_taken(graph);
	GPtrArray *roots = g_ptr_array_new_with_free_func(root_free);

	for (guint i = 0; i < all->len; i++) {
		const KsTaken *taken = all->pdata[i];
		KsContextKind context;

		if (taken->is_field ?
			    find_field(taken->place, &context) :
			    find_callee(taken->place, taken->index, &context))
			add_root(roots, taken, context);
		else if (!taken->followed && !is_export(taken->place))
			add_escape(taken);
	}
	return roots;
}
