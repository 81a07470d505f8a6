/* SPDX-License-Identifier: MIT
 * The peaks that a run measured, before its rows and after them: the tables' shares and the roofs
 * of a figure are of the same ones (manifest.h). */
#include "base/mem.h"
#include "base/stats.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <stdlib.h>

static bool has_threads(const json_t *peak, int threads)
{
    return json_integer_value(json_object_get(peak, "threads")) == threads;
}

double manifest_peak(const json_t *manifest, int threads, const char *name)
{
    const json_t *peaks = json_object_get(manifest, "peaks");
    double *values = xarray(json_array_size(peaks) + 1, sizeof *values);
    int count = 0;
    for (size_t i = 0; i < json_array_size(peaks); i++) {
        const json_t *peak = json_array_get(peaks, i), *value = json_object_get(peak, name);
        if (has_threads(peak, threads) && json_is_number(value))
            values[count++] = json_number_value(value);
    }
    double median = stats_median(values, count);
    free(values);
    return median;
}

int manifest_peak_threads(const json_t *manifest, int above)
{
    const json_t *peaks = json_object_get(manifest, "peaks");
    int least = 0;
    for (size_t i = 0; i < json_array_size(peaks); i++) {
        const json_t *of = json_object_get(json_array_get(peaks, i), "threads");
        int threads = (int)json_integer_value(of);
        if (threads > above && (!least || threads < least)) least = threads;
    }
    return least;
}
