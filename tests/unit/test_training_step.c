/* SPDX-License-Identifier: MIT
 * Tests that the current step and loss of a training run are read from the worker's last complete
 * progress line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/run/progress.h"
#include "harness/run/spawn.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns "STEP of STEPS: loss" as read from the lines of a worker, or "" without a progress line.
 */
static const char *told(const char *lines, char *said)
{
    struct worker w = {0};
    struct training_step at;
    text_add(&w.record, "%s", lines);
    *said = '\0';
    if (training_step_of(&w, &at)) sprintf(said, "%d of %d: %s", at.step, at.steps, at.loss);
    text_free(&w.record);
    return said;
}

static void the_last_whole_line_counts(void **state)
{
    (void)state;
    char said[128];
    const char *first =
        "{\"progress\": {\"step\": 10, \"steps\": 40, \"point\": {\"train_loss\": 2.5}}}\n";
    char *both = xformat("%s{\"progress\": {\"step\": 20", first);
    assert_string_equal(told("", said), "");
    assert_string_equal(told(first, said), "10 of 40: loss 2.500");
    assert_string_equal(told(both, said), "10 of 40: loss 2.500");
    free(both);
}

/* Right after a swap, no batch has been trained, so there is no loss. A loss that is not finite is
 * omitted. */
static void no_loss_is_not_told_as_one_of_0(void **state)
{
    (void)state;
    char said[128];
    assert_string_equal(
        told("{\"progress\": {\"step\": 10, \"steps\": 40, \"point\": {\"step\": 10}}}\n", said),
        "10 of 40: ");
    assert_string_equal(
        told("{\"progress\": {\"step\": 10, \"steps\": 40, \"point\": {\"train_loss\": null}}}\n",
             said),
        "10 of 40: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_whole_line_counts),
        cmocka_unit_test(no_loss_is_not_told_as_one_of_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
