// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "check/device.h"
#include "check/modules.h"

/* An O= folder with modules of our own making. */
typedef struct {
	char *obj;
	GString *order;
	KsContext context;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *ci = NULL;

	(void)unused;
	fixture->obj = g_dir_make_tmp("ks-modules-XXXXXX", NULL);
	fixture->order = g_string_new(NULL);
	fixture->context.home = fixture->obj;
	fixture->context.data = fixture->obj;
	ci = g_build_filename(fixture->obj, "ci", NULL);
	g_assert_true(ks_mkdir(ci, NULL));
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->obj);
	g_free(fixture->obj);
	g_string_free(fixture->order, TRUE);
}

static char *path_of(const Fixture *fixture, const char *name)
{
	return g_build_filename(fixture->obj, name, NULL);
}

static void put(const Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = path_of(fixture, name);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* Compile a file with this .modinfo, as NUL-separated strings. */
static void add(Fixture *fixture, const char *name, const char *modinfo)
{
	g_autofree char *source =
		g_strdup_printf("__attribute__((section(\".modinfo\"), used))\n"
				"static const char info[] = \"%s\";\n",
				modinfo);
	g_autofree char *ko = g_strconcat(name, ".ko", NULL);
	g_autofree char *order = g_strconcat(name, ".o\n", NULL);
	const char *argv[] = {"gcc", "-c", "-o", ko, "a.c", NULL};
	KsChildSpec spec = {.argv = argv, .cwd = fixture->obj, .timeout_s = 60};

	put(fixture, "a.c", source);
	g_assert_true(ks_child_check(&spec, NULL, NULL));
	g_string_append(fixture->order, order);
	put(fixture, "modules.order", fixture->order->str);
}

/* The base names that must be loaded before @name, or the error's text. */
static char *needed(const Fixture *fixture, const char *name)
{
	g_autoptr(KsModules) modules = ks_modules_read(fixture->obj, NULL);
	const char *ko = ks_modules_path(modules, name);
	g_autoptr(GError) error = NULL;
	g_auto(GStrv) paths = ks_modules_needed(modules, ko, &error);
	GString *names = g_string_new(NULL);

	if (!paths)
		g_string_assign(names, error->message);
	for (guint i = 0; paths && paths[i]; i++) {
		g_autofree char *base = g_path_get_basename(paths[i]);

		g_string_append_printf(names, "%s%s", i ? " " : "", base);
	}
	return g_string_free(names, FALSE);
}

static void test_order(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *top = NULL;
	g_autofree char *none = NULL;

	(void)unused;
	add(fixture, "i2c-core", "name=i2c_core\\0depends=");
	add(fixture, "i2c-algo-bit", "depends=i2c-core\\0license=GPL");
	add(fixture, "ptp", "xdepends=no\\0dependsx=no\\0depends=");
	add(fixture, "igb", "license=GPL\\0depends=ptp,i2c-algo-bit,i2c-core");
	top = needed(fixture, "igb");
	none = needed(fixture, "ptp");
	g_assert_cmpstr(top, ==, "ptp.ko i2c-core.ko i2c-algo-bit.ko");
	g_assert_cmpstr(none, ==, "");
}

static void test_names(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsModules) modules = NULL;
	g_autofree char *want = path_of(fixture, "i2c-core.ko");

	(void)unused;
	add(fixture, "i2c-core", "depends=");
	modules = ks_modules_read(fixture->obj, NULL);
	g_assert_cmpstr(ks_modules_path(modules, "i2c_core"), ==, want);
	g_assert_cmpstr(ks_modules_path(modules, "i2c-core"), ==, want);
	g_assert_null(ks_modules_path(modules, "i2c"));
}

static void test_refused(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *missing = NULL;
	g_autofree char *circle = NULL;
	g_autofree char *other = NULL;

	(void)unused;
	add(fixture, "a", "depends=gone");
	add(fixture, "b", "depends=c");
	add(fixture, "c", "depends=b");
	add(fixture, "d", "license=GPL");
	missing = needed(fixture, "a");
	circle = needed(fixture, "b");
	other = needed(fixture, "d");
	g_assert_nonnull(strstr(missing, "needs the module gone"));
	g_assert_nonnull(strstr(circle, "circle"));
	g_assert_nonnull(strstr(other, "not a kernel module"));
	put(fixture, "d.ko", "\177ELF and no more");
	g_free(other);
	other = needed(fixture, "d");
	g_assert_nonnull(strstr(other, "not a kernel module"));
}

/* What the table says of @module, or the error's text. */
static char *device_of(const Fixture *fixture, const char *module)
{
	g_autoptr(KsDevice) device = NULL;
	g_autoptr(GError) error = NULL;

	if (!ks_device_find(&fixture->context, module, &device, &error))
		return g_strdup(error->message);
	return g_strdup(device ? device->qemu : "none");
}

static void assert_device(const Fixture *fixture, const char *module,
			  const char *want)
{
	g_autofree char *have = device_of(fixture, module);

	if (!strstr(have, want))
		g_error("%s: \"%s\" and not \"%s\"", module, have, want);
}

static void test_device(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "ci/devices.conf",
	    "[device \"e1000\"]\n\tqemu = e1000\n"
	    "[device \"future\"]\n\tqemu = nic-of-2099\n"
	    "[device \"two\"]\n\tqemu = nic-of-2099\n\tqemu = e1000e\n");
	assert_device(fixture, "e1000", "e1000");
	assert_device(fixture, "two", "e1000e");
	assert_device(fixture, "future", "none");
	assert_device(fixture, "ice", "none");
}

static void test_device_refused(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "ci/devices.conf", "[device \"a\"]\n\tqmeu = e1000\n");
	assert_device(fixture, "a", "devices.conf:2: there is no key \"qmeu\"");
	put(fixture, "ci/devices.conf", "[device \"a\"]\n\tqemu = x,id=y\n");
	assert_device(fixture, "a", "devices.conf:2: \"qemu\" needs one word");
	put(fixture, "ci/devices.conf", "[devices]\n\tqemu = e1000\n");
	assert_device(fixture, "a", "devices.conf:2: only [device");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/modules/order", Fixture, NULL, set_up, test_order,
		   tear_down);
	g_test_add("/modules/names", Fixture, NULL, set_up, test_names,
		   tear_down);
	g_test_add("/modules/refused", Fixture, NULL, set_up, test_refused,
		   tear_down);
	g_test_add("/modules/device", Fixture, NULL, set_up, test_device,
		   tear_down);
	g_test_add("/modules/device-refused", Fixture, NULL, set_up,
		   test_device_refused, tear_down);
	return g_test_run();
}
