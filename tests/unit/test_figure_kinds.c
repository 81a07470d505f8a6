/* SPDX-License-Identifier: MIT
 * Each kind of figure has a script that says of which questions it is, so that the planner refuses
 * those that do not fit; and each script that says so can be filled. */
#include "harness/plan/figures/figure_scripts.h"
#include "harness/render/figures/figure_kinds.h"
#include "harness/run/columns.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const struct figure_kind *list;
    const char *says;
} tables[] = {{kinds_timed, "\n# Of questions that time layers.\n"},
              {kinds_trained, "\n# Of questions that train models.\n"}};

/* The folder plots/ of the sources that this test was built from. */
static char *plots(void)
{
    const char *end = strstr(__FILE__, "tests/unit/");
    assert_non_null(end);
    return xformat("%.*splots", (int)(end - __FILE__), __FILE__);
}

static void test_scripts_of_kinds(void **state)
{
    (void)state;
    char *folder = plots();
    for (int t = 0; t < 2; t++)
        for (const struct figure_kind *k = tables[t].list; k->name; k++) {
            char *path = xformat("%s/%s.gp", folder, k->name), *text = read_file(path, NULL);
            if (!text) fail_msg("%s is not there", path);
            if (!strstr(text, tables[t].says)) fail_msg("%s does not say%s", path, tables[t].says);
            if (strstr(text, tables[!t].says)) fail_msg("%s says%s", path, tables[!t].says);
            free(text);
            free(path);
        }
    free(folder);
}

static bool is_kind(int table, const char *script)
{
    const char *name = strrchr(script, '/') + 1;
    for (const struct figure_kind *k = tables[table].list; k->name; k++)
        if (strlen(k->name) == strcspn(name, ".") && !strncmp(name, k->name, strlen(k->name)))
            return true;
    return false;
}

static void test_kinds_of_scripts(void **state)
{
    (void)state;
    glob_t scripts;
    char *folder = plots(), *pattern = xformat("%s/*.gp", folder);
    assert_int_equal(glob(pattern, 0, NULL, &scripts), 0);
    for (size_t i = 0; i < scripts.gl_pathc; i++) {
        char *text = read_file(scripts.gl_pathv[i], NULL);
        for (int t = 0; t < 2; t++)
            if (strstr(text, tables[t].says) && !is_kind(t, scripts.gl_pathv[i]))
                fail_msg("nothing fills %s", scripts.gl_pathv[i]);
        free(text);
    }
    globfree(&scripts);
    free(pattern);
    free(folder);
}

/* What a script says that an option takes is what the kind takes, the default first. */
static void same_choices(const struct figure_kind *k, const struct figure_option *o)
{
    int count = 0;
    while (k->choices && k->choices[count]) count++;
    if (!o) fail_msg("plots/%s.gp does not name its option %s", k->name, k->option);
    assert_int_equal(o->word_count, count);
    for (int i = 0; i < count; i++) assert_string_equal(o->words[i], k->choices[i]);
}

/* A heat map's own values are known to kinds_timed.c; the others are columns of cells.csv. */
static void are_columns(const struct figure_option *o)
{
    static const char *const known[] = {"ratio", "ratio_low", "ratio_high", "time_ns_low",
                                        "time_ns_high"};
    for (int i = 0; i < o->word_count; i++) {
        bool met = column_find(o->words[i]) >= 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            met |= !strcmp(known[k], o->words[i]);
        if (!met) fail_msg("plots/grid.gp: no column %s", o->words[i]);
    }
}

static void same_axis(const struct figure_kind *k, const struct figure_option *o, const char *axis)
{
    if (!axis != !o) fail_msg("plots/%s.gp and its kind differ in an axis", k->name);
    if (!o) return;
    assert_true(figure_option_is(o, "axis"));
    assert_int_equal(o->word_count, 2);
    assert_string_equal(o->words[1], *axis ? axis : "needed");
}

static void test_options_of_scripts(void **state)
{
    (void)state;
    struct figure_scripts scripts;
    char *folder = plots(), *home = xformat("%s/..", folder);
    assert_int_equal(setenv("ATTNLAB_HOME", home, 1), 0);
    assert_true(figure_scripts_read(&scripts));
    unsetenv("ATTNLAB_HOME");
    for (int t = 0; t < 2; t++)
        for (const struct figure_kind *k = tables[t].list; k->name; k++) {
            const struct figure_script *s = figure_scripts_find(&scripts, k->name);
            assert_non_null(s);
            if (k->option) same_choices(k, figure_script_option(s, k->option));
            same_axis(k, figure_script_option(s, "x"), k->x);
            same_axis(k, figure_script_option(s, "y"), k->y);
            const struct figure_option *reading = figure_script_option(s, "reading");
            for (int i = 0; reading && i < READINGS; i++)
                assert_string_equal(reading->words[i], reading_names[i]);
        }
    are_columns(figure_script_option(figure_scripts_find(&scripts, "grid"), "value"));
    figure_scripts_free(&scripts);
    free(folder);
    free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scripts_of_kinds),
                                       cmocka_unit_test(test_kinds_of_scripts),
                                       cmocka_unit_test(test_options_of_scripts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
