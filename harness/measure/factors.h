/* SPDX-License-Identifier: MIT
 * The axes of a cell: one table that describes, reads and stores them. Nothing else in the worker
 * knows an axis by name. Axes of slots and their parameters come from the slot tables of kernels/,
 * axes of models from models/model_axes.c. */
#ifndef ATTNLAB_FACTORS_H
#define ATTNLAB_FACTORS_H

#include "models/model_axes.h"

extern const char *const factor_type_names[]; /* "int", "real", "choice", "text" */

/* What is timed; `backward` excludes the forward pass before it. */
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
enum counters_kind { COUNTERS_ALL, COUNTERS_NONE, COUNTERS_KINDS };

/* Time of a layer, training of a small model, simple baseline on the same data, time of a training
 * step. */
enum cell_kind { CELL_OVERHEAD, CELL_QUALITY, CELL_SIMPLE_BASELINE, CELL_STEP, CELL_KINDS };
/* Bits 1 << kind. */
enum { CELLS_OF_MODELS = 1 << CELL_QUALITY | 1 << CELL_STEP };

/* A cell as read (worker_cell_read). Texts (char *) are owned. */
struct worker_cell {
    int kind;
    struct layer layer;            /* of a model: the variant, without a shape */
    const struct kernels *kernels; /* of the axis isa */
    int threads, thp, isa, phase, input, counters, seed, samples, replica;
    double min_sample_ms, delay_percent;
    char *corpus;
    /* Cells of models; quality_settle() completes them. */
    union {
        struct model_cell of_model;
        struct {
            MODEL_CELL_MEMBERS
        };
    };
};

/* Bits of when_choices: later choices can have no parameters. */
enum { FACTOR_CASES = 32 };

/* The table, in the order of cell strings; built at the first call. Entries with different
 * conditions may share a name. */
const struct factor *factors(int *count);

/* ---- values in a cell ---- */

/* Stores a number, or a choice by its index. */
void factor_set(const struct factor *, struct worker_cell *, double value);
/* Where the cell keeps a text; the cell owns it. */
char **factor_text(const struct factor *, struct worker_cell *);
/* The stored number or index; not for texts and names. */
double factor_number(const struct factor *, const struct worker_cell *);
/* Whether it applies with that choice (an index) of its `when`. */
bool factor_goes_with(const struct factor *, int choice);
/* Whether its condition holds in this cell. */
bool factor_applies(const struct factor *, const struct worker_cell *);

#endif
