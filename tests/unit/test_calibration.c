/* SPDX-License-Identifier: MIT
 * Counting verdicts of which the truth is known, on a timed run made for it: each comparison is of
 * a kind that must be counted in one way. And what pages make of the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/csv_write.h"
#include "harness/analysis/calibration.h"
#include "harness/render/calibration_page.h"
#include "tests/unit/trained_folder.h"

enum { ROUNDS = 13 };

static const char plan[] =
    "# As run by attnlab: q.yaml, tier full\n"
    "baseline: base\n"
    "factors: {size: 1-4}\n"
    "arms: {base: {}, same: {proj: wide}, slow: {proj: mlp, label: a delay}}\n"
    "expectations: [{arm: same, expects: equal}, {arm: slow, expects: worse}]\n"
    "rounds: 13\n";

/* Log-ratio of the arm's time to its baseline's, in percent. */
static double noise(int round) { return round % 2 ? 0.4 + round / 100.0 : -0.4 - round / 100.0; }
/* Slower in all rounds but those of ranks 4 and 13: the sum of their ranks is 17, of which tables
 * of the signed-rank test say that it is the greatest with p <= 0.05 at n = 13. */
static double weak(int round) { return round == 4 || round == 13 ? -round : round; }
static double always(int round) { return 10 + round / 100.0; }

static double log_percent(const char *proj, int size, int round)
{
    if (!strcmp(proj, "wide"))
        return size == 2 ? always(round) : size == 3 ? weak(round) : noise(round);
    if (!strcmp(proj, "mlp"))
        return size == 2 ? -always(round) : size == 3 ? noise(round) : always(round);
    return 0;
}

/* At size 4 five rounds are there: too few for an interval. */
static void set_up_timed(struct folder *f)
{
    struct text rows = {0};
    folder_plan(f, plan);
    text_add(&rows, "ablation,key,status,time_ns_median\n");
    for (int row = 0; row < f->plan.row_count; row++) {
        int size = atoi(row_value(f, row, "size")), round = f->plan.rows[row].round;
        if (size == 4 && round > 5) continue;
        text_add(&rows, "q,\"%s\",ok,%.17g\n", f->plan.rows[row].key,
                 1e6 * exp(log_percent(row_value(f, row, "proj"), size, round) / 100));
    }
    folder_write(f, "cells.csv", rows.data);
    folder_write(f, "curves.csv", "ablation,key\n");
    folder_write(f, "manifest.json",
                 "{\"sessions\": [{\"started_utc\": \"2026-01-31T12:00:00Z\"}]}\n");
    folder_analyse(f);
    text_free(&rows);
}

static void what_is_counted(void **state)
{
    (void)state;
    struct folder f;
    struct calibration *list;
    set_up_timed(&f);
    assert_int_equal(calibration_count(&f.analysis, &list), 2);
    const struct calibration *same = list, *slow = list + 1;
    assert_string_equal(same->label, "same");
    assert_int_equal(same->comparisons, 3);
    assert_int_equal(same->left_out, 1);
    assert_int_equal(same->least_pairs, ROUNDS);
    assert_int_equal(same->most_pairs, ROUNDS);
    assert_int_equal(same->apart, 2);
    assert_int_equal(same->said, 2);
    assert_int_equal(same->standing, 1); /* `weak` does not stand */
    assert_int_equal(same->equivalent, 1);
    assert_string_equal(slow->label, "a delay");
    assert_int_equal(slow->comparisons, 3);
    assert_int_equal(slow->left_out, 1);
    assert_int_equal(slow->apart, 1);
    assert_int_equal(slow->said, 1);
    assert_int_equal(slow->standing, 1);
    assert_int_equal(slow->equivalent, 1);
    assert_int_equal(slow->wrong, 1); /* faster, and was made slower */
    near(slow->gain, 0, 0.005);       /* between the faster and the slower one: noise */
    free(list);
    folder_remove(&f);
}

/* Clopper and Pearson's bounds of 2 of 3 solve 3 x^2 - 2 x^3 = 0.025 and x^3 = 0.975; those of 1 of
 * 3 mirror them. */
static void what_is_written(void **state)
{
    (void)state;
    struct folder f;
    struct csv out = {0};
    struct table t;
    char *error = NULL;
    set_up_timed(&f);
    calibration_head(&out);
    calibration_add(&out, &f.analysis);
    assert_true(table_parse(&t, xstrdup(out.text.data), out.text.length, "t", &error));
    assert_int_equal(t.rows, 2);
    assert_string_equal(table_text(&t, 0, "kind"), "timed");
    assert_string_equal(table_text(&t, 1, "truth"), "worse");
    assert_string_equal(table_text(&t, 1, "started_utc"), "2026-01-31T12:00:00Z");
    near(table_number(&t, 0, "said_share"), 2.0 / 3, 1e-12);
    near(table_number(&t, 0, "said_low"), 0.09429932, 5e-9); /* as many digits stand here */
    near(table_number(&t, 0, "said_high"), 0.99159624, 5e-9);
    near(table_number(&t, 0, "standing_low"), 0.00840376, 5e-9);
    near(table_number(&t, 0, "standing_high"), 0.90570068, 5e-9);
    table_free(&t);
    text_free(&out.text);
    folder_remove(&f);
}

/* ---- trainings ---- */

static const char trained_plan[] = "baseline: base\nmetric: loss\nmargin: 0.01\n"
                                   "factors: {size: [1, 2], seed: 1-3}\n"
                                   "arms: {base: {}, again: {proj: wide}}\n"
                                   "expectations: [{arm: again, expects: equal}]\n";

/* At size 2 a training is missing: its two pairs would do for an interval, and are not counted. */
static void what_was_cut_off_is_left_out(void **state)
{
    (void)state;
    struct folder f;
    struct calibration *list;
    struct training rows[11];
    int count = 0;
    for (int i = 0; i < 12; i++) {
        int size = 1 + i / 6, seed = 1 + i % 3;
        bool base = i % 6 < 3;
        if (i == 11) continue;
        rows[count++] = (struct training){base ? "base" : "wide",
                                          "",
                                          "",
                                          size,
                                          0.1,
                                          seed,
                                          "ok",
                                          (base ? 2 : 1.8) + seed / 1000.0 * (base ? 1 : 2)};
    }
    set_up(&f, rows, count, trained_plan);
    assert_int_equal(f.analysis.effects[1].gain.n, 2);
    assert_true(f.analysis.effects[1].gain.interval.enough);
    assert_int_equal(calibration_count(&f.analysis, &list), 1);
    assert_int_equal(list->comparisons, 1);
    assert_int_equal(list->left_out, 1);
    assert_int_equal(list->said, 1);
    assert_int_equal(list->least_pairs, 3);
    free(list);
    folder_remove(&f);
}

static const char tuned_plan[] = "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: loss\n"
                                 "margin: 0.01\nfactors: {lr: [0.1, 0.2], seed: 1-3}\n"
                                 "arms: {base: {}, again: {proj: wide}}\n"
                                 "expectations: [{arm: again, expects: equal}]\n";

/* Of a tuned axis each value tried must have ended, not only the first, which won here: the last
 * row of the second is missing of neither side, of the baseline, or of the arm. */
static void what_was_tuned_by_half_is_left_out(void **state)
{
    (void)state;
    static const char *const cut_off[] = {"", "base", "wide"};
    for (int k = 0; k < 3; k++) {
        struct folder f;
        struct calibration *list;
        struct training rows[12];
        int count = 0;
        for (int i = 0; i < 12; i++) {
            int seed = 1 + i % 3;
            bool base = i < 6, second = i / 3 % 2;
            const char *arm = base ? "base" : "wide";
            if (second && seed == 3 && !strcmp(arm, cut_off[k])) continue;
            rows[count++] = (struct training){arm,
                                              "",
                                              "",
                                              8,
                                              second ? 0.2 : 0.1,
                                              seed,
                                              second && seed > 1 ? "not_needed" : "ok",
                                              (base ? 2 : 1.8) + second + seed / 1000.0};
        }
        set_up(&f, rows, count, tuned_plan);
        assert_int_equal(f.analysis.effects[0].gain.n, 3);
        assert_int_equal(calibration_count(&f.analysis, &list), 1);
        assert_int_equal(list->comparisons, !k);
        assert_int_equal(list->left_out, k > 0);
        free(list);
        folder_remove(&f);
    }
}

/* ---- pages ---- */

/* A table with one line: of so many comparisons of a thing with itself as many false verdicts. */
static struct table table_of(int said, int comparisons)
{
    struct table t;
    char *error = NULL;
    struct interval i = stats_share_interval(said, comparisons, 0.95);
    char *text =
        xformat("question,kind,label,truth,comparisons,left_out,pairs_least,pairs_most,said,"
                "said_share,said_low,level\nq,timed,it,equal,%d,7,6,13,%d,%.17g,%.17g,0.95\n",
                comparisons, said, comparisons ? (double)said / comparisons : 0.0, i.low);
    if (!table_parse(&t, text, strlen(text), "t", &error)) fail_msg("%s", error);
    return t;
}

static char *page_of_table(const struct table *t)
{
    struct document d = {0};
    calibration_page(&d, t);
    char *page = document_markdown(&d);
    document_free(&d);
    return page;
}

/* The interval of 16 of 200 begins at 0.0464, that of 18 at 0.0542. */
static void what_is_too_often(void **state)
{
    (void)state;
    static const struct {
        int said, comparisons;
        bool fails;
    } cases[] = {{0, 200, false}, {16, 200, false}, {18, 200, true}, {2, 2, true}, {0, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table t = table_of(cases[i].said, cases[i].comparisons);
        assert_int_equal(calibration_fails(&t), cases[i].fails);
        char *page = page_of_table(&t);
        assert_int_equal(strstr(page, "%: more than that.") != NULL, cases[i].fails);
        assert_int_equal(strstr(page, "%: not more than that") != NULL,
                         !cases[i].fails && cases[i].comparisons);
        assert_non_null(strstr(page, "it, timed: 7 left out of all counts"));
        free(page);
        table_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_counted), cmocka_unit_test(what_is_written),
        cmocka_unit_test(what_was_cut_off_is_left_out),
        cmocka_unit_test(what_was_tuned_by_half_is_left_out), cmocka_unit_test(what_is_too_often)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
