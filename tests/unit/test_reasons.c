/* SPDX-License-Identifier: MIT
 * Tests the printed reasons for omitted rows. Each reason is printed once, with its count. */
#include "tests/unit/test.h"

#include "base/mem.h"
#include "harness/cli/run_arguments.h"

static char *printed(const struct reasons *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    reasons_print(out, r);
    fclose(out);
    return text;
}

TEST("each reason is printed once with its count")
{
    struct reasons r = {0};
    reasons_add(&r, "skipped", "no room");
    reasons_add(&r, "unsupported", "no room");
    reasons_add(&r, "skipped", "no data");
    reasons_add(&r, "skipped", "no room");
    reasons_add(&r, "", "nothing");
    assert_int_equal(r.rows, 5);
    char *text = printed(&r);
    assert_string_equal(text, "  2 rows skipped: no room\n"
                              "  1 row unsupported: no room\n"
                              "  1 row skipped: no data\n"
                              "  1 row: nothing\n");
    free(text);
    reasons_free(&r);
}

TEST("reasons beyond the limit are counted")
{
    enum { MANY = 45, SHOWN = 30 };
    struct reasons r = {0};
    char *texts[MANY];
    for (int i = 0; i < 2 * MANY; i++) {
        if (i < MANY) texts[i] = xformat("reason %d", i);
        reasons_add(&r, "skipped", texts[i % MANY]);
    }
    char *text = printed(&r),
         *last = xformat("  %d more rows, with %d other reasons\n", 2 * (MANY - SHOWN), MANY - SHOWN);
    int lines = 0;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, SHOWN + 1);
    assert_string_equal(text + strlen(text) - strlen(last), last);
    free(last);
    free(text);
    for (int i = 0; i < MANY; i++) free(texts[i]);
    reasons_free(&r);
}
