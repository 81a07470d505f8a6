/* SPDX-License-Identifier: MIT
 * `attnlab run` for commands that make a run and then do something with it (command_run.c). */
#ifndef ATTNLAB_RUN_COMMAND_H
#define ATTNLAB_RUN_COMMAND_H

struct asked_as;
struct look_judge;
struct run_options;

/* Takes the arguments of `attnlab run` and returns its exit code. judge: of questions with looks.
 * *directory: where the tables are, to be freed; NULL: there are none. */
int run_command(int argc, char **argv, const struct look_judge *judge, char **directory);

/* The same of a specification of before, that stands in no file of its own: `text` is read as a
 * saved plan is, in place of the only path among the arguments. What goes on with the run is the
 * command that was asked, since there is no such path. */
int run_text(const struct asked_as *, int argc, char **argv, const char *text,
             const struct look_judge *judge, char **directory);

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
