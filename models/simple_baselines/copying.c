/* SPDX-License-Identifier: MIT
 * Implements the copying baseline: the answer is a copy of the source text. */
#include "models/simple_baselines/writer.h"

#include "base/mem.h"

#include <stdlib.h>

static int32_t next(const struct writer *w, const int32_t *source, int length, int position)
{
    (void)w;
    return position < length ? source[position] : TOKEN_END;
}

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct writer *w = xalloc(sizeof *w);
    (void)y, (void)task;
    writer_open(w, shape, next);
    return (struct model *)w;
}

static void close(struct model *model) { free(model); }

const struct simple_baseline simple_baseline_copying = {
    .name = "copying",
    .label = "copying the source",
    .title = "a copy of the source",
    .source = "",
    .tasks = "translate",
    .open = open,
    .close = close,
    .count = writer_count_nothing,
    WRITER_MEMBERS,
};
