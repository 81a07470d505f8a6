/* SPDX-License-Identifier: MIT
 * The axes of a cell, in one table that describes, parses and stores them. No other part of the
 * worker knows an axis by name. Axes of slots and their parameters come from the slot tables of
 * kernels/, axes of models from models/model_axes.c. */
#ifndef ATTNLAB_FACTORS_H
#define ATTNLAB_FACTORS_H

#include "models/model_axes.h"

extern const char *const factor_type_names[]; /* "int", "real", "choice", "text" */

/* The timed pass; `backward` excludes the forward pass before it. */
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

/* What a cell measures: the time of a layer, a training run of a small model, a simple baseline on
 * the same data, or the time of a training step. */
enum cell_kind { CELL_OVERHEAD, CELL_QUALITY, CELL_SIMPLE_BASELINE, CELL_STEP, CELL_KINDS };
/* Bit mask of cell kinds; each kind is the bit 1 << kind. */
enum { CELLS_OF_MODELS = 1 << CELL_QUALITY | 1 << CELL_STEP };

/* A cell as parsed by worker_cell_read. The cell owns its texts (char *). */
struct worker_cell {
    int kind;
    struct layer layer;            /* for cells of models: the variant, without a shape */
    const struct kernels *kernels; /* the build selected by the axis isa */
    int threads, thp, isa, phase, input, counters, seed, samples, replica;
    double min_sample_ms, delay_percent;
    char *corpus;
    /* Settings of models; quality_settle() completes them. */
    union {
        struct model_cell of_model;
        struct {
            MODEL_CELL_MEMBERS
        };
    };
};

/* Number of bits in when_choices; choices with a larger index cannot have parameters. */
enum { FACTOR_CASES = 32 };

/* Returns the table in the order of cell strings, built at the first call. Entries with different
 * conditions may have the same name. */
const struct factor *factors(int *count);

/* ---- values in a cell ---- */

/* Stores a number, or the index of a choice. */
void factor_set(const struct factor *, struct worker_cell *, double value);
/* Returns the field of a text; the cell owns the text. */
char **factor_text(const struct factor *, struct worker_cell *);
/* Returns the stored number or choice index; not for texts and names. */
double factor_number(const struct factor *, const struct worker_cell *);
/* Whether the factor applies if f->when has this choice (an index). */
bool factor_goes_with(const struct factor *, int choice);
/* Whether the factor's condition is met in this cell. */
bool factor_applies(const struct factor *, const struct worker_cell *);

#endif
