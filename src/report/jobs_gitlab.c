// SPDX-License-Identifier: GPL-2.0
#include "report/jobs_private.h"

/*
 * A string as YAML takes it in double quotes: JSON's are a part of YAML's, but
 * for DEL and what is beyond ASCII and not printable, which was taken out of
 * titles (report/text.h) and cannot be in names.
 */
static void add_quoted(GString *yaml, const char *value)
{
	KsJsonWriter json = {.text = yaml, .depth = 0};
	gsize from = yaml->len;

	ks_jsonw_string(&json, NULL, value);
	/* '$' begins a variable of GitLab's; two are one */
	for (gsize i = from; i < yaml->len; i++)
		if (yaml->str[i] == '$')
			g_string_insert_c(yaml, i++, '$');
}

/*
 * A bad verdict (status 1) is not the end: the cells that wait for this one
 * say that they were skipped, and "merge" fails.  The plan goes through a job
 * of this pipeline, since a job that names another pipeline's artefacts gets
 * no others.
 */
static const char head[] =
	"# A child pipeline; see ci/workflows/gitlab-ci.yml.\n"
	"workflow:\n"
	"  rules:\n"
	"    - when: always\n"
	"default:\n"
	"  image: debian:12\n"
	"  before_script:\n"
	"    - apt-get update -q\n"
	"    - apt-get install -qy --no-install-recommends git make\n"
	"    - scripts/setup\n"
	"    - make\n"
	"variables:\n"
	"  KSERIES_HOME: $CI_PROJECT_DIR/.kseries\n"
	".cell:\n"
	"  script:\n"
	"    - build/kseries tree list --json | grep -qF \"\\\"$TREE\\\"\" ||\n"
	"      build/kseries tree add \"$TREE\" \"$SOURCE\"\n"
	"    - mkdir -p results\n"
	"    - build/kseries $KSERIES_OPTIONS cell \"$CELL\" --plan plan.json\n"
	"      -o \"results/$SLUG.json\"\n"
	"  allow_failure:\n"
	"    exit_codes: 1\n"
	"  cache:\n"
	"    key: kseries-$TARGET\n"
	"    when: always\n"
	"    paths:\n"
	"      - .kseries/\n"
	"  artifacts:\n"
	"    when: always\n"
	"    paths:\n"
	"      - results/\n"
	"plan:\n"
	"  stage: plan\n"
	"  before_script: []\n"
	"  script:\n"
	"    - test -s plan.json\n"
	"  needs:\n"
	"    - pipeline: $PARENT_PIPELINE_ID\n"
	"      job: plan\n"
	"  artifacts:\n"
	"    paths:\n"
	"      - plan.json\n";

/* Without needs: it waits for all stages and gets all results. */
static const char tail[] =
	"merge:\n"
	"  stage: merge\n"
	"  when: always\n"
	"  script:\n"
	"    - status=0\n"
	"    - build/kseries merge results/*.json --plan plan.json || status=$?\n"
	"    - build/kseries report --last --format junit -o junit.xml || true\n"
	"    - build/kseries report --last --format html -o report.html || true\n"
	"    - exit $status\n"
	"  artifacts:\n"
	"    when: always\n"
	"    paths:\n"
	"      - report.html\n"
	"    reports:\n"
	"      junit: junit.xml\n";

static void add_stages(GString *yaml, KsJobsBy by)
{
	g_string_append(yaml, "stages:\n  - plan\n");
	if (by != KS_JOBS_BY_CELL)
		g_string_append(yaml, "  - check\n");
	for (const KsCheck *c = ks_checks(); by == KS_JOBS_BY_CELL && c->name;
	     c++)
		g_string_append_printf(yaml, "  - %s\n", c->name);
	g_string_append(yaml, "  - merge\n");
}

static void add_member(GString *yaml, const char *name, const char *value)
{
	g_string_append_printf(yaml, "    %s: ", name);
	add_quoted(yaml, value);
	g_string_append_c(yaml, '\n');
}

static void add_needs(GString *yaml, const KsJobs *jobs, const KsJobsUnit *unit,
		      KsJobsBy by)
{
	g_autoptr(GPtrArray) needs = ks_jobs_needs(jobs, unit->cell);

	g_string_append(yaml, "  needs:\n    - job: plan\n");
	for (guint i = 0; by == KS_JOBS_BY_CELL && i < needs->len; i++) {
		const KsJobsCell *cell = needs->pdata[i];

		g_string_append(yaml, "    - job: ");
		add_quoted(yaml, cell->id);
		g_string_append(yaml, "\n      artifacts: false\n");
	}
}

static void add_job(GString *yaml, const KsJobs *jobs, const KsJobsUnit *unit,
		    KsJobsBy by)
{
	const KsJobsTarget *target = unit->cell->target;

	add_quoted(yaml, unit->id);
	g_string_append_printf(yaml, ":\n  extends: .cell\n  stage: %s\n",
			       by == KS_JOBS_BY_CELL ? unit->cell->check->name :
						       "check");
	g_string_append(yaml, "  variables:\n");
	add_member(yaml, "CELL", unit->id);
	add_member(yaml, "SLUG", unit->slug);
	add_member(yaml, "TITLE", unit->title);
	add_member(yaml, "TARGET", target->name);
	add_member(yaml, "TREE", target->tree);
	add_member(yaml, "SOURCE", target->source);
	add_needs(yaml, jobs, unit, by);
}

char *ks_jobs_gitlab(const KsJobs *jobs, KsJobsBy by, GError **error)
{
	g_autoptr(GPtrArray) units = ks_jobs_units(jobs, by);
	GString *yaml = g_string_new(head);

	(void)error;
	add_stages(yaml, by);
	for (guint i = 0; i < units->len; i++)
		add_job(yaml, jobs, units->pdata[i], by);
	g_string_append(yaml, tail);
	return g_string_free(yaml, FALSE);
}
