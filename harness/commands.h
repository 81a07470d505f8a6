/* SPDX-License-Identifier: MIT
 * The subcommands of attnlab, each in a file of its own; main.c holds the table.
 * Each gets argv after its own name and returns the exit code: 0 all passed, 1 a cell failed or
 * regressed, 2 usage or specification error, 3 environment refused, 128+n signal. */
#ifndef ATTNLAB_COMMANDS_H
#define ATTNLAB_COMMANDS_H

int command_list(int argc, char **argv);  /* run/commands/command_list.c */
int command_plan(int argc, char **argv);  /* run/commands/command_plan.c */
int command_check(int argc, char **argv); /* run/check/command_check.c */
int command_new(int argc, char **argv);   /* run/commands/command_new.c */
/* run/commands/command_run.c */
int command_run(int argc, char **argv);
int command_cell(int argc, char **argv);    /* run/commands/command_cell.c */
int command_merge(int argc, char **argv);   /* run/commands/command_merge.c */
int command_compare(int argc, char **argv); /* analysis/compare/command_compare.c */
/* run/commands/command_reproduce.c */
int command_reproduce(int argc, char **argv);
int command_data(int argc, char **argv);   /* run/commands/command_data.c */
int command_report(int argc, char **argv); /* render/command_report.c */

#endif
