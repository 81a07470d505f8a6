/* SPDX-License-Identifier: MIT
 * Plans simple baselines for the training runs of a question (plan_rows.h). The cell of a simple
 * baseline is a training cell with a different `kind`. Axes that do not apply to simple baselines
 * are dropped, so several training cells may give the same simple baseline. */
#include "harness/plan/plan_rows.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    const struct spec *spec;
    const struct axes *axes;
    const char *seed; /* seed of all simple baselines; NULL if cells have no seed */
    json_t *data; /* data that already have simple baselines: a set of cell strings without the name
                     of the simple baseline */
    struct candidates all;
};

/* ---- choice of simple baselines ---- */

static bool answers(const struct axes *axes, int simple_baseline, const char *task)
{
    bool found = false;
    for (int i = 0; task && i < axes->simple_baselines[simple_baseline].task_count; i++)
        found |= !strcmp(axes->simple_baselines[simple_baseline].tasks[i], task);
    return found;
}

/* Returns the first seed used for results. If all seeds are tuning seeds, returns the first seed,
 * or NULL if there is none. */
static const char *seed_of(const struct spec *s, const struct candidates *all, int axis)
{
    for (int i = 0; axis >= 0 && i < all->count; i++) {
        const char *seed = all->list[i]->values.values[axis];
        if (seed && spec_tuning_place(s, seed) < 0) return seed;
    }
    return axis >= 0 && all->count ? all->list[0]->values.values[axis] : NULL;
}

/* ---- cells ---- */

/* Returns the cell of a simple baseline for the data of a training cell. If simple_baseline is
 * NULL, uses the first simple baseline. */
static struct resolved resolve_simple_baseline(const struct builder *b, char *const *training,
                                               const char *simple_baseline, const char *counted)
{
    const char *const own[][2] = {{"kind", kind_that(KIND_SIMPLE_BASELINE)},
                                  {"seed", b->seed},
                                  {SIMPLE_BASELINE_AXIS, simple_baseline},
                                  {COUNTED_AXIS, counted}};
    struct assignment given = {.values = xarray((size_t)b->axes->count, sizeof *given.values)};
    struct resolved cell;
    char *error = NULL;
    int axis;
    for (int a = 0; a < b->axes->count; a++) given.values[a] = training[a];
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if ((axis = axes_find(b->axes, own[i][0])) >= 0) given.values[axis] = own[i][1];
    bool good = axes_resolve(b->axes, &given, &cell, &axis, &error);
    require(good); /* cannot fail, because an axis has the same range in simple baselines and in
                      training cells */
    free(given.values);
    return cell;
}

static void add(struct builder *b, char *const *training, const char *simple_baseline,
                const char *counted)
{
    struct candidate *c = xalloc(sizeof *c);
    c->values = resolve_simple_baseline(b, training, simple_baseline, counted);
    c->string = resolved_string(b->axes, &c->values);
    c->kept = true;
    b->all.list = xgrow(b->all.list, (size_t)b->all.count + 1, sizeof *b->all.list);
    b->all.list[b->all.count++] = c;
}

/* Adds every simple baseline that supports the task, once for each amount of training data. */
static void add_all(struct builder *b, char *const *training)
{
    const struct axis *counted = &b->axes->list[axes_find(b->axes, COUNTED_AXIS)];
    const char *task = axes_value(b->axes, training, "task");
    for (int y = 0; y < b->axes->simple_baseline_count; y++) {
        const char *name = b->axes->simple_baselines[y].name;
        if (!answers(b->axes, y, task) || !spec_wants_simple_baseline(b->spec, name)) continue;
        for (int i = 0; i < counted->cases[0].choice_count; i++)
            add(b, training, name, counted->cases[0].choices[i]);
    }
}

/* Returns true if no earlier training run used the same data. */
static bool is_new(struct builder *b, char *const *training)
{
    struct resolved cell = resolve_simple_baseline(b, training, NULL, NULL);
    char *string = resolved_string(b->axes, &cell);
    bool fresh = !json_object_get(b->data, string);
    json_object_set_new(b->data, string, json_true());
    resolved_free(&cell);
    free(string);
    return fresh;
}

/* ---- the whole question ---- */

struct candidates simple_baselines_of(const struct spec *s, const struct candidates *all,
                                      const struct planning *p)
{
    struct builder b = {s, p->axes, seed_of(s, all, axes_find(p->axes, "seed")), NULL, {0}};
    if (!spec_trains(s) || s->no_simple_baselines || !p->axes->simple_baseline_count) return b.all;
    b.data = json_object();
    for (int i = 0; i < all->count; i++)
        if (is_new(&b, all->list[i]->values.values)) add_all(&b, all->list[i]->values.values);
    json_decref(b.data);
    return b.all;
}

bool simple_baseline_axis_is_data(const char *axis)
{
    static const char *const others[] = {"kind", "seed", SIMPLE_BASELINE_AXIS, COUNTED_AXIS};
    bool data = true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        data &= strcmp(axis, others[i]) != 0;
    return data;
}

bool simple_baseline_shares_data(const struct axes *axes, char *const *simple_baseline,
                                 char *const *training)
{
    for (int a = 0; a < axes->count; a++)
        if (simple_baseline[a] && simple_baseline_axis_is_data(axes->list[a].name) &&
            (!training[a] || strcmp(simple_baseline[a], training[a])))
            return false;
    return true;
}
