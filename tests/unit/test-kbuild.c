// SPDX-License-Identifier: GPL-2.0
#include <glib.h>

#include "tree/kbuild.h"

/* "module:config:object object;" for each module of the Makefile. */
static char *modules_of(const char *makefile)
{
	g_autoptr(GPtrArray) modules = ks_kbuild_parse(makefile);
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < modules->len; i++) {
		const KsKbuildModule *module = modules->pdata[i];

		g_string_append_printf(text, "%s:%s:", module->module,
				       module->config ? module->config : "-");
		for (guint j = 0; j < module->objects->len; j++)
			g_string_append_printf(
				text, "%s%s", j ? " " : "",
				(char *)module->objects->pdata[j]);
		g_string_append_c(text, ';');
	}
	return g_string_free(text, FALSE);
}

static const struct {
	const char *name, *makefile, *modules;
} cases[] = {
	{"single", "obj-$(CONFIG_A) += a.o\n", "a:CONFIG_A:a.o;"},
	{"always", "obj-y += a.o\nobj-m := b.o\n", "a:-:a.o;b:-:b.o;"},
	{"folder", "obj-$(CONFIG_A) += a/\n", ""},
	{"several", "obj-$(CONFIG_A) = a.o b.o\n",
	 "a:CONFIG_A:a.o;b:CONFIG_A:b.o;"},
	{"parts-y", "obj-$(CONFIG_A) += a.o\na-y := x.o y.o\n",
	 "a:CONFIG_A:x.o y.o;"},
	{"parts-objs", "a-objs := x.o\na-objs += y.o\nobj-$(CONFIG_A) += a.o",
	 "a:CONFIG_A:x.o y.o;"},
	{"option", "obj-$(CONFIG_A) += a.o\na-y += x.o\na-$(CONFIG_B) += y.o\n",
	 "a:CONFIG_A:x.o y.o;"},
	{"option-mapped",
	 "obj-$(CONFIG_A) += a.o\na-y += x.o\na-$(CONFIG_B:m=y) += y.o\n"
	 "a-$(subst m,y,$(CONFIG_C)) += z.o\na-${CONFIG_D} += u.o\n",
	 "a:CONFIG_A:x.o y.o z.o u.o;"},
	{"config-mapped", "obj-$(subst m,y,$(CONFIG_A)) += a.o\n",
	 "a:CONFIG_A:a.o;"},
	{"continued", "obj-$(CONFIG_A) += a.o\na-y := x.o \\\n\ty.o\\\n  z.o\n",
	 "a:CONFIG_A:x.o y.o z.o;"},
	{"comments", "# obj-y += c.o\nobj-$(CONFIG_A) += a.o # b.o\n",
	 "a:CONFIG_A:a.o;"},
	{"flags",
	 "ccflags-y += -I$(src)\nCFLAGS_a.o := -O\n"
	 "subdir-ccflags-y := -Dx=y.o\nobj-$(CONFIG_A) += a.o\n",
	 "a:CONFIG_A:a.o;"},
	{"below", "obj-$(CONFIG_A) += a.o\na-y := sub/x.o $(src)/y.o ../z.o\n",
	 "a:CONFIG_A:sub/x.o ./y.o ../z.o;"},
	{"variable",
	 "common := x.o y.o\nobj-$(CONFIG_A) += a.o\n"
	 "a-y := $(common) z.o\n",
	 "a:CONFIG_A:x.o y.o z.o;"},
	{"variable-option",
	 "a-objs := x.o $(a-opt-y)\na-opt-$(CONFIG_B) += y.o\n"
	 "obj-$(CONFIG_A) += a.o\n",
	 "a:CONFIG_A:x.o y.o;"},
	{"branches",
	 "obj-$(CONFIG_A) += a.o\na-y := x.o\nifdef CONFIG_B\n"
	 "\ta-y += y.o\nelse\n\ta-y += z.o\nendif\n",
	 "a:CONFIG_A:x.o y.o z.o;"},
	{"recipe",
	 "obj-$(CONFIG_A) += a.o\n$(obj)/x: $(src)/y\n"
	 "\tobj-y += z.o\n\ta-y := z.o\n\n",
	 "a:CONFIG_A:a.o;"},
	{"prefix",
	 "obj-$(CONFIG_A) += a.o\nobj-$(CONFIG_B) += a-b.o\n"
	 "a-b-y := x.o\n",
	 "a:CONFIG_A:a.o;a-b:CONFIG_B:x.o;"},
	{"self", "a-y := $(a-y) x.o\nobj-$(CONFIG_A) += a.o\n",
	 "a:CONFIG_A:x.o;"},
	{"unknown",
	 "obj-$(CONFIG_A) += a.o $(NOPE)\na-y := $(foreach v,1 2,x-$(v).o) y.o\n",
	 "a:CONFIG_A:y.o;"},
	{"open", "obj-$(CONFIG_A) += $(a.o", ""},
	{"empty", "", ""},
};

static void test_case(gconstpointer data)
{
	gsize i = GPOINTER_TO_SIZE(data);
	g_autofree char *modules = modules_of(cases[i].makefile);

	g_assert_cmpstr(modules, ==, cases[i].modules);
}

/* Variables that hold each other must not fill the memory. */
static void test_explosion(void)
{
	g_autoptr(GString) text = g_string_new("obj-y += $(a)\n");
	g_autoptr(GPtrArray) modules = NULL;

	for (char c = 'a'; c <= 'i'; c++) {
		g_string_append_printf(text, "%c :=", c);
		for (guint i = 0; i < 100; i++)
			g_string_append_printf(text, " $(%c)", c + 1);
		g_string_append_c(text, '\n');
	}
	g_string_append(text, "j := x.o\n");
	modules = ks_kbuild_parse(text->str);
	g_assert_cmpuint(modules->len, <=, 1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *path =
			g_strconcat("/kbuild/", cases[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_case);
	}
	g_test_add_func("/kbuild/explosion", test_explosion);
	return g_test_run();
}
