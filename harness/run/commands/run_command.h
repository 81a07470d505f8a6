/* SPDX-License-Identifier: MIT
 * `attnlab run` for commands that make a run and then do something with it (command_run.c). */
#ifndef ATTNLAB_RUN_COMMAND_H
#define ATTNLAB_RUN_COMMAND_H

/* Takes the arguments of `attnlab run` and returns its exit code. *directory: where the tables are,
 * to be freed; NULL: there are none. */
int run_command(int argc, char **argv, char **directory);

#endif
