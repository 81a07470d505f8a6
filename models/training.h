/* SPDX-License-Identifier: MIT
 * One training between its first step and its last: what the loop (trainer.c) runs and its
 * evaluation (evaluation.c) looks at. Of these two alone; others see trainer.h. */
#ifndef ATTNLAB_TRAINING_H
#define ATTNLAB_TRAINING_H

#include "models/checkpoint.h"

/* What a part of the run trains, and how. */
struct part {
    struct model_config config;
    struct train_options o; /* steps, lr and warmup are the part's */
    int64_t first;          /* step before it */
    int index;              /* 1: before a swap, 2: after it, 0: there is none */
};

struct training {
    const struct model_build *build;
    const struct model_config *config;
    struct task *task;
    const struct train_options *o;
    struct part part;
    const struct train_callbacks *calls;
    struct model *model; /* of the part; owned, as s.best and s.curve are */
    size_t parameter_bytes;
    bool resumes; /* from the checkpoint */
    struct train_state s;
    double saved_at; /* seconds of steps when a checkpoint was written last */
    bool diverged;
};

/* Seconds on the caller's clock; 0: it has none. */
static inline double clock_of(const struct training *t)
{
    return t->calls->seconds ? t->calls->seconds(t->calls->context) : 0;
}

/* Tells the probe, if there is one, what begins. */
static inline void enter_part(const struct training *t, enum step_part part)
{
    const struct step_probe *probe = t->calls->probe;
    if (probe) probe->enter(probe->context, part);
}

/* Steps since the part began, of which its schedule knows. */
static inline int64_t part_step(const struct training *t) { return t->s.step - t->part.first; }

/* evaluation.c. Adds a point of the curve, with the validation scores of the model as it is now if
 * `evaluated`, and tells the caller of it. */
void training_add_point(struct training *, bool evaluated);
/* Scores the selected parameters, which are the model's from then on; what is no validation is
 * touched here and nowhere else. A score whose loss is not finite sets `diverged`, and then all
 * scores are empty. */
void training_score_selected(struct training *, struct train_result *);

#endif
