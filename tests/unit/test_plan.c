/* SPDX-License-Identifier: MIT
 * Tests plans: the number of cells after each step, baselines, groups, filters, shards, and the
 * order of rows. */
#include "plan_case.h"
#include "harness/plan/plan_rows.h"

static const char sample[] = "baseline: dot\n"
                             "factors: {n: [64, 128, 256], d_prime: [2, 4]}\n"
                             "arms: {dot: , neural: {score: neural}, gat: {score: gat}}\n"
                             "rules:\n"
                             "  - exclude: arm == gat and n == 256\n"
                             "  - require: n < 1000\n"
                             "rounds: 6\n";

static void assert_step(const struct plan *p, int i, const char *what, int before, int after)
{
    assert_true(i < p->step_count);
    assert_string_equal(p->steps[i].what, what);
    assert_int_equal(p->steps[i].before, before);
    assert_int_equal(p->steps[i].after, after);
}

static void test_counts(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(sample, &o);
    assert_int_equal(p.step_count, 4);
    assert_step(&p, 0, "product", 0, 18);
    assert_step(&p, 1, "exclude arm == gat and n == 256", 18, 16);
    assert_step(&p, 2, "require n < 1000", 16, 16);
    /* Arm dot has no d_prime, so cells that differ only in d_prime are merged. */
    assert_step(&p, 3, "equal cells merged", 16, 13);
    assert_int_equal(p.cell_count, 13);
    assert_int_equal(p.row_count, 13 * 6);
    assert_int_equal(p.group_count, 3);
    assert_int_equal(p.specs[0].arm_count, 3);
    assert_string_equal(p.specs[0].arms[1].name, "neural");
    for (int i = 0; i < p.cell_count; i++) {
        const struct plan_cell *c = &p.cells[i], *b = &p.cells[c->baseline];
        assert_int_equal(c->group, b->group);
        assert_string_equal(plan_value(&p, b, "score"), "dot");
        assert_string_equal(plan_value(&p, b, "n"), plan_value(&p, c, "n"));
    }
    plan_free(&p);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char **sorted_keys(const struct plan *p)
{
    const char **keys = xarray((size_t)p->row_count, sizeof *keys);
    for (int i = 0; i < p->row_count; i++) keys[i] = p->rows[i].key;
    qsort(keys, (size_t)p->row_count, sizeof *keys, by_text);
    return keys;
}

static void test_keys_are_unique_and_rows_in_rounds(void **state)
{
    (void)state;
    struct plan_options o = {.order_seed = 7};
    struct plan p = good_plan(sample, &o);
    const char **keys = sorted_keys(&p);
    for (int i = 1; i < p.row_count; i++) {
        assert_string_not_equal(keys[i], keys[i - 1]);
        const struct plan_row *r = &p.rows[i], *before = &p.rows[i - 1];
        assert_true(r->round >= before->round);
        bool same_group = r->round == before->round &&
                          plan_row_cell(&p, r)->group == plan_row_cell(&p, before)->group;
        assert_int_equal(r->position, same_group ? before->position + 1 : 0);
    }
    char *last = strstr(p.rows[p.row_count - 1].key, ",round=6");
    assert_non_null(last);
    free(keys);
    plan_free(&p);
}

static void test_shards_part_the_plan(void **state)
{
    (void)state;
    struct plan_options whole = {0};
    struct plan all = good_plan(sample, &whole);
    int rows = 0;
    bool *seen = xarray((size_t)all.group_count, sizeof *seen);
    for (int shard = 1; shard <= 2; shard++) {
        struct plan_options o = {.shard = shard, .shards = 2};
        struct plan p = good_plan(sample, &o);
        for (int i = 0; i < p.row_count; i++) {
            int group = plan_row_cell(&p, &p.rows[i])->group;
            if (p.rows[i].round == 1 && p.rows[i].position == 0) {
                assert_false(seen[group]);
                seen[group] = true;
            }
        }
        rows += p.row_count;
        plan_free(&p);
    }
    assert_int_equal(rows, all.row_count);
    free(seen);
    plan_free(&all);
}

static int filtered_cells_of(const char *question, const char *filter)
{
    const char *filters[] = {filter};
    struct plan_options o = {.filters = filters, .filter_count = 1};
    struct plan p = good_plan(question, &o);
    int count = p.cell_count;
    plan_free(&p);
    return count;
}

static int filtered_cells(const char *filter) { return filtered_cells_of(sample, filter); }

/* A value may contain commas. A filter with commas matches the whole text or one of its parts. */
static void test_filters_of_texts(void **state)
{
    (void)state;
    static const char texts[] = "factors: {corpus: ['mqar:pairs=4,length=32', builtin, other]}\n";
    assert_int_equal(filtered_cells_of(texts, "corpus=mqar:pairs=4,length=32"), 1);
    assert_int_equal(filtered_cells_of(texts, "corpus=builtin,other"), 2);
    assert_int_equal(filtered_cells_of(texts, "corpus=builtin"), 1);
}

static void test_filters_keep_baselines(void **state)
{
    (void)state;
    assert_int_equal(filtered_cells("arm=dot"), 3);
    assert_int_equal(filtered_cells("arm=gat"), 4 + 2);
    assert_int_equal(filtered_cells("n=64"), 5);
    assert_int_equal(filtered_cells("n=64-128*2"), 10);
    assert_int_equal(filtered_cells("score=gat,neural"), 13);
    assert_int_equal(filtered_cells("d_prime > 3 and n < 100"), 3);
    assert_error(sample,
                 (struct plan_options){.filters = (const char *[]){"n=65"}, .filter_count = 1},
                 "--filter: 'n=65': 0 of 13 cells pass; the values are ");
    const char *two[] = {"arm=gat", "score=neural"};
    assert_error(sample, (struct plan_options){.filters = two, .filter_count = 2},
                 "--filter: 'score=neural': 0 of 4 cells pass (after 'arm=gat'); "
                 "the values are gat");
    assert_error(sample,
                 (struct plan_options){.filters = (const char *[]){"arm=dto"}, .filter_count = 1},
                 "--filter: 'arm=dto': unknown arm 'dto'; the arms are dot, ");
    assert_error(sample,
                 (struct plan_options){.filters = (const char *[]){"nn=6"}, .filter_count = 1},
                 "there is no axis nn; did you mean n?");
    assert_error(sample,
                 (struct plan_options){.filters = (const char *[]){"n >"}, .filter_count = 1},
                 "--filter: 'n >': unexpected end of the formula");
    assert_error(sample,
                 (struct plan_options){.filters = (const char *[]){"n=x"}, .filter_count = 1},
                 "found 'x', expected an integer");
}

static void test_set(void **state)
{
    (void)state;
    const char *sets[] = {"n=32", "threads=1,2"};
    struct plan_options o = {.sets = sets, .set_count = 2};
    struct plan p = good_plan(sample, &o);
    assert_int_equal(p.cell_count, 10);
    assert_int_equal(p.group_count, 2);
    assert_non_null(strstr(p.text, "--set 'n=32', --set 'threads=1,2'\nbaseline: dot\n"));
    plan_free(&p);
    assert_error(sample,
                 (struct plan_options){.sets = (const char *[]){"q_depth=2"}, .set_count = 1},
                 "'q_depth=2': the axis applies to no cell");
}

static void test_derive_zip_and_map_baseline(void **state)
{
    (void)state;
    const char *text = "baseline: {q: linear}\n"
                       "factors: {q: [linear, mlp], q_depth: 1-3}\n"
                       "zip: [{d_model: [256, 512], n: [10, 20]}]\n"
                       "derive: {k: q, k_depth: q_depth + 1, heads: d_model / 64}\n";
    struct plan_options o = {0};
    struct plan p = good_plan(text, &o);
    assert_int_equal(p.cell_count, 2 * (1 + 3));
    assert_int_equal(p.group_count, 2);
    assert_string_equal(p.specs[0].arms[3].name, "q=mlp q_depth=3 k=mlp k_depth=4");
    for (int i = 0; i < p.cell_count; i++) {
        bool wide = !strcmp(plan_value(&p, &p.cells[i], "d_model"), "512");
        assert_string_equal(plan_value(&p, &p.cells[i], "heads"), wide ? "8" : "4");
        assert_string_equal(plan_value(&p, &p.cells[i], "n"), wide ? "20" : "10");
        assert_string_equal(plan_value(&p, &p.cells[p.cells[i].baseline], "k"), "linear");
    }
    plan_free(&p);
}

static void test_sub_grids(void **state)
{
    (void)state;
    const char *text = "fixed: {batch: 2, n: 8}\n"
                       "arms: {dot: }\n"
                       "grids:\n"
                       "  - factors: {n: [16, 32]}\n"
                       "  - arms: {neural: {score: neural}}\n"
                       "    factors: {d_prime: 1-8*2}\n"
                       "    rules: [{exclude: d_prime == 4}]\n"
                       "tiers: {smoke: {factors: {n: 4}}}\n";
    struct plan_options o = {0};
    struct plan p = good_plan(text, &o);
    assert_int_equal(p.cell_count, 2 + 3);
    assert_string_equal(plan_value(&p, &p.cells[0], "n"), "16");
    assert_string_equal(plan_value(&p, &p.cells[4], "n"), "8");
    assert_string_equal(plan_value(&p, &p.cells[4], "batch"), "2");
    assert_int_equal(p.cells[0].baseline, -1);
    assert_step(&p, 0, "product of grid 1", 0, 2);
    assert_step(&p, 1, "product of grid 2", 2, 6);
    assert_step(&p, 2, "exclude d_prime == 4", 6, 5);
    plan_free(&p);
    o.tier = "smoke"; /* A value set by a tier replaces all values that the question gives for the
                         factor. */
    p = good_plan(text, &o);
    assert_int_equal(p.cell_count, 1 + 3);
    plan_free(&p);
}

static void test_mistakes_in_grids(void **state)
{
    (void)state;
    struct plan_options o = {0};
    assert_error("factors: {n: [1, 2], d_prime: [1, 2]}\n", o,
                 ":1:22: key d_prime: the axis applies to no cell, expected at least one cell "
                 "with score=neural or score=gat");
    assert_error("arms: {a: {d_prime: 2}, b: {score: gat, d_prime: 2}}\n", o,
                 ":1:12: key d_prime:");
    assert_error("derive: {q_depth: n}\n", o, "key q_depth: the axis applies to no cell");
    assert_error("factors: {n: [1, 2]}\nrules: [{exclude: n > 0}]\n", o,
                 "the grid is empty: 2 cells before the rules");
    assert_error(
        "factors: {score: gat, d_prime: 100}\n", o,
        ":1:23: key d_prime: found '100', expected an integer from 1 to 64 (with score=gat)");
    assert_error("factors: {heads: 7}\n", o, ":1:11: key heads: d_head: found '73.14285714285714'");
    assert_error("fixed: {heads: 2}\nfactors: {n: [8], d_model: [64, 65]}\n", o,
                 ":2:19: key d_model: d_head: found '32.5'");
    assert_error("fixed: {n: 8}\nderive: {heads: n / 3}\n", o,
                 ":2:17: key heads: heads: found '2.66666666666666");
    assert_error("fixed: {n: 8}\nderive: {heads: n / 3}\n", o, "(computed from n = 8)");
    assert_error("factors: {n: 8}\nderive: {heads: d_head, d_head: heads}\n", o,
                 "depends on itself");
    assert_error("factors: {n: 8}\nrules: [{exclude: score > 4}]\n", o,
                 ":2:19: key exclude: in the formula 'score > 4': cannot compare");
    assert_error("baseline: {threads: 1}\nfactors: {threads: 2}\n", o,
                 ":1:11: key baseline: the baseline of ");
    assert_error("factors: {n: 1-10000, m: 1-10000}\n", o, "more than 200000 cells");
    assert_error("rounds: 1000000\nfactors: {n: 1-3}\n", o,
                 "the plan has 3000000 rows, expected at most 2000000; use fewer rounds");
}

static void test_arms_are_told_apart(void **state)
{
    (void)state;
    struct plan_options o = {0};
    assert_error("arms:\n  a: {label: x}\n  b: {q: mlp, label: x}\n", o,
                 ":3:3: key label: found 'x' for both a and b, expected different labels");
    assert_error("arms:\n  a:\n  b: {q: mlp, label: a}\n", o,
                 ":3:3: key label: found 'a' for both a and b");
    /* Two arms may have the same label if they differ in the value of a factor. */
    struct plan p = good_plan("grids:\n  - arms: {a: {label: x}}\n"
                              "  - arms: {b: {label: x}}\n    factors: {score_scale: [2, 3]}\n",
                              &o);
    assert_int_equal(p.cell_count, 3);
    plan_free(&p);
    p = good_plan("arms:\n  a: {q: mlp, q_depth: 1, label: \"{q_depth} deep\"}\n"
                  "  b: {q: mlp, q_depth: 3, label: \"{q_depth} deep\"}\n",
                  &o);
    assert_int_equal(p.cell_count, 2);
    plan_free(&p);
}

/* If a tier has its own grids, it can select only arms of these grids. */
static void test_arms_of_tiers_grids(void **state)
{
    (void)state;
#define GRIDS "baseline: a\narms: {a: {}}\ngrids: [{}, {arms: {b: {score: neural}}}]\n"
    struct plan_options o = {.tier = "full"};
    struct plan p = good_plan(
        GRIDS "tiers: {full: {grids: [{}, {arms: {c: {score: gat}}}], arms: [a, c]}}\n", &o);
    assert_int_equal(p.cell_count, 2);
    plan_free(&p);
    p = good_plan(GRIDS "tiers: {full: {grids: [{}]}, quick: {arms: [a, b]}}\n", &o);
    plan_free(&p);
    assert_error(GRIDS "tiers: {full: {grids: [{}], arms: [a, b]}}\n", o,
                 "key arms: found 'b', expected the name of an arm: a");
}

/* If a tier excludes a question, plans of several questions skip this question. A plan of this
 * question alone is an error. */
static void test_tier_none(void **state)
{
    (void)state;
    static const char none[] = "name: hours\ntiers: {quick: none}\n";
    const char *texts[] = {none, "name: minutes\n"}, *paths[] = {"a.yaml", "b.yaml"};
    struct plan_options o = {.paths = paths, .texts = texts, .path_count = 2};
    struct diags diags = {0};
    struct plan plan;
    if (!plan_build(&plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    assert_int_equal(plan.spec_count, 1);
    assert_string_equal(plan.specs[0].name, "minutes");
    assert_int_equal(plan.absent_count, 1);
    assert_string_equal(plan.absent[0], "a.yaml");
    plan_free(&plan);
    assert_error(none, (struct plan_options){0},
                 "the question is not run at tier quick; run it with --tier full");
    plan = good_plan(none, &(struct plan_options){.tier = "full"});
    assert_int_equal(plan.spec_count, 1);
    plan_free(&plan);
}

/* ---- order ---- */

/* In a Williams square, each cell occurs equally often at each position and directly after each
 * other cell. */
static void check_williams(int n)
{
    int rows = williams_rows(n), at[12][12] = {{0}}, follows[12][12] = {{0}}, order[12];
    for (int row = 0; row < rows; row++) {
        williams_row(n, row, order);
        for (int i = 0; i < n; i++) {
            at[order[i]][i]++;
            if (i) follows[order[i - 1]][order[i]]++;
        }
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            assert_int_equal(at[a][b], rows / n);
            if (a != b) assert_int_equal(follows[a][b], rows / n);
        }
}

static void test_williams(void **state)
{
    (void)state;
    for (int n = 1; n <= 12; n++) check_williams(n);
    assert_int_equal(williams_rows(4), 4);
    assert_int_equal(williams_rows(5), 10);
    int order[3];
    williams_row(3, 6, order); /* The order repeats after 2 * n rows. */
    assert_int_equal(order[0], 0);
}

static void test_order_is_seeded(void **state)
{
    (void)state;
    int a[8], b[8], c[8];
    order_group(1, 3, 8, 2, a);
    order_group(1, 3, 8, 2, b);
    order_group(2, 3, 8, 2, c);
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
    order_groups(1, 8, 1, a);
    order_groups(1, 8, 2, b);
    assert_memory_not_equal(a, b, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts),
                                       cmocka_unit_test(test_keys_are_unique_and_rows_in_rounds),
                                       cmocka_unit_test(test_shards_part_the_plan),
                                       cmocka_unit_test(test_filters_of_texts),
                                       cmocka_unit_test(test_filters_keep_baselines),
                                       cmocka_unit_test(test_set),
                                       cmocka_unit_test(test_derive_zip_and_map_baseline),
                                       cmocka_unit_test(test_sub_grids),
                                       cmocka_unit_test(test_mistakes_in_grids),
                                       cmocka_unit_test(test_arms_are_told_apart),
                                       cmocka_unit_test(test_arms_of_tiers_grids),
                                       cmocka_unit_test(test_tier_none),
                                       cmocka_unit_test(test_williams),
                                       cmocka_unit_test(test_order_is_seeded)};
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
