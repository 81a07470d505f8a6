/* SPDX-License-Identifier: MIT
 * The state of a training run between two steps, and its file. */
#ifndef ATTNLAB_CHECKPOINT_H
#define ATTNLAB_CHECKPOINT_H

#include "base/training_identity.h"
#include "models/trainer.h"

/* Everything the next step depends on besides options, task and model. Numbers since step 0. */
struct train_state {
    int64_t step;
    double tokens, flop, train_seconds, evaluate_seconds, gradient_norm_max;
    double loss_sum, loss_count, norm_sum; /* since the last point of the learning curve */
    int64_t norm_count;
    double first_loss;
    int64_t bad_steps; /* consecutive steps with a loss above the limit */
    double best_loss;  /* of the selected parameters; NaN: none yet */
    int64_t selected_step;
    void *best; /* the selected parameters, laid out like the model's; NULL: not kept */
    struct curve_point *curve;
    int points;
};

/* Removes a file that is damaged, or that was trained with other facts than `here` (NULL: not
 * compared); it can be trained again. An unreadable file stays and *unread is set, since it may be
 * intact. Returns what was wrong (the caller frees it); NULL: it is good, or missing. */
char *checkpoint_drop_unusable(const char *path, const struct identity *here, bool *unread);
/* Both false with *error (the caller frees it). identity: of the run, stored as text; facts: of the
 * program and the data, stored too; NULL: none. */
bool checkpoint_write(const char *path, const char *identity, const struct identity *facts,
                      const struct model_build *, struct model *, const struct train_state *,
                      char **error);
/* The parameters alone, for other programs, with the cell, the build and the meaning of matrix rows
 * as metadata. */
bool weights_write(const char *path, const char *identity, const struct model_build *,
                   struct model *, char **error);
/* The step after which the file was written; 0 if there is none. A run with a swap finds out which
 * model to open. */
bool checkpoint_step(const char *path, const char *identity, const struct model_build *,
                     int64_t *step, char **error);
/* A missing file changes nothing and is no error (*found false). Reads into parameters, moments and
 * state; state->best must be allocated if the run keeps one. */
bool checkpoint_read(const char *path, const char *identity, const struct model_build *,
                     struct model *, struct train_state *, bool *found, char **error);

#endif
