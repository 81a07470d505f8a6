/* SPDX-License-Identifier: MIT
 * All checks of one choice, over its arguments. */
#include "harness/measure/choices/choice_check.h"

#include "base/mem.h"
#include "harness/measure/choices/by_hand_check.h"
#include "harness/measure/choices/derivative_check.h"
#include "harness/measure/choices/extreme_scores.h"

#include <math.h>
#include <stdlib.h>

struct check {
    enum slot_id slot;
    int index;
    const struct choice *choice;
};

/* ---- sizes ---- */

/* Two heads come out. */
static struct dims combined_dims(const struct check *c, struct dims d)
{
    int joins = ((const struct projection *)(const void *)c->choice)->joins;
    d.heads *= joins ? joins : 1;
    d.d_out = d.heads * d.d_head;
    d.d_in = d.d_out * (joins ? joins : 1);
    return d;
}

/* Small and odd. A projection changes the width where the choice lets it. */
static struct dims dims_of(const struct check *c, const struct args *args)
{
    enum { HEADS = 2, HEAD = 3, KEYS = 7, OTHER = 5, DEPTH = 3 };
    struct dims free = {OTHER, HEADS * HEAD, HEADS, HEAD, KEYS, KEYS, DEPTH, 0};
    if (c->slot == SLOT_COMBINE) return combined_dims(c, free);
    if (c->slot == SLOT_O) free.d_in = HEADS * HEAD, free.d_out = OTHER;
    struct dims square = free;
    square.d_in = square.d_out = HEADS * HEAD;
    return c->choice->refuse && c->choice->refuse(&free, args) ? square : free;
}

/* ---- one set of arguments ---- */

/* One that is counted and was not filled in has no name, or a size of 0. */
static char *tensors_are_told(const struct choice *choice, const struct dims *dims,
                              const struct args *args)
{
    struct tensor list[MAX_TENSORS] = {0};
    int count = choice->tensors ? choice->tensors(dims, args, list) : 0;
    for (int t = 0; t < count; t++) {
        const int *size = list[t].dim;
        const char *lacks = !*list[t].name                              ? "no name"
                            : size[0] < 1 || size[1] < 1 || size[2] < 1 ? "a size below 1"
                                                                        : NULL;
        if (lacks)
            return xformat("tensors() returns %d, and number %d of them has %s: fill out[0] to "
                           "out[%d], or return fewer",
                           count, t + 1, lacks, count - 1);
    }
    return NULL;
}

static char *derivative_holds(const struct check *c, const struct args *args, int visible,
                              double scale)
{
    enum { DRAWS = 6 };
    struct dims dims = dims_of(c, args);
    struct choice_trial t;
    if (c->choice->refuse && c->choice->refuse(&dims, args)) return NULL;
    char *untold = tensors_are_told(c->choice, &dims, args);
    if (untold) return untold;
    choice_trial_open(&t, c->slot, c->choice, &dims, args, visible);
    t.head = dims.heads - 1;
    t.scale = scale;
    char *wrong = derivative_check(&t, DRAWS);
    choice_trial_close(&t);
    return wrong;
}

/* A normaliser's rows see none, one, some or all of the keys. */
static char *normalizer_holds(const struct check *c, const struct args *args)
{
    const int keys = dims_of(c, args).m, seen[] = {0, 1, keys - 2, keys};
    const double scales[] = {1, 0.25, -2};
    char *wrong = NULL;
    for (int k = 0; k < 4 * 3 && !wrong; k++)
        wrong = derivative_holds(c, args, seen[k % 4], scales[k / 4]);
    return wrong ? wrong : extreme_scores_check(c->index, args);
}

static char *check_arguments(const struct check *c, const struct args *args)
{
    return c->slot == SLOT_NORMALIZER ? normalizer_holds(c, args) : derivative_holds(c, args, 0, 1);
}

/* ---- all arguments ---- */

static int values_of(const struct param *p)
{
    return p->kind == PARAM_CHOICE ? (int)p->max + 1 : 3;
}

/* The least, the default, and one between. */
static double value_of(const struct param *p, int v)
{
    double between = (p->min + p->def) / 2;
    if (p->kind == PARAM_CHOICE) return v;
    if (p->kind == PARAM_INT) between = floor(between);
    return v == 0 ? p->min : v == 1 ? p->def : between;
}

static char *check_all_arguments(const struct check *c)
{
    const struct param *p = c->choice->params;
    struct args standard = {{0}};
    for (int i = 0; p && p[i].name; i++) standard.value[i] = p[i].def;
    char *wrong = check_arguments(c, &standard);
    for (int i = 0; p && p[i].name && !wrong; i++)
        for (int v = 0; v < values_of(&p[i]) && !wrong; v++) {
            struct args args = standard;
            args.value[i] = value_of(&p[i], v);
            if (args.value[i] != p[i].def) wrong = check_arguments(c, &args);
        }
    return wrong;
}

/* As the engine would run it, in a layer of otherwise the first choices. */
static bool has_fast(enum slot_id slot, int index, bool backward)
{
    const struct kernels *k = kernels_available()[0];
    struct layer layer = {.method = METHOD_STREAMING};
    layer.choice[slot] = index;
    return !(k->by_formula(&layer, backward) >> slot & 1);
}

struct choice_result choice_check(enum slot_id slot, int index)
{
    struct check c = {slot, index, N(slots)[slot].choices[index]};
    struct choice_result r = {.by_hand = by_hand_count(c.choice),
                              .fast_forward = has_fast(slot, index, false),
                              .fast_backward = has_fast(slot, index, true)};
    r.reason = by_hand_check(slot, c.choice);
    if (!r.reason) r.reason = check_all_arguments(&c);
    return r;
}
