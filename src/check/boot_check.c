// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/boot.h"
#include "check/check.h"
#include "check/modules.h"
#include "check/target.h"
#include "tree/git.h"

/* Everything that a boot needs and that has to be freed after it. */
typedef struct {
	char *kernel;
	char *guest;
	char *module;
	char **deps;
	char **netconsole_deps;
	KsDevice *device;
	KsModules *modules;
	char *nonce;
} Parts;

static void parts_clear(Parts *parts)
{
	g_free(parts->kernel);
	g_free(parts->guest);
	g_free(parts->module);
	g_strfreev(parts->deps);
	g_strfreev(parts->netconsole_deps);
	g_clear_pointer(&parts->device, ks_device_free);
	g_clear_pointer(&parts->modules, ks_modules_free);
	g_free(parts->nonce);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Parts, parts_clear)

/*
 * The same patch boots with the same nonce, so that two boots of it print the
 * same bytes; no other patch does.
 */
static char *make_nonce(const KsContext *context, const KsPatch *patch,
			GError **error)
{
	g_autofree char *name = g_strconcat(patch->commit, "^{tree}", NULL);
	g_autofree char *tree =
		ks_git(context, error, "rev-parse", "--verify", name, NULL);
	g_autofree char *seed = tree ? g_strconcat(patch->driver, tree, NULL) :
				       NULL;
	char *sum;

	if (!seed)
		return NULL;
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, seed, -1);
	sum[16] = '\0';
	return sum;
}

static bool find_netconsole(KsBootSpec *spec, Parts *parts, GError **error)
{
	spec->netconsole = ks_modules_path(parts->modules, "netconsole");
	if (!spec->netconsole)
		return true;
	parts->netconsole_deps =
		ks_modules_needed(parts->modules, spec->netconsole, error);
	spec->netconsole_deps = (const char *const *)parts->netconsole_deps;
	return parts->netconsole_deps != NULL;
}

static bool collect(KsContext *context, KsTarget *target, const KsPatch *patch,
		    Parts *parts, KsBootSpec *spec, GError **error)
{
	const char *obj = ks_target_obj(target);

	parts->kernel = g_build_filename(obj, "vmlinux", NULL);
	parts->guest = ks_guest_path(context, error);
	parts->nonce = parts->guest ? make_nonce(context, patch, error) : NULL;
	parts->module = parts->nonce ?
				ks_target_module(target, patch->driver, error) :
				NULL;
	parts->modules = parts->module ? ks_modules_read(obj, error) : NULL;
	if (!parts->modules ||
	    !ks_device_find(context, patch->driver, &parts->device, error))
		return false;
	parts->deps = ks_modules_needed(parts->modules, parts->module, error);
	if (!parts->deps)
		return false;
	spec->context = context;
	spec->kernel = parts->kernel;
	spec->guest = parts->guest;
	spec->module = parts->module;
	spec->deps = (const char *const *)parts->deps;
	spec->device = parts->device;
	spec->nonce = parts->nonce;
	return !parts->device || find_netconsole(spec, parts, error);
}

KsOutcome *ks_check_boot(KsContext *context, KsTarget *target,
			 const KsPatch *patch, const char *log_dir,
			 GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "build.log", NULL);
	g_auto(KsBootResult) result = {0};
	g_auto(Parts) parts = {0};
	KsBootSpec spec = {.run_dir = log_dir};
	KsOutcome *outcome;

	if (!patch->driver)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the series names no driver for it");
	if (!ks_target_build(target, patch->commit, log, error) ||
	    !collect(context, target, patch, &parts, &spec, error) ||
	    !ks_boot_run(&spec, &result, error))
		return NULL;
	if (!parts.device && result.verdict == KS_VERDICT_PASS) {
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
