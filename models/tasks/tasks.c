/* SPDX-License-Identifier: MIT
 * Defines the table of tasks, and functions that all tasks share. */
#include "models/tasks/tasks.h"

#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
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

char *task_misfit(const struct task_kind *kind, const char *data)
{
    const struct data_set *set = data_set_named(data);
    if (!set || set->kind == kind->data) return NULL;
    struct text fitting = {0};
    for (const struct task_kind *const *k = task_kinds; *k; k++)
        if ((*k)->data == set->kind)
            text_add(&fitting, "%s%s", fitting.length ? " or " : "", (*k)->name);
    char *why =
        xformat("task %s cannot read data set %s of kind %s (expected kind %s); use task %s",
                kind->name, data, data_kind_names[set->kind], data_kind_names[kind->data],
                fitting.length ? fitting.data : "none");
    text_free(&fitting);
    return why;
}

const char *const just_loss[] = {"loss", NULL};
const char *const loss_and_perplexity[] = {"loss", "perplexity", NULL};

static bool made_of(const struct metric *metric, const char *const *columns)
{
    struct record_scores one;
    record_scores_open(&one, 1);
    record_scores_add_all(&one, columns);
    bool known = record_metric_known(metric, &one);
    record_scores_free(&one);
    return known;
}

bool task_gives(const struct task_kind *kind, const struct metric *metric, bool written)
{
    for (const char *const *name = kind->over_tokens; *name; name++)
        if (!strcmp(*name, metric->name)) return true;
    if (kind->columns && made_of(metric, kind->columns)) return true;
    for (const struct text_metric *const *t = written ? kind->texts : NULL; t && *t; t++)
        if (made_of(metric, (*t)->columns)) return true;
    return false;
}

int task_gives_longer(const struct task_kind *kind, const struct metric *metric)
{
    const char *end = strrchr(metric->name, '_');
    int times = 0;
    char n = 0, more = 0;
    bool longer = end && sscanf(end, "_%d%c%c", &times, &n, &more) == 2 && n == 'n';
    if (!longer || !kind->any_length) return 0;
    char *name = xformat("%.*s", (int)(end - metric->name), metric->name);
    const struct metric *own = metric_find(name);
    free(name);
    return own && task_gives(kind, own, false) ? times : 0;
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

void task_keep(const struct task *task, enum split split, struct record_scores *records)
{
    const struct listener *l = &task->listener;
    if (!l->keep) return;
    records->hash = dataset_split_hash(task->data, split);
    l->keep(l->context, split, records);
}

void task_score_records(const struct task *task, enum split split, struct record_scores *records,
                        struct task_score *s)
{
    s->records = records->records;
    for (const struct metric *m = metrics; m->name; m++)
        if (record_metric_known(m, records)) task_score_add(s, m->name, record_metric(m, records));
    task_keep(task, split, records);
}
