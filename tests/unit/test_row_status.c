/* SPDX-License-Identifier: MIT
 * Statuses of rows (base/row_status.h): their words, and their effect on a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "base/row_status.h"

#include <stdlib.h>

static void each_word_is_found_again(void **state)
{
    (void)state;
    for (int s = STATUS_UNKNOWN + 1; s < STATUSES; s++)
        assert_int_equal(status_find(status_names[s]), s);
}

static void another_word_is_unknown_and_has_no_trait(void **state)
{
    (void)state;
    static const char *const others[] = {"", "OK", "ok ", "splendid", NULL};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        enum row_status s = status_find(others[i]);
        assert_int_equal(s, STATUS_UNKNOWN);
        assert_false(status_trained(s) || status_is_of_the_moment(s) || status_fails(s, false));
    }
}

static bool fails(enum row_status s) { return status_fails(s, true); }
static bool fails_unmeasured(enum row_status s) { return status_fails(s, false); }

/* The words of those that are so. */
static void are(bool (*so)(enum row_status), const char *expected)
{
    struct text words = {0};
    for (int s = STATUS_UNKNOWN; s < STATUSES; s++)
        if (so((enum row_status)s))
            text_add(&words, "%s%s", words.length ? " " : "", status_names[s]);
    assert_string_equal(words.data, expected);
    text_free(&words);
}

static void each_means_what_it_says(void **state)
{
    (void)state;
    are(status_trained, "ok unstable diverged");
    are(status_is_of_the_moment, "skipped oom unsaved unstable interrupted");
    are(fails, "incorrect mistrusted timeout oom crashed unsaved interrupted");
}

/* Of a training there is a curve; of steps that were timed there would have been a time. */
static void what_came_to_its_end_and_measured_nothing_has_failed(void **state)
{
    (void)state;
    are(fails_unmeasured,
        "ok incorrect mistrusted timeout oom crashed unsaved unstable diverged interrupted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_word_is_found_again),
        cmocka_unit_test(another_word_is_unknown_and_has_no_trait),
        cmocka_unit_test(each_means_what_it_says),
        cmocka_unit_test(what_came_to_its_end_and_measured_nothing_has_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
