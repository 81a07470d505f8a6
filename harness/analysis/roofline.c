/* SPDX-License-Identifier: MIT
 * Phases of timed entries under the roof of the machine that ran them (roofline.h). */
#include "harness/analysis/roofline.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- roofs, from the manifest ---- */

static double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Median of a member over the peaks with that number of threads. */
static double median_peak(const json_t *peaks, int threads, const char *name)
{
    size_t count = json_array_size(peaks);
    double *values = xarray(count, sizeof *values);
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *peak = json_array_get(peaks, i);
        double value = number_of(peak, name);
        if (number_of(peak, "threads") == threads && !isnan(value)) values[n++] = value;
    }
    double median = stats_median(values, n);
    free(values);
    return median;
}

static int by_threads(const void *a, const void *b)
{
    return ((const struct roof *)a)->threads - ((const struct roof *)b)->threads;
}

/* The peaks of the run and of its sessions in one array; each session may measure anew. */
static json_t *all_peaks(const json_t *manifest)
{
    json_t *all = json_array();
    const json_t *sessions = json_object_get(manifest, "sessions");
    json_array_extend(all, json_object_get(manifest, "peaks"));
    for (size_t i = 0; i < json_array_size(sessions); i++)
        json_array_extend(all, json_object_get(json_array_get(sessions, i), "peaks"));
    return all;
}

static void find_roofs(struct roofline *r, const json_t *manifest)
{
    json_t *peaks = all_peaks(manifest);
    r->roofs = xarray(json_array_size(peaks), sizeof *r->roofs);
    for (size_t i = 0; i < json_array_size(peaks); i++) {
        double threads = number_of(json_array_get(peaks, i), "threads");
        if (!(threads >= 1 && threads < 1e6) || roofline_roof(r, (int)threads)) continue;
        r->roofs[r->roof_count++] =
            (struct roof){(int)threads, median_peak(peaks, (int)threads, "sgemm_gflops"),
                          median_peak(peaks, (int)threads, "triad_gb_s")};
    }
    if (r->roof_count) qsort(r->roofs, (size_t)r->roof_count, sizeof *r->roofs, by_threads);
    json_decref(peaks);
}

const struct roof *roofline_roof(const struct roofline *r, int threads)
{
    for (int i = 0; i < r->roof_count; i++)
        if (r->roofs[i].threads == threads) return &r->roofs[i];
    return NULL;
}

/* ---- phases ---- */

/* A row of phases.csv with its place among the entries. */
struct placed {
    int entry, phase, row; /* phase: first row with that phase, so that sorting keeps their order */
};

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->entry != y->entry) return x->entry - y->entry;
    return x->phase != y->phase ? x->phase - y->phase : x->row - y->row;
}

/* The entry of each trial of the run; -1: none. */
static int *entries_of_trials(const struct analysis *a)
{
    int *entry = xarray((size_t)a->run->trial_count, sizeof *entry);
    for (int i = 0; i < a->run->trial_count; i++) entry[i] = -1;
    for (int e = 0; e < a->entry_count; e++) {
        int last = a->candidates[a->entries[e].last - 1].last;
        for (int i = a->candidates[a->entries[e].first].first; i < last; i++)
            entry[a->members[i] - a->run->trials] = e;
    }
    return entry;
}

static struct placed *place_rows(const struct analysis *a, int *count)
{
    const struct table *t = &a->run->phases;
    struct placed *list = xarray((size_t)t->rows, sizeof *list);
    int *entry = entries_of_trials(a), phase = table_column(t, "phase");
    for (int row = *count = 0; row < t->rows; row++) {
        int trial = a->run->phase_trial[row], first = 0;
        if (trial < 0 || entry[trial] < 0) continue;
        while (strcmp(table_at(t, first, phase), table_at(t, row, phase))) first++;
        list[(*count)++] = (struct placed){entry[trial], first, row};
    }
    if (*count) qsort(list, (size_t)*count, sizeof *list, by_place);
    free(entry);
    return list;
}

static double median_of(const struct table *t, const struct placed *list, int n, const char *name)
{
    double *values = xarray((size_t)n, sizeof *values);
    int kept = 0, column = table_column(t, name);
    for (int i = 0; i < n; i++) {
        double value = table_number_at(t, list[i].row, column);
        if (!isnan(value)) values[kept++] = value;
    }
    double median = stats_median(values, kept);
    free(values);
    return median;
}

static void put_under_roof(struct phase_time *p, const struct roof *roof)
{
    p->gflops = p->time_ns > 0 ? p->flop / p->time_ns : (double)NAN;
    p->gb_s = p->time_ns > 0 && p->bytes > 0 ? p->bytes / p->time_ns : (double)NAN;
    p->flop_per_byte = p->bytes > 0 ? p->flop / p->bytes : (double)NAN;
    p->roof_gflops = p->share = (double)NAN;
    if (!roof || isnan(p->flop_per_byte)) return;
    double slope = roof->triad_gb_s * p->flop_per_byte;
    p->memory_bound = slope < roof->sgemm_gflops;
    p->roof_gflops = p->memory_bound ? slope : roof->sgemm_gflops;
    if (p->roof_gflops > 0) p->share = p->gflops / p->roof_gflops;
}

static struct phase_time phase_of(const struct analysis *a, const struct roofline *r,
                                  const struct placed *list, int n)
{
    const struct table *t = &a->run->phases;
    int threads = atoi(entry_value(a, list->entry, axes_find(&a->run->axes, "threads")));
    struct phase_time p = {.entry = list->entry,
                           .phase = table_text(t, list->row, "phase"),
                           .n = n,
                           .time_ns = median_of(t, list, n, "time_ns"),
                           .flop = median_of(t, list, n, "flop"),
                           .recomputed = median_of(t, list, n, "recomputed_flop"),
                           .bytes = median_of(t, list, n, "bytes")};
    put_under_roof(&p, roofline_roof(r, threads >= 1 ? threads : 1));
    return p;
}

struct roofline roofline_make(const struct analysis *a)
{
    int count;
    struct placed *placed = place_rows(a, &count);
    struct roofline r = {.phases = xarray((size_t)count, sizeof *r.phases)};
    find_roofs(&r, a->run->manifest);
    for (int first = 0, last; first < count; first = last) {
        const struct placed *p = &placed[first];
        for (last = first; last < count && placed[last].entry == p->entry;)
            if (placed[last].phase == p->phase)
                last++;
            else
                break;
        r.phases[r.phase_count++] = phase_of(a, &r, p, last - first);
    }
    free(placed);
    return r;
}

void roofline_free(struct roofline *r)
{
    free(r->roofs);
    free(r->phases);
    *r = (struct roofline){0};
}
