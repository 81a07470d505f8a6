/* SPDX-License-Identifier: MIT
 * Cells of models: a quality cell, a small model trained once on one task, and a step cell, some
 * steps of such a training, timed. */
#ifndef ATTNLAB_QUALITY_H
#define ATTNLAB_QUALITY_H

#include "base/row_status.h"
#include "harness/measure/worker.h"
#include "models/trainer.h"

/* quality_cell.c: fills in what follows from several axes at once. The model still lacks what the
 * data decide (task_kind.shape). False with *error, to be freed: variant_layers is no list of
 * layers, swap_slots none of slots. */
bool quality_settle(struct worker_cell *, char **error);

/* quality_work.c: declared work and memory of the whole run, by the sizes of its data where these
 * can be opened; a vocabulary that only the text decides counts as 100 characters or 8,000 words.
 * NULL refusal: fine. */
struct quality_prediction {
    char *refuse; /* to be freed */
    double flop;  /* of the steps */
    double evaluate_flop, decode_flop;
    double read_work; /* text that is tokenised, in characters that are read as bytes */
    double memory_bytes;
    double parameters;
};
struct quality_prediction quality_predict(const struct worker_cell *);

/* worker_open.c: the data set of a cell, from the folder of data sets (base/paths.h). As
 * dataset_open(). */
bool cell_data_open(const struct worker_cell *, struct dataset *, char **error);
/* The same for who asks whether it opens and how much there is: without its hash. */
bool cell_data_look(const struct worker_cell *, struct dataset *, char **error);
/* What all that decides is in: cells of the same name open the same records, or fail alike. To be
 * freed. */
char *cell_data_name(const struct worker_cell *);

/* cell_task.c: the same, and its task made ready; the task options are complete. NULL with the
 * row's *status and *error, to be freed; else both are to be closed. */
struct task *cell_task_open(const struct worker_cell *, struct dataset *, enum row_status *status,
                            char **error);
/* The same for a cell of a model, which is settled and gets the shape that its data decide: NULL
 * also where no such model can be made. */
struct task *cell_model_open(struct worker_cell *, struct dataset *, enum row_status *status,
                             char **error);
/* A task that stays open for as long as the next cell meets the same batches: novels take seconds
 * to read, and arms, rates and sizes of a question share them. Zero-initialise. */
struct opened {
    struct task *task; /* NULL: none */
    struct dataset data;
    /* Cell settings that determine the batches. */
    int kind;
    char *name;
    struct data_options source;
    struct task_options options;
    bool held_out;
};
/* As cell_model_open(); the cell is not settled before. */
bool opened_for(struct opened *, struct worker_cell *, enum row_status *, char **error);
void opened_close(struct opened *);
/* What a row says of its data; a new reference. */
json_t *record_data(const struct dataset *, const struct task *);
/* Puts the score of each split that is scored, by the names of split and metrics. */
void record_scores(json_t *result, const struct task_score score[SPLITS]);

/* What a row says of the memory of a model; a new reference. */
json_t *record_model_memory(const struct model_memory *);

/* Why a step cell with swap_steps has no meaning. */
#define STEP_OF_SWAP                                                                               \
    "kind=step with swap_steps: a step is of one model; time the plain one and the variant as "    \
    "arms"
/* step_cell.c: times steps of a training that is never scored, and fills the record. */
void step_run(const struct worker_options *, const struct worker_cell *, json_t *record);

/* simple_baseline_cell.c: counts, scores and fills the record. */
void simple_baseline_run(const struct worker_options *, const struct worker_cell *, json_t *record);

/* quality.c: trains and fills the record of `attnlab-worker run`; points of the learning curve go
 * to the record's descriptor as they come, a line of JSON each: {"progress": ...}. */
void quality_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
