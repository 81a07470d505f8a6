/* SPDX-License-Identifier: MIT
 * A folder of runs: a question each, made at several sittings, told as one.
 *
 * No number is formed across runs: each run is read and analysed as for its own report, and the
 * lines are put under each other. */
#ifndef ATTNLAB_FOLDER_REPORT_H
#define ATTNLAB_FOLDER_REPORT_H

#include "harness/render/report.h"

struct folder {
    const char *directory;
    char **names;        /* of the folders of runs, "overhead-seqlen", in order */
    struct report *runs; /* likewise */
    int count;
    bool is_run; /* the directory is a run itself, or none: count is 0 and it is runs[0] */
};

/* Reads a run, or all runs of a folder that is none itself (has no cells.csv) but holds some. False
 * with *error (to be freed): the first that cannot be read. run_folder_free() anyway. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* The table of verdicts, a row for each question. links: what stands before the names of the runs
 * in its links, "" or "results/reference/". */
void folder_verdicts(struct document *, const struct folder *, const char *links);
void folder_page(struct document *, const struct folder *, const struct figures *);

#endif
