/* SPDX-License-Identifier: MIT
 * The rows of a run, read once: what was planned (plan.json, describe.json), what was measured
 * (cells.csv, curves.csv, phases.csv) and where (manifest.json). Of a run that is going on, or was
 * cut off, what those tables would be now, from its journal.
 *
 * A trial is one worker process: a planned cell in one round, with what was measured of it. Its
 * values are those of the plan; no cell string is parsed, and each column of a table is found by
 * name once, at load. */
#ifndef ATTNLAB_TRIALS_H
#define ATTNLAB_TRIALS_H

#include "base/csv_read.h"
#include "base/metric_names.h"
#include "base/row_status.h"
#include "base/splits.h"
#include "harness/plan/plan.h"

#include <jansson.h>

enum trial_state {
    TRIAL_OK,         /* and what is compared was measured */
    TRIAL_DIVERGED,   /* a training that ended in NaN or a doubled loss, or learned nothing */
    TRIAL_NOT_NEEDED, /* another value of the tuned axis had won */
    TRIAL_SKIPPED,    /* could not be run here: its data or memory was missing */
    TRIAL_FAILED,     /* no worker could say what it should: the status tells why */
    TRIAL_UNSTABLE,   /* timed in a noisy time: in no mean and no ratio (run/disturbance.h) */
    TRIAL_MISSING     /* planned, and not in the tables: not run yet */
};

/* The measured columns of cells.csv that the analysis computes with; their names are in trials.c.
 * All others are texts for pages, see trial_text(). */
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

/* A point of a learning curve; its first line in the order in which trial_rows.c names the columns.
 */
struct point {
    double step, tokens, flop, seconds, train_loss;
    double valid[MOST_METRICS]; /* by place in metrics[]; NaN: not measured */
};

/* Of single records, in the split and of the metric that judge. */
struct trial_records {
    int count;     /* that were scored; 0: not recorded */
    uint64_t hash; /* of them and their order */
    double *part;  /* (count) that each has in the metric (base/records); owned. NULL: not known */
    char *fault;   /* why not, where the metric is one over records; owned */
};

struct trial {
    const struct plan_cell *cell;
    int round;
    double seed; /* as a number, since it is compared millions of times; -1: the cell has none */
    int row;     /* of cells.csv; -1: missing */
    enum row_status status; /* as it stands in the row; unknown: missing */
    int machine; /* a number for its host, type of core and start of the system, as times may be
                    compared within; -1: it is missing */
    int data;    /* which content of the data that its cell names it read, in the order of rows: a
                  * text that was changed between two trainings is two; -1: not recorded */
    enum trial_state state;
    bool by_formula; /* its times are those of a formula (column path); not recorded: false */
    char *untrained; /* by which it learned nothing, though it ended; NULL: it did learn, or has not
                      * ended */
    double measured[MEASURED];           /* NaN: not measured */
    double metric[SPLITS][MOST_METRICS]; /* likewise; of those that are scored */
    struct trial_records records;
    const struct point *points; /* point_count, by step */
    int point_count;
    double flops; /* timed: declared by the kernels, recomputation included; NaN: not recorded */
};

/* What counting tells of the data that trainings see. */
struct counted {
    const char *name, *how; /* ngram5; seen, all */
    const char *reason;
    bool floor;                          /* it knows nothing of its input */
    const char **values;                 /* of each axis of the run; "": it has none there */
    double metric[SPLITS][MOST_METRICS]; /* as of trials */
};
#define COUNTED_ON_SEEN "seen"
#define COUNTED_ON_ALL  "all"

struct run_data {
    char *path; /* folder of the run */
    struct axes axes;
    struct plan plan;
    /* Of each specification: what its trainings are compared by; NULL: it times layers. */
    const struct metric **compared;
    json_t *manifest;     /* NULL: there is none */
    char *manifest_fault; /* why one that is there could not be read; NULL */
    /* The command that goes on with a run that has not ended; NULL: it has, as far as its folder
     * tells. */
    char *way_on;
    bool at_work; /* then: a process is writing to it now */
    struct table rows, phases;
    struct table beside; /* simple baselines that were measured when the run had ended */
    struct counted *counted;
    int counted_count;
    struct trial *trials; /* in the order of plan.rows, one each */
    int trial_count;
    struct point *points;
    int point_count;
    int *phase_trial; /* of each row of `phases`: index in trials; -1: of none */
};

/* False with *error (to be freed): a needed file is missing or not of a run, plan.json has other
 * axes than describe.json, or cells.csv has a row that is not planned. A folder without
 * describe.json takes that of the folder above. run_data_free() in either case. */
bool run_data_read(struct run_data *, const char *path, char **error);
void run_data_free(struct run_data *);
/* The step of it that fills the trials from tables (trial_rows.c). */
bool bind_rows(struct run_data *, const struct table *curves, char **error);

/* Fills what was kept of single records; what is missing is a fault of its trial (record_parts.c).
 */
void bind_records(struct run_data *);

/* Fills what was counted, from the run's own rows and from those beside it; trainings that did not
 * end below the floor of their data count as diverged (simple_baseline_rows.c). */
bool bind_simple_baselines(struct run_data *, char **error);
/* The next of what was counted in this way of the data that a trial sees, after `last` (NULL: from
 * the first), measured or not; NULL: no more. */
const struct counted *counted_beside(const struct run_data *, const struct trial *, const char *how,
                                     const struct counted *last);

/* Any column of cells.csv as text, "" when the column or the row is not there; for pages and for
 * what must be equal within a condition, not for computing. Borrowed. */
const char *trial_text(const struct run_data *, const struct trial *, const char *column);
/* The value of an axis, "" when it does not apply. Borrowed. */
const char *trial_value(const struct run_data *, const struct trial *, int axis);
enum split spec_split(const struct spec *); /* that judges */
/* "plan", "tier" of the manifest; "" when it is not there or no text. Borrowed. */
const char *manifest_text(const struct run_data *, const char *object, const char *name);
/* When its first session began; "" when that is not there. Borrowed. */
const char *manifest_started(const struct run_data *);

#endif
