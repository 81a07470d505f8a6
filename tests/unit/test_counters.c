/* SPDX-License-Identifier: MIT
 * Tests counter groups: groups that are not available give a reason, and counts of software events
 * are correct. */
#include "harness/measure/counters/counters.h"
#include "harness/measure/team.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void test_metrics(void **state)
{
    (void)state;
    double event[MAX_EVENTS];
    for (int i = 0; i < MAX_EVENTS; i++) event[i] = 3;
    const struct counter_facts facts = {event, 2, 1, 6, 4};
    struct counter_value list[MAX_EVENTS + GROUP_METRICS];
    for (const struct counter_group *g = counter_groups; g->name; g++) {
        int events = 0, formulas = 0;
        while (g->event[events].name) events++;
        while (g->metric[formulas].name) formulas++;
        assert_int_equal(counter_values(g, "all", &facts, list), events + formulas);
    }
}

static const struct counter_group clock_group = {.name = "clock",
                                                 .event = {{"clock", "ns", {"perf::TASK-CLOCK"}}}};

/* Returns true if PAPI can count software events on this machine. PAPI can fail for various
 * reasons, so the result is not cached. */
static bool software_events_counted(void)
{
    char *reason = NULL;
    struct counter_pass *pass = counters_open(&clock_group, NULL, &reason);
    if (!pass) print_message("# skipped: this machine cannot count software events: %s\n", reason);
    bool good = pass;
    counters_close(pass);
    free(reason);
    return good;
}

static void test_missing_counters_give_a_reason(void **state)
{
    (void)state;
    static const struct {
        struct counter_group group;
        const char *reason;
    } cases[] = {
        {{.event = {{"noise", "1", {"perf::NO-SUCH-EVENT", "PAPI_NO_SUCH"}}}},
         "event noise (perf::NO-SUCH-EVENT, PAPI_NO_SUCH): "},
        {{.event = {{"clock", "1", {"perf::TASK-CLOCK"}}, {"major", "1", {"perf::MAJOR-FAULTS"}}}},
         "event major was accepted, but its count was 0"},
    };
    bool software = software_events_counted();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i == 1 && !software) skip();
        char *reason = NULL;
        assert_null(counters_open(&cases[i].group, NULL, &reason));
        bool denied = strstr(reason, "perf_event_paranoid=2") != NULL;
        if (!strstr(reason, cases[i].reason) && !denied) fail_msg("%s", reason);
        free(reason);
    }
}

/* ---- counting ---- */

static double value_of(const struct counter_value *list, int count, const char *phase,
                       const char *event)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].phase, phase) == 0 && strcmp(list[i].event, event) == 0)
            return list[i].value;
    return NAN;
}

static void test_published_events_are_counted(void **state)
{
    (void)state;
    if (!sde_built) skip();
    const struct counter_group group = {
        .whole_process = true,
        .event = {{"f", "FLOP", {"sde:::attnlab::FLOP"}},
                  {"b", "B", {"sde:::attnlab::BYTES"}},
                  {"t", "1", {"sde:::attnlab::TOKENS"}}},
        .metric = {{"intensity", "1", "f / b"}, {"share", "1", "f / flop"}}};
    char *reason = NULL;
    for (int repeat = 0; repeat < 2; repeat++) {
        struct counter_pass *pass = counters_open(&group, NULL, &reason);
        if (!pass) fail_msg("%s", reason);
        struct layer_work work = {.flop = {1e12, 5e11}};
        int count;
        counters_publish(17, 17, 17);
        counters_start(pass);
        for (int i = 0; i < 4; i++) counters_publish(3e12, 5e9, 1024);
        counters_stop(pass);
        counters_publish(19, 19, 19);
        struct counter_value *v = counters_results(pass, &work, 4, &count);
        assert_true(value_of(v, count, "all", "f") == 3e12);
        assert_true(value_of(v, count, "all", "b") == 5e9);
        assert_true(value_of(v, count, "all", "t") == 1024);
        assert_true(value_of(v, count, "all", "intensity") == 600);
        assert_true(value_of(v, count, "all", "share") == 2);
        free(v);
        v = counters_results(pass, NULL, 4, &count);
        assert_true(isnan(value_of(v, count, "all", "share")));
        free(v);
        counters_close(pass);
    }
}

struct busy {
    struct probe probe;
    double
        amount[PHASES]; /* CPU time per phase in milliseconds; 0 means that the phase is skipped */
};

static void spin(double milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    double end = (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6 + milliseconds;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while ((double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6 < end);
}

static void be_busy(void *arg, int thread)
{
    const struct busy *b = arg;
    for (int p = 0; p < PHASES; p++) {
        if (b->amount[p] <= 0) continue;
        b->probe.enter(b->probe.context, thread, (enum phase)p);
        spin(b->amount[p]);
    }
}

/* Measures the CPU time of two threads in two phases. Skips the test if software events are not
 * available. */
static void test_threads_and_phases(void **state)
{
    (void)state;
    if (!software_events_counted()) skip();
    char *error = NULL, *reason = NULL;
    struct topology *topology = topology_load(&error);
    struct placement_request request = {.threads = 1};
    struct placement p;
    assert_true(topology_pick(topology, &request, &p, &error));
    int cpus[2] = {p.cpus[0], p.cpus[0]};
    struct placement two = {.threads = 2, .cpus = cpus};
    struct team *team = team_start(topology, &two);
    struct counter_pass *pass = counters_open(&clock_group, team, &reason);
    if (pass) {
        struct busy busy = {.probe = counters_probe(pass)};
        busy.amount[PHASE_SCORE] = 4;
        busy.amount[PHASE_SUM] = 12;
        counters_start(pass);
        team_each(team, be_busy, &busy);
        counters_stop(pass);
        int count;
        struct counter_value *v = counters_results(pass, NULL, 1, &count);
        double score = value_of(v, count, phase_names[PHASE_SCORE], "clock");
        double sum = value_of(v, count, phase_names[PHASE_SUM], "clock");
        /* Two threads work for 4 ms and 12 ms. A waiting thread spins, which adds to the time of
         * its last phase. */
        assert_true(score >= 8e6 * 0.98 && score < 8e6 * 1.5);
        assert_true(sum >= 24e6 * 0.98 && sum < 24e6 * 1.5);
        assert_true(value_of(v, count, "all", "clock") >= score + sum);
        assert_true(isnan(value_of(v, count, phase_names[PHASE_OUTPUT], "clock")));
        free(v);
    } else
        assert_non_null(strstr(reason, "perf_event"));
    counters_close(pass);
    free(reason);
    team_stop(team);
    topology_unbind(topology);
    placement_free(&p);
    topology_free(topology);
}

static void test_groups(void **state)
{
    (void)state;
    for (const struct counter_group *g = counter_groups; g->name; g++) {
        char *reason = NULL;
        struct counter_pass *pass = counters_open(g, NULL, &reason);
        print_message("%s: %s\n", g->name, pass ? "counted" : reason);
        assert_true(pass || (reason && strlen(reason) > 20));
        if (strcmp(g->name, "sde") == 0) assert_int_equal(pass != NULL, sde_built);
        counters_close(pass);
        free(reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_missing_counters_give_a_reason),
        cmocka_unit_test(test_published_events_are_counted),
        cmocka_unit_test(test_threads_and_phases),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
