/* SPDX-License-Identifier: MIT
 * The rows of a run, from plan.json, describe.json, cells.csv, curves.csv, phases.csv and
 * manifest.json. The tables of an unfinished run are read from its journal.
 *
 * A trial is one worker process: a planned cell in one round, with its results. Axis values come
 * from the plan; cell strings are not parsed. Columns are found by name once, when the run is
 * loaded. */
#ifndef ATTNLAB_TRIALS_H
#define ATTNLAB_TRIALS_H

#include "base/csv_read.h"
#include "base/metric_names.h"
#include "base/row_status.h"
#include "base/splits.h"
#include "harness/plan/plan.h"

#include <jansson.h>

enum trial_state {
    TRIAL_OK,         /* the trial has the compared metric or time */
    TRIAL_DIVERGED,   /* the training run ended in NaN or a doubled loss, or learned nothing */
    TRIAL_NOT_NEEDED, /* another value of the tuned axis had already won */
    TRIAL_SKIPPED,    /* data or memory for the trial was missing */
    TRIAL_FAILED,     /* the trial has no result; its status says why */
    /* the trial was timed while the machine was disturbed; it is not used in means and ratios */
    TRIAL_UNSTABLE,
    TRIAL_MISSING /* the trial is planned, but has not run yet */
};

/* The measured columns of cells.csv that the analysis uses; their names are in trial_rows.c. All
 * other columns are read as text with trial_text(). */
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

/* A point of a learning curve. trial_rows.c names the columns of the first line of fields. */
struct point {
    double step, tokens, flop, seconds, train_loss;
    double valid[MOST_METRICS]; /* validation metrics by index in metrics[]; NaN if not measured */
};

/* Scores of records or windows in the judging split, by the judging metric. */
struct trial_records {
    int count; /* number of records; 0 if not recorded */
    uint64_t hash;
    /* contribution of each record to the metric (base/records); owned; NULL if missing */
    double *part;
    char *fault; /* why `part` is missing; owned; NULL if it is not */
};

struct trial {
    const struct plan_cell *cell;
    int round;
    double seed;            /* seed of the cell; -1 if it has none */
    int row;                /* row of cells.csv; -1 if missing */
    enum row_status status; /* status of the row; unknown if it is missing */
    /* number of the host, core type and boot, within which times are compared; -1 if unknown */
    int machine;
    /* number of the data's content, by hash; a text that changed between two training runs has
     * two numbers; -1 if not recorded */
    int data;
    enum trial_state state;
    /* whether the trial is timed by formula (column `path`); false if not recorded */
    bool by_formula;
    char *untrained; /* why a training run that ended learned nothing; NULL if it learned */
    double measured[MEASURED];           /* measured columns; NaN if not measured */
    double metric[SPLITS][MOST_METRICS]; /* metrics of the scored splits; NaN if not measured */
    struct trial_records records;
    const struct point *points; /* points of the learning curve, by step */
    int point_count;
    /* timed: FLOPs declared by the kernels, including recomputation; NaN if not recorded */
    double flops;
};

struct counted {
    const char *name, *how; /* name such as "ngram5"; whether fitted to the tokens seen or to all */
    const char *reason;
    bool floor;          /* whether the simple baseline ignores its input */
    const char **values; /* value of each axis of the run; "" if it has none */
    double metric[SPLITS][MOST_METRICS];
};
#define COUNTED_ON_SEEN "seen"
#define COUNTED_ON_ALL  "all"

struct run_data {
    char *path;
    struct axes axes;
    struct plan plan;
    /* The compared metric of each specification; NULL if it times layers. */
    const struct metric **compared;
    json_t *manifest;     /* parsed manifest.json; NULL if missing */
    char *manifest_fault; /* why the existing manifest could not be read; NULL if it could */
    /* The command that resumes an unfinished run; NULL if finished. */
    char *way_on;
    bool at_work; /* whether a process is currently writing to the run */
    struct table rows, phases;
    struct table beside; /* simple baselines added to a finished run */
    struct counted *counted;
    int counted_count;
    struct trial *trials;
    int trial_count;
    struct point *points;
    int point_count;
    int *phase_trial; /* trial of each row of `phases`; -1 if none */
};

/* Reads a run. Returns false and sets *error (freed by the caller) if a needed file is missing or
 * invalid. Axes of plan.json missing in describe.json and unplanned rows in cells.csv are errors
 * too. A folder without describe.json uses that of its parent. The caller calls run_data_free() in
 * either case. */
bool run_data_read(struct run_data *, const char *path, char **error);
void run_data_free(struct run_data *);
/* Fills the trials from the tables; a step of run_data_read() (trial_rows.c). */
bool bind_rows(struct run_data *, const struct table *curves, char **error);

/* Reads the scores of records and windows. If they are missing, the trial's records.fault says why
 * (contrast.c). */
void bind_records(struct run_data *);

/* Fills `counted` from the run's rows and from RUN/simple_baselines. A training run that does not
 * end below the floor of its data counts as diverged (simple_baseline_rows.c). */
bool bind_simple_baselines(struct run_data *, char **error);
/* Iterates over the simple baselines on a trial's data that were fitted as `how` says, measured or
 * not. `last` is the previous one, NULL at the start. Returns NULL at the end. */
const struct counted *counted_beside(const struct run_data *, const struct trial *, const char *how,
                                     const struct counted *last);

/* Returns a column of cells.csv as text, or "" if the column or row is missing. The caller does not
 * free it. */
const char *trial_text(const struct run_data *, const struct trial *, const char *column);
/* Returns the value of an axis, or "" if it does not apply. The caller does not free it. */
const char *trial_value(const struct run_data *, const struct trial *, int axis);
enum split spec_split(const struct spec *);
/* Returns a text of the manifest, such as member "tier" of object "plan"; "" if missing. The caller
 * does not free it. */
const char *manifest_text(const struct run_data *, const char *object, const char *name);
/* Returns the start time of the first session; "" if missing. The caller does not free it. */
const char *manifest_started(const struct run_data *);

#endif
