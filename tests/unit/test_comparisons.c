/* SPDX-License-Identifier: MIT
 * What the comparisons of a question say together (harness/render/comparisons.c): how many pairs
 * they have, which gains least and most, and of how many something stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Pages have a struct of this name, too. */
#define folder made
#include "tests/unit/trained_folder.h"
#undef folder
#include "harness/render/report.h"

#define QUESTION                                                                                   \
    "baseline: base\nmetric: loss\nmargin: 0.01\nseeds: 1-4\n"                                     \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"

static const double none[4], some[4] = {0.10, 0.11, 0.12, 0.11}, less[4] = {-0.2, 0.1, -0.3, 0.3};

/* Trainings of an arm that gain so much over a loss of 2. */
static int add_arm(struct training *runs, int count, const char *arm, const double *gains,
                   int seeds)
{
    bool mlp = !strcmp(arm, "mlp");
    for (int i = 0; i < seeds; i++)
        runs[count++] = (struct training){arm,  mlp ? "off" : "",  mlp ? "relu" : "", 8, 0.1, i + 1,
                                          "ok", 2 * exp(-gains[i])};
    return count;
}

static struct comparisons compared(struct made *f, int mlp_seeds, int wide_seeds)
{
    struct training runs[12];
    int count = add_arm(runs, 0, "base", none, 4);
    count = add_arm(runs, count, "mlp", some, mlp_seeds);
    count = add_arm(runs, count, "wide", less, wide_seeds);
    set_up(f, runs, count, QUESTION);
    open_gates(f);
    const struct page p = {.a = &f->analysis, .q = &f->analysis.questions[0]};
    return comparisons_of(&p, p.q->conditions);
}

static void test_pairs(void **state)
{
    (void)state;
    static const struct {
        int mlp, wide, least, most;
        const char *text;
    } cases[] = {{4, 3, 3, 4, "3 to 4"}, {2, 4, 2, 4, "2 to 4"}, {3, 3, 3, 3, "3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made f;
        struct document d = {0};
        const struct comparisons n = compared(&f, cases[i].mlp, cases[i].wide);
        assert_int_equal(n.all, 2);
        assert_int_equal(n.compared, 2);
        assert_int_equal(n.least_pairs, cases[i].least);
        assert_int_equal(n.most_pairs, cases[i].most);
        assert_string_equal(pairs_text(&d, &n, " to "), cases[i].text);
        document_free(&d);
        folder_remove(&f);
    }
}

static void test_which(void **state)
{
    (void)state;
    struct made f;
    const struct comparisons n = compared(&f, 4, 4);
    assert_string_equal(f.analysis.entries[n.least->entry].label, "mlp");
    assert_string_equal(f.analysis.entries[n.greatest->entry].label, "wide");
    assert_string_equal(n.baseline, "base");
    assert_int_equal(n.apart, 1);
    assert_int_equal(n.standing, 1);
    assert_int_equal(n.few, 0);
    folder_remove(&f);
}

/* Where rounds are as many as are needed, something could stand. */
static void test_none_can_stand(void **state)
{
    (void)state;
    struct comparisons n = {.most_pairs = 6, .rounds_needed = 7};
    assert_false(none_can_stand(&n));
    n.outcomes[OUTCOME_SUGGESTIVE] = 1;
    assert_true(none_can_stand(&n));
    n.most_pairs = 7;
    assert_false(none_can_stand(&n));
    n.most_pairs = 6, n.standing = 1;
    assert_false(none_can_stand(&n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_which),
        cmocka_unit_test(test_none_can_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
