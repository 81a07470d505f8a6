/* SPDX-License-Identifier: MIT
 * Stores the state of a training run between two steps in a checkpoint file. */
#ifndef ATTNLAB_CHECKPOINT_H
#define ATTNLAB_CHECKPOINT_H

#include "base/training_identity.h"
#include "models/trainer.h"

/* State of a training run at a step. With options, task and model, it determines the next step.
 * Sums start at step 0 unless stated otherwise. */
struct train_state {
    int64_t step;
    double tokens, flop, train_seconds, evaluate_seconds, gradient_norm_max;
    double loss_sum, loss_count,
        norm_sum; /* sums over the steps since the last point of the learning curve */
    int64_t norm_count;
    double first_loss;
    int64_t bad_steps; /* consecutive steps with a loss above the limit */
    double
        best_loss; /* validation loss of the selected parameters; NaN before the first validation */
    int64_t selected_step;
    void *best; /* selected parameters, in the layout of the model's parameters, or NULL */
    struct curve_point *curve;
    int points;
};

/* Removes a checkpoint that is damaged, or that has other facts than `here` (not compared if NULL),
 * so that the run can start again. An unreadable file may be intact, so it is kept and *unread is
 * set. Returns an error message, which the caller frees, or NULL if the file is valid or missing.
 */
char *checkpoint_drop_unusable(const char *path, const struct identity *here, bool *unread);
/* Writes a checkpoint. `identity` identifies the run; `facts` describe program and data and may be
 * NULL. The file contains both as text. On failure, returns false and sets *error; the caller frees
 * *error. */
bool checkpoint_write(const char *path, const char *identity, const struct identity *facts,
                      const struct model_build *, struct model *, const struct train_state *,
                      char **error);
/* Writes only the parameters, for other programs. The metadata contains the cell, the build and the
 * meaning of matrix rows. On failure, returns false and sets *error; the caller frees *error. */
bool weights_write(const char *path, const char *identity, const struct model_build *,
                   struct model *, char **error);
/* Reads the step of a checkpoint, or 0 if the file is missing. In a run with a swap, the step
 * determines which model to open. */
bool checkpoint_step(const char *path, const char *identity, const struct model_build *,
                     int64_t *step, char **error);
/* Reads a checkpoint into parameters, moments and state. state->best must be allocated if the
 * run keeps the best parameters. A missing file is not an error: *found is false and nothing
 * changes. */
bool checkpoint_read(const char *path, const char *identity, const struct model_build *,
                     struct model *, struct train_state *, bool *found, char **error);

#endif
