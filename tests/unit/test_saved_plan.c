/* SPDX-License-Identifier: MIT
 * A plan that is read back from plan.yaml asks for the rows that it asked for when it was made. */
#include "axes_sample.h"
#include "base/mem.h"
#include "harness/plan/saved/saved_plan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct axes axes;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Question and key of every row, sorted, a line each; to be freed. */
static char *rows_of(const struct plan *plan)
{
    struct text all = {0};
    char **rows = xarray((size_t)plan->row_count, sizeof *rows);
    for (int i = 0; i < plan->row_count; i++)
        rows[i] = xformat("%s %s %s", plan_row_spec(plan, &plan->rows[i])->name,
                          plan_row_arm(plan, &plan->rows[i])->name, plan->rows[i].key);
    if (plan->row_count) qsort(rows, (size_t)plan->row_count, sizeof *rows, by_text);
    text_add(&all, "%s", "");
    for (int i = 0; i < plan->row_count; i++) {
        text_add(&all, "%s\n", rows[i]);
        free(rows[i]);
    }
    free(rows);
    return all.data;
}

/* Of a shard that was saved the rows of all. */
static void assert_whole(struct plan_options o, const char *directory)
{
    struct plan made, read;
    struct diags diags = {0};
    char *error = NULL;
    o.shard = o.shards = 0;
    if (!plan_build(&made, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    if (!plan_read_saved_whole(&read, &axes, directory, &error)) fail_msg("%s", error);
    char *wanted = rows_of(&made), *found = rows_of(&read);
    assert_string_equal(found, wanted);
    free(wanted);
    free(found);
    plan_free(&made);
    plan_free(&read);
}

/* Plans two files with these options, saves the plan, reads it back. */
static void assert_read_back_from(struct plan_options o, int rows, const char *first_path)
{
    static const char *const texts[] = {
        "baseline: dot\nrounds: 2\nfactors: {n: [16, 32, 64], threads: [1, 2]}\n"
        "arms: {dot: , neural: {score: neural}}\ntiers: {full: {factors: {n: [16, 32]}}}\n",
        "# no line end at the end\nfactors: {n: [8, 16], q: [linear, mlp]}"};
    const char *const paths[] = {first_path, "folder/two.yaml"};
    char directory[] = "/tmp/attnlab-test-XXXXXX";
    struct plan made, read;
    struct diags diags = {0};
    char *error = NULL;
    o.paths = (const char **)paths;
    o.texts = (const char **)texts;
    o.path_count = 2;
    if (!plan_build(&made, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    assert_int_equal(made.row_count, rows);
    assert_non_null(mkdtemp(directory));
    char *path = xformat("%s/plan.yaml", directory);
    assert_true(write_file_atomically(path, made.text, strlen(made.text)));
    if (!plan_read_saved(&read, &axes, directory, &error)) fail_msg("%s", error);
    char *wanted = rows_of(&made), *found = rows_of(&read);
    assert_string_equal(found, wanted);
    assert_string_equal(read.text, made.text);
    assert_string_equal(read.specs[0].path, first_path);
    assert_whole(o, directory);
    unlink(path);
    rmdir(directory);
    free(wanted);
    free(found);
    free(path);
    plan_free(&made);
    plan_free(&read);
}

static void assert_read_back(struct plan_options o, int rows)
{
    assert_read_back_from(o, rows, "one.yaml");
}

static void test_read_back(void **state)
{
    (void)state;
    const char *sets[] = {"threads=1,4", "rounds=3"};
    const char *filters[] = {"n >= 16 and score != 'gat'", "n < 64"};
    assert_read_back((struct plan_options){0}, 3 * 2 * 2 * 2 + 4);
    assert_read_back((struct plan_options){.tier = "full"}, 2 * 2 * 2 * 2 + 4);
    assert_read_back((struct plan_options){.sets = sets, .set_count = 1}, 3 * 2 * 2 * 2 + 8);
    assert_read_back((struct plan_options){.sets = sets, .set_count = 2}, 3 * 2 * 2 * 3 + 8 * 3);
    assert_read_back((struct plan_options){.filters = filters, .filter_count = 2},
                     2 * 2 * 2 * 2 + 2);
    assert_read_back((struct plan_options){.sets = sets,
                                           .set_count = 2,
                                           .filters = filters,
                                           .filter_count = 1,
                                           .shard = 1,
                                           .shards = 1},
                     3 * 2 * 2 * 3 + 4 * 3);
}

/* The words at which the line above a specification is cut, and line ends, where a person wrote
 * them. */
static void test_own_words(void **state)
{
    (void)state;
    enum { ROWS = 3 * 2 * 2 * 2 + 4 };
    const char *lines[] = {"n < 1000\nand n > 0", "1 < 2 \n\n"};
    assert_read_back((struct plan_options){.filters = lines, .filter_count = 2}, ROWS);
    const char *words[] = {"score != ', --shard 1/2 of it, only yardsticks, tier x'",
                           "score != 'x\", --filter \\n \\\\ \\'"};
    assert_read_back((struct plan_options){.filters = words, .filter_count = 2}, ROWS);
    assert_read_back_from((struct plan_options){0}, ROWS, "a, tier b/q.yaml");
    assert_read_back_from((struct plan_options){0}, ROWS, "x, --set 'n=8'/one.yaml");
    assert_read_back_from((struct plan_options){.shard = 1, .shards = 1}, ROWS, "a\\n,, tier.yaml");
}

/* What stood there before such words were marked is read as it was written. */
static void test_words_as_before(void **state)
{
    (void)state;
    char lone[] = "a\\b, c\\", marked[] = "a,\\ tier \\n\\\\n";
    assert_string_equal(saved_word_read(lone), "a\\b, c\\");
    assert_string_equal(saved_word_read(marked), "a, tier \n\\n");
    struct text out = {0};
    saved_word_add(&out, "arm in [plain, 'tier', --set x], n=8,16");
    assert_string_equal(out.data, "arm in [plain, 'tier', --set x], n=8,16");
    text_free(&out);
}

static void test_shards(void **state)
{
    (void)state;
    /* Of the first file's 6 groups and the second's 2, every second one. */
    assert_read_back((struct plan_options){.shard = 1, .shards = 2}, 3 * 4 + 2);
    assert_read_back((struct plan_options){.shard = 2, .shards = 2}, 3 * 4 + 2);
}

/* A kind of figure that is gone is an error of a file, and none of a plan that was made
 * while it was there. */
static void test_figure_that_is_gone(void **state)
{
    (void)state;
    static const char yaml[] = "figures: [{kind: ratio}, {kind: vase}]\nfactors: {n: [8, 16]}\n";
    static const char head[] = SAVED_PLAN_HEAD "gone/one.yaml, tier full\n";
    char directory[] = "/tmp/attnlab-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *file = xformat("%s/one.yaml", directory), *saved = xformat("%s/plan.yaml", directory);
    char *text = xformat("%s%s", head, yaml), *error = NULL;
    struct plan plan;
    struct diags diags = {0};
    assert_true(write_file_atomically(file, yaml, strlen(yaml)));
    assert_true(write_file_atomically(saved, text, strlen(text)));
    assert_false(
        plan_build(&plan, &(struct plan_options){.paths = (const char *[]){file}, .path_count = 1},
                   &axes, &diags));
    const char *wanted =
        "one.yaml:1:33: key kind: found 'vase', expected one of scaling time_slopes ";
    char *said = messages(&diags);
    if (!strstr(said, wanted)) fail_msg("%s", said);
    free(said);
    plan_free(&plan);
    if (!plan_read_saved(&plan, &axes, directory, &error)) fail_msg("%s", error);
    assert_int_equal(plan.row_count, 2);
    assert_string_equal(plan.specs[0].figures[1].kind, "vase");
    plan_free(&plan);
    diag_free(&diags);
    char *const paths[] = {file, saved, directory};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) assert_int_equal(remove(paths[i]), 0);
    free(file);
    free(saved);
    free(text);
}

/* Runs of before claims had to name a source have claims of which nothing was published. */
static void test_claims_without_source(void **state)
{
    (void)state;
    static const char yaml[] =
        SAVED_PLAN_HEAD "gone/one.yaml, tier full\nfactors: {n: [8, 16]}\n"
                        "arms: {dot: {}}\nclaims: [{arm: dot, expects: better},"
                        " {arm: dot, expects: equal, published: \"none; so we think\"}]\n";
    char directory[] = "/tmp/attnlab-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *saved = xformat("%s/plan.yaml", directory), *error = NULL;
    struct plan plan;
    assert_true(write_file_atomically(saved, yaml, strlen(yaml)));
    if (!plan_read_saved(&plan, &axes, directory, &error)) fail_msg("%s", error);
    assert_int_equal(plan.specs[0].claim_count, 2);
    assert_int_equal(plan.specs[0].claim_count, 2);
    plan_free(&plan);
    assert_int_equal(remove(saved), 0);
    assert_int_equal(remove(directory), 0);
    free(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read_back),
                                       cmocka_unit_test(test_own_words),
                                       cmocka_unit_test(test_words_as_before),
                                       cmocka_unit_test(test_figure_that_is_gone),
                                       cmocka_unit_test(test_claims_without_source),
                                       cmocka_unit_test(test_shards)};
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
