/* SPDX-License-Identifier: MIT
 * Tests the correction for multiple tests and the resulting verdicts. Three families of tests are
 * corrected separately: the comparisons of a question, its primary claim, and the primary claims of
 * a folder. */
#include "tests/unit/test.h"

#include "tests/unit/trained_folder.h"

/* Gains of mlp, normed and wide over base for three seeds. Only mlp has a real gain: 0.1 with p of
 * about 0.03. */
static const double gains[][3] = {{0.069, 0.1, 0.131}, {-0.1, 0, 0.1}, {0.1, -0.1, 0}};

#define QUESTION                                                                                   \
    "baseline: base\nmetric: loss\nmargin: 0.01\nfactors: {seed: 1-3}\n"                           \
    "arms: {base: , mlp: {proj: mlp}, normed: {proj: mlp, norm: before}, wide: {proj: wide}}\n"
#define CLAIM "claims: [{arm: mlp, expects: better, published: ten, source: a paper"

static void ask(struct folder *f, const char *question)
{
    struct training runs[12];
    for (int seed = 0; seed < 3; seed++) {
        double base = 2 + 0.1 * seed;
        runs[seed] = (struct training){"base", "", "", 8, 0.1, seed + 1, "ok", base};
        runs[3 + seed] = (struct training){"mlp", "off",    "relu", 8,
                                           0.1,   seed + 1, "ok",   base * exp(-gains[0][seed])};
        runs[6 + seed] = (struct training){"mlp", "before", "relu", 8,
                                           0.1,   seed + 1, "ok",   base * exp(-gains[1][seed])};
        runs[9 + seed] =
            (struct training){"wide", "", "", 8, 0.1, seed + 1, "ok", base * exp(-gains[2][seed])};
    }
    set_up(f, runs, 12, question);
}

static const struct effect *mlp(const struct folder *f)
{
    return entry_effect(&f->analysis, find(&f->analysis, "mlp", 0), COMPARE_STEPS);
}

/* The gain of mlp is significant as a single test, but not as one of three tests. */
TEST("a primary claim is not corrected for other comparisons")
{
    struct folder f;
    ask(&f, QUESTION);
    assert_true(mlp(&f)->gain.p < 0.05 && mlp(&f)->gain.p > 0.02 && !mlp(&f)->primary);
    near(mlp(&f)->p_corrected, 3 * mlp(&f)->gain.p, 1e-15);
    assert_int_equal(mlp(&f)->unchecked, OUTCOME_SUGGESTIVE);
    folder_remove(&f);
    ask(&f, QUESTION CLAIM "}]\n");
    assert_true(mlp(&f)->primary);
    near(mlp(&f)->p_corrected, mlp(&f)->gain.p, 0);
    assert_int_equal(mlp(&f)->unchecked, OUTCOME_BETTER);
    assert_string_equal(judged_word_of(&f.analysis.judged[0], f.analysis.judged[0].unchecked),
                        "same direction");
    const struct effect *wide =
        entry_effect(&f.analysis, find(&f.analysis, "wide", 0), COMPARE_STEPS);
    assert_true(!wide->primary);
    near(wide->p_corrected, fmin(1, 2 * wide->gain.p), 1e-15);
    assert_int_equal(wide->unchecked, OUTCOME_INCONCLUSIVE);
    folder_remove(&f);
}

/* Comparisons with negative controls are a separate family of tests, because they are not findings.
 */
TEST("negative controls are corrected separately")
{
    struct folder f;
    ask(&f, QUESTION "negative_control: [wide, normed]\n");
    const struct effect *wide =
        entry_effect(&f.analysis, find(&f.analysis, "wide", 0), COMPARE_STEPS);
    near(mlp(&f)->p_corrected, mlp(&f)->gain.p, 0);
    assert_int_equal(mlp(&f)->unchecked, OUTCOME_BETTER);
    near(wide->p_corrected, fmin(1, 2 * wide->gain.p), 1e-15);
    folder_remove(&f);
}

TEST("a contradicted claim gets the verdict 'opposite direction'")
{
    static const struct {
        const char *claim, *word;
    } cases[] = {
        {"claims: [{arm: mlp, expects: worse, published: x, source: y}]\n", "opposite direction"},
        {"claims: [{arm: mlp, expects: equal, published: x, source: y}]\n", "opposite direction"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        char *question = xformat("%s%s", QUESTION, cases[i].claim);
        ask(&f, question);
        const struct judged *j = &f.analysis.judged[0];
        assert_string_equal(judged_word_of(j, j->unchecked), cases[i].word);
        assert_string_equal(judged_word(j), "not judged");
        folder_remove(&f);
        free(question);
    }
}

/* Each primary claim adds a test, so the smallest p of three claims is multiplied by 3. */
TEST("the primary claims of a folder are corrected together")
{
    struct folder f, nothing;
    struct primary *list;
    ask(&f, QUESTION CLAIM "}]\n");
    ask(&nothing,
        QUESTION "claims: [{arm: wide, expects: better, published: ten, source: a paper}]\n");
    pass_validity_checks(&f);
    pass_validity_checks(&nothing);
    const struct analysis *const runs[] = {&f.analysis, &nothing.analysis, &nothing.analysis};
    assert_int_equal(find_primaries(runs, 1, &list), 1);
    assert_ptr_equal(list[0].of, &f.analysis);
    near(list[0].p_folder, mlp(&f)->gain.p, 0);
    assert_int_equal(list[0].judgement, JUDGED_SAME);
    free(list);
    assert_int_equal(find_primaries(runs, 3, &list), 3);
    near(list[0].p_folder, 3 * mlp(&f)->gain.p, 1e-15);
    assert_int_equal(list[0].judgement, JUDGED_SUGGESTIVE);
    assert_int_equal(list[1].judgement, JUDGED_INCONCLUSIVE);
    free(list);
    /* A claim that was not judged is not counted as a test. */
    nothing.analysis.judged[0].judgement = JUDGED_NOT_JUDGED;
    assert_int_equal(find_primaries(runs, 3, &list), 3);
    near(list[0].p_folder, mlp(&f)->gain.p, 0);
    assert_true(isnan(list[1].p_folder));
    assert_int_equal(list[0].judgement, JUDGED_SAME);
    assert_int_equal(list[1].judgement, JUDGED_NOT_JUDGED);
    free(list);
    folder_remove(&f);
    folder_remove(&nothing);
}

/* Creates runs for a claim about two sizes. The gain is significant at size 16, and larger at size
 * 8. If `whole` is false, size 8 has only one pair and therefore no p-value. */
static void ask_at_two_sizes(struct folder *f, bool whole)
{
    struct training runs[12];
    for (int i = 0; i < 12; i++) {
        int seed = i % 3, size = i < 6 ? 8 : 16;
        double base = 2 + 0.1 * seed, gain = size == 8 ? 0.2 + 0.001 * seed : gains[0][seed];
        bool mlp = i % 6 >= 3, lost = mlp && size == 8 && seed && !whole;
        runs[i] =
            (struct training){"base", "", "", size, 0.1, seed + 1, lost ? "crashed" : "ok", base};
        if (!mlp) continue;
        runs[i].arm = "mlp", runs[i].norm = "off", runs[i].act = "relu";
        runs[i].loss = base * exp(-gain);
    }
    set_up(f, runs, 12,
           "baseline: base\nmetric: loss\nmargin: 0.01\n"
           "factors: {size: [8, 16], seed: 1-3}\n"
           "arms: {base: , mlp: {proj: mlp}}\n" CLAIM "}]\n");
    pass_validity_checks(f);
}

static void finds_at(struct folder *f, int condition)
{
    const struct analysis *const run = &f->analysis;
    struct primary *list;
    const struct effect *e = entry_effect(run, find(run, "mlp", condition), COMPARE_STEPS);
    assert_int_equal(find_primaries(&run, 1, &list), 1);
    assert_int_equal(run->judged[list->judged].effect, e - run->effects);
    near(list->p_folder, e->p_corrected, 0);
    assert_int_equal(list->judgement, JUDGED_SAME);
    free(list);
    folder_remove(f);
}

/* A claim is judged at its most favourable condition. Conditions that are not judged or have no p
 * are skipped. */
TEST("a claim is judged at its most favourable condition")
{
    struct folder f;
    ask_at_two_sizes(&f, true);
    finds_at(&f, 0);
    ask_at_two_sizes(&f, false);
    assert_true(
        isnan(entry_effect(&f.analysis, find(&f.analysis, "mlp", 0), COMPARE_STEPS)->gain.p));
    finds_at(&f, 1);
    ask_at_two_sizes(&f, true);
    f.analysis.judged[0].judgement = JUDGED_NOT_JUDGED;
    finds_at(&f, 1);
    /* An equivalent effect is never the most favourable condition, even if its p is small. */
    ask_at_two_sizes(&f, true);
    f.analysis.judged[0].judgement = JUDGED_OPPOSITE;
    f.analysis.effects[f.analysis.judged[0].effect].outcome = OUTCOME_EQUIVALENT;
    finds_at(&f, 1);
}

/* If the correction changes the verdict on a claim to suggestive, the verdict on its effect changes
 * too. */
TEST("the correction across a folder updates the verdicts of effects")
{
    struct folder f, nothing;
    ask(&f, QUESTION CLAIM "}]\n");
    ask(&nothing,
        QUESTION "claims: [{arm: wide, expects: better, published: ten, source: a paper}]\n");
    pass_validity_checks(&f);
    pass_validity_checks(&nothing);
    struct analysis *const runs[] = {&f.analysis, &nothing.analysis, &nothing.analysis};
    const struct judged *j = &f.analysis.judged[0];
    judge_together(runs, 1);
    assert_int_equal(j->judgement, JUDGED_SAME);
    assert_int_equal(mlp(&f)->outcome, OUTCOME_BETTER);
    judge_together(runs, 3);
    assert_int_equal(j->judgement, JUDGED_SUGGESTIVE);
    assert_int_equal(mlp(&f)->outcome, OUTCOME_SUGGESTIVE);
    assert_int_equal(j->unchecked, JUDGED_SUGGESTIVE);
    assert_int_equal(mlp(&f)->unchecked, OUTCOME_SUGGESTIVE);
    near(f.analysis.questions[0].p_folder, 3 * mlp(&f)->p_corrected, 1e-15);
    assert_int_equal(nothing.analysis.judged[0].judgement, JUDGED_INCONCLUSIVE);
    folder_remove(&f);
    folder_remove(&nothing);
}
