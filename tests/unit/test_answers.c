/* SPDX-License-Identifier: MIT
 * The sentences that answer a question of trainings (harness/render/answers.c, price_words.c):
 * each outcome in words, what a gain was bought with, why nothing is said, and which arm is told
 * where nothing is claimed. What was found is set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/asked.h"

/* n 0: none of its pairs ended. */
static void found(struct effect *e, enum outcome outcome, int n, double centre, double half)
{
    e->outcome = outcome;
    e->gain = (struct estimate){
        .n = n, .centre = centre, .interval = {centre - half, centre + half, 0.95, n > 1}};
}

static void test_sentences(void **state)
{
    (void)state;
    static const struct {
        enum outcome outcome;
        double centre, half;
        const char *text;
    } cases[] = {
        {OUTCOME_BETTER, 0.05, 0.01, "mlp is better by 0.050 [0.040, 0.060] in accuracy than base"},
        {OUTCOME_WORSE, -0.05, 0.01, "mlp is worse by 0.050 [0.040, 0.060] in accuracy than base"},
        {OUTCOME_UNRESOLVED, -0.05, 0.09,
         "mlp was measured worse by 0.050 [-0.040, 0.140] in accuracy than base"},
        {OUTCOME_SUGGESTIVE, 0.05, 0.01,
         "mlp was measured better by 0.050 [0.040, 0.060] in accuracy than base"},
        {OUTCOME_EQUIVALENT, -0.004, 0.002,
         "mlp is no different in accuracy from base: worse by 0.0040 [0.0020, 0.0060]"},
        {OUTCOME_EQUIVALENT, 0.004, 0.002,
         "mlp is no different in accuracy from base: better by 0.0040 [0.0020, 0.0060]"},
        {OUTCOME_EQUIVALENT, 0.00001, 0.004,
         "mlp is no different in accuracy from base: 0.0000 [-0.0040, 0.0040]"},
        {OUTCOME_EQUIVALENT, 0, 0, "mlp shows no difference in accuracy from base"},
    };
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", READ_STEPS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        found(e, cases[i].outcome, 4, cases[i].centre, cases[i].half);
        assert_string_equal(effect_sentence(&k.p, e), cases[i].text);
    }
    forget(&k);
}

/* Where both sides were lost it is told of the arm. */
static void test_lost(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", READ_STEPS), *c = effect_of(&k, "mlp", READ_PARAMETERS);
    found(e, OUTCOME_NOT_ASSESSABLE, 0, 0, 0);
    assert_string_equal(no_gain_words(&k.p, e), "not measured");
    assert_string_equal(effect_sentence(&k.p, e), "mlp was not measured");
    e->reference_lost_runs = c->reference_lost_runs = 1;
    assert_string_equal(no_gain_words(&k.p, e), "its baseline diverged");
    assert_string_equal(no_gain_words(&k.p, c), "its control diverged");
    assert_string_equal(effect_sentence(&k.p, e), "base diverged, so nothing can be compared");
    e->lost_runs = 1;
    assert_string_equal(no_gain_words(&k.p, e), "diverged");
    assert_string_equal(effect_sentence(&k.p, e), "mlp diverged, so nothing can be compared");
    forget(&k);
}

/* A twentieth more is not worth a word. */
static void test_price(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", READ_STEPS), *c = effect_of(&k, "mlp", READ_PARAMETERS);
    found(e, OUTCOME_BETTER, 4, 0.05, 0.01);
    found(c, OUTCOME_UNRESOLVED, 4, -0.05, 0.09);
    e->cost.parameters = 1.2, e->cost.flop_per_token = 1.3;
    assert_string_equal(price_words(&k.p, e),
                        " (with 1.200 times the parameters and 1.300 times the FLOP a token; at "
                        "equal parameters measured worse by 0.050 [-0.040, 0.140] than wide: "
                        "unresolved)");
    found(c, OUTCOME_BETTER, 4, 0.05, 0.01);
    e->cost.flop_per_token = 1.04;
    assert_string_equal(price_words(&k.p, e),
                        " (with 1.200 times the parameters; at equal parameters better by 0.050 "
                        "[0.040, 0.060] than wide: better)");
    e->cost.parameters = 1.04;
    assert_string_equal(price_words(&k.p, e), "");
    e->cost.flop_per_token = 1.06;
    assert_string_equal(price_words(&k.p, e), " (with 1.060 times the FLOP a token)");
    found(e, OUTCOME_SUGGESTIVE, 4, 0.05, 0.01);
    assert_string_equal(price_words(&k.p, e), "");
    forget(&k);
}

static struct gate *gate_of_kind(struct asked *k, enum gate_kind kind)
{
    struct analysis *a = &k->f.analysis;
    for (int i = 0; i < a->gate_count; i++)
        if (a->gates[i].kind == kind) return &a->gates[i];
    fail_msg("no gate of kind %d", (int)kind);
    return NULL;
}

static const char *why(struct asked *k, struct effect *e, const char *shut)
{
    free(e->shut);
    e->shut = xstrdup(shut);
    e->outcome = OUTCOME_NOT_ASSESSABLE;
    return answer_of(&k->p).why;
}

static const char *why_figure(struct asked *k, struct effect *e, struct gate *g,
                              enum gate_state state, const char *figure)
{
    g->state = state;
    free(g->figure);
    g->figure = xstrdup(figure);
    return why(k, e, figure);
}

static void test_why_shut(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    struct effect *e = effect_of(&k, "mlp", READ_STEPS);
    struct gate *damage = gate_of_kind(&k, GATE_DAMAGE), *sweep = gate_of_kind(&k, GATE_SWEEP);
    assert_string_equal(why(&k, e, gate_of_kind(&k, GATE_COUNTING)->figure),
                        "no model that only counts was measured beside it");
    assert_string_equal(why_figure(&k, e, damage, GATE_FAILED, "no damaged control was run"),
                        "no control that was damaged on purpose was run, so nobody knows what it "
                        "can see");
    assert_string_equal(why_figure(&k, e, damage, GATE_UNMEASURED, "no pair"),
                        "no pair of the control that was damaged on purpose and its baseline "
                        "ended, so nobody knows what it can see");
    assert_string_equal(why_figure(&k, e, damage, GATE_FAILED, "not resolved"),
                        "even a control that was damaged on purpose is not seen to be worse");
    assert_string_equal(why_figure(&k, e, sweep, GATE_FAILED, "0.1 of base is the last"),
                        "0.1 of base is the last");
    /* A gate that is passed, or another baseline's, is not what shuts it. */
    assert_string_equal(why_figure(&k, e, sweep, GATE_PASSED, "0.1 is the last"),
                        "the best value that was tried is the last one: 0.1 is the last");
    sweep->baseline = find(&k.f.analysis, "wide", 0);
    assert_string_equal(why_figure(&k, e, sweep, GATE_FAILED, "0.1 is the last"),
                        "the best value that was tried is the last one: 0.1 is the last");
    forget(&k);
}

/* What no better arm could show is the reason, whatever gate is shut besides. */
static void test_no_room(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    struct effect *e = effect_of(&k, "mlp", READ_STEPS);
    found(e, OUTCOME_BETTER, 4, 0.05, 0.01);
    assert_int_not_equal(answer_of(&k.p).tone, TONE_NOT_ASSESSABLE);
    k.f.analysis.judged[0].no_room = xstrdup("it is at the top");
    assert_string_equal(answer_of(&k.p).why, "it is at the top");
    assert_int_equal(answer_of(&k.p).tone, TONE_NOT_ASSESSABLE);
    forget(&k);
}

/* A change of a gain has the mark of its own verdict, not that of the gain. */
static void test_tone_of_change(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    struct interaction x = {.outcome = OUTCOME_EQUIVALENT, .gain.n = 4};
    found(effect_of(&k, "mlp", READ_STEPS), OUTCOME_BETTER, 4, 0.05, 0.01);
    k.f.analysis.interactions = xgrow(k.f.analysis.interactions, 1, sizeof x);
    k.f.analysis.interactions[0] = x;
    k.f.analysis.judged[0].interaction = 0;
    assert_int_equal(answer_of(&k.p).tone, TONE_EQUIVALENT);
    k.f.analysis.judged[0].interaction = -1;
    assert_int_equal(answer_of(&k.p).tone, TONE_BETTER);
    forget(&k);
}

/* The arm that answers where nothing is claimed. */
static const char *largest(struct asked *k)
{
    const struct answer a = answer_of(&k->p);
    assert_true(a.of_all);
    return k->f.analysis.entries[a.effect->entry].label;
}

static void test_largest(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *mlp = effect_of(&k, "mlp", READ_STEPS),
                  *wide = effect_of(&k, "wide", READ_STEPS);
    found(mlp, OUTCOME_WORSE, 4, -0.05, 0.01);
    found(wide, OUTCOME_BETTER, 4, 0.04, 0.01);
    assert_string_equal(largest(&k), "mlp");
    assert_non_null(strstr(answer_of(&k.p).found, "; the largest that stands: mlp is worse by"));
    mlp->outcome = OUTCOME_UNRESOLVED; /* what stands tells more */
    assert_string_equal(largest(&k), "wide");
    wide->outcome = OUTCOME_UNRESOLVED;
    assert_string_equal(largest(&k), "mlp");
    assert_null(strstr(answer_of(&k.p).found, "the largest"));
    mlp->shut = xstrdup("shut"); /* and so does what is assessable */
    assert_string_equal(largest(&k), "wide");
    mlp->outcome = OUTCOME_WORSE;
    wide->gain.n = 0, wide->outcome = OUTCOME_BETTER; /* and, first of all, what has a pair */
    assert_string_equal(largest(&k), "mlp");
    wide->gain.n = 4;
    wide->outcome = OUTCOME_BY_FORMULA; /* what is a formula's is no finding */
    mlp->outcome = OUTCOME_UNRESOLVED, mlp->gain.centre = 0.01;
    assert_string_equal(largest(&k), "mlp");
    forget(&k);
}

/* Where nothing else is compared, what a damaged control shows; of one arm no count is needed. */
static void test_damaged(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct analysis *a = &k.f.analysis;
    struct effect *mlp = effect_of(&k, "mlp", READ_STEPS),
                  *wide = effect_of(&k, "wide", READ_STEPS);
    found(mlp, OUTCOME_WORSE, 4, -0.05, 0.01);
    found(wide, OUTCOME_UNRESOLVED, 4, 0.01, 0.05);
    a->entries[mlp->entry].damaged = true;
    assert_ptr_equal(answer_of(&k.p).effect, wide);
    assert_false(answer_of(&k.p).of_all);
    a->entries[wide->entry].damaged = true;
    assert_ptr_equal(answer_of(&k.p).effect, mlp);
    mlp->gain.n = 0;
    assert_ptr_equal(answer_of(&k.p).effect, wide);
    forget(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences), cmocka_unit_test(test_lost),
        cmocka_unit_test(test_price),     cmocka_unit_test(test_why_shut),
        cmocka_unit_test(test_no_room),   cmocka_unit_test(test_tone_of_change),
        cmocka_unit_test(test_largest),   cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
