/* SPDX-License-Identifier: MIT
 * Cells of models. A quality cell is one training run of a small model on one task. A step cell
 * times some steps of such a run. A simple baseline is fitted to the same data. */
#ifndef ATTNLAB_QUALITY_H
#define ATTNLAB_QUALITY_H

#include "base/row_status.h"
#include "base/training_identity.h"
#include "harness/measure/worker.h"

/* Sets options that depend on several axes (quality_cell.c). The data determine further sizes of
 * the model later (task_kind.shape). Returns false with *error if variant_layers, swap_slots or
 * score_lengths is invalid; the caller frees *error. */
bool quality_settle(struct worker_cell *, char **error);

/* Declared work and memory of the whole training run (quality_work.c). Uses the sizes of the data,
 * or typical sizes if the data cannot be opened. */
struct quality_prediction {
    char *refuse; /* why the cell is not supported, or NULL; the caller frees the text */
    double flop;
    double evaluate_flop, decode_flop;
    double read_work; /* cost of tokenising text; unit: one character for the byte tokenizer */
    double memory_bytes;
    double parameters;
};
struct quality_prediction quality_predict(const struct worker_cell *);

/* ---- data (cell_data.c) ---- */

/* Opens the data set of a cell from the folder of data sets (base/paths.h); see dataset_open(). */
bool cell_data_open(const struct worker_cell *, struct dataset *, char **error);
/* Returns a name; cells with the same name open the same records or fail with the same error. The
 * caller frees the name. */
char *cell_data_name(const struct worker_cell *);

/* Sizes of a data set; all are 0 for a corpus, and for data that cannot be opened. */
struct data_facts {
    char *fault; /* why the data cannot be opened, or NULL */
    int records[SPLITS];
    double characters[SPLITS][2]; /* per split: all texts, and the second texts of records */
    double words_per_character;   /* words and marks per character of the training split */
    int length;                   /* POSITIONS: mean length of a training record */
    double target_share;          /* POSITIONS: share of tokens with a target */
    int width, height, channels;
    int classes, vocabulary;
};
/* Returns facts about the data, owned by this function; opens each data set once per process. */
const struct data_facts *data_facts_of(const struct worker_cell *);

/* ---- tasks (cell_task.c) ---- */

/* Opens the data and the task; the task options must be complete. Returns NULL with the row's
 * *status and *error, which the caller frees. Otherwise the caller closes data and task. */
struct task *cell_task_open(const struct worker_cell *, struct dataset *, enum row_status *status,
                            char **error);
/* Opens data and task of a cell of a model, completes the cell's options and sets the shapes that
 * the data determine. Returns NULL also if the model is refused. */
struct task *cell_model_open(struct worker_cell *, struct dataset *, enum row_status *status,
                             char **error);
/* A task that stays open while the next cells have the same batches. Novels take seconds to read,
 * and the arms, rates and sizes of a question share them. Initialise with zeros. */
struct kept_task {
    struct task *task; /* NULL if no task is open */
    struct dataset data;
    int kind;
    char *name;
    struct data_options source;
    struct task_options options;
    bool held_out;
};
/* Does the same as cell_model_open(), but reuses the open task if the batches are equal. */
bool kept_task_open(struct kept_task *, struct worker_cell *, enum row_status *, char **error);
void kept_task_close(struct kept_task *);

/* Returns what determines the bits of a training run on this machine (identify.c); the caller frees
 * the result. */
struct identity training_identity(const struct worker_cell *, const struct dataset *,
                                  const struct task *);

/* ---- predictions of a trained model (predictions.c) ---- */

struct predictions;
struct predictions *predictions_open(void);
void predictions_close(struct predictions *); /* the argument may be NULL */
void predictions_add(struct predictions *, const struct prediction *);
/* Writes one line of JSON per record (results/README.md), sorted by split and record. Returns false
 * with *error, which the caller frees. */
bool predictions_write(struct predictions *, const char *path, char **error);

/* ---- runs; each fills the record ---- */

void layer_run(const struct worker_options *, const struct worker_cell *, json_t *record);
/* Trains a model. Points of the learning curve are written to the record's descriptor at once, as
 * lines of JSON: {"progress": ...}. */
void quality_run(const struct worker_options *, const struct worker_cell *, json_t *record);
#define STEP_OF_SWAP                                                                               \
    "kind=step does not support swap_steps; time the plain model and the variant as two arms"
void step_run(const struct worker_options *, const struct worker_cell *, json_t *record);
void simple_baseline_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
