/* SPDX-License-Identifier: MIT
 * quality_effects.csv, quality_factorial.csv, quality_sensitivity.csv, quality_claims.csv. See
 * study_csv.h. */
#include "harness/analysis/study_csv.h"

#include <math.h>

static const char *const effect_columns[] = {
    "reading",      "reference",        "metric",     "split",
    "tune_axis",    "tune_value",       "at_edge",    "reference_tune_value",
    "pairs",        "gain_n",           "diverged",   "reference_diverged",
    "value",        "reference_value",  "gain",       "gain_low",
    "gain_high",    "gain_sd",          "level",      "p",
    "p_flip",       "p_holm",           "pairs_won",  "won_share",
    "won_low",      "won_high",         "margin",     "verdict",
    "budget_share", "parameters_ratio", "flop_ratio", "memory_ratio",
    "time_ratio",   "time_low",         "time_high",  NULL};

static const char *winner_value(const struct study *s, int contender)
{
    int winner = s->contenders[contender].winner;
    return winner < 0 ? "" : s->candidates[winner].value;
}

static double winner_metric(const struct study *s, int contender)
{
    int winner = s->contenders[contender].winner;
    return winner < 0 ? (double)NAN : s->candidates[winner].mean;
}

static void gain_cells(struct csv *out, const struct paired *p)
{
    const double values[] = {p->mean,
                             p->interval.low,
                             p->interval.high,
                             p->sd,
                             p->n < 2 ? (double)NAN : p->interval.level,
                             p->p,
                             p->p_flip};
    csv_numbers(out, values, sizeof values / sizeof *values);
}

static void cost_cells(struct csv *out, const struct cost *c)
{
    const double values[] = {c->parameters,
                             c->flop_per_token,
                             c->memory,
                             exp(c->log_time.mean),
                             exp(c->log_time.interval.low),
                             exp(c->log_time.interval.high)};
    csv_numbers(out, values, sizeof values / sizeof *values);
}

static void effect_line(struct csv *out, const struct study *s, const struct effect *e)
{
    const struct contender *c = &s->contenders[e->contender];
    const struct study_question *q = &s->questions[c->question];
    contender_cells(out, s, e->contender, contender_row(s, e->contender));
    csv_text(out, reading_names[e->reading]);
    label_cell(out, s->contenders[e->reference].label);
    csv_text(out, q->metric->name);
    csv_text(out, q->test ? "test" : "valid");
    csv_text(out, q->tune_column < 0 ? NULL : s->rows->name[q->tune_column]);
    csv_text(out, winner_value(s, e->contender));
    csv_integer(out, c->at_edge);
    csv_text(out, winner_value(s, e->reference));
    csv_integer(out, e->pairs);
    csv_integer(out, e->gain.n);
    csv_integer(out, e->lost_runs);
    csv_integer(out, e->reference_lost_runs);
    csv_number(out, winner_metric(s, e->contender));
    csv_number(out, winner_metric(s, e->reference));
    gain_cells(out, &e->gain);
    const double rest[] = {e->p_corrected, e->wins,       e->wins / e->pairs,
                           e->share.low,   e->share.high, q->margin};
    csv_numbers(out, rest, sizeof rest / sizeof *rest);
    csv_text(out, outcome_names[e->outcome]);
    csv_number(out, e->budget_share);
    cost_cells(out, &e->cost);
    csv_end_line(out);
}

void effects_table(struct csv *out, const struct study *s)
{
    contender_header(out, s);
    csv_header(out, effect_columns);
    csv_end_line(out);
    for (int i = 0; i < s->effect_count; i++) effect_line(out, s, &s->effects[i]);
}

/* ---- quality_factorial.csv ---- */

static const char *const factorial_columns[] = {
    "ablation", "shape",    "shape_index", "effect",  "levels", "order", "metric", "gain_n",
    "gain",     "gain_low", "gain_high",   "gain_sd", "level",  "p",     "p_flip", NULL};

void factorial_table(struct csv *out, const struct study *s)
{
    csv_header(out, factorial_columns);
    csv_end_line(out);
    for (int i = 0; i < s->factor_count; i++) {
        const struct factorial_effect *f = &s->factors[i];
        const struct study_question *q = &s->questions[f->question];
        csv_text(out, q->name);
        label_cell(out, s->contenders[f->contender].shape);
        csv_integer(out, f->condition);
        csv_text(out, f->effect);
        csv_text(out, f->levels);
        csv_integer(out, f->order);
        csv_text(out, q->metric->name);
        csv_integer(out, f->gain.n);
        gain_cells(out, &f->gain);
        csv_end_line(out);
    }
}

/* ---- quality_sensitivity.csv ---- */

static const char *const sensitivity_columns[] = {"tune_axis",
                                                  "runs",
                                                  "diverged",
                                                  "seeds",
                                                  "sensitivity",
                                                  "sensitivity_low",
                                                  "sensitivity_high",
                                                  "gradient_norm",
                                                  "reference",
                                                  "gain_n",
                                                  "gain",
                                                  "gain_low",
                                                  "gain_high",
                                                  "gain_sd",
                                                  "level",
                                                  "p",
                                                  "p_flip",
                                                  "p_holm",
                                                  "verdict",
                                                  NULL};

static void sensitivity_line(struct csv *out, const struct study *s, const struct sensitivity *e)
{
    const struct contender *c = &s->contenders[e->contender];
    contender_cells(out, s, e->contender, contender_row(s, e->contender));
    csv_text(out, s->rows->name[s->questions[c->question].tune_column]);
    csv_integer(out, e->runs);
    csv_integer(out, e->diverged);
    csv_integer(out, e->loss.n);
    const double own[] = {e->loss.mean, e->loss.interval.low, e->loss.interval.high,
                          winner_mean(s, e->contender, "gradient_norm_max")};
    csv_numbers(out, own, sizeof own / sizeof *own);
    label_cell(out, e->gain.n ? s->contenders[c->reference].label : "");
    csv_integer(out, e->gain.n);
    gain_cells(out, &e->gain);
    csv_number(out, e->p_corrected);
    csv_text(out, outcome_names[e->outcome]);
    csv_end_line(out);
}

void sensitivity_table(struct csv *out, const struct study *s)
{
    contender_header(out, s);
    csv_header(out, sensitivity_columns);
    csv_end_line(out);
    for (int i = 0; i < s->sensitivity_count; i++) sensitivity_line(out, s, &s->sensitivities[i]);
}

/* ---- quality_claims.csv ---- */

static const char *const judged_columns[] = {
    "ablation",    "arm",  "where",    "expects",   "published", "label",   "shape",
    "shape_index", "gain", "gain_low", "gain_high", "gain_n",    "verdict", NULL};

void judged_table(struct csv *out, const struct study *s)
{
    csv_header(out, judged_columns);
    csv_end_line(out);
    for (int i = 0; i < s->judged_count; i++) {
        const struct judged *j = &s->judged[i];
        const struct effect *e = j->effect < 0 ? NULL : &s->effects[j->effect];
        const struct contender *c = e ? &s->contenders[e->contender] : NULL;
        static const char *const told[] = {"ablation", "arm",       "where",
                                           "expects",  "published", NULL};
        for (int k = 0; told[k]; k++) csv_text(out, table_text(s->claims, j->claim, told[k]));
        label_cell(out, c ? c->label : "");
        label_cell(out, c ? c->shape : "");
        if (c)
            csv_integer(out, c->condition);
        else
            csv_empty(out);
        csv_number(out, e ? e->gain.mean : (double)NAN);
        csv_number(out, e ? e->gain.interval.low : (double)NAN);
        csv_number(out, e ? e->gain.interval.high : (double)NAN);
        csv_integer(out, e ? e->gain.n : 0);
        csv_text(out, judgement_names[j->judgement]);
        csv_end_line(out);
    }
}
