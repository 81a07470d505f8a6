/* SPDX-License-Identifier: MIT
 * Training of one model on one task: schedule, gradient accumulation, evaluation, detection of
 * divergence, checkpoints. Uses only the caller's clock, and writes no files but checkpoints and
 * requested weights. */
#ifndef ATTNLAB_TRAINER_H
#define ATTNLAB_TRAINER_H

#include "models/swap.h"
#include "models/task.h"

struct identity;

enum schedule { SCHEDULE_CONSTANT, SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_WSD, SCHEDULES };
/* linear: to zero; wsd: warm-up, constant ("stable"), decay (arXiv 2404.06395). */
static const char *const schedule_names[] = {"constant", "cosine", "linear", "wsd", NULL};

struct train_options {
    int64_t steps;
    double lr, lr_end; /* lr_end: share of lr at the end of cosine, or of wsd's decay */
    enum schedule schedule;
    double decay_share; /* wsd: share of the steps in the decay */
    int64_t warmup;     /* steps of linear warm-up */
    int accumulate;     /* batches per step */
    double beta1, beta2, eps, weight_decay, clip;
    int64_t evaluate_every; /* steps; 0: only at the end */
    int evaluate_limit;     /* limit of task_kind.score for validation during training; 0: all */
    bool generate;          /* decode at the end for BLEU and similar */
    bool scored[SPLITS];    /* splits besides validation that are scored, once, at the end, with the
                               selected model */
    bool select_best;       /* keep the parameters with the best validation metric, else the last */
    uint64_t seed;          /* initial values, dropout */
    double diverged_loss; /* ends a run whose training loss is above this for 20 consecutive steps;
                             0: twice the first step's loss. A loss, gradient or validation loss
                             that is not finite ends it immediately */
    const char *checkpoint;       /* path, or NULL; written atomically, read if it exists */
    const char *identity;         /* what a checkpoint must belong to, e.g. a cell string */
    const struct identity *facts; /* written into checkpoints; NULL: none */
    int64_t checkpoint_every;     /* steps; 0: never */
    double checkpoint_seconds;    /* training seconds between checkpoints; 0: no limit */
    const char *weights;          /* path for the scored parameters; NULL: not wanted */
    /* Its steps come before `steps`, with the same schedule over their number; the order of batches
     * continues. Only later parameters are selected. */
    struct swap swap;
};

/* A point of the learning curve; numbers are since step 0 unless stated. */
struct curve_point {
    int64_t step;
    double tokens, flop, seconds; /* of training; targets of evaluation not counted */
    double lr, train_loss;        /* mean loss per target since the previous point */
    double gradient_norm;    /* mean over the steps since the previous point, before clipping */
    struct task_score valid; /* count 0: not evaluated here */
    int part; /* 1: before a swap; 2: after it, starting with a point without training loss; 0: no
                 swap */
};

struct train_result {
    bool diverged;
    int64_t steps, selected_step; /* steps done; the step of the parameters scored at the end */
    double tokens, flop, train_seconds, evaluate_seconds;
    struct {
        double tokens, flop, seconds;
    } before; /* of the swap's part; 0 without a swap */
    double gradient_norm_max;
    struct task_score
        score[SPLITS]; /* of the selected parameters; count 0: not scored, or diverged */
    double parameters; /* trainable reals */
    /* The start of each attention, with INITIAL_MATCHED, of the scored model. */
    struct matched_start starts[MOST_ATTENTIONS];
    int start_count;
    struct model_memory memory;
};

struct train_callbacks {
    /* Each point once and in order, including those of a resumed checkpoint. May be NULL. */
    void (*point)(void *context, const struct curve_point *);
    double (*seconds)(void *context); /* a monotonic clock */
    bool (*stop)(void *context);      /* called between steps; NULL: never */
    void *context;
    const struct step_probe *probe; /* of all steps and evaluations; NULL: none */
    /* Each record of the final scores, in any order; NULL: not wanted. */
    void (*prediction)(void *context, const struct prediction *);
    /* The numbers behind metrics over records, once per split; NULL: not wanted. */
    void (*records)(void *context, enum split, const struct record_scores *);
};

/* Learning rate of step 1 .. steps, without a swap. */
double train_rate(const struct train_options *, int64_t step);

/* The task must be open for the seed of the data order. False with *error (the caller frees it): a
 * checkpoint that is damaged, of another identity or unwritable, or stop() returned true (then
 * *error is NULL and the checkpoint has the progress). Divergence is a result, no error. The result
 * describes the steps done in either case, without scores if the run did not end. */
bool train(const struct model_build *, const struct model_config *, struct task *,
           const struct train_options *, const struct train_callbacks *, struct train_result *,
           char **error);

#endif
