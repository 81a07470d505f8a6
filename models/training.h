/* SPDX-License-Identifier: MIT
 * A training in progress, shared by the loop (trainer.c) and its evaluation (evaluation.c); others
 * use trainer.h. */
#ifndef ATTNLAB_TRAINING_H
#define ATTNLAB_TRAINING_H

#include "models/checkpoint.h"

/* One part of the run: its model and options. */
struct part {
    struct model_config config;
    struct train_options o; /* steps, lr and warmup are the part's */
    int64_t first;          /* step before the part */
    int index;              /* 1: before a swap, 2: after it, 0: no swap */
};

struct training {
    const struct model_build *build;
    const struct model_config *config;
    struct task *task;
    const struct train_options *o;
    struct part part;
    const struct train_callbacks *calls;
    struct model *model; /* of the part; owned, like s.best and s.curve */
    size_t parameter_bytes;
    bool resumes; /* from the checkpoint */
    struct train_state s;
    double saved_at; /* training seconds at the last checkpoint */
    bool diverged;
};

/* Seconds on the caller's clock; 0 without one. */
static inline double clock_of(const struct training *t)
{
    return t->calls->seconds ? t->calls->seconds(t->calls->context) : 0;
}

/* Reports to the probe, if any, that a part begins. */
static inline void enter_part(const struct training *t, enum step_part part)
{
    const struct step_probe *probe = t->calls->probe;
    if (probe) probe->enter(probe->context, part);
}

/* Steps since the part began, for its schedule. */
static inline int64_t part_step(const struct training *t) { return t->s.step - t->part.first; }

/* evaluation.c. Adds a point of the curve, with the current model's validation scores if
 * `evaluated`, and reports it to the caller. */
void training_add_point(struct training *, bool evaluated);
/* Scores the selected parameters, which become the model's; the only use of splits other than
 * validation. A loss that is not finite sets `diverged` and empties all scores. */
void training_score_selected(struct training *, struct train_result *);

#endif
