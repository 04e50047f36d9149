// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/audit.h"
#include "check/targetconf.h"

typedef struct {
	char *home;
	char *data;
	KsContext *context;
} Fixture;

static void write_data(const Fixture *fixture, const char *name,
		       const char *text)
{
	g_autofree char *path = g_build_filename(fixture->data, name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *config = NULL;

	(void)unused;
	fixture->home = g_dir_make_tmp("ks-conf-XXXXXX", NULL);
	fixture->data = g_build_filename(fixture->home, "data", NULL);
	config = g_build_filename(fixture->data, "ci", "config", NULL);
	g_assert_true(ks_mkdir(config, NULL));
	fixture->context = ks_context_new(fixture->home, NULL);
	g_free(fixture->context->data);
	fixture->context->data = g_strdup(fixture->data);
	write_data(fixture, "ci/config/base.config", "CONFIG_A=y\n");
	write_data(fixture, "ci/config/more.config", "CONFIG_B=y\n");
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->home);
	ks_context_free(fixture->context);
	g_free(fixture->home);
	g_free(fixture->data);
}

static const char good[] = "[flavour \"x86_64\"]\n\tconfig = base.config\n"
			   "\tmemory = 512\n"
			   "[flavour \"debug\"]\n\tbase = x86_64\n"
			   "\tconfig = more.config\n\timage = bzImage\n"
			   "[flavour \"clang\"]\n\tbase = x86_64\n"
			   "\tcompiler = clang\n\tllvm = -19\n"
			   "[target \"old\"]\n\ttree = 5.10\n"
			   "\tflavour = debug\n\timage = none\n";

static void test_names(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GPtrArray) confs = NULL;
	g_autoptr(GError) error = NULL;
	const KsTargetConf *conf;

	(void)unused;
	write_data(fixture, "ci/targets.conf", good);
	confs = ks_target_confs(fixture->context,
				"6.1,7.2-rc1-debug,old,x-clang", &error);
	g_assert_no_error(error);
	g_assert_cmpuint(confs->len, ==, 4);
	conf = confs->pdata[0];
	g_assert_cmpstr(conf->name, ==, "6.1-x86_64");
	g_assert_cmpstr(conf->tree, ==, "6.1");
	g_assert_cmpstr(conf->compiler, ==, "gcc");
	g_assert_cmpstr(conf->image, ==, "vmlinux");
	g_assert_cmpuint(conf->memory, ==, 512);
	g_assert_cmpuint(g_strv_length(conf->fragments), ==, 1);
	conf = confs->pdata[1];
	g_assert_cmpstr(conf->tree, ==, "7.2-rc1");
	g_assert_cmpstr(conf->image, ==, "bzImage");
	g_assert_cmpuint(g_strv_length(conf->fragments), ==, 2);
	g_assert_true(g_str_has_suffix(conf->fragments[1], "/more.config"));
	conf = confs->pdata[2];
	g_assert_cmpstr(conf->name, ==, "old");
	g_assert_cmpstr(conf->tree, ==, "5.10");
	g_assert_null(conf->image);
	conf = confs->pdata[3];
	g_assert_cmpstr(conf->llvm, ==, "-19");
}

/* Any change that could change a verdict changes the sum. */
static void test_sum(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GPtrArray) confs = NULL;
	g_autofree char *one = NULL, *other = NULL, *after = NULL;

	(void)unused;
	write_data(fixture, "ci/targets.conf", good);
	confs = ks_target_confs(fixture->context, "6.1,6.1-debug", NULL);
	one = ks_target_conf_sum(confs->pdata[0], NULL);
	other = ks_target_conf_sum(confs->pdata[1], NULL);
	g_assert_cmpstr(one, !=, other);
	write_data(fixture, "ci/config/base.config", "CONFIG_A=m\n");
	after = ks_target_conf_sum(confs->pdata[0], NULL);
	g_assert_cmpstr(one, !=, after);
}

static void assert_refused(Fixture *fixture, const char *text, const char *on,
			   const char *what)
{
	g_autoptr(GError) error = NULL;

	write_data(fixture, "ci/targets.conf", text);
	g_assert_null(ks_target_confs(fixture->context, on, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_test_message("%s", error->message);
	g_assert_nonnull(strstr(error->message, what));
}

static void assert_audited_as(Fixture *fixture, const char *family,
			      const char *name, const char *defaults)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTargetConf)
		conf = ks_audit_conf(fixture->context, "6.1", family, &error);

	g_assert_no_error(error);
	g_assert_cmpstr(conf->name, ==, name);
	g_assert_cmpstr(conf->tree, ==, "6.1");
	g_assert_cmpstr(conf->defaults, ==, defaults);
}

/* A family's own configuration, or the one for all. */
static void test_audit(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	write_data(fixture, "ci/targets.conf",
		   "[flavour \"audit\"]\n\timage = none\n"
		   "[flavour \"all\"]\n\tdefaults = allmodconfig\n"
		   "[target \"6.1-audit\"]\n\ttree = 6.1\n\tflavour = audit\n"
		   "[target \"6.1-audit-otters\"]\n\ttree = 6.1\n"
		   "\tflavour = all\n");
	assert_audited_as(fixture, "otters", "6.1-audit-otters",
			  "allmodconfig");
	assert_audited_as(fixture, "stoats", "6.1-audit", "allnoconfig");
}

static void test_refused(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_refused(fixture, "[flavour \"x86_64\"]\n\tcolour = red\n", "6.1",
		       "targets.conf:2: \"colour = red\": unknown key");
	assert_refused(fixture, "[flavour \"x86_64\"]\n\tconfig = no.config\n",
		       "6.1", "targets.conf:2");
	assert_refused(
		fixture,
		"[flavour \"x86_64\"]\n\tconfig = ../config/base.config\n",
		"6.1", "ci/config");
	assert_refused(fixture, "[flavour \"x86_64\"]\n\tmemory = lots\n",
		       "6.1", "32 to 65536");
	assert_refused(fixture, "[flavour \"x86_64\"]\n\tcompiler = tcc\n",
		       "6.1", "gcc, clang");
	assert_refused(fixture, "[flavour \"x86_64\"]\n\tdefaults = some\n",
		       "6.1", "allnoconfig, allmodconfig");
	assert_refused(
		fixture,
		"[flavour \"a\"]\n\tbase = b\n[flavour \"b\"]\n\tbase = a\n",
		"6.1-a", "circle");
	assert_refused(fixture, "[flavour \"a\"]\n\tbase = none\n", "6.1-a",
		       "no such flavour");
	assert_refused(fixture, "[kernel \"a\"]\n\ttree = b\n", "6.1",
		       "targets.conf:2");
	assert_refused(fixture, good, "6.1,6.1-x86_64", "twice");
	assert_refused(fixture, good, "6.1,", "missing");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/targetconf/names", Fixture, NULL, set_up, test_names,
		   tear_down);
	g_test_add("/targetconf/sum", Fixture, NULL, set_up, test_sum,
		   tear_down);
	g_test_add("/targetconf/audit", Fixture, NULL, set_up, test_audit,
		   tear_down);
	g_test_add("/targetconf/refused", Fixture, NULL, set_up, test_refused,
		   tear_down);
	return g_test_run();
}
