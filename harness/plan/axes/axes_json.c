/* SPDX-License-Identifier: MIT
 * Reads the axis table from the worker's JSON description (harness/README.md describes the format).
 */
#include "base/description.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/json_fields.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct field described_metric_fields[] = {
    {ONE("name", WORD, described_metric, name)},
    {ONE("axis", WORD, described_metric, axis)},
    {TEXTS("values", TEXTS, described_metric, values, value_count)},
    {0}};
static const struct field described_task_fields[] = {
    {ONE("name", WORD, described_task, name)},
    {LIST("metrics", described_task, metrics, count, described_metric)},
    {0}};
static const struct field described_dataset_fields[] = {
    {ONE("name", WORD, described_dataset, name)},
    {ONE("label", WORD, described_dataset, label)},
    {ONE("said", WORD, described_dataset, option_label)},
    {ONE("kind", WORD, described_dataset, kind)},
    {ONE("title", WORD, described_dataset, title)},
    {ONE("source", WORD, described_dataset, source)},
    {ONE("licence", WORD, described_dataset, licence)},
    {ONE("folder", BOOL, described_dataset, has_folder)},
    {0}};
static const struct field described_simple_baseline_fields[] = {
    {ONE("name", WORD, described_simple_baseline, name)},
    {ONE("label", WORD, described_simple_baseline, label)},
    {ONE("title", WORD, described_simple_baseline, title)},
    {TEXTS("tasks", TEXTS, described_simple_baseline, tasks, task_count)},
    {ONE("floor", BOOL, described_simple_baseline, floor)},
    {0}};
static const struct field described_event_fields[] = {
    {ONE("group", WORD, described_event, group)}, {ONE("doc", WORD, described_event, doc)}, {0}};
static const struct field axes_fields[] = {
    {TEXTS("slots", TEXTS, axes, slots, slot_count)},
    {TEXTS("slot_groups", COLUMN, axes, slot_groups, slot_count)},
    {LIST("events", axes, events, event_count, described_event)},
    {LIST("datasets", axes, datasets, dataset_count, described_dataset)},
    {LIST("tasks", axes, tasks, task_count, described_task)},
    {LIST("simple_baselines", axes, simple_baselines, simple_baseline_count,
          described_simple_baseline)},
    {0}};
static const struct field case_fields[] = {
    {ONE("min", REAL, axis_case, min)},
    {ONE("max", REAL, axis_case, max)},
    {TEXTS("choices", TEXTS, axis_case, choices, choice_count)},
    {TEXTS("titles", COLUMN, axis_case, titles, choice_count)},
    {TEXTS("papers", COLUMN, axis_case, papers, choice_count)},
    {TEXTS("initials", COLUMN, axis_case, initials, choice_count)},
    {TEXTS("published", COLUMN, axis_case, published, choice_count)},
    {TEXTS("said", TEXTS, axis_case, labels, label_count)},
    {ONE("negative_control", WORD, axis_case, negative_control)},
    {ONE("default", WORD, axis_case, default_text)},
    {ONE("doc", WORD, axis_case, doc)},
    {0}};

struct loader {
    struct axes *axes;
    char *error; /* message of the first error */
};

static void fail(struct loader *l, const char *axis, const char *what)
{
    if (!l->error) l->error = xformat("the worker's description: axis %s: %s", axis, what);
}

static const char *member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Returns the index of a JSON member's text in a NULL-terminated list, or -1 if the text is not in
 * the list. */
static int index_of(const json_t *object, const char *key, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], member(object, key))) return i;
    return -1;
}

/* ---- axes ---- */

/* Finds or adds the axis of a JSON entry. Returns NULL if the entry contradicts an earlier entry.
 */
static struct axis *entry_axis(struct loader *l, const json_t *entry, const char *name)
{
    struct axes *a = l->axes;
    int type = index_of(entry, "type", axis_type_names);
    int role = index_of(entry, "role", axis_role_names), index = axes_find(a, name);
    if (type < 0) return fail(l, name, "expected a type: int, real, choice or text"), NULL;
    if (role < 0)
        return fail(l, name, "expected a role: variant, shape, placement or measure"), NULL;
    if (index >= 0 && (int)a->list[index].type != type)
        return fail(l, name,
                    "found two types, expected one type; rename the parameter of one choice"),
               NULL;
    if (index >= 0) return &a->list[index];
    a->list = xroom(a->list, (size_t)a->count, sizeof *a->list);
    a->list[a->count] = (struct axis){.name = xstrdup(name),
                                      .type = (enum axis_type)type,
                                      .role = (enum axis_role)role,
                                      .quiet = json_is_true(json_object_get(entry, "quiet"))};
    return &a->list[a->count++];
}

static void load_entry(struct loader *l, const json_t *entry)
{
    struct axes *a = l->axes;
    const json_t *when = json_object_get(entry, "when");
    const char *name = member(entry, "name");
    struct axis *axis = *name ? entry_axis(l, entry, name) : NULL;
    char *why = NULL;
    if (!*name) fail(l, "?", "expected a name");
    if (!axis) return;
    axis->cases = xroom(axis->cases, (size_t)axis->case_count, sizeof *axis->cases);
    struct axis_case *c = &axis->cases[axis->case_count++];
    *c = (struct axis_case){.when_axis = when ? axes_find(a, member(when, "axis")) : -1,
                            .when_value = interned_keep(a->values, xstrdup(member(when, "value"))),
                            .min = -HUGE_VAL,
                            .max = HUGE_VAL};
    if (!fields_read(entry, case_fields, c, a, &why)) fail(l, name, why);
    free(why);
    if (json_is_object(when) && c->when_axis < 0)
        fail(l, name, "the condition names an unknown axis (expected an earlier axis)");
    if (axis->type == AXIS_CHOICE && !c->choice_count)
        fail(l, name, "found no choices, expected at least one");
}

/* Loads the default of an axis. A default that is not a valid value must be a formula. Call this
 * after all axes are loaded, because formulas name axes. */
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

/* ---- the whole description ---- */

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
    char *why = NULL;
    if (schema > DESCRIPTION_SCHEMA) {
        l->error =
            xformat("the worker's description has format %lld (expected at most %d); use a newer "
                    "attnlab",
                    (long long)schema, DESCRIPTION_SCHEMA);
        return;
    }
    for (size_t i = 0; i < json_array_size(entries); i++) load_entry(l, json_array_get(entries, i));
    for (int i = 0; i < a->count && !l->error; i++)
        for (int k = 0; k < a->list[i].case_count; k++)
            load_default(l, &a->list[i], &a->list[i].cases[k]);
    load_edges(&a->row_edges, json_object_get(root, "row_edges"));
    load_edges(&a->tile_edges, json_object_get(root, "tile_edges"));
    if (!fields_read(root, axes_fields, a, a, &why) && !l->error)
        l->error = xformat("the worker's description: %s", why);
    free(why);
    if (!a->count && !l->error) l->error = xformat("the worker describes no axes");
}

bool axes_from_json(struct axes *axes, const char *text, char **error)
{
    struct loader l = {.axes = axes};
    json_error_t problem;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    *axes = (struct axes){.values = interned_make(), .description = xstrdup(text)};
    if (root)
        load(&l, root);
    else
        l.error = xformat("the worker's description is not valid JSON: line %d: %s", problem.line,
                          problem.text);
    json_decref(root);
    *error = l.error;
    if (l.error) axes_free(axes);
    return !l.error;
}

void axes_free(struct axes *axes)
{
    for (int i = 0; i < axes->count; i++) {
        struct axis *axis = &axes->list[i];
        for (int k = 0; k < axis->case_count; k++) {
            formula_free(axis->cases[k].default_formula);
            fields_free(case_fields, &axis->cases[k]);
        }
        free(axis->cases);
        free(axis->name);
    }
    fields_free(axes_fields, axes);
    free(axes->list);
    free(axes->description);
    interned_free(axes->values);
    *axes = (struct axes){0};
}

bool axes_of_run(struct axes *axes, const char *directory, char **error)
{
    char *path = xformat("%s/describe.json", directory), *why = NULL;
    if (access(path, F_OK)) {
        free(path);
        path = xformat("%s/../describe.json", directory);
    }
    char *text = read_run_file(path, NULL);
    *axes = (struct axes){0};
    bool good = text && axes_from_json(axes, text, &why);
    if (!good) *error = xformat("%s: %s", path, text ? why : file_fault(errno));
    free(why);
    free(text);
    free(path);
    return good;
}
