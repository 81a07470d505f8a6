/* SPDX-License-Identifier: MIT
 * Writes and loads plan.json (plan_json.h). */
#include "harness/plan/saved/plan_json.h"
#include "harness/plan/json_fields.h"
#include "harness/plan/plan_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_SCHEMA = 1 };

/* ---- writing ---- */

static const struct field rule_fields[] = {{ONE("require", BOOL, rule, require)},
                                           {ONE("formula", NAME, rule, text)},
                                           {ONE("because", TEXT, rule, because)},
                                           {0}};
static const struct field grid_arm_fields[] = {{ONE("name", NAME, grid_arm, name)}, {0}};
static const struct field grid_fields[] = {{LIST("rules", grid, rules, rule_count, rule)},
                                           {LIST("file_arms", grid, arms, arm_count, grid_arm)},
                                           {0}};
static const struct field plan_cell_fields[] = {{ONE("question", INDEX, plan_cell, spec)},
                                                {ONE("baseline", INDEX, plan_cell, baseline)},
                                                {ONE("group", INDEX, plan_cell, group)},
                                                {ONE("family", INDEX, plan_cell, family)},
                                                {0}};
static const struct field plan_fields[] = {{ONE("tier", TEXT, plan, tier)},
                                           {TEXTS("sets", TEXTS, plan, sets, set_count)},
                                           {TEXTS("filters", TEXTS, plan, filters, filter_count)},
                                           {TEXTS("absent", TEXTS, plan, absent, absent_count)},
                                           {ONE("shard", INT, plan, shard)},
                                           {ONE("shards", INT, plan, shards)},
                                           {ONE("order_seed", SEED, plan, order_seed)},
                                           {0}};

/* ---- writing ---- */

/* Copies the rules and arms of a grid and its members into one grid. The copied rules and arms
 * share their strings with the original. */
static void flatten(const struct grid *from, struct grid *to)
{
    for (int i = 0; i < from->rule_count; i++) {
        to->rules = xgrow(to->rules, (size_t)to->rule_count + 1, sizeof *to->rules);
        to->rules[to->rule_count++] = from->rules[i];
    }
    for (int i = 0; i < from->arm_count; i++) {
        to->arms = xgrow(to->arms, (size_t)to->arm_count + 1, sizeof *to->arms);
        to->arms[to->arm_count++] = from->arms[i];
    }
    for (int i = 0; i < from->grid_count; i++) flatten(&from->grids[i], to);
}

/* Returns the values of a cell as an object {axis: value}. */
static json_t *values_json(const struct plan *plan, const struct plan_cell *cell)
{
    json_t *all = json_object();
    for (int a = 0; a < plan->axes->count; a++)
        if (cell->values[a])
            json_object_set_new(all, plan->axes->list[a].name, json_string(cell->values[a]));
    return all;
}

/* If `keep` is true, removes the members that differ from `other`. Otherwise removes the members
 * that are equal in `other`. */
static void sift(json_t *from, const json_t *other, bool keep)
{
    const char *axis;
    void *next;
    json_t *value;
    json_object_foreach_safe(from, next, axis, value)
    {
        if (json_equal(value, json_object_get(other, axis)) != keep) json_object_del(from, axis);
    }
}

/* Updates all[member], the values that are equal in all cells so far. The first call copies the
 * values of a cell; each further call removes the values that differ. */
static void share(json_t *all, const char *member, json_t *values)
{
    json_t *shared = json_object_get(all, member);
    if (shared)
        sift(shared, values, true);
    else
        json_object_set_new(all, member, json_copy(values));
}

/* Returns a question as JSON. Values shared by all cells of the question, or by all cells of an
 * arm, are stored once in the question. They are removed from `values`, which has one object per
 * cell of the plan. */
static json_t *question_json(const struct plan *plan, int question, json_t *const *values)
{
    const struct spec *s = &plan->specs[question];
    json_t *j = json_object(), *arms = json_object(), *shared;
    const char *arm;
    struct grid flat = {0};
    flatten(&s->grid, &flat);
    if (spec_trains(s)) json_object_set_new(j, "trains", json_true());
    if (s->setup_title) json_object_set_new(j, "setup_title", json_string(s->setup_title));
    fields_write(j, question_fields, s, plan->axes);
    fields_write(j, grid_fields, &flat, plan->axes);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < plan->cell_count; i++) {
            const struct plan_cell *cell = &plan->cells[i];
            if (cell->spec != question || cell->simple_baseline) continue;
            arm = s->arms[cell->arm_index].name;
            if (pass)
                sift(values[i], json_object_get(arms, arm), false);
            else
                share(arms, arm, values[i]), share(j, "values", values[i]);
        }
    json_object_foreach(arms, arm, shared) sift(shared, json_object_get(j, "values"), false);
    json_object_set_new(j, "arm_values", arms);
    free(flat.rules);
    free(flat.arms);
    return j;
}

/* Returns a cell as JSON. Takes ownership of `values`. */
static json_t *cell_json(const struct plan *plan, const struct plan_cell *cell, json_t *values)
{
    json_t *j = json_object();
    fields_write(j, plan_cell_fields, cell, plan->axes);
    if (!cell->simple_baseline)
        json_object_set_new(j, "arm",
                            json_string(plan->specs[cell->spec].arms[cell->arm_index].name));
    json_object_set_new(j, "values", values);
    if (cell->tuning) json_object_set_new(j, "role", json_string("tune"));
    return j;
}

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
    json_t **values = xarray((size_t)plan->cell_count, sizeof *values);
    json_t *questions = json_array(), *cells = json_array(), *rows = json_array();
    for (int i = 0; i < plan->cell_count; i++) values[i] = values_json(plan, &plan->cells[i]);
    for (int i = 0; i < plan->spec_count; i++)
        json_array_append_new(questions, question_json(plan, i, values));
    for (int i = 0; i < plan->cell_count; i++)
        json_array_append_new(cells, cell_json(plan, &plan->cells[i], values[i]));
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
    free(values);
    free(line);
    json_decref(head);
    return out.data;
}

/* ---- loading ---- */

struct loader {
    struct plan *plan;
    const struct axes *axes;
    const json_t *root;
    const char **values; /* axis values of the current cell */
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
    const char *end = json_string_value(json_object_get(j, "setup_title"));
    if (!json_is_object(j)) return fault(l, "questions", index, "an object");
    if (!fields_read(j, question_fields, s, l->axes, l->error) ||
        !fields_read(j, grid_fields, &s->grid, l->axes, l->error))
        return false;
    s->kind = json_is_true(json_object_get(j, "trains")) ? SPEC_QUALITY : SPEC_OVERHEAD;
    size_t length = end ? strlen(end) : 0, all = s->title ? strlen(s->title) : 0;
    if (length && length <= all && !strcmp(s->title + all - length, end))
        /* setup_title points to the end of the title */
        s->setup_title = s->title + all - length;
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

/* Reads a cell. Values shared by the question come first, then values shared by the arm, then
 * values of the cell. Later values replace earlier values. A simple baseline has no shared values.
 */
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
        return fault(l, "cells", index, "axes and values listed in describe.json");
    if (!resolve_cell(l, cell, index)) return false;
    cell->simple_baseline = arm ? NULL : axes_value(l->axes, cell->values, SIMPLE_BASELINE_AXIS);
    return arm || cell->simple_baseline || fault(l, "cells", index, "an arm");
}

static bool read_cell(struct loader *l, const json_t *j, size_t index)
{
    struct plan *plan = l->plan;
    struct plan_cell *cell = &plan->cells[plan->cell_count++];
    const char *arm = json_string_value(json_object_get(j, "arm")), *role;
    int cells = (int)json_array_size(json_object_get(l->root, "cells"));
    char *why = NULL;
    bool good = fields_read(j, plan_cell_fields, cell, l->axes, &why);
    free(why);
    if (cell->spec < 0 || cell->spec >= plan->spec_count)
        return fault(l, "cells", index, "a valid question number");
    cell->arm_index = arm_named(&plan->specs[cell->spec], arm);
    if (arm && cell->arm_index < 0) return fault(l, "cells", index, "an arm of the question");
    if (!read_values(l, j, cell, index)) return false;
    role = json_string_value(json_object_get(j, "role"));
    cell->tuning = role && !strcmp(role, "tune");
    if (!good || cell->baseline >= cells || cell->family >= cells || cell->group >= cells ||
        (cell->group < 0) != (cell->simple_baseline != NULL))
        return fault(l, "cells", index, "valid numbers of baseline, group and family");
    if (!cell->simple_baseline && index && plan->cells[index - 1].simple_baseline)
        return fault(l, "cells", index, "all cells of arms before the cells of simple baselines");
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
        return fault(l, "rows", index, "a valid cell number and position");
    if (round < 1 || round > plan_rounds(plan, &plan->cells[cell]))
        return fault(l, "rows", index, "a round number of the question");
    plan->rows[plan->row_count++] = (struct plan_row){
        cell, round, position, xformat("%s,round=%d", plan->cells[cell].string, round)};
    return true;
}

/* ---- the whole plan ---- */

/* Reads a list into a new array, *items. Calls `read` for each item. */
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
        *l->error = xformat("another version of attnlab wrote the file (expected \"schema\": %d)",
                            PLAN_SCHEMA);
        return false;
    }
    if (!fields_read(l->root, plan_fields, plan, l->axes, l->error)) return false;
    return (plan->tier && plan->shards >= 0 && plan->shard >= 0 && plan->shard <= plan->shards) ||
           fault(l, "shard", 0, "a tier, and a shard number from 1 to `shards`");
}

static bool read_plan(struct loader *l, bool whole)
{
    struct plan *plan = l->plan;
    if (!read_head(l) ||
        !read_list(l, "questions", (void **)&plan->specs, sizeof *plan->specs, read_question))
        return false;
    if (!plan->spec_count) return fault(l, "questions", 0, "at least one question");
    if (!read_list(l, "cells", (void **)&plan->cells, sizeof *plan->cells, read_cell)) return false;
    if (whole) {
        if (plan_all_rows(plan) > PLAN_MOST_ROWS) return fault(l, "rounds", 0, "fewer rounds");
        plan->shard = plan->shards = 0;
        plan_add_rows(plan);
    } else if (!read_list(l, "rows", (void **)&plan->rows, sizeof *plan->rows, read_row))
        return false;
    plan_find_shared(plan);
    return true;
}

bool plan_load(struct plan *plan, const struct axes *axes, const char *directory, bool whole,
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
