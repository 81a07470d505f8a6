/* SPDX-License-Identifier: MIT
 * Which of several claims answers a question (harness/render/answers.c), whose it is and what it
 * says (claim_words.c). What was found is set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/asked.h"

#define CLAIMS                                                                                     \
    "claims: [{arm: wide, expects: equal, published: (same), source: notes}, "                     \
    "{arm: mlp, expects: better, published: 'more (notes on arXiv 1111.11111)', source: notes}, "  \
    "{arm: wide, expects: better, published: 'most (of all)', "                                    \
    "source: 'arXiv 2222.22222'}]\nsource: arXiv 3333.33333, 4444.44444\n"

static const char *told(struct asked *k) { return answer_of(&k->p).claimed; }

/* The primary claim before others, the first of several; but before all of them one of which a pair
 * ended. */
static void test_which_claim(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, CLAIMS);
    struct effect *mlp = effect_of(&k, "mlp", READ_STEPS),
                  *wide = effect_of(&k, "wide", READ_STEPS);
    assert_string_equal(told(&k), "(same)");
    wide->gain.n = 0;
    assert_string_equal(told(&k), "more");
    mlp->gain.n = 0;
    assert_string_equal(told(&k), "(same)");
    struct judged *list = k.f.analysis.judged;
    mlp->gain.n = wide->gain.n = 4;
    for (int i = 0; i < k.f.analysis.judged_count; i++) {
        struct spec_claim *claim = (struct spec_claim *)list[i].claim;
        claim->primary = false;
    }
    assert_string_equal(told(&k), "(same)");
    wide->gain.n = 0;
    assert_string_equal(told(&k), "more");
    forget(&k);
}

static void test_papers(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, CLAIMS);
    const struct judged *list = k.f.analysis.judged;
    int seen = 0;
    for (int i = 0; i < k.f.analysis.judged_count; i++) {
        const char *claimed = claimed_words(&k.p, &list[i]), *paper = paper_of(&k.p, &list[i]);
        seen |= !strcmp(claimed, "more") && !strcmp(paper, "arXiv 1111.11111") ? 1 : 0;
        seen |= !strcmp(claimed, "most (of all)") && !strcmp(paper, "arXiv 2222.22222") ? 2 : 0;
        seen |= !strcmp(claimed, "(same)") && !strcmp(paper, "several papers") ? 4 : 0;
    }
    assert_int_equal(seen, 7);
    assert_string_equal(paper_of(&k.p, NULL), "several papers");
    assert_string_equal(claimed_words(&k.p, NULL), "");
    /* What says nothing but whose it is stays, or nothing would be left. */
    char whole[] = "(see arXiv 1111.11111)";
    const struct spec_claim all = {.published = whole, .source = whole};
    const struct judged j = {.claim = &all};
    assert_string_equal(claimed_words(&k.p, &j), whole);
    forget(&k);
}

/* A full stop ends a sentence and no number; the colon of an address is as good as a blank. */
static void test_numbers(void **state)
{
    static const char *const cases[][2] = {{"Smith et al., arXiv 2310.11398.", "arXiv 2310.11398"},
                                           {"arXiv:2310.11398", "arXiv 2310.11398"},
                                           {"arXiv 2310.11398v2, 4 pages", "arXiv 2310.11398"},
                                           {"arXiv 2310.11398, 2502.17206", "several papers"},
                                           {"see arXiv, arXiv 2310.11398", "arXiv 2310.11398"},
                                           {"arXiv, of course", ""}};
    (void)state;
    struct asked k;
    ask(&k, CLAIMS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *said = xstrdup(cases[i][0]);
        const struct spec_claim claim = {.published = said, .source = said};
        const struct judged j = {.claim = &claim};
        if (*cases[i][1])
            assert_string_equal(paper_of(&k.p, &j), cases[i][1]);
        else
            assert_string_equal(paper_of(&k.p, &j), "several papers"); /* the question's own */
        free(said);
    }
    forget(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which_claim),
        cmocka_unit_test(test_papers),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
