/* SPDX-License-Identifier: MIT
 * Which cells of a plan belong together beside their groups (plan.h): those among which one value
 * of the tuned axis is chosen, and those that are the same
 * training in several questions. */
#define _GNU_SOURCE /* qsort_r */
#include "harness/plan/plan_rows.h"

#include "base/cell.h"

#include <stdlib.h>
#include <string.h>

/* The number of a text among those met so far: `next` when it is new. */
static int intern(json_t *met, const char *text, int next)
{
    const json_t *known = json_object_get(met, text);
    if (known) return (int)json_integer_value(known);
    json_object_set_new(met, text, json_integer(next));
    return next;
}

/* ---- tuning ---- */

/* The cell without the tuned axis and the seed, and the arm. What a cell string leaves out, a quiet
 * axis at its default, may follow the tuned axis and tells no families apart. */
static char *family_key(const struct plan *plan, const struct plan_cell *c, const bool *hidden)
{
    const char *tuned = plan->specs[c->spec].tune_axis;
    struct text out = {0};
    text_add(&out, "%d/%d", c->spec, c->arm_index);
    for (int a = 0; a < plan->axes->count; a++) {
        const char *axis = plan->axes->list[a].name;
        if (c->values[a] && !hidden[a] && strcmp(axis, tuned) && strcmp(axis, "seed"))
            cell_append(&out, axis, c->values[a]);
    }
    return out.data;
}

void plan_set_family(struct plan *plan, struct plan_cell *c, const bool *hidden, json_t *met)
{
    const struct spec *s = &plan->specs[c->spec];
    c->family = -1;
    if (!s->tune_axis || (!s->tune_apart && !plan_value(plan, c, s->tune_axis))) return;
    char *key = family_key(plan, c, hidden);
    c->family = intern(met, key, plan->family_count);
    if (c->family == plan->family_count) plan->family_count++;
    c->tuning = spec_tuning_place(s, plan_value(plan, c, "seed")) >= 0;
    free(key);
}

/* ---- one training in several questions ---- */

static int by_string(const void *a, const void *b, void *of)
{
    const struct plan_cell *cells = of;
    int x = *(const int *)a, y = *(const int *)b, order = strcmp(cells[x].string, cells[y].string);
    return order ? order : x - y;
}

/* What a cell string leaves out follows from what it has: cells of one string are one training.
 * Sorted, since a table of a hundred thousand strings would hold them all twice. */
void plan_find_shared(struct plan *plan)
{
    int *order = xarray((size_t)plan->cell_count, sizeof *order), count = 0;
    for (int i = 0; i < plan->cell_count; i++) {
        plan->cells[i].trained_by = i;
        if (spec_trains(&plan->specs[plan->cells[i].spec])) order[count++] = i;
    }
    qsort_r(order, (size_t)count, sizeof *order, by_string, plan->cells);
    for (int i = 1; i < count; i++) {
        struct plan_cell *before = &plan->cells[order[i - 1]], *c = &plan->cells[order[i]];
        if (!strcmp(before->string, c->string)) c->trained_by = before->trained_by;
    }
    free(order);
}
