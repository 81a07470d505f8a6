/* SPDX-License-Identifier: MIT
 * Trains one model on one task: schedule, gradient accumulation, evaluation, detection of
 * divergence, checkpoints. The trainer reads no clock but the caller's, and writes no files but
 * checkpoints and requested weights. */
#ifndef ATTNLAB_TRAINER_H
#define ATTNLAB_TRAINER_H

#include "models/swap.h"
#include "models/task.h"

struct identity;

enum schedule { SCHEDULE_CONSTANT, SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_WSD, SCHEDULES };
/* Learning rate schedules after warm-up. constant: no change. cosine: falls along a cosine. linear:
 * falls to zero. wsd: constant ("stable"), then decays (arXiv 2404.06395). */
static const char *const schedule_names[] = {"constant", "cosine", "linear", "wsd", NULL};

struct train_options {
    int64_t steps;
    /* peak rate; final rate of cosine and wsd, as a fraction of lr */
    double lr, lr_end;
    enum schedule schedule;
    double decay_share; /* wsd: fraction of the steps in which the rate decays */
    int64_t warmup;
    int accumulate;
    double beta1, beta2, eps, weight_decay, clip;
    int64_t evaluate_every; /* steps between evaluations; 0: evaluate only at the end */
    /* `limit` for task_kind.score during training; 0 means all */
    int evaluate_limit;
    bool generate; /* true: generate texts at the end, for BLEU and similar metrics */
    /* splits that are scored in addition to validation: once, at the end, with the selected
     * parameters */
    bool scored[SPLITS];
    /* true: the parameters with the best validation loss are selected; false: the last parameters
     */
    bool select_best;
    uint64_t seed; /* random seed for initial values and dropout */
    /* A run stops if its training loss exceeds this limit for 20 consecutive steps; 0 means twice
     * the loss of the first step. Non-finite losses and gradients stop the run immediately. */
    double diverged_loss;
    /* path of the checkpoint, or NULL; an existing file is read, and the file is replaced
     * atomically */
    const char *checkpoint;
    /* string that identifies the run, such as the cell string; checkpoints with another string are
     * not used */
    const char *identity;
    const struct identity *facts; /* facts written into checkpoints, or NULL */
    int64_t checkpoint_every;     /* steps between checkpoints; 0 disables this rule */
    double checkpoint_seconds;    /* training seconds between checkpoints; 0 disables this rule */
    const char *weights;          /* path for the scored parameters, or NULL */
    /* Optional swap of the baseline model for the variant. The steps before the swap are additional
     * to `steps` and use the same schedule. The order of batches continues after the swap. Only
     * parameters after the swap can be selected. */
    struct swap swap;
};

/* A point of the learning curve. Sums start at step 0 unless stated otherwise. */
struct curve_point {
    int64_t step;
    double tokens, flop, seconds; /* sums over training steps, without evaluation */
    double lr, train_loss; /* learning rate, and mean loss per target since the previous point */
    double gradient_norm;  /* mean norm before clipping, over the steps since the previous point */
    struct task_score valid; /* validation scores; `count` is 0 if there was no evaluation */
    /* 1 before a swap, 2 after a swap, 0 in a run without a swap; the first point of part 2 has no
     * training loss */
    int part;
};

struct train_result {
    bool diverged;
    /* number of completed steps; step of the parameters used for the final scores */
    int64_t steps, selected_step;
    double tokens, flop, train_seconds, evaluate_seconds;
    struct {
        double tokens, flop, seconds;
    } before; /* sums over the part before the swap; 0 without a swap */
    double gradient_norm_max;
    struct task_score score[SPLITS]; /* scores of the selected parameters; `count` is 0 if the split
                                        was not scored or the run diverged */
    double parameters;
    /* initial state of each attention layer of the scored model, with INITIAL_MATCHED */
    struct matched_start starts[MOST_ATTENTIONS];
    int start_count;
    struct model_memory memory;
};

struct train_callbacks {
    /* receives each point of the curve once and in order, including the points in a checkpoint; may
     * be NULL */
    void (*point)(void *context, const struct curve_point *);
    double (*seconds)(void *context); /* returns the time of a monotonic clock */
    bool (*stop)(void *context);      /* called between steps; true ends the run; may be NULL */
    void *context;
    /* listener for the timed parts of all steps and evaluations; may be NULL */
    const struct step_probe *probe;
    /* Receives each record of the final scores, in any order; may be NULL. */
    void (*prediction)(void *context, const struct prediction *);
    /* Receives the numbers of each record, from which the metrics are computed. Called once per
     * split; may be NULL. */
    void (*records)(void *context, enum split, const struct record_scores *);
};

/* Returns the learning rate of a step (1..steps) in a run without a swap. */
double train_rate(const struct train_options *, int64_t step);

/* Trains a model. The task must have been opened with the seed of the data order.
 *
 * Returns false and sets *error (the caller frees the string) if a checkpoint is damaged, belongs
 * to a different identity or cannot be written. Returns false with *error NULL if stop() returned
 * true; the checkpoint then contains the progress. Divergence is a result, not an error. An
 * incomplete run has no scores. */
bool train(const struct model_build *, const struct model_config *, struct task *,
           const struct train_options *, const struct train_callbacks *, struct train_result *,
           char **error);

#endif
