/* SPDX-License-Identifier: MIT
 * The budget of a plan as a table (harness/run/budget/budget.h): every number of a line, in its
 * unit, and what stands below it. */
#include "plan_case.h"
#include "base/mem.h"
#include "harness/run/budget/budget.h"

#include <stdio.h>

#define ARMS    "baseline: dot\narms: {dot: , gat: {score: gat}}\n"
#define TRAINED "kind: quality\nmetric: loss\n" ARMS
enum { CORES = 4, HOUR = 3600 };

/* Three questions of two rows each, of so many hours a row; the third's take half an hour. */
struct asked {
    struct plan plan;
    struct expected_row *rows;
};

static struct asked ask(double first_hours, double second_hours)
{
    const double hours[] = {first_hours, second_hours, 0.5};
    char *path[] = {write_text("name: first\n" TRAINED), write_text("name: second\n" TRAINED),
                    write_text("name: third\n" TRAINED)};
    struct plan_options o = {.paths = (const char **)path, .path_count = 3};
    struct asked a;
    struct diags diags = {0};
    if (!plan_build(&a.plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    a.rows = xarray((size_t)a.plan.row_count, sizeof *a.rows);
    assert_int_equal(a.plan.row_count, 6);
    for (int i = 0; i < a.plan.row_count; i++) {
        int spec = plan_row_cell(&a.plan, &a.plan.rows[i])->spec;
        a.rows[i] = (struct expected_row){
            .seconds = HOUR * hours[spec], .group[GROUP_KIND] = KIND_SIDE_BY_SIDE, .choice = -1};
    }
    for (int i = 0; i < 3; i++) unlink(path[i]), free(path[i]);
    return a;
}

static void unask(struct asked *a)
{
    free(a->rows);
    plan_free(&a->plan);
}

/* To be freed. */
static char *printed(const struct asked *a, const char *format, double budget_hours)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    budget_print(out, format, &a->plan, a->rows, CORES, HOUR * budget_hours);
    fclose(out);
    return text;
}

static void assert_holds(char *text, const char *expected)
{
    if (!strstr(text, expected)) fail_msg("found:\n%s\nexpected:\n%s", text, expected);
}

/* Each stands behind those before it: with the second 10 hours run, of which 2 are missing. */
static void test_numbers(void **state)
{
    (void)state;
    struct asked a = ask(2, 3);
    char *text = printed(&a, "csv", 8);
    assert_string_equal(
        text, "question,rows_least,rows_expected,rows_most,core_hours_least,core_hours_expected,"
              "core_hours_most,wall_hours_expected,budget_percent,core_hours_running,"
              "core_hours_missing,looks_reached\n"
              "first,2,2,2,4,4,4,1,50,4,0,0\n"
              "second,2,2,2,6,6,6,1.5,75,10,2,0\n"
              "third,2,2,2,1,1,1,0.25,12.5,11,3,0\n");
    free(text);
    unask(&a);
}

/* Of three rows of which two are chosen from, each is run with 2/3: whole rows are told. */
static void test_rows_are_whole(void **state)
{
    (void)state;
    struct asked a = ask(1, 1);
    for (int i = 0; i < 3; i++) a.rows[i].choice = 0, a.rows[i].wanted = a.rows[i].most = 2;
    char *text = printed(&a, "csv", 8);
    assert_holds(text, "\nsecond,1,2,2,"); /* 2/3 and 1 */
    free(text);
    unask(&a);
}

/* Large numbers have no exponent. */
static void test_for_people(void **state)
{
    (void)state;
    struct asked a = ask(0.5, 617);
    char *text = printed(&a, "table", 100);
    assert_holds(text, "  1234");
    assert_holds(text, "  does not fit: would need 1.14e+03 core-h more\n");
    assert_holds(text, "The budget of 100 core-hours is 25 h of wall time on 4 cores: `attnlab run "
                       "... --max-time 90000s` starts no row after that.\n");
    free(text);
    unask(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_rows_are_whole),
        cmocka_unit_test(test_for_people),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
