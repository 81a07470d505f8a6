/* SPDX-License-Identifier: MIT
 * Writing the tables of an analysis: each line fills the columns that table_columns.c lists. */
#include "harness/analysis/tables.h"
#include "base/csv_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- parts of lines ---- */

static const char *arm_name(const struct analysis *a, int entry)
{
    return entry_spec(a, entry)->arms[a->entries[entry].arm].name;
}

static void entry_cells(struct csv *out, const struct analysis *a, int entry)
{
    const struct condition *c = &a->conditions[a->entries[entry].condition];
    csv_text(out, entry_spec(a, entry)->name);
    csv_text(out, arm_name(a, entry));
    csv_text(out, a->entries[entry].label);
    csv_text(out, c->label);
    csv_text(out, c->pass);
}

static void metric_cells(struct csv *out, const struct question *q)
{
    csv_text(out, q->trains ? q->metric->name : "time");
    csv_text(out, q->trains ? q->metric->unit : "ns");
    csv_text(out, q->trains ? trial_split_names[q->split] : NULL);
}

static void gain_cells(struct csv *out, const struct estimate *e)
{
    csv_integer(out, e->n);
    const double values[] = {e->centre, e->interval.low, e->interval.high, e->sd};
    csv_numbers(out, values, sizeof values / sizeof *values);
    const double tests[] = {e->n < 2 ? (double)NAN : e->interval.level, e->p, e->p_flip};
    csv_numbers(out, tests, sizeof tests / sizeof *tests);
}

static const struct candidate *winner_of(const struct analysis *a, int entry)
{
    int winner = a->entries[entry].winner;
    return winner < 0 ? NULL : &a->candidates[winner];
}

static const char *tune_value(const struct analysis *a, int entry)
{
    const struct candidate *c = winner_of(a, entry);
    return c ? c->value : NULL;
}

/* What its value is to a reader: the mean over seeds, the median over rounds. */
static double value_of(const struct analysis *a, int entry)
{
    const struct candidate *c = winner_of(a, entry);
    bool trains = a->questions[a->entries[entry].question].trains;
    return !c ? (double)NAN : trains ? c->mean : a->entries[entry].median;
}

static void cell_cell(struct csv *out, const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    int candidate = e->winner < 0 ? e->first : e->winner;
    csv_text(out, a->members[a->candidates[candidate].first]->cell->string);
}

static const char *reference_label(const struct analysis *a, int entry)
{
    int reference = a->entries[entry].reference;
    return reference < 0 ? NULL : a->entries[reference].label;
}

static const char *tuned_axis(const struct analysis *a, const struct question *q)
{
    return q->tuned < 0 ? NULL : a->run->axes.list[q->tuned].name;
}

/* ---- lines ---- */

static void effect_line(struct csv *out, const struct analysis *a, int index)
{
    const struct effect *e = &a->effects[index];
    const struct question *q = &a->questions[a->entries[e->entry].question];
    const struct estimate *time = q->trains ? &e->cost.log_time : &e->gain;
    double sign = q->trains ? 1 : -1, low = q->trains ? time->interval.low : time->interval.high,
           high = q->trains ? time->interval.high : time->interval.low;
    entry_cells(out, a, e->entry);
    csv_text(out, reading_names[e->reading]);
    csv_text(out, a->entries[e->reference].label);
    metric_cells(out, q);
    gain_cells(out, &e->gain);
    csv_number(out, e->p_corrected);
    csv_integer(out, e->pairs);
    csv_number(out, e->wins);
    csv_integer(out, e->unpaired);
    csv_integer(out, e->lost_runs);
    csv_integer(out, e->reference_lost_runs);
    csv_number(out, q->margin);
    csv_text(out, (q->trains ? outcome_names : outcome_names_of_time)[e->outcome]);
    const double values[] = {value_of(a, e->entry),    value_of(a, e->reference), e->budget_share,
                             e->cost.parameters,       e->cost.flop_per_token,    e->cost.memory,
                             exp(sign * time->centre), exp(sign * low),           exp(sign * high)};
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, tune_value(a, e->entry));
    csv_text(out, tune_value(a, e->reference));
    csv_integer(out, a->entries[e->entry].at_edge);
    cell_cell(out, a, e->entry);
}

static void summary_line(struct csv *out, const struct analysis *a, int index)
{
    const struct entry *e = &a->entries[index];
    const struct question *q = &a->questions[e->question];
    const struct candidate *c = &a->candidates[e->winner < 0 ? e->first : e->winner];
    entry_cells(out, a, index);
    csv_text(out, reference_label(a, index));
    metric_cells(out, q);
    const int counts[] = {c->n, c->diverged, c->not_needed, c->failed, c->unstable};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) csv_integer(out, counts[i]);
    const double values[] = {
        c->mean,     c->sd,        e->median,
        e->q1,       e->q3,        e->min,
        e->time.low, e->time.high, q->trains || !c->n ? (double)NAN : e->time.level};
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, tuned_axis(a, q));
    csv_text(out, tune_value(a, index));
    csv_number(out, q->trains ? c->tuning : (double)NAN);
    csv_integer(out, e->last - e->first);
    csv_integer(out, e->at_edge);
    static const enum measured means[] = {PARAMETERS, FLOP_PER_TOKEN, TOKENS_PER_S, WORKING_BYTES,
                                          PEAK_RSS_BYTES};
    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        csv_number(out, winner_measured(a, index, means[i]));
    cell_cell(out, a, index);
}

static void factor_line(struct csv *out, const struct analysis *a, int index)
{
    const struct factor_effect *f = &a->factors[index];
    const struct condition *c = &a->conditions[f->condition];
    const struct question *q = &a->questions[a->entries[c->first].question];
    csv_text(out, q->spec->name);
    csv_text(out, c->label);
    csv_text(out, f->effect);
    csv_text(out, f->levels);
    csv_integer(out, f->order);
    csv_text(out, q->metric->name);
    gain_cells(out, &f->gain);
}

static void sensitivity_line(struct csv *out, const struct analysis *a, int index)
{
    const struct sensitivity *s = &a->sensitivities[index];
    const struct question *q = &a->questions[a->entries[s->entry].question];
    entry_cells(out, a, s->entry);
    csv_text(out, tuned_axis(a, q));
    csv_integer(out, s->runs);
    csv_integer(out, s->diverged);
    csv_integer(out, s->loss.n);
    const double own[] = {s->loss.centre, s->loss.interval.low, s->loss.interval.high,
                          winner_measured(a, s->entry, GRADIENT_NORM_MAX)};
    csv_numbers(out, own, sizeof own / sizeof *own);
    csv_text(out, s->gain.n ? reference_label(a, s->entry) : NULL);
    gain_cells(out, &s->gain);
    csv_number(out, s->p_corrected);
    csv_text(out, outcome_names[s->outcome]);
}

static const char *question_of_claim(const struct analysis *a, int index)
{
    int k = 0;
    while (index >= a->questions[k].judged.last) k++;
    return a->questions[k].spec->name;
}

static void judged_line(struct csv *out, const struct analysis *a, int index)
{
    const struct judged *j = &a->judged[index];
    const struct effect *e = j->effect < 0 ? NULL : &a->effects[j->effect];
    if (e) {
        entry_cells(out, a, e->entry);
    } else {
        csv_text(out, question_of_claim(a, index));
        csv_text(out, j->claim->arm);
        for (int i = 0; i < 3; i++) csv_empty(out);
    }
    csv_text(out, j->claim->where);
    csv_text(out, j->claim->expects);
    csv_text(out, j->claim->published);
    csv_integer(out, e ? e->gain.n : 0);
    csv_number(out, e ? e->gain.centre : (double)NAN);
    csv_number(out, e ? e->gain.interval.low : (double)NAN);
    csv_number(out, e ? e->gain.interval.high : (double)NAN);
    csv_text(out, judgement_names[j->judgement]);
}

/* ---- files ---- */

static bool save(const struct analysis *a, const struct analysis_table *t, int lines,
                 void (*line)(struct csv *, const struct analysis *, int), const char *path)
{
    struct csv out = {0};
    if (!lines) return unlink(path), true;
    for (int i = 0; t->columns[i].name; i++) csv_text(&out, t->columns[i].name);
    csv_end_line(&out);
    for (int i = 0; i < lines; i++) {
        line(&out, a, i);
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}

bool analysis_save(const struct analysis *a, const char *directory, const char **file)
{
    const struct {
        int lines;
        void (*line)(struct csv *, const struct analysis *, int);
    } how[] = {{a->effect_count, effect_line},
               {a->entry_count, summary_line},
               {a->factor_count, factor_line},
               {a->sensitivity_count, sensitivity_line},
               {a->judged_count, judged_line}};
    bool good = true;
    for (int i = 0; good && analysis_tables[i].file; i++) {
        char *path = xformat("%s/%s", directory, *file = analysis_tables[i].file);
        good = save(a, &analysis_tables[i], how[i].lines, how[i].line, path);
        free(path);
    }
    return good;
}
