/* SPDX-License-Identifier: MIT
 * Tests the section of report pages that states the limits of a question
 * (harness/report/validity_section.c). */
#include "tests/unit/test.h"

/* report.h and plain_question.h both declare `struct folder`, so one is renamed */
#define folder made
#include "tests/unit/plain_question.h"
#undef folder
#include "harness/report/report.h"

#define MARGIN 0.01
#define OF(metric)                                                                                 \
    "baseline: base\nmetric: " metric "\nmargin: 0.01\nseeds: 1-4\n"                               \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"

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
    pass_validity_checks(f);
}

static struct effect *effect_of(struct made *f, const char *arm)
{
    struct effect *e =
        (struct effect *)entry_effect(&f->analysis, find(&f->analysis, arm, 0), COMPARE_STEPS);
    assert_non_null(e);
    return e;
}

/* Asserts that the page contains a text or, if `says` is false, does not contain it. */
__attribute__((format(printf, 3, 4))) static void expect(const struct made *f, bool says,
                                                         const char *part, ...)
{
    struct writer w = {0};
    const struct report r = {.run = f->run};
    const struct page p = {.w = &w, .r = &r, .a = &f->analysis, .q = &f->analysis.questions[0]};
    char wanted[512];
    va_list list;
    checks(&p);
    va_start(list, part);
    vsnprintf(wanted, sizeof wanted, part, list);
    va_end(list);
    if ((strstr(w.out.data, wanted) != NULL) != says)
        fail_msg("'%s' is %s the page:\n%s", wanted, says ? "missing on" : "on", w.out.data);
    writer_free(&w);
}

/* Makes an effect inconclusive. `sd` is the standard deviation of the paired differences. */
static void open_with(struct effect *e, double sd)
{
    e->outcome = e->unchecked = OUTCOME_INCONCLUSIVE;
    e->gain =
        (struct estimate){.n = 4, .centre = 0.02, .sd = sd, .interval = {-0.1, 0.14, 0.95, true}};
    e->tuning_variance = 0;
    e->records_variance = (double)NAN;
}

TEST("a page states the number of seeds needed")
{
    struct made f;
    ask_at(&f, OF("loss"), 2);
    struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    open_with(mlp, 0.02), open_with(wide, 0.05);
    expect(
        &f, true,
        "2 comparisons are inconclusive or suggestive with 4 seeds. Up to %d "
        "seeds are needed to narrow an interval to plus or minus the margin. `attnlab plan` "
        "prints a different number: the number of seeds that detect a difference of one standard "
        "deviation after correction.",
        stats_pairs_needed(0.05, 0, MARGIN, 0.95));
    wide->records_variance = 1; /* with this variance, no number of seeds gives a verdict */
    expect(&f, true,
           "Up to %d seeds are needed to narrow an interval to plus or minus the margin. For 1 "
           "comparison, no number",
           stats_pairs_needed(0.02, 0, MARGIN, 0.95));
    f.analysis.entries[wide->entry].negative_control = true;
    expect(&f, true, "1 comparison is inconclusive");
    mlp->unchecked = OUTCOME_WORSE;
    expect(&f, false, "inconclusive or suggestive");
    folder_remove(&f);
}

TEST("a page counts the runs that were still improving")
{
    struct made f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    struct analysis *a = &f.analysis;
    expect(&f, true, "6 of 6 runs were still improving by more than the margin");
    const struct candidate *best = entry_winner(a, find(a, "base", 0));
    const struct trial *still = a->members[best->first], *shorter = a->members[best->first + 1];
    double *last = (double *)still->points[still->point_count - 1].valid;
    long loss = metric_find("loss") - metrics;
    last[loss] = still->points[0].valid[loss] + 1;
    expect(&f, true, "5 of 6 runs were still improving");
    ((struct trial *)shorter)->point_count = 1;
    expect(&f, true, "4 of 5 runs were still improving");
    folder_remove(&f);
}

TEST("a page states that tuning and judging used the same split")
{
    struct made f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    expect(&f, true, "The validation split was used for tuning and for verdicts");
    f.analysis.questions[0].tuned = -1;
    expect(&f, false, "used for tuning and for verdicts");
    folder_remove(&f);
}
