/* SPDX-License-Identifier: MIT
 * Tests how tuning widens an interval, with worked examples and with a simulation whose tuning
 * noise is as large as the effect. */
#include "tests/unit/test.h"

#include "base/rng.h"
#include "tests/unit/trained_folder.h"

/* ---- by hand ---- */

#define QUESTION(rates)                                                                            \
    "baseline: base\nmetric: loss\nmargin: 0.01\narms: {base: , mlp: {proj: mlp}}\n"               \
    "tune: {axis: lr, seeds: [11, 12, 13]}\nfactors: {lr: " rates ", seed: 1-3}\n"

/* The mean tuning losses of base are 2, 1.963 and 3 at rates 0.1, 0.2 and 0.4. For mlp, the rate
 * 0.2 is better with every seed. */
static const struct training raced[] = {
    {"base", "", "", 8, 0.1, 11, "ok", 2.0},
    {"base", "", "", 8, 0.1, 12, "ok", 2.0},
    {"base", "", "", 8, 0.1, 13, "ok", 2.0},
    {"base", "", "", 8, 0.2, 11, "ok", 1.9},
    {"base", "", "", 8, 0.2, 12, "ok", 2.05},
    {"base", "", "", 8, 0.2, 13, "ok", 1.94},
    {"base", "", "", 8, 0.4, 11, "ok", 3.0},
    {"base", "", "", 8, 0.4, 12, "ok", 3.0},
    {"base", "", "", 8, 0.4, 13, "ok", 3.0},
    {"base", "", "", 8, 0.1, 1, "not_needed", 0},
    {"base", "", "", 8, 0.2, 1, "ok", 2.0},
    {"base", "", "", 8, 0.2, 2, "ok", 2.1},
    {"base", "", "", 8, 0.2, 3, "ok", 2.2},
    {"mlp", "off", "relu", 8, 0.1, 11, "ok", 2.0},
    {"mlp", "off", "relu", 8, 0.1, 12, "not_needed: not needed to choose lr", 0},
    {"mlp", "off", "relu", 8, 0.1, 13, "ok", 2.0},
    {"mlp", "off", "relu", 8, 0.2, 11, "ok", 1.8},
    {"mlp", "off", "relu", 8, 0.2, 12, "ok", 1.8},
    {"mlp", "off", "relu", 8, 0.2, 13, "ok", 1.8},
    {"mlp", "off", "relu", 8, 0.4, 11, "diverged", 0},
    {"mlp", "off", "relu", 8, 0.4, 12, "not_needed: not needed to choose lr", 0},
    {"mlp", "off", "relu", 8, 0.4, 13, "not_needed: not needed to choose lr", 0},
    {"mlp", "off", "relu", 8, 0.2, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 2, "ok", 2.0},
    {"mlp", "off", "relu", 8, 0.2, 3, "ok", 2.05},
};
enum { RACED = sizeof raced / sizeof *raced };

TEST("the variance of tuning agrees with a worked example")
{
    struct folder f;
    struct training runs[RACED];
    memcpy(runs, raced, sizeof raced);
    runs[14] = (struct training){"mlp", "off", "relu", 8, 0.1, 12, "diverged", 0};
    set_up(&f, runs, RACED, QUESTION("[0.1, 0.2, 0.4]"));
    const struct analysis *a = &f.analysis;
    int base = find(a, "base", 0), mlp = find(a, "mlp", 0);
    assert_string_equal(a->candidates[a->entries[base].winner].value, "0.2");
    /* The result does not include the tuning seeds. */
    assert_int_equal(a->candidates[a->entries[base].winner].n, 3);
    near(a->candidates[a->entries[base].winner].mean, 2.1, 1e-15);
    /* The bootstrap draws tuning seeds with replacement. The value 0.1 wins in one of nine draws.
     */
    const double gains[] = {log(1.9 / 2), log(2.05 / 2), log(1.94 / 2)};
    struct estimate d = stats_paired(gains, 3, 0.95);
    double variance = (d.centre * d.centre + d.sd * d.sd / 3) / 9;
    near(a->entries[base].tuning_variance, variance, 1e-15);
    /* One seed of value 0.1 diverged, so this value has no mean. */
    assert_true(a->entries[mlp].tuning_variance == 0);
    const struct effect *e = entry_effect(a, mlp, COMPARE_STEPS);
    assert_int_equal(e->gain.n, 3);
    assert_int_equal(e->unpaired, 0);
    near(e->tuning_variance, variance, 1e-15);
    near(e->gain.interval.high - e->gain.centre,
         stats_t_quantile(0.975, 2) * sqrt(e->gain.sd * e->gain.sd / 3 + variance), 1e-12);
    folder_remove(&f);
}

/* The value is chosen by validation loss, but the variance is computed from the test loss. In this
 * test, gains in test loss are twice as large. */
TEST("the variance of tuning is computed on the evaluation split")
{
    struct folder valid, test;
    set_up(&valid, raced, RACED, QUESTION("[0.1, 0.2, 0.4]"));
    test_power = 2;
    set_up(&test, raced, RACED, QUESTION("[0.1, 0.2, 0.4]") "split: test\n");
    test_power = 0;
    int base = find(&test.analysis, "base", 0);
    const struct entry *as = &valid.analysis.entries[base], *e = &test.analysis.entries[base];
    assert_int_equal(e->winner, as->winner);
    assert_true(as->tuning_variance > 0);
    near(e->tuning_variance, 4 * as->tuning_variance, 1e-12);
    folder_remove(&valid);
    folder_remove(&test);
}

TEST("an arm with a missing trial has no winner")
{
    struct folder f;
    struct training runs[RACED];
    memcpy(runs, raced, sizeof raced);
    runs[14].seed = 99;
    set_up(&f, runs, RACED, QUESTION("[0.1, 0.2, 0.4]"));
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->entries[find(a, "mlp", 0)].winner, -1);
    assert_true(a->entries[find(a, "base", 0)].winner >= 0);
    folder_remove(&f);
}

/* ---- simulated ---- */

enum { ARMS = 2, VALUES = 3, TUNING = 3, JUDGING = 8, MEMBERS = ARMS * VALUES * TUNING };
/* EFFECT is the true gain of the arm. The middle value has the lowest true loss; the losses of the
 * other values are higher by `step`. */
static const double EFFECT = 0.01;

struct simulation {
    struct trial trials[MEMBERS];
    const struct trial *members[MEMBERS];
    struct plan_cell cells[TUNING];
    struct candidate candidates[ARMS * VALUES];
    struct entry entries[ARMS];
    struct spec spec;
    struct question question;
    struct analysis analysis;
    uint64_t draws;
};

static double noise(struct simulation *s) { return rng_normal(7, rng_stream("tuned"), s->draws++); }

static double true_loss(int arm, int value, double step)
{
    return 2 * exp((value != 1) * step - arm * EFFECT);
}

static void simulate_race(struct simulation *s, double step, double scatter)
{
    long loss = metric_find("loss") - metrics;
    for (int i = 0; i < MEMBERS; i++) {
        double truth = true_loss(i / (VALUES * TUNING), i / TUNING % VALUES, step);
        s->trials[i] = (struct trial){.cell = &s->cells[i % TUNING], .state = TRIAL_OK};
        for (int m = 0; m < MOST_METRICS; m++) s->trials[i].metric[SPLIT_VALID][m] = NAN;
        s->trials[i].metric[SPLIT_VALID][loss] = truth * exp(scatter * noise(s));
        s->members[i] = &s->trials[i];
        s->cells[i % TUNING] = (struct plan_cell){.tuning = true, .family = 0};
    }
    for (int k = 0; k < ARMS * VALUES; k++)
        s->candidates[k] =
            (struct candidate){.first = k * TUNING, .last = k * TUNING, .end = (k + 1) * TUNING};
    for (int e = 0; e < ARMS; e++)
        s->entries[e] = (struct entry){.first = e * VALUES, .last = (e + 1) * VALUES};
    s->spec = (struct spec){.tune_apart = true};
    s->question = (struct question){.spec = &s->spec,
                                    .trains = true,
                                    .metric = metric_find("loss"),
                                    .split = SPLIT_VALID,
                                    .entries = {0, ARMS}};
    s->analysis = (struct analysis){
        .members = s->members, .candidates = s->candidates, .entries = s->entries, .level = 0.95};
    choose_winners(&s->analysis, &s->question);
}

static struct estimate judge(struct simulation *s, double step, double scatter)
{
    double gains[JUDGING], truth[ARMS];
    for (int e = 0; e < ARMS; e++) truth[e] = true_loss(e, s->entries[e].winner - e * VALUES, step);
    for (int i = 0; i < JUDGING; i++)
        gains[i] = log(truth[0] / truth[1]) + scatter * (noise(s) - noise(s));
    return stats_paired(gains, JUDGING, 0.95);
}

static bool holds(const struct estimate *e)
{
    return e->interval.low <= EFFECT && EFFECT <= e->interval.high;
}

/* Computes how often intervals contain the true effect, with and without the variance of tuning. */
static void coverage(double step, double scatter, double *judging, double *with_tuning)
{
    enum { TIMES = 1000 };
    static struct simulation s;
    *judging = *with_tuning = 0;
    s.draws = 0;
    for (int i = 0; i < TIMES; i++) {
        simulate_race(&s, step, scatter);
        struct estimate gain = judge(&s, step, scatter);
        *judging += holds(&gain) / (double)TIMES;
        stats_widen(&gain, s.entries[0].tuning_variance + s.entries[1].tuning_variance, 0.95);
        *with_tuning += holds(&gain) / (double)TIMES;
    }
}

/* The limit of 92.9 % is three standard errors below 95 %, for 1000 intervals. */
TEST("intervals with the variance of tuning contain the effect")
{
    static const double scatters[] = {0.01, 0.02}, steps[] = {0, 0.005, 0.01, 0.02, 0.1};
    for (size_t n = 0; n < sizeof scatters / sizeof *scatters; n++)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            double judging, with_tuning;
            coverage(steps[i], scatters[n], &judging, &with_tuning);
            print_message(
                "# noise %g, step %g: coverage %.3f over the evaluation seeds, %.3f with tuning\n",
                scatters[n], steps[i], judging, with_tuning);
            assert_true(with_tuning >= 0.929);
            /* If noise, step and effect are equal, intervals based only on the evaluation seeds are
             * too narrow. */
            if (scatters[n] == EFFECT && steps[i] == EFFECT) assert_true(judging < 0.9);
            /* If tuning always finds the best value, it adds no variance. */
            if (steps[i] > 9 * scatters[n]) near(with_tuning, judging, 0.002);
        }
}
