/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker describe`, which prints the tables of axes, data sets, tasks and
 * counters as JSON. The driver has no other source of information about variants. */
#include "base/description.h"
#include "datasets/dataset.h"
#include "harness/measure/worker.h"
#include "harness/measure/counters/counters.h"
#include "models/simple_baselines/simple_baseline.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>
#include <string.h>

static json_t *texts(const char *const *list)
{
    json_t *array = json_array();
    for (; list && *list; list++) json_array_append_new(array, json_string(*list));
    return array;
}

/* Adds the choices of a slot, in order, with labels, titles, papers and initial values. Also adds
 * the name of the negative control. */
static void describe_choices(json_t *axis, const struct slot *slot)
{
    const char *negative_control = "";
    json_t *titles = json_array(), *papers = json_array(), *initials = json_array(),
           *published = json_array(), *said = json_array();
    for (const struct choice *const *c = slot->choices; *c; c++) {
        if ((*c)->negative_control) negative_control = (*c)->name;
        json_array_append_new(said, json_string((*c)->label ? (*c)->label : (*c)->name));
        json_array_append_new(titles, json_string((*c)->title ? (*c)->title : ""));
        json_array_append_new(papers, json_string((*c)->paper ? (*c)->paper : ""));
        json_array_append_new(initials, json_string((*c)->initial ? (*c)->initial : ""));
        json_array_append_new(published, json_string((*c)->published ? (*c)->published->text : ""));
    }
    json_object_set_new(axis, "titles", titles);
    json_object_set_new(axis, "papers", papers);
    json_object_set_new(axis, "initials", initials);
    json_object_set_new(axis, "published", published);
    json_object_set_new(axis, "said", said);
    json_object_set_new(axis, "negative_control", json_string(negative_control));
}

static json_t *describe_range(const struct factor *f, double bound)
{
    return f->type == FACTOR_INT ? json_integer((json_int_t)bound) : json_real(bound);
}

/* Describes an axis as it applies if the axis f->when has the choice with index `when`. */
static json_t *describe_factor(const struct factor *f, int when)
{
    json_t *axis = json_pack("{s:s, s:s, s:s}", "name", f->name, "doc", f->doc, "type",
                             factor_type_names[f->type]);
    if (f->type == FACTOR_INT || f->type == FACTOR_REAL) {
        json_object_set_new(axis, "min", describe_range(f, f->min));
        json_object_set_new(axis, "max", describe_range(f, f->max));
    }
    if (f->choices) json_object_set_new(axis, "choices", texts(f->choices));
    if (f->said) json_object_set_new(axis, "said", texts(f->said));
    if (f->slot) describe_choices(axis, f->slot);
    if (f->when)
        json_object_set_new(
            axis, "when",
            json_pack("{s:s, s:s}", "axis", f->when->name, "value", f->when->choices[when]));
    json_object_set_new(axis, "default", json_string(f->def));
    json_object_set_new(axis, "role", json_string(f->role));
    json_object_set_new(axis, "quiet", json_boolean(f->quiet));
    return axis;
}

/* Appends one description of the axis per choice of f->when for which the axis applies. */
static void append_cases(json_t *axes, const struct factor *f)
{
    if (!f->when) json_array_append_new(axes, describe_factor(f, 0));
    for (int choice = 0; f->when && f->when->choices[choice]; choice++)
        if (factor_goes_with(f, choice)) json_array_append_new(axes, describe_factor(f, choice));
}

static json_t *describe_events(void)
{
    json_t *array = json_array();
    for (const struct counter_group *g = counter_groups; g->name; g++)
        json_array_append_new(array, json_pack("{s:s, s:s}", "group", g->name, "doc", g->doc));
    return array;
}

static json_t *describe_datasets(void)
{
    json_t *array = json_array();
    for (const struct data_set *const *s = data_sets; *s; s++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s*, s:s, s:s, s:s, s:s, s:b}", "name",
                                               (*s)->name, "label", (*s)->label, "said", (*s)->said,
                                               "kind", data_kind_names[(*s)->kind], "title",
                                               (*s)->title, "source", (*s)->source, "licence",
                                               (*s)->licence, "folder", data_set_has_folder(*s)));
    return array;
}

/* Describes a metric. If `axis` is not NULL, the metric exists only in cells where this axis has
 * one of `values`. */
static json_t *described_metric(const char *name, const char *axis, json_t *values)
{
    return json_pack("{s:s, s:s*, s:o*}", "name", name, "axis", axis, "values", values);
}

/* Returns the choices of the axis score_lengths: "1", "2", ... */
static const char *const *lengths_scored(void)
{
    int count, i = 0;
    const struct factor *table = factors(&count);
    while (strcmp(table[i].name, "score_lengths")) i++;
    return table[i].choices;
}

static json_t *metric_of_task(const struct task_kind *task, const struct metric *metric)
{
    if (task_gives(task, metric, false)) return described_metric(metric->name, NULL, NULL);
    if (task_gives(task, metric, true))
        return described_metric(metric->name, "generate", json_pack("[s]", "yes"));
    int least = task_gives_longer(task, metric);
    if (!least) return NULL;
    json_t *values = json_array();
    for (const char *const *times = lengths_scored(); *times; times++)
        if (atoi(*times) >= least) json_array_append_new(values, json_string(*times));
    return described_metric(metric->name, "score_lengths", values);
}

static json_t *describe_tasks(void)
{
    json_t *array = json_array();
    for (const struct task_kind *const *t = task_kinds; *t; t++) {
        json_t *given = json_array();
        for (const struct metric *m = metrics; m->name; m++) {
            json_t *described = metric_of_task(*t, m);
            if (described) json_array_append_new(given, described);
        }
        json_array_append_new(array, json_pack("{s:s, s:o}", "name", (*t)->name, "metrics", given));
    }
    return array;
}

static json_t *describe_simple_baselines(void)
{
    json_t *array = json_array();
    for (const struct simple_baseline *const *y = simple_baselines; *y; y++) {
        json_t *tasks = json_array();
        for (const struct task_kind *const *t = task_kinds; *t; t++)
            if (simple_baseline_fits(*y, *t)) json_array_append_new(tasks, json_string((*t)->name));
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:o, s:b}", "name", (*y)->name,
                                               "label", (*y)->label, "title", (*y)->title, "source",
                                               (*y)->source, "tasks", tasks, "floor", (*y)->floor));
    }
    return array;
}

static json_t *edges(const int *list)
{
    json_t *array = json_array();
    for (; *list; list++) json_array_append_new(array, json_integer(*list));
    return array;
}

int worker_describe(int argc, char **argv)
{
    struct worker_options options;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    int count;
    const struct factor *table = factors(&count);
    json_t *axes = json_array(), *slots = json_array(), *builds = json_array();
    json_t *groups = json_array(); /* heading of each slot in tables */
    for (int i = 0; i < count; i++) {
        append_cases(axes, &table[i]);
        if (!table[i].slot) continue;
        json_array_append_new(slots, json_string(table[i].name));
        json_array_append_new(groups, json_string(table[i].slot->group));
    }
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        json_array_append_new(builds, json_string((*k)->name));
    json_t *root =
        json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", DESCRIPTION_SCHEMA,
                  "axes", axes, "slots", slots, "slot_groups", groups, "events", describe_events(),
                  "datasets", describe_datasets(), "tasks", describe_tasks(), "simple_baselines",
                  describe_simple_baselines(), "builds", builds);
    const struct kernels *fastest = kernels_available()[0];
    json_object_set_new(root, "row_edges", edges(fastest->row_edges));
    json_object_set_new(root, "tile_edges", edges(fastest->tile_edges));
    return worker_put(options.record_fd, root) ? 0 : WORKER_USAGE;
}
