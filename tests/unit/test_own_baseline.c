/* SPDX-License-Identifier: MIT
 * Tests that an arm is compared with the baseline cell of the same condition, even if the two cells
 * come from different grids (harness/plan/candidates.c). */
#include "tests/unit/test.h"
#include "plan_case.h"

#define FACTORS                                                                                    \
    "baseline: dot\nfactors: {n: [64, 128], method: [streaming, materialised], seed: 1-2}\n"
#define WIDE                                                                                       \
    "grids:\n  - arms: {dot: , gat: {score: gat}}\n"                                               \
    "  - arms: {wide: }\n    derive: {score_scale: n / 16}\n"

static bool same(const struct plan *p, int x, int y, const char *axis)
{
    return !strcmp(plan_value(p, &p->cells[x], axis), plan_value(p, &p->cells[y], axis));
}

static const char *arm_of(const struct plan *p, int cell)
{
    return p->specs[p->cells[cell].spec].arms[p->cells[cell].arm_index].name;
}

/* A condition can have several baseline cells. An arm is compared with the cell that uses the same
 * method. */
TEST("each cell is compared with the baseline of its condition")
{
    static const char *const kinds[] = {"", "kind: quality\n"};
    for (int k = 0; k < 2; k++) {
        char *text = xformat("%s%s%s", kinds[k], FACTORS, WIDE);
        struct plan_options o = {0};
        struct plan p = good_plan(text, &o);
        assert_int_equal(p.cell_count, 3 * 8);
        for (int i = 0; i < p.cell_count; i++) {
            int other = p.cells[i].baseline;
            assert_string_equal(arm_of(&p, other), "dot");
            assert_true(same(&p, i, other, "n") && same(&p, i, other, "method") &&
                        same(&p, i, other, "seed"));
            assert_int_equal(p.cells[i].group, p.cells[other].group);
        }
        plan_free(&p);
        free(text);
    }
}

TEST("a filter keeps the baseline of its condition")
{
    const char *filter = "arm == wide and n == 64";
    struct plan_options o = {.filters = &filter, .filter_count = 1};
    struct plan p = good_plan(FACTORS WIDE, &o);
    int baselines = 0;
    for (int i = 0; i < p.cell_count; i++) baselines += !strcmp(arm_of(&p, i), "dot");
    assert_int_equal(p.cell_count, 2 * 4);
    assert_int_equal(baselines, 4);
    plan_free(&p);
}

TEST("a cell never gets a baseline from a different condition")
{
    struct plan_options o = {0};
    struct plan p =
        good_plan("baseline: dot\nfactors: {seed: 1-2}\ngrids:\n"
                  "  - {factors: {n: [64]}, arms: {dot: }}\n"
                  "  - {factors: {n: [128]}, arms: {wide: }, derive: {score_scale: n / 16}}\n",
                  &o);
    assert_int_equal(p.cell_count, 4);
    for (int i = 0; i < p.cell_count; i++) assert_int_equal(p.cells[i].baseline, i);
    plan_free(&p);
}

TEST_SETUP() { axes = sample_axes(); }
