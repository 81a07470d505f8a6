/* SPDX-License-Identifier: MIT
 * Tests how rows of timed layers are combined into entries: medians over rounds, pairs within a
 * round, labels, passes, and phases. */
#include "tests/unit/test.h"

#include "harness/analysis/roofline.h"
#include "harness/run/manifest.h"
#include "tests/unit/run_folder.h"

/* times of a cell in ns, one per round; 0 for a failed row, negative for a row that was not run */
struct timing {
    const char *question, *cell;
    double ns[7];
};

static const char *timed_by(const struct folder *f, int row, const struct timing *list, int count,
                            double *ns)
{
    const struct plan_row *r = &f->plan.rows[row];
    const char *question = plan_row_spec(&f->plan, r)->name;
    for (int i = 0; i < count; i++) {
        *ns = list[i].ns[r->round - 1];
        if (strcmp(list[i].question, question) || *ns < 0) continue;
        if (!strcmp(list[i].cell, plan_row_cell(&f->plan, r)->string)) return question;
    }
    return NULL;
}

/* Cells whose text contains this string ran by formula. NULL means that the run did not record
 * paths. */
static const char *formula_cells;

static void set_up(struct folder *f, const char *plan, const struct timing *list, int count)
{
    struct text rows = {0};
    double ns;
    folder_plan(f, plan);
    text_add(&rows, "ablation,key,status,time_ns_median%s\n", formula_cells ? ",path" : "");
    for (int row = 0; row < f->plan.row_count; row++) {
        const char *question = timed_by(f, row, list, count, &ns);
        if (!question) continue;
        bool unstable = !strcmp(question, "second");
        text_add(&rows, "%s,\"%s\",%s,", question, f->plan.rows[row].key,
                 ns == 0    ? "timeout"
                 : unstable ? "unstable"
                            : "ok");
        if (ns > 0) text_add(&rows, "%.17g", ns);
        if (formula_cells)
            text_add(&rows,
                     strstr(f->plan.rows[row].key, formula_cells) ? ",formula: q+score" : ",fast");
        text_add(&rows, "\n");
    }
    folder_write(f, "cells.csv", rows.data);
    text_free(&rows);
}

#define BASE(size, phase)                                                                          \
    "proj=base,size=" size ",data=some,threads=1,phase=" phase ",lr=0.1,seed=1"
#define MLP(d, size, phase)                                                                        \
    "proj=mlp,norm=off,act=relu,d=" d ",size=" size ",data=some,threads=1,phase=" phase            \
    ",lr=0.1,seed=1"
#define STEADY 100, 110, 90, 105, 95, 100, 120

static const struct timing sample[] = {
    {"second", BASE("8", "forward"), {7}},
    {"first", BASE("64", "forward"), {STEADY}},
    {"first", MLP("10", "64", "forward"), {200, 220, 180, 210, 190, 200, 240}},
    {"first", MLP("2", "64", "forward"), {200, 0, 180, 210, 190, 200, 240}},
    {"first", BASE("128", "forward"), {100, 110, 90, 105, 95, 100, -1}},
    {"first", MLP("2", "128", "forward"), {STEADY}},
};
enum { SAMPLE = sizeof sample / sizeof *sample };
static const char sample_plan[] =
    "# As run by attnlab: second.yaml, tier full\narms: {x: }\n"
    "---\n# As run by attnlab: first.yaml, tier full\n"
    "rounds: 7\nbaseline: base\nfactors: {size: [64, 128]}\n"
    "grids:\n  - arms: {base: }\n  - arms: {b: {proj: mlp}}\n    factors: {d: [10, 2]}\n"
    "    rules: [{exclude: size == 128 and d == 10}]\n";

static int of_cell(const struct analysis *a, const char *cell)
{
    for (int i = 0; i < a->entry_count; i++)
        if (!strcmp(a->members[a->candidates[a->entries[i].first].first]->cell->string, cell))
            return i;
    fail_msg("no entry has the cell %s", cell);
    return -1;
}

static const struct effect *effect_of(const struct analysis *a, const char *cell)
{
    return entry_effect(a, of_cell(a, cell), COMPARE_STEPS);
}

TEST("an entry has the median and quartiles of its rounds")
{
    struct folder f;
    set_up(&f, sample_plan, sample, SAMPLE);
    folder_analyse(&f);
    const struct analysis *a = &f.analysis;
    int base = of_cell(a, BASE("64", "forward")), holes = of_cell(a, MLP("2", "64", "forward"));
    const struct entry *e = &a->entries[base];
    assert_int_equal(a->candidates[e->first].n, 7);
    near(e->median, 100, 0);
    near(e->min, 90, 0);
    near(e->q3, 107.5, 1e-9);
    assert_int_equal(e->reference, base);
    assert_int_equal(a->candidates[a->entries[holes].first].n, 6);
    assert_int_equal(a->candidates[a->entries[holes].first].failed, 1);
    folder_remove(&f);
}

TEST("cells are compared within each round")
{
    struct folder f;
    set_up(&f, sample_plan, sample, SAMPLE);
    folder_analyse(&f);
    const struct analysis *a = &f.analysis;
    const struct effect *twice = effect_of(a, MLP("10", "64", "forward"));
    assert_int_equal(twice->gain.n, 7);
    near(exp(-twice->gain.centre), 2, 1e-12);
    assert_int_equal(twice->outcome, OUTCOME_WORSE);
    near(twice->gain.p, 2.0 / 128, 1e-12);
    const struct effect *holes = effect_of(a, MLP("2", "64", "forward"));
    assert_int_equal(holes->gain.n, 6);
    assert_int_equal(holes->unpaired, 1);
    const struct effect *same = effect_of(a, MLP("2", "128", "forward"));
    assert_int_equal(same->gain.n, 6);
    assert_int_equal(same->unpaired, 1);
    assert_int_equal(same->outcome, OUTCOME_EQUIVALENT);
    /* The question has three tests, so each p-value is multiplied by 3, 2 or 1. */
    near(twice->p_corrected, 6.0 / 128, 1e-12);
    near(holes->p_corrected, 4.0 / 64, 1e-12);
    near(same->p_corrected, 1, 1e-12);
    assert_null(effect_of(a, BASE("64", "forward")));
    assert_null(effect_of(a, BASE("8", "forward")));
    assert_int_equal(a->entries[of_cell(a, BASE("8", "forward"))].reference, -1);
    folder_remove(&f);
}

TEST("entries are in the order of the plan and have labels")
{
    struct folder f;
    set_up(&f, sample_plan, sample, SAMPLE);
    folder_analyse(&f);
    const struct analysis *a = &f.analysis;
    assert_string_equal(a->questions[0].spec->name, "second");
    assert_int_equal(a->candidates[a->entries[0].first].unstable, 1);
    assert_string_equal(a->entries[1].label, "base");
    assert_string_equal(a->conditions[1].label, "size = 64");
    assert_string_equal(a->entries[2].label, "b, d = 2");
    assert_string_equal(a->entries[3].label, "b, d = 10");
    assert_int_equal(a->conditions[1].column, 0);
    assert_string_equal(a->conditions[2].label, "size = 128");
    assert_int_equal(a->conditions[2].column, 1);
    assert_int_equal(a->entries[5].row, a->entries[2].row);
    assert_true(a->questions[1].rows == 3 && a->questions[1].columns == 2);
    char *name = entry_name(a, 2);
    assert_string_equal(name, "b, d = 2 (size = 64)");
    free(name);
    folder_remove(&f);
}

/* Passes are separate conditions, so they are not compared with each other. The forward pass comes
 * first. */
TEST("each pass is a separate condition")
{
    static const struct timing list[] = {
        {"a", BASE("1", "both"), {30}},        {"a", BASE("1", "forward"), {10}},
        {"a", BASE("1", "backward"), {20}},    {"a", MLP("1", "1", "both"), {60}},
        {"a", MLP("1", "1", "forward"), {40}}, {"a", MLP("1", "1", "backward"), {-1}},
        {"z", BASE("1", "backward"), {20}},    {"z", BASE("1", "forward"), {10}},
    };
    static const char plan[] =
        "# As run by attnlab: a.yaml, tier full\nbaseline: base\nfixed: {size: 1}\n"
        "factors: {phase: [both, forward, backward]}\narms: {base: , b: {proj: mlp}}\n"
        "---\n# As run by attnlab: z.yaml, tier full\nbaseline: {phase: forward}\n"
        "fixed: {size: 1}\nfactors: {phase: [forward, backward]}\narms: {x: }\n";
    static const char *const order[] = {"forward", "forward", "backward", "backward",
                                        "both",    "both",    "",         ""};
    struct folder f;
    set_up(&f, plan, list, sizeof list / sizeof *list);
    folder_analyse(&f);
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->entry_count, 8);
    for (int i = 0; i < 8; i++)
        assert_string_equal(a->conditions[a->entries[i].condition].pass, order[i]);
    near(exp(-entry_effect(a, 1, COMPARE_STEPS)->gain.centre), 4, 1e-12);
    near(exp(-entry_effect(a, 5, COMPARE_STEPS)->gain.centre), 2, 1e-12);
    assert_int_equal(entry_effect(a, 3, COMPARE_STEPS)->gain.n, 0);
    assert_int_equal(entry_effect(a, 3, COMPARE_STEPS)->outcome, OUTCOME_NONE);
    assert_string_equal(a->conditions[0].label, "");
    assert_int_equal(a->questions[0].columns, 1);
    /* This question compares the two passes. */
    near(exp(-entry_effect(a, 7, COMPARE_STEPS)->gain.centre), 2, 1e-12);
    assert_non_null(strstr(a->entries[7].label, "phase = backward"));
    folder_remove(&f);
}

/* Creates runs of three variants. Cells whose text contains `cells` ran by formula. */
static void set_up_formulas(struct folder *f, const char *cells)
{
    static const struct timing list[] = {
        {"a", BASE("8", "forward"), {STEADY}},
        {"a", MLP("1", "8", "forward"), {200, 221, 181, 211, 191, 201, 241}},
        {"a", MLP("2", "8", "forward"), {300, 331, 271, 316, 286, 301, 361}},
        {"a", MLP("3", "8", "forward"), {50, 56, 46, 53, 48, 51, 61}}};
    formula_cells = cells;
    set_up(f,
           "# As run by attnlab: a.yaml, tier full\nbaseline: base\nrounds: 7\n"
           "factors: {d: [1, 2, 3]}\narms: {base: , b: {proj: mlp}}\n",
           list, sizeof list / sizeof *list);
    formula_cells = NULL;
    folder_analyse(f);
}

/* A time by formula has a ratio, but no test and no verdict. The correction for multiple tests
 * ignores it. */
TEST("times by formula have no verdict")
{
    struct folder f;
    const struct effect *e;
    const double least = 2 / 128.0;
    set_up_formulas(&f, NULL);
    for (int i = 1; i < 4; i++) {
        e = entry_effect(&f.analysis, i, COMPARE_STEPS);
        near(e->gain.p, least, 1e-12);
        near(e->p_corrected, 3 * least, 1e-12);
        assert_int_equal(e->outcome, i < 3 ? OUTCOME_WORSE : OUTCOME_BETTER);
        assert_false(e->cost.by_formula);
    }
    assert_string_equal(entry_path(&f.analysis, 2), "");
    folder_remove(&f);

    set_up_formulas(&f, "d=2,");
    e = entry_effect(&f.analysis, 2, COMPARE_STEPS);
    assert_string_equal(f.analysis.entries[2].label, "b, d = 2 (by formula)");
    assert_string_equal(entry_path(&f.analysis, 2), "formula: q+score");
    assert_int_equal(e->outcome, OUTCOME_BY_FORMULA);
    assert_int_equal(e->gain.n, 7);
    near(exp(-e->gain.centre), 3, 0.02);
    assert_true(isnan(e->gain.p) && isnan(e->p_corrected));
    for (int i = 1; i < 4; i += 2) {
        e = entry_effect(&f.analysis, i, COMPARE_STEPS);
        near(e->p_corrected, 2 * least, 1e-12);
        assert_int_equal(e->outcome, i < 3 ? OUTCOME_WORSE : OUTCOME_BETTER);
    }
    folder_remove(&f);

    set_up_formulas(&f,
                    "proj=base"); /* The baseline ran by formula, so no comparison has a verdict. */
    for (int i = 1; i < 4; i++) {
        assert_int_equal(entry_effect(&f.analysis, i, COMPARE_STEPS)->outcome, OUTCOME_BY_FORMULA);
        assert_false(f.analysis.entries[i].by_formula);
    }
    folder_remove(&f);
}

TEST("the time of a phase is the median over its rounds")
{
#define PHASE(round, phase, ns)                                                                    \
    "first,\"" BASE("64", "forward") ",round=" round "\"," phase "," ns "\n"
    struct folder f;
    set_up(&f, sample_plan, sample, SAMPLE);
    folder_write(&f, "phases.csv",
                 "ablation,key,phase,time_ns\n" PHASE("1", "score", "10") PHASE("1", "sum", "12")
                     PHASE("2", "score", "30") "first,\"arm=nobody,round=1\",score,30\n");
    folder_write(&f, "manifest.json",
                 "{\"peaks\": [{\"threads\": 1, \"sgemm_gflops\": 100, \"triad_gb_s\": 10},"
                 " {\"threads\": 1, \"sgemm_gflops\": 50, \"triad_gb_s\": 20}]}");
    folder_analyse(&f);
    struct roofline r = roofline_make(&f.analysis);
    assert_true(r.roof_count == 1 && r.phase_count == 2);
    near(r.roofs[0].sgemm_gflops, 100, 0);
    near(r.roofs[0].triad_gb_s, 20, 0);
    assert_int_equal(r.phases[0].entry, of_cell(&f.analysis, BASE("64", "forward")));
    assert_true(r.phases[0].n == 2 && r.phases[1].n == 1);
    near(r.phases[0].time_ns, 20, 0);
    near(r.phases[1].time_ns, 12, 0);
    roofline_free(&r);
    folder_remove(&f);
}

/* A resumed run has several measured peaks. The highest is used, because other programs can only
 * lower a measured peak. */
TEST("the highest of several measured peaks is used")
{
    enum { PEAKS = 201 };
    json_t *peaks = json_array(), *root = json_pack("{s:o}", "peaks", peaks);
    for (int i = 0; i < PEAKS; i++)
        json_array_append_new(peaks, json_pack("{s:i, s:f}", "threads", 2, "sgemm_gflops", 1. + i));
    near(manifest_peak(root, 2, "sgemm_gflops"), PEAKS, 0);
    near(manifest_least_peak(root, 2, "sgemm_gflops"), 1, 0);
    assert_true(isnan(manifest_peak(root, 1, "sgemm_gflops")));
    assert_true(isnan(manifest_peak(root, 2, "triad_gb_s")));
    json_decref(root);
}

TEST("a damaged manifest gives no roofline limit")
{
    static const char *const manifests[] = {"{\"peaks\": [3, {\"threads\": \"x\"}",
                                            "{\"peaks\": [3, {\"threads\": \"x\"}]}",
                                            "{\"peaks\": [{\"threads\": 1.5}]}"};
    for (int i = 0; i < 3; i++) {
        struct folder f;
        set_up(&f, sample_plan, sample, SAMPLE);
        folder_write(&f, "manifest.json", manifests[i]);
        folder_analyse(&f);
        assert_int_equal(f.run.manifest_fault != NULL, i == 0);
        struct roofline r = roofline_make(&f.analysis);
        assert_int_equal(r.roof_count, 0);
        roofline_free(&r);
        folder_remove(&f);
    }
}
