/* SPDX-License-Identifier: MIT
 * Simple baselines: models without training, fitted by counting (or logistic regression). A setup
 * whose baseline model does not beat them cannot judge attention.
 *
 * They answer through `struct model_build` like a network, so a task scores both on the same
 * records by the same code. They are fitted by one walk over the training part (task_kind.walk of
 * models/task.h): over the content of so many batches, or all of it. One file per kind, one line in
 * list.def each. */
#ifndef ATTNLAB_YARDSTICK_H
#define ATTNLAB_YARDSTICK_H

#include "models/task.h"

/* What a file exports. `struct model` is its own type, through a cast. */
struct yardstick {
    const char *name;   /* a value of the axis `yardstick` */
    const char *label;  /* in tables and figures: "naive Bayes" */
    const char *title;  /* one line, for users */
    const char *source; /* source of its formula */
    const char *tasks;  /* separated by spaces: task_kind.counted_as of the tasks it can answer */
    bool floor;         /* a lower bound: a training that does not end below its loss has failed */
    int order;          /* n-grams: longest order */

    struct model *(*open)(const struct yardstick *, const struct task *,
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

#define YARDSTICK(name) extern const struct yardstick yardstick_##name;
#include "models/yardsticks/list.def"
#undef YARDSTICK
static const char *const yardstick_names[] = {
#define YARDSTICK(name) #name,
#include "models/yardsticks/list.def"
#undef YARDSTICK
    NULL};
extern const struct yardstick *const yardsticks[]; /* in list order; NULL-terminated */

bool yardstick_fits(const struct yardstick *, const struct task_kind *);

struct yardstick_result {
    struct task_score score[SPLITS]; /* no metrics: not scored */
    double counted;                  /* number of targets it was fitted to */
};
/* Fits to the content of `batches` training batches (0: the whole training part) and scores.
 * generate: also texts; scored: splits besides validation; limit: largest number of records or
 * windows, 0: all. */
void yardstick_measure(const struct yardstick *, struct task *, int64_t batches, bool generate,
                       const bool scored[SPLITS], int limit, struct yardstick_result *);

#endif
