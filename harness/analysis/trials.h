/* SPDX-License-Identifier: MIT
 * Reads the rows of a run from plan.json, describe.json, cells.csv, curves.csv, phases.csv and
 * manifest.json. The tables of an unfinished run are made from its journal.
 *
 * A trial is one worker process: a planned cell in one round, with its results. Axis values come
 * from the plan, not from cell strings. Column names are looked up once, when the run is loaded. */
#ifndef ATTNLAB_TRIALS_H
#define ATTNLAB_TRIALS_H

#include "base/csv_read.h"
#include "base/metric_names.h"
#include "base/row_status.h"
#include "base/splits.h"
#include "harness/plan/plan.h"

#include <jansson.h>

enum trial_state {
    TRIAL_OK,         /* the trial has a value of the compared metric or time */
    TRIAL_DIVERGED,   /* the training run ended with NaN or a doubled loss, or learned nothing */
    TRIAL_NOT_NEEDED, /* tuning already chose a different value, so this trial was not run */
    TRIAL_SKIPPED,    /* the trial was skipped, because data or memory was missing */
    TRIAL_FAILED,     /* the trial has no result; the reason is in its status */
    TRIAL_UNSTABLE,   /* the trial was disturbed by other programs and is not used */
    TRIAL_MISSING     /* the trial is planned but has not run yet */
};

/* The columns of cells.csv with measurements that the analysis uses. trial_text() reads all other
 * columns as text. */
enum measured {
    TIME_NS_MEDIAN,
    WORKING_BYTES,
    PEAK_RSS_BYTES,
    PARAMETERS,
    FLOP_PER_TOKEN,
    TOKENS,
    TOKENS_PER_S,
    MEASURED_NS,
    RUN_DELAY_NS, /* RUN_DELAY_NS to SIBLING_TICKS are in the order of disturbances[]
                     (run/outcome.h) */
    STEAL_TICKS,
    SIBLING_TICKS,
    MEASURED
};
enum { MOST_METRICS = 32 };

/* A point of a learning curve. trial_rows.c has the names of the columns from `step` to
 * `train_loss`. */
struct point {
    double step, tokens, flop, seconds, train_loss;
    double valid[MOST_METRICS]; /* validation metrics, in the order of metrics[]; NaN if not
                                   measured */
};

/* Scores of single records or windows in the compared split, measured by the compared metric. */
struct trial_records {
    int count; /* number of records; 0 if not recorded */
    uint64_t hash;
    /* contribution of each record to the metric (base/records), owned; NULL if missing */
    double *part;
    char *fault; /* reason why `part` is missing, owned; NULL if `part` exists */
};

struct trial {
    const struct plan_cell *cell;
    int round;
    double seed;            /* seed of the cell; -1 if the cell has no seed */
    int row;                /* row number in cells.csv; -1 if there is no row */
    enum row_status status; /* status of the row; unknown if there is no row */
    /* ID of the machine (host, core type and boot), -1 if unknown; times with different IDs are not
     * compared */
    int machine;
    /* ID of the content of the data; -1 if not recorded */
    int data;
    enum trial_state state;
    /* true if the trial ran the slow formula instead of a fast kernel (column `path`); false if not
     * recorded */
    bool by_formula;
    /* timed layers: upper bound of the share of the time that other programs took */
    double lost_share;
    char *untrained; /* reason why the model learned nothing, although its training run ended; NULL
                        if the model learned */
    double measured[MEASURED];           /* values of the measured columns; NaN if not measured */
    double metric[SPLITS][MOST_METRICS]; /* metrics of the scored splits; NaN if not measured */
    struct trial_records records;
    const struct point *points; /* points of the learning curve, sorted by step */
    int point_count;
    /* timed layers: FLOPs declared by the kernels, including recomputation; NaN if not recorded */
    double flops;
};

struct counted {
    const char *name, *how; /* name: short name, such as "ngram5". how: fitted to the tokens seen in
                               training, or to all tokens. */
    const char *reason;
    bool floor;          /* true if the simple baseline ignores its input */
    const char **values; /* one value per axis of the run; "" if the axis does not apply */
    double metric[SPLITS][MOST_METRICS];
};
#define COUNTED_ON_SEEN "seen"
#define COUNTED_ON_ALL  "all"

struct run_data {
    char *path;
    struct axes axes;
    struct plan plan;
    /* compared metric of each specification; NULL if a specification times layers */
    const struct metric **compared;
    json_t *manifest;     /* content of manifest.json; NULL if the file is missing */
    char *manifest_fault; /* reason why manifest.json could not be read, otherwise NULL */
    /* command that resumes an unfinished run; NULL if the run is finished */
    char *resume;
    bool at_work; /* true if a process is writing to the run now */
    struct table rows, phases;
    struct table added_baselines; /* table of simple baselines that were added after the run */
    struct counted *counted;
    int counted_count;
    struct trial *trials;
    int trial_count;
    struct point *points;
    int point_count;
    int *phase_trial; /* for each row of `phases`, the index of its trial; -1 if there is none */
};

/* Reads a run. If a needed file is missing or invalid, returns false and sets *error, which the
 * caller frees. Unknown axes in plan.json and unplanned rows in cells.csv are also errors. A folder
 * without describe.json uses the file of its parent folder. Call run_data_free() in either case. */
bool run_data_read(struct run_data *, const char *path, char **error);
void run_data_free(struct run_data *);
/* Fills the trials from the tables (trial_rows.c). Called by run_data_read(). */
bool bind_rows(struct run_data *, const struct table *curves, char **error);

/* Reads the scores of single records and windows. If scores are missing, sets records.fault of the
 * trial to the reason (contrast.c). */
void bind_records(struct run_data *);

/* Fills `counted` from the run's rows and from RUN/simple_baselines (simple_baseline_rows.c). A
 * training run counts as diverged unless it beats the simple baselines that ignore the input. */
bool bind_simple_baselines(struct run_data *, char **error);
/* Returns the next simple baseline for the data of a trial, fitted to the tokens named by `how`.
 * Includes baselines that were not measured. `last` is the previous result, or NULL at the start.
 * Returns NULL at the end. */
const struct counted *next_simple_baseline(const struct run_data *, const struct trial *,
                                           const char *how, const struct counted *last);

/* Returns the text in a column of cells.csv, or "" if the column or row is missing. The caller does
 * not free the text. */
const char *trial_text(const struct run_data *, const struct trial *, const char *column);
/* Returns the trial's value of an axis, or "" if the axis does not apply. The caller does not free
 * the text. */
const char *trial_value(const struct run_data *, const struct trial *, int axis);
enum split spec_split(const struct spec *);
/* Returns a text of the manifest, such as member "tier" of object "plan". Returns "" if missing.
 * The caller does not free the text. */
const char *manifest_text(const struct run_data *, const char *object, const char *name);
/* Returns the start time of the run's first session, or "" if missing. The caller does not free the
 * text. */
const char *manifest_started(const struct run_data *);

#endif
