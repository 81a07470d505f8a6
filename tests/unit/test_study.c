/* SPDX-License-Identifier: MIT
 * From rows of trainings to winners, effects, readings, factors and claims: a small question
 * whose numbers are worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/study_tables.h"

/* Base is best at lr 0.2, mlp at 0.1; losses of mlp are those of base times e^-0.1, -0.2, -0.3. */
static const struct run plain[] = {
    {"base", 0, "", "", 8, 0.1, 1, "ok", 3.5, NULL},
    {"base", 0, "", "", 8, 0.2, 1, "ok", 2.0, NULL},
    {"base", 0, "", "", 8, 0.4, 1, "diverged", 0, NULL},
    {"base", 0, "", "", 8, 0.1, 2, "skipped", 0, NULL},
    {"base", 0, "", "", 8, 0.2, 2, "ok", 2.1, NULL},
    {"base", 0, "", "", 8, 0.2, 3, "ok", 2.2, NULL},
    {"mlp", 1, "off", "relu", 8, 0.1, 1, "ok", 1.8096748360719191, NULL}, /* 2.0 e^-0.1 */
    {"mlp", 1, "off", "relu", 8, 0.2, 1, "ok", 3.0, NULL},
    {"mlp", 1, "off", "relu", 8, 0.1, 2, "ok", 1.7193345814637619, NULL}, /* 2.1 e^-0.2 */
    {"mlp", 1, "off", "relu", 8, 0.1, 3, "ok", 1.6298000854997794, NULL}, /* 2.2 e^-0.3 */
};
enum { PLAIN = sizeof plain / sizeof *plain };

static void test_winners(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, plain, PLAIN, "base,lr,1,loss,,0.01,,", "");
    const struct study *s = &f.study;
    assert_int_equal(s->contender_count, 2);
    int base = find(s, "base", 0), mlp = find(s, "mlp", 0);
    const struct candidate *b = &s->candidates[s->contenders[base].winner];
    assert_string_equal(b->value, "0.2"); /* in the middle: 0.4 diverged there */
    assert_int_equal(b->n, 3);
    near(b->mean, 2.1, 1e-15);
    near(b->sd, 0.1, 1e-15);
    near(b->tuning, 2, 0);
    assert_false(s->contenders[base].at_edge);
    assert_string_equal(s->candidates[s->contenders[mlp].winner].value, "0.1");
    assert_true(s->contenders[mlp].at_edge);
    const struct candidate *lost = &s->candidates[s->contenders[base].first + 2];
    assert_true(lost->diverged == 1 && isinf(lost->tuning) && lost->n == 0);
    assert_int_equal(s->candidates[s->contenders[base].first].skipped, 1);
    tear_down(&f);
}

static void test_effect(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, plain, PLAIN, "base,lr,1,loss,,0.01,,", "q,mlp,better,ten,\nq,base,better,,\n");
    const struct study *s = &f.study;
    const struct effect *e = study_effect(s, find(s, "mlp", 0), READ_STEPS);
    assert_int_equal(e->pairs, 3);
    near(e->gain.mean, 0.2, 1e-12);
    near(e->gain.sd, 0.1, 1e-12);
    near(e->gain.interval.low, 0.2 - 4.30265273 * 0.1 / sqrt(3), 1e-8); /* below 0 */
    near(e->wins, 3, 0);
    near(e->p_corrected, e->gain.p, 0); /* the only one */
    assert_int_equal(e->outcome, OUTCOME_UNRESOLVED);
    near(e->cost.parameters, 1.5, 0);
    near(e->cost.flop_per_token, 2, 0);
    near(e->cost.memory, 1.1, 1e-15);
    near(exp(e->cost.log_time.mean), 2, 1e-15);
    assert_null(study_effect(s, find(s, "base", 0), READ_STEPS));
    assert_null(study_effect(s, find(s, "mlp", 0), READ_PARAMETERS)); /* no control */
    assert_int_equal(s->judged_count, 2);
    assert_int_equal(s->judged[0].judgement, CLAIM_UNRESOLVED);
    assert_int_equal(s->judged[1].effect, -1); /* the baseline is compared with nothing */
    tear_down(&f);
}

/* Base ends at FLOP 200 and 2 s, where the others are at their first point, with loss 4. */
static void test_budgets(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, plain, PLAIN, "base,lr,1,loss,,0.01,,", "");
    const struct study *s = &f.study;
    int mlp = find(s, "mlp", 0);
    double want = (log(2.0 / 4) + log(2.1 / 4) + log(2.2 / 4)) / 3;
    near(study_effect(s, mlp, READ_FLOP)->gain.mean, want, 1e-12);
    near(study_effect(s, mlp, READ_FLOP)->budget_share, 0.5, 1e-15);
    near(study_effect(s, mlp, READ_TIME)->gain.mean, want, 1e-12);
    const struct metric *loss = metric_find("loss");
    const struct trial *t = winner_trial(s, mlp, "1");
    near(curve_at(s, t, loss, CURVE_FLOP, 300), (4 + t->value) / 2, 1e-12);
    near(curve_at(s, t, loss, CURVE_STEP, 20), t->value, 0);
    assert_true(isnan(curve_at(s, t, loss, CURVE_STEP, 9)));
    assert_true(isnan(curve_at(s, t, loss, CURVE_STEP, 21)));
    tear_down(&f);
}

/* The mlp's second seed diverges: its pair is lost and nothing good is said of it. */
static void test_divergence(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[PLAIN];
    memcpy(runs, plain, sizeof plain);
    runs[8].status = "diverged";
    runs[9].loss = 2.2 * exp(-0.1001); /* so that the two that ended agree very well */
    set_up(&f, runs, PLAIN, "base,lr,1,loss,,0.01,,", "q,mlp,worse,,\n");
    const struct effect *e = study_effect(&f.study, find(&f.study, "mlp", 0), READ_STEPS);
    assert_true(e->pairs == 3 && e->gain.n == 2 && e->wins == 2 && e->lost_runs == 1);
    assert_true(e->gain.interval.low > 0.01 && e->p_corrected < 0.05);
    assert_int_equal(e->outcome, OUTCOME_UNRESOLVED);
    tear_down(&f);
}

/* Accuracy is higher by exactly as much in each seed, so there is no doubt. */
static void test_higher_is_better(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[PLAIN];
    memcpy(runs, plain, sizeof plain);
    runs[6].loss = 1.9, runs[8].loss = 2.001, runs[9].loss = 2.1; /* accuracy + about 0.025 */
    set_up(&f, runs, PLAIN, "base,lr,1,accuracy,,,,",
           "q,mlp,better,,size=8\nq,mlp,equal,,\n"
           "q,mlp,better,,size=9\n");
    const struct study *s = &f.study;
    const struct effect *e = study_effect(s, find(s, "mlp", 0), READ_STEPS);
    near(s->questions[0].margin, 0.01, 0); /* a hundredth of the range */
    near(e->gain.mean, (0.1 + 0.099 + 0.1) / 3 / 4, 1e-12);
    assert_int_equal(e->outcome, OUTCOME_BETTER);
    assert_int_equal(s->judged[0].judgement, CLAIM_SUPPORTED);
    assert_int_equal(s->judged[1].judgement, CLAIM_CONTRADICTED);
    assert_int_equal(s->judged[2].effect, -1); /* no such size */
    tear_down(&f);
}

/* Two sizes, a 2 x 2 of norm and act; log-loss = 1 - 0.1 norm - 0.2 act - 0.05 both - 0.01 seed. */
static void design(struct run *runs, int *count)
{
    static const char *const norms[] = {"off", "before"}, *const acts[] = {"identity", "relu"};
    *count = 0;
    for (int size = 8; size <= 16; size += 8)
        for (int seed = 1; seed <= 2; seed++) {
            runs[(*count)++] =
                (struct run){"base", 0, "", "", size, 0.1, seed, "ok", exp(1 - 0.01 * seed), NULL};
            for (int n = 0; n < 2; n++)
                for (int a = 0; a < 2; a++)
                    runs[(*count)++] = (struct run){
                        "mlp",   1,    norms[n],
                        acts[a], size, 0.1,
                        seed,    "ok", exp(1 - 0.1 * n - 0.2 * a - 0.05 * n * a - 0.01 * seed),
                        NULL};
        }
}

static void test_factorial(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[32];
    int count;
    design(runs, &count);
    set_up(&f, runs, count, "base,,,loss,,0.01,norm;act,", "");
    const struct study *s = &f.study;
    assert_null(s->questions[0].factorial_fault);
    assert_int_equal(s->questions[0].conditions, 2);
    assert_int_equal(s->contender_count, 10);
    assert_int_equal(s->factor_count, 6);
    assert_string_equal(s->factors[0].effect, "norm");
    assert_string_equal(s->factors[0].levels, "before against off");
    near(s->factors[0].gain.mean, 0.1 + 0.05 / 2, 1e-12);
    near(s->factors[1].gain.mean, 0.2 + 0.05 / 2, 1e-12);
    assert_string_equal(s->factors[2].effect, "norm x act");
    near(s->factors[2].gain.mean, 0.05, 1e-12);
    assert_int_equal(s->factors[2].gain.n, 2);
    find(s, "mlp, norm = off, act = relu", 1);
    assert_string_equal(s->contenders[0].shape, "size = 8");  /* the warm-up was not chosen */
    assert_string_equal(s->contenders[9].shape, "size = 16"); /* numbers by value */
    /* Holm over the 8 effects of the question. */
    const struct effect *e =
        study_effect(s, find(s, "mlp, norm = off, act = identity", 0), READ_STEPS);
    near(e->gain.mean, 0, 1e-12);
    tear_down(&f);
    runs[1].status = "timeout"; /* one of four combinations of seed 1 at the first size */
    set_up(&f, runs, count, "base,,,loss,,0.01,norm;act,", "");
    assert_int_equal(f.study.factors[0].gain.n, 1);
    assert_int_equal(f.study.factors[3].gain.n, 2);
    tear_down(&f);
    set_up(&f, runs, count, "base,,,loss,,0.01,norm;size_,", "");
    assert_string_equal(f.study.questions[0].factorial_fault, "\"size_\" is no axis of this run");
    tear_down(&f);
}

/* A size that goes with the data is not told beside its name, nor with a larger size; one that does
 * not go with another is. */
static void test_shapes(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[32];
    int count;
    design(runs, &count);
    for (int i = 0; i < count; i++) runs[i].data = runs[i].size == 8 ? "small" : "large";
    set_up(&f, runs, count, "base,,,loss,,0.01,,", "");
    assert_string_equal(f.study.contenders[0].shape, "data = small");
    tear_down(&f);
    for (int i = 0; i < count; i++) runs[i].data = "small";
    for (int i = 0; i < count; i += 10) runs[i].data = "large";
    set_up(&f, runs, count, "base,,,loss,,0.01,,", "");
    assert_string_equal(f.study.contenders[0].shape, "size = 8, data = large");
    tear_down(&f);
}

/* A control is compared in the same condition; it may be an arm among others. */
static void test_control(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[PLAIN + 3];
    memcpy(runs, plain, sizeof plain);
    for (int seed = 1; seed <= 3; seed++)
        runs[PLAIN + seed - 1] = (struct run){"wide", 2, "", "", 8, 0.1, seed, "ok", 2, NULL};
    set_up(&f, runs, PLAIN + 3, "base,lr,1,loss,,0.01,,mlp=wide", "");
    const struct effect *e = study_effect(&f.study, find(&f.study, "mlp", 0), READ_PARAMETERS);
    near(e->gain.mean, (0.1 + log(2 / 1.7193345814637619) + log(2 / 1.6298000854997794)) / 3,
         1e-12);
    near(e->cost.parameters, 1, 0);
    tear_down(&f);
}

static void test_faults(void **state)
{
    (void)state;
    struct study s;
    char *error = NULL;
    struct table rows = table_of("ablation,kind,metric\nq,quality,loss\n", "cells.csv");
    struct table none = {0}, asked = table_of("ablation,metric\nq,beauty\n", "questions.csv");
    struct table roles = table_of(axes, "axes.csv");
    assert_false(study_build(&s, &rows, &none, &none, &asked, &none, 0.95, &error));
    assert_non_null(strstr(error, "axes.csv"));
    free(error);
    study_free(&s);
    assert_false(study_build(&s, &rows, &roles, &none, &asked, &none, 0.95, &error));
    assert_non_null(strstr(error, "no metric \"beauty\""));
    free(error);
    study_free(&s);
    table_free(&rows);
    table_free(&asked);
    table_free(&roles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_winners),          cmocka_unit_test(test_effect),
        cmocka_unit_test(test_budgets),          cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_higher_is_better), cmocka_unit_test(test_factorial),
        cmocka_unit_test(test_shapes),           cmocka_unit_test(test_control),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
