// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/boot.h"
#include "check/boot_check.h"
#include "check/stage.h"

/* Of the stage's name, which is a checksum of all that was built for it. */
#define NONCE_LEN 16

/*
 * The same build boots with the same nonce, so that two boots of it print the
 * same bytes; no other one does.
 */
static char *make_nonce(const char *stage)
{
	g_autofree char *name = g_path_get_basename(stage);

	return g_strndup(name, NONCE_LEN);
}

KsOutcome *ks_check_boot(KsContext *context, const KsTargetConf *conf,
			 const char *stage_dir, const KsPatch *patch,
			 const char *log_dir, GError **error)
{
	g_autoptr(KsStage) stage = ks_stage_read(stage_dir, error);
	g_autofree char *nonce = make_nonce(stage_dir);
	g_autofree char *guest = NULL;
	g_autoptr(KsDevice) device = NULL;
	g_auto(KsBootResult) result = {0};
	KsBootSpec spec = {.context = context,
			   .nonce = nonce,
			   .cpu = conf->cpu,
			   .memory = conf->memory,
			   .shift = conf->shift,
			   .append = conf->append,
			   .run_dir = log_dir};
	KsOutcome *outcome;

	guest = stage ? ks_built_path(context, conf->guest, error) : NULL;
	if (!guest || !ks_device_find(context, patch->driver, &device, error))
		return NULL;
	spec.kernel = stage->kernel;
	spec.guest = guest;
	spec.module = stage->module;
	spec.deps = (const char *const *)stage->deps;
	spec.device = device;
	if (device) {
		spec.netconsole = stage->netconsole;
		spec.netconsole_deps =
			(const char *const *)stage->netconsole_deps;
	}
	if (!ks_boot_run(&spec, &result, error))
		return NULL;
	if (!device && result.verdict == KS_VERDICT_PASS) {
		outcome = ks_outcome_new(
			KS_VERDICT_PASS,
			"this QEMU has no device for the driver: the module was loaded and unloaded twice, no frame was sent (%s)",
			result.reason);
		outcome->word = g_strdup("load");
	} else {
		outcome = ks_outcome_new(result.verdict, "%s", result.reason);
	}
	outcome->log = g_strdup(result.report_log);
	return outcome;
}
