/* SPDX-License-Identifier: MIT
 * See phase_summary.h. A row of phases.csv names its cell by the row's key, "cell,round=R". */
#include "harness/analysis/phase_summary.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row of phases.csv with its place in the summary. */
struct placed {
    int cell, phase, row; /* phase: first row with that phase, so that sorting keeps their order */
};

static int cell_of_key(const struct summary *s, const char *ablation, const char *key)
{
    const char *at = key, *round = NULL;
    while ((at = strstr(at, ",round="))) round = at++;
    if (!round) return -1;
    char *cell = xformat("%.*s", (int)(round - key), key);
    int found = summary_find(s, ablation, cell);
    free(cell);
    return found;
}

static int by_place(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->cell != y->cell) return x->cell - y->cell;
    return x->phase != y->phase ? x->phase - y->phase : x->row - y->row;
}

static struct placed *place_rows(const struct table *t, const struct summary *s, int *count)
{
    struct placed *list = xarray((size_t)t->rows, sizeof *list);
    int ablation = table_column(t, "ablation"), key = table_column(t, "key");
    int phase = table_column(t, "phase"), last = -1;
    for (int row = *count = 0; row < t->rows; row++) {
        bool again = row && !strcmp(table_at(t, row, key), table_at(t, row - 1, key)) &&
                     !strcmp(table_at(t, row, ablation), table_at(t, row - 1, ablation));
        if (!again) last = cell_of_key(s, table_at(t, row, ablation), table_at(t, row, key));
        if (last < 0) continue;
        int first = 0;
        while (strcmp(table_at(t, first, phase), table_at(t, row, phase))) first++;
        list[(*count)++] = (struct placed){last, first, row};
    }
    if (*count) qsort(list, (size_t)*count, sizeof *list, by_place);
    return list;
}

static double median_of(const struct table *t, const struct placed *list, int n, const char *name)
{
    double *values = xarray((size_t)n, sizeof *values);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        double value = table_number(t, list[i].row, name);
        if (!isnan(value)) values[kept++] = value;
    }
    double median = stats_median(values, kept);
    free(values);
    return median;
}

static void put_under_roof(struct phase_cell *p, const struct peak *peak)
{
    p->gflops = p->time_ns > 0 ? p->flop / p->time_ns : (double)NAN;
    p->gb_s = p->time_ns > 0 && p->bytes > 0 ? p->bytes / p->time_ns : (double)NAN;
    p->flop_per_byte = p->bytes > 0 ? p->flop / p->bytes : (double)NAN;
    p->roof_gflops = p->share = (double)NAN;
    if (!peak || isnan(p->flop_per_byte)) return;
    double slope = peak->triad_gb_s * p->flop_per_byte;
    p->memory_bound = slope < peak->sgemm_gflops;
    p->roof_gflops = p->memory_bound ? slope : peak->sgemm_gflops;
    if (p->roof_gflops > 0) p->share = p->gflops / p->roof_gflops;
}

struct phase_summary phases_summarise(const struct table *t, const struct summary *s,
                                      const struct peaks *peaks)
{
    int count;
    struct placed *placed = place_rows(t, s, &count);
    struct phase_summary result = {xarray((size_t)count, sizeof *result.list), 0};
    for (int first = 0, last; first < count; first = last) {
        const struct placed *a = &placed[first];
        for (last = first; last < count && placed[last].cell == a->cell;)
            if (placed[last].phase == a->phase)
                last++;
            else
                break;
        double threads = table_number(s->rows, s->order[s->cells[a->cell].first], "threads");
        struct phase_cell p = {.cell = a->cell,
                               .phase = table_text(t, a->row, "phase"),
                               .n = last - first,
                               .time_ns = median_of(t, a, last - first, "time_ns"),
                               .flop = median_of(t, a, last - first, "flop"),
                               .recomputed = median_of(t, a, last - first, "recomputed_flop"),
                               .bytes = median_of(t, a, last - first, "bytes")};
        put_under_roof(&p, peaks_find(peaks, threads >= 1 ? (int)threads : 1));
        result.list[result.count++] = p;
    }
    free(placed);
    return result;
}

static const char *const columns[] = {
    "kernel_phase", "rounds", "time_ns", "flop",          "recomputed_flop",
    "bytes",        "gflops", "gb_s",    "flop_per_byte", "roof_gflops",
    "roof_share",   "bound",  NULL};

static void measured(struct csv *out, const struct phase_cell *p)
{
    const double values[] = {p->time_ns, p->flop,          p->recomputed,  p->bytes, p->gflops,
                             p->gb_s,    p->flop_per_byte, p->roof_gflops, p->share};
    csv_text(out, p->phase);
    csv_integer(out, p->n);
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, isnan(p->roof_gflops) ? "" : p->memory_bound ? "memory" : "compute");
}

bool phases_save(const struct phase_summary *p, const struct summary *s, const struct label *labels,
                 const char *path)
{
    struct csv out = {0};
    cell_columns_header(&out);
    csv_header(&out, columns);
    axis_columns_header(&out, s);
    csv_end_line(&out);
    for (int i = 0; i < p->count; i++) {
        cell_columns(&out, s, p->list[i].cell, &labels[p->list[i].cell]);
        measured(&out, &p->list[i]);
        axis_columns(&out, s, p->list[i].cell);
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}

void phases_free(struct phase_summary *p)
{
    free(p->list);
    *p = (struct phase_summary){0};
}
