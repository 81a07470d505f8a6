/* SPDX-License-Identifier: MIT
 * Defines simple baselines: models that are fitted by counting (or logistic regression), without
 * gradient training. If the baseline transformer is not better than a simple baseline, the
 * experiment cannot compare attention layers. Tasks use simple baselines like networks, through
 * `struct model_build`, so the same code scores both on the same records.
 *
 * A simple baseline is fitted in one pass over the training data (task_kind.walk): over the content
 * of some batches, or over all data. Each kind has one file and one line in list.def. */
#ifndef ATTNLAB_SIMPLE_BASELINE_H
#define ATTNLAB_SIMPLE_BASELINE_H

#include "models/task.h"

/* Description of a simple baseline, exported by its file. The functions cast `struct model` to
 * their own type. */
struct simple_baseline {
    const char *name;   /* value of the axis `simple_baseline` */
    const char *label;  /* name in tables and figures: "naive Bayes" */
    const char *title;  /* one-line description for users */
    const char *source; /* publication that describes the formula */
    /* supported values of task_kind.counted_as, separated by spaces */
    const char *tasks;
    /* true for a lower bound: a training run fails unless its loss is below the loss of this
     * baseline */
    bool floor;
    int order;

    struct model *(*open)(const struct simple_baseline *, const struct task *,
                          const struct model_config *);
    void (*close)(struct model *);
    /* Counts a batch of training data. Batches arrive in order; together, they contain each
     * position or record exactly once. */
    void (*count)(struct model *, const struct batch *);
    void (*fit)(struct model *); /* Fits the baseline after the last batch; may be NULL. */
    /* Works like forward() in struct model_build. Returns NaN for a baseline without probabilities.
     */
    double (*forward)(struct model *, const struct batch *, uint64_t, double *count);
    /* NULL if no task with this baseline reads logits */
    void (*logits)(struct model *, int b, int n, float *out);
    /* These functions generate text; they are NULL for other baselines. */
    void (*encode)(struct model *, const struct batch *);
    void (*forward_decoder)(struct model *, const struct batch *);
};

#define SIMPLE_BASELINE(name) extern const struct simple_baseline simple_baseline_##name;
#include "models/simple_baselines/list.def"
#undef SIMPLE_BASELINE
static const char *const simple_baseline_names[] = {
#define SIMPLE_BASELINE(name) #name,
#include "models/simple_baselines/list.def"
#undef SIMPLE_BASELINE
    NULL};
/* NULL-terminated, in the order of list.def */
extern const struct simple_baseline *const simple_baselines[];

bool simple_baseline_fits(const struct simple_baseline *, const struct task_kind *);

struct simple_baseline_result {
    /* scores of each split, without metrics if the split was not scored */
    struct task_score score[SPLITS];
    double counted; /* number of targets used for fitting */
};
/* Fits a baseline to the content of `batches` training batches (0: the whole training split) and
 * scores it on validation.
 *   generate: also score generated texts
 *   scored: additional splits to score
 *   limit: largest number of records or windows; 0 for all */
void simple_baseline_measure(const struct simple_baseline *, struct task *, int64_t batches,
                             bool generate, const bool scored[SPLITS], int limit,
                             struct simple_baseline_result *);

#endif
