/* SPDX-License-Identifier: MIT
 * Gates: what a question of quality may say. A small question that passes all of them, and what
 * becomes of its verdicts when one is shut; trainings that did not train. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/analysis/looks/judge_looks.h"
#include "tests/unit/trained_folder.h"

#include <sys/stat.h>

/* mlp is better than base by 10 %, wide worse by 20 %, each within a few thousandths. */
static const struct training plain[] = {
    {"base", "", "", 8, 0.1, 1, "ok", 2.3},         {"base", "", "", 8, 0.2, 1, "ok", 2.00},
    {"base", "", "", 8, 0.4, 1, "ok", 2.5},         {"base", "", "", 8, 0.2, 2, "ok", 2.05},
    {"base", "", "", 8, 0.2, 3, "ok", 2.10},        {"mlp", "off", "relu", 8, 0.1, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 1, "ok", 1.800}, {"mlp", "off", "relu", 8, 0.4, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 2, "ok", 1.849}, {"mlp", "off", "relu", 8, 0.2, 3, "ok", 1.888},
    {"wide", "", "", 8, 0.1, 1, "ok", 2.5},         {"wide", "", "", 8, 0.2, 1, "ok", 2.400},
    {"wide", "", "", 8, 0.4, 1, "ok", 2.5},         {"wide", "", "", 8, 0.2, 2, "ok", 2.464},
    {"wide", "", "", 8, 0.2, 3, "ok", 2.516},
};
enum { PLAIN = sizeof plain / sizeof *plain, MLP = 5 };

#define QUESTION                                                                                   \
    "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: loss\nmargin: 0.01\n"                   \
    "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"                                                  \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"                                       \
    "claims: [{arm: mlp, expects: better}]\n"
#define DAMAGED "damaged: wide\n"
#define HEAD    "kind,yardstick,counted,status,reason,floor,size,data,seed,valid_loss,valid_accuracy\n"
#define FLOOR   "yardstick,unigram,seen,ok,,true,8,some,9,3.35,\n"
#define BIGRAM                                                                                     \
    "yardstick,bigram,seen,ok,,false,8,some,9,2.5,\nyardstick,bigram,all,ok,,false,8,some,9,2.2,"  \
    "\n"

struct asked {
    struct folder f;
    const struct effect *mlp, *wide;
};

/* named: the yardstick that must be beaten, as the key says; NULL: the best. */
static void ask(struct asked *s, const struct training *list, const char *question,
                const char *beside, const char *named)
{
    struct folder *f = &s->f;
    char *error = NULL;
    set_up(f, list, PLAIN, question);
    analysis_free(&f->analysis);
    run_data_free(&f->run);
    char *folder = xformat("%s/yardsticks", f->path);
    assert_int_equal(mkdir(folder, 0777), 0);
    if (beside) folder_write(f, "yardsticks/cells.csv", beside);
    if (!run_data_read(&f->run, f->path, &error)) fail_msg("%s", error);
    f->run.plan.specs[0].yardstick = named ? xstrdup(named) : NULL;
    analysis_build(&f->analysis, &f->run, 0.95, 0.02);
    s->mlp = entry_effect(&f->analysis, find(&f->analysis, "mlp", 0), READ_STEPS);
    s->wide = entry_effect(&f->analysis, find(&f->analysis, "wide", 0), READ_STEPS);
    free(folder);
}

static void asked_free(struct asked *s)
{
    char *file = xformat("%s/yardsticks/cells.csv", s->f.path);
    char *folder = xformat("%s/yardsticks", s->f.path);
    unlink(file);
    rmdir(folder);
    free(file);
    free(folder);
    folder_remove(&s->f);
}

static const struct gate *gate(const struct asked *s, enum gate_kind kind)
{
    const struct analysis *a = &s->f.analysis;
    assert_int_equal(a->gate_count, GATES); /* one baseline */
    assert_int_equal(a->gates[kind].kind, kind);
    return &a->gates[kind];
}

static void assert_gate(const struct asked *s, enum gate_kind kind, enum gate_state state,
                        const char *figure)
{
    assert_int_equal(gate(s, kind)->state, state);
    assert_string_equal(gate(s, kind)->figure, figure);
}

static void test_all_passed(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION DAMAGED, HEAD FLOOR BIGRAM, NULL);
    assert_gate(
        &s, GATE_COUNTING, GATE_PASSED,
        "baseline 2.05 [1.926, 2.174] beats bigram, which gives 2.5 (nats per token); on all "
        "of the training part bigram gives 2.2");
    assert_int_equal(gate(&s, GATE_DAMAGE)->state, GATE_PASSED);
    assert_gate(&s, GATE_SWEEP, GATE_PASSED, "no winner at an edge");
    assert_int_equal(s.mlp->outcome, OUTCOME_BETTER);
    assert_null(s.mlp->shut);
    assert_int_equal(s.wide->outcome, OUTCOME_WORSE);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_REPRODUCED);
    asked_free(&s);
}

/* Gains and intervals stay, and so does what would have been said. */
static void test_counting_is_better(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION DAMAGED,
        HEAD FLOOR BIGRAM "yardstick,ngram5,seen,ok,,false,8,some,9,1.68,\n", NULL);
    const char *figure =
        "baseline 2.05 [1.926, 2.174] does not beat ngram5, which gives 1.68 (nats per token); on "
        "all of the training part bigram gives 2.2";
    assert_gate(&s, GATE_COUNTING, GATE_FAILED, figure);
    assert_string_equal(s.mlp->shut, figure);
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
    assert_int_equal(s.mlp->ungated, OUTCOME_BETTER);
    near(s.mlp->gain.centre, (log(2.00 / 1.800) + log(2.05 / 1.849) + log(2.10 / 1.888)) / 3,
         1e-12);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_NOT_ASSESSABLE);
    assert_int_equal(s.f.analysis.judged[0].ungated, JUDGED_REPRODUCED);
    asked_free(&s);
    /* A mean below it is not enough when the interval is not. */
    ask(&s, plain, QUESTION DAMAGED, HEAD "yardstick,ngram5,seen,ok,,false,8,some,9,2.1,\n", NULL);
    assert_gate(
        &s, GATE_COUNTING, GATE_FAILED,
        "baseline 2.05 [1.926, 2.174] does not beat ngram5, which gives 2.1 (nats per token)");
    asked_free(&s);
}

/* An interval that reaches down to a loss of 0, which has no logarithm, may yet beat what counts.
 */
static void test_counting_near_nought(void **state)
{
    static const double losses[] = {0.010, 0.012, 0.150};
    struct training runs[PLAIN];
    struct asked s;
    (void)state;
    memcpy(runs, plain, sizeof runs);
    for (int i = 0; i < PLAIN; i++)
        if (!strcmp(runs[i].arm, "base") && runs[i].lr > 0.15 && runs[i].lr < 0.25)
            runs[i].loss = losses[runs[i].seed - 1];
    ask(&s, runs, QUESTION DAMAGED "looks: [2, 3]\n",
        HEAD "yardstick,bigram,seen,ok,,false,8,some,9,0.16,\n", NULL);
    assert_int_equal(gate(&s, GATE_COUNTING)->state, GATE_FAILED);
    assert_true(entry_is_open(&s.f.analysis, find(&s.f.analysis, "base", 0)));
    asked_free(&s);
}

/* Whether a look leaves the baseline open though all comparisons are resolved: only where more
 * seeds may tell. Its interval is that of the look, of confidence 1 - 0.05 * 2/3: t is 5.34 and
 * not 4.30. */
static void test_counting_at_a_look(void **state)
{
    static const struct {
        const char *counted;
        enum gate_state state;
        bool open;
    } cases[] = {{"2.21", GATE_PASSED, false},
                 {"2.19", GATE_FAILED, true}, /* within 95 % of all, and of a look not */
                 {"1.91", GATE_FAILED, true},
                 {"1.89", GATE_FAILED, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked s;
        char *beside =
            xformat(HEAD "yardstick,bigram,seen,ok,,false,8,some,9,%s,\n", cases[i].counted);
        ask(&s, plain, QUESTION DAMAGED "looks: [2, 3]\n", beside, NULL);
        assert_int_equal(gate(&s, GATE_COUNTING)->state, cases[i].state);
        assert_int_equal(entry_is_open(&s.f.analysis, find(&s.f.analysis, "base", 0)),
                         cases[i].open);
        assert_false(entry_is_open(&s.f.analysis, find(&s.f.analysis, "mlp", 0)));
        assert_false(entry_is_open(&s.f.analysis, find(&s.f.analysis, "wide", 0)));
        asked_free(&s);
        free(beside);
    }
}

static void test_named_yardstick(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION DAMAGED, HEAD FLOOR "yardstick,ngram5,seen,ok,,false,8,some,9,1.68,\n",
        "unigram");
    assert_gate(&s, GATE_COUNTING, GATE_PASSED,
                "baseline 2.05 [1.926, 2.174] beats unigram, which gives 3.35 (nats per token)");
    asked_free(&s);
}

static void test_nothing_was_counted(void **state)
{
    static const struct {
        const char *beside, *figure;
    } cases[] = {
        {NULL, "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,ok,,false,16,some,9,1,\n", "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,ok,,false,8,other,9,1,\n", "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,skipped,no folder,,8,some,9,,\n", "no yardstick: no folder"},
        {HEAD "yardstick,bigram,seen,ok,,false,8,some,9,,\n",
         "the yardstick has no value of the metric"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked s;
        ask(&s, plain, QUESTION DAMAGED, cases[i].beside, NULL);
        assert_gate(&s, GATE_COUNTING, GATE_UNMEASURED, cases[i].figure);
        assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
        asked_free(&s);
    }
}

static void test_damage(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    ask(&s, plain, QUESTION, HEAD FLOOR BIGRAM, NULL);
    assert_gate(&s, GATE_DAMAGE, GATE_FAILED, "no damaged control was run");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
    asked_free(&s);
    /* One that was asked for and did not end: it is not known, which shuts the gate too. */
    memcpy(runs, plain, sizeof plain);
    for (int i = 0; i < 5; i++) runs[10 + i].status = "oom: it needs more memory";
    ask(&s, runs, QUESTION DAMAGED, HEAD FLOOR BIGRAM, NULL);
    assert_gate(&s, GATE_DAMAGE, GATE_UNMEASURED,
                "no pair of the damaged control and the baseline ended");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
    asked_free(&s);
    /* Of several each is one. */
    ask(&s, plain, QUESTION "damaged: [wide, mlp]\n", HEAD FLOOR BIGRAM, NULL);
    assert_true(s.f.analysis.entries[s.mlp->entry].damaged);
    assert_true(s.f.analysis.entries[s.wide->entry].damaged);
    assert_false(s.f.analysis.entries[s.mlp->reference].damaged);
    asked_free(&s);
    /* As good as the baseline: the set-up does not see what was taken away. */
    memcpy(runs, plain, sizeof plain);
    for (int i = 0; i < 5; i++) {
        int of_base[] = {0, 1, 2, 3, 4};
        runs[10 + i].loss = plain[of_base[i]].loss * 1.001;
    }
    ask(&s, runs, QUESTION DAMAGED, HEAD FLOOR BIGRAM, NULL);
    assert_gate(
        &s, GATE_DAMAGE, GATE_FAILED,
        "wide gains -0.0009995 [-0.0009995, -0.0009995]: not resolved as worse by more than "
        "0.01");
    assert_int_equal(s.wide->ungated, OUTCOME_EQUIVALENT);
    asked_free(&s);
}

/* Of two controls, one of which is seen to be worse: `mlp` is not, as it diverged but for one seed,
 * or since its interval does not stand correction (its p is the second of three) though it ends
 * further below. */
static void test_one_damage_is_seen(void **state)
{
    static const double of_mlp[2][3] = {{-1, -1, -1}, {-1.05, -2.025, -1.425}};
    (void)state;
    for (int noisy = 0; noisy < 2; noisy++) {
        struct training runs[12];
        struct folder f;
        for (int i = 0; i < 12; i++) {
            int seed = i % 3, arm = i / 3;
            double base = 2 + 0.1 * seed;
            const double gains[] = {0, of_mlp[noisy][seed], 0.1 * (seed - 1), -0.2 + 0.001 * seed};
            runs[i] = (struct training){"mlp",
                                        "off",
                                        "relu",
                                        8,
                                        0.1,
                                        seed + 1,
                                        arm == 1 && seed && !noisy ? "diverged" : "ok",
                                        base * exp(-gains[arm])};
            if (arm == 2) runs[i].norm = "before";
            if (arm % 3) continue;
            runs[i].arm = arm ? "wide" : "base";
            runs[i].norm = runs[i].act = "";
        }
        set_up(&f, runs, 12,
               "baseline: base\nmetric: loss\nmargin: 0.01\nfactors: {seed: 1-3}\n"
               "arms: {base: , mlp: {proj: mlp}, normed: {proj: mlp, norm: before}, "
               "wide: {proj: wide}}\ndamaged: [mlp, wide]\n");
        const struct gate *g = &f.analysis.gates[GATE_DAMAGE];
        assert_non_null(strstr(g->figure, "wide gains -0.199"));
        assert_int_equal(g->state, GATE_PASSED);
        folder_remove(&f);
    }
}

/* Of an arm at an edge nothing is said, of the others something. */
static void test_edges(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    for (int i = MLP; i < MLP + 5; i++)
        if (runs[i].lr == 0.2)
            runs[i].lr = 0.4;
        else if (runs[i].lr == 0.4)
            runs[i].lr = 0.2;
    ask(&s, runs, QUESTION DAMAGED, HEAD FLOOR BIGRAM, NULL);
    assert_gate(&s, GATE_SWEEP, GATE_FAILED, "lr = 0.4 of mlp is the greatest tried");
    assert_string_equal(s.mlp->shut, "lr = 0.4 of mlp is the greatest tried");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
    assert_int_equal(s.wide->outcome, OUTCOME_WORSE);
    asked_free(&s);
}

static const struct trial *trial(const struct asked *s, const char *label, const char *seed)
{
    const struct analysis *a = &s->f.analysis;
    const struct candidate *c = entry_winner(a, find(a, label, 0));
    int i = c->first;
    while (strcmp(trial_value(a->run, a->members[i], a->seed), seed)) i++;
    return a->members[i];
}

static void test_did_not_train(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[MLP + 4].loss = 3.36;
    ask(&s, runs, QUESTION DAMAGED, HEAD FLOOR BIGRAM, NULL);
    assert_int_equal(trial(&s, "mlp", "3")->state, TRIAL_DIVERGED);
    assert_string_equal(trial(&s, "mlp", "3")->untrained, "ended at 3.36, not below unigram 3.35");
    assert_int_equal(trial(&s, "mlp", "2")->state, TRIAL_OK);
    assert_int_equal(s.mlp->lost_runs, 1);
    assert_int_equal(s.mlp->gain.n, 2);
    asked_free(&s);
    /* Right more often than the floor (0.16 here), it did train, whatever its loss. */
    ask(&s, runs, "split: valid\n" QUESTION DAMAGED, HEAD, NULL);
    assert_null(trial(&s, "mlp", "3")->untrained);
    asked_free(&s);
}

static void test_right_more_often(void **state)
{
    static const char by_accuracy[] =
        "baseline: base\nmetric: accuracy\nfactors: {lr: [0.2], seed: 1-3}\n"
        "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[MLP + 4].loss = 3.36; /* accuracy 0.16 */
    ask(&s, runs, by_accuracy, HEAD "yardstick,majority,seen,ok,,true,8,some,9,3.35,0.1\n", NULL);
    assert_null(trial(&s, "mlp", "3")->untrained);
    asked_free(&s);
    ask(&s, runs, by_accuracy, HEAD "yardstick,majority,seen,ok,,true,8,some,9,3.35,0.2\n", NULL);
    assert_string_equal(trial(&s, "mlp", "3")->untrained, "ended at 3.36, not below majority 3.35");
    asked_free(&s);
}

/* Of a baseline that is right nearly always (accuracy 1 - loss / 4), a claim of better says
 * nothing, nor does one of no worse of an arm that is right as often; what is worse can be seen. */
static void test_no_room(void **state)
{
    static const char question[] =
        "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: accuracy\nmargin: 0.01\n"
        "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"
        "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n" DAMAGED
        "claims: [{arm: mlp, expects: better}, {arm: mlp, expects: no worse},"
        " {arm: wide, expects: better}, {arm: wide, expects: worse},"
        " {arm: wide, expects: no worse}]\n";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[1].loss = 0.004, runs[3].loss = 0.003, runs[4].loss = 0.005; /* of base, at its rate */
    runs[MLP + 1].loss = 0.005, runs[MLP + 3].loss = 0.003, runs[MLP + 4].loss = 0.004;
    ask(&s, runs, question, HEAD "yardstick,majority,seen,ok,,true,8,some,9,3.35,0.1\n", NULL);
    const struct judged *judged = s.f.analysis.judged;
    assert_int_equal(s.mlp->outcome, OUTCOME_EQUIVALENT);
    assert_int_equal(judged[0].judgement, JUDGED_NOT_ASSESSABLE);
    assert_true(judged[0].no_room);
    assert_string_equal(judged[0].no_room,
                        "its baseline has 0.999 of at most 1 in accuracy, so that nothing can be "
                        "seen to be better by the margin of 0.01");
    assert_int_equal(judged[0].ungated, JUDGED_EQUIVALENT);
    assert_int_equal(judged[1].judgement, JUDGED_NOT_ASSESSABLE);
    assert_int_equal(judged[1].ungated, JUDGED_REPRODUCED);
    assert_int_equal(judged[2].judgement, JUDGED_NOT_ASSESSABLE);
    assert_int_equal(judged[3].judgement, JUDGED_REPRODUCED);
    assert_int_equal(judged[4].judgement, JUDGED_NOT_REPRODUCED);
    assert_null(judged[4].no_room);
    asked_free(&s);
    for (int i = 0; i < MLP; i++) runs[i].loss += 0.2; /* 0.95: there is room */
    ask(&s, runs, question, HEAD "yardstick,majority,seen,ok,,true,8,some,9,3.35,0.1\n", NULL);
    assert_false(s.f.analysis.judged[2].no_room);
    assert_int_equal(s.f.analysis.judged[2].judgement, JUDGED_NOT_REPRODUCED);
    asked_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_passed),
        cmocka_unit_test(test_counting_is_better),
        cmocka_unit_test(test_counting_near_nought),
        cmocka_unit_test(test_counting_at_a_look),
        cmocka_unit_test(test_named_yardstick),
        cmocka_unit_test(test_nothing_was_counted),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_one_damage_is_seen),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_did_not_train),
        cmocka_unit_test(test_right_more_often),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
