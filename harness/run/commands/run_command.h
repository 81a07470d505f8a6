/* SPDX-License-Identifier: MIT
 * `attnlab run` for commands that make a run and then do something with it (command_run.c). */
#ifndef ATTNLAB_RUN_COMMAND_H
#define ATTNLAB_RUN_COMMAND_H

struct look_judge;

/* Takes the arguments of `attnlab run` and returns its exit code. judge: of questions with looks.
 * *directory: where the tables are, to be freed; NULL: there are none. */
int run_command(int argc, char **argv, const struct look_judge *judge, char **directory);

#endif
