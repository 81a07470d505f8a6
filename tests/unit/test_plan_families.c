/* SPDX-License-Identifier: MIT
 * Tests planned cells: their values, their tuning families, and training runs shared by several
 * questions. */
#include "tests/unit/test.h"
#include "plan_case.h"

TEST("a cell has the planned values")
{
    struct plan_options o = {0};
    struct plan p = good_plan("factors: {score: [dot, gat], n: 64}\n", &o);
    assert_string_equal(plan_value(&p, &p.cells[1], "d_prime"), "8");
    /* The axis `d_prime` does not apply to the score `dot`. */
    assert_null(plan_value(&p, &p.cells[0], "d_prime"));
    assert_string_equal(plan_value(&p, &p.cells[0], "score_scale"), "1");
    /* The complete form of a cell lists all axes. The short form omits quiet axes if they have
     * their default value. */
    assert_null(strstr(p.cells[0].string, "score_scale"));
    char *first = plan_complete(&p, &p.cells[0]), *second = plan_complete(&p, &p.cells[1]);
    assert_non_null(strstr(first, ",score_scale=1,"));
    assert_null(plan_value(&p, &p.cells[0], "nonesuch"));
    char *error, *again = axes_canonical_cell(&axes, second, &error);
    free(first);
    free(second);
    assert_string_equal(again, p.cells[1].string);
    free(again);
    assert_int_equal(p.cells[0].family, -1);
    plan_free(&p);
}

static const char tuned[] = "kind: quality\n"
                            "tune: {axis: threads, seeds: [1]}\n"
                            "factors: {threads: [1, 2], batch: [1, 2], seed: 1-3}\n"
                            "arms: {dot: , gat: {score: gat}}\n";

TEST("cells that differ only in the tuned axis and the seed form a family")
{
    struct plan_options o = {0};
    struct plan p = good_plan(tuned, &o);
    assert_int_equal(p.cell_count, 2 * 2 * 2 * 3);
    assert_int_equal(p.family_count, 4);
    for (int i = 0; i < p.cell_count; i++)
        for (int k = 0; k < p.cell_count; k++) {
            const struct plan_cell *a = &p.cells[i], *b = &p.cells[k];
            bool same = a->arm_index == b->arm_index &&
                        !strcmp(plan_value(&p, a, "batch"), plan_value(&p, b, "batch"));
            assert_int_equal(a->family == b->family, same);
            assert_int_equal(a->tuning, !strcmp(plan_value(&p, a, "seed"), "1"));
        }
    plan_free(&p);
}

/* Tuning seeds are added to the evaluation seeds. If the tuned axis does not apply to an arm, the
 * family of the arm has a single value. */
TEST("tuning seeds are separate from evaluation seeds")
{
    struct plan_options o = {0};
    struct plan p = good_plan("kind: quality\n"
                              "tune: {axis: d_prime, seeds: [7, 9, 8]}\n"
                              "factors: {d_prime: [2, 4], seed: 1-2}\n"
                              "arms: {dot: , gat: {score: gat}}\n",
                              &o);
    assert_int_equal(p.cell_count, (1 + 2) * (2 + 3));
    assert_int_equal(p.family_count, 2);
    for (int i = 0; i < p.cell_count; i++) {
        const struct plan_cell *c = &p.cells[i];
        int seed = atoi(plan_value(&p, c, "seed"));
        assert_int_equal(c->family, c->arm_index);
        assert_int_equal(c->tuning, seed > 2);
        assert_int_equal(plan_only_tunes(&p, c), seed > 2);
    }
    plan_free(&p);
}

/* A value is chosen within a family, so each shard must contain whole families. */
TEST("shards never split a family")
{
    int *shard_of = NULL, rows = 0;
    for (int shard = 1; shard <= 3; shard++) {
        struct plan_options o = {.shard = shard, .shards = 3};
        struct plan p = good_plan(tuned, &o);
        if (!shard_of) shard_of = xarray((size_t)p.family_count, sizeof *shard_of);
        for (int i = 0; i < p.row_count; i++) {
            int *of = &shard_of[plan_row_cell(&p, &p.rows[i])->family];
            assert_true(*of == 0 || *of == shard);
            *of = shard;
        }
        rows += p.row_count;
        plan_free(&p);
    }
    assert_int_equal(rows, 2 * 2 * 2 * 3);
    free(shard_of);
}

/* The two quality questions share the training run at n = 16. The timing question does not share
 * its row. */
TEST("a cell shared by two questions is trained once")
{
    const char *texts[] = {"name: one\nkind: quality\nfactors: {n: [8, 16]}\n",
                           "name: two\nkind: quality\nfactors: {n: [16, 32]}\n",
                           "name: timed\nfactors: {n: 16}\n"};
    char *paths[3];
    struct plan p;
    struct diags diags = {0};
    for (int i = 0; i < 3; i++) paths[i] = write_text(texts[i]);
    struct plan_options o = {.paths = (const char **)paths, .path_count = 3};
    assert_true(plan_build(&p, &o, &axes, &diags));
    static const int expected[] = {0, 1, 1, 3, 4};
    assert_int_equal(p.cell_count, 5);
    for (int i = 0; i < 5; i++) assert_int_equal(p.cells[i].trained_by, expected[i]);
    plan_free(&p);
    for (int i = 0; i < 3; i++) {
        unlink(paths[i]);
        free(paths[i]);
    }
}

TEST_SETUP() { axes = sample_axes(); }
