/* SPDX-License-Identifier: MIT
 * Training of one model on one task: schedule, gradient accumulation, evaluation, early detection
 * of divergence, checkpoints. Knows no cells, clocks only through the caller, writes no files but
 * checkpoints and the weights that are asked for. */
#ifndef ATTNLAB_TRAINER_H
#define ATTNLAB_TRAINER_H

#include "models/swap.h"
#include "models/task.h"

struct identity;

enum schedule { SCHEDULE_CONSTANT, SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_WSD, SCHEDULES };
/* linear: to zero; wsd: warm-up, a constant rate ("stable"), decay (arXiv 2404.06395). */
static const char *const schedule_names[] = {"constant", "cosine", "linear", "wsd", NULL};

struct train_options {
    int64_t steps;
    double lr, lr_end; /* lr_end: share of lr at the end of a cosine, or of wsd's decay */
    enum schedule schedule;
    double decay_share; /* wsd: share of the steps that decay */
    int64_t warmup;     /* steps of linear warm-up */
    int accumulate;     /* batches a step */
    double beta1, beta2, eps, weight_decay, clip;
    int64_t evaluate_every; /* steps; 0: at the end only */
    int evaluate_limit;     /* as task_kind.score, of validation during training; 0: all */
    bool generate;          /* decode at the end for BLEU and the like */
    bool scored[SPLITS];    /* splits beside validation that are touched, once, at the end, with
                             * the selected model */
    bool select_best;       /* keep the parameters of the best validation metric, else the last */
    uint64_t seed;          /* initial values, dropout */
    double diverged_loss;   /* ends a run whose training loss is above this 20 steps running; 0:
                             * twice the loss of the first step. A loss, gradient or validation
                             * loss that is not finite ends it at once */
    const char *checkpoint; /* path, or NULL; written atomically, read when it exists */
    const char *identity;   /* what a checkpoint must have been written for, e.g. a cell string */
    const struct identity *facts; /* written into checkpoints; NULL: none */
    int64_t checkpoint_every;     /* steps; 0: never */
    double checkpoint_seconds;    /* of steps since the last one; 0: however long */
    const char *weights; /* path for the parameters that were scored, or NULL: not wanted */
    /* Its steps come before `steps` and with the same schedule over as many; batches go on where
     * they were. The best is only looked for after it. */
    struct swap swap;
};

/* A point of the learning curve; numbers are since step 0 unless said. */
struct curve_point {
    int64_t step;
    double tokens, flop, seconds; /* of training; targets of evaluation not counted */
    double lr, train_loss;        /* mean loss per target since the point before */
    double gradient_norm;         /* mean over the steps since the point before, unclipped */
    struct task_score valid;      /* count 0: not evaluated here */
    int part; /* 1: before a swap, 2: after it (the first at once: without a training loss); 0: the
               * run has none */
};

struct train_result {
    bool diverged;
    int64_t steps, selected_step; /* done; whose parameters were scored at the end */
    double tokens, flop, train_seconds, evaluate_seconds;
    struct {
        double tokens, flop, seconds;
    } before; /* the swap; of the same, 0 without one */
    double gradient_norm_max;
    struct task_score score[SPLITS]; /* of the selected parameters; count 0: not touched, or
                                      * diverged */
    double parameters;               /* trainable reals */
    /* How each attention began, with INITIAL_MATCHED: of the model that was scored. */
    struct matched_start starts[MOST_ATTENTIONS];
    int start_count;
    struct model_memory memory;
};

struct train_callbacks {
    /* Each point once and in order, those of a resumed checkpoint again. May be NULL. */
    void (*point)(void *context, const struct curve_point *);
    double (*seconds)(void *context); /* a clock that only goes forward */
    bool (*stop)(void *context);      /* asked for between steps; NULL: never */
    void *context;
    const struct step_probe *probe; /* of all steps and evaluations; NULL: none */
    /* Each record of the scores at the end, in any order; NULL: not wanted. */
    void (*prediction)(void *context, const struct prediction *);
    /* What metrics over records were made of then, once a split; NULL: not wanted. */
    void (*records)(void *context, enum split, const struct record_scores *);
};

/* Learning rate of step 1 .. steps, a swap left out. */
double train_rate(const struct train_options *, int64_t step);

/* The task must be open for the seed whose data order is wanted. False with *error (to be freed):
 * a checkpoint that is damaged, of another identity or cannot be written, or stop() said so (then
 * *error is NULL and what was done is in the checkpoint). A divergence is a result, no error. The
 * result is of what was done, in either case; without scores where it did not end. */
bool train(const struct model_build *, const struct model_config *, struct task *,
           const struct train_options *, const struct train_callbacks *, struct train_result *,
           char **error);

#endif
