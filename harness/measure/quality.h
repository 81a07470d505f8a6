/* SPDX-License-Identifier: MIT
 * Declares cells of models. A quality cell is one training run of a small model on one task. A step
 * cell times some steps of that training run. A simple baseline is fitted to the same data as a
 * model. */
#ifndef ATTNLAB_QUALITY_H
#define ATTNLAB_QUALITY_H

#include "base/row_status.h"
#include "base/training_identity.h"
#include "harness/measure/worker.h"

/* Sets the options that depend on several axes (quality_cell.c). Model sizes that depend on the
 * data are set later (task_kind.shape). If variant_layers, swap_slots or score_lengths is invalid,
 * returns false and sets *error, which the caller frees. */
bool quality_settle(struct worker_cell *, char **error);

/* FLOPs and memory of a whole training run, computed from the sizes of the data (quality_work.c).
 * If the data cannot be opened, typical sizes are used. */
struct quality_prediction {
    char *refuse; /* why the cell is not supported, or NULL; the caller frees the string */
    double flop;
    double evaluate_flop, decode_flop;
    double read_work; /* cost of tokenising; one character with the byte tokenizer costs 1 */
    double memory_bytes;
    double parameters;
};
struct quality_prediction quality_predict(const struct worker_cell *);

/* ---- data (cell_data.c) ---- */

/* Opens the data set of a cell (base/paths.h, dataset_open()). */
bool cell_data_open(const struct worker_cell *, struct dataset *, char **error);
/* Returns a name for the data of a cell, which the caller frees. Cells with the same name open the
 * same records, or fail with the same error. */
char *cell_data_name(const struct worker_cell *);

/* Sizes of a data set. All sizes are 0 for a corpus, and for data that cannot be opened. */
struct data_facts {
    char *fault; /* why the data cannot be opened, or NULL */
    int records[SPLITS];
    /* characters per split: in all texts, and in the second texts of records */
    double characters[SPLITS][2];
    /* words and punctuation marks per character in the training split */
    double words_per_character;
    int length;          /* mean length of a training record (data of kind POSITIONS) */
    double target_share; /* share of tokens with a target (data of kind POSITIONS) */
    int width, height, channels;
    int classes, vocabulary;
};
/* Returns facts about a cell's data. The caller must not free them. Each data set is opened once
 * per process. */
const struct data_facts *data_facts_of(const struct worker_cell *);

/* ---- tasks (cell_task.c) ---- */

/* Opens data and task of a cell, which the caller closes. The cell's task options must be complete.
 * On failure, returns NULL and sets *status and *error, which the caller frees. */
struct task *cell_task_open(const struct worker_cell *, struct dataset *, enum row_status *status,
                            char **error);
/* Opens data and task of a model's cell, completes the cell's options, and sets the shapes that
 * depend on the data. Returns NULL and sets *status and *error on failure, or if the model is not
 * supported. */
struct task *cell_model_open(struct worker_cell *, struct dataset *, enum row_status *status,
                             char **error);
/* A task that stays open while consecutive cells have the same batches, because reading the data
 * may take seconds. Initialise with zeros. */
struct kept_task {
    struct task *task; /* the open task, or NULL */
    struct dataset data;
    int kind;
    char *name;
    struct data_options source;
    struct task_options options;
    bool held_out;
};
/* Works like cell_model_open(), but reuses the open task if it has the same batches. */
bool kept_task_open(struct kept_task *, struct worker_cell *, enum row_status *, char **error);
void kept_task_close(struct kept_task *);

/* Returns the facts that determine the bits of a training run on this machine (identify.c). The
 * caller frees the result. */
struct identity training_identity(const struct worker_cell *, const struct dataset *,
                                  const struct task *);

/* ---- predictions of a trained model (predictions.c) ---- */

struct predictions;
struct predictions *predictions_open(void);
void predictions_close(struct predictions *); /* Frees the predictions, which may be NULL. */
void predictions_add(struct predictions *, const struct prediction *);
/* Writes one line of JSON per record (results/README.md), sorted by split and record. On failure,
 * returns false and sets *error, which the caller frees. */
bool predictions_write(struct predictions *, const char *path, char **error);

/* ---- runs; each fills the record ---- */

void layer_run(const struct worker_options *, const struct worker_cell *, json_t *record);
/* Trains a model and fills the record. Each point of the learning curve is also written immediately
 * to the record's file descriptor, as a line of JSON: {"progress": ...}. */
void quality_run(const struct worker_options *, const struct worker_cell *, json_t *record);
#define STEP_OF_SWAP                                                                               \
    "kind=step does not support swap_steps; time the plain model and the variant as two arms"
void step_run(const struct worker_options *, const struct worker_cell *, json_t *record);
void simple_baseline_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
