/* SPDX-License-Identifier: MIT
 * Checks that the worked examples of a choice are valid and agree with the choice's formula. */
#include "harness/measure/choices/choice_trial.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* Tolerance of worked examples, which have at least ten digits. A formula's rounding error is a
 * thousand times smaller. */
static const double tolerance = 1e-9;

/* ---- declaration ---- */

static char *wrong_argument(const struct choice *c, const struct args *args)
{
    for (int i = 0; c->params && c->params[i].name; i++) {
        const struct param *p = &c->params[i];
        bool whole = p->kind == PARAM_REAL || args->value[i] == floor(args->value[i]);
        if (whole && args->value[i] >= p->min && args->value[i] <= p->max) continue;
        return xformat("argument %s is %g, expected %s%g..%g", p->name, args->value[i],
                       p->kind == PARAM_REAL ? "" : "an integer ", p->min, p->max);
    }
    return NULL;
}

static char *wrong_sizes(const struct by_hand *h, enum slot_id slot, const struct choice *c)
{
    const struct dims *d = &h->dims;
    bool normalizer = slot == SLOT_NORMALIZER, score = slot == SLOT_SCORE;
    bool logits = slot == SLOT_LOGITS;
    if (normalizer && (d->m < 1 || h->visible < 0 || h->visible > d->m))
        return xformat("dims.m is %d and visible is %d, expected m >= 1 and 0 <= visible <= m",
                       d->m, h->visible);
    bool own = normalizer && h->tensors[0].count;
    if ((score && d->d_head < 1) || ((score || own) && (h->head < 0 || h->head >= d->heads)))
        return xformat(
            "dims.d_head is %d, heads %d, head %d: expected sizes of at least 1 and head < heads",
            d->d_head, d->heads, h->head);
    if (logits && (h->head < 0 || h->head >= d->heads))
        return xformat("dims.heads is %d, head %d: expected head < heads", d->heads, h->head);
    if (!normalizer && !score && !logits && (d->d_in < 1 || d->d_out < 1))
        return xformat("dims.d_in is %d and d_out %d, expected at least 1", d->d_in, d->d_out);
    const char *refusal = c->refuse ? c->refuse(d, &h->args) : NULL;
    return refusal ? xformat("the choice refuses these sizes: %s", refusal) : NULL;
}

static char *wrong_count(const struct trial_array *a, const struct values *given)
{
    if (given->count == a->count) return NULL;
    return xformat("%d value%s for %s, expected %d", given->count, given->count == 1 ? "" : "s",
                   a->name, a->count);
}

/* ---- values ---- */

static const struct values *values_of(const struct choice_trial *t, const struct by_hand *h, int k)
{
    return k < t->tensors ? &h->tensors[k] : &h->in[k - t->tensors];
}

static char *fill(struct choice_trial *t, const struct by_hand *h)
{
    for (int k = 0; k < t->count; k++) {
        const struct values *given = values_of(t, h, k);
        char *wrong = wrong_count(&t->arrays[k], given);
        if (wrong) return wrong;
        for (int i = 0; i < given->count; i++) t->arrays[k].value[i] = given->at[i];
    }
    return wrong_count(&t->out, &h->out);
}

static char *compare(struct choice_trial *t, const struct by_hand *h)
{
    choice_trial_evaluate(t);
    for (int i = 0; i < t->out.count; i++) {
        double got = t->out.value[i], want = h->out.at[i];
        if (fabs(got - want) <= tolerance * fmax(1, fabs(want))) continue;
        return xformat("the formula gives %s[%d] = %.12g, but the worked example has %.12g",
                       t->out.name, i, got, want);
    }
    return memory_check(t->memory);
}

static char *check_entry(enum slot_id slot, const struct choice *c, const struct by_hand *h)
{
    char *wrong = wrong_argument(c, &h->args);
    if (!wrong) wrong = wrong_sizes(h, slot, c);
    if (wrong) return wrong;
    struct choice_trial t;
    choice_trial_open(&t, slot, c, &h->dims, &h->args, h->visible);
    t.head = h->head;
    t.scale = h->scale;
    wrong = fill(&t, h);
    if (!wrong) wrong = compare(&t, h);
    choice_trial_close(&t);
    return wrong;
}

int by_hand_count(const struct choice *c)
{
    int count = 0;
    while (c->by_hand && c->by_hand[count].working) count++;
    return count;
}

char *by_hand_check(enum slot_id slot, const struct choice *c)
{
    for (int i = 0; i < by_hand_count(c); i++) {
        char *wrong = check_entry(slot, c, &c->by_hand[i]);
        if (!wrong) continue;
        char *reason = xformat("by_hand[%d] (%s): %s", i, c->by_hand[i].working, wrong);
        free(wrong);
        return reason;
    }
    return NULL;
}
