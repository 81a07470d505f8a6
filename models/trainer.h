/* SPDX-License-Identifier: MIT
 * Training of one model on one task: schedule, gradient accumulation, evaluation, early detection
 * of divergence, checkpoints. Knows no cells, clocks only through the caller, writes no files but
 * checkpoints. */
#ifndef ATTNLAB_TRAINER_H
#define ATTNLAB_TRAINER_H

#include "models/task.h"

enum schedule { SCHEDULE_CONSTANT, SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULES };
extern const char *const schedule_names[SCHEDULES + 1]; /* linear: to zero */

struct train_options {
    int64_t steps;
    double lr, lr_end; /* lr_end: share of lr at the end of a cosine */
    enum schedule schedule;
    int64_t warmup; /* steps of linear warm-up */
    int accumulate; /* batches a step */
    double beta1, beta2, eps, weight_decay, clip;
    int64_t evaluate_every; /* steps; 0: at the end only */
    int evaluate_limit;     /* records or windows of validation during training; 0: all */
    bool generate;          /* decode at the end for BLEU and the like */
    bool test;              /* touch the test split, once, at the end, with the selected model */
    bool select_best;       /* keep the parameters of the best validation metric, else the last */
    uint64_t seed;          /* initial values, dropout */
    double diverged_loss;   /* a training loss above this for 20 steps running, or not finite */
    const char *checkpoint; /* path, or NULL; written atomically, read when it exists */
    int64_t checkpoint_every;
};

struct curve_point {
    int64_t step;
    double tokens, flop, seconds;   /* so far, training only */
    double lr, train_loss;          /* mean over the steps since the last point */
    double gradient_norm;           /* median over the same steps */
    const struct task_score *valid; /* NULL: not evaluated here */
};

struct train_result {
    bool diverged;
    int64_t steps; /* done */
    double tokens, flop, train_seconds, evaluate_seconds;
    double tokens_per_second; /* training only, target and source tokens */
    double gradient_norm_max;
    struct task_score valid, test; /* of the selected parameters; test.count 0: not touched */
    double parameters;             /* trainable reals */
    struct model_memory memory;
};

struct train_callbacks {
    void (*point)(void *context, const struct curve_point *);
    double (*seconds)(void *context); /* a clock */
    bool (*stop)(void *context);      /* asked for between steps; NULL: never */
    void *context;
};

/* False with *error (to be freed) when a checkpoint does not fit the model or cannot be read or
 * written. A divergence is a result, not an error. */
bool train(const struct model_build *, const struct model_config *, struct task *,
           const struct train_options *, const struct train_callbacks *, struct train_result *,
           char **error);

#endif
