/* SPDX-License-Identifier: MIT
 * Reads the axis table from the worker's JSON description (harness/README.md describes the format).
 */
#include "base/description.h"
#include "harness/plan/axes/axes.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct loader {
    struct axes *axes;
    char *error; /* message of the first error */
};

static void fail(struct loader *l, const char *axis, const char *what)
{
    if (!l->error) l->error = xformat("the worker's description: axis %s: %s", axis, what);
}

/* Allocates an array that is freed with the axes. */
static void *array_of(struct axes *axes, size_t count, size_t size)
{
    axes->arrays = xroom(axes->arrays, (size_t)axes->array_count, sizeof *axes->arrays);
    return axes->arrays[axes->array_count++] = xarray(count, size);
}

/* ---- members of an object ---- */

static const char *text_of(const json_t *text)
{
    return json_is_string(text) ? json_string_value(text) : "";
}

static const char *member(const json_t *object, const char *key)
{
    return text_of(json_object_get(object, key));
}

static int length_of(const json_t *object, const char *key)
{
    return (int)json_array_size(json_object_get(object, key));
}

/* Returns a list of `count` texts; each missing entry is "". */
static const char **texts_of(struct axes *axes, const json_t *object, const char *key, int count)
{
    const json_t *array = json_object_get(object, key);
    const char **list = array_of(axes, (size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) list[i] = text_of(json_array_get(array, (size_t)i));
    return list;
}

/* Returns the index of a member's text in a NULL-terminated list, or -1 if the list does not
 * contain the text. */
static int index_of(const json_t *object, const char *key, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], member(object, key))) return i;
    return -1;
}

static double number_of(const json_t *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static bool flag_of(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* ---- axes ---- */

/* Finds or adds the axis that an entry describes. Returns NULL if the entry contradicts an earlier
 * one. */
static struct axis *entry_axis(struct loader *l, const json_t *entry, const char *name)
{
    struct axes *a = l->axes;
    int type = index_of(entry, "type", axis_type_names);
    int role = index_of(entry, "role", axis_role_names), index = axes_find(a, name);
    if (type < 0) return fail(l, name, "expected a type: int, real, choice or text"), NULL;
    if (role < 0)
        return fail(l, name, "expected a role: variant, shape, placement or measure"), NULL;
    if (index >= 0 && (int)a->list[index].type != type)
        return fail(l, name, "found two types, expected one"), NULL;
    if (index >= 0) return &a->list[index];
    a->list = xroom(a->list, (size_t)a->count, sizeof *a->list);
    a->list[a->count] = (struct axis){.name = name,
                                      .type = (enum axis_type)type,
                                      .role = (enum axis_role)role,
                                      .quiet = flag_of(entry, "quiet")};
    return &a->list[a->count++];
}

static void load_entry(struct loader *l, const json_t *entry)
{
    struct axes *a = l->axes;
    const json_t *when = json_object_get(entry, "when");
    const char *name = member(entry, "name");
    struct axis *axis = *name ? entry_axis(l, entry, name) : NULL;
    if (!*name) fail(l, "?", "expected a name");
    if (!axis) return;
    int choices = length_of(entry, "choices"), labels = length_of(entry, "said");
    axis->cases = xroom(axis->cases, (size_t)axis->case_count, sizeof *axis->cases);
    struct axis_case *c = &axis->cases[axis->case_count++];
    *c = (struct axis_case){.when_axis = when ? axes_find(a, member(when, "axis")) : -1,
                            .when_value = interned_keep(a->values, xstrdup(member(when, "value"))),
                            .min = number_of(entry, "min", -HUGE_VAL),
                            .max = number_of(entry, "max", HUGE_VAL),
                            .choices = texts_of(a, entry, "choices", choices),
                            .titles = texts_of(a, entry, "titles", choices),
                            .papers = texts_of(a, entry, "papers", choices),
                            .initials = texts_of(a, entry, "initials", choices),
                            .published = texts_of(a, entry, "published", choices),
                            .choice_count = choices,
                            .labels = texts_of(a, entry, "said", labels),
                            .label_count = labels,
                            .negative_control = member(entry, "negative_control"),
                            .default_text = member(entry, "default"),
                            .doc = member(entry, "doc")};
    if (json_is_object(when) && c->when_axis < 0)
        fail(l, name, "its condition names an unknown axis (expected an earlier axis)");
    if (axis->type == AXIS_CHOICE && !choices)
        fail(l, name, "found no choices, expected at least one");
}

/* Loads the default of an axis. Text that is not a valid value must be a formula. All axes must be
 * loaded first, because formulas name axes. */
static void load_default(struct loader *l, const struct axis *axis, struct axis_case *c)
{
    char *error = NULL, *value = axis_canonical(axis, c, c->default_text, &error);
    int column;
    free(error);
    c->default_value = value ? interned_keep(l->axes->values, value) : NULL;
    if (value) return;
    c->default_formula = formula_parse(c->default_text, axes_known, l->axes, &error, &column);
    if (c->default_formula) return;
    fail(l, axis->name, error);
    free(error);
}

/* ---- the other lists ---- */

static void load_datasets(struct axes *axes, const json_t *root)
{
    const json_t *list = json_object_get(root, "datasets");
    axes->dataset_count = length_of(root, "datasets");
    axes->datasets = array_of(axes, json_array_size(list), sizeof *axes->datasets);
    for (int i = 0; i < axes->dataset_count; i++) {
        const json_t *set = json_array_get(list, (size_t)i);
        axes->datasets[i].name = member(set, "name");
        axes->datasets[i].label = member(set, "label");
        axes->datasets[i].option_label = member(set, "said");
        axes->datasets[i].kind = member(set, "kind");
        axes->datasets[i].title = member(set, "title");
        axes->datasets[i].source = member(set, "source");
        axes->datasets[i].licence = member(set, "licence");
        axes->datasets[i].has_folder = flag_of(set, "folder");
    }
}

static void load_simple_baselines(struct axes *axes, const json_t *root)
{
    const json_t *list = json_object_get(root, "simple_baselines");
    axes->simple_baseline_count = length_of(root, "simple_baselines");
    axes->simple_baselines = array_of(axes, json_array_size(list), sizeof *axes->simple_baselines);
    for (int i = 0; i < axes->simple_baseline_count; i++) {
        const json_t *model = json_array_get(list, (size_t)i);
        int tasks = length_of(model, "tasks");
        axes->simple_baselines[i].name = member(model, "name");
        axes->simple_baselines[i].label = member(model, "label");
        axes->simple_baselines[i].title = member(model, "title");
        axes->simple_baselines[i].tasks = texts_of(axes, model, "tasks", tasks);
        axes->simple_baselines[i].task_count = tasks;
        axes->simple_baselines[i].floor = flag_of(model, "floor");
    }
}

static void load_task(struct axes *axes, struct task_metrics *task, const json_t *entry)
{
    task->name = member(entry, "name");
    task->count = length_of(entry, "metrics");
    task->metrics = array_of(axes, (size_t)task->count, sizeof *task->metrics);
    for (int i = 0; i < task->count; i++) {
        const json_t *metric = json_array_get(json_object_get(entry, "metrics"), (size_t)i);
        int values = length_of(metric, "values");
        task->metrics[i] =
            (struct described_metric){member(metric, "name"), member(metric, "axis"),
                                      texts_of(axes, metric, "values", values), values};
    }
}

static void load_tasks(struct axes *axes, const json_t *root)
{
    axes->task_count = length_of(root, "tasks");
    axes->tasks = array_of(axes, (size_t)axes->task_count, sizeof *axes->tasks);
    for (int i = 0; i < axes->task_count; i++)
        load_task(axes, &axes->tasks[i], json_array_get(json_object_get(root, "tasks"), (size_t)i));
}

static void load_events(struct axes *axes, const json_t *root)
{
    axes->event_count = length_of(root, "events");
    axes->events = array_of(axes, (size_t)axes->event_count, sizeof *axes->events);
    for (int i = 0; i < axes->event_count; i++) {
        const json_t *event = json_array_get(json_object_get(root, "events"), (size_t)i);
        axes->events[i].group = member(event, "group");
        axes->events[i].doc = member(event, "doc");
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
    struct axes *a = l->axes;
    const json_t *entries = json_object_get(root, "axes");
    json_int_t schema = json_integer_value(json_object_get(root, "schema"));
    if (schema > DESCRIPTION_SCHEMA) {
        l->error =
            xformat("the worker's description has format %lld (expected at most %d); use the newer "
                    "attnlab that wrote it",
                    (long long)schema, DESCRIPTION_SCHEMA);
        return;
    }
    for (size_t i = 0; i < json_array_size(entries); i++) load_entry(l, json_array_get(entries, i));
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < a->list[i].case_count; k++)
            load_default(l, &a->list[i], &a->list[i].cases[k]);
    a->slot_count = length_of(root, "slots");
    a->slots = texts_of(a, root, "slots", a->slot_count);
    a->slot_groups = texts_of(a, root, "slot_groups", a->slot_count);
    load_events(a, root);
    load_datasets(a, root);
    load_tasks(a, root);
    load_simple_baselines(a, root);
    load_edges(&a->row_edges, json_object_get(root, "row_edges"));
    load_edges(&a->tile_edges, json_object_get(root, "tile_edges"));
    if (!a->count && !l->error) l->error = xformat("the worker describes no axes");
}

bool axes_from_json(struct axes *axes, const char *text, char **error)
{
    struct loader l = {.axes = axes};
    json_error_t problem;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    *axes = (struct axes){.root = root, .values = interned_make(), .description = xstrdup(text)};
    if (root)
        load(&l, root);
    else
        l.error = xformat("the worker's description is not JSON: line %d: %s", problem.line,
                          problem.text);
    *error = l.error;
    if (l.error) axes_free(axes);
    return !l.error;
}

void axes_free(struct axes *axes)
{
    for (int i = 0; i < axes->count; i++) {
        for (int k = 0; k < axes->list[i].case_count; k++)
            formula_free(axes->list[i].cases[k].default_formula);
        free(axes->list[i].cases);
    }
    for (int i = 0; i < axes->array_count; i++) free(axes->arrays[i]);
    free(axes->arrays);
    free(axes->list);
    free(axes->description);
    interned_free(axes->values);
    json_decref(axes->root);
    *axes = (struct axes){0};
}

/* ---- from a worker, from a run ---- */

/* Prints a note instead of an error, because a run may be resumed with the worker that started it.
 */
static void note_older(const char *worker)
{
    char *source = newer_source(worker);
    if (source)
        fprintf(stderr, "note: %s was changed after %s was built; rebuild it with `make`\n", source,
                worker);
    free(source);
}

bool axes_load(struct axes *axes, const char *worker, char **error)
{
    *axes = (struct axes){0};
    note_older(worker);
    char *text = ask_worker(worker, "describe", error);
    bool good = text && axes_from_json(axes, text, error);
    free(text);
    return good;
}

bool axes_of_run(struct axes *axes, const char *directory, char **error)
{
    char *path = xformat("%s/describe.json", directory), *why = NULL;
    if (access(path, F_OK)) {
        free(path);
        path = xformat("%s/../describe.json", directory);
    }
    char *text = read_file(path, NULL);
    *axes = (struct axes){0};
    bool good = text && axes_from_json(axes, text, &why);
    if (!good) *error = xformat("%s: %s", path, text ? why : file_fault(errno));
    free(why);
    free(text);
    free(path);
    return good;
}
