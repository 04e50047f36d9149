// SPDX-License-Identifier: GPL-2.0
#include "check/audit_facts.h"

#include <string.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/prune.h"
#include "base/sandbox.h"

#define FACTS	       "facts"
#define PROGRAM	       "kseries-facts"
#define UNIT_TIMEOUT_S 300
#define MIB	       (1ULL << 20)
/* The largest unit of 6.1 to 7.2 takes 600 MiB. */
#define MEMORY_MAX (3072 * MIB)
/* Versions of one unit that are kept. */
#define KEEP 16

typedef struct {
	KsTarget *target;
	const KsBlobs *blobs;
	guint at;
	char *program; /* absolute */
	char *tool; /* what it was built from, and its libclang's version */
	KsTask *task;
	guint total;
	bool parse; /* what is not known */
	GMutex lock;
	guint done, parsed, missing;
	GError *why; /* of the first unit that failed */
} Getter;

static void getter_clear(Getter *getter)
{
	g_free(getter->program);
	g_free(getter->tool);
	g_mutex_clear(&getter->lock);
	g_clear_error(&getter->why);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Getter, getter_clear)

void ks_audit_unit_free(KsAuditUnit *unit)
{
	g_clear_pointer(&unit->facts, ks_facts_free);
	g_free(unit);
}

/* The folder of what is known of a unit. */
static char *folder(const Getter *getter, const KsAuditUnit *unit)
{
	g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA1,
							     unit->source, -1);
	g_autofree char *base = g_path_get_basename(unit->source);
	g_autofree char *below = g_strdup_printf(FACTS "/%.12s-%s", sum, base);

	return ks_target_path(getter->target, below);
}

/* Names what the unit comes to that reads @deps. */
static char *content_id(const Getter *getter, const KsAuditUnit *unit,
			const GPtrArray *deps)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	ks_sum_add(sum, getter->target->identity);
	ks_sum_add(sum, ks_blobs_ground(getter->blobs, getter->at));
	ks_sum_add(sum, getter->tool);
	for (char **flag = unit->flags; *flag; flag++)
		ks_sum_add(sum, *flag);
	for (guint i = 0; i < deps->len; i++) {
		ks_sum_add(sum, deps->pdata[i]);
		ks_sum_add(sum, ks_blobs_id(getter->blobs, getter->at,
					    deps->pdata[i]));
	}
	return g_strdup(g_checksum_get_string(sum));
}

static KsFacts *load(const Getter *getter, const KsAuditUnit *unit)
{
	g_autofree char *path = folder(getter, unit);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *file = g_build_filename(path, name, NULL);
		g_autofree char *text = NULL, *id = NULL;
		g_autoptr(GPtrArray) deps = NULL;
		KsFacts *facts;

		if (!ks_target_may_use(getter->target, file) ||
		    !g_file_get_contents(file, &text, NULL, NULL))
			continue;
		deps = ks_facts_deps(text);
		id = content_id(getter, unit, deps);
		facts = g_str_equal(id, name) ?
				ks_facts_parse(text, unit->source, NULL) :
				NULL;
		if (!facts)
			continue;
		ks_prune_touch(file);
		return facts;
	}
	return NULL;
}

static KsFacts *parse_unit(Getter *getter, const KsAuditUnit *unit, char **text,
			   GError **error)
{
	const KsTarget *target = getter->target;
	g_autofree char *source =
		g_build_filename(target->src, unit->source, NULL);
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autoptr(KsSandbox) sandbox = ks_sandbox_new();
	KsChildSpec spec = {.cwd = target->obj,
			    .timeout_s = UNIT_TIMEOUT_S,
			    .cancel = target->context->cancel};
	g_auto(KsChildResult) result = {0};

	g_ptr_array_add(argv, getter->program);
	g_ptr_array_add(argv, target->src);
	g_ptr_array_add(argv, source);
	for (char **flag = unit->flags; *flag; flag++)
		g_ptr_array_add(argv, *flag);
	g_ptr_array_add(argv, NULL);
	spec.argv = (const char *const *)argv->pdata;
	ks_sandbox_ro(sandbox, target->src);
	ks_sandbox_ro(sandbox, target->obj);
	ks_sandbox_ro(sandbox, getter->program);
	ks_sandbox_limits(sandbox)->memory = MEMORY_MAX;
	spec.sandbox = target->context->no_sandbox ? NULL : sandbox;
	if (!ks_child_check(&spec, &result, error)) {
		g_prefix_error(error, "%s: ", unit->source);
		return NULL;
	}
	*text = g_strdup(result.out->str);
	return ks_facts_parse(result.out->str, unit->source, error);
}

/* Look it up only. */
static void look(Getter *getter, KsAuditUnit *unit)
{
	unit->facts = load(getter, unit);
	if (unit->facts)
		return;
	g_mutex_lock(&getter->lock);
	getter->missing++;
	g_mutex_unlock(&getter->lock);
}

static bool get(Getter *getter, KsAuditUnit *unit, GError **error)
{
	g_autofree char *text = NULL, *dir = NULL, *id = NULL, *path = NULL;
	bool ok;

	if (unit->facts)
		return true;
	unit->facts = parse_unit(getter, unit, &text, error);
	if (!unit->facts)
		return false;
	dir = folder(getter, unit);
	id = content_id(getter, unit, unit->facts->deps);
	path = g_build_filename(dir, id, NULL);
	g_mutex_lock(&getter->lock);
	getter->parsed++;
	ok = ks_target_keep(getter->target, path, text, -1, error);
	ks_prune(dir, KEEP, 0);
	g_mutex_unlock(&getter->lock);
	return ok;
}

static void get_one(gpointer data, gpointer user_data)
{
	KsAuditUnit *unit = data;
	Getter *getter = user_data;
	g_autoptr(GError) why = NULL;
	bool stop;

	g_mutex_lock(&getter->lock);
	stop = getter->why != NULL;
	g_mutex_unlock(&getter->lock);
	if (stop)
		return;
	if (!getter->parse) {
		look(getter, unit);
		return;
	}
	get(getter, unit, &why);
	g_mutex_lock(&getter->lock);
	getter->done++;
	if (why && !getter->why)
		getter->why = g_steal_pointer(&why);
	if (getter->task)
		ks_task_step(getter->task, getter->done, getter->total,
			     unit->source);
	g_mutex_unlock(&getter->lock);
}

char *ks_audit_tool(KsContext *context, GError **error)
{
	g_autofree char *program = ks_built_path(context, PROGRAM, error);

	return program ? ks_program_version(program, context->cancel, error) :
			 NULL;
}

static bool run(Getter *getter, GPtrArray *units, GError **error)
{
	GThreadPool *pool;

	g_mutex_init(&getter->lock);
	getter->total = units->len;
	getter->program =
		ks_built_path(getter->target->context, PROGRAM, error);
	getter->tool = getter->program ?
			       ks_audit_tool(getter->target->context, error) :
			       NULL;
	if (!getter->tool)
		return false;
	pool = g_thread_pool_new(get_one, getter, (int)g_get_num_processors(),
				 FALSE, error);
	if (!pool)
		return false;
	for (guint i = 0; i < units->len; i++)
		g_thread_pool_push(pool, units->pdata[i], NULL);
	g_thread_pool_free(pool, FALSE, TRUE);
	if (!getter->why)
		return true;
	g_propagate_error(error, g_steal_pointer(&getter->why));
	return false;
}

bool ks_audit_facts_look(KsTarget *target, const KsBlobs *blobs, guint at,
			 GPtrArray *units, guint *missing, GError **error)
{
	g_auto(Getter) getter = {.target = target, .blobs = blobs, .at = at};

	if (!run(&getter, units, error))
		return false;
	*missing = getter.missing;
	return true;
}

bool ks_audit_facts_get(KsTarget *target, const KsBlobs *blobs, guint at,
			GPtrArray *units, KsTask *task, guint *parsed,
			GError **error)
{
	g_auto(Getter) getter = {.target = target,
				 .blobs = blobs,
				 .at = at,
				 .parse = true,
				 .task = task};

	if (!run(&getter, units, error))
		return false;
	*parsed = getter.parsed;
	return true;
}
