/* SPDX-License-Identifier: MIT
 * Where the files that rows leave have no place, rows say so in text, whatever their folder is
 * called: reasons go into journals, which are UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/measure/record.h"
#include "harness/run/kept_files.h"

#include <stdlib.h>

static void reason_of_a_folder_that_is_not_made(void **state)
{
    (void)state;
    char *error = NULL;
    assert_null(kept_path(KEPT_PREDICTIONS, "/tmp/attnlab-\xFC/nowhere", "row", &error));
    assert_string_equal(error, "cannot make /tmp/attnlab-\xEF\xBF\xBD/nowhere/predictions: "
                               "No such file or directory");
    free(error);
}

static void reason_of_a_worker(void **state)
{
    (void)state;
    json_t *record = json_object();
    record_status(record, STATUS_UNSAVED, "cannot write l\xFC/x");
    assert_string_equal(json_string_value(json_object_get(record, "reason")),
                        "cannot write l\xEF\xBF\xBD/x");
    json_decref(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reason_of_a_folder_that_is_not_made),
                                       cmocka_unit_test(reason_of_a_worker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
