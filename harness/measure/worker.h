/* SPDX-License-Identifier: MIT
 * The subcommands of attnlab-worker; worker.c holds the table. Each gets argv after its own name
 * and returns the exit code: 0 the record was written, whatever it says; 2 usage or a bad cell. The
 * JSON is in harness/README.md. */
#ifndef ATTNLAB_WORKER_COMMANDS_H
#define ATTNLAB_WORKER_COMMANDS_H

#include "harness/measure/factors/factors.h"

#include <jansson.h>
#include <stdio.h>

struct step_probe;

int worker_describe(int argc, char **argv); /* worker_describe.c */
int worker_predict(int argc, char **argv);  /* worker_predict.c */
int worker_open(int argc, char **argv);     /* worker_open.c */
int worker_identify(int argc, char **argv); /* identify.c */
int worker_show(int argc, char **argv);     /* show/worker_show.c */
int worker_check(int argc, char **argv);    /* check/worker_check.c */
int worker_choices(int argc, char **argv);  /* choices/worker_choices.c */
int worker_run(int argc, char **argv);      /* worker_run.c */
int worker_export(int argc, char **argv);   /* export/worker_export.c */
int worker_peaks(int argc, char **argv);    /* worker_peaks.c */
int worker_steps(int argc, char **argv);    /* steps/worker_steps.c */

enum { WORKER_USAGE = 2 };

/* worker_options.c: "--name value" options, each a line of a table there, then at most one
 * argument. A text that is not given is NULL, but for part. */
struct worker_options {
    int record_fd, round, count, tokens;
    const char *events, *checkpoint, *predictions, *weights, *scores, *into, *part;
    const char *cell;               /* the argument, or NULL */
    const struct step_probe *probe; /* of a training; set by worker_steps.c, not by an option */
};
/* False after a message to stderr. */
bool worker_options_read(int argc, char **argv, struct worker_options *);
/* A line for each of them. */
void worker_options_help(FILE *);
/* worker_run.c: of the layout of its memory, another in each round. */
uint64_t worker_layout_seed(const struct worker_options *, const struct worker_cell *);
/* The folder of event groups: what was given, else the project's. To be freed. */
char *worker_events_folder(const char *given);

/* worker_lines.c: a command that answers cells of stdin, one a line, with a line of JSON each, as
 * they come; blank lines are skipped, a line that is no cell ends it after a message to stderr.
 * The exit code of the command. name: the cell as it was written. */
typedef json_t *worker_answer(const char *name, struct worker_cell *, void *context);
int worker_answer_cells(int argc, char **argv, worker_answer *, void *context);
/* Writes one line of JSON to a descriptor at once and releases the object. False after a message
 * to stderr. */
bool worker_put(int fd, json_t *object);

#endif
