/* SPDX-License-Identifier: MIT
 * What a page says that a question of quality cannot say (harness/render/trained_limits.c): how
 * many seeds it would take, how close the choice of a value was, what a baseline at the top hides.
 * What was found is set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Pages have a struct of this name, too. */
#define folder made
#include "tests/unit/plain_question.h"
#undef folder
#include "harness/render/report.h"

#define MARGIN 0.01

#define OF(metric)                                                                                 \
    "baseline: base\nmetric: " metric "\nmargin: 0.01\nseeds: 1-4\n"                               \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
static const char three_arms[] = OF("loss");

/* loss: of about this. */
static void ask_at(struct made *f, const char *question, double loss)
{
    struct training runs[12];
    static const char *const arms[] = {"base", "mlp", "wide"};
    for (int i = 0; i < 12; i++) {
        bool mlp = i / 4 == 1;
        runs[i] = (struct training){
            arms[i / 4], mlp ? "off" : "",      mlp ? "relu" : "", 8, 0.1, i % 4 + 1,
            "ok",        loss * (1 - i * 0.005)};
    }
    set_up(f, runs, 12, question);
    open_gates(f);
}

static void ask(struct made *f, const char *question) { ask_at(f, question, 2); }

static struct effect *effect_of(struct made *f, const char *arm)
{
    struct effect *e =
        (struct effect *)entry_effect(&f->analysis, find(&f->analysis, arm, 0), READ_STEPS);
    assert_non_null(e);
    return e;
}

static char *limits(const struct made *f)
{
    struct document d = {0};
    const struct report r = {.run = f->run};
    const struct page p = {.d = &d, .r = &r, .a = &f->analysis, .q = &f->analysis.questions[0]};
    trained_limits(&p);
    char *text = document_markdown(&d);
    document_free(&d);
    return text;
}

/* says: whether it stands there. */
__attribute__((format(printf, 3, 4))) static void expect(const struct made *f, bool says,
                                                         const char *part, ...)
{
    va_list list;
    char wanted[512];
    char *text = limits(f);
    va_start(list, part);
    vsnprintf(wanted, sizeof wanted, part, list);
    va_end(list);
    if ((strstr(text, wanted) != NULL) != says)
        fail_msg("'%s' is %s\n%s", wanted, says ? "not in" : "in", text);
    free(text);
}

/* An effect that is open, its differences of this sd. */
static void open_with(struct effect *e, double sd)
{
    e->outcome = e->ungated = OUTCOME_UNRESOLVED;
    e->gain =
        (struct estimate){.n = 4, .centre = 0.02, .sd = sd, .interval = {-0.1, 0.14, 0.95, true}};
    e->tuning_variance = 0;
    e->records_variance = (double)NAN;
}

static void test_seeds_needed(void **state)
{
    (void)state;
    struct made f;
    ask(&f, three_arms);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    open_with(mlp, 0.02), open_with(wide, 0.05);
    int few = stats_pairs_needed(0.02, 0, MARGIN, 0.95),
        many = stats_pairs_needed(0.05, 0, MARGIN, 0.95);
    expect(&f, true,
           "2 comparisons are open. If differences scatter as here, an interval that "
           "reaches no farther than the margin takes %d seeds for half of them, %d for "
           "all; 4 were run.",
           few, many);
    wide->gain.sd = 0.02;
    expect(&f, true, "takes %d seeds; 4 were run.", few);
    /* What is not of the seeds leaves less of the margin to them. */
    mlp->tuning_variance = 1e-5, wide->tuning_variance = 0, wide->records_variance = 1e-5;
    int more = stats_pairs_needed(0.02, 1e-5, MARGIN, 0.95);
    assert_in_range(more, few + 1, many);
    expect(&f, true, "takes %d seeds; 4 were run.", more);
    wide->records_variance = 1; /* and then nothing */
    expect(&f, true,
           "For 1 of them no number of seeds gives an interval that reaches no farther "
           "than the margin: the sample of records leaves more open than that. For the "
           "others it takes up to %d,",
           more);
    mlp->tuning_variance = 1;
    expect(&f, true,
           "No number of seeds gives an interval that reaches no farther than the "
           "margin: the sample of records");
    ((struct spec *)f.analysis.questions[0].spec)->tune_apart = true;
    expect(&f, true,
           "the margin: by these tuning seeds the choice of a value, with the sample of "
           "records, leaves more open");
    folder_remove(&f);
}

/* Of four that are open one is beyond any number of seeds. */
static void test_beyond(void **state)
{
    (void)state;
    struct made f;
    char *sizes = xformat("%sfactors: {size: [8, 16]}\n", three_arms);
    ask(&f, sizes);
    struct effect *list = f.analysis.effects;
    for (int i = 0; i < 4; i++) open_with(&list[i], 0.02 + 0.01 * i);
    list[1].records_variance = 1;
    expect(&f, true, "4 comparisons are open. For 1 of them no number of seeds gives");
    expect(&f, true, "For the others it takes up to %d,",
           stats_pairs_needed(0.05, 0, MARGIN, 0.95));
    expect(&f, true, "2 conditions of data and size");
    folder_remove(&f);
    free(sizes);
}

static void test_which_are_open(void **state)
{
    (void)state;
    struct made f;
    ask(&f, three_arms);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    open_with(mlp, 0.02), open_with(wide, 0.02);
    mlp->ungated = OUTCOME_SUGGESTIVE, wide->ungated = OUTCOME_WORSE;
    expect(&f, true, "What it would take: 1 comparison is open. If");
    mlp->outcome = OUTCOME_NOT_ASSESSABLE;
    expect(&f, true, "What it would take: 1 comparison is open, gates aside. If");
    mlp->gain.n = 1;
    expect(&f, false, "What it would take");
    /* As narrow as the margin, and open all the same. */
    open_with(mlp, 0.001);
    expect(&f, true,
           "1 comparison is open. Its interval is as narrow as the margin and does not "
           "lie within it");
    open_with(wide, 0.001);
    expect(&f, true,
           "2 comparisons are open. Their intervals are as narrow as the margin and do "
           "not lie within it");
    open_with(wide, 0.05);
    expect(&f, true,
           "2 comparisons are open. The interval of 1 of them is as narrow as the margin "
           "and does not lie within it");
    mlp->gain.sd = 0.02; /* as many as were run are enough */
    mlp->gain.n = stats_pairs_needed(0.02, 0, MARGIN, 0.95);
    expect(&f, true, "The interval of 1 of them is as narrow");
    mlp->gain.n--;
    expect(&f, false, "as narrow");
    folder_remove(&f);
}

/* Of a side that is ahead and lost more runs nothing is said, whatever number of seeds ran. */
static void test_losses_leave_open(void **state)
{
    (void)state;
    static const char said[] = "More seeds do not answer 1 comparison that is open: the side that "
                               "is ahead has more runs that diverged";
    struct made f;
    ask(&f, three_arms);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    open_with(mlp, 0.02);
    wide->ungated = OUTCOME_WORSE;
    mlp->lost_runs = 1;
    expect(&f, true, said);
    expect(&f, false, "What it would take");
    mlp->gain.centre = -0.02; /* it is behind: that it is worse may still be said */
    expect(&f, false, "More seeds do not answer");
    expect(&f, true, "What it would take: 1 comparison is open.");
    mlp->reference_lost_runs = 2;
    expect(&f, true, said);
    open_with(wide, 0.02), wide->lost_runs = 1;
    expect(&f, true, "More seeds do not answer 2 comparisons that are open:");
    f.analysis.entries[wide->entry].damaged = true;
    expect(&f, true, said);
    folder_remove(&f);
}

static void test_sizes(void **state)
{
    (void)state;
    struct made f;
    ask(&f, three_arms);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    mlp->cost.parameters = 1, wide->cost.parameters = 0.9;
    expect(&f, true,
           "not equal (0.90 to 1.00 times the baseline's): a difference there may be one "
           "of size. No control of equal size was run.");
    wide->cost.parameters = 1.005;
    expect(&f, false, "parameters are not equal");
    folder_remove(&f);
    char *controlled = xformat("%scontrols: {mlp: wide}\n", three_arms);
    ask(&f, controlled);
    effect_of(&f, "mlp")->cost.parameters = 1.5;
    expect(&f, true,
           "of size. The reading at equal parameters is against a control of equal size.");
    folder_remove(&f);
    free(controlled);
}

/* Where the baseline makes hardly any mistake nothing better could be seen, of what was measured.
 */
static void test_ceiling(void **state)
{
    (void)state;
    struct made f;
    ask_at(&f, OF("accuracy"), 0.004); /* right in 0.999 */
    expect(&f, true, "2 of 2 comparisons are with a baseline that has accuracy of nearly 1:");
    effect_of(&f, "mlp")->gain.n = 0;
    expect(&f, true, "1 of 1 comparison is with a baseline");
    effect_of(&f, "mlp")->gain.n = 4;
    f.analysis.entries[effect_of(&f, "wide")->entry].damaged = true;
    expect(&f, true, "1 of 1 comparison is with a baseline");
    folder_remove(&f);
    ask(&f, three_arms);
    expect(&f, false, "of nearly");
    folder_remove(&f);
}

static void test_alone(void **state)
{
    (void)state;
    struct made f;
    ask(&f, three_arms);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    mlp->ungated = wide->ungated = OUTCOME_UNRESOLVED;
    expect(&f, false, "interval alone");
    expect(&f, true, "Few seeds: 4 pairs for each comparison.");
    expect(&f, true, "no p below 0.12 exists at n = 4.");
    mlp->ungated = OUTCOME_SUGGESTIVE;
    expect(&f, false, "interval alone"); /* its p stands: other questions took its verdict */
    mlp->p_corrected = wide->p_corrected = 0.06;
    expect(&f, true,
           "1 of 2 comparisons differs by its interval alone, but not after correction "
           "for these 2.");
    wide->ungated = OUTCOME_SUGGESTIVE;
    expect(&f, true, "2 of 2 comparisons differ by their interval alone");
    wide->primary = true;
    expect(&f, true,
           "1 of 1 comparison of the primary claim differs by its interval alone, but "
           "not after correction for this one.");
    wide->primary = false;
    f.analysis.entries[wide->entry].damaged = true; /* a family of its own, and no finding */
    expect(&f, true, "1 of 1 comparison differs by its interval alone");
    expect(&f, true, "1 condition of data and size");
    expect(&f, true, "No learning rate was tuned");
    expect(&f, false, "generated from a small grammar");
    folder_remove(&f);
}

/* Of two values that were tried by as many seeds, closer than one standard error. */
static void test_close_calls(void **state)
{
    (void)state;
    struct made f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    struct analysis *a = &f.analysis;
    for (int i = 0; i < a->candidate_count; i++) a->candidates[i].tuning = 9;
    const struct entry *base = &a->entries[find(a, "base", 0)];
    struct candidate *best = &a->candidates[base->winner], *next = &a->candidates[base->first];
    assert_ptr_not_equal(best, next);
    for (int i = 0; i < a->entry_count; i++) a->candidates[a->entries[i].winner].tuning = 1;
    best->tuning_seeds = next->tuning_seeds = 4; /* losses of 2.0, 2.1, 2.2: an sd of 0.1 */
    next->tuning = 1.049;
    expect(&f, true, "For 1 of 2 arms another lr came, in the mean over the tuning seeds, nearer");
    expect(&f, true, "do not hold that. More tuning seeds would");
    ((struct spec *)a->questions[0].spec)->tune_apart = true;
    expect(&f, true, "intervals over seeds hold that, so that they are wide");
    next->tuning = 1.051;
    expect(&f, false, "another lr came");
    next->tuning = 1.01, next->tuning_seeds = 3;
    expect(&f, false, "another lr came");
    folder_remove(&f);
}

static void test_moving(void **state)
{
    (void)state;
    struct made f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    struct analysis *a = &f.analysis;
    expect(&f, true, "6 of 6 winning runs still improved by more than the margin");
    const struct candidate *best = entry_winner(a, find(a, "base", 0));
    const struct trial *still = a->members[best->first], *shorter = a->members[best->first + 1];
    double *last = (double *)still->points[still->point_count - 1].valid;
    long loss = metric_find("loss") - metrics;
    last[loss] = still->points[0].valid[loss] + 1; /* it had been better */
    expect(&f, true, "5 of 6 winning runs still improved");
    ((struct trial *)shorter)->point_count = 1;
    expect(&f, true, "4 of 5 winning runs still improved");
    folder_remove(&f);
}

/* Whether what judges had chosen before. */
static void test_judge(void **state)
{
    (void)state;
    struct made f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    struct question *q = &f.analysis.questions[0];
    expect(&f, true,
           "both chose the tuned values and is what arms are compared by, the tuning "
           "seeds among the others: levels");
    ((struct spec *)q->spec)->tune_apart = true;
    expect(&f, true, "what arms are compared by, though with other seeds: levels");
    q->tuned = -1;
    expect(&f, false, "both chose");
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds_needed), cmocka_unit_test(test_which_are_open),
        cmocka_unit_test(test_sizes),        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_close_calls),  cmocka_unit_test(test_moving),
        cmocka_unit_test(test_judge),        cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_ceiling),      cmocka_unit_test(test_losses_leave_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
