/* SPDX-License-Identifier: MIT
 * Whether what judges is measured: a task has its metrics (models/task.h, as the worker describes
 * them), some of them where an axis has them alone, such as BLEU where texts are decoded. Without,
 * no row would have a value of it, found after all had been trained. Asked of the file as written,
 * like the split: a tier may do without what is dear. */
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

static const struct task_metrics *task_of(const struct axes *axes, const struct candidate *c)
{
    const char *task = axes_value(axes, c->values.values, "task");
    for (int i = 0; task && i < axes->task_count; i++)
        if (!strcmp(axes->tasks[i].name, task)) return &axes->tasks[i];
    return NULL;
}

static const struct task_metric_of *metric_of(const struct task_metrics *task, const char *name)
{
    for (int i = 0; i < task->count; i++)
        if (!strcmp(task->metrics[i].name, name)) return &task->metrics[i];
    return NULL;
}

static bool measured(const struct task_metric_of *metric, const char *value)
{
    bool has = !*metric->axis;
    for (int i = 0; !has && value && i < metric->value_count; i++)
        has = !strcmp(metric->values[i], value);
    return has;
}

static char *names_of(const struct task_metrics *task)
{
    struct text names = {0};
    for (int i = 0; i < task->count; i++)
        text_add(&names, "%s%s", names.length ? " " : "", task->metrics[i].name);
    return names.data;
}

/* NULL: the cell has the metric, or nothing is known of its task. To be freed. */
static char *misfit(const struct axes *axes, const struct candidate *c, const char *name)
{
    const struct task_metrics *task = task_of(axes, c);
    const struct task_metric_of *metric = task ? metric_of(task, name) : NULL;
    if (task && !metric) {
        char *names = names_of(task);
        char *why = xformat("key metric: found %s, which task %s does not measure, expected one of "
                            "%s",
                            name, task->name, names);
        free(names);
        return why;
    }
    if (!task || measured(metric, axes_value(axes, c->values.values, metric->axis))) return NULL;
    return xformat("key metric: found %s, which not all cells measure, expected `fixed: {%s: %s}` "
                   "beside it",
                   name, metric->axis, metric->values[0]);
}

void candidates_check_metric(const struct candidates *all, const struct spec *spec,
                             const struct planning *p)
{
    if (!spec->metric || !spec_trains(spec)) return;
    for (int i = 0; i < all->count; i++) {
        char *why = misfit(p->axes, all->list[i], spec->metric);
        if (!why) continue;
        report_once(p, spec->metric_place, why);
        return;
    }
}
