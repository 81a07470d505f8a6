/* SPDX-License-Identifier: MIT
 * The factors of a cell: one table that describes them, reads them and stores them.
 *
 * Each entry names an axis, its type, range and default, and the place in `struct worker_cell`
 * where its value goes; nothing else in the worker knows an axis by name. The slots' axes and
 * their choices' parameters come from the slot tables of kernels/. */
#ifndef ATTNLAB_FACTORS_H
#define ATTNLAB_FACTORS_H

#include "models/trainer.h"

enum factor_type { FACTOR_INT, FACTOR_REAL, FACTOR_CHOICE, FACTOR_TEXT };
extern const char *const factor_type_names[]; /* "int", "real", "choice", "text" */
/* The C type of the place; factor_table.h takes it from the field. */
enum store { STORE_INT, STORE_BOOL, STORE_INT64, STORE_DOUBLE, STORE_TEXT, STORE_NAME };

/* What a pass is: `backward` leaves the forward pass it needs outside. */
enum phase_kind { PHASE_FORWARD, PHASE_BACKWARD, PHASE_BOTH, PHASE_KINDS };
enum input_kind {
    INPUT_TEXT,
    INPUT_NORMAL,
    INPUT_LARGE,
    INPUT_TINY,
    INPUT_ZERO_ROWS,
    INPUT_HUGE,
    INPUT_VANISHING,
    INPUT_EQUAL,
    INPUT_KINDS
};
/* What a simple baseline is fitted to: what a training of that many steps sees, or all of the part.
 */
enum counted_kind { COUNTED_SEEN, COUNTED_ALL, COUNTED_KINDS };
enum counters_kind { COUNTERS_ALL, COUNTERS_NONE, COUNTERS_KINDS };

/* What a cell is: the time of one layer, what a small model learns, what counting tells of the same
 * data, or the time of a step of such a model's training. */
enum cell_kind { CELL_OVERHEAD, CELL_QUALITY, CELL_SIMPLE_BASELINE, CELL_STEP, CELL_KINDS };
/* Bits 1 << kind: cells that are of a model, and say all that a training says. */
enum { CELLS_OF_MODELS = 1 << CELL_QUALITY | 1 << CELL_STEP };

/* A cell as read. Axes are written straight into what they are options of; the texts (char *) are
 * owned, see worker_cell.h. */
struct worker_cell {
    int kind;
    struct layer layer;            /* of a quality cell what the variant chooses, without a shape */
    const struct kernels *kernels; /* that isa names */
    int threads, thp, isa, phase, input, counters, seed, samples, replica;
    double min_sample_ms, delay_percent;
    char *corpus;
    /* Cells of models; what follows from several axes at once is filled in by quality_settle(). */
    int task_kind; /* of task_kinds */
    struct model_config model;
    struct task_options task;
    struct train_options training;
    struct data_options source;
    char *data, *variant_layers, *swap_slots;
    int simple_baseline, counted; /* of simple_baselines[], enum counted_kind */
};

struct factor {
    const char *name;
    const char *def; /* default, for the driver; int, real: a formula over other factors */
    const char *doc;
    enum factor_type type;
    enum store store;
    size_t offset;              /* of the value in struct worker_cell */
    double min, max;            /* int, real */
    const char *const *choices; /* NULL-ended; a choice is stored as its index, ... */
    const int *values;          /* ... as what stands here in its place, or as its name */
    const char *const *said;    /* as of struct param; NULL: the value itself */
    const char *role;           /* "variant", "shape", "placement", "measure" */
    bool quiet;                 /* in a cell string only when it differs from its default */
    const struct slot *slot;    /* the factor is this slot's choice; else NULL */
    bool data;                  /* of quality cells: says what a simple baseline counts, too */
    const struct factor *when;  /* applies only when this factor applies and ... */
    unsigned when_choices;      /* ... has a choice of these (bits); when NULL: always */
};

/* Choices that when_choices has bits for: those behind them can have no parameters. */
enum { FACTOR_CASES = 32 };

/* A piece of the table: factors of cells of every kind, or of one. */
struct factor_section {
    const struct factor *list;
    int count;
    unsigned kinds; /* bits of enum cell_kind */
};
/* factors_quality.c: model and shape; training and data; simple baselines. */
extern const struct factor_section quality_shape, quality_training, simple_baseline_choice;

/* The table, in the order of cell strings; made at the first call, constant after. Several
 * entries may share a name under different conditions. */
const struct factor *factors(int *count);

/* ---- its value in a cell (factor_values.c) ---- */

/* Stores a number, or a choice by its index. */
void factor_set(const struct factor *, struct worker_cell *, double value);
/* Where the cell keeps a text; the cell owns it. */
char **factor_text(const struct factor *, struct worker_cell *);
/* What factor_set stored; not of texts and names. */
double factor_number(const struct factor *, const struct worker_cell *);
/* Whether it is for that choice of its `when`, a place in the list of choices. */
bool factor_goes_with(const struct factor *, int choice);
/* Whether its condition holds in this cell. */
bool factor_applies(const struct factor *, const struct worker_cell *);

#endif
