// SPDX-License-Identifier: GPL-2.0
#include "plan.h"

#include <stdio.h>
#include <string.h>

#include "file.h"

static int set_name(char dst[64], const char *value, struct why *why)
{
	if (!*value || strlen(value) >= 64 || strchr(value, '/'))
		return why_set(why, "\"%s\" is not a module's file name",
			       value);
	strcpy(dst, value);
	return 0;
}

static int add_name(struct plan_list *list, const char *value, struct why *why)
{
	if (list->n == PLAN_MAX_MODULES)
		return why_set(why, "more than %d modules", PLAN_MAX_MODULES);
	if (set_name(list->file[list->n], value, why))
		return -1;
	list->n++;
	return 0;
}

static int set_nonce(struct plan *plan, const char *value, struct why *why)
{
	size_t len = strlen(value);

	if (!len || len >= sizeof(plan->nonce) ||
	    strspn(value, "0123456789abcdef") != len)
		return why_set(why, "the nonce is not 1 to 64 hex digits");
	strcpy(plan->nonce, value);
	return 0;
}

static int set_mode(struct plan *plan, const char *value, struct why *why)
{
	if (!strcmp(value, "traffic"))
		plan->mode = PLAN_TRAFFIC;
	else if (!strcmp(value, "load"))
		plan->mode = PLAN_LOAD;
	else
		return why_set(why, "no mode \"%s\"", value);
	return 0;
}

static int parse_line(struct plan *plan, char *line, struct why *why)
{
	char *value = strchr(line, ' ');

	if (!value)
		return why_set(why, "\"%s\" has no value", line);
	*value++ = '\0';
	if (!strcmp(line, "nonce"))
		return set_nonce(plan, value, why);
	if (!strcmp(line, "mode"))
		return set_mode(plan, value, why);
	if (!strcmp(line, "dep"))
		return add_name(&plan->deps, value, why);
	if (!strcmp(line, "ncdep"))
		return add_name(&plan->ncdeps, value, why);
	if (!strcmp(line, "test"))
		return set_name(plan->test, value, why);
	if (!strcmp(line, "netconsole"))
		return set_name(plan->netconsole, value, why);
	return why_set(why, "no directive \"%s\"", line);
}

int plan_read(struct plan *plan, const char *path, struct why *why)
{
	struct why detail;
	char text[8192];
	char *rest = text;
	char *line;

	memset(plan, 0, sizeof(*plan));
	if (file_read(path, text, sizeof(text), why) < 0)
		return -1;
	for (unsigned int n = 1; (line = strsep(&rest, "\n")); n++) {
		if (*line && parse_line(plan, line, &detail))
			return why_set(why, "%s line %u: %.150s", path, n,
				       detail.text);
	}
	if (!plan->nonce[0] || !plan->mode || !plan->test[0])
		return why_set(why, "%s needs nonce, mode and test", path);
	return 0;
}
