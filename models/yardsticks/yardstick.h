/* SPDX-License-Identifier: MIT
 * Yardsticks: models that only count. What a trained model is worth shows beside what counting the
 * same tokens gives; a set-up whose baseline does not beat that says nothing about attention.
 *
 * A yardstick answers as a network does, through `struct model_build`, so that a task scores both
 * on the same records by the same code. It is fitted by one walk over the training part
 * (task_kind.walk of models/task.h): over what a training of so many batches sees, or over all of
 * it. One file here a kind, one line in list.def a yardstick. */
#ifndef ATTNLAB_YARDSTICK_H
#define ATTNLAB_YARDSTICK_H

#include "models/task.h"

/* What a file exports. `struct model` is its own, behind a cast. */
struct yardstick {
    const char *name;   /* a value of the axis `yardstick` */
    const char *label;  /* in tables and figures: "naive Bayes" */
    const char *title;  /* one line, for people */
    const char *source; /* where its formula stands */
    const char *tasks;  /* between blanks: task_kind.counted_as of those that it can answer */
    bool floor;         /* what a model that learned nothing of its input says: a training that
                         * does not end below it did not train */
    int order;          /* n-grams: longest */

    struct model *(*open)(const struct yardstick *, const struct task *,
                          const struct model_config *);
    void (*close)(struct model *);
    /* A batch of the training part; in order, each place or record once. */
    void (*count)(struct model *, const struct batch *);
    void (*fit)(struct model *); /* after the last; NULL: nothing */
    /* As of struct model_build; the sum of -log p(target) is NaN where there are no probabilities.
     */
    double (*forward)(struct model *, const struct batch *, uint64_t, double *count);
    void (*logits)(struct model *, int b, int n, float *out); /* NULL: not asked by its tasks */
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
extern const struct yardstick *const yardsticks[]; /* the same order; NULL-ended */

bool yardstick_fits(const struct yardstick *, const struct task_kind *);

struct yardstick_result {
    struct task_score score[SPLITS]; /* no metrics: not asked for */
    double counted;                  /* targets that it was fitted to */
};
/* Fits to what `batches` training batches show (0: to the whole training part) and scores.
 * generate: also texts; scored: splits beside validation; limit: records or windows at most, 0:
 * all. */
void yardstick_measure(const struct yardstick *, struct task *, int64_t batches, bool generate,
                       const bool scored[SPLITS], int limit, struct yardstick_result *);

#endif
