/* SPDX-License-Identifier: MIT
 * From the cells that train to the simple baselines beside them (planned_simple_baselines.h). A
 * simple baseline's cell is a training's with another `kind`: the axes that do not go with counting
 * fall away, so trainings that differ in nothing else have the same simple baselines. */
#include "harness/plan/plan_rows.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/axes/kinds.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct beside {
    const struct spec *spec;
    const struct axes *axes;
    const char *seed; /* NULL: cells have none */
    json_t *met;      /* what is counted, without the simple baseline's name */
    struct axes_memory *memory;
    struct candidates all;
};

/* ---- which ---- */

static bool answers(const struct axes *axes, int simple_baseline, const char *task)
{
    bool found = false;
    for (int i = 0; task && i < axes->simple_baselines[simple_baseline].task_count; i++)
        found |= !strcmp(axes->simple_baselines[simple_baseline].tasks[i], task);
    return found;
}

/* The first that does not tune, or else the first; NULL: there is none. */
static const char *seed_of(const struct spec *s, const struct candidates *all, int axis)
{
    for (int i = 0; axis >= 0 && i < all->count; i++) {
        const char *seed = all->list[i]->values.values[axis];
        if (seed && spec_tuning_place(s, seed) < 0) return seed;
    }
    return axis >= 0 && all->count ? all->list[0]->values.values[axis] : NULL;
}

/* ---- one ---- */

/* The cell of a simple baseline beside a training; simple baseline NULL: of the first there is. */
static struct resolved resolve_beside(const struct beside *b, char *const *training,
                                      const char *simple_baseline, const char *counted)
{
    const char *const own[][2] = {{"kind", kind_that(KIND_COUNTS)},
                                  {"seed", b->seed},
                                  {SIMPLE_BASELINE_AXIS, simple_baseline},
                                  {COUNTED_AXIS, counted}};
    struct assignment given = {.values = xarray((size_t)b->axes->count, sizeof *given.values),
                               .memory = simple_baseline ? NULL : b->memory};
    struct resolved cell;
    char *error = NULL;
    int axis;
    for (int a = 0; a < b->axes->count; a++) given.values[a] = training[a];
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if ((axis = axes_find(b->axes, own[i][0])) >= 0) given.values[axis] = own[i][1];
    bool good = axes_resolve(b->axes, &given, &cell, &axis, &error);
    require(good); /* the training's values are in range, and counting has the same ranges */
    free(given.values);
    return cell;
}

static void add(struct beside *b, char *const *training, const char *simple_baseline,
                const char *counted)
{
    struct candidate *c = xalloc(sizeof *c);
    c->values = resolve_beside(b, training, simple_baseline, counted);
    c->string = resolved_string(b->axes, &c->values);
    c->kept = true;
    b->all.list = xgrow(b->all.list, (size_t)b->all.count + 1, sizeof *b->all.list);
    b->all.list[b->all.count++] = c;
}

/* Every simple baseline that answers, counted in every way. */
static void add_all(struct beside *b, char *const *training)
{
    const struct axis *counted = &b->axes->list[axes_find(b->axes, COUNTED_AXIS)];
    const char *task = axes_value(b->axes, training, "task");
    for (int y = 0; y < b->axes->simple_baseline_count; y++) {
        const char *name = b->axes->simple_baselines[y].name;
        if (!answers(b->axes, y, task) || !spec_asks_simple_baseline(b->spec, name)) continue;
        for (int i = 0; i < counted->cases[0].choice_count; i++)
            add(b, training, name, counted->cases[0].choices[i]);
    }
}

/* Whether what a training sees has not been met yet. */
static bool is_new(struct beside *b, char *const *training)
{
    struct resolved cell = resolve_beside(b, training, NULL, NULL);
    char *string = resolved_string(b->axes, &cell);
    bool fresh = !json_object_get(b->met, string);
    json_object_set_new(b->met, string, json_true());
    resolved_free(&cell);
    free(string);
    return fresh;
}

/* ---- all ---- */

struct candidates simple_baselines_of(const struct spec *s, const struct candidates *all,
                                      const struct planning *p)
{
    struct beside b = {s, p->axes, seed_of(s, all, axes_find(p->axes, "seed")), NULL, NULL, {0}};
    if (!spec_trains(s) || s->no_simple_baselines || !p->axes->simple_baseline_count) return b.all;
    b.met = json_object();
    b.memory = axes_memory_make(p->axes);
    for (int i = 0; i < all->count; i++)
        if (is_new(&b, all->list[i]->values.values)) add_all(&b, all->list[i]->values.values);
    json_decref(b.met);
    axes_memory_free(b.memory);
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

bool simple_baseline_is_beside(const struct axes *axes, char *const *simple_baseline,
                               char *const *training)
{
    for (int a = 0; a < axes->count; a++)
        if (simple_baseline[a] && simple_baseline_axis_is_data(axes->list[a].name) &&
            (!training[a] || strcmp(simple_baseline[a], training[a])))
            return false;
    return true;
}
