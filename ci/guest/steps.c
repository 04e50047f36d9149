// SPDX-License-Identifier: GPL-2.0
#include "step.h"

/* The order is part of the report: names are compared between kernels. */
const struct step steps_traffic[] = {
	{"boot-log", step_boot_log, 0, 0},
	{"load-dependencies", step_load_deps, 0, 0},
	{"load", step_load, 0, 0},
	{"find-nics", step_find, 0, 0},
	{"link-up", step_link, 0, 0},
	{"frames-60", step_frames, 60, 0},
	{"frames-128", step_frames, 128, 0},
	{"frames-256", step_frames, 256, 0},
	{"frames-512", step_frames, 512, 0},
	{"frames-1024", step_frames, 1024, 0},
	{"frames-1514", step_frames, 1514, 0},
	{"frames-vlan", step_vlan, 0, 0},
	{"link-down-up", step_flap, 4, 0},
	{"ring-sizes", step_rings, 0, 0},
	{"mtu-600", step_mtu, 600, 0},
	{"mtu-3000", step_mtu, 3000, 0},
	{"reload", step_reload, 320, 0},
	{"netconsole", step_netconsole, 2000, 0},
	{"netconsole-full-ring", step_full_ring, 0, 0},
	{"tcp", step_tcp, 1 << 20, 0},
	{"unload", step_unload, 0, 0},
	{"leaks", step_leaks, 0, STEP_DEBUG},
	{"kernel-log", step_log, 0, STEP_ALWAYS},
	{0},
};

const struct step steps_load[] = {
	{"boot-log", step_boot_log, 0, 0},
	{"load-dependencies", step_load_deps, 0, 0},
	{"load", step_load, 0, 0},
	{"unload", step_unload, 0, 0},
	{"load-again", step_load, 0, 0},
	{"unload-again", step_unload, 0, 0},
	{"leaks", step_leaks, 0, STEP_DEBUG},
	{"kernel-log", step_log, 0, STEP_ALWAYS},
	{0},
};
