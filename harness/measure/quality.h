/* SPDX-License-Identifier: MIT
 * Cells of models: a quality cell is one training of a small model on one task, a step cell times
 * some steps of it, a simple baseline is fitted to the same data. */
#ifndef ATTNLAB_QUALITY_H
#define ATTNLAB_QUALITY_H

#include "base/row_status.h"
#include "base/training_identity.h"
#include "harness/measure/worker.h"

/* Fills in what several axes determine together (quality_cell.c). The model still lacks what the
 * data determine (task_kind.shape). False with *error (the caller frees it): invalid
 * variant_layers, swap_slots or score_lengths. */
bool quality_settle(struct worker_cell *, char **error);

/* Declared work and memory of the whole run (quality_work.c), from the sizes of its data if these
 * can be opened, else from typical sizes. */
struct quality_prediction {
    char *refuse; /* NULL: none; the caller frees it */
    double flop;  /* of the steps */
    double evaluate_flop, decode_flop;
    double read_work; /* text to tokenise, in characters at the speed of bytes */
    double memory_bytes;
    double parameters;
};
struct quality_prediction quality_predict(const struct worker_cell *);

/* ---- data (cell_data.c) ---- */

/* Opens the data set of a cell, from the folder of data sets (base/paths.h); as dataset_open(). */
bool cell_data_open(const struct worker_cell *, struct dataset *, char **error);
/* Cells with the same name open the same records, or fail alike. The caller frees it. */
char *cell_data_name(const struct worker_cell *);

struct data_facts {
    char *fault; /* why it cannot be opened, else NULL; with a fault, or a corpus, the rest is 0 */
    int records[SPLITS];
    double characters[SPLITS][2]; /* of all texts of a split, and of their second texts */
    double words_per_character;   /* words and marks, in the training split */
    int length;                   /* POSITIONS: mean length of a training record */
    double target_share;          /* POSITIONS: share of its tokens with a target */
    int width, height, channels;  /* IMAGES */
    int classes, vocabulary;
};
/* Opens each data set once per process. Borrowed. */
const struct data_facts *data_facts_of(const struct worker_cell *);

/* ---- tasks (cell_task.c) ---- */

/* Opens the data and its task; the task options are complete. NULL with the row's *status and
 * *error (the caller frees it); else both must be closed. */
struct task *cell_task_open(const struct worker_cell *, struct dataset *, enum row_status *status,
                            char **error);
/* The same for a cell of a model, which is settled and gets the shape of its data; NULL also if the
 * model is refused. */
struct task *cell_model_open(struct worker_cell *, struct dataset *, enum row_status *status,
                             char **error);
/* A task that stays open while the next cell has the same batches: novels take seconds to read, and
 * the arms, rates and sizes of a question share them. Zero-initialise. */
struct kept_task {
    struct task *task; /* NULL: none */
    struct dataset data;
    /* Cell settings that determine the batches. */
    int kind;
    char *name;
    struct data_options source;
    struct task_options options;
    bool held_out;
};
/* As cell_model_open(); settles the cell. */
bool kept_task_open(struct kept_task *, struct worker_cell *, enum row_status *, char **error);
void kept_task_close(struct kept_task *);

/* What determines the bits of a training here (identify.c); the caller frees it. */
struct identity training_identity(const struct worker_cell *, const struct dataset *,
                                  const struct task *);

/* ---- predictions of a trained model (predictions.c) ---- */

struct predictions;
struct predictions *predictions_open(void);
void predictions_close(struct predictions *); /* NULL is fine */
void predictions_add(struct predictions *, const struct prediction *);
/* Writes one line of JSON per record (results/README.md), by split and record. False with *error
 * (the caller frees it). */
bool predictions_write(struct predictions *, const char *path, char **error);

/* ---- runs; each fills the record ---- */

void layer_run(const struct worker_options *, const struct worker_cell *, json_t *record);
/* Points of the learning curve go to the record's descriptor at once, as lines of JSON:
 * {"progress": ...}. */
void quality_run(const struct worker_options *, const struct worker_cell *, json_t *record);
#define STEP_OF_SWAP                                                                               \
    "kind=step does not support swap_steps; time the plain model and the variant as two arms"
void step_run(const struct worker_options *, const struct worker_cell *, json_t *record);
void simple_baseline_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
