/* SPDX-License-Identifier: MIT
 * Measured peaks from the manifest. See phase_summary.h. */
#include "harness/analysis/phase_summary.h"
#include "base/mem.h"
#include "base/csv_write.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Median of a member over the entries with that number of threads. */
static double median_of(const json_t *entries, int threads, const char *name)
{
    size_t count = json_array_size(entries);
    double *values = xarray(count, sizeof *values);
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *entry = json_array_get(entries, i);
        double value = number_of(entry, name);
        if (number_of(entry, "threads") == threads && !isnan(value)) values[n++] = value;
    }
    double median = stats_median(values, n);
    free(values);
    return median;
}

static int by_threads(const void *a, const void *b)
{
    return ((const struct peak *)a)->threads - ((const struct peak *)b)->threads;
}

/* The peaks of the run and of its sessions in one array; each session may measure anew. */
static json_t *all_entries(const json_t *root)
{
    json_t *all = json_array();
    const json_t *sessions = json_object_get(root, "sessions");
    json_array_extend(all, json_object_get(root, "peaks"));
    for (size_t i = 0; i < json_array_size(sessions); i++)
        json_array_extend(all, json_object_get(json_array_get(sessions, i), "peaks"));
    return all;
}

struct peaks peaks_read(const char *manifest)
{
    struct peaks p = {0};
    json_t *root = json_loads(manifest, 0, NULL), *entries = all_entries(root);
    p.list = xarray(json_array_size(entries), sizeof *p.list);
    for (size_t i = 0; i < json_array_size(entries); i++) {
        double threads = number_of(json_array_get(entries, i), "threads");
        if (!(threads >= 1 && threads < 1e6) || peaks_find(&p, (int)threads)) continue;
        p.list[p.count++] =
            (struct peak){(int)threads, median_of(entries, (int)threads, "sgemm_gflops"),
                          median_of(entries, (int)threads, "triad_gb_s")};
    }
    if (p.count) qsort(p.list, (size_t)p.count, sizeof *p.list, by_threads);
    json_decref(entries);
    json_decref(root);
    return p;
}

const struct peak *peaks_find(const struct peaks *p, int threads)
{
    for (int i = 0; i < p->count; i++)
        if (p->list[i].threads == threads) return &p->list[i];
    return NULL;
}

bool peaks_save(const struct peaks *p, const char *path)
{
    struct csv out = {0};
    csv_header(&out, (const char *const[]){"threads", "sgemm_gflops", "triad_gb_s", NULL});
    csv_end_line(&out);
    for (int i = 0; i < p->count; i++) {
        csv_integer(&out, p->list[i].threads);
        csv_number(&out, p->list[i].sgemm_gflops);
        csv_number(&out, p->list[i].triad_gb_s);
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}

void peaks_free(struct peaks *p)
{
    free(p->list);
    *p = (struct peaks){0};
}
