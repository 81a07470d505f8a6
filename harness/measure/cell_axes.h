/* SPDX-License-Identifier: MIT
 * Declares the axes of a cell. One table describes all axes; the rest of the worker does not use
 * their names. Axes of slots and their parameters come from the slot tables in kernels/, axes of
 * models from models/model_axes.c. */
#ifndef ATTNLAB_CELL_AXES_H
#define ATTNLAB_CELL_AXES_H

#include "models/model_axes.h"

/* names of the types of an axis: "int", "real", "choice", "text" */
extern const char *const factor_type_names[];

/* Selects which passes are timed. `backward` excludes the forward pass that precedes it. */
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

/* What a cell measures: the time of a layer, the quality of a small trained model, a simple
 * baseline on the same data, or the time of a training step. */
enum cell_kind { CELL_OVERHEAD, CELL_QUALITY, CELL_SIMPLE_BASELINE, CELL_STEP, CELL_KINDS };
/* Kinds of cells with models, as bit flags. The bit of a kind is 1 << kind. */
enum { CELLS_OF_MODELS = 1 << CELL_QUALITY | 1 << CELL_STEP };

/* A cell as parsed by worker_cell_read(). The cell owns its strings (char *). */
struct worker_cell {
    int kind;
    struct layer layer;            /* the layer; in cells of models, the variant, without a shape */
    const struct kernels *kernels; /* the vector build selected by the axis isa */
    int threads, thp, isa, phase, input, counters, seed, samples, replica;
    double min_sample_ms, delay_percent;
    char *corpus;
    /* Settings of models, completed by quality_settle(). */
    union {
        struct model_cell of_model;
        struct {
            MODEL_CELL_MEMBERS
        };
    };
};

/* number of bits in when_choices; choices with a larger index cannot have parameters */
enum { FACTOR_CASES = 32 };

/* Returns the table of all axes, in the order of cell strings. The first call builds the table.
 * Several entries may have the same name if their conditions (`when`) differ. */
const struct factor *factors(int *count);

/* ---- values in a cell ---- */

/* Stores a number or the index of a choice in the cell. */
void factor_set(const struct factor *, struct worker_cell *, double value);
/* Returns the cell's field for a string value. The cell owns the string. */
char **factor_text(const struct factor *, struct worker_cell *);
/* Returns the cell's number, or the index of its choice. Must not be called for strings and names.
 */
double factor_number(const struct factor *, const struct worker_cell *);
/* Returns true if the axis applies when f->when has the choice with index `choice`. */
bool factor_goes_with(const struct factor *, int choice);
/* Returns true if the axis applies to this cell. */
bool factor_applies(const struct factor *, const struct worker_cell *);

#endif
