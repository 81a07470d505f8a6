/* SPDX-License-Identifier: MIT
 * The rows of a run: plan.json and describe.json, cells.csv, curves.csv and phases.csv,
 * manifest.json. Tables of an unfinished run come from its journal.
 *
 * A trial is one worker process: a planned cell in one round, with its results. Its axis values are
 * those of the plan; no cell string is parsed, and each column is found by name once, at load. */
#ifndef ATTNLAB_TRIALS_H
#define ATTNLAB_TRIALS_H

#include "base/csv_read.h"
#include "base/metric_names.h"
#include "base/row_status.h"
#include "base/splits.h"
#include "harness/plan/plan.h"

#include <jansson.h>

enum trial_state {
    TRIAL_OK,         /* with the compared metric or time */
    TRIAL_DIVERGED,   /* a training that ended in NaN or a doubled loss, or learned nothing */
    TRIAL_NOT_NEEDED, /* another value of the tuned axis had won */
    TRIAL_SKIPPED,    /* data or memory was missing */
    TRIAL_FAILED,     /* without a result; the status says why */
    TRIAL_UNSTABLE,   /* timed while the machine was disturbed: in no mean or ratio */
    TRIAL_MISSING     /* planned, but not in the tables: not run yet */
};

/* The measured columns of cells.csv that the analysis computes with; names in trial_rows.c. All
 * others are texts for pages, see trial_text(). */
enum measured {
    TIME_NS_MEDIAN,
    WORKING_BYTES,
    PEAK_RSS_BYTES,
    PARAMETERS,
    FLOP_PER_TOKEN,
    TOKENS,
    TOKENS_PER_S,
    GRADIENT_NORM_MAX,
    MEASURED
};
enum { MOST_METRICS = 32 };

/* A point of a learning curve; trial_rows.c names the columns of the first line. */
struct point {
    double step, tokens, flop, seconds, train_loss;
    double valid[MOST_METRICS]; /* by place in metrics[]; NaN: not measured */
};

/* Scores of records or windows, in the split and of the metric that judge. */
struct trial_records {
    int count;     /* 0: not recorded */
    uint64_t hash; /* of the records and their order */
    double *part;  /* (count) contribution of each to the metric (base/records); owned; NULL */
    char *fault;   /* why parts are missing; owned; NULL */
};

struct trial {
    const struct plan_cell *cell;
    int round;
    double seed;            /* -1: the cell has none */
    int row;                /* of cells.csv; -1: missing */
    enum row_status status; /* of the row; unknown: missing */
    int machine; /* number of host, type of core and boot, within which times are compared; -1 */
    int data;    /* number of the content of its data, by hash: a text that changed between two
                  * trainings counts as two; -1: not recorded */
    enum trial_state state;
    bool by_formula;           /* timed by formula (column path); not recorded: false */
    char *untrained;           /* why a training that ended learned nothing; NULL: it learned */
    double measured[MEASURED]; /* NaN: not measured */
    double metric[SPLITS][MOST_METRICS]; /* likewise; scored splits */
    struct trial_records records;
    const struct point *points; /* point_count, by step */
    int point_count;
    double flops; /* timed: declared by the kernels, recomputation included; NaN: not recorded */
};

/* A simple baseline. */
struct counted {
    const char *name, *how; /* ngram5; fitted to tokens seen, all */
    const char *reason;
    bool floor;                          /* it ignores its input */
    const char **values;                 /* of each axis of the run; "": it has none there */
    double metric[SPLITS][MOST_METRICS]; /* as of trials */
};
#define COUNTED_ON_SEEN "seen"
#define COUNTED_ON_ALL  "all"

struct run_data {
    char *path; /* folder of the run */
    struct axes axes;
    struct plan plan;
    /* (specifications) the metric of comparisons; NULL: it times layers. */
    const struct metric **compared;
    json_t *manifest;     /* NULL: there is none */
    char *manifest_fault; /* why one that is there could not be read; NULL */
    /* The command that resumes an unfinished run; NULL: finished. */
    char *way_on;
    bool at_work; /* a process is writing to it now */
    struct table rows, phases;
    struct table beside; /* simple baselines added to a finished run */
    struct counted *counted;
    int counted_count;
    struct trial *trials; /* in the order of plan.rows, one each */
    int trial_count;
    struct point *points;
    int point_count;
    int *phase_trial; /* of each row of `phases`: index in trials; -1: of none */
};

/* False with *error (the caller frees it): a needed file is missing or not of a run, plan.json has
 * other axes than describe.json, or cells.csv has an unplanned row. A folder without
 * describe.json takes that of the folder above. run_data_free() in either case. */
bool run_data_read(struct run_data *, const char *path, char **error);
void run_data_free(struct run_data *);
/* The step of it that fills the trials from tables (trial_rows.c). */
bool bind_rows(struct run_data *, const struct table *curves, char **error);

/* Reads the scores of records and windows; missing ones are faults of the trial (contrast.c). */
void bind_records(struct run_data *);

/* Fills `counted` from the run's rows and from RUN/simple_baselines; trainings that did not end
 * below the floor of their data count as diverged (simple_baseline_rows.c). */
bool bind_simple_baselines(struct run_data *, char **error);
/* The next simple baseline on a trial's data, fitted in this way, after `last` (NULL: the first),
 * measured or not; NULL: no more. */
const struct counted *counted_beside(const struct run_data *, const struct trial *, const char *how,
                                     const struct counted *last);

/* Any column of cells.csv as text, "" if the column or the row is missing. Borrowed. */
const char *trial_text(const struct run_data *, const struct trial *, const char *column);
/* The value of an axis, "" when it does not apply. Borrowed. */
const char *trial_value(const struct run_data *, const struct trial *, int axis);
enum split spec_split(const struct spec *); /* the judging split */
/* "plan", "tier" of the manifest; "" if missing or no text. Borrowed. */
const char *manifest_text(const struct run_data *, const char *object, const char *name);
/* Start of the first session; "" if missing. Borrowed. */
const char *manifest_started(const struct run_data *);

#endif
