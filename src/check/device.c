// SPDX-License-Identifier: GPL-2.0
#include "check/device.h"

#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "check/boot.h"
#include "series/config.h"

#define QEMU_LIMIT_S 60

/* What the table says of one module. */
typedef struct {
	GPtrArray *names; /* in the order of preference */
	const char *machine;
	const char *port;
} Row;

void ks_device_free(KsDevice *device)
{
	g_free(device->qemu);
	g_free(device->machine);
	g_free(device->port);
	g_free(device);
}

/* The value goes into QEMU's option syntax, where a comma begins another. */
static bool is_word(const char *value)
{
	gsize len = value ? strlen(value) : 0;

	for (gsize i = 0; i < len; i++)
		if (!g_ascii_isalnum(value[i]) && !strchr("-_.", value[i]))
			return false;
	return len > 0;
}

static bool read_entry(const char *path, const KsConfigEntry *entry, Row *row,
		       GError **error)
{
	if (!is_word(entry->value)) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s:%d: \"%s\" needs one word as its value", path,
			    entry->line, entry->key);
		return false;
	}
	if (g_str_equal(entry->key, "qemu")) {
		g_ptr_array_add(row->names, entry->value);
	} else if (g_str_equal(entry->key, "machine")) {
		row->machine = entry->value;
	} else if (g_str_equal(entry->key, "port")) {
		row->port = entry->value;
	} else {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s:%d: there is no key \"%s\"; use qemu, machine, port",
			path, entry->line, entry->key);
		return false;
	}
	return true;
}

static bool read_row(const char *path, GPtrArray *entries, const char *module,
		     Row *row, GError **error)
{
	for (guint i = 0; i < entries->len; i++) {
		const KsConfigEntry *entry = entries->pdata[i];

		if (!g_str_equal(entry->section, "device") ||
		    !entry->subsection) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_USAGE,
				"%s:%d: only [device \"MODULE\"] sections are known here",
				path, entry->line);
			return false;
		}
		if (g_str_equal(entry->subsection, module) &&
		    !read_entry(path, entry, row, error))
			return false;
	}
	return true;
}

/* What `-device help` prints; lines begin with: name "e1000", bus PCI */
static char *ask_qemu(const KsContext *context, const char *machine,
		      GError **error)
{
	const char *argv[] = {KS_QEMU,	 "-M",	 machine ? machine : "pc",
			      "-device", "help", NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = QEMU_LIMIT_S,
			    .cancel = context->cancel};
	g_auto(KsChildResult) result = {0};

	if (!ks_child_check(&spec, &result, error)) {
		g_prefix_error(error, "QEMU does not tell its devices: ");
		return NULL;
	}
	return g_string_free(g_steal_pointer(&result.out), FALSE);
}

static const char *choose(const Row *row, const char *help)
{
	for (guint i = 0; i < row->names->len; i++) {
		g_autofree char *entry = g_strdup_printf(
			"name \"%s\",", (char *)row->names->pdata[i]);

		if (strstr(help, entry))
			return row->names->pdata[i];
	}
	return NULL;
}

bool ks_device_find(const KsContext *context, const char *module,
		    KsDevice **device, GError **error)
{
	g_autofree char *path =
		ks_data_path(context, "ci", "devices.conf", NULL);
	g_autoptr(GPtrArray) entries = ks_config_read(context, path, error);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	Row row = {.names = names};
	g_autofree char *help = NULL;
	const char *name;

	*device = NULL;
	if (!entries || !read_row(path, entries, module, &row, error))
		return false;
	if (!names->len)
		return true;
	help = ask_qemu(context, row.machine, error);
	if (!help)
		return false;
	name = choose(&row, help);
	if (!name)
		return true;
	*device = g_new0(KsDevice, 1);
	(*device)->qemu = g_strdup(name);
	(*device)->machine = g_strdup(row.machine);
	(*device)->port = g_strdup(row.port);
	return true;
}
