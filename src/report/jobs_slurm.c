// SPDX-License-Identifier: GPL-2.0
#include "report/jobs_private.h"

/*
 * One script with three parts: run by hand it submits itself twice, as an
 * array of cells and as the merge that comes after them; Slurm runs the other
 * two.  Slurm runs a copy of the script, so that it must hold all it needs.
 */
static const char head[] =
	"# Submit it from a folder that all nodes share:\n"
	"#\n"
	"#\tsh THIS-FILE [OPTIONS OF SBATCH...]\n"
	"#\n"
	"# All nodes need kseries (KSERIES=, by default from PATH), the plan's\n"
	"# trees, and KSERIES_HOME on a disk of their own or on one whose locks\n"
	"# work between nodes. Results are written below the folder.\n"
	"set -u\n"
	"kseries=${KSERIES:-kseries}\n";

static const char body[] =
	"\n"
	"# in one step: other tasks may be reading it\n"
	"write_plan() {\n"
	"\tmkdir -p \"$dir/results\" &&\n"
	"\t\tprint_plan > \"$dir/plan.json.$$\" &&\n"
	"\t\tmv \"$dir/plan.json.$$\" \"$dir/plan.json\"\n"
	"}\n"
	"\n"
	"submit() {\n"
	"\twrite_plan || exit 3\n"
	"\tarray=$(sbatch --parsable --job-name=\"kseries-$plan\" \\\n"
	"\t\t--array=\"0-$last\" --output=\"$dir/%a.out\" \"$@\" \"$script\") ||\n"
	"\t\texit 3\n"
	"\tmerge=$(sbatch --parsable --job-name=\"kseries-merge-$plan\" \\\n"
	"\t\t--dependency=\"afterany:${array%%;*}\" \\\n"
	"\t\t--output=\"$dir/merge.out\" \"$@\" \"$script\" merge) || exit 3\n"
	"\techo \"cells: ${array%%;*}, merge: ${merge%%;*}, output: $dir/merge.out\"\n"
	"}\n"
	"\n"
	"if [ -n \"${SLURM_ARRAY_TASK_ID:-}\" ]; then\n"
	"\tcd \"$SLURM_SUBMIT_DIR\" || exit 3\n"
	"\tid=$(print_cells | sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\")\n"
	"\tslug=$(echo \"$id\" | tr : -)\n"
	"\texec \"$kseries\" cell \"$id\" --plan \"$dir/plan.json\" \\\n"
	"\t\t-j \"${SLURM_CPUS_ON_NODE:-0}\" -o \"$dir/results/$slug.json\"\n"
	"elif [ \"${1:-}\" = merge ]; then\n"
	"\tcd \"$SLURM_SUBMIT_DIR\" || exit 3\n"
	"\texec \"$kseries\" merge \"$dir\"/results/*.json --plan \"$dir/plan.json\"\n"
	"else\n"
	"\tscript=$0\n"
	"\tsubmit \"$@\"\n"
	"fi\n";

/* @text between two lines that cannot be in it. */
static void add_here(GString *script, const char *name, const char *text)
{
	g_string_append_printf(
		script, "\n%s() {\n\tcat <<'END OF %s'\n%sEND OF %s\n}\n", name,
		name, text, name);
}

char *ks_jobs_slurm(const KsJobs *jobs, KsJobsBy by, GError **error)
{
	g_autoptr(GPtrArray) units = ks_jobs_units(jobs, by);
	g_autoptr(GString) cells = g_string_new(NULL);
	g_autofree char *json = ks_jobs_json(jobs);
	GString *script = g_string_new("#!/bin/sh\n");

	(void)error;
	for (guint i = 0; i < units->len; i++)
		g_string_append_printf(cells, "%s\n",
				       ((KsJobsUnit *)units->pdata[i])->id);
	g_string_append_printf(script,
			       "# kseries %s: jobs for Slurm: %u in an array\n",
			       jobs->kseries, units->len);
	g_string_append(script, head);
	g_string_append_printf(script,
			       "plan=%.12s\ndir=kseries-$plan\nlast=%u\n",
			       jobs->id, units->len - 1);
	add_here(script, "print_cells", cells->str);
	add_here(script, "print_plan", json);
	g_string_append(script, body);
	return g_string_free(script, FALSE);
}
