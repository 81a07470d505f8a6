/* SPDX-License-Identifier: MIT
 * The peaks that a run measured, before its rows and after them: the tables' shares and the roofs
 * of a figure are of the same ones (manifest.h). What disturbs a measurement of a peak lowers it,
 * so the highest of all is the run's. */
#include "harness/run/manifest.h"

#include <math.h>

static bool has_threads(const json_t *peak, int threads)
{
    return json_integer_value(json_object_get(peak, "threads")) == threads;
}

static double peak_beyond(const json_t *manifest, int threads, const char *name, bool least)
{
    const json_t *peaks = json_object_get(manifest, "peaks");
    double found = (double)NAN;
    for (size_t i = 0; i < json_array_size(peaks); i++) {
        const json_t *peak = json_array_get(peaks, i), *value = json_object_get(peak, name);
        if (!has_threads(peak, threads) || !json_is_number(value)) continue;
        double rate = json_number_value(value);
        found = least ? fmin(found, rate) : fmax(found, rate); /* of NaN and a number: the number */
    }
    return found;
}

double manifest_peak(const json_t *manifest, int threads, const char *name)
{
    return peak_beyond(manifest, threads, name, false);
}

double manifest_least_peak(const json_t *manifest, int threads, const char *name)
{
    return peak_beyond(manifest, threads, name, true);
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
