/* SPDX-License-Identifier: MIT
 * Statuses of rows (base/row_status.h): their words, and their effect on a run. */
#include "tests/unit/test.h"

#include "base/mem.h"
#include "base/row_status.h"

TEST("each word is found again")
{
    for (int s = STATUS_UNKNOWN + 1; s < STATUSES; s++)
        assert_int_equal(status_find(status_names[s]), s);
}

TEST("another word is unknown and has no trait")
{
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

TEST("each status has its meaning")
{
    are(status_trained, "ok unstable diverged");
    are(status_is_of_the_moment, "skipped oom unsaved unstable interrupted");
    are(fails, "incorrect mistrusted timeout oom crashed unsaved interrupted");
}

/* Of a training there is a curve; of steps that were timed there would have been a time. */
TEST("a row that ended without a measurement has failed")
{
    are(fails_unmeasured,
        "ok incorrect mistrusted timeout oom crashed unsaved unstable diverged interrupted");
}
