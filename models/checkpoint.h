/* SPDX-License-Identifier: MIT
 * The state of a training run between two steps, and its file. */
#ifndef ATTNLAB_CHECKPOINT_H
#define ATTNLAB_CHECKPOINT_H

#include "base/training_identity.h"
#include "models/trainer.h"

/* All that the next step depends on besides options, task and model. Numbers since step 0. */
struct train_state {
    int64_t step;
    double tokens, flop, train_seconds, evaluate_seconds, gradient_norm_max;
    double loss_sum, loss_count, norm_sum; /* since the last point of the curve */
    int64_t norm_count;
    double first_loss;
    int64_t bad_steps; /* running, with a loss beyond the limit */
    double best_loss;  /* of the selected parameters; NaN: none yet */
    int64_t selected_step;
    void *best; /* the selected parameters, like those of the model; NULL: not kept */
    struct curve_point *curve;
    int points;
};

/* Removes a file that is damaged, or whose training had other facts than these (NULL: they are not
 * asked), since all of it can be trained again. One that cannot be read stays, and *unread is set:
 * it may be whole. Returns what was wrong with it, to be freed; NULL: it is good, or not there. */
char *checkpoint_drop_unusable(const char *path, const struct identity *here, bool *unread);
/* Both false with *error (to be freed). identity: of the run, in the file as text; facts: of the
 * program and the data, in the file too; NULL: none. */
bool checkpoint_write(const char *path, const char *identity, const struct identity *facts,
                      const struct model_build *, struct model *, const struct train_state *,
                      char **error);
/* The parameters alone, for other programs: with the cell, the build and what a matrix's rows are
 * as metadata. */
bool weights_write(const char *path, const char *identity, const struct model_build *,
                   struct model *, char **error);
/* The step after which the file was written; 0 when there is none. A run that swaps learns from it
 * which model to open. */
bool checkpoint_step(const char *path, const char *identity, const struct model_build *,
                     int64_t *step, char **error);
/* A file that does not exist leaves everything as it is and is no error (*found false). Reads into
 * parameters, moments and state; state->best must be allocated when the run keeps one. */
bool checkpoint_read(const char *path, const char *identity, const struct model_build *,
                     struct model *, struct train_state *, bool *found, char **error);

#endif
