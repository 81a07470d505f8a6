/* SPDX-License-Identifier: MIT
 * Compares a normaliser's fast functions with its formula and derivative at extreme scores, in each
 * build. Scores go up to 1e36, so that the sum over a row is still in the range of float. The
 * scores are input data, so equal scores are equal in every bit. The tolerance allows for score
 * errors of a few units of machine epsilon, for scores flushed to 0, and for rounding errors
 * (TOLERATED). */
#include "harness/measure/choices/choice_trial.h"

#include "base/mem.h"
#include "base/rng.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXTREME_KEYS = TILE_K + 3 }; /* one full tile and three more keys */

/* ---- the scores ---- */

static const double sizes[] = {0,   1e-42, -1e-42, 1e-30, 1e-12, 1,    -1,
                               1e4, -1e4,  1e18,   -1e18, 1e36,  -1e36};
static const double scales[] = {1, (double)0.3f, 0, -0.5}; /* 0.3f makes scale * s inexact */
enum { SIZES = sizeof sizes / sizeof *sizes, SCALES = sizeof scales / sizeof *scales };

static double equal(int j) { return (void)j, 1; }
static double falling(int j) { return 1 - 2.0 * j / (EXTREME_KEYS - 1); }
static double one_above(int j) { return j == 2; }
static double late(int j) { return j == EXTREME_KEYS - 1 ? 1 : -1; }
static double two_signs(int j) { return j % 2 ? -1 : 1; }
static double nearly_equal(int j) { return 1 + 1e-6 * j; }
static const struct pattern {
    const char *name; /* adjective in messages such as "falling scores of size 1e+36" */
    double (*at)(int j);
} patterns[] = {{"equal", equal}, {"falling", falling},  {"one-hot", one_above},
                {"late", late},   {"signed", two_signs}, {"nearly equal", nearly_equal}};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* Writes the scores of a pattern, rounded to float, so that all builds get the same numbers. */
static void fill(const struct pattern *p, double size, double *s)
{
    for (int j = 0; j < EXTREME_KEYS; j++) s[j] = (double)(float)(size * p->at(j));
}

/* ---- one row by the formula ---- */

/* One array contains the parameters of all heads, the other their gradients. */
enum { MOST_REALS = 64, HEADS = 2 };
struct parameters {
    int count;
    double value[MOST_REALS], slope[MOST_REALS], slope_moves[MOST_REALS];
    float value_fast[MOST_REALS], slope_fast[MOST_REALS];
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    const float *w_fast[MAX_TENSORS];
    float *dw_fast[MAX_TENSORS];
};

struct row {
    const struct normalizer *f;
    struct score_row at;
    struct parameters p;
    double s[EXTREME_KEYS], da[EXTREME_KEYS];
    double a[EXTREME_KEYS], ds[EXTREME_KEYS]; /* weights and score gradients of the formula */
    /* largest changes of the weights and score gradients that rounding of scores causes */
    double a_moves[EXTREME_KEYS], ds_moves[EXTREME_KEYS];
};

static void open_parameters(struct row *r)
{
    struct tensor list[MAX_TENSORS];
    const struct choice *c = &r->f->base;
    struct parameters *p = &r->p;
    int tensors = c->tensors ? c->tensors(r->at.dims, r->at.args, list) : 0;
    for (int t = 0; t < tensors; t++) {
        p->w[t] = p->value + p->count, p->dw[t] = p->slope + p->count;
        p->w_fast[t] = p->value_fast + p->count, p->dw_fast[t] = p->slope_fast + p->count;
        p->count += list[t].dim[0] * list[t].dim[1] * list[t].dim[2];
        require(p->count <= MOST_REALS);
    }
    for (int i = 0; i < p->count; i++) {
        p->value_fast[i] = (float)rng_normal(1, rng_stream("parameters"), (uint64_t)i);
        p->value[i] = (double)p->value_fast[i];
    }
    r->at.w = p->w;
}

/* Evaluates the formula. Writes weights to a, score gradients to ds, and parameter gradients to
 * p.slope. */
static void evaluate(struct row *r, const double *s, double *a, double *ds)
{
    for (int j = 0; j < EXTREME_KEYS; j++) a[j] = ds[j] = NAN;
    memset(r->p.slope, 0, sizeof r->p.slope);
    r->f->formula(&r->at, s, a);
    r->f->derivative(&r->at, s, a, r->da, ds, r->p.dw);
}

/* Accepted score errors. A score may move up or down by ROUNDINGS units of machine epsilon, with
 * the same random direction for equal scores. Denormals may be flushed to 0. */
enum { WAYS = 4, ROUNDINGS = 4 };
static double moved(double s, int way)
{
    if (way == 3) return fabs(s) < (double)FLT_MIN ? 0 : s;
    uint64_t bits;
    memcpy(&bits, &s, sizeof bits);
    bool up = way == 0 || (way == 2 && rng_u64(bits, 1, 1) & 1);
    return s * (1 + (up ? 1 : -1) * ROUNDINGS * (double)FLT_EPSILON);
}

/* Computes how much accepted score errors change the results. Afterwards, a, ds and p.slope contain
 * the results for the original scores. */
static void find_moves(struct row *r)
{
    double slope[MOST_REALS];
    memcpy(slope, r->p.slope, sizeof slope);
    memset(r->a_moves, 0, sizeof r->a_moves);
    memset(r->ds_moves, 0, sizeof r->ds_moves);
    memset(r->p.slope_moves, 0, sizeof r->p.slope_moves);
    for (int way = 0; way < WAYS; way++) {
        double s[EXTREME_KEYS], a[EXTREME_KEYS], ds[EXTREME_KEYS];
        for (int j = 0; j < EXTREME_KEYS; j++) s[j] = moved(r->s[j], way);
        evaluate(r, s, a, ds);
        for (int j = 0; j < EXTREME_KEYS; j++) {
            r->a_moves[j] = fmax(r->a_moves[j], fabs(a[j] - r->a[j]));
            r->ds_moves[j] = fmax(r->ds_moves[j], fabs(ds[j] - r->ds[j]));
        }
        for (int i = 0; i < r->p.count; i++)
            r->p.slope_moves[i] = fmax(r->p.slope_moves[i], fabs(r->p.slope[i] - slope[i]));
    }
    memcpy(r->p.slope, slope, sizeof slope);
}

/* Clears the sign of a NaN, because some instructions set it. */
static double readable(double x) { return isnan(x) ? (double)NAN : x; }

/* Returns NULL if all values are finite and values of hidden keys are 0. Otherwise describes the
 * first wrong value. */
static char *formula_sound(const struct row *r)
{
    const struct {
        const char *what;
        const double *at;
    } found[] = {{"formula", r->a}, {"derivative", r->ds}};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < EXTREME_KEYS; j++) {
            double x = found[k].at[j];
            if (j < r->at.visible ? isfinite(x) : x == 0) continue;
            return xformat("the %s gives %g for key %d, which is %s", found[k].what, readable(x), j,
                           j < r->at.visible ? "visible" : "not visible");
        }
    for (int i = 0; i < r->p.count; i++)
        if (!isfinite(r->p.slope[i]))
            return xformat("the derivative gives %g for parameter %d", readable(r->p.slope[i]), i);
    return NULL;
}

/* ---- one row by the fast functions, tile by tile as the engine calls them ---- */

enum { TILES = (EXTREME_KEYS + TILE_K - 1) / TILE_K, STATS_MOST = 16 };

struct fast_row {
    float folded[EXTREME_KEYS]; /* weights computed tile by tile with begin, fold and finish */
    float a[EXTREME_KEYS];      /* weights computed by `weights` from the final state */
    float ds[EXTREME_KEYS];     /* score gradients computed by `backward`; 0 if there is no such
                                   function */
};

/* The tiles of one row, aligned as in the engine. */
struct tiles {
    _Alignas(64) float s[TILES][TILE_K], a[TILES][TILE_K], da[TILES][TILE_K];
    _Alignas(64) float state[STATS_MOST], rescale[16], scale_out[16], delta[16];
    int cols[TILES], visible[TILES];
};

static int within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

/* Splits a row into tiles. The unused part of the last tile is NaN, because functions must ignore
 * it. */
static void cut(const double *row, float (*tiles)[TILE_K])
{
    for (int j = 0; j < TILES * TILE_K; j++)
        tiles[j / TILE_K][j % TILE_K] = j < EXTREME_KEYS ? (float)row[j] : NAN;
}
static void join(const float (*tiles)[TILE_K], double factor, float *row)
{
    for (int j = 0; j < EXTREME_KEYS; j++)
        row[j] = (float)(factor * (double)tiles[j / TILE_K][j % TILE_K]);
}

/* Runs the fold function on all tiles of a row. Afterwards t->state is the final state. */
static void fold_row(const struct normalizer *f, const struct normalizer_run *run, struct tiles *t,
                     float *folded)
{
    if (f->begin) f->begin(run, 1, t->state);
    for (int i = 0; i < TILES; i++) {
        f->fold(run, t->a[i], 1, t->cols[i], &t->visible[i], t->state, t->rescale);
        for (int j = 0; f->rescales && j < i * TILE_K; j++)
            t->a[j / TILE_K][j % TILE_K] *= t->rescale[0];
    }
    t->scale_out[0] = 1;
    if (f->finish) f->finish(run, 1, t->state, t->scale_out);
    join((const float(*)[TILE_K])t->a, (double)t->scale_out[0], folded);
}

/* Runs the backward function on the weights in t->a. Replaces the weight gradients in t->da by
 * score gradients. */
static void fold_back(const struct normalizer *f, const struct normalizer_run *run, struct tiles *t,
                      float *const *dw)
{
    t->delta[0] = 0;
    for (int j = 0; j < EXTREME_KEYS; j++)
        t->delta[0] += t->a[j / TILE_K][j % TILE_K] * t->da[j / TILE_K][j % TILE_K];
    for (int i = 0; i < TILES; i++)
        f->backward(run, t->s[i], t->a[i], t->da[i], 1, t->cols[i], &t->visible[i], t->state,
                    t->delta, dw);
}

/* Runs the fast functions of a float build. The normaliser `f` must have a fold function. Parameter
 * gradients must be 0 before the call. */
static void run_tiles(const struct normalizer *f, struct row *r, struct fast_row *row)
{
    struct tiles t = {.rescale = {1}};
    struct normalizer_run run = {r->at.dims, r->at.args, r->p.w_fast, r->at.head,
                                 (float)r->at.scale};
    require(f->stats <= STATS_MOST);
    for (int i = 0; i < TILES; i++) {
        t.cols[i] = within(EXTREME_KEYS - i * TILE_K, 0, TILE_K);
        t.visible[i] = within(r->at.visible - i * TILE_K, 0, t.cols[i]);
    }
    cut(r->s, t.s);
    cut(r->s, t.a);
    cut(r->da, t.da);
    fold_row(f, &run, &t, row->folded);
    cut(r->s, t.a);
    for (int i = 0; i < TILES; i++) f->weights(&run, t.a[i], 1, t.cols[i], &t.visible[i], t.state);
    join((const float(*)[TILE_K])t.a, 1, row->a);
    for (int j = 0; j < EXTREME_KEYS; j++) row->ds[j] = 0;
    if (!f->backward) return;
    fold_back(f, &run, &t, r->p.dw_fast);
    join((const float(*)[TILE_K])t.da, 1, row->ds);
}

/* ---- comparison ---- */

static double largest(const double *x, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++) most = fmax(most, fabs(x[j]));
    return most;
}

/* TOLERATED: accepted error, relative to the largest value, due to rounding in sums, exponentials,
 * rational functions and divisions. DENORMALS: accepted absolute error (compare_floor). */
static const double TOLERATED = 32 * (double)FLT_EPSILON, DENORMALS = 1e-30;

struct compared {
    const char *what, *build, *each;
    int count;
};
static char *differs(struct compared c, const float *got, const double *want, const double *moves,
                     double size)
{
    if (size > (double)FLT_MAX) return NULL; /* the exact result is outside the range of float */
    for (int j = 0; j < c.count; j++) {
        double tolerance = 4 * moves[j] + TOLERATED * size + DENORMALS;
        double off = fabs((double)got[j] - want[j]);
        if (off <= tolerance) continue;
        /* squares may underflow in float, for example, although the weights are not 0 */
        const char *hint =
            got[j] == 0 ? "; if float underflows, make the formula treat such scores as 0 too" : "";
        return xformat("your %s gives %g for %s %d, but your formula gives %g%s [build %s]", c.what,
                       readable((double)got[j]), c.each, j, want[j], hint, c.build);
    }
    return NULL;
}

static double sum_of_sizes(const double *x, const double *y, int count)
{
    double sum = 0;
    for (int j = 0; j < count; j++) sum += fabs(x[j] * y[j]);
    return sum;
}

static char *tiles_agree(struct row *r, const struct kernels *build, int index)
{
    const struct normalizer *fast = (const void *)build->slots[SLOT_NORMALIZER].choices[index];
    struct fast_row got;
    if (!fast->fold) return NULL;
    memset(r->p.slope_fast, 0, sizeof r->p.slope_fast);
    run_tiles(fast, r, &got);
    double a = largest(r->a, EXTREME_KEYS);
    double ds = largest(r->ds, EXTREME_KEYS) + fabs(r->at.scale) * largest(r->da, EXTREME_KEYS);
    double dw = largest(r->p.slope, r->p.count) + sum_of_sizes(r->a, r->da, EXTREME_KEYS);
    struct compared c = {"fold", build->name, "key", EXTREME_KEYS};
    char *wrong = differs(c, got.folded, r->a, r->a_moves, a);
    c.what = "weights";
    if (!wrong) wrong = differs(c, got.a, r->a, r->a_moves, a);
    if (wrong || !fast->backward) return wrong;
    c.what = "backward";
    wrong = differs(c, got.ds, r->ds, r->ds_moves, ds);
    c.each = "parameter", c.count = r->p.count;
    return wrong ? wrong : differs(c, r->p.slope_fast, r->p.slope, r->p.slope_moves, dw);
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
    const struct dims dims = {.heads = HEADS, .n = 1, .m = EXTREME_KEYS};
    struct row r = {.f = (const void *)N(slots)[SLOT_NORMALIZER].choices[index],
                    .at = {.dims = &dims, .args = args, .head = HEADS - 1}};
    open_parameters(&r);
    for (int j = 0; j < EXTREME_KEYS; j++)
        r.da[j] = (double)(float)rng_normal(1, rng_stream("da"), (uint64_t)j);
    for (int p = 0; p < PATTERNS; p++)
        for (int k = 0; k < SIZES * SCALES * 5; k++) {
            double size = sizes[k % SIZES];
            r.at.scale = scales[k / SIZES % SCALES];
            r.at.visible = seen[k / SIZES / SCALES];
            fill(&patterns[p], size, r.s);
            char *wrong = check_row(&r, index);
            if (!wrong) continue;
            char *reason =
                xformat("for %s scores of size %g, scale %g, %d of %d keys visible: %s",
                        patterns[p].name, size, r.at.scale, r.at.visible, EXTREME_KEYS, wrong);
            free(wrong);
            return reason;
        }
    return NULL;
}
