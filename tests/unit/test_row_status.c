/* SPDX-License-Identifier: MIT
 * Tests the status words of rows (base/row_status.h) and their effect on a run. */
#include "tests/unit/test.h"

#include "base/mem.h"
#include "base/row_status.h"

TEST("each status word is parsed")
{
    for (int s = STATUS_UNKNOWN + 1; s < STATUSES; s++)
        assert_int_equal(status_find(status_names[s]), s);
}

TEST("an unknown word is parsed as status 'unknown', which has no properties")
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

/* Checks that the function `so` returns true for the expected statuses and false for all others. */
static void are(bool (*so)(enum row_status), const char *expected)
{
    struct text words = {0};
    for (int s = STATUS_UNKNOWN; s < STATUSES; s++)
        if (so((enum row_status)s))
            text_add(&words, "%s%s", words.length ? " " : "", status_names[s]);
    assert_string_equal(words.data, expected);
    text_free(&words);
}

TEST("each status has the expected properties")
{
    are(status_trained, "ok unstable diverged");
    are(status_is_of_the_moment, "skipped oom unsaved unstable interrupted");
    are(fails, "incorrect mistrusted timeout oom crashed unsaved interrupted");
}

/* A training run without a final score may still have a learning curve. A timing row without a time
 * has no result. */
TEST("a row that ends without a measurement has failed")
{
    are(fails_unmeasured,
        "ok incorrect mistrusted timeout oom crashed unsaved unstable diverged interrupted");
}
