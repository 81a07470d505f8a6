/* SPDX-License-Identifier: MIT
 * Simple baselines: models without training, fitted by counting (or logistic regression). A setup
 * whose baseline model does not beat them cannot judge attention.
 *
 * They answer through `struct model_build` like a network, so a task scores both on the same
 * records by the same code. They are fitted by one walk over the training part (task_kind.walk of
 * models/task.h): over the content of so many batches, or all of it. One file per kind, one line in
 * list.def each. */
#ifndef ATTNLAB_SIMPLE_BASELINE_H
#define ATTNLAB_SIMPLE_BASELINE_H

#include "models/task.h"

/* What a file exports. `struct model` is its own type, through a cast. */
struct simple_baseline {
    const char *name;   /* a value of the axis `simple_baseline` */
    const char *label;  /* in tables and figures: "naive Bayes" */
    const char *title;  /* one line, for users */
    const char *source; /* source of its formula */
    const char *tasks;  /* separated by spaces: task_kind.counted_as of the tasks it can answer */
    bool floor;         /* a lower bound: a training that does not end below its loss has failed */
    int order;          /* n-grams: longest order */

    struct model *(*open)(const struct simple_baseline *, const struct task *,
                          const struct model_config *);
    void (*close)(struct model *);
    /* A batch of the training part; in order, each position or record once. */
    void (*count)(struct model *, const struct batch *);
    void (*fit)(struct model *); /* after the last; NULL: nothing to do */
    /* As in struct model_build; the sum of -log p(target) is NaN without probabilities. */
    double (*forward)(struct model *, const struct batch *, uint64_t, double *count);
    void (*logits)(struct model *, int b, int n, float *out); /* NULL: not used by its tasks */
    /* Generated texts; NULL: it writes none. */
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
extern const struct simple_baseline *const simple_baselines[]; /* in list order; NULL-terminated */

bool simple_baseline_fits(const struct simple_baseline *, const struct task_kind *);

struct simple_baseline_result {
    struct task_score score[SPLITS]; /* no metrics: not scored */
    double counted;                  /* number of targets it was fitted to */
};
/* Fits to the content of `batches` training batches (0: the whole training part) and scores.
 * generate: also texts; scored: splits besides validation; limit: largest number of records or
 * windows, 0: all. */
void simple_baseline_measure(const struct simple_baseline *, struct task *, int64_t batches,
                             bool generate, const bool scored[SPLITS], int limit,
                             struct simple_baseline_result *);

#endif
