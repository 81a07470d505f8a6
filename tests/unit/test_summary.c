/* SPDX-License-Identifier: MIT
 * From rows to cells: medians over rounds, pairs within a round and a group, labels, phases, and
 * the two renderings of a document. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/render/document.h"
#include "harness/analysis/labels.h"
#include "harness/analysis/phase_summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEADER                                                                                     \
    "ablation,arm,arm_label,arm_index,group,round,baseline,cell,status,n,d,threads,time_ns_"       \
    "median\n"

/* cmocka 1.1 compares floats only. */
static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

struct fixture {
    struct table rows, questions;
    struct summary summary;
    struct label *labels;
};

static struct table table_of(const char *text)
{
    struct table t;
    char *error = NULL;
    if (!table_parse(&t, xstrdup(text), strlen(text), "cells.csv", &error)) fail_msg("%s", error);
    return t;
}

static void set_up(struct fixture *f, const char *rows)
{
    char *error = NULL;
    f->rows = table_of(rows);
    f->questions = table_of("ablation,question\nsecond,?\n");
    if (!summary_build(&f->summary, &f->rows, &f->questions, 0.95, 0.02, &error))
        fail_msg("%s", error);
    f->labels = labels_make(&f->summary);
}

static void tear_down(struct fixture *f)
{
    labels_free(f->labels, f->summary.count);
    summary_free(&f->summary);
    table_free(&f->rows);
    table_free(&f->questions);
}

/* Rows of a cell: times of rounds 1.., 0 for one that failed. */
static void add_rows(struct text *t, const char *arm, int index, int n, const char *d,
                     const double *times, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        text_add(t, "first,%s,%s,%d,%d,%d,\"arm=base,n=%d,threads=1\",", arm, arm, index, n, r + 1,
                 n);
        text_add(t, "\"arm=%s,n=%d%s%s,threads=1\",", arm, n, *d ? ",d=" : "", d);
        text_add(t, "%s,%d,%s,1,", times[r] > 0 ? "ok" : "timeout", n, d);
        if (times[r] > 0) text_add(t, "%.17g", times[r]);
        text_add(t, "\n");
    }
}

static const double steady[] = {100, 110, 90, 105, 95, 100, 120};

static char *sample(void)
{
    struct text t = {0};
    const double twice[] = {200, 220, 180, 210, 190, 200, 240};
    const double holes[] = {200, 0, 180, 210, 190, 200, 240};
    text_add(&t, HEADER);
    add_rows(&t, "base", 0, 64, "", steady, 7);
    add_rows(&t, "b", 1, 64, "10", twice, 7);
    add_rows(&t, "b", 1, 64, "2", holes, 7);
    add_rows(&t, "base", 0, 128, "", steady, 6);
    add_rows(&t, "b", 1, 128, "2", steady, 7);
    text_add(&t, "second,x,,0,9,1,,\"n=1\",unstable,1,,1,7\n");
    return t.data;
}

static const struct summary_cell *find(const struct fixture *f, const char *cell)
{
    int i = summary_find(&f->summary, "first", cell);
    assert_true(i >= 0);
    return &f->summary.cells[i];
}

static void test_times(void **state)
{
    (void)state;
    struct fixture f;
    char *rows = sample();
    set_up(&f, rows);
    const struct summary_cell *c = find(&f, "arm=base,n=64,threads=1");
    assert_int_equal(c->n, 7);
    near(c->median, 100, 0);
    near(c->min, 90, 0);
    near(c->q3, 107.5, 1e-9);
    assert_true(c->is_baseline);
    const struct summary_cell *holes = find(&f, "arm=b,n=64,d=2,threads=1");
    assert_int_equal(holes->n, 6);
    assert_int_equal(holes->failed, 1);
    tear_down(&f);
    free(rows);
}

static void test_ratios(void **state)
{
    (void)state;
    struct fixture f;
    char *rows = sample();
    set_up(&f, rows);
    const struct summary_cell *twice = find(&f, "arm=b,n=64,d=10,threads=1");
    assert_int_equal(twice->log_ratio.n, 7);
    near(exp(twice->log_ratio.centre), 2, 1e-12); /* noise is common to the pair */
    assert_int_equal(twice->verdict, VERDICT_SLOWER);
    near(twice->log_ratio.p, 2.0 / 128, 1e-12);
    const struct summary_cell *holes = find(&f, "arm=b,n=64,d=2,threads=1");
    assert_int_equal(holes->log_ratio.n, 6);
    assert_int_equal(holes->unpaired, 1);
    const struct summary_cell *same = find(&f, "arm=b,n=128,d=2,threads=1");
    assert_int_equal(same->log_ratio.n, 6); /* the baseline's seventh round is not there */
    assert_int_equal(same->unpaired, 1);
    assert_int_equal(same->verdict, VERDICT_EQUIVALENT);
    /* Three tests in the ablation: 3 * 2/128, 2 * 2/64, 1. */
    near(twice->p_holm, 6.0 / 128, 1e-12);
    near(holes->p_holm, 4.0 / 64, 1e-12);
    near(same->p_holm, 1, 1e-12);
    assert_int_equal(find(&f, "arm=base,n=64,threads=1")->verdict, VERDICT_NONE);
    tear_down(&f);
    free(rows);
}

/* A baseline of another group is no partner, whatever its name says. */
static void test_other_group(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, HEADER "a,base,,0,1,1,n=1,n=1,ok,1,,1,10\na,b,,1,2,1,n=1,n=2,ok,2,,1,20\n");
    assert_int_equal(f.summary.cells[1].reference, -1);
    assert_int_equal(f.summary.cells[1].log_ratio.n, 0);
    tear_down(&f);
}

static void test_labels(void **state)
{
    (void)state;
    struct fixture f;
    char *rows = sample();
    set_up(&f, rows);
    /* The ablation that is asked for comes first, then arms, then axes by number. */
    assert_string_equal(f.summary.cells[0].ablation, "second");
    assert_int_equal(f.summary.cells[0].unstable, 1);
    assert_string_equal(f.labels[1].label, "base");
    assert_string_equal(f.labels[1].shape, "n = 64");
    assert_string_equal(f.labels[3].label, "b, d = 2");
    assert_string_equal(f.labels[4].label, "b, d = 10");
    assert_int_equal(f.labels[4].column, 0);
    const struct label *last = &f.labels[f.summary.count - 1];
    assert_string_equal(last->shape, "n = 128");
    assert_int_equal(last->column, 1);
    assert_int_equal(last->row, f.labels[3].row);
    char *legend = legend_text("a, 5 \"x\" %");
    assert_string_equal(legend, "a%2C 5 %22x%22 %25");
    free(legend);
    tear_down(&f);
    free(rows);
}

/* Passes come forward first, are no shape, and have no ratio to each other. */
static void test_passes(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "ablation,arm,arm_label,arm_index,group,round,baseline,cell,status,n,phase,time_ns_"
               "median\n"
               "a,base,,0,1,1,\"n=1,phase=both\",\"n=1,phase=both\",ok,1,both,30\n"
               "a,base,,0,2,1,\"n=1,phase=forward\",\"n=1,phase=forward\",ok,1,forward,10\n"
               "a,base,,0,3,1,\"n=1,phase=backward\",\"n=1,phase=backward\",ok,1,backward,20\n"
               "a,b,,1,1,1,\"n=1,phase=both\",\"n=2,phase=both\",ok,2,both,60\n"
               "a,b,,1,2,1,\"n=1,phase=forward\",\"n=2,phase=forward\",ok,2,forward,40\n"
               /* Here the pass is what is compared. */
               "z,x,,0,4,1,\"n=1,phase=forward\",\"n=1,phase=backward\",ok,1,backward,20\n"
               "z,x,,0,4,1,\"n=1,phase=forward\",\"n=1,phase=forward\",ok,1,forward,10\n");
    static const char *const order[] = {"forward", "forward", "backward", "both", "both", "", ""};
    assert_int_equal(f.summary.count, 7);
    for (int i = 0; i < 7; i++) assert_string_equal(f.summary.cells[i].pass, order[i]);
    near(exp(f.summary.cells[1].log_ratio.centre), 4, 1e-12);
    near(exp(f.summary.cells[4].log_ratio.centre), 2, 1e-12);
    assert_int_equal(f.summary.cells[2].log_ratio.n, 0);
    assert_string_equal(f.labels[3].shape, "");
    near(exp(f.summary.cells[5].log_ratio.centre), 2, 1e-12);
    assert_non_null(strstr(f.labels[5].label, "phase = backward"));
    tear_down(&f);
}

static void test_missing_column(void **state)
{
    (void)state;
    struct table rows = table_of("ablation,cell\na,n=1\n"), none = table_of("ablation\n");
    struct summary s;
    char *error = NULL;
    assert_false(summary_build(&s, &rows, &none, 0.95, 0.02, &error));
    assert_non_null(strstr(error, "no column \"arm\""));
    free(error);
    table_free(&rows);
    table_free(&none);
}

static void test_phases(void **state)
{
    (void)state;
    struct fixture f;
    char *rows = sample();
    set_up(&f, rows);
    struct table phases =
        table_of("ablation,key,phase,time_ns,flop,bytes,recomputed_flop\n"
                 "first,\"arm=base,n=64,threads=1,round=1\",score,10,500,10,250\n"
                 "first,\"arm=base,n=64,threads=1,round=1\",sum,10,100,100,0\n"
                 "first,\"arm=base,n=64,threads=1,round=1\",normalize,10,100,0,100\n"
                 "first,\"arm=base,n=64,threads=1,round=2\",score,30,500,10,250\n"
                 "first,\"arm=nobody,round=1\",score,30,500,10,0\n");
    struct peaks peaks = peaks_read("{\"peaks\": [{\"threads\": 1, \"sgemm_gflops\": 100, "
                                    "\"triad_gb_s\": 10}, {\"threads\": 1, \"sgemm_gflops\": 50, "
                                    "\"triad_gb_s\": 20}]}");
    assert_int_equal(peaks.count, 1);
    struct phase_summary p = phases_summarise(&phases, &f.summary, &peaks);
    assert_int_equal(p.count, 3);
    assert_int_equal(p.list[0].n, 2);
    near(p.list[0].time_ns, 20, 0);
    near(p.list[0].gflops, 25, 1e-12);
    near(p.list[0].roof_gflops, 75, 1e-12); /* 15 GB/s * 50 is above the level */
    assert_false(p.list[0].memory_bound);
    near(p.list[1].roof_gflops, 15, 1e-12); /* 15 GB/s * 1 FLOP/byte */
    assert_true(p.list[1].memory_bound);
    /* What is computed again is in no rate, intensity or share. */
    near(p.list[0].recomputed, 250, 0);
    near(p.list[0].flop_per_byte, 50, 1e-12);
    near(p.list[0].share, 25.0 / 75, 1e-12);
    near(p.list[0].gb_s, 0.5, 1e-12);
    near(p.list[1].share, 10.0 / 15, 1e-12);
    /* No declared bytes: no bandwidth and no roof, which is not 0. */
    near(p.list[2].gflops, 10, 1e-12);
    assert_true(isnan(p.list[2].gb_s) && isnan(p.list[2].roof_gflops) && isnan(p.list[2].share));
    phases_free(&p);
    peaks_free(&peaks);
    table_free(&phases);
    tear_down(&f);
    free(rows);
}

static void test_broken_manifest(void **state)
{
    (void)state;
    struct peaks peaks = peaks_read("{\"peaks\": [3, {\"threads\": \"x\"}");
    assert_int_equal(peaks.count, 0);
    peaks_free(&peaks);
    peaks = peaks_read("{\"peaks\": [3, {\"threads\": \"x\"}]}");
    assert_int_equal(peaks.count, 0);
    peaks_free(&peaks);
}

static void test_document(void **state)
{
    (void)state;
    static const char *const heads[] = {"a|b", "n", NULL};
    struct document d = {0};
    doc_heading(&d, 1, "<b> & %s", "\"q\"");
    doc_item(&d, "one_two");
    doc_item(&d, "three");
    doc_table(&d, "lr", heads);
    doc_cell(&d, "x\ny");
    doc_cell(&d, "%d", 5);
    char *markdown = document_markdown(&d), *html = document_html(&d, "/nonexistent");
    assert_string_equal(markdown, "# \\<b\\> \\& \"q\"\n\n- one\\_two\n- three\n\n"
                                  "| a\\|b | n |\n| --- | ---: |\n| x y | 5 |\n");
    assert_non_null(strstr(html, "<h1>&lt;b&gt; &amp; &quot;q&quot;</h1>"));
    assert_non_null(strstr(html, "<ul>\n<li>one_two</li>\n<li>three</li>\n</ul>"));
    assert_non_null(strstr(html, "<td class=r data-head=\"n\">5</td></tr>"));
    assert_null(strstr(html, "<b>"));
    free(markdown);
    free(html);
    document_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),       cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_other_group), cmocka_unit_test(test_labels),
        cmocka_unit_test(test_passes),      cmocka_unit_test(test_missing_column),
        cmocka_unit_test(test_phases),      cmocka_unit_test(test_broken_manifest),
        cmocka_unit_test(test_document)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
