/* SPDX-License-Identifier: MIT
 * Reads the rows of a run from plan.json, describe.json, cells.csv, curves.csv, phases.csv and
 * manifest.json. The tables of an unfinished run are made from its journal.
 *
 * A trial is one worker process: a planned cell in one round, with its results. Axis values come
 * from the plan; cell strings are not parsed. Columns are looked up by name once, when the run is
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
    TRIAL_DIVERGED,   /* the training run ended with NaN or a doubled loss, or learned nothing */
    TRIAL_NOT_NEEDED, /* another value of the tuned axis was already best */
    TRIAL_SKIPPED,    /* data or memory for the trial was missing */
    TRIAL_FAILED,     /* the trial has no result; its status gives the reason */
    /* the machine was disturbed during the trial; means and ratios omit the trial */
    TRIAL_UNSTABLE,
    TRIAL_MISSING /* the trial is planned, but has not run yet */
};

/* The measured columns of cells.csv that the analysis uses; trial_rows.c has their names. All other
 * columns are read as text with trial_text(). */
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

/* A point of a learning curve. trial_rows.c has the column names of the members `step` to
 * `train_loss`. */
struct point {
    double step, tokens, flop, seconds, train_loss;
    double valid[MOST_METRICS]; /* validation metrics, in the order of metrics[]; NaN if not
                                   measured */
};

/* Scores of single records or windows in the compared split, by the compared metric. */
struct trial_records {
    int count; /* number of records; 0 if not recorded */
    uint64_t hash;
    /* contribution of each record to the metric (base/records), owned; NULL if missing */
    double *part;
    char *fault; /* reason why `part` is missing, owned; NULL if `part` is present */
};

struct trial {
    const struct plan_cell *cell;
    int round;
    double seed;            /* seed of the cell; -1 if the cell has no seed */
    int row;                /* row number in cells.csv; -1 if the row is missing */
    enum row_status status; /* status of the row; unknown if the row is missing */
    /* number of the machine (host, core type and boot); only times of one machine are compared; -1
     * if unknown */
    int machine;
    /* number of the data's content hash, which changes if a text changes between two training runs;
     * -1 if not recorded */
    int data;
    enum trial_state state;
    /* true if the trial is timed by formula (column `path`); false if not recorded */
    bool by_formula;
    char *untrained; /* reason why a training run that ended learned nothing; NULL if it learned */
    double measured[MEASURED];           /* values of the measured columns; NaN if not measured */
    double metric[SPLITS][MOST_METRICS]; /* metrics of the scored splits; NaN if not measured */
    struct trial_records records;
    const struct point *points; /* points of the learning curve, sorted by step */
    int point_count;
    /* for timed layers, FLOPs declared by the kernels, including recomputation; NaN if not recorded
     */
    double flops;
};

struct counted {
    const char *name, *how; /* name such as "ngram5"; `how` tells whether it is fitted to the tokens
                               seen in training or to all tokens */
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
    /* compared metric of each specification; NULL if the specification times layers */
    const struct metric **compared;
    json_t *manifest;     /* content of manifest.json; NULL if the file is missing */
    char *manifest_fault; /* reason why manifest.json could not be read; NULL if it was read or does
                             not exist */
    /* command that resumes an unfinished run; NULL if the run is finished */
    char *way_on;
    bool at_work; /* true if a process is writing to the run now */
    struct table rows, phases;
    struct table beside; /* table of simple baselines that were added to a finished run */
    struct counted *counted;
    int counted_count;
    struct trial *trials;
    int trial_count;
    struct point *points;
    int point_count;
    int *phase_trial; /* trial of each row of `phases`; -1 if the row has no trial */
};

/* Reads a run. Returns false and sets *error, which the caller frees, if a needed file is missing
 * or invalid. Axes of plan.json that describe.json lacks, and unplanned rows in cells.csv, are
 * errors too. If the folder has no describe.json, that of its parent folder is used. Call
 * run_data_free() in either case. */
bool run_data_read(struct run_data *, const char *path, char **error);
void run_data_free(struct run_data *);
/* Fills the trials from the tables (trial_rows.c). Called by run_data_read(). */
bool bind_rows(struct run_data *, const struct table *curves, char **error);

/* Reads the scores of single records and windows. If they are missing, records.fault of the trial
 * has the reason (contrast.c). */
void bind_records(struct run_data *);

/* Fills `counted` from the run's rows and from RUN/simple_baselines (simple_baseline_rows.c). A
 * training run counts as diverged if it does not beat the simple baselines of its data that ignore
 * the input. */
bool bind_simple_baselines(struct run_data *, char **error);
/* Iterates over the simple baselines with a trial's data that were fitted to the data named by
 * `how`, measured or not. `last` is the previous one, NULL at the start. Returns NULL at the end.
 */
const struct counted *counted_beside(const struct run_data *, const struct trial *, const char *how,
                                     const struct counted *last);

/* Returns a column of cells.csv as text, or "" if the column or row is missing. The caller does not
 * free the text. */
const char *trial_text(const struct run_data *, const struct trial *, const char *column);
/* Returns the value of an axis, or "" if the axis does not apply. The caller does not free the
 * text. */
const char *trial_value(const struct run_data *, const struct trial *, int axis);
enum split spec_split(const struct spec *);
/* Returns a text of the manifest, such as member "tier" of object "plan", or "" if it is missing.
 * The caller does not free the text. */
const char *manifest_text(const struct run_data *, const char *object, const char *name);
/* Returns the start time of the first session, or "" if it is missing. The caller does not free the
 * text. */
const char *manifest_started(const struct run_data *);

#endif
