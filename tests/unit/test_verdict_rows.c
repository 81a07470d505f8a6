/* SPDX-License-Identifier: MIT
 * The tables of verdicts (harness/render/verdicts.c), and of a
 * run that has not ended (unended.c). What was found is set by hand. */
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
    "baseline: base\nmetric: accuracy\nmargin: 0.01\n"                                             \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
#define SEEDS     "seeds: 1-4\n"
#define TWO_SIZES SEEDS "factors: {size: [8, 16]}\nfactorial: [size]\n"

/* A folder of one run, as pages have it: the run belongs to `made`. */
struct shown {
    struct made f;
    struct report report;
    struct folder folder;
    struct document d;
    struct page p;
};

static void show(struct shown *s, const char *more)
{
    struct training runs[32];
    static const char *const arms[] = {"base", "mlp", "wide"};
    int count = 0;
    for (int arm = 0; arm < 3; arm++)
        for (int i = 0; i < 8; i++)
            runs[count++] = (struct training){arms[arm],
                                              arm == 1 ? "off" : "",
                                              arm == 1 ? "relu" : "",
                                              i < 4 ? 8 : 16,
                                              0.1,
                                              i % 4 + 1,
                                              "ok",
                                              2 - arm * 0.1 - i * 0.001};
    char *question = xformat("%s%s", QUESTION, more);
    *s = (struct shown){0};
    set_up(&s->f, runs, count, question);
    open_gates(&s->f);
    for (int i = 0; i < s->f.analysis.effect_count; i++) {
        free(s->f.analysis.effects[i].shut);
        s->f.analysis.effects[i].shut = NULL;
    }
    s->report = (struct report){.run = s->f.run, .analysis = s->f.analysis, .name = "run"};
    s->folder = (struct folder){.runs = &s->report, .count = 1};
    s->p = page_of(&s->d, &s->folder, 0);
    s->p.q = &s->f.analysis.questions[0];
    free(question);
}

static void hide(struct shown *s)
{
    document_free(&s->d);
    folder_remove(&s->f);
}

/* What a part adds to an empty page. */
static char *part_of_page(struct shown *s, page_part *part)
{
    document_free(&s->d);
    s->d = (struct document){0};
    part(&s->p);
    return document_markdown(&s->d);
}

static void expect(struct shown *s, page_part *part, bool says, const char *wanted)
{
    char *text = part_of_page(s, part);
    if ((strstr(text, wanted) != NULL) != says)
        fail_msg("'%s' is %s\n%s", wanted, says ? "not in" : "in", text);
    free(text);
}

static struct effect *effect_of(struct shown *s, const char *arm)
{
    struct effect *e =
        (struct effect *)entry_effect(&s->f.analysis, find(&s->f.analysis, arm, 0), READ_STEPS);
    assert_non_null(e);
    return e;
}

/* ---- verdicts ---- */

static void test_unclaimed(void **state)
{
    (void)state;
    struct shown s;
    show(&s, SEEDS);
    struct effect *mlp = effect_of(&s, "mlp");
    mlp->pairs = 5; /* one of which did not end on one side */
    expect(&s, verdicts, true, "## Compared without a claim\n");
    expect(&s, verdicts, true,
           "| Q | mlp | some | 100 parameters, an unknown number of tokens | 0.5004 |");
    expect(&s, verdicts, true, "| better | 5 | ");
    expect(&s, verdicts, true, "\n|  | wide | some |"); /* the question is named once */
    mlp->gain.n = 0, mlp->lost_runs = 4;
    expect(&s, verdicts, true, " diverged | ");
    mlp->lost_runs = 0;
    expect(&s, verdicts, true, " not measured | ");
    s.f.analysis.entries[mlp->entry].damaged = true;
    expect(&s, verdicts, false, "| mlp |");
    hide(&s);
}

/* Where anything was claimed, only that is listed. */
static void test_claimed(void **state)
{
    (void)state;
    struct shown s;
    show(&s, SEEDS);
    expect(&s, verdicts, false, "## Every claim");
    expect(&s, verdicts, true, "## Compared without a claim\n");
    expect(&s, verdicts, true, "| wide |");
    hide(&s);
    show(&s, SEEDS "claims: [{arm: mlp, expects: worse, published: less, source: a paper}]\n");
    expect(&s, verdicts, true, "## Every claim\n");
    expect(&s, verdicts, true, "| not reproduced at this scale | 4 |");
    expect(&s, verdicts, false, "Compared without");
    hide(&s);
}

/* A claim of better where nothing better could be seen has the tone of what cannot be told. */
static void test_no_room(void **state)
{
    (void)state;
    struct shown s;
    show(&s, SEEDS "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    const char *mark = tone_looks[TONE_NOT_ASSESSABLE].mark;
    expect(&s, verdicts, false, mark);
    s.f.analysis.judged[0].no_room = xstrdup("it is at the top");
    expect(&s, verdicts, true, mark);
    hide(&s);
}

/* How conditions change a gain is another finding than the gain. */
static void test_changes(void **state)
{
    (void)state;
    struct shown s;
    show(&s, TWO_SIZES "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    assert_int_equal(s.f.analysis.interaction_count, 2);
    for (int i = 0; i < 2; i++) s.f.analysis.interactions[i].outcome = OUTCOME_UNRESOLVED;
    s.f.analysis.interactions[1].gain.n = 3;
    s.f.analysis.interactions[0].outcome = OUTCOME_WORSE;
    char *text = part_of_page(&s, verdicts), *rest = strstr(text, "## Compared");
    assert_non_null(rest); /* nobody claims a change, though a gain is claimed */
    assert_non_null(strstr(rest, " with size 16 | 3 |"));
    /* Marks are of the changes, though both arms are better by themselves. */
    assert_null(strstr(rest, tone_looks[TONE_BETTER].mark));
    assert_non_null(strstr(rest, tone_looks[TONE_UNRESOLVED].mark));
    assert_non_null(strstr(rest, tone_looks[TONE_WORSE].mark));
    free(text);
    hide(&s);
    show(&s, TWO_SIZES "claims: [{arm: mlp, axis: size, expects: gains more, published: more, "
                       "source: a paper}]\n");
    expect(&s, verdicts, true, "| expected to gain more as the size changes: ");
    expect(&s, verdicts, false, " with size 16");
    expect(&s, verdicts, true, "## Compared without a claim\n"); /* the gains themselves */
    hide(&s);
}

/* ---- a run that has not ended ---- */

static void test_unended(void **state)
{
    (void)state;
    struct shown s;
    show(&s, SEEDS);
    struct run_data *run = &s.f.run;
    expect(&s, say_unended, false, "ended");
    run->way_on = xstrdup("attnlab run --resume");
    expect(&s, say_unended, true, "This run has not ended: all of its 12 rows are known");
    expect(&s, say_progress, false, "Not ended");
    run->trials[0].state = TRIAL_MISSING;
    expect(&s, say_unended, true, "This run has not ended: 11 of its 12 rows are known.");
    expect(&s, say_unended, false, "rows known"); /* one question alone has no table */
    expect(&s, say_progress, true, "Not ended: 11 of the 12 rows of this question are known.");
    struct spec *spec = (struct spec *)s.p.q->spec;
    spec->tune_axis = (char *)"lr"; /* may do without some */
    expect(&s, say_unended, true, "11 of at most 12 rows are known.");
    expect(&s, say_progress, true, "Not ended: 11 of at most 12 rows of this question are known.");
    spec->tune_axis = NULL;
    hide(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unclaimed), cmocka_unit_test(test_claimed),
        cmocka_unit_test(test_no_room),   cmocka_unit_test(test_changes),
        cmocka_unit_test(test_unended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
