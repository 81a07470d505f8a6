/* SPDX-License-Identifier: MIT
 * Tests the variance of a gain due to the choice of test records, with worked examples and a
 * simulation. The simulation counts how often an interval contains the true gain, which is 0. */
#include "tests/unit/test.h"

#include "base/statistics/paired.h"
#include "base/records/record_variance.h"
#include "base/rng.h"

#include <math.h>

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

/* ---- worked examples ---- */

TEST("the variance between records matches worked examples")
{
    /* With both seeds, the three records have gains of 1, 0 and -1. The variance of the mean is (2
     * / 2) / 3 = 1/3. */
    const double same[] = {1, 0, -1, 1, 0, -1};
    near(records_variance(same, 2, 3), 1.0 / 3, 1e-15);
    /* Adding a constant to all records of a seed does not change the variance. */
    const double shifted[] = {1, 0, -1, 6, 5, 4};
    near(records_variance(shifted, 2, 3), 1.0 / 3, 1e-15);
    /* The variance between records (1/9) is smaller than the variance within records (1/3), so the
     * estimate is 0. */
    const double noisy[] = {1, 1, -1, 1, -1, 1};
    near(records_variance(noisy, 2, 3), fmax(0, 1.0 / 9 - 1.0 / 3), 1e-15);
    /* The mean gains of the records are 4, 0 and -1. The estimate is below their variance, because
     * the seeds disagree. */
    const double both[] = {4, 1, -1, 4, -1, -1};
    near(records_variance(both, 2, 3), 14.0 / 6 - 2 * (6.0 / 9) / 12, 1e-15);
    const double three[] = {8, 7, 6, 8, 7, 6, 8, 7, 6};
    near(records_variance(three, 3, 3), 1.0 / 3, 1e-14);
    assert_true(isnan(records_variance(same, 1, 3)) && isnan(records_variance(same, 3, 1)));
}

/* ---- simulation ---- */

enum { MOST_SEEDS = 16, MOST_RECORDS = 1000 };
/* Parameters of the simulation. With each seed, the arm wins a record (+1), loses it (-1), or ties
 * with the baseline (0). Values measured on TREC and bAbI 5 are in parentheses.
 *
 *     disagree: share of records that are won or lost (0.08 to 0.22)
 *     lean: how much a record favours the same model with every seed (0.3 to 1)
 *     scatter: additional standard deviation of the gain between seeds (0 to 0.08) */
struct world {
    int seeds, records;
    double disagree, lean, scatter;
};
struct sample {
    double part[MOST_SEEDS * MOST_RECORDS], gain[MOST_SEEDS];
    /* `bits` holds the last 64-bit random number, which is split into four uniform numbers */
    uint64_t uniforms, normals, bits;
};

static double uniform(struct sample *s)
{
    if (s->uniforms % 4 == 0) s->bits = rng_u64(7, 1, s->uniforms / 4);
    return ((double)(s->bits >> 16 * (s->uniforms++ % 4) & 0xffff) + 0.5) / 0x10000;
}

static void draw(struct sample *s, const struct world *w)
{
    static double leans[MOST_RECORDS];
    for (int i = 0; i < w->records; i++)
        leans[i] = w->disagree / 2 * (uniform(s) < 0.5 ? -w->lean : w->lean);
    for (int k = 0; k < w->seeds; k++) {
        double shift = w->scatter / 2 * rng_normal(7, rng_stream("shift"), s->normals++);
        s->gain[k] = 0;
        for (int i = 0; i < w->records; i++) {
            double win = w->disagree / 2 + leans[i] + shift;
            double lose = w->disagree / 2 - leans[i] - shift, u = uniform(s);
            double x = u < win ? 1 : u > 1 - lose ? -1 : 0;
            s->part[k * w->records + i] = x;
            s->gain[k] += x / w->records;
        }
    }
}

/* Returns the variance of the mean gains of the records, including the variance between seeds. */
static double whole_spread(const struct sample *s, const struct world *w)
{
    double squares = 0, all = 0;
    for (int k = 0; k < w->seeds; k++) all += s->gain[k] / w->seeds;
    for (int i = 0; i < w->records; i++) {
        double mean = 0;
        for (int k = 0; k < w->seeds; k++) mean += s->part[k * w->records + i] / w->seeds;
        squares += (mean - all) * (mean - all);
    }
    return squares / (w->records - 1) / w->records;
}

static bool holds(struct interval i) { return i.low <= 0 && i.high >= 0; }

/* Returns true if Student's t interval over the seeds, widened by `variance`, contains 0. Does not
 * use stats_paired(), which is too slow here. */
static bool holds_with(const struct sample *s, const struct world *w, double variance)
{
    struct estimate e = {.n = w->seeds};
    double squares = 0;
    for (int k = 0; k < e.n; k++) e.centre += s->gain[k] / e.n;
    for (int k = 0; k < e.n; k++) squares += (s->gain[k] - e.centre) * (s->gain[k] - e.centre);
    e.sd = sqrt(squares / (e.n - 1));
    /* stats_widen() ignores a variance of 0, so a tiny number is added. */
    stats_widen(&e, variance + 1e-300, 0.95);
    return holds(e.interval);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns true if the percentile interval of a two-level bootstrap contains 0. Each draw resamples
 * the seeds, then the records. */
static bool bootstrap_holds(struct sample *s, const struct world *w)
{
    enum { DRAWS = 200 };
    double means[DRAWS];
    static double weight[MOST_RECORDS];
    for (int d = 0; d < DRAWS; d++) {
        double sum = 0;
        memset(weight, 0, sizeof weight);
        for (int i = 0; i < w->records; i++) weight[(int)(uniform(s) * w->records)]++;
        for (int k = 0; k < w->seeds; k++) {
            const double *part = s->part + (int)(uniform(s) * w->seeds) * w->records;
            for (int i = 0; i < w->records; i++) sum += weight[i] * part[i];
        }
        means[d] = sum;
    }
    qsort(means, DRAWS, sizeof *means, by_value);
    return holds((struct interval){.low = stats_quantile(means, DRAWS, 0.025),
                                   .high = stats_quantile(means, DRAWS, 0.975)});
}

/* Share of intervals that contain 0, for each kind of interval; `bootstrap` is NaN if not measured.
 */
struct coverage {
    double seeds, twice, both, bootstrap;
};

static struct coverage coverage_of(const struct world *w, int times, bool bootstrap)
{
    static struct sample s;
    struct coverage c = {.bootstrap = bootstrap ? 0 : (double)NAN};
    s.uniforms = s.normals = 0;
    for (int t = 0; t < times; t++) {
        draw(&s, w);
        c.seeds += holds_with(&s, w, 0) / (double)times;
        c.twice += holds_with(&s, w, whole_spread(&s, w)) / (double)times;
        c.both += holds_with(&s, w, records_variance(s.part, w->seeds, w->records)) / (double)times;
        if (bootstrap) c.bootstrap += bootstrap_holds(&s, w) / (double)times;
    }
    print_message(
        "# %2d seeds, %4d records, disagree %.2f, lean %.1f, scatter %.2f: coverage %.3f (seeds "
        "only), %.3f (with records), %.3f (with total spread)",
        w->seeds, w->records, w->disagree, w->lean, w->scatter, c.seeds, c.both, c.twice);
    if (bootstrap) print_message(", %.3f (bootstrap)", c.bootstrap);
    print_message("\n");
    return c;
}

/* 95 % of 1000 intervals should contain the true gain. The limit, 92.9 %, is three standard errors
 * lower. */
TEST("intervals that include the variance of records contain the true gain")
{
    static const struct world worlds[] = {
        {4, 200, 0.25, 0.5, 0},  {4, 1000, 0.1, 0, 0.03}, {4, 200, 0.25, 0.9, 0.03},
        {8, 200, 0.25, 0, 0},    {8, 500, 0.1, 0.9, 0},   {8, 200, 0.25, 0.5, 0.03},
        {16, 200, 0.25, 0.9, 0}, {16, 500, 0.1, 0.5, 0},  {16, 200, 0.25, 0.9, 0.03},
    };
    double least_by_seeds = 1;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        struct coverage c = coverage_of(&worlds[i], 1000, false);
        assert_true(c.both >= 0.929);
        assert_true(c.twice >= c.both);
        least_by_seeds = fmin(least_by_seeds, c.seeds);
        /* If no record favours one model, the variance between records is almost 0. */
        if (!(worlds[i].lean > 0)) near(c.both, c.seeds, 0.03);
    }
    assert_true(least_by_seeds < 0.8); /* intervals based only on seeds are too narrow */
}

/* With four seeds, bootstrap intervals are too narrow if the gain varies between seeds. If it does
 * not vary, they are too wide, because they count the seed noise twice. */
TEST("bootstrap intervals are too narrow or too wide")
{
    struct world scattered = {4, 1000, 0.1, 0, 0.03}, quiet = {4, 200, 0.1, 0, 0};
    struct coverage narrow = coverage_of(&scattered, 200, true),
                    wide = coverage_of(&quiet, 200, true);
    assert_true(narrow.bootstrap < 0.92 && narrow.both >= 0.9);
    assert_true(wide.bootstrap > 0.98);
}
