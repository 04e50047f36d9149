/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CMD_H
#define KS_CMD_H

#include "base/context.h"

/*
 * A command: argv[0] is its name, the options that every command has (--json,
 * --home, --no-sandbox) are taken out already.  Returns an exit status; with
 * @error set, main prints it and the status is that of the error.
 */
typedef int (*KsCmdFn)(KsContext *context, int argc, char **argv,
		       GError **error);

int ks_cmd_tree(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_status(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_gen(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_audit(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_check(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_backport(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_jobs(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_cell(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_merge(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_report(KsContext *context, int argc, char **argv, GError **error);
int ks_cmd_doctor(KsContext *context, int argc, char **argv, GError **error);

/*
 * Parse a command's own options.  @usage is what follows the command's name in
 * its help.  False with a usage error that names the bad word; with --help the
 * text is printed and the process ends well.  Afterwards @argv holds the
 * arguments that are not options.
 */
bool ks_cmd_options(const char *command, const char *usage,
		    const GOptionEntry *entries, int *argc, char ***argv,
		    GError **error);

/* Write @text to the file @path in one step, or to standard output if NULL. */
bool ks_cmd_put(const char *path, const char *text, GError **error);

#endif
