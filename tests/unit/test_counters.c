/* SPDX-License-Identifier: MIT
 * Counter groups: errors of files have a place, what cannot be counted has a reason, and what can
 * be counted without hardware (software events, software-defined events) is right. */
#include "harness/measure/counters/counters.h"
#include "harness/measure/counters/sde.h"
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
#include <unistd.h>

struct loaded {
    struct counter_group *groups;
    int count;
    struct diags errors;
};

/* Loads a folder that holds one file with this text. */
static struct loaded load_text(const char *text)
{
    char directory[] = "/tmp/attnlab-events-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *path = xformat("%s/one.events", directory);
    struct loaded l = {0};
    assert_true(write_file_atomically(path, text, strlen(text)));
    l.groups = counters_load(directory, &l.count, &l.errors);
    unlink(path);
    rmdir(directory);
    free(path);
    return l;
}

static void unload(struct loaded *l)
{
    counters_free(l->groups, l->count);
    diag_free(&l->errors);
}

static void test_reads_a_group(void **state)
{
    (void)state;
    struct loaded l = load_text("# a comment\nSHORT  Two events\nSCOPE process\nEVENTS\n"
                                "cycles  perf::CYCLES | PAPI_TOT_CYC  [cycles]\n"
                                "faults  perf::PAGE-FAULTS  [1, rare]\n\nMETRICS\n"
                                "rate = 1e9 * cycles / time_ns  [1/s]\nLONG\nOne.\n# Two.\n");
    assert_int_equal(l.errors.count, 0);
    assert_int_equal(l.count, 1);
    const struct counter_group *g = l.groups;
    assert_string_equal(g->name, "one");
    assert_string_equal(g->doc, "Two events");
    assert_string_equal(g->caution, "One. # Two.");
    assert_true(g->whole_process);
    assert_int_equal(g->events, 2);
    assert_string_equal(g->event[0].candidates[1], "PAPI_TOT_CYC");
    assert_null(g->event[0].candidates[2]);
    assert_false(g->event[0].rare);
    assert_true(g->event[1].rare);
    assert_string_equal(g->metric[0].unit, "1/s");
    unload(&l);
}

static void test_errors_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        int line, column;
    } cases[] = {
        {"SHORT x\nEVENTS\na A\n\nMETRICS\nm = a / b\n", "b", 6, 9},
        {"SHORT x\nEVENTS\na A\nMETRICS\nm = a +\n", "", 5, 8},
        {"SHORT x\nEVENTS\na A\n  a B\n", "that this group does not have yet", 4, 1},
        {"SHORT x\nEVENTS\na A\nMETRICS\na = 1\n", "that this group does not have yet", 5, 1},
        {"SHORT x\nEVENTS\ntime_ns A\n", "that this group does not have yet", 3, 1},
        {"SHORT x\nEVENTS\na A B\n", "parted by |", 3, 3},
        {"SHORT x\nEVENTS\na A | | B\n", "parted by |", 3, 7},
        {"SHORT x\nEVENTS\na\n", "expected a PAPI event name", 3, 2},
        {"SHORT x\nEVENTS\na A [ns\n", "expected [unit]", 3, 5},
        {"SHORT x\nEVENTS\na A [ns, often]\n", "expected rare", 3, 9},
        {"SHORT x\nEVENTS\n? A\n", "expected an event's name", 3, 1},
        {"SHORT x\nEVENTS\na A\nMETRICS\nm a\n", "name = formula", 5, 3},
        {"SHORT x\nEVENTS\na A\nMETRICS\nm = a / b [1]\n",
         "in the formula 'a / b': unknown name 'b' (expected a variable)", 5, 9},
        {"SHORT x\nSHORT y\nEVENTS\na A\n", "one SHORT line", 2, 7},
        {"SHORT x\nSCOPE core\nEVENTS\na A\n", "SCOPE thread", 2, 7},
        {"hello\nSHORT x\nEVENTS\na A\n", "expected SHORT", 1, 1},
        {"SHORT x\nEVENTS\na 1|2|3|4|5|6|7\n", "too many candidates", 3, 15},
        {"SHORT x\n", "no EVENTS", 0, 0},
        {"EVENTS\na A\n", "no SHORT", 0, 0},
        {"", "no SHORT", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded l = load_text(cases[i].text);
        assert_int_equal(l.count, 0);
        if (l.errors.count != 1) fail_msg("case %zu: %d errors", i, l.errors.count);
        const struct diag *d = l.errors.list;
        if (d->line != cases[i].line || d->column != cases[i].column ||
            !strstr(d->message, cases[i].message))
            fail_msg("case %zu: %d:%d: %s", i, d->line, d->column, d->message);
        unload(&l);
    }
}

static void test_too_many_events(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "SHORT x\nEVENTS\n");
    for (int i = 0; i <= MAX_EVENTS; i++) text_add(&text, "e%d A\n", i);
    struct loaded l = load_text(text.data);
    assert_int_equal(l.errors.count, 1);
    assert_int_equal(l.errors.list->line, 3 + MAX_EVENTS);
    text_free(&text);
    unload(&l);
}

static void test_missing_folder(void **state)
{
    (void)state;
    struct loaded l = {0};
    l.groups = counters_load("/nowhere/at/all", &l.count, &l.errors);
    assert_int_equal(l.errors.count, 1);
    unload(&l);
}

/* Whether PAPI counts the kernel's software events here. It does not where its library of events
 * does not know the processor, and not always where it does: asked anew each time. */
static bool software_events_counted(void)
{
    struct loaded l = load_text("SHORT x\nEVENTS\nclock perf::TASK-CLOCK\n");
    char *reason = NULL;
    struct counter_pass *pass = counters_open(l.groups, NULL, &reason);
    if (!pass) print_message("# skipped: no software events: %s\n", reason);
    bool good = pass;
    counters_close(pass);
    free(reason);
    unload(&l);
    return good;
}

static void test_absent_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"SHORT x\nEVENTS\nnoise perf::NO-SUCH-EVENT | PAPI_NO_SUCH\n",
         "event noise (perf::NO-SUCH-EVENT, PAPI_NO_SUCH): "},
        {"SHORT x\nEVENTS\nclock perf::TASK-CLOCK\nmajor perf::MAJOR-FAULTS\n",
         "event major was accepted but counted nothing"},
    };
    bool software = software_events_counted();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i == 1 && !software) skip();
        struct loaded l = load_text(cases[i].text);
        char *reason = NULL;
        assert_int_equal(l.count, 1);
        assert_null(counters_open(l.groups, NULL, &reason));
        bool denied = strstr(reason, "perf_event_paranoid=2") != NULL;
        if (!strstr(reason, cases[i].reason) && !denied) fail_msg("%s", reason);
        free(reason);
        unload(&l);
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

static void test_published_is_counted(void **state)
{
    (void)state;
    if (!sde_built) skip();
    struct loaded l = load_text("SHORT x\nSCOPE process\nEVENTS\nf sde:::attnlab::FLOP [FLOP]\n"
                                "b sde:::attnlab::BYTES [B]\nt sde:::attnlab::TOKENS\nMETRICS\n"
                                "intensity = f / b\nshare = f / flop\n");
    char *reason = NULL;
    for (int repeat = 0; repeat < 2; repeat++) { /* a pass knows nothing of the one before */
        struct counter_pass *pass = counters_open(l.groups, NULL, &reason);
        if (!pass) fail_msg("%s", reason);
        struct layer_work work = {.flop = {1e12, 5e11}};
        int count;
        counters_publish(17, 17, 17); /* before the start: not counted */
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
        v = counters_results(pass, NULL, 4, &count); /* nothing declared: no share */
        assert_true(isnan(value_of(v, count, "all", "share")));
        free(v);
        counters_close(pass);
    }
    unload(&l);
}

struct busy {
    struct probe probe;
    double amount[PHASES]; /* milliseconds of CPU time in each phase; 0: not entered */
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

/* CPU time of two threads in two phases; skipped where even software events are denied. */
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
    struct placement two = {.threads = 2, .cpus = cpus}; /* both on one PU: any machine has it */
    struct team *team = team_start(topology, &two);
    struct loaded l = load_text("SHORT x\nEVENTS\nclock perf::TASK-CLOCK [ns]\n");
    struct counter_pass *pass = counters_open(l.groups, team, &reason);
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
        /* Two threads of 4 and 12 ms. More: waiting threads spin in their last phase. */
        assert_true(score >= 8e6 * 0.98 && score < 8e6 * 1.5);
        assert_true(sum >= 24e6 * 0.98 && sum < 24e6 * 1.5);
        assert_true(value_of(v, count, "all", "clock") >= score + sum);
        assert_true(isnan(value_of(v, count, phase_names[PHASE_OUTPUT], "clock")));
        free(v);
    } else
        assert_non_null(strstr(reason, "perf_event"));
    counters_close(pass);
    free(reason);
    unload(&l);
    team_stop(team);
    topology_unbind(topology);
    placement_free(&p);
    topology_free(topology);
}

/* The groups of the tree are all well-formed, and each is either counted or says why not. */
static void test_groups_of_the_tree(void **state)
{
    (void)state;
    struct loaded l = {0};
    l.groups = counters_load("harness/events", &l.count, &l.errors);
    diag_print(&l.errors, stderr);
    assert_int_equal(l.errors.count, 0);
    assert_true(l.count >= 8);
    for (int i = 0; i < l.count; i++) {
        char *reason = NULL;
        struct counter_pass *pass = counters_open(&l.groups[i], NULL, &reason);
        print_message("%s: %s\n", l.groups[i].name, pass ? "counted" : reason);
        assert_true(pass || (reason && strlen(reason) > 20));
        if (strcmp(l.groups[i].name, "sde") == 0) assert_int_equal(pass != NULL, sde_built);
        counters_close(pass);
        free(reason);
    }
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_a_group),        cmocka_unit_test(test_errors_have_a_place),
        cmocka_unit_test(test_too_many_events),      cmocka_unit_test(test_missing_folder),
        cmocka_unit_test(test_absent_with_a_reason), cmocka_unit_test(test_published_is_counted),
        cmocka_unit_test(test_threads_and_phases),   cmocka_unit_test(test_groups_of_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
