/* SPDX-License-Identifier: MIT
 * Computes the time and the roofline of each phase of timed entries (roofline.h). */
#include "harness/analysis/roofline.h"
#include "base/mem.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- roofs, from the manifest ---- */

static void find_roofs(struct roofline *r, const json_t *manifest)
{
    r->roofs = xarray(json_array_size(json_object_get(manifest, "peaks")), sizeof *r->roofs);
    for (int n = 0; (n = manifest_peak_threads(manifest, n));)
        r->roofs[r->roof_count++] = (struct roof){n, manifest_peak(manifest, n, "sgemm_gflops"),
                                                  manifest_peak(manifest, n, "triad_gb_s")};
}

/* Returns the peaks measured with a number of threads, or NULL if they were not measured. */
static const struct roof *roofline_roof(const struct roofline *r, int threads)
{
    for (int i = 0; i < r->roof_count; i++)
        if (r->roofs[i].threads == threads) return &r->roofs[i];
    return NULL;
}

/* ---- phases ---- */

struct rows {
    const struct table *table;
    int *list, count,
        phase; /* list: row numbers; phase: column of phases.csv with the name of the phase */
};

/* Returns the median of a column over the rows with the same phase as row `like`. */
static double median_of(const struct rows *r, int like, const char *name, int *n)
{
    double *values = xarray((size_t)r->count, sizeof *values);
    const char *phase = table_at(r->table, like, r->phase);
    int kept = 0, column = table_column(r->table, name);
    for (int i = *n = 0; i < r->count; i++) {
        double value = table_number_at(r->table, r->list[i], column);
        if (strcmp(table_at(r->table, r->list[i], r->phase), phase)) continue;
        ++*n;
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

/* Adds the phases of an entry in order of appearance. The time of a phase is the sum over its
 * threads. */
static void add_phases(struct roofline *r, const struct analysis *a, int entry,
                       const struct rows *rows)
{
    int asked = atoi(entry_value(a, entry, axes_find(&a->run->axes, "threads")));
    int threads = asked >= 1 ? asked : 1;
    for (int i = 0, first = r->phase_count; i < rows->count; i++) {
        int row = rows->list[i], n, met = first;
        const char *phase = table_at(rows->table, row, rows->phase);
        while (met < r->phase_count && strcmp(r->phases[met].phase, phase)) met++;
        if (met < r->phase_count) continue;
        struct phase_time p = {.entry = entry,
                               .phase = phase,
                               .time_ns = median_of(rows, row, "time_ns", &n) / threads,
                               .flop = median_of(rows, row, "flop", &n),
                               .recomputed = median_of(rows, row, "recomputed_flop", &n),
                               .bytes = median_of(rows, row, "bytes", &n)};
        p.n = n;
        put_under_roof(&p, roofline_roof(r, threads));
        r->phases[r->phase_count++] = p;
    }
}

struct roofline roofline_make(const struct analysis *a)
{
    const struct table *t = &a->run->phases;
    struct roofline r = {.phases = xarray((size_t)t->rows, sizeof *r.phases)};
    struct rows rows = {t, xarray((size_t)t->rows, sizeof *rows.list), 0, table_column(t, "phase")};
    int *of_cell = entries_of_cells(a);
    find_roofs(&r, a->run->manifest);
    for (int e = 0; e < a->entry_count && t->rows; e++) {
        rows.count = 0;
        for (int row = 0; row < t->rows; row++) {
            int trial = a->run->phase_trial[row];
            if (trial < 0 || a->run->trials[trial].state == TRIAL_UNSTABLE ||
                a->run->trials[trial].lost_share > 0)
                continue;
            if (of_cell[a->run->plan.rows[trial].cell_index] == e) rows.list[rows.count++] = row;
        }
        add_phases(&r, a, e, &rows);
    }
    free(rows.list);
    free(of_cell);
    return r;
}

void roofline_free(struct roofline *r)
{
    free(r->roofs);
    free(r->phases);
    *r = (struct roofline){0};
}
