/* SPDX-License-Identifier: MIT
 * One pass of a counter group: an event set on every thread, tried, started, read at every change
 * of phase, stopped. */
#include "harness/measure/counters/counter_pass.h"
#include "harness/measure/clock.h"
#include "harness/measure/check/exercise.h"
#include "harness/measure/counters/papi.h"
#include "harness/measure/team.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- why not ---- */

static bool has_hardware_counters(void)
{
    static const char *const devices[] = {"cpu",           "cpu_core",    "cpu_atom",
                                          "armv8_pmuv3_0", "armv8_pmuv3", NULL};
    bool found = false;
    for (int i = 0; devices[i]; i++) {
        char *path = xformat("/sys/bus/event_source/devices/%s", devices[i]);
        found |= access(path, F_OK) == 0;
        free(path);
    }
    return found;
}

/* What stands in the way of counting at all on this machine, as a sentence; to be freed. */
static char *explain_machine(void)
{
    int level = papi_paranoid_level();
    if (level > 2 && geteuid() != 0)
        return xformat("kernel.perf_event_paranoid is %d, which denies counters to users; allow "
                       "them with: sudo sysctl kernel.perf_event_paranoid=2",
                       level);
    if (!has_hardware_counters())
        return xstrdup("the system shows no hardware counters (PMU), as most virtual machines");
    return xformat(
        "this processor or this PAPI does not know it (kernel.perf_event_paranoid is %d)", level);
}

static char *explain(const struct counter_event *event, enum papi_add answer, const char *message)
{
    if (answer == PAPI_FULL)
        return xformat("event %s does not fit into the counter registers beside the events before "
                       "it; groups are never multiplexed, split it",
                       event->name);
    struct text names = {0};
    for (int c = 0; c < MAX_CANDIDATES && event->candidates[c]; c++)
        text_add(&names, "%s%s", c ? ", " : "", event->candidates[c]);
    char *machine = explain_machine();
    char *reason = xformat("event %s (%s): %s; if it is a hardware event: %s", event->name,
                           names.data, message, machine);
    free(machine);
    text_free(&names);
    return reason;
}

/* ---- setting up and trying ---- */

/* PAPI 7.0 now and then (9 of 4,320 times) says of a software event that it does not exist, and
 * adds it a moment later: an answer is believed when it was given ATTEMPTS times. */
enum { ATTEMPTS = 3 };

static bool add_event(struct lane *lane, const struct counter_event *event)
{
    enum papi_add answer = PAPI_UNKNOWN, full = PAPI_UNKNOWN;
    const char *message = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++)
        for (int c = 0; c < MAX_CANDIDATES && event->candidates[c]; c++) {
            answer = papi_add(&lane->set, event->candidates[c], &message);
            if (answer == PAPI_ADDED) return true;
            if (answer == PAPI_FULL) full = answer;
        }
    lane->reason = explain(event, full == PAPI_FULL ? full : answer, message);
    return false;
}

/* Counts known work: an event that PAPI accepts may still never count. */
static bool try_out(struct lane *lane, const struct counter_group *g)
{
    long long value[MAX_EVENTS] = {0};
    if (!papi_start(&lane->set)) {
        lane->reason = explain_machine();
        return false;
    }
    exercise();
    if (g->whole_process) counters_publish(1, 1, 1);
    bool stopped = papi_stop(&lane->set, value), any = false;
    for (int i = 0; i < g->events && !lane->reason; i++) {
        any |= value[i] > 0;
        if (!stopped || (value[i] <= 0 && !g->event[i].rare))
            lane->reason =
                xformat("event %s was accepted but counted nothing in a trial", g->event[i].name);
    }
    if (!any && !lane->reason) lane->reason = xstrdup("no event counted anything in a trial");
    return !lane->reason;
}

static void open_lane(void *arg, int thread)
{
    struct counter_pass *pass = arg;
    struct lane *lane = &pass->lane[thread];
    if (pass->group->whole_process && thread != 0) return;
    lane->used = true;
    if (!papi_create(&lane->set)) {
        lane->reason = xstrdup("PAPI cannot make an event set for the thread");
        return;
    }
    for (int i = 0; i < pass->group->events; i++)
        if (!add_event(lane, &pass->group->event[i])) return;
    try_out(lane, pass->group);
}

static char *first_reason(const struct counter_pass *pass)
{
    for (int t = 0; t < pass->lanes; t++)
        if (pass->lane[t].reason) return pass->lane[t].reason;
    return NULL;
}

struct counter_pass *counters_open(const struct counter_group *group, struct team *team,
                                   char **reason)
{
    const char *message;
    if (!papi_ready(&message)) {
        *reason = xformat("PAPI does not start: %s", message);
        return NULL;
    }
    struct counter_pass *pass = xalloc(sizeof *pass);
    *pass = (struct counter_pass){group, team, team ? team->threads : 1, NULL};
    pass->lane = xarray((size_t)pass->lanes, sizeof *pass->lane);
    team_each(team, open_lane, pass);
    const char *why = first_reason(pass);
    if (!why) return pass;
    *reason = xstrdup(why);
    counters_close(pass);
    return NULL;
}

static void close_lane(void *arg, int thread)
{
    struct lane *lane = &((struct counter_pass *)arg)->lane[thread];
    if (lane->used) papi_destroy(&lane->set);
    free(lane->reason);
}

void counters_close(struct counter_pass *pass)
{
    if (!pass) return;
    team_each(pass->team, close_lane, pass);
    free(pass->lane);
    free(pass);
}

/* ---- counting ---- */

static void start_lane(void *arg, int thread)
{
    struct lane *lane = &((struct counter_pass *)arg)->lane[thread];
    if (!lane->used) return;
    memset(lane->sum, 0, sizeof lane->sum);
    memset(lane->ns, 0, sizeof lane->ns);
    memset(lane->last, 0, sizeof lane->last);
    lane->row = BEFORE_PHASES;
    lane->last_ns = clock_now_ns();
    lane->failed = !papi_start(&lane->set);
}

/* Books the time and the counts since the last booking to the row that was being counted. */
static void book(struct lane *lane, const long long *value)
{
    uint64_t now = clock_now_ns();
    lane->ns[lane->row] += now - lane->last_ns;
    lane->last_ns = now;
    for (int i = 0; i < lane->set.events; i++) {
        lane->sum[lane->row][i] += value[i] - lane->last[i];
        lane->last[i] = value[i];
    }
}

static void enter_phase(void *context, int thread, enum phase phase)
{
    struct counter_pass *pass = context;
    struct lane *lane = &pass->lane[thread];
    long long value[MAX_EVENTS];
    if (pass->group->whole_process || lane->failed) return; /* one reader, many threads' phases */
    if (papi_read(&lane->set, value))
        book(lane, value);
    else
        lane->failed = true;
    lane->row = (int)phase;
}

static void stop_lane(void *arg, int thread)
{
    struct lane *lane = &((struct counter_pass *)arg)->lane[thread];
    long long value[MAX_EVENTS];
    if (!lane->used || lane->failed) return;
    if (papi_stop(&lane->set, value))
        book(lane, value);
    else
        lane->failed = true;
}

void counters_start(struct counter_pass *pass) { team_each(pass->team, start_lane, pass); }
void counters_stop(struct counter_pass *pass) { team_each(pass->team, stop_lane, pass); }

struct probe counters_probe(struct counter_pass *pass)
{
    return (struct probe){.enter = enter_phase, .context = pass};
}
