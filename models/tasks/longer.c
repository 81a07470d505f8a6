/* SPDX-License-Identifier: MIT
 * Scores a task on longer sequences than in training. */
#include "models/tasks/longer.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

int longest_times(const struct task_options *o)
{
    return o->score_lengths > 1 ? o->score_lengths : 1;
}

/* Returns the batch size for sequences that are `times` times as long. A batch has as many tokens
 * as a training batch, but at least one sequence. */
static int fewer(int batch, int times) { return batch > times ? batch / times : 1; }

size_t longest_cells(const struct task_options *o)
{
    int times = longest_times(o);
    size_t own = (size_t)o->batch * (size_t)o->n, one = (size_t)times * (size_t)o->n;
    return own > one ? own : one; /* a batch of longer sequences has at most `own` tokens, but at
                                     least one sequence */
}

struct task_options task_at_length(const struct task_options *o, int times)
{
    struct task_options longer = *o;
    longer.n = o->n * times;
    longer.batch = fewer(o->batch, times);
    longer.from = longer.n / 2;
    return longer;
}

/* Opens a model with the trained parameters for the task's current lengths. */
static struct model *open_longer(const struct task *task, const struct model_build *build,
                                 const struct model_config *config, struct model *trained)
{
    struct model_config c = *config;
    task->kind->shape(task, &c);
    struct model *model = build->open(&c, 0, false);
    size_t bytes = build->memory(trained).parameters;
    /* The sizes are equal because no parameter depends on the position. */
    require(build->memory(model).parameters == bytes);
    memcpy(build->parameters(model), build->parameters(trained), bytes);
    return model;
}

/* Appends metrics under the names for this length, such as "loss_2n". Metrics that have no name for
 * this length are skipped. */
static void add_longer(struct task_score *to, const struct task_score *from, int times)
{
    for (int i = 0; i < from->count; i++) {
        char *name = xformat("%s_%dn", from->metric[i].name, times);
        const char *kept = task_metric_name(name);
        if (kept) task_score_add(to, kept, from->metric[i].value);
        free(name);
    }
}

void task_score_longer(struct task *task, enum split split, const struct model_build *build,
                       const struct model_config *config, struct model *model, struct task_score *s)
{
    const struct task_options o = task->options;
    const struct listener listener = task->listener;
    if (!task->kind->any_length) return;
    task->listener = (struct listener){0};
    for (int times = 2; times <= longest_times(&o); times *= 2) {
        struct task_score own = {0};
        task->options = task_at_length(&o, times);
        struct model *longer = config ? open_longer(task, build, config, model) : model;
        task->kind->score(task, split, build, longer, false, 0, &own);
        if (longer != model) build->close(longer);
        add_longer(s, &own, times);
    }
    task->options = o;
    task->listener = listener;
}
