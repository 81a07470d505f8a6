/* SPDX-License-Identifier: MIT
 * Every normaliser of the list: its formula against values by hand, derivative against
 * differences, and in every build fold + finish and `weights`, tile by tile, against the formula
 * of the whole row; over argument values, scales, tile widths and visible keys. */
#define BUILD formula
#include "kernels/slots.h"

#include "datasets/rng.h"
#include "tests/unit/guarded.h"

#include <float.h>
#include <math.h>

#define NORMALIZER(name) extern const struct normalizer normalizer_##name##_formula;
#include "kernels/normalizers/list.def"
#undef NORMALIZER
#define NORMALIZER(name) &normalizer_##name##_formula,
static const struct normalizer *const formulas[] = {
#include "kernels/normalizers/list.def"
};
#undef NORMALIZER
enum { NORMALIZERS = sizeof formulas / sizeof *formulas };

/* Of the same normaliser in another build; a choice is the first member of its struct. */
static const struct normalizer *in_build(const struct kernels *build, int normalizer)
{
    return (const void *)build->slots[SLOT_NORMALIZER].choices[normalizer];
}

/* ---- one problem: a normaliser with arguments, tiles and a scale ---- */

enum { MAX_TILES = 4, MAX_KEYS = MAX_TILES * TILE_K };

/* Tiles of a row of keys. The engine only cuts the last one short; the contract says nothing of
 * the kind. */
struct tiling {
    int rows, tiles, cols[MAX_TILES];
};
static const struct tiling tilings[] = {
    {8, 1, {1}},   {9, 1, {15}},       {8, 1, {16}},
    {8, 1, {17}},  {1, 1, {127}},      {8, 1, {127}},
    {8, 1, {128}}, {9, 2, {128, 128}}, {8, 4, {17, 128, 1, 127}}};
enum { TILINGS = sizeof tilings / sizeof *tilings };
static const struct tiling full = {TILE_Q, 3, {128, 128, 16}};

struct problem {
    int normalizer; /* index in the list */
    struct args args;
    const struct tiling *tiling;
    struct dims dims;
    double scale, size; /* of the scores */
};

static struct problem problem(int normalizer, struct args args, const struct tiling *tiling,
                              double scale, double size)
{
    struct problem p = {normalizer, args, tiling, {.n = tiling->rows}, (float)scale, size};
    for (int t = 0; t < tiling->tiles; t++) p.dims.m += tiling->cols[t];
    return p;
}

/* The combinations of a normaliser's arguments: every value of a choice, numbers at default. */
static int values(const struct param *p) { return p->kind == PARAM_CHOICE ? (int)p->max + 1 : 1; }
static int combinations(int normalizer)
{
    int count = 1;
    const struct param *p = formulas[normalizer]->base.params;
    for (; p && p->name; p++) count *= values(p);
    return count;
}
static struct args combination(int normalizer, int index)
{
    struct args args = {{0}};
    const struct param *p = formulas[normalizer]->base.params;
    for (int a = 0; p && p[a].name; a++) {
        args.value[a] = p[a].kind == PARAM_CHOICE ? index % values(&p[a]) : p[a].def;
        index /= values(&p[a]);
    }
    return args;
}

static const double scales[] = {1, 0.125, 3.7, 0, -0.5};
enum { SCALES = sizeof scales / sizeof *scales };

static void over_arguments(const struct tiling *tiling, double size,
                           void (*check)(const struct problem *))
{
    for (int i = 0; i < NORMALIZERS; i++)
        for (int c = 0; c < combinations(i); c++)
            for (int s = 0; s < SCALES; s++) {
                struct problem p = problem(i, combination(i, c), tiling, scales[s], size);
                check(&p);
            }
}

/* ---- scores, and which of them a row sees ---- */

enum { HUGE_SIZE = 1000 * 1000 };

/* Floats, so that all builds see the same numbers. Huge: two of three are +-1e30. */
static double score(const struct problem *p, int r, int j)
{
    double x = rng_normal(1, rng_stream("score"), (size_t)(r * MAX_KEYS + j));
    if (p->size < HUGE_SIZE) return (float)(p->size * x);
    return (float)(j % 3 ? copysign(1e30, x) : x);
}

/* Row r sees the first sevenths of each tile, so that its keys end in the middle of a vector; an
 * engine's mask is one of these, a row with holes is not. */
static int visible(const struct problem *p, int r, int tile)
{
    static const int sevenths[][MAX_TILES] = {{7, 7, 7, 7}, {0, 0, 0, 0}, {0, 7, 7, 7},
                                              {7, 0, 0, 0}, {3, 3, 3, 3}, {0, 0, 5, 6},
                                              {7, 7, 7, 2}, {1, 0, 6, 1}};
    return p->tiling->cols[tile] * sevenths[r % 8][tile] / 7;
}

/* The formula on the keys that row r sees, moved to the front; `stretch` multiplies them. */
static void row_formula(const struct problem *p, int r, double stretch, double *a)
{
    double s[MAX_KEYS], packed[MAX_KEYS];
    int seen = 0, at = 0;
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        for (int j = 0; j < visible(p, r, t); j++) s[seen++] = stretch * score(p, r, first + j);
    for (int j = seen; j < p->dims.m; j++) s[j] = NAN;
    formulas[p->normalizer]->formula(&p->dims, &p->args, p->scale, seen, s, packed);
    for (int j = seen; j < p->dims.m; j++) assert_true(packed[j] == 0);
    for (int t = 0, j = 0; t < p->tiling->tiles; t++)
        for (int i = 0; i < p->tiling->cols[t]; i++)
            a[j++] = i < visible(p, r, t) ? packed[at++] : 0;
}

/* ---- formulas by hand ---- */

/* a of the first of two visible keys, scores s and 0, of 4 in all. divide, bias: as in params. */
static const struct by_hand {
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
static struct args arguments(const struct normalizer *n, const struct by_hand *h)
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
    for (const struct by_hand *h = by_hand; h < by_hand + BY_HAND; h++) {
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

static void check_derivative(const struct problem *p)
{
    static const int seen[] = {0, 1, 2, 9, 17};
    for (int i = 0; i < 5; i++) check_seen(p, seen[i]);
}

static void test_derivatives(void **state)
{
    (void)state;
    static const struct tiling keys17 = {1, 1, {17}};
    over_arguments(&keys17, 1, check_derivative);
}

/* ---- fast paths ---- */

/* struct normalizer_run of any build: its scale is a `real` there. */
union run {
    struct normalizer_run single;
    struct {
        const struct dims *dims;
        const struct args *args;
        double scale;
    } twice;
};

/* A problem in one build. weights: what the row's weights are after all tiles so far, apart from
 * the factor of finish; it is the output of attention over the identity as V. */
struct fast {
    const struct problem *p;
    const struct kernels *build;
    const struct normalizer *normalizer;
    union run run;
    struct guarded state, factor;
    double *weights; /* rows x m */
};

static union run run_of(const struct problem *p, size_t real_size)
{
    union run run = {.twice = {&p->dims, &p->args, p->scale}};
    if (real_size == sizeof(float)) run.single.scale = (float)p->scale;
    return run;
}

static struct fast open_fast(const struct problem *p, const struct kernels *build)
{
    size_t size = build->real_size, rows = (size_t)p->tiling->rows;
    struct fast f = {.p = p, .build = build, .normalizer = in_build(build, p->normalizer)};
    f.run = run_of(p, size);
    f.state = guarded(rows * (size_t)f.normalizer->stats, size);
    f.factor = guarded(rows, size);
    f.weights = xarray(rows * (size_t)p->dims.m, sizeof *f.weights);
    if (f.normalizer->begin) f.normalizer->begin(&f.run.single, p->tiling->rows, f.state.data);
    return f;
}
static void close_fast(struct fast *f)
{
    free(f->weights);
    release(&f->state), release(&f->factor);
}

/* One tile's scores (rows x TILE_K) and counts of visible columns; NaN where none sees. */
static struct guarded fill_tile(const struct fast *f, int tile, int first, int *seen)
{
    int rows = f->p->tiling->rows;
    struct guarded s = guarded((size_t)rows * TILE_K, f->build->real_size);
    for (int r = 0; r < rows; r++) {
        seen[r] = visible(f->p, r, tile);
        for (int j = 0; j < seen[r]; j++)
            put(&s, (size_t)(r * TILE_K + j), score(f->p, r, first + j));
    }
    return s;
}

static void check_hidden(const struct fast *f, const struct guarded *s, const int *seen)
{
    for (int r = 0; r < f->p->tiling->rows; r++)
        for (int j = seen[r]; j < TILE_K; j++)
            if (get(s, (size_t)(r * TILE_K + j)) != 0)
                fail_msg("%s [%s]: row %d sees %d columns, column %d is %g",
                         f->normalizer->base.name, f->build->name, r, seen[r], j,
                         get(s, (size_t)(r * TILE_K + j)));
}

/* A row that sees nothing of a tile has the same state, bit for bit, and the factor 1. */
static void check_unchanged(const struct fast *f, const struct guarded *before, const int *seen)
{
    size_t rows = (size_t)f->p->tiling->rows, size = f->state.real_size;
    for (size_t r = 0; r < rows; r++) {
        if (seen[r]) continue;
        for (size_t at = r; at < rows * (size_t)f->normalizer->stats; at += rows)
            assert_memory_equal((char *)f->state.data + at * size, (char *)before->data + at * size,
                                size);
        if (f->normalizer->rescales) assert_true(get(&f->factor, r) == 1);
    }
}

/* All that was summed is rescaled, also what is still 0: a bad factor must not hide there. */
static void fold_tile(struct fast *f, int tile, int first)
{
    const struct normalizer *n = f->normalizer;
    int rows = f->p->tiling->rows, cols = f->p->tiling->cols[tile], m = f->p->dims.m, seen[TILE_Q];
    struct guarded s = fill_tile(f, tile, first, seen);
    struct guarded before = guarded((size_t)(rows * n->stats), f->build->real_size);
    memcpy(before.data, f->state.data, before.bytes);
    n->fold(&f->run.single, s.data, rows, cols, seen, f->state.data, f->factor.data);
    check_hidden(f, &s, seen);
    check_unchanged(f, &before, seen);
    for (int r = 0; r < rows; r++) {
        double *row = f->weights + r * m;
        for (int j = 0; n->rescales && j < m; j++) row[j] *= get(&f->factor, (size_t)r);
        for (int j = 0; j < cols; j++) row[first + j] = get(&s, (size_t)(r * TILE_K + j));
    }
    release(&s), release(&before);
}

static void fold_all(struct fast *f)
{
    int rows = f->p->tiling->rows, m = f->p->dims.m;
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++])
        fold_tile(f, t, first);
    if (!f->normalizer->finish) return;
    f->normalizer->finish(&f->run.single, rows, f->state.data, f->factor.data);
    for (int i = 0; i < rows * m; i++) f->weights[i] *= get(&f->factor, (size_t)(i / m));
}

/* a (rows x m) from a second pass over the scores with the finished state. */
static double *second_pass(const struct fast *f)
{
    int rows = f->p->tiling->rows, m = f->p->dims.m, seen[TILE_Q];
    double *a = xarray((size_t)(rows * m), sizeof *a);
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++]) {
        int cols = f->p->tiling->cols[t];
        struct guarded s = fill_tile(f, t, first, seen);
        f->normalizer->weights(&f->run.single, s.data, rows, cols, seen, f->state.data);
        check_hidden(f, &s, seen);
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < cols; j++) a[r * m + first + j] = get(&s, (size_t)(r * TILE_K + j));
        release(&s);
    }
    return a;
}

static void expect(const struct fast *f, const char *how, int r, int j, double got, double want,
                   double allowed)
{
    if (fabs(got - want) <= allowed) return;
    fail_msg("%s [%s] arguments %g %g, scale %g, scores of %g: %s a[%d][%d] of %d is %.9g for "
             "%.9g, allowed %g",
             f->normalizer->base.name, f->build->name, f->p->args.value[0], f->p->args.value[1],
             f->p->scale, f->p->size, how, r, j, f->p->dims.m, got, want, allowed);
}

/* A weight is allowed
 * - 64 roundings of its own: a row's sum adds 32 vectors of 4 a tile, functions err by 3 to 12;
 * - what it moves when all scores move by 16 roundings: scale, bias and exponent of each tile;
 * - 8 times the smallest number: exponentials below it may be 0.
 * In the double build the formula rounds scale s, up to 400, before softmax subtracts: a rounding
 * there counts 16 times. */
static void compare(const struct fast *f, const double *a)
{
    bool single = f->build->real_size == sizeof(float);
    double rounding = single ? (double)FLT_EPSILON / 2 : 16 * DBL_EPSILON / 2;
    double floor = 8 * (single ? (double)FLT_MIN : DBL_MIN);
    int m = f->p->dims.m;
    for (int r = 0; r < f->p->tiling->rows; r++) {
        double want[MAX_KEYS], moved[MAX_KEYS];
        row_formula(f->p, r, 1, want);
        row_formula(f->p, r, 1 + 16 * rounding, moved);
        for (int j = 0; j < m; j++) {
            double by_scores = fabs(moved[j] - want[j]) + floor, own = rounding * fabs(want[j]);
            double folded = f->weights[r * m + j], again = a[r * m + j];
            expect(f, "folded", r, j, folded, want[j], 64 * own + by_scores);
            expect(f, "second pass", r, j, again, want[j], 64 * own + by_scores);
            /* The same sum under both: only functions, factors and exponents differ. */
            expect(f, "second pass against folded", r, j, again, folded, 24 * own + by_scores);
        }
    }
}

static void check_build(const struct problem *p, const struct kernels *build)
{
    if (!in_build(build, p->normalizer)->fold) return; /* the engine takes the formula */
    struct fast f = open_fast(p, build);
    fold_all(&f);
    double *a = second_pass(&f);
    compare(&f, a);
    free(a);
    close_fast(&f);
}

static void check_builds(const struct problem *p)
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) check_build(p, *k);
    check_build(p, kernels_by_name("double"));
}

static void test_tiles(void **state)
{
    (void)state;
    for (int t = 0; t < TILINGS; t++) over_arguments(&tilings[t], 1, check_builds);
    over_arguments(&full, 1, check_builds);
}

static void test_large_logits(void **state)
{
    (void)state;
    over_arguments(&full, 30, check_builds);
}

static void test_huge_logits(void **state)
{
    (void)state;
    over_arguments(&full, HUGE_SIZE, check_builds);
    over_arguments(&tilings[TILINGS - 1], HUGE_SIZE, check_builds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand), cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_tiles), cmocka_unit_test(test_large_logits),
        cmocka_unit_test(test_huge_logits)};
    return cmocka_run_group_tests_name("normalizers", tests, NULL, NULL);
}
