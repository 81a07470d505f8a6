/* SPDX-License-Identifier: MIT
 * Times a checked layer: warm-up, number of passes per sample, samples, and times of phases. */
#include "harness/measure/timing.h"

#include "base/mem.h"
#include "harness/measure/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Warm-up ends when three successive passes agree within 2 % (Georges et al. 2007 use 1 to 2 %), or
 * after WARM_MOST passes or WARM_MOST_MS milliseconds. */
enum { WARM_WINDOW = 3, WARM_MOST = 12, WARM_MOST_MS = 300, PASSES_MOST = 1000000 };
static const double warm_spread = 1.02;

static void busy_wait(double ns)
{
    uint64_t end = clock_now_ns() + (uint64_t)ns;
    while (clock_now_ns() < end) continue;
}

static double run_passes(const struct workload *load, long passes, double delay_percent)
{
    uint64_t start = clock_now_ns();
    for (long i = 0; i < passes; i++) {
        uint64_t begin = delay_percent > 0 ? clock_now_ns() : 0;
        workload_pass(load, NULL);
        if (delay_percent > 0) busy_wait((double)(clock_now_ns() - begin) * delay_percent / 100);
    }
    return (double)(clock_now_ns() - start);
}

static struct timed_sample take_sample(const struct workload *load, long passes,
                                       double delay_percent, bool warmup)
{
    workload_poison_results(load);
    struct timed_sample s = {.passes = passes, .warmup = warmup, .probe_ns = clock_probe_ns()};
    struct sample_noise before = sample_noise_now(load->team);
    s.time_ns = run_passes(load, passes, delay_percent) / (double)passes;
    s.noise = sample_noise_since(&before, load->team);
    return s;
}

void timing_add(struct timing *t, struct timed_sample s)
{
    t->list = xgrow(t->list, (size_t)t->count + 1, sizeof *t->list);
    t->list[t->count++] = s;
}

static bool is_steady(const struct timing *t)
{
    if (t->count < WARM_WINDOW) return false;
    double least = (double)INFINITY, most = 0;
    for (int i = t->count - WARM_WINDOW; i < t->count; i++) {
        least = fmin(least, t->list[i].time_ns);
        most = fmax(most, t->list[i].time_ns);
    }
    return most <= warm_spread * least;
}

bool timing_is_warm(const struct timing *t)
{
    double total_ns = 0;
    for (int i = 0; i < t->count; i++) total_ns += t->list[i].time_ns;
    return t->count >= WARM_MOST || total_ns >= WARM_MOST_MS * 1e6 || is_steady(t);
}

static void warm_up(const struct workload *load, struct timing *t)
{
    while (!timing_is_warm(t)) timing_add(t, take_sample(load, 1, 0, true));
}

long timing_passes(const struct timing *t, double min_sample_ms)
{
    double least = (double)INFINITY;
    for (int i = 0; i < t->count; i++) least = fmin(least, t->list[i].time_ns);
    double passes = ceil(min_sample_ms * 1e6 / fmax(least, 1));
    return (long)fmin(fmax(passes, 1), PASSES_MOST);
}

void timing_take(const struct checked *checked, const struct timing_request *request,
                 struct timing *t)
{
    const struct workload *load = checked_workload(checked);
    *t = (struct timing){0};
    warm_up(load, t);
    t->passes = timing_passes(t, request->min_sample_ms);
    for (int i = 0; i < request->samples && !t->failure; i++) {
        timing_add(t, take_sample(load, t->passes, request->delay_percent, false));
        if (!checked_same_result(checked)) t->failure = checked_again(checked);
    }
    if (!t->failure) t->failure = checked_again(checked);
}

bool timing_migrated(const struct timing *t)
{
    for (int i = 0; i < t->count; i++)
        if (!t->list[i].warmup && t->list[i].noise.migrations > 0) return true;
    return false;
}

void timing_free(struct timing *t)
{
    free(t->list);
    free(t->failure);
    *t = (struct timing){0};
}

/* ---- phases ---- */

enum { REPEATS = 3, SLOW_NS = 500000000 };

/* Times of one thread's phases, on separate cache lines. */
struct phase_clock {
    uint64_t since;
    int phase; /* the current phase; -1 before the first phase */
    uint64_t ns[PHASES];
    char apart[128 - (2 + PHASES) * sizeof(uint64_t)];
};

static void book(struct phase_clock *c, uint64_t now)
{
    if (c->phase >= 0) c->ns[c->phase] += now - c->since;
    c->since = now;
}

static void enter_phase(void *context, int thread, enum phase phase)
{
    struct phase_clock *c = (struct phase_clock *)context + thread;
    book(c, clock_now_ns());
    c->phase = (int)phase;
}

/* Writes the time of each phase per pass, summed over threads, to `ns`, which has PHASES entries.
 */
static void run_phases(const struct workload *load, long passes, double *ns)
{
    int threads = load->team ? load->team->threads : 1;
    struct phase_clock *clocks = xarray((size_t)threads, sizeof *clocks);
    struct probe probe = {enter_phase, clocks};
    for (long i = 0; i < passes; i++) {
        uint64_t start = clock_now_ns();
        for (int t = 0; t < threads; t++) {
            clocks[t].phase = threads > 1 ? PHASE_WAIT : -1;
            clocks[t].since = start;
        }
        workload_pass(load, &probe);
        uint64_t end = clock_now_ns();
        for (int t = 0; t < threads; t++) book(&clocks[t], end);
    }
    for (int p = 0; p < PHASES; p++) {
        ns[p] = 0;
        for (int t = 0; t < threads; t++) ns[p] += (double)clocks[t].ns[p] / (double)passes;
    }
    free(clocks);
}

static double median_of_three(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

void timing_phases(const struct checked *checked, long passes, double ns[PHASES])
{
    double all[REPEATS][PHASES];
    bool slow = false;
    for (int r = 0; r < REPEATS; r++) {
        uint64_t start = clock_now_ns();
        if (slow)
            memcpy(all[r], all[0], sizeof all[r]);
        else
            run_phases(checked_workload(checked), passes, all[r]);
        slow = slow || clock_now_ns() - start > SLOW_NS;
    }
    for (int p = 0; p < PHASES; p++) ns[p] = median_of_three(all[0][p], all[1][p], all[2][p]);
}
