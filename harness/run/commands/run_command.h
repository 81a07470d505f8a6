/* SPDX-License-Identifier: MIT
 * `attnlab run` for commands that make a run and then do something with it (command_run.c). */
#ifndef ATTNLAB_RUN_COMMAND_H
#define ATTNLAB_RUN_COMMAND_H

struct asked_as;
struct run_options;

/* Takes the arguments of `attnlab run` and returns its exit code. *directory: where the tables are,
 * to be freed; NULL: there are none. */
int run_command(int argc, char **argv, char **directory);

/* A question of a run, in its plan.json. */
struct saved_question {
    const char *run, *question;
};
/* The same by a saved plan in place of specifications. */
int run_saved(const struct asked_as *, int argc, char **argv, const struct saved_question *,
              char **directory);

/* A run of a specification that stands in no file. */
struct written_run {
    const char *command; /* of attnlab, that makes it */
    const char *name, *text;
    const struct run_options *options;
    int argc; /* what the command was given, which with --resume goes on with the run */
    char **argv;
};
/* The same. */
int run_written(const struct written_run *, char **directory);

#endif
