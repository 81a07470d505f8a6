/* SPDX-License-Identifier: MIT
 * Each kind of figure has a script that says of which questions it is, so that the planner refuses
 * those that do not fit; and each script that says so can be filled. */
#include "harness/render/figures/figure_kinds.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scripts_of_kinds),
                                       cmocka_unit_test(test_kinds_of_scripts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
