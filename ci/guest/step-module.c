// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include "clock.h"
#include "module.h"

enum step_result step_load_deps(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	for (unsigned int i = 0; i < guest->plan.deps.n; i++)
		if (module_load(guest->plan.deps.file[i], "", why))
			return STEP_STOP;
	return STEP_OK;
}

enum step_result step_load(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	return module_load(guest->plan.test, "", why) ? STEP_STOP : STEP_OK;
}

static int unload(struct guest *guest, struct why *why)
{
	for (unsigned int d = 0; d < 2; d++)
		nic_detach(&guest->nic[d]);
	return module_unload(guest->plan.test, why);
}

enum step_result step_unload(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	return unload(guest, why) ? STEP_STOP : STEP_OK;
}

/* From here on without MSI, so that the rest runs with the other handler. */
enum step_result step_reload(struct guest *guest, int frames, struct why *why)
{
	for (unsigned int d = 0; d < 2; d++)
		nic_forbid_msi(&guest->nic[d]);
	if (unload(guest, why) || module_load(guest->plan.test, "", why) ||
	    guest_bring_up(guest, why))
		return STEP_STOP;
	if (guest_exchange_all(guest, 0, frames, why))
		return STEP_FAIL;
	return STEP_OK;
}
