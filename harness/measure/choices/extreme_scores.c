/* SPDX-License-Identifier: MIT
 * Rows of extreme scores through a normaliser's formula and derivative, and through its fast
 * functions in each build (normalizer_tiles.h). */
#include "harness/measure/choices/extreme_scores.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/choices/normalizer_tiles.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the scores ---- */

static const double sizes[] = {0,   1e-42, -1e-42, 1e-30, 1e-12, 1,    -1,
                               1e4, -1e4,  1e18,   -1e18, 1e36,  -1e36};
static const double scales[] = {1, 0.125, 0};
enum { SIZES = sizeof sizes / sizeof *sizes, SCALES = sizeof scales / sizeof *scales };

static double equal(int j) { return (void)j, 1; }
static double falling(int j) { return 1 - 2.0 * j / (EXTREME_KEYS - 1); }
static double one_above(int j)
{
    return j == 2 ? 1 : 0;
} /* every row that sees three keys has it */
static double late(int j) { return j == EXTREME_KEYS - 1 ? 1 : -1; } /* in the last tile */
static double two_signs(int j) { return j % 2 ? -1 : 1; }
static double nearly_equal(int j) { return 1 + 1e-6 * j; }
static const struct pattern {
    const char *name; /* "... scores of size 1e+36" */
    double (*at)(int j);
} patterns[] = {{"equal", equal}, {"falling", falling},  {"zero but for one", one_above},
                {"late", late},   {"signed", two_signs}, {"nearly equal", nearly_equal}};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* Floats, so that all builds see the same numbers. */
static void fill(const struct pattern *p, double size, double *s)
{
    for (int j = 0; j < EXTREME_KEYS; j++) s[j] = (double)(float)(size * p->at(j));
}

/* ---- one row by the formula ---- */

struct row {
    const struct normalizer *f;
    struct dims dims;
    struct args args;
    double scale;
    int visible;
    double s[EXTREME_KEYS], da[EXTREME_KEYS];
    double a[EXTREME_KEYS], ds[EXTREME_KEYS]; /* by the formula */
    double a_moves[EXTREME_KEYS],
        ds_moves[EXTREME_KEYS]; /* by how much scores' roundings change it */
};

static void evaluate(const struct row *r, const double *s, double *a, double *ds)
{
    for (int j = 0; j < EXTREME_KEYS; j++) a[j] = ds[j] = NAN;
    r->f->formula(&r->dims, &r->args, r->scale, r->visible, s, a);
    r->f->derivative(&r->dims, &r->args, r->scale, r->visible, s, a, r->da, ds);
}

/* Ways in which a score may be off and a result still right: some roundings up, down, or either by
 * its bits (equal scores stay equal); and denormals flushed to 0. */
enum { WAYS = 4, ROUNDINGS = 4 };
static double moved(double s, int way)
{
    if (way == 3) return fabs(s) < (double)FLT_MIN ? 0 : s;
    uint64_t bits;
    memcpy(&bits, &s, sizeof bits);
    bool up = way == 0 || (way == 2 && rng_u64(bits, 1, 1) & 1);
    return s * (1 + (up ? 1 : -1) * ROUNDINGS * (double)FLT_EPSILON);
}

static void find_moves(struct row *r)
{
    memset(r->a_moves, 0, sizeof r->a_moves);
    memset(r->ds_moves, 0, sizeof r->ds_moves);
    for (int way = 0; way < WAYS; way++) {
        double s[EXTREME_KEYS], a[EXTREME_KEYS], ds[EXTREME_KEYS];
        for (int j = 0; j < EXTREME_KEYS; j++) s[j] = moved(r->s[j], way);
        evaluate(r, s, a, ds);
        for (int j = 0; j < EXTREME_KEYS; j++) {
            r->a_moves[j] = fmax(r->a_moves[j], fabs(a[j] - r->a[j]));
            r->ds_moves[j] = fmax(r->ds_moves[j], fabs(ds[j] - r->ds[j]));
        }
    }
}

/* A NaN without the sign that some instructions give it. */
static double readable(double x) { return isnan(x) ? (double)NAN : x; }

/* NULL, or the first value that is not finite, or not 0 where it must be. */
static char *formula_sound(const struct row *r)
{
    const struct {
        const char *what;
        const double *at;
    } found[] = {{"formula", r->a}, {"derivative", r->ds}};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < EXTREME_KEYS; j++) {
            double x = found[k].at[j];
            if (j < r->visible ? isfinite(x) : x == 0) continue;
            return xformat("the %s gives %g for key %d, which is %s", found[k].what, readable(x), j,
                           j < r->visible ? "visible" : "not visible");
        }
    return NULL;
}

/* ---- fast rows beside it ---- */

static double largest(const double *x, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++) most = fmax(most, fabs(x[j]));
    return most;
}

/* Roundings of the largest value: of sums over a row, of an exponential or a rational function, of
 * a division. And what denormals may be worth in all (agreement.h). */
static const double TOLERATED = 32 * (double)FLT_EPSILON, DENORMALS = 1e-30;

static char *differs(const char *what, const char *build, const float *got, const double *want,
                     const double *moves, double size)
{
    if (size > (double)FLT_MAX) return NULL; /* the right result itself is beyond float */
    for (int j = 0; j < EXTREME_KEYS; j++) {
        double tolerance = 4 * moves[j] + TOLERATED * size + DENORMALS;
        double off = fabs((double)got[j] - want[j]);
        if (off <= tolerance) continue;
        /* As of squares that underflow: a row without weights where the formula shares them out. */
        const char *hint = got[j] == 0 ? "; where float cannot follow, let the formula say which "
                                         "scores count as 0"
                                       : "";
        return xformat("%s (%s) gives %g for key %d, by the formula it is %g%s", what, build,
                       readable((double)got[j]), j, want[j], hint);
    }
    return NULL;
}

static char *tiles_agree(const struct row *r, const struct kernels *build, int index)
{
    const struct normalizer *fast = (const void *)build->slots[SLOT_NORMALIZER].choices[index];
    struct normalizer_row got;
    if (!fast->fold) return NULL;
    normalizer_tiles_run(fast, &r->dims, &r->args, r->scale, r->visible, r->s, r->da, &got);
    double a = largest(r->a, EXTREME_KEYS);
    double ds = largest(r->ds, EXTREME_KEYS) + fabs(r->scale) * largest(r->da, EXTREME_KEYS);
    char *wrong = differs("fold", build->name, got.folded, r->a, r->a_moves, a);
    if (!wrong) wrong = differs("weights", build->name, got.a, r->a, r->a_moves, a);
    if (!wrong && fast->backward)
        wrong = differs("backward", build->name, got.ds, r->ds, r->ds_moves, ds);
    return wrong;
}

static char *check_row(struct row *r, int index)
{
    evaluate(r, r->s, r->a, r->ds);
    char *wrong = formula_sound(r);
    if (wrong) return wrong;
    find_moves(r);
    for (const struct kernels *const *k = kernels_available(); *k && !wrong; k++)
        wrong = tiles_agree(r, *k, index);
    return wrong;
}

/* ---- all rows ---- */

char *extreme_scores_check(int index, const struct args *args)
{
    static const int seen[] = {EXTREME_KEYS, EXTREME_KEYS - 1, 5, 1, 0};
    struct row r = {.f = (const void *)N(slots)[SLOT_NORMALIZER].choices[index],
                    .dims = {.n = 1, .m = EXTREME_KEYS},
                    .args = *args};
    for (int j = 0; j < EXTREME_KEYS; j++)
        r.da[j] = (double)(float)rng_normal(1, rng_stream("da"), (uint64_t)j);
    for (int p = 0; p < PATTERNS; p++)
        for (int k = 0; k < SIZES * SCALES * 5; k++) {
            double size = sizes[k % SIZES];
            r.scale = scales[k / SIZES % SCALES];
            r.visible = seen[k / SIZES / SCALES];
            fill(&patterns[p], size, r.s);
            char *wrong = check_row(&r, index);
            if (!wrong) continue;
            char *reason = xformat("at %s scores of size %g, scale %g, %d of %d keys visible: %s",
                                   patterns[p].name, size, r.scale, r.visible, EXTREME_KEYS, wrong);
            free(wrong);
            return reason;
        }
    return NULL;
}
