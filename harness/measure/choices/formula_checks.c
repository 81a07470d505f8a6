/* SPDX-License-Identifier: MIT
 * Checks a choice's formula and derivative. The worked examples of a choice must be valid and agree
 * with its formula. Finite differences of the formula must agree with every gradient entry. */
#include "harness/measure/choices/choice_check.h"

#include "harness/measure/check/differences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- worked examples: declaration ---- */

/* Tolerance of worked examples, which have at least ten digits. A formula's rounding error is a
 * thousand times smaller. */
static const double tolerance = 1e-9;

static char *wrong_argument(const struct choice *c, const struct args *args)
{
    for (int i = 0; c->params && c->params[i].name; i++) {
        const struct param *p = &c->params[i];
        bool whole = p->kind == PARAM_REAL || args->value[i] == floor(args->value[i]);
        if (whole && args->value[i] >= p->min && args->value[i] <= p->max) continue;
        return xformat("argument %s is %g (expected %s from %g to %g)", p->name, args->value[i],
                       p->kind == PARAM_REAL ? "a number" : "an integer", p->min, p->max);
    }
    return NULL;
}

static char *wrong_sizes(const struct by_hand *h, enum slot_id slot, const struct choice *c)
{
    const struct dims *d = &h->dims;
    bool normalizer = slot == SLOT_NORMALIZER, score = slot == SLOT_SCORE;
    bool logits = slot == SLOT_LOGITS;
    if (normalizer && (d->m < 1 || h->visible < 0 || h->visible > d->m))
        return xformat("dims.m is %d and visible is %d (expected m >= 1 and 0 <= visible <= m)",
                       d->m, h->visible);
    bool head = score || logits || (normalizer && h->tensors[0].count);
    if ((score && d->d_head < 1) || (head && (h->head < 0 || h->head >= d->heads)))
        return xformat(
            "dims.d_head is %d, heads is %d, head is %d (expected d_head >= 1, 0 <= head < heads)",
            d->d_head, d->heads, h->head);
    if (!normalizer && !score && !logits && (d->d_in < 1 || d->d_out < 1))
        return xformat("dims.d_in is %d and dims.d_out is %d (expected at least 1)", d->d_in,
                       d->d_out);
    const char *refusal = c->refuse ? c->refuse(d, &h->args) : NULL;
    return refusal ? xformat("the choice refuses these sizes: %s", refusal) : NULL;
}

static char *wrong_count(const struct trial_array *a, const struct values *given)
{
    if (given->count == a->count) return NULL;
    return xformat("%d value%s for %s (expected %d)", given->count, given->count == 1 ? "" : "s",
                   a->name, a->count);
}

/* ---- worked examples: values ---- */

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

static char *compare_example(struct choice_trial *t, const struct by_hand *h)
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

static char *check_example(enum slot_id slot, const struct choice *c, const struct by_hand *h)
{
    char *wrong = wrong_argument(c, &h->args);
    if (!wrong) wrong = wrong_sizes(h, slot, c);
    if (wrong) return wrong;
    struct choice_trial t;
    choice_trial_open(&t, slot, c, &h->dims, &h->args, h->visible);
    t.head = h->head;
    t.scale = h->scale;
    wrong = fill(&t, h);
    if (!wrong) wrong = compare_example(&t, h);
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
        char *wrong = check_example(slot, c, &c->by_hand[i]);
        if (!wrong) continue;
        char *reason = xformat("by_hand[%d] (%s): %s", i, c->by_hand[i].working, wrong);
        free(wrong);
        return reason;
    }
    return NULL;
}

/* ---- derivative ---- */

struct differentiated {
    struct choice_trial *t;
    double *kept; /* outputs at x + up */
};

/* Subtract before summing, so that outputs that do not depend on x cancel exactly. */
static double slope(void *context, double *x, double up, double down)
{
    struct differentiated *d = context;
    struct trial_array *out = &d->t->out;
    double before = *x, sum = 0;
    *x = before + up;
    choice_trial_evaluate(d->t);
    memcpy(d->kept, out->value, (size_t)out->count * sizeof *d->kept);
    *x = before - down;
    choice_trial_evaluate(d->t);
    *x = before;
    for (int i = 0; i < out->count; i++) sum += out->gradient[i] * (d->kept[i] - out->value[i]);
    return sum / (up + down);
}

static double largest(const struct trial_array *a)
{
    double most = 0;
    for (int i = 0; i < a->live; i++) most = fmax(most, fabs(a->gradient[i]));
    return most;
}

static char *reason_of(struct differentiated *d, const struct trial_array *a, int i, double scale)
{
    struct sloped loss = {slope, d};
    double begun = trial_begun(d->t, (int)(a - d->t->arrays), i), want = a->gradient[i];
    bool written = begun != 0 && difference_error(&loss, &a->value[i], want + begun, scale) <=
                                     difference_tolerance;
    char *of = choice_trial_text(d->t), *reason;
    if (written)
        reason = xformat(
            "your derivative with respect to %s[%d] overwrites the gradient (expected to add to it "
            "with +=)%s",
            a->name, i, of);
    else
        reason =
            xformat("your derivative with respect to %s[%d] is %.9g, but finite differences of "
                    "your formula give %.9g%s",
                    a->name, i, want, slope(d, &a->value[i], 1e-6, 1e-6), of);
    free(of);
    return reason;
}

static char *check_entry(struct differentiated *d, const struct trial_array *a, int i, double scale)
{
    struct sloped loss = {slope, d};
    double want = a->gradient[i], error = difference_error(&loss, &a->value[i], want, scale);
    if (error <= difference_tolerance) return NULL;
    if (isfinite(want) && difference_kink(&loss, &a->value[i], want, scale)) return NULL;
    return reason_of(d, a, i, scale);
}

static char *check_array(struct differentiated *d, const struct trial_array *a, double size)
{
    double scale = fmax(largest(a), difference_floor * size);
    char *wrong = NULL;
    for (int i = 0; i < a->live && !wrong; i++) wrong = check_entry(d, a, i, scale);
    for (int i = a->live; i < a->count && !wrong; i++)
        if (a->gradient[i] != 0)
            wrong = xformat(
                "your derivative with respect to %s[%d], which is not visible, is %g (expected 0)",
                a->name, i, a->gradient[i]);
    return wrong;
}

static char *check_draw(struct differentiated *d, enum trial_reach reach, uint64_t seed)
{
    struct choice_trial *t = d->t;
    double size = 1;
    choice_trial_draw(t, reach, seed);
    choice_trial_evaluate(t);
    choice_trial_differentiate(t);
    for (int k = 0; k < t->count; k++) size = fmax(size, largest(&t->arrays[k]));
    char *wrong = memory_check(t->memory);
    for (int k = 0; k < t->count && !wrong; k++) wrong = check_array(d, &t->arrays[k], size);
    return wrong;
}

char *derivative_check(struct choice_trial *t, int draws)
{
    struct differentiated d = {t, xarray((size_t)t->out.count, sizeof(double))};
    char *wrong = NULL;
    for (enum trial_reach reach = 0; reach < REACHES; reach++)
        for (int k = 0; k < draws && !wrong; k++) wrong = check_draw(&d, reach, (uint64_t)k + 1);
    free(d.kept);
    return wrong;
}
