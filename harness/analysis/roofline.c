/* SPDX-License-Identifier: MIT
 * Computes times of phases and reads peak rates (roofline.h). */
#include "harness/analysis/roofline.h"
#include "base/mem.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void find_roofs(struct roofline *r, const json_t *manifest)
{
    r->roofs = xarray(json_array_size(json_object_get(manifest, "peaks")), sizeof *r->roofs);
    for (int n = 0; (n = manifest_peak_threads(manifest, n));)
        r->roofs[r->roof_count++] = (struct roof){n, manifest_peak(manifest, n, "sgemm_gflops"),
                                                  manifest_peak(manifest, n, "triad_gb_s")};
}

/* Adds the phases of an entry in order of appearance. `list` has the rows of the entry in
 * phases.csv. The time of a phase is the sum over its threads. */
static void add_phases(struct roofline *r, const struct analysis *a, int entry, const int *list,
                       int count)
{
    const struct table *t = &a->run->phases;
    int phase = table_column(t, "phase"), time = table_column(t, "time_ns");
    int threads = atoi(entry_value(a, entry, axes_find(&a->run->axes, "threads")));
    double *values = xarray((size_t)count, sizeof *values);
    for (int i = 0, first = r->phase_count; i < count; i++) {
        struct phase_time p = {.entry = entry, .phase = table_at(t, list[i], phase)};
        int met = first, known = 0;
        while (met < r->phase_count && strcmp(r->phases[met].phase, p.phase)) met++;
        if (met < r->phase_count) continue;
        for (int k = i; k < count; k++) {
            if (strcmp(table_at(t, list[k], phase), p.phase)) continue;
            p.n++;
            values[known] = table_number_at(t, list[k], time);
            known += !isnan(values[known]);
        }
        p.time_ns = stats_median(values, known) / (threads > 1 ? threads : 1);
        r->phases[r->phase_count++] = p;
    }
    free(values);
}

struct roofline roofline_make(const struct analysis *a)
{
    int rows = a->run->phases.rows, *list = xarray((size_t)rows, sizeof *list);
    int *of_cell = entries_of_cells(a);
    struct roofline r = {.phases = xarray((size_t)rows, sizeof *r.phases)};
    find_roofs(&r, a->run->manifest);
    for (int e = 0; e < a->entry_count && rows; e++) {
        int count = 0;
        for (int row = 0; row < rows; row++) {
            int trial = a->run->phase_trial[row];
            if (trial < 0 || a->run->trials[trial].state == TRIAL_UNSTABLE ||
                a->run->trials[trial].lost_share > 0)
                continue;
            if (of_cell[a->run->plan.rows[trial].cell_index] == e) list[count++] = row;
        }
        add_phases(&r, a, e, list, count);
    }
    free(list);
    free(of_cell);
    return r;
}

void roofline_free(struct roofline *r)
{
    free(r->roofs);
    free(r->phases);
    *r = (struct roofline){0};
}
