/* SPDX-License-Identifier: MIT
 * Helpers for tests of simple baselines: fit a baseline to a small data set and score it on a task.
 */
#ifndef ATTNLAB_SIMPLE_BASELINE_TRIAL_H
#define ATTNLAB_SIMPLE_BASELINE_TRIAL_H

#include "models/simple_baselines/simple_baseline.h"
#include "task_case.h"

enum { ALL };

static inline struct task_options options(const char *tokenizer, int n, int batch)
{
    return (struct task_options){.tokenizer = tokenizer,
                                 .min_count = 1,
                                 .batch = batch,
                                 .n = n,
                                 .m = n,
                                 .beam = 1,
                                 .patch = 2,
                                 .mask_rate = 0.5,
                                 .seed = 1};
}

static inline struct simple_baseline_result measured(const struct hand *h,
                                                     const struct task_kind *kind,
                                                     const struct simple_baseline *y,
                                                     const struct task_options *o, int64_t batches)
{
    struct simple_baseline_result r;
    struct task *t = hand_task(h, kind, o);
    assert_true(simple_baseline_fits(y, kind));
    simple_baseline_measure(y, t, batches, true, (const bool[SPLITS]){false}, 0, &r);
    return r;
}

#endif
