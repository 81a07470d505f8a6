/* SPDX-License-Identifier: MIT
 * Writes summary.csv: one row per cell, columns as results/README.md lists them. */
#include "harness/report/labels.h"
#include "harness/run/csv.h"

#include <math.h>
#include <stdlib.h>

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

static const char *const before_axes[] = {"ablation",    "cell",  "arm",       "legend",
                                          "arm_index",   "label", "row_index", "shape",
                                          "shape_index", "group", "baseline",  NULL};
static const char *const after_axes[] = {
    "rounds",      "failed",      "unstable",    "time_ns_median", "time_ns_q1",
    "time_ns_q3",  "time_ns_min", "time_ns_low", "time_ns_high",   "time_level",
    "is_baseline", "pairs",       "unpaired",    "ratio",          "ratio_low",
    "ratio_high",  "ratio_level", "ratio_p",     "ratio_p_holm",   "verdict",
    "margin",      NULL};

static void header(struct csv *out, const struct summary *s)
{
    for (int i = 0; before_axes[i]; i++) csv_text(out, before_axes[i]);
    for (int i = 0; i < s->axis_count; i++) csv_text(out, s->rows->name[s->axes[i]]);
    for (int i = 0; after_axes[i]; i++) csv_text(out, after_axes[i]);
    for (int i = 0; medians[i]; i++) csv_text(out, medians[i]);
    csv_end_line(out);
}

static void legend_cell(struct csv *out, const char *label)
{
    char *text = legend_text(label);
    csv_text(out, text);
    free(text);
}

static void identity(struct csv *out, const struct summary *s, const struct summary_cell *c,
                     const struct label *l)
{
    csv_text(out, c->ablation);
    csv_text(out, c->cell);
    csv_text(out, c->arm);
    legend_cell(out, arm_label(s, c));
    csv_integer(out, c->arm_index);
    legend_cell(out, l->label);
    csv_integer(out, l->row);
    legend_cell(out, l->shape);
    csv_integer(out, l->column);
    csv_text(out, c->group);
    csv_text(out, c->baseline);
    for (int i = 0; i < s->axis_count; i++)
        csv_text(out, table_at(s->rows, s->order[c->first], s->axes[i]));
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
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) csv_number(out, values[i]);
    csv_text(out, verdict_names[c->verdict]);
    csv_number(out, e->n ? margin : (double)NAN);
}

bool summary_save(const struct summary *s, const struct label *labels, const char *path)
{
    struct csv out = {0};
    header(&out, s);
    for (int i = 0; i < s->count; i++) {
        const struct summary_cell *c = &s->cells[i];
        identity(&out, s, c, &labels[i]);
        times(&out, c);
        ratios(&out, c, s->margin);
        for (int m = 0; medians[m]; m++) csv_number(&out, summary_median(s, c, medians[m]));
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}
