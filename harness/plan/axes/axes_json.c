/* SPDX-License-Identifier: MIT
 * The axis table read from the worker's description; harness/README.md has the JSON. */
#include "harness/plan/axes/axes.h"
#include "base/description.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct loader {
    struct axes *axes;
    char *error; /* the first one */
};

static void fail(struct loader *l, const char *axis, const char *what)
{
    if (!l->error) l->error = xformat("the worker's description: axis %s: %s", axis, what);
}

/* Index of a member's text in a NULL-ended list, -1 if it is not there. */
static int member_index(const json_t *object, const char *key, const char *const *names)
{
    const char *text = json_string_value(json_object_get(object, key));
    for (int i = 0; text && names[i]; i++)
        if (!strcmp(names[i], text)) return i;
    return -1;
}

static char *member_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return xstrdup(text ? text : "");
}

/* A list of `count` texts; entries that are missing are "". */
static char **member_list(const json_t *object, const char *key, int count)
{
    const json_t *array = json_object_get(object, key);
    char **list = xarray((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(array, (size_t)i));
        list[i] = xstrdup(text ? text : "");
    }
    return list;
}

static double member_number(const json_t *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* Finds or adds the axis of an entry; NULL if the entry contradicts an earlier one. */
static struct axis *entry_axis(struct loader *l, const json_t *entry, const char *name)
{
    int type = member_index(entry, "type", axis_type_names);
    int role = member_index(entry, "role", axis_role_names);
    int index = axes_find(l->axes, name);
    if (type < 0) return fail(l, name, "expected a type: int, real, choice or text"), NULL;
    if (role < 0)
        return fail(l, name, "expected a role: variant, shape, placement or measure"), NULL;
    if (index >= 0 && (int)l->axes->list[index].type != type)
        return fail(l, name, "found with two types"), NULL;
    if (index >= 0) return &l->axes->list[index];
    struct axes *a = l->axes;
    a->list = xgrow(a->list, (size_t)a->count + 1, sizeof *a->list);
    a->list[a->count] = (struct axis){.name = xstrdup(name),
                                      .type = (enum axis_type)type,
                                      .role = (enum axis_role)role,
                                      .quiet = json_is_true(json_object_get(entry, "quiet"))};
    return &a->list[a->count++];
}

static void load_condition(struct loader *l, struct axis_case *c, const json_t *entry,
                           const char *name)
{
    const json_t *when = json_object_get(entry, "when");
    const char *axis = json_string_value(json_object_get(when, "axis"));
    c->when_axis = -1;
    c->when_value = member_text(when, "value");
    if (!when || json_is_null(when)) return;
    c->when_axis = axis ? axes_find(l->axes, axis) : -1;
    if (c->when_axis < 0) fail(l, name, "its condition names no axis before it");
}

static void load_entry(struct loader *l, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "name"));
    if (!name || !*name) {
        fail(l, "?", "expected a name");
        return;
    }
    struct axis *axis = entry_axis(l, entry, name);
    if (!axis) return;
    axis->cases = xgrow(axis->cases, (size_t)axis->case_count + 1, sizeof *axis->cases);
    struct axis_case *c = &axis->cases[axis->case_count++];
    int choices = (int)json_array_size(json_object_get(entry, "choices"));
    int said = (int)json_array_size(json_object_get(entry, "said"));
    *c = (struct axis_case){.min = member_number(entry, "min", -HUGE_VAL),
                            .max = member_number(entry, "max", HUGE_VAL),
                            .choices = member_list(entry, "choices", choices),
                            .titles = member_list(entry, "titles", choices),
                            .papers = member_list(entry, "papers", choices),
                            .initials = member_list(entry, "initials", choices),
                            .published = member_list(entry, "published", choices),
                            .said = member_list(entry, "said", said),
                            .said_count = said,
                            .choice_count = choices,
                            .negative_control = member_text(entry, "negative_control"),
                            .default_text = member_text(entry, "default"),
                            .doc = member_text(entry, "doc")};
    load_condition(l, c, entry, name);
    if (axis->type == AXIS_CHOICE && !choices) fail(l, name, "expected choices");
}

/* A default that is not a value is a formula; all axes are known by now. */
static void load_default(struct loader *l, const struct axis *axis, struct axis_case *c)
{
    char *error = NULL, *value = axis_canonical(axis, c, c->default_text, &error);
    free(error);
    free(value);
    if (value) return;
    int column;
    c->default_formula = formula_parse(c->default_text, axes_known, l->axes, &error, &column);
    if (c->default_formula) return;
    fail(l, axis->name, error);
    free(error);
}

static void load_datasets(struct axes *axes, const json_t *datasets)
{
    size_t count = json_array_size(datasets);
    axes->datasets = xarray(count, sizeof *axes->datasets);
    axes->dataset_count = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *set = json_array_get(datasets, i);
        axes->datasets[i].name = member_text(set, "name");
        axes->datasets[i].label = member_text(set, "label");
        axes->datasets[i].said = member_text(set, "said");
        axes->datasets[i].kind = member_text(set, "kind");
        axes->datasets[i].title = member_text(set, "title");
        axes->datasets[i].source = member_text(set, "source");
        axes->datasets[i].licence = member_text(set, "licence");
        axes->datasets[i].has_folder = json_is_true(json_object_get(set, "folder"));
    }
}

static void load_simple_baselines(struct axes *axes, const json_t *simple_baselines)
{
    size_t count = json_array_size(simple_baselines);
    axes->simple_baselines = xarray(count, sizeof *axes->simple_baselines);
    axes->simple_baseline_count = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *y = json_array_get(simple_baselines, i);
        int tasks = (int)json_array_size(json_object_get(y, "tasks"));
        axes->simple_baselines[i].name = member_text(y, "name");
        axes->simple_baselines[i].label = member_text(y, "label");
        axes->simple_baselines[i].title = member_text(y, "title");
        axes->simple_baselines[i].tasks = member_list(y, "tasks", tasks);
        axes->simple_baselines[i].task_count = tasks;
        axes->simple_baselines[i].floor = json_is_true(json_object_get(y, "floor"));
    }
}

static void load_task(struct task_metrics *task, const json_t *entry)
{
    const json_t *given = json_object_get(entry, "metrics");
    task->name = member_text(entry, "name");
    task->count = (int)json_array_size(given);
    task->metrics = xarray((size_t)task->count, sizeof *task->metrics);
    for (int i = 0; i < task->count; i++) {
        const json_t *metric = json_array_get(given, (size_t)i);
        int values = (int)json_array_size(json_object_get(metric, "values"));
        task->metrics[i] = (struct task_metric_of){.name = member_text(metric, "name"),
                                                   .axis = member_text(metric, "axis"),
                                                   .values = member_list(metric, "values", values),
                                                   .value_count = values};
    }
}

static void load_tasks(struct axes *axes, const json_t *tasks)
{
    axes->task_count = (int)json_array_size(tasks);
    axes->tasks = xarray((size_t)axes->task_count, sizeof *axes->tasks);
    for (int i = 0; i < axes->task_count; i++)
        load_task(&axes->tasks[i], json_array_get(tasks, (size_t)i));
}

static void load_events(struct axes *axes, const json_t *events)
{
    size_t count = json_array_size(events);
    axes->events = xarray(count, sizeof *axes->events);
    axes->event_count = (int)count;
    for (size_t i = 0; i < count; i++) {
        axes->events[i].group = member_text(json_array_get(events, i), "group");
        axes->events[i].doc = member_text(json_array_get(events, i), "doc");
    }
}

static void load_edges(struct edges *edges, const json_t *list)
{
    while (edges->count < EDGES_MOST && (size_t)edges->count < json_array_size(list)) {
        json_int_t at = json_integer_value(json_array_get(list, (size_t)edges->count));
        edges->at[edges->count++] = (int)at;
    }
}

static void load(struct loader *l, const json_t *root)
{
    const json_t *entries = json_object_get(root, "axes");
    json_int_t schema = json_integer_value(json_object_get(root, "schema"));
    if (schema > DESCRIPTION_SCHEMA) {
        l->error =
            xformat("found a description of format %lld, expected at most %d, which is what this "
                    "attnlab reads: a newer attnlab wrote it",
                    (long long)schema, DESCRIPTION_SCHEMA);
        return;
    }
    for (size_t i = 0; i < json_array_size(entries); i++) load_entry(l, json_array_get(entries, i));
    for (int i = 0; i < l->axes->count; i++)
        for (int k = 0; k < l->axes->list[i].case_count; k++)
            load_default(l, &l->axes->list[i], &l->axes->list[i].cases[k]);
    l->axes->slot_count = (int)json_array_size(json_object_get(root, "slots"));
    l->axes->slots = member_list(root, "slots", l->axes->slot_count);
    l->axes->slot_groups = member_list(root, "slot_groups", l->axes->slot_count);
    load_events(l->axes, json_object_get(root, "events"));
    load_datasets(l->axes, json_object_get(root, "datasets"));
    load_tasks(l->axes, json_object_get(root, "tasks"));
    load_simple_baselines(l->axes, json_object_get(root, "simple_baselines"));
    load_edges(&l->axes->row_edges, json_object_get(root, "row_edges"));
    load_edges(&l->axes->tile_edges, json_object_get(root, "tile_edges"));
    if (!l->axes->count && !l->error) l->error = xformat("the worker describes no axes");
}

bool axes_from_json(struct axes *axes, const char *text, char **error)
{
    struct loader l = {.axes = axes};
    json_error_t problem;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    *axes = (struct axes){.met = interned_make()};
    if (root)
        load(&l, root);
    else
        l.error =
            xformat("the worker's description is no JSON: line %d: %s", problem.line, problem.text);
    json_decref(root);
    axes->description = xstrdup(text);
    *error = l.error;
    if (l.error) axes_free(axes);
    return !l.error;
}

/* Told, not refused: a run may well go on with the worker that it began with. */
static void tell_older(const char *worker)
{
    bool in_future;
    char *source = newer_source(worker, &in_future);
    if (source && in_future)
        fprintf(stderr,
                "note: %s is dated in the future: whether %s was built from it is unknown; "
                "set the clock, or `touch` the file, and `make`\n",
                source, worker);
    else if (source)
        fprintf(stderr,
                "note: %s was changed after %s was built, which does not have that; `make` "
                "builds it again\n",
                source, worker);
    free(source);
}

bool axes_load(struct axes *axes, const char *worker, char **error)
{
    *axes = (struct axes){0};
    tell_older(worker);
    char *text = ask_worker(worker, "describe", error);
    bool good = text && axes_from_json(axes, text, error);
    free(text);
    return good;
}

bool axes_of_run(struct axes *axes, const char *directory, char **error)
{
    char *path = xformat("%s/describe.json", directory);
    if (access(path, F_OK)) {
        free(path);
        path = xformat("%s/../describe.json", directory);
    }
    char *text = read_file(path, NULL), *why = NULL;
    bool good = text && axes_from_json(axes, text, &why);
    if (!good) *error = xformat("%s: %s", path, text ? why : file_fault(errno));
    free(why);
    free(text);
    free(path);
    return good;
}
