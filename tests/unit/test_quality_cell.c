/* SPDX-License-Identifier: MIT
 * From the factors of a quality cell to a model, and what is known of it before any data is read:
 * nothing that could be trained is refused. */
#include "harness/measure/cell_layer.h"
#include "harness/measure/quality.h"
#include "net_case.h"

#include "harness/common/mem.h"

static struct worker_cell cell_of(const char *string)
{
    struct worker_cell cell;
    char *error = NULL;
    if (!worker_cell_read(string, &cell, &error)) fail_msg("%s: %s", string, error);
    return cell;
}

static void every_task_can_be_predicted(void **state)
{
    (void)state;
    for (int i = 0; task_kinds[i]; i++) {
        char *string = xformat("kind=quality,task=%s,steps=7,n=16,batch=2", task_names[i]);
        struct worker_cell cell = cell_of(string);
        struct quality_prediction p = quality_predict(&cell);
        struct model_config c;
        char *error = NULL;
        if (p.refuse) fail_msg("%s: %s", string, p.refuse);
        assert_true(p.flop > 0 && p.memory_bytes > 0);
        assert_true(quality_config(&cell, &c, &error));
        assert_string_equal(task_kinds[i]->name, task_names[i]);
        assert_true(c.architecture == task_kinds[i]->architecture && c.head == task_kinds[i]->head);
        assert_int_equal(c.tied, c.head == HEAD_TOKENS); /* the default, where there is a choice */
        worker_cell_free(&cell);
        free(string);
    }
}

/* Bits of variant_layers; -1: refused, with words. */
static long long layers(const char *text, int count)
{
    char *string = xformat("kind=quality,layers=%d,variant_layers=%s", count, text), *error = NULL;
    struct worker_cell cell = cell_of(string);
    struct model_config c;
    bool good = quality_config(&cell, &c, &error);
    if (!good) assert_non_null(strstr(error, text));
    if (!good) assert_non_null(quality_predict(&cell).refuse);
    free(error);
    worker_cell_free(&cell);
    free(string);
    return good ? (long long)c.variant_layers : -1;
}

static void lists_of_layers(void **state)
{
    (void)state;
    assert_int_equal(layers("all", 4), 15);
    assert_int_equal(layers("none", 4), 0);
    assert_int_equal(layers("first", 4), 1);
    assert_int_equal(layers("last", 4), 8);
    assert_int_equal(layers("0+2", 4), 5);
    assert_int_equal(layers("3", 4), 8);
    static const char *const bad[] = {"4", "9", "0+", "+", "-1", "1.5", "every", "0 2", "0-2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(layers(bad[i], 4), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_can_be_predicted),
        cmocka_unit_test(lists_of_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
