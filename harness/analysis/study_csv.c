/* SPDX-License-Identifier: MIT
 * Writing the tables of a study; quality_summary.csv, a line for each candidate. Columns:
 * results/README.md. */
#include "harness/analysis/study_csv.h"
#include "base/mem.h"
#include "harness/analysis/labels.h"

#include <math.h>
#include <stdlib.h>

/* ---- which contender ---- */

static const char *const names[] = {"ablation",  "arm",   "legend",      "arm_index", "label",
                                    "row_index", "shape", "shape_index", NULL};

void label_cell(struct csv *out, const char *label)
{
    char *text = legend_text(label);
    csv_text(out, text);
    free(text);
}

void contender_header(struct csv *out, const struct study *s)
{
    csv_header(out, names);
    for (int a = 0; a < s->axes->rows; a++) csv_text(out, table_text(s->axes, a, "axis"));
}

void contender_cells(struct csv *out, const struct study *s, int contender, int row)
{
    const struct contender *c = &s->contenders[contender];
    csv_text(out, s->questions[c->question].name);
    csv_text(out, c->arm);
    label_cell(out, c->arm_label);
    csv_integer(out, c->arm_index);
    label_cell(out, c->label);
    csv_integer(out, c->label_index);
    label_cell(out, c->shape);
    csv_integer(out, c->condition);
    for (int a = 0; a < s->axes->rows; a++)
        csv_text(out, table_text(s->rows, row, table_text(s->axes, a, "axis")));
}

int contender_row(const struct study *s, int contender)
{
    const struct contender *c = &s->contenders[contender];
    return s->trials[s->candidates[c->winner < 0 ? c->first : c->winner].first].row;
}

/* ---- quality_summary.csv ---- */

static const char *const after_axes[] = {
    "tune_axis", "tune_value", "winner",      "at_edge",      "runs", "diverged",
    "skipped",   "failed",     "metric",      "split",        "mean", "sd",
    "tuning",    "tuning_low", "tuning_high", "tuning_seeds", NULL};
static const char *const means[] = {"parameters", "flop_per_token", "tokens_per_s",
                                    "train_s",    "peak_rss_bytes", "steps_done",
                                    "tokens",
#define METRIC(name, ...) "valid_" #name,
#include "base/metric_list.def"
#undef METRIC
#define METRIC(name, ...) "test_" #name,
#include "base/metric_list.def"
#undef METRIC
                                    NULL};

static double mean_of(const struct study *s, const struct candidate *c, const char *column,
                      double *sd)
{
    double *values = xarray((size_t)(c->last - c->first), sizeof *values);
    int n = 0;
    for (int i = c->first; i < c->last; i++) {
        double value = table_number(s->rows, s->trials[i].row, column);
        if (s->trials[i].state == TRIAL_OK && !isnan(value)) values[n++] = value;
    }
    struct paired p = stats_paired(values, n, s->level);
    free(values);
    *sd = p.sd;
    return p.mean;
}

static void candidate_line(struct csv *out, const struct study *s, int contender, int candidate)
{
    const struct contender *c = &s->contenders[contender];
    const struct candidate *k = &s->candidates[candidate];
    const struct study_question *q = &s->questions[c->question];
    contender_cells(out, s, contender, s->trials[k->first].row);
    csv_text(out, q->tune_column < 0 ? NULL : s->rows->name[q->tune_column]);
    csv_text(out, k->value);
    csv_integer(out, candidate == c->winner);
    csv_integer(out, candidate == c->winner && c->at_edge);
    csv_integer(out, k->n);
    csv_integer(out, k->diverged);
    csv_integer(out, k->skipped);
    csv_integer(out, k->failed);
    csv_text(out, q->metric->name);
    csv_text(out, q->test ? "test" : "valid");
    const double values[] = {k->mean, k->sd, k->tuning, k->low, k->high};
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_integer(out, k->tuning_seeds);
    for (int i = 0; means[i]; i++) {
        double sd, mean = mean_of(s, k, means[i], &sd);
        csv_number(out, mean);
        csv_number(out, sd);
    }
    csv_end_line(out);
}

void summary_table(struct csv *out, const struct study *s)
{
    contender_header(out, s);
    csv_header(out, after_axes);
    for (int i = 0; means[i]; i++) {
        char *sd = xformat("%s_sd", means[i]);
        csv_text(out, means[i]);
        csv_text(out, sd);
        free(sd);
    }
    csv_end_line(out);
    for (int i = 0; i < s->contender_count; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++)
            candidate_line(out, s, i, k);
}

/* ---- all ---- */

bool study_save(const struct study *s, const char *run, const char **name)
{
    static const struct {
        const char *name;
        void (*table)(struct csv *, const struct study *);
    } tables[] = {
        {"quality_summary.csv", summary_table},     {"quality_effects.csv", effects_table},
        {"quality_factorial.csv", factorial_table}, {"quality_sensitivity.csv", sensitivity_table},
        {"quality_claims.csv", judged_table},       {"quality_curves.csv", curves_table}};
    bool good = true;
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++) {
        struct csv out = {0};
        char *path = xformat("%s/%s", run, *name = tables[i].name);
        tables[i].table(&out, s);
        good = csv_save(&out, path);
        free(path);
    }
    return good;
}
