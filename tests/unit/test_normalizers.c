/* SPDX-License-Identifier: MIT
 * Every normaliser: derivative compared with differences, steep rows. (Worked examples of its
 * formula: test_choice_check.c.) */
#include "normalizer_trial.h"

/* ---- derivative ---- */

/* Sum of da a: what the derivative is asked about. */
static double loss(const struct problem *p, const struct score_row *row, const double *s,
                   const double *da, double *a)
{
    double sum = 0;
    formulas[p->normalizer]->formula(row, s, a);
    for (int j = 0; j < p->dims.m; j++) sum += da[j] * a[j];
    return sum;
}

static void check_seen(const struct problem *p, int seen)
{
    const double step = 1e-6;
    double s[MAX_KEYS], a[MAX_KEYS], da[MAX_KEYS], ds[MAX_KEYS], moved[MAX_KEYS];
    for (int j = 0; j < p->dims.m; j++) {
        s[j] = j < seen ? score(p, 0, j) : (double)NAN;
        da[j] = score(p, 1, j);
        ds[j] = NAN;
    }
    struct parameters of;
    void *dw[MAX_TENSORS];
    double slopes[MAX_REALS] = {0}; /* these against differences: attnlab check */
    open_parameters(p, &of);
    parameter_slopes(&of, slopes, sizeof *slopes, dw);
    struct score_row row = row_of(p, &of, seen);
    loss(p, &row, s, da, a);
    formulas[p->normalizer]->derivative(&row, s, a, da, ds, (double *const *)dw);
    for (int j = 0; j < seen; j++) {
        double x = s[j];
        s[j] = x + step;
        double up = loss(p, &row, s, da, moved);
        s[j] = x - step;
        double difference = (up - loss(p, &row, s, da, moved)) / (2 * step);
        s[j] = x;
        /* The step's own error is 1e-12 times a third derivative (scale^3: 51), rounding adds
         * 1e-9 (sums of 17 terms of size 1 to 4, 1e-16 each, over the step). */
        if (!(fabs(difference - ds[j]) <= 1e-6 * (1 + fabs(ds[j]))))
            fail_msg("%s scale %g, %d of %d seen: ds[%d] is %g, by differences %g",
                     formulas[p->normalizer]->base.name, p->scale, seen, p->dims.m, j, ds[j],
                     difference);
    }
    for (int j = seen; j < p->dims.m; j++) assert_true(ds[j] == 0);
}

static void check_rows(const struct problem *p)
{
    static const int seen[] = {0, 1, 2, 9, 17};
    for (int i = 0; i < 5; i++) check_seen(p, seen[i]);
}
static void check_derivative(int normalizer)
{
    static const struct tiling keys17 = {1, 1, {17}};
    over_arguments(normalizer, &keys17, 1, check_rows);
}

/* Logits of 30, and of 1e30, may be rounded to any weight, but not to NaN; nor may their slopes. */
static void check_finite(const struct problem *p)
{
    double a[MAX_KEYS], da[MAX_KEYS], ds[MAX_KEYS];
    for (int r = 0; r < p->tiling->rows; r++) {
        for (int j = 0; j < p->dims.m; j++) da[j] = score(p, 0, j) < 0 ? -1 : 1;
        row_formula(p, r, 1, a);
        row_derivative(p, r, 1, da, ds, (double[MAX_REALS]){0});
        for (int j = 0; j < p->dims.m; j++)
            if (!isfinite(a[j]) || !isfinite(ds[j]))
                fail_msg("%s scale %g: score %g of row %d becomes weight %g, slope %g",
                         formulas[p->normalizer]->base.name, p->scale, score(p, r, j), r, a[j],
                         ds[j]);
    }
}
static void check_steep(int normalizer)
{
    static const double sizes[] = {30, HUGE_SIZE};
    for (int i = 0; i < 2; i++)
        over_arguments(normalizer, &tilings[TILINGS - 1], sizes[i], check_finite);
}

/* Fast members come in this order, each needing those before it; the engine relies on that. */
static void check_members(int normalizer)
{
    const struct normalizer *n = formulas[normalizer];
    assert_non_null(n->formula);
    assert_non_null(n->derivative);
    if (!n->fold != !n->weights) fail_msg("%s: fold and weights go together", n->base.name);
    if (n->backward && !n->fold) fail_msg("%s: backward needs fold and weights", n->base.name);
    if (n->stats && !n->begin) fail_msg("%s: begin starts the %d stats", n->base.name, n->stats);
}

/* Declared to fade is what fades: a key far below the others has no weight. */
static void check_fades(int normalizer)
{
    static const struct tiling keys3 = {1, 1, {3}};
    const struct normalizer *n = formulas[normalizer];
    for (int c = 0; c < combinations(normalizer); c++) {
        struct problem p = problem(normalizer, combination(normalizer, c), &keys3, 1, 1);
        const double s[] = {-1e4, 0.5, -0.25};
        double a[3];
        struct parameters of;
        open_parameters(&p, &of);
        struct score_row row = row_of(&p, &of, 3);
        n->formula(&row, s, a);
        if ((fabs(a[0]) <= 1e-12) != n->fades)
            fail_msg("%s: fades is %d, weight of a logit of -1e4: %g", n->base.name, n->fades,
                     a[0]);
    }
}

TEST_GROUP()
{
    static const struct check checks[] = {{.what = "members", .run = check_members},
                                          {.what = "fading weights", .run = check_fades},
                                          {.what = "derivative", .run = check_derivative},
                                          {.what = "steep rows", .run = check_steep}};
    return check_each_choice("normalizers", checks, 4, NORMALIZERS, name_of);
}
