/* SPDX-License-Identifier: MIT
 * Writes and loads plan.json (plan_json.h). */
#include "harness/plan/saved/plan_json.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/plan_rows.h"
#include "harness/plan/saved/json_fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_SCHEMA = 1 };

/* ---- writing ---- */

static bool same_value(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* Returns for each axis the value that all cells of an arm share, or NULL if they differ. If `arm`
 * is -1, all cells of the question are compared. The caller frees the array. */
static const char **shared_values(const struct plan *plan, int question, int arm)
{
    const char **shared = xarray((size_t)plan->axes->count, sizeof *shared);
    bool first = true;
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *cell = &plan->cells[i];
        if (cell->spec != question || cell->simple_baseline || (arm >= 0 && cell->arm_index != arm))
            continue;
        for (int a = 0; a < plan->axes->count; a++)
            if (first || !same_value(shared[a], cell->values[a]))
                shared[a] = first ? cell->values[a] : NULL;
        first = false;
    }
    return shared;
}

/* Values shared by all cells of a question, and by all cells of each arm. */
struct shared {
    const char **question, ***arms;
};

static struct shared shared_of(const struct plan *plan, int question)
{
    int arms = plan->specs[question].arm_count;
    struct shared s = {shared_values(plan, question, -1), xarray((size_t)arms, sizeof *s.arms)};
    for (int i = 0; i < arms; i++) s.arms[i] = shared_values(plan, question, i);
    return s;
}

static void shared_free(struct shared *s, int arms)
{
    for (int i = 0; i < arms; i++) free(s->arms[i]);
    free(s->arms);
    free(s->question);
}

/* Writes the values of axes that have no value in `elsewhere`, which may be NULL. */
static json_t *values_json(const struct axes *axes, const char *const *values,
                           const char *const *elsewhere)
{
    json_t *all = json_object();
    for (int a = 0; a < axes->count; a++)
        if (values[a] && !(elsewhere && elsewhere[a]))
            json_object_set_new(all, axes->list[a].name, json_string(values[a]));
    return all;
}

static void put_number(json_t *object, const char *name, int number)
{
    if (number >= 0) json_object_set_new(object, name, json_integer(number));
}

/* Writes a cell with only the values that the cells of its arm do not share. */
static json_t *cell_json(const struct plan *plan, const struct plan_cell *cell,
                         const struct shared *shared)
{
    json_t *j = json_pack("{s:i}", "question", cell->spec);
    const char *const *elsewhere = cell->simple_baseline ? NULL : shared->arms[cell->arm_index];
    if (!cell->simple_baseline)
        json_object_set_new(j, "arm",
                            json_string(plan->specs[cell->spec].arms[cell->arm_index].name));
    json_object_set_new(j, "values",
                        values_json(plan->axes, (const char *const *)cell->values, elsewhere));
    put_number(j, "baseline", cell->baseline);
    put_number(j, "group", cell->group);
    put_number(j, "family", cell->family);
    if (cell->tuning) json_object_set_new(j, "role", json_string("tune"));
    return j;
}

static json_t *question_json(const struct plan *plan, int question, const struct shared *shared)
{
    const struct spec *s = &plan->specs[question];
    json_t *j = question_to_json(s, plan->axes), *arms = json_object();
    for (int i = 0; i < s->arm_count; i++)
        json_object_set_new(arms, s->arms[i].name,
                            values_json(plan->axes, shared->arms[i], shared->question));
    json_object_set_new(j, "values", values_json(plan->axes, shared->question, NULL));
    json_object_set_new(j, "arm_values", arms);
    return j;
}

static const struct field plan_fields[] = {
    {"tier", FIELD_TEXT, offsetof(struct plan, tier), 0, NULL, 0},
    {"sets", FIELD_TEXTS, offsetof(struct plan, sets), offsetof(struct plan, set_count), NULL, 0},
    {"filters", FIELD_TEXTS, offsetof(struct plan, filters), offsetof(struct plan, filter_count),
     NULL, 0},
    {"absent", FIELD_TEXTS, offsetof(struct plan, absent), offsetof(struct plan, absent_count),
     NULL, 0},
    {"shard", FIELD_INT, offsetof(struct plan, shard), 0, NULL, 0},
    {"shards", FIELD_INT, offsetof(struct plan, shards), 0, NULL, 0},
    {"order_seed", FIELD_SEED, offsetof(struct plan, order_seed), 0, NULL, 0},
    {0}};

static char *dumped(const json_t *j) { return xgot(json_dumps(j, JSON_COMPACT), 0); }

/* Writes a JSON list with one item per line. */
static void add_lines(struct text *out, const char *name, json_t *list)
{
    text_add(out, ",\n\"%s\": [", name);
    for (size_t i = 0; i < json_array_size(list); i++) {
        char *line = dumped(json_array_get(list, i));
        text_add(out, "%s\n", i ? "," : "");
        text_add_bytes(out, line, strlen(line));
        free(line);
    }
    text_add(out, "]");
    json_decref(list);
}

char *plan_to_json(const struct plan *plan)
{
    struct text out = {0};
    struct shared *shared = xarray((size_t)plan->spec_count, sizeof *shared);
    json_t *questions = json_array(), *cells = json_array(), *rows = json_array();
    for (int i = 0; i < plan->spec_count; i++) {
        shared[i] = shared_of(plan, i);
        json_array_append_new(questions, question_json(plan, i, &shared[i]));
    }
    for (int i = 0; i < plan->cell_count; i++)
        json_array_append_new(cells,
                              cell_json(plan, &plan->cells[i], &shared[plan->cells[i].spec]));
    for (int i = 0; i < plan->row_count; i++)
        json_array_append_new(rows, json_pack("[i, i, i]", plan->rows[i].cell_index,
                                              plan->rows[i].round, plan->rows[i].position));
    json_t *head = json_pack("{s:i}", "schema", PLAN_SCHEMA);
    fields_write(head, plan_fields, plan, plan->axes);
    char *line = dumped(head);
    text_add_bytes(&out, line, strlen(line) - 1); /* omits the closing brace */
    add_lines(&out, "questions", questions);
    add_lines(&out, "cells", cells);
    add_lines(&out, "rows", rows);
    text_add(&out, "}\n");
    for (int i = 0; i < plan->spec_count; i++) shared_free(&shared[i], plan->specs[i].arm_count);
    free(shared);
    free(line);
    json_decref(head);
    return out.data;
}

/* ---- loading ---- */

struct loader {
    struct plan *plan;
    const struct axes *axes;
    const json_t *root;
    const char **values; /* values of the current cell, one per axis */
    char **error;
};

static bool fault(struct loader *l, const char *where, size_t index, const char *expected)
{
    if (!*l->error) *l->error = xformat("%s[%zu]: expected %s", where, index, expected);
    return false;
}

static bool read_question(struct loader *l, const json_t *j, size_t index)
{
    struct spec *s = &l->plan->specs[l->plan->spec_count++];
    if (!json_is_object(j)) return fault(l, "questions", index, "an object");
    if (!question_from_json(j, s, l->axes, l->error)) return false;
    return (s->name && s->path && s->rounds >= 1) ||
           fault(l, "questions", index, "a name, a path, and at least one round");
}

/* ---- cells ---- */

/* Copies an object {axis: value} into the values of the current cell. */
static bool take_values(struct loader *l, const json_t *object)
{
    const char *axis;
    json_t *value;
    json_object_foreach((json_t *)object, axis, value)
    {
        int a = axes_find(l->axes, axis);
        if (a < 0 || !json_is_string(value)) return false;
        l->values[a] = json_string_value(value);
    }
    return true;
}

/* Reads a number from 0 to most - 1. Returns -1 if the number is missing and -2 if it is invalid.
 */
static int number_in(const json_t *object, const char *name, json_int_t most)
{
    const json_t *found = json_object_get(object, name);
    if (!found) return -1;
    json_int_t number = json_integer_value(found);
    return json_is_integer(found) && number >= 0 && number < most ? (int)number : -2;
}

static int arm_named(const struct spec *s, const char *name)
{
    for (int i = 0; name && i < s->arm_count; i++)
        if (!strcmp(s->arms[i].name, name)) return i;
    return -1;
}

static bool resolve_cell(struct loader *l, struct plan_cell *cell, size_t index)
{
    struct assignment given = {.values = l->values};
    struct resolved all;
    int axis;
    char *why = NULL;
    bool good = axes_resolve(l->axes, &given, &all, &axis, &why);
    if (good) {
        cell->string = resolved_string(l->axes, &all);
        cell->values = all.values;
        all.values = NULL;
    } else if (!*l->error)
        *l->error = xformat("cells[%zu]: %s: %s", index, l->axes->list[axis].name, why);
    resolved_free(&all);
    free(why);
    return good;
}

/* Reads the values of a cell: first the values of its question, then the values of its arm, then
 * its own values. A simple baseline has only its own values. */
static bool read_values(struct loader *l, const json_t *j, struct plan_cell *cell, size_t index)
{
    const json_t *questions = json_object_get(l->root, "questions");
    const json_t *question = json_array_get(questions, (size_t)cell->spec);
    const json_t *arms = json_object_get(question, "arm_values");
    const char *arm = json_string_value(json_object_get(j, "arm"));
    memset(l->values, 0, (size_t)l->axes->count * sizeof *l->values);
    bool known = !arm || (take_values(l, json_object_get(question, "values")) &&
                          take_values(l, json_object_get(arms, arm)));
    if (!known || !take_values(l, json_object_get(j, "values")))
        return fault(l, "cells", index, "axes and values of describe.json");
    if (!resolve_cell(l, cell, index)) return false;
    cell->simple_baseline = arm ? NULL : axes_value(l->axes, cell->values, SIMPLE_BASELINE_AXIS);
    return arm || cell->simple_baseline || fault(l, "cells", index, "an arm");
}

static bool read_cell(struct loader *l, const json_t *j, size_t index)
{
    struct plan *plan = l->plan;
    struct plan_cell *cell = &plan->cells[plan->cell_count++];
    const char *arm = json_string_value(json_object_get(j, "arm"));
    const char *role = json_string_value(json_object_get(j, "role"));
    json_int_t cells = (json_int_t)json_array_size(json_object_get(l->root, "cells"));
    cell->spec = number_in(j, "question", plan->spec_count);
    if (cell->spec < 0) return fault(l, "cells", index, "the number of its question");
    cell->arm_index = arm_named(&plan->specs[cell->spec], arm);
    if (arm && cell->arm_index < 0) return fault(l, "cells", index, "an arm of its question");
    if (!read_values(l, j, cell, index)) return false;
    cell->baseline = number_in(j, "baseline", cells);
    cell->group = number_in(j, "group", cells);
    cell->family = number_in(j, "family", cells);
    cell->tuning = role && !strcmp(role, "tune");
    if (cell->baseline < -1 || cell->family < -1 ||
        (cell->simple_baseline ? cell->group != -1 : cell->group < 0))
        return fault(l, "cells", index, "valid numbers of baseline, group and family");
    if (!cell->simple_baseline && index && plan->cells[index - 1].simple_baseline)
        return fault(l, "cells", index, "cells of arms before simple baselines");
    if (cell->group >= plan->group_count) plan->group_count = cell->group + 1;
    if (cell->family >= plan->family_count) plan->family_count = cell->family + 1;
    return true;
}

static bool read_row(struct loader *l, const json_t *j, size_t index)
{
    struct plan *plan = l->plan;
    int cell, round, position;
    if (json_unpack((json_t *)j, "[i, i, i]", &cell, &round, &position))
        return fault(l, "rows", index, "[cell, round, position]");
    if (cell < 0 || cell >= plan->cell_count || position < 0 || position >= plan->cell_count)
        return fault(l, "rows", index, "a cell and a position of the plan");
    if (round < 1 || round > plan_rounds(plan, &plan->cells[cell]))
        return fault(l, "rows", index, "a round of its question");
    plan->rows[plan->row_count++] = (struct plan_row){
        cell, round, position, xformat("%s,round=%d", plan->cells[cell].string, round)};
    return true;
}

/* ---- the whole plan ---- */

/* Reads each item of a list into a new array, *items. */
static bool read_list(struct loader *l, const char *name, void **items, size_t size,
                      bool (*read)(struct loader *, const json_t *, size_t))
{
    const json_t *list = json_object_get(l->root, name);
    size_t count = json_array_size(list);
    bool good = true;
    if (count > PLAN_MOST_ROWS) return fault(l, name, count, "fewer items");
    *items = xarray(count, size);
    for (size_t i = 0; i < count && good; i++) good = read(l, json_array_get(list, i), i);
    return good;
}

static bool read_head(struct loader *l)
{
    struct plan *plan = l->plan;
    if (json_integer_value(json_object_get(l->root, "schema")) != PLAN_SCHEMA) {
        *l->error =
            xformat("the file was written by another version of attnlab (expected \"schema\": %d)",
                    PLAN_SCHEMA);
        return false;
    }
    if (!fields_read(l->root, plan_fields, plan, l->axes, l->error)) return false;
    return (plan->tier && plan->shards >= 0 && plan->shard >= 0 && plan->shard <= plan->shards) ||
           fault(l, "shard", 0, "a tier, and a shard number within `shards`");
}

/* Reads a plan. If `whole` is true, the rows of all shards are read. */
static bool read_plan(struct loader *l, bool whole)
{
    struct plan *plan = l->plan;
    if (!read_head(l) ||
        !read_list(l, "questions", (void **)&plan->specs, sizeof *plan->specs, read_question))
        return false;
    if (!plan->spec_count) return fault(l, "questions", 0, "at least one question");
    if (!read_list(l, "cells", (void **)&plan->cells, sizeof *plan->cells, read_cell)) return false;
    if (whole) {
        plan->shard = plan->shards = 0;
        plan_add_rows(plan);
    } else if (!read_list(l, "rows", (void **)&plan->rows, sizeof *plan->rows, read_row))
        return false;
    plan_find_shared(plan);
    return true;
}

static bool load(struct plan *plan, const struct axes *axes, const char *directory, bool whole,
                 char **error)
{
    char *path = xformat("%s/" PLAN_JSON, directory), *why = NULL;
    char *text = read_run_text(path);
    const char *unread = text ? NULL : file_fault(errno);
    json_error_t at;
    json_t *root = text ? json_loads(text, JSON_REJECT_DUPLICATES, &at) : NULL;
    *plan = (struct plan){.axes = axes};
    *error = NULL;
    struct loader l = {plan, axes, root, xarray((size_t)axes->count, sizeof *l.values), &why};
    if (!text)
        *error = xformat("%s: %s", path, unread);
    else if (!root)
        *error = xformat("%s:%d:%d: %s", path, at.line, at.column, at.text);
    else if (!read_plan(&l, whole))
        *error = xformat("%s: %s", path, why);
    json_decref(root);
    free(l.values);
    free(text);
    free(path);
    free(why);
    return !*error;
}

bool plan_load(struct plan *plan, const struct axes *axes, const char *directory, char **error)
{
    return load(plan, axes, directory, false, error);
}

bool plan_load_whole(struct plan *plan, const struct axes *axes, const char *directory,
                     char **error)
{
    return load(plan, axes, directory, true, error);
}
