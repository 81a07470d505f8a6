/* SPDX-License-Identifier: MIT
 * Effects of questions with looks, worked out by hand, and which arms a look leaves open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/analysis/looks/judge_looks.h"
#include "tests/unit/trained_folder.h"

#define QUESTION "baseline: base\nmetric: loss\nmargin: 0.01\n"
#define TWO      "arms: {base: , mlp: {proj: mlp}}\n"
#define THREE    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
#define SEEDS    "seeds: 1-4\n"
#define LOOKS    SEEDS "looks: [2, 4]\n"

/* Trainings of an arm with seeds 1.. that gain so much over the baseline's 2, by seed. */
static int add_arm(struct training *runs, int count, const char *arm, int size, const double *gains,
                   int seeds)
{
    bool mlp = !strcmp(arm, "mlp");
    for (int i = 0; i < seeds; i++)
        runs[count++] = (struct training){
            arm, mlp ? "off" : "", mlp ? "relu" : "", size, 0.1, i + 1, "ok", 2 * exp(-gains[i])};
    return count;
}

static int leave_out(struct training *runs, int count, const char *arm, int from, int to)
{
    bool mlp = !strcmp(arm, "mlp");
    for (int seed = from; seed <= to; seed++)
        runs[count++] = (struct training){arm,
                                          mlp ? "off" : "",
                                          mlp ? "relu" : "",
                                          8,
                                          0.1,
                                          seed,
                                          "not_needed: after 2 of 4 seeds",
                                          0};
    return count;
}

static const double none[4], some[4] = {0.10, 0.15, 0.03, 0.12}, same[4] = {0, 1e-5, 0, 1e-5},
                             noisy[4] = {-0.4, 0.3, 0.2, -0.3},
                             worse[4] = {-0.2, -0.201, -0.2, -0.201};

static const struct effect *effect_of(const struct folder *f, const char *label)
{
    return entry_effect(&f->analysis, find(&f->analysis, label, 0), READ_STEPS);
}

static bool is_open(const struct folder *f, const char *label)
{
    return entry_is_open(&f->analysis, find(&f->analysis, label, 0));
}

/* Nothing changes to the last bit. */
static void test_one_look_is_none(void **state)
{
    (void)state;
    struct training runs[8];
    struct folder without, with;
    int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 4), "mlp", 8, some, 4);
    set_up(&without, runs, count, QUESTION TWO SEEDS);
    set_up(&with, runs, count, QUESTION TWO SEEDS "looks: [4]\n");
    const struct effect *a = effect_of(&without, "mlp"), *b = effect_of(&with, "mlp");
    assert_true(a->look == 0 && b->look == 1);
    const double found[][2] = {{a->gain.centre, b->gain.centre},
                               {a->gain.sd, b->gain.sd},
                               {a->gain.p, b->gain.p},
                               {a->gain.p_flip, b->gain.p_flip},
                               {a->gain.interval.low, b->gain.interval.low},
                               {a->gain.interval.high, b->gain.interval.high},
                               {a->gain.interval.level, b->gain.interval.level},
                               {a->share.low, b->share.low},
                               {a->p_corrected, b->p_corrected}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) near(found[i][0], found[i][1], 0);
    assert_int_equal(a->gain.n, b->gain.n);
    assert_int_equal(a->ungated, b->ungated);
    folder_remove(&without);
    folder_remove(&with);
}

/* The first of two looks spends a third, the second two thirds. */
static void test_both_looks(void **state)
{
    (void)state;
    struct training runs[8];
    struct folder f;
    int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 4), "mlp", 8, some, 4);
    set_up(&f, runs, count, QUESTION TWO LOOKS);
    const struct effect *e = effect_of(&f, "mlp");
    struct estimate first = stats_paired(some, 2, 1 - 0.05 / 3);
    struct estimate second = stats_paired(some, 4, 1 - 0.1 / 3);
    assert_int_equal(e->look, 2);
    assert_int_equal(e->gain.n, 4);
    near(e->gain.interval.low, second.interval.low, 1e-12);
    near(e->gain.interval.level, 1 - 0.1 / 3, 1e-15);
    near(e->gain.p, fmin(first.p * 3, second.p * 1.5), 1e-12);
    near(e->gain.p_flip, fmin(1, fmin(first.p_flip * 3, second.p_flip * 1.5)), 1e-12);
    assert_int_equal(e->ungated, OUTCOME_BETTER); /* at 0.95, not at the level of the look */
    assert_true(e->gain.p > 0.1 / 3);
    folder_remove(&f);
}

/* An arm that was left out is judged where it stopped, though the baseline went on. */
static void test_stopped(void **state)
{
    (void)state;
    struct training runs[16];
    struct folder f;
    int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 4), "mlp", 8, worse, 2);
    count = leave_out(runs, count, "mlp", 3, 4);
    count = add_arm(runs, count, "wide", 8, noisy, 4);
    set_up(&f, runs, count, QUESTION THREE LOOKS);
    const struct effect *e = effect_of(&f, "mlp");
    struct estimate first = stats_paired(worse, 2, 1 - 0.05 / 3);
    assert_int_equal(e->look, 1);
    assert_int_equal(e->gain.n, 2);
    assert_int_equal(e->pairs, 2);
    assert_int_equal(e->unpaired, 0);
    near(e->gain.p, first.p * 3, 1e-12);
    near(e->gain.interval.high, first.interval.high, 1e-12);
    near(e->p_corrected, first.p * 6, 1e-12); /* of two comparisons */
    assert_int_equal(e->ungated, OUTCOME_WORSE);
    assert_int_equal(effect_of(&f, "wide")->look, 2);
    folder_remove(&f);
}

/* Pairs beyond the look that all have reached wait for the others; before the first look nothing is
 * said, and the comparison counts among those that are corrected for. */
static void test_unfinished(void **state)
{
    (void)state;
    struct training runs[16];
    struct folder f;
    int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 4), "mlp", 8, worse, 3);
    count = add_arm(runs, count, "wide", 8, worse, 1);
    set_up(&f, runs, count, QUESTION THREE LOOKS);
    const struct effect *e = effect_of(&f, "mlp"), *early = effect_of(&f, "wide");
    assert_int_equal(e->look, 1);
    assert_int_equal(e->gain.n, 2);
    assert_int_equal(early->look, 0);
    assert_int_equal(early->gain.n, 1);
    near(early->gain.p, 1, 0);
    assert_int_equal(early->ungated, OUTCOME_UNRESOLVED);
    near(e->p_corrected, 2 * e->gain.p, 1e-15);
    assert_false(is_open(&f, "mlp"));
    assert_true(is_open(&f, "wide") && is_open(&f, "base"));
    folder_remove(&f);
}

/* Resolved or equivalent is closed; a baseline is open as long as one of its arms is. */
static void test_open_arms(void **state)
{
    (void)state;
    static const struct {
        const double *mlp, *wide;
        bool mlp_open, wide_open;
    } cases[] = {
        {worse, same, false, false}, {worse, noisy, false, true}, {noisy, noisy, true, true}};
    for (int i = 0; i < 3; i++) {
        struct training runs[12];
        struct folder f;
        int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 2), "mlp", 8, cases[i].mlp, 2);
        count = add_arm(runs, count, "wide", 8, cases[i].wide, 2);
        set_up(&f, runs, count, QUESTION THREE LOOKS);
        assert_int_equal(effect_of(&f, "mlp")->outcome,
                         OUTCOME_NOT_ASSESSABLE); /* gates are shut */
        assert_int_equal(is_open(&f, "mlp"), cases[i].mlp_open);
        assert_int_equal(is_open(&f, "wide"), cases[i].wide_open);
        assert_int_equal(is_open(&f, "base"), cases[i].mlp_open || cases[i].wide_open);
        folder_remove(&f);
    }
    (void)state;
}

/* Worse is not enough for the gate that a damaged control is to open. */
static void test_damaged_control(void **state)
{
    static const double little[] = {-0.01, -0.01001}, much[] = {-0.2, -0.2001},
                        less[] = {-0.005, -0.005001};
    (void)state;
    const struct {
        const double *gains;
        bool open;
    } cases[] = {{little, true}, {much, false}, {less, false}};
    for (int i = 0; i < 3; i++) {
        struct training runs[12];
        struct folder f;
        int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 2), "mlp", 8, same, 2);
        count = add_arm(runs, count, "wide", 8, cases[i].gains, 2);
        set_up(&f, runs, count, QUESTION THREE LOOKS "damaged: wide\n");
        assert_int_equal(is_open(&f, "wide"), cases[i].open);
        folder_remove(&f);
    }
}

/* p = 0.005 is enough for a question and not for one finding among twenty of a page. */
static void test_primary_claim(void **state)
{
    static const double sharp[] = {-0.2, -0.2001};
    static const char *const claims[] = {
        "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n",
        "claims: [{arm: mlp, expects: better, published: more, source: a paper, primary: yes}]\n"};
    (void)state;
    for (int primary = 0; primary < 2; primary++)
        for (int sure = 0; sure < 2; sure++) {
            struct training runs[8];
            struct folder f;
            int count = add_arm(runs, 0, "base", 8, none, 2);
            count = add_arm(runs, count, "mlp", 8, sure ? sharp : worse, 2);
            char *question = xformat(QUESTION TWO LOOKS "%s", claims[primary]);
            set_up(&f, runs, count, question);
            assert_int_equal(effect_of(&f, "mlp")->ungated, OUTCOME_WORSE);
            assert_int_equal(is_open(&f, "mlp"), primary && !sure);
            assert_int_equal(is_open(&f, "base"), primary && !sure);
            folder_remove(&f);
            free(question);
        }
}

/* What is claimed at equal parameters is compared with the control, which goes on for it. */
static void test_claim_against_control(void **state)
{
    (void)state;
    struct training runs[12];
    struct folder f;
    static const double near_noisy[] = {-0.6, 0.1};
    int count = add_arm(runs, add_arm(runs, 0, "base", 8, none, 2), "mlp", 8, worse, 2);
    count = add_arm(runs, count, "wide", 8, near_noisy, 2);
    set_up(&f, runs, count, QUESTION THREE LOOKS "controls: {mlp: wide}\n");
    assert_false(is_open(&f, "mlp"));
    folder_remove(&f);
    set_up(&f, runs, count,
           QUESTION THREE LOOKS "controls: {mlp: wide}\n"
                                "claims: [{arm: mlp, expects: better, published: more, source: a "
                                "paper, reading: parameters}]\n");
    assert_true(is_open(&f, "mlp"));
    folder_remove(&f);
}

/* An interaction that the question asks for keeps all four of its arms, and has the look that all
 * of them have reached. */
static void test_interactions(void **state)
{
    (void)state;
    static const double other[] = {-0.2, -0.1, -0.2, -0.1};
    struct training runs[16];
    struct folder f;
    int count = 0;
    for (int size = 8; size <= 16; size += 8) {
        count = add_arm(runs, count, "base", size, none, 4);
        count = add_arm(runs, count, "mlp", size, size == 8 ? worse : other, size == 8 ? 4 : 2);
    }
    set_up(&f, runs, count, QUESTION TWO LOOKS "factors: {size: [8, 16]}\ninteractions: [size]\n");
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->interaction_count, 1);
    assert_int_equal(a->interactions[0].look, 1);
    assert_int_equal(a->interactions[0].gain.n, 2);
    struct estimate change = stats_paired((const double[]){0, 0.101}, 2, 1 - 0.05 / 3);
    near(a->interactions[0].gain.interval.low, change.interval.low, 1e-9);
    near(a->interactions[0].gain.p, fmin(1, change.p * 3), 1e-9);
    assert_int_equal(effect_of(&f, "mlp")->ungated, OUTCOME_WORSE); /* at the first size */
    for (int i = 0; i < a->entry_count; i++) assert_true(entry_is_open(a, i));
    folder_remove(&f);
}

/* Main effects of a design have the look that all of it has reached. */
static void test_factors(void **state)
{
    (void)state;
    static const char *const norms[] = {"off", "before"}, *const acts[] = {"identity", "relu"};
    struct training runs[24];
    struct folder f;
    int count = add_arm(runs, 0, "base", 8, none, 4);
    for (int i = 0; i < 4; i++)
        for (int seed = 1; seed <= (i == 3 ? 2 : 4); seed++)
            runs[count++] = (struct training){
                "mlp", norms[i / 2], acts[i % 2], 8,
                0.1,   seed,         "ok",        2 + 0.01 * seed + 0.1 * i * seed};
    set_up(&f, runs, count,
           QUESTION LOOKS "arms:\n  base:\n  a: {proj: mlp, act: identity}\n  b: {proj: mlp}\n"
                          "  c: {proj: mlp, norm: before, act: identity}\n"
                          "  d: {proj: mlp, norm: before}\nfactorial: [norm, act]\n");
    const struct analysis *a = &f.analysis;
    assert_true(a->factor_count == 3);
    assert_int_equal(a->factors[0].gain.n, 2);
    near(a->factors[0].gain.interval.level, 1 - 0.05 / 3, 1e-15);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_look_is_none), cmocka_unit_test(test_both_looks),
        cmocka_unit_test(test_stopped),          cmocka_unit_test(test_unfinished),
        cmocka_unit_test(test_open_arms),        cmocka_unit_test(test_damaged_control),
        cmocka_unit_test(test_primary_claim),    cmocka_unit_test(test_claim_against_control),
        cmocka_unit_test(test_interactions),     cmocka_unit_test(test_factors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
