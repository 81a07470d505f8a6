/* SPDX-License-Identifier: MIT
 * Computes the mean squares of records and of residuals in a two-way model without repetition
 * (record_variance.h). */
#include "base/records/record_variance.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* Returns the mean of each record over seeds. *of_seed receives the mean of each seed over records,
 * *all the overall mean. The caller frees both arrays. */
static double *means_of(const double *part, int seeds, int records, double **of_seed, double *all)
{
    double *of_record = xarray((size_t)records, sizeof *of_record);
    *of_seed = xarray((size_t)seeds, sizeof **of_seed);
    *all = 0;
    for (int s = 0; s < seeds; s++)
        for (int i = 0; i < records; i++) {
            double x = part[(size_t)s * (size_t)records + (size_t)i];
            of_record[i] += x;
            (*of_seed)[s] += x;
        }
    for (int i = 0; i < records; i++) of_record[i] /= seeds;
    for (int s = 0; s < seeds; s++) *all += (*of_seed)[s] /= records;
    *all /= seeds;
    return of_record;
}

double records_variance(const double *part, int seeds, int records)
{
    double all, *of_seed, of_records = 0, left = 0, n = seeds, r = records;
    if (seeds < 2 || records < 2) return NAN;
    double *of_record = means_of(part, seeds, records, &of_seed, &all);
    for (int i = 0; i < records; i++) of_records += (of_record[i] - all) * (of_record[i] - all);
    for (int s = 0; s < seeds; s++)
        for (int i = 0; i < records; i++) {
            double x = part[(size_t)s * (size_t)records + (size_t)i];
            double rest = x - of_record[i] - of_seed[s] + all;
            left += rest * rest;
        }
    free(of_record);
    free(of_seed);
    double between = of_records / (r - 1) / r, within = left / (n - 1) / (r - 1) / n / r;
    return fmax(0, between - within);
}
