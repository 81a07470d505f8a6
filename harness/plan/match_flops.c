/* SPDX-License-Identifier: MIT
 * Sets the number of steps of an arm with `match: flops`, so that training the arm costs as many
 * FLOPs as training its baseline:
 *
 *   steps = steps of the baseline * FLOPs per step of the baseline / FLOPs per step of the arm
 *
 * The result is rounded. Axes derived from the steps change accordingly. The worker predicts the
 * FLOPs. */
#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Candidates with match_flops, each followed by the baseline of the candidate. */
struct pairs {
    struct candidate **list;
    const char **cells; /* complete cell strings */
    double *flops;
    int count;
};

static struct pairs pairs_of(const struct candidates *all, const struct axes *axes)
{
    size_t most = 2 * (size_t)all->count;
    struct pairs p = {xarray(most, sizeof *p.list), xarray(most, sizeof *p.cells),
                      xarray(most, sizeof *p.flops), 0};
    json_t *index = candidates_by_string(all);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        bool matched = c->arm && c->arm->match_flops && c->baseline;
        const json_t *baseline = matched ? json_object_get(index, c->baseline) : NULL;
        if (!baseline) continue; /* skip a missing baseline; check_baselines() reports it */
        p.list[p.count] = c;
        p.list[p.count + 1] = all->list[json_integer_value(baseline)];
        for (int k = 0; k < 2; k++, p.count++)
            p.cells[p.count] = resolved_complete(axes, &p.list[p.count]->values);
    }
    json_decref(index);
    return p;
}

static void pairs_free(struct pairs *p)
{
    for (int i = 0; i < p->count; i++) free((char *)p->cells[i]);
    free(p->cells);
    free(p->list);
    free(p->flops);
}

/* Resolves a candidate again with a new number of steps. */
static void set_steps(struct candidate *c, int axis, double steps, const struct planning *p)
{
    int culprit;
    char *error;
    c->given.values[axis] = interned_keep(p->axes->values, xformat("%.0f", fmax(1, round(steps))));
    resolved_free(&c->values);
    free(c->string);
    if (!axes_resolve(p->axes, &c->given, &c->values, &culprit, &error)) {
        report_once(p, c->arm->match_place, "key match: %s: %s", p->axes->list[culprit].name,
                    error);
        free(error);
    }
    c->string = resolved_string(p->axes, &c->values);
}

void candidates_match_flops(struct candidates *all, const struct planning *p)
{
    int axis = axes_find(p->axes, "steps");
    const struct plan_options *o = p->options;
    if (!o || axis < 0) return;
    struct pairs pairs = pairs_of(all, p->axes);
    char *error = NULL;
    if (pairs.count && !o->predict_flops)
        error = xstrdup("this worker cannot predict FLOPs");
    else if (pairs.count)
        o->predict_flops(pairs.cells, pairs.count, pairs.flops, &error);
    for (int i = 0; i < pairs.count; i += 2) {
        const struct yaml_place place = pairs.list[i]->arm->match_place;
        /* FLOPs of the baseline's training run, divided by FLOPs of the arm's training run */
        double ratio = pairs.flops[i + 1] / pairs.flops[i];
        const char *steps = candidate_at(pairs.list[i], axis);
        if (error)
            report_once(p, place, "key match: %s", error);
        else if (!isfinite(ratio) || ratio <= 0 || !steps)
            report_once(p, place, "key match: the worker cannot predict the FLOPs of %s",
                        pairs.cells[i]);
        else
            set_steps(pairs.list[i], axis, strtod(steps, NULL) * ratio, p);
    }
    free(error);
    pairs_free(&pairs);
}
