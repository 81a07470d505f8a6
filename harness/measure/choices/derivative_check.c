/* SPDX-License-Identifier: MIT
 * Compares every gradient entry of a choice with finite differences of the choice's formula. */
#include "harness/measure/choices/choice_trial.h"

#include "base/mem.h"
#include "harness/measure/check/differences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct differentiated {
    struct choice_trial *t;
    double *kept; /* output at x + up */
};

/* The outputs at both points are subtracted before they are summed. Outputs that do not depend on x
 * then cancel exactly. */
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
