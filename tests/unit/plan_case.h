/* SPDX-License-Identifier: MIT
 * Helpers for tests of plans: they build a plan from a short text and check the error messages. */
#ifndef ATTNLAB_TEST_PLAN_CASE_H
#define ATTNLAB_TEST_PLAN_CASE_H

#include "axes_sample.h"
#include "harness/plan/plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct axes axes;

static inline char *write_text(const char *text)
{
    char *path = xstrdup("/tmp/attnlab-plan-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

/* Builds a plan from a text, which is first written to a temporary file. */
static inline bool build(struct plan *plan, const char *text, struct plan_options *o,
                         struct diags *diags)
{
    char *path = write_text(text);
    const char *paths[] = {path};
    o->paths = paths;
    o->path_count = 1;
    bool good = plan_build(plan, o, &axes, diags);
    unlink(path);
    free(path);
    return good;
}

static inline struct plan good_plan(const char *text, struct plan_options *o)
{
    struct plan plan;
    struct diags diags = {0};
    if (!build(&plan, text, o, &diags)) fail_msg("%s", messages(&diags));
    return plan;
}

static inline void assert_error(const char *text, struct plan_options o, const char *expected)
{
    struct plan plan;
    struct diags diags = {0};
    assert_false(build(&plan, text, &o, &diags));
    char *all = messages(&diags);
    if (!strstr(all, expected)) fail_msg("found:\n%s\nexpected:\n%s", all, expected);
    free(all);
    diag_free(&diags);
    plan_free(&plan);
}

#endif
