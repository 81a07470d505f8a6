/* SPDX-License-Identifier: MIT
 * Every normaliser of the list: its formula against values by hand, and its derivative against
 * differences. */
#include "normalizer_trial.h"

/* ---- formulas by hand ---- */

/* a of the first of two visible keys, scores s and 0, of 4 in all. divide, bias: as in params. */
static const struct hand_row {
    const char *name;
    int divide, bias;
    double scale, s, a;
} by_hand[] = {{"softmax", 0, 0, 1, 1.0986122886681098, 0.75}, /* log 3: 3 / (3 + 1) */
               {"softmax", 0, 0, -2, 1.0986122886681098, 0.1}, /* (1/9) / (1/9 + 1) */
               {"tanh", 0, 0, 0.5, 1.0986122886681098, 0.5},   /* (3 - 1) / (3 + 1) */
               {"tanh", 1, 0, 0.5, 1.0986122886681098, 0.125},
               {"tanh", 1, 0, -0.5, 1.0986122886681098, -0.125},
               {"sigmoid", 0, 0, 1, 1.0986122886681098, 0.75}, /* 1 / (1 + 1/3) */
               {"sigmoid", 0, 1, 1, 0, 0.2}, /* 1 / (1 + 4): 4 keys, though 2 are seen */
               {"sigmoid", 1, 0, 1, 0, 0.125},
               {"sigmoid", 1, 1, 1, 0, 0.05},
               {"relu", 0, 0, 2, 3, 6},
               {"relu", 1, 0, 2, 3, 1.5},
               {"relu", 1, 0, -2, 3, 0}};
enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

static const struct normalizer *named(const char *name)
{
    for (int i = 0; i < NORMALIZERS; i++)
        if (!strcmp(formulas[i]->base.name, name)) return formulas[i];
    fail_msg("no normaliser %s", name);
    return NULL;
}
static struct args arguments(const struct normalizer *n, const struct hand_row *h)
{
    struct args args = {{0}};
    for (int a = 0; n->base.params && n->base.params[a].name; a++)
        args.value[a] = strcmp(n->base.params[a].name, "norm_bias") ? h->divide : h->bias;
    return args;
}

static void test_by_hand(void **state)
{
    (void)state;
    const struct dims dims = {.n = 1, .m = 4};
    for (const struct hand_row *h = by_hand; h < by_hand + BY_HAND; h++) {
        const struct normalizer *n = named(h->name);
        struct args args = arguments(n, h);
        double s[] = {h->s, 0, NAN, NAN}, a[] = {NAN, NAN, NAN, NAN};
        n->formula(&dims, &args, h->scale, 2, s, a);
        /* A handful of roundings in double. */
        if (!(fabs(a[0] - h->a) <= 1e-15 * 8) || a[2] != 0 || a[3] != 0)
            fail_msg("%s divide %d bias %d: %.17g, %g, %g for %g, 0, 0", h->name, h->divide,
                     h->bias, a[0], a[2], a[3], h->a);
    }
}

/* ---- derivative ---- */

/* Sum of da a: what the derivative is asked about. */
static double loss(const struct problem *p, int seen, const double *s, const double *da, double *a)
{
    double sum = 0;
    formulas[p->normalizer]->formula(&p->dims, &p->args, p->scale, seen, s, a);
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
    loss(p, seen, s, da, a);
    formulas[p->normalizer]->derivative(&p->dims, &p->args, p->scale, seen, s, a, da, ds);
    for (int j = 0; j < seen; j++) {
        double x = s[j];
        s[j] = x + step;
        double up = loss(p, seen, s, da, moved);
        s[j] = x - step;
        double difference = (up - loss(p, seen, s, da, moved)) / (2 * step);
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
        row_derivative(p, r, 1, da, ds);
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

int main(void)
{
    static const struct check checks[] = {{.what = "members", .run = check_members},
                                          {.what = "derivative", .run = check_derivative},
                                          {.what = "steep rows", .run = check_steep}};
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_hand)};
    int failed = cmocka_run_group_tests_name("normalizers by hand", tests, NULL, NULL);
    return failed + check_each_choice("normalizers", checks, 3, NORMALIZERS, name_of);
}
