/* SPDX-License-Identifier: MIT
 * Measures the initial magnitudes of a model's baseline twin and matches the model to them. The
 * twin is closed before the model is opened, so no additional memory is needed. */
#include "models/starts.h"

const struct batch *starts_batch(const struct model_config *c, struct task *task, int64_t index)
{
    return c->initial == INITIAL_MATCHED ? task->kind->batch(task, index) : NULL;
}

static void measure_twin(const struct model_build *build, const struct model_config *c,
                         uint64_t seed, const struct batch *b, struct start *plain)
{
    struct model_config plain_config = swap_plain(c);
    struct model *twin = build->open(&plain_config, seed, false);
    build->measure_starts(twin, b, plain);
    build->close(twin);
}

struct model *starts_open(const struct model_build *build, const struct model_config *c,
                          uint64_t seed, struct task *task)
{
    const struct batch *first = starts_batch(c, task, 0);
    struct start plain[MOST_ATTENTIONS];
    if (first) measure_twin(build, c, seed, first, plain);
    struct model *m = build->open(c, seed, true);
    if (first) build->match_starts(m, first, plain);
    return m;
}
