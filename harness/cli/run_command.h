/* SPDX-License-Identifier: MIT
 * `attnlab run` for commands that make a run and then do something with it (command_run.c). */
#ifndef ATTNLAB_RUN_COMMAND_H
#define ATTNLAB_RUN_COMMAND_H

#include "harness/run/run.h"

#include <stdio.h>

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

/* ---- The folder of a run before its first row. ---- */

/* The words that asked for a run, for its manifest. */
struct asked_as {
    const char *command; /* of attnlab, with its arguments */
    int argc;
    char **argv;
};

/* Makes run->directory, or opens it again where that was asked for, with its journal and manifest;
 * says on stderr what it found there. False with *error; what was opened is the run's to close. */
bool run_open_files(struct run *, const struct asked_as *, char **error);

/* ---- A run that goes on on another machine than it began on. ---- */

/* Of a run whose manifest was read: where this is another machine, or another start of it, each
 * row from now on says so; of another machine people are told. False with *error where rows are
 * timed: those of two machines cannot stand in one figure. */
bool other_machine_goes_on(struct run *, char **error);

/* ---- The roofs that a run measures before and after its rows. ---- */

/* Into the manifest, once for each number of threads in the plan, on the CPUs that such rows get;
 * none where ATTNLAB_PEAKS is "no". What could not be measured is a note on stderr. */
void run_measure_peaks(struct run *);

/* ---- The last words of a run: how many rows came to what, and why rows were left out. ---- */

bool rows_left(const struct run *);
/* A run that is finished, and of which no row has a result that can be used: one that other
 * programs disturbed has none. */
bool measured_nothing(const struct run *);
/* On stderr; of a quiet run only what measured_nothing() has to say. */
void run_summary_print(const struct run *);

/* ---- Why rows were or will be left out: each reason once, with the count of rows that it
 * concerns. A run of a thousand rows has a thousand times the same reason, and a person
 * reads it once. ---- */

struct reasons {
    struct reason {
        char *status, *text;
        int rows;
    } * list;        /* in the order in which they were met */
    int count, rows; /* distinct ones; all rows */
};
/* One more row; status may be "". Both are copied. */
void reasons_add(struct reasons *, const char *status, const char *text);
/* A line each, the first ones where there are many. */
void reasons_print(FILE *, const struct reasons *);
void reasons_free(struct reasons *);

/* ---- Which run of a reference has rows of a question. ---- */

/* The folder of the run, to be freed; NULL with *error (to be freed). reference: a folder of runs,
 * or a run. A run that has the name of the question but no plan is taken too, so that the caller
 * can say which file is missing. */
char *find_question(const char *reference, const char *question, char **error);
/* The questions that a folder of runs, or a run, has rows of: "a, b", "" of none; to be freed. */
char *found_questions(const char *reference);

#endif
