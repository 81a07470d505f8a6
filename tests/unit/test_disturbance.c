/* SPDX-License-Identifier: MIT
 * Tests the warning about rows that were disturbed by other processes. The disturbance is given as
 * a share of the time of all threads. */
#include "tests/unit/test.h"
#include "harness/run/outcome.h"
#include "base/mem.h"

static double measured_ns = 1e9;

/* Returns the warning for a row whose noise field `member` has the value `units`, or an empty
 * string. The caller frees the string. */
static char *said(const char *member, double units, int threads)
{
    json_t *record =
        json_pack("{s:{s:f, s:f}}", "noise", "measured_ns", measured_ns, member, units);
    char *text = disturbance_of(record, threads);
    json_decref(record);
    return text ? text : xstrdup("");
}

static void expect(const char *member, double units, int threads, const char *part)
{
    char *text = said(member, units, threads);
    if (*part ? !strstr(text, part) : *text) fail_msg("found '%s', expected '%s'", text, part);
    free(text);
}

/* The warning appears above 5 % of the time of all threads. */
TEST("disturbance is reported as a share of the time of all threads")
{
    unsetenv("ATTNLAB_DISTURBED");
    expect("run_delay_ns", 6e7, 1, "waited for a CPU for 6 % of the time");
    expect("run_delay_ns", 6e7, 2, "");
    expect("run_delay_ns", 12e7, 2, "waited for a CPU for 6 % of the time");
    expect("steal_ticks", 6, 1, "the hypervisor took the worker's CPUs for 6 %");
    expect("steal_ticks", 6, 2, "");
    expect("sibling_ticks", 30, 2, "for 15 %");
}

TEST("a disturbance of one clock tick is not reported")
{
    unsetenv("ATTNLAB_DISTURBED");
    measured_ns = 1e8; /* one clock tick is 10 % of 100 ms */
    expect("steal_ticks", 1, 1, "");
    expect("steal_ticks", 2, 1, "the hypervisor took the worker's CPUs for 20 %");
    expect("sibling_ticks", 1, 1, "");
    expect("sibling_ticks", 2, 1, "for 20 %");
    measured_ns = 1e9;
    setenv("ATTNLAB_DISTURBED", "no", 1);
    expect("run_delay_ns", 9e8, 1, "");
}
