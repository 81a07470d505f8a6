/* SPDX-License-Identifier: MIT
 * Tests that each kind of figure has a short gnuplot script, that there are no other scripts, and
 * that gnuplot can read the tables. */
#include "harness/report/figures/figure_kinds.h"
#include "tests/unit/data_files.h"

#include <glob.h>
#include <math.h>

static char *plots(void)
{
    const char *end = strstr(__FILE__, "tests/unit/");
    assert_non_null(end);
    return xformat("%.*splots", (int)(end - __FILE__), __FILE__);
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; (text = strchr(text, '\n')); text++) lines++;
    return lines;
}

static void test_scripts_of_kinds(void **state)
{
    (void)state;
    char *folder = plots();
    for (const struct figure_kind *k = figure_kinds; k->name; k++) {
        char *path = xformat("%s/%s.gp", folder, k->name), *text = read_file(path, NULL);
        if (!text) fail_msg("missing script %s", path);
        if (lines_of(text) > 40)
            fail_msg("%s has %d lines (expected at most 40)", path, lines_of(text));
        if (!strstr(text, "csv = ARG1; out = ARG2\n"))
            fail_msg("%s does not read its arguments", path);
        free(text);
        free(path);
    }
    free(folder);
}

static void test_kinds_of_scripts(void **state)
{
    (void)state;
    glob_t scripts;
    char *folder = plots(), *pattern = xformat("%s/*.gp", folder);
    assert_int_equal(glob(pattern, 0, NULL, &scripts), 0);
    for (size_t i = 0; i < scripts.gl_pathc; i++) {
        const char *path = strrchr(scripts.gl_pathv[i], '/') + 1;
        char *name = xformat("%.*s", (int)strcspn(path, "."), path);
        bool own = !strcmp(name, "style") || !strcmp(name, "variants");
        if (!own && !figure_kind_find(name)) fail_msg("%s is not in figures.def", name);
        free(name);
    }
    globfree(&scripts);
    free(pattern);
    free(folder);
}

static void test_choices(void **state)
{
    (void)state;
    const struct figure_kind *pareto = figure_kind_find("pareto");
    assert_int_equal(figure_choice(pareto, "flop"), 0);
    assert_int_equal(figure_choice(pareto, "memory"), 2);
    assert_int_equal(figure_choice(pareto, "mem"), -1);
    assert_int_equal(figure_choice(figure_kind_find("ratio"), "time"), -1);
}

static void test_table(void **state)
{
    struct figure_table t = {.title = xstrdup("a \"title\", in words")};
    struct figure_row row = {
        .panel = "p", .arm = "b, 2", .colour = 1, .x = 2, .value = {1, NAN, NAN, 0}};
    figure_add(&t, 0, 1, row);
    row.x = 1;
    row.value = (struct value){0.123456789, -1, 1, 8};
    row.verdict = figure_verdict(OUTCOME_NOT_JUDGED, false);
    figure_add(&t, 0, 1, row);
    row.arm = "last\nto first";
    figure_add(&t, 0, 0, row);
    figure_sort(&t);
    char *path = xformat("%s/table.csv", (char *)*state);
    assert_true(figure_save(&t, path));
    char *text = read_file(path, NULL);
    assert_string_equal(
        text, "panel,arm,x,value,low,high,n,verdict,mark,title,subtitle,x_label,y_label,colour\n"
              "p,last to first,1,0.123457,-1,1,8,not judged,,a ”title”‚ in words,,,,1\n"
              "p,b‚ 2,1,0.123457,-1,1,8,not judged,,,,,,1\n"
              "p,b‚ 2,2,1,,,,,,,,,,1\n");
    free(text);
    free(path);
    figure_table_free(&t);
}

static void test_order_by_value(void **state)
{
    (void)state;
    struct figure_table t = {0};
    static const double values[] = {2, NAN, 5, 3};
    static const char *const best_first[] = {"2", "3", "0", "1"};
    for (int i = 0; i < 4; i++) {
        char *arm = xformat("%d", i);
        figure_add(&t, 0, i, (struct figure_row){.arm = arm, .x = NAN, .value.at = values[i]});
        free(arm);
    }
    figure_sort_by_value(&t, true);
    for (int i = 0; i < 4; i++) assert_string_equal(t.rows[i].row.arm, best_first[i]);
    figure_sort_by_value(&t, false);
    assert_string_equal(t.rows[0].row.arm, "0");
    figure_table_free(&t);
}

static void test_verdicts(void **state)
{
    (void)state;
    assert_string_equal(figure_verdict(OUTCOME_BETTER, false), "better");
    assert_string_equal(figure_verdict(OUTCOME_BETTER, true), "faster");
    assert_string_equal(figure_verdict(OUTCOME_BY_FORMULA, true), "not judged");
    assert_null(figure_verdict(OUTCOME_NONE, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scripts_of_kinds), cmocka_unit_test(test_kinds_of_scripts),
        cmocka_unit_test(test_choices),          IN_SCRATCH(test_table),
        cmocka_unit_test(test_order_by_value),   cmocka_unit_test(test_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
