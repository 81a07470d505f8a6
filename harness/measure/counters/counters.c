/* SPDX-License-Identifier: MIT
 * Runs one pass per counter group. Every thread creates, tests and starts an event set, reads the
 * counts at each change of phase, and stops the set. */
#include "harness/measure/counters/counters.h"
#include "harness/measure/clock.h"
#include "harness/measure/team.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

const struct counter_group counter_groups[] = {
#include "harness/measure/counters/events.def"
    {.name = NULL}};

/* ---- why a group is absent ---- */

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

/* Returns kernel.perf_event_paranoid, or -100 if the file does not exist. */
static int paranoid_level(void)
{
    FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    int level = -100;
    if (f && fscanf(f, "%d", &level) != 1) level = -100;
    if (f) fclose(f);
    return level;
}

/* at Debian's default level 3, PAPI refuses to count even for root */
enum { PAPI_COUNTS_FOR_NOBODY = 3 };

/* Returns why this machine cannot count events. The caller frees the string. */
static char *explain_machine(void)
{
    int level = paranoid_level();
    if (level == PAPI_COUNTS_FOR_NOBODY || (level > 2 && geteuid() != 0))
        return xformat("kernel.perf_event_paranoid is %d, which forbids counters; allow them with: "
                       "sudo sysctl kernel.perf_event_paranoid=2",
                       level);
    if (!has_hardware_counters())
        return xstrdup("this machine has no hardware counters (PMU), like most virtual machines");
    return xformat("this processor or this version of PAPI does not support the event "
                   "(kernel.perf_event_paranoid is %d)",
                   level);
}

static char *explain(const struct counter_event *event, enum papi_add answer, const char *message)
{
    if (answer == PAPI_FULL)
        return xformat("too few counter registers for event %s and the events before it; split the "
                       "group (groups are never multiplexed)",
                       event->name);
    if (!sde_built && !strncmp(event->candidates[0], "sde:::", 6))
        return xstrdup(
            "this program was built without libsde; install PAPI 7 or newer and rebuild");
    struct text names = {0};
    for (int c = 0; event->candidates[c]; c++)
        text_add(&names, "%s%s", c ? ", " : "", event->candidates[c]);
    char *machine = explain_machine();
    char *reason = xformat("event %s (%s): %s; a possible reason, for hardware events: %s",
                           event->name, names.data, message, machine);
    free(machine);
    text_free(&names);
    return reason;
}

/* ---- setup and trial ---- */

/* PAPI 7.0 sometimes rejects a software event but accepts it a moment later (in 9 of 4,320
 * attempts). */
enum { ATTEMPTS = 3 };

static bool add_event(struct thread_counts *counts, const struct counter_event *event)
{
    enum papi_add answer = PAPI_UNKNOWN, full = PAPI_UNKNOWN;
    const char *message = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++)
        for (int c = 0; event->candidates[c]; c++) {
            answer = papi_add(&counts->set, event->candidates[c], &message);
            if (answer == PAPI_ADDED) return true;
            if (answer == PAPI_FULL) full = answer;
        }
    counts->reason = explain(event, full == PAPI_FULL ? full : answer, message);
    return false;
}

static void calculate(void)
{
    volatile float f = 1;
    volatile double d = 1;
    for (int i = 0; i < 100000; i++) {
        f = f * 0.999f + 0.5f;
        d = d * 0.999 + 0.5;
    }
}

static void branch(void)
{
    volatile uint32_t taken = 0;
    uint32_t x = 1;
    for (int i = 0; i < 100000; i++) {
        x = x * 1664525u + 1013904223u;
        if (x >> 31) taken = taken + 1;
    }
}

static void fault_and_miss(void)
{
    enum { BYTES = 16 << 20, LINE = 64, STRIDE = 4096 + LINE };
    volatile char *p =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)p == MAP_FAILED) return;
    for (int i = 0, at = 0; i < 65536; i++, at = (at + STRIDE) % BYTES) p[at] = (char)(p[at] + 1);
    munmap((void *)p, BYTES);
}

/* Triggers every kind of event for a few milliseconds: arithmetic, unpredictable branches, page
 * faults, cache and TLB misses, a context switch. */
static void do_trial_work(void)
{
    calculate();
    branch();
    fault_and_miss();
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

static bool try_out(struct thread_counts *counts, const struct counter_group *g)
{
    long long value[MAX_EVENTS] = {0};
    if (!papi_start(&counts->set)) {
        counts->reason = explain_machine();
        return false;
    }
    do_trial_work();
    if (g->whole_process) counters_publish(1, 1, 1);
    bool stopped = papi_stop(&counts->set, value), any = false;
    for (int i = 0; g->event[i].name && !counts->reason; i++) {
        any |= value[i] > 0;
        if (!stopped || (value[i] <= 0 && !g->event[i].rare))
            counts->reason = xformat("event %s was accepted, but its count was 0 in a trial run",
                                     g->event[i].name);
    }
    if (!any && !counts->reason)
        counts->reason = xstrdup("the counts of all events were 0 in a trial run");
    return !counts->reason;
}

static void open_thread(void *arg, int thread)
{
    struct counter_pass *pass = arg;
    struct thread_counts *counts = &pass->of_thread[thread];
    if (pass->group->whole_process && thread != 0) return;
    counts->used = true;
    if (!papi_create(&counts->set)) {
        counts->reason = xstrdup("PAPI cannot create an event set for the thread");
        return;
    }
    for (int i = 0; pass->group->event[i].name; i++)
        if (!add_event(counts, &pass->group->event[i])) return;
    try_out(counts, pass->group);
}

static char *first_reason(const struct counter_pass *pass)
{
    for (int t = 0; t < pass->threads; t++)
        if (pass->of_thread[t].reason) return pass->of_thread[t].reason;
    return NULL;
}

struct counter_pass *counters_open(const struct counter_group *group, struct team *team,
                                   char **reason)
{
    const char *message;
    if (!papi_ready(&message)) {
        *reason = xformat("cannot initialise PAPI: %s", message);
        return NULL;
    }
    struct counter_pass *pass = xalloc(sizeof *pass);
    *pass = (struct counter_pass){group, team, team ? team->threads : 1, NULL};
    pass->of_thread = xarray((size_t)pass->threads, sizeof *pass->of_thread);
    team_each(team, open_thread, pass);
    const char *why = first_reason(pass);
    if (!why) return pass;
    *reason = xstrdup(why);
    counters_close(pass);
    return NULL;
}

static void close_thread(void *arg, int thread)
{
    struct thread_counts *counts = &((struct counter_pass *)arg)->of_thread[thread];
    if (counts->used) papi_destroy(&counts->set);
    free(counts->reason);
}

void counters_close(struct counter_pass *pass)
{
    if (!pass) return;
    team_each(pass->team, close_thread, pass);
    free(pass->of_thread);
    free(pass);
}

/* ---- counts ---- */

static void start_thread(void *arg, int thread)
{
    struct thread_counts *counts = &((struct counter_pass *)arg)->of_thread[thread];
    if (!counts->used) return;
    memset(counts->sum, 0, sizeof counts->sum);
    memset(counts->ns, 0, sizeof counts->ns);
    memset(counts->last, 0, sizeof counts->last);
    counts->row = BEFORE_PHASES;
    counts->last_ns = clock_now_ns();
    counts->failed = !papi_start(&counts->set);
}

/* Adds the time and the counts since the previous call to the current phase. */
static void book(struct thread_counts *counts, const long long *value)
{
    uint64_t now = clock_now_ns();
    counts->ns[counts->row] += now - counts->last_ns;
    counts->last_ns = now;
    for (int i = 0; i < counts->set.events; i++) {
        counts->sum[counts->row][i] += value[i] - counts->last[i];
        counts->last[i] = value[i];
    }
}

static void enter_phase(void *context, int thread, enum phase phase)
{
    struct counter_pass *pass = context;
    struct thread_counts *counts = &pass->of_thread[thread];
    long long value[MAX_EVENTS];
    if (pass->group->whole_process || counts->failed) return;
    if (papi_read(&counts->set, value))
        book(counts, value);
    else
        counts->failed = true;
    counts->row = (int)phase;
}

static void stop_thread(void *arg, int thread)
{
    struct thread_counts *counts = &((struct counter_pass *)arg)->of_thread[thread];
    long long value[MAX_EVENTS];
    if (!counts->used || counts->failed) return;
    if (papi_stop(&counts->set, value))
        book(counts, value);
    else
        counts->failed = true;
}

void counters_start(struct counter_pass *pass) { team_each(pass->team, start_thread, pass); }
void counters_stop(struct counter_pass *pass) { team_each(pass->team, stop_thread, pass); }

struct probe counters_probe(struct counter_pass *pass)
{
    return (struct probe){.enter = enter_phase, .context = pass};
}
