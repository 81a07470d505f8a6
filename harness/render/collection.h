/* SPDX-License-Identifier: MIT
 * A folder of runs: a question each, made at several sittings, told as one.
 *
 * No number is formed across runs: each run is read and summarised as in its own report, and the
 * lines are put under each other. */
#ifndef ATTNLAB_COLLECTION_H
#define ATTNLAB_COLLECTION_H

#include "harness/render/report.h"

struct collection {
    const char *directory;
    struct report *runs; /* by name of the folder */
    char **names;        /* "overhead-seqlen", below directory */
    char **paths;        /* directory/name */
    int count;
};

/* Whether a folder is no run itself (no cells.csv) but holds some. */
bool collection_is(const char *directory);
/* Of a folder that is no run but holds some: that, and their names. Else NULL. To be freed. */
char *collection_instead(const char *directory);
/* Reads all runs. False with *error: the first that cannot be read. collection_free() anyway. */
bool collection_read(struct collection *, const char *directory, double level, double margin,
                     char **error);
void collection_free(struct collection *);

/* The table of verdicts, a row for each question (collection_verdicts.c). links: what stands before
 * the names of the runs in its links, "" or "results/reference/". */
void collection_verdicts(struct document *, const struct collection *, const char *links);
/* pareto.csv: a line for each arm in a condition, its gain in percent of the baseline and its time
 * (collection_points.c). False with errno set. *count: how many lines. */
bool collection_points(const struct collection *, const char *path, int *count);

/* Writes report.md, report.html, verdicts.md, pareto.csv and its figure; 0, or 1 after a message.
 */
int collection_report(const struct collection *);

#endif
