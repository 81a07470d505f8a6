/* SPDX-License-Identifier: MIT
 * The table of tasks, and what all of them share (task.h). */
#include "models/task.h"

#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <string.h>

const struct task_kind *const task_kinds[] = {
#define TASK(name) &task_##name,
#include "models/tasks/list.def"
#undef TASK
    NULL};

const struct task_kind *task_kind_by_name(const char *name)
{
    for (const struct task_kind *const *k = task_kinds; *k; k++)
        if (!strcmp((*k)->name, name)) return *k;
    return NULL;
}

const char *task_metric_name(const char *name)
{
    const struct metric *metric = metric_find(name);
    return metric ? metric->name : NULL;
}

void task_score_add(struct task_score *s, const char *name, double value)
{
    require(s->count < MAX_METRICS);
    s->metric[s->count++] = (struct task_metric){name, value};
}

void task_score_records(const struct task *task, enum split split, struct record_scores *records,
                        struct task_score *s)
{
    const struct listener *l = &task->listener;
    s->records = records->records;
    for (const struct metric *m = metrics; m->name; m++)
        if (record_metric_known(m, records)) task_score_add(s, m->name, record_metric(m, records));
    if (!l->keep) return;
    records->hash = dataset_split_hash(task->data, split);
    l->keep(l->context, split, records);
}
