/* SPDX-License-Identifier: MIT
 * What the worker does with a cell of each kind: a line in one table. */
#ifndef ATTNLAB_WORKER_KINDS_H
#define ATTNLAB_WORKER_KINDS_H

#include "harness/measure/worker.h"

struct worker_kind {
    bool reads_set; /* a data set, else a corpus */
    /* What it would cost, or why it has no meaning; name: the cell. A new reference. */
    json_t *(*predict)(const char *name, const struct worker_cell *);
    /* Measures it and fills the record. */
    void (*run)(const struct worker_options *, const struct worker_cell *, json_t *record);
};
extern const struct worker_kind worker_kinds[]; /* by enum cell_kind */

json_t *layer_predict(const char *name, const struct worker_cell *); /* worker_predict.c, like */
json_t *training_predict(const char *name, const struct worker_cell *);
json_t *step_predict(const char *name, const struct worker_cell *);
json_t *simple_baseline_predict(const char *name, const struct worker_cell *);

/* worker_run.c; those of models stand in quality.h. */
void layer_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
