/* SPDX-License-Identifier: MIT
 * Declares the state of a training run in progress, shared by the training loop (trainer.c) and the
 * evaluation (evaluation.c). Other code uses trainer.h. */
#ifndef ATTNLAB_TRAINING_H
#define ATTNLAB_TRAINING_H

#include "models/checkpoint.h"

/* one part of a run, before or after a swap, with its model and options */
struct part {
    struct model_config config;
    struct train_options o; /* options, with the steps, lr and warmup of this part */
    int64_t first;          /* number of steps before this part */
    int index; /* part number: 1 before a swap, 2 after a swap, 0 in a run without a swap */
};

struct training {
    const struct model_build *build;
    const struct model_config *config;
    struct task *task;
    const struct train_options *o;
    struct part part;
    const struct train_callbacks *calls;
    struct model *model; /* model of the current part; owned, like s.best and s.curve */
    size_t parameter_bytes;
    bool resumes; /* true if the run continues from a checkpoint */
    struct train_state s;
    double saved_at; /* training seconds at the last checkpoint */
    bool diverged;
};

/* Returns seconds on the caller's clock, or 0 without a clock. */
static inline double clock_of(const struct training *t)
{
    return t->calls->seconds ? t->calls->seconds(t->calls->context) : 0;
}

/* Tells the probe, if there is one, that a timed part starts. */
static inline void enter_part(const struct training *t, enum step_part part)
{
    const struct step_probe *probe = t->calls->probe;
    if (probe) probe->enter(probe->context, part);
}

static inline int64_t part_step(const struct training *t) { return t->s.step - t->part.first; }

/* Adds a point to the learning curve and reports it to the caller. If `evaluated` is true, also
 * scores the current model on validation. */
void training_add_point(struct training *, bool evaluated);
/* Loads the selected parameters into the model and scores them. Only this function uses splits
 * other than validation. If a loss is not finite, sets `diverged` and empties all scores. */
void training_score_selected(struct training *, struct train_result *);

#endif
