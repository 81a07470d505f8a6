/* SPDX-License-Identifier: MIT
 * The commands of attnlab, each in command_NAME.c; main.c has the table. Each gets argv from its own
 * name on and returns the exit code: 0 all passed, 1 a row failed or regressed, 2 usage or
 * specification error, 3 environment refused, 128+n signal. */
#ifndef ATTNLAB_COMMANDS_H
#define ATTNLAB_COMMANDS_H

int command_run(int argc, char **argv);
int command_report(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_list(int argc, char **argv);
int command_data(int argc, char **argv);
int command_new(int argc, char **argv);
int command_check(int argc, char **argv);
int command_cell(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_reproduce(int argc, char **argv);
int command_merge(int argc, char **argv);

#endif
