/* SPDX-License-Identifier: MIT
 * Writes summary.csv: one row per cell, columns as results/README.md lists them. */
#include "harness/analysis/labels.h"

#include <math.h>

/* Columns of cells.csv whose median over the rounds is carried over. */
static const char *const medians[] = {"flop",
                                      "bytes",
                                      "parameters",
                                      "gflops",
                                      "flop_per_byte",
                                      "sgemm_share",
                                      "triad_share",
                                      "input_bytes",
                                      "parameter_bytes",
                                      "activation_bytes",
                                      "output_bytes",
                                      "working_bytes",
                                      "peak_rss_bytes",
                                      NULL};

static const char *const after_axes[] = {
    "rounds",      "failed",      "unstable",    "time_ns_median", "time_ns_q1",
    "time_ns_q3",  "time_ns_min", "time_ns_low", "time_ns_high",   "time_level",
    "is_baseline", "pairs",       "unpaired",    "ratio",          "ratio_low",
    "ratio_high",  "ratio_level", "ratio_p",     "ratio_p_holm",   "verdict",
    "margin",      NULL};

static void header(struct csv *out, const struct summary *s)
{
    cell_columns_header(out);
    csv_text(out, "group");
    csv_text(out, "baseline");
    axis_columns_header(out, s);
    csv_header(out, after_axes);
    csv_header(out, medians);
    csv_end_line(out);
}

static void times(struct csv *out, const struct summary_cell *c)
{
    csv_integer(out, c->n);
    csv_integer(out, c->failed);
    csv_integer(out, c->unstable);
    const double values[] = {c->median,   c->q1,        c->q3,        c->min,
                             c->time.low, c->time.high, c->time.level};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        csv_number(out, c->n ? values[i] : (double)NAN);
}

static void ratios(struct csv *out, const struct summary_cell *c, double margin)
{
    const struct estimate *e = &c->log_ratio;
    csv_integer(out, c->is_baseline);
    csv_integer(out, e->n);
    csv_integer(out, c->unpaired);
    const double values[] = {exp(e->centre),
                             exp(e->interval.low),
                             exp(e->interval.high),
                             e->n ? e->interval.level : (double)NAN,
                             e->p,
                             c->p_holm};
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, verdict_names[c->verdict]);
    csv_number(out, e->n ? margin : (double)NAN);
}

bool summary_save(const struct summary *s, const struct label *labels, const char *path)
{
    struct csv out = {0};
    header(&out, s);
    for (int i = 0; i < s->count; i++) {
        const struct summary_cell *c = &s->cells[i];
        cell_columns(&out, s, i, &labels[i]);
        csv_text(&out, c->group);
        csv_text(&out, c->baseline);
        axis_columns(&out, s, i);
        times(&out, c);
        ratios(&out, c, s->margin);
        for (int m = 0; medians[m]; m++) csv_number(&out, summary_median(s, c, medians[m]));
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}
