/* SPDX-License-Identifier: MIT
 * Builds the analysis of a run and answers queries about it. */
#include "harness/analysis/analysis.h"
#include "harness/analysis/scaling.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void analysis_build(struct analysis *a, const struct run_data *run, double level,
                    double time_margin)
{
    *a = (struct analysis){.run = run,
                           .level = level,
                           .time_margin = time_margin,
                           .seed = axes_find(&run->axes, "seed")};
    size_t most = (size_t)run->trial_count;
    a->members = xarray(most, sizeof *a->members);
    a->candidates = xarray(most, sizeof *a->candidates);
    a->entries = xarray(most, sizeof *a->entries);
    a->conditions = xarray(most, sizeof *a->conditions);
    a->question_count = run->plan.spec_count;
    a->questions = xarray((size_t)a->question_count, sizeof *a->questions);
    for (int i = 0; i < a->question_count; i++) {
        struct question *q = &a->questions[i];
        q->p_folder = NAN;
        find_entries(a, q);
        name_entries(a, q);
        choose_winners(a, q);
        find_references(a, q);
        mark_negative_controls(a, q);
        mark_controls(a, q);
        find_effects(a, q);
        check_validity(a, q);
        find_scaling(a, q);
        find_factors(a, q);
        find_interactions(a, q);
        judge_claims(a, q);
    }
}

void analysis_free(struct analysis *a)
{
    for (int i = 0; i < a->question_count; i++) free(a->questions[i].baselines);
    for (int i = 0; i < a->condition_count; i++) free(a->conditions[i].label);
    for (int i = 0; i < a->entry_count; i++) free(a->entries[i].label);
    for (int i = 0; i < a->factor_count; i++) {
        free(a->factors[i].effect);
        free(a->factors[i].levels);
        free(a->factors[i].text);
    }
    for (int i = 0; i < a->validity_count; i++) free(a->validity[i].figure);
    for (int i = 0; i < a->effect_count; i++) free(a->effects[i].failed_check);
    for (int i = 0; i < a->judged_count; i++) free(a->judged[i].why_no_gain);
    for (int i = 0; i < a->scaling_fit_count; i++) free(a->scaling_fits[i].ladder);
    free(a->scaling_fits);
    free(a->scaling_points);
    free(a->validity);
    free(a->members);
    free(a->candidates);
    free(a->entries);
    free(a->conditions);
    free(a->effects);
    free(a->factors);
    free(a->interactions);
    free(a->judged);
    free(a->questions);
    *a = (struct analysis){0};
}

/* ---- queries ---- */

const struct question *entry_question(const struct analysis *a, int entry)
{
    return &a->questions[a->entries[entry].question];
}

const struct spec *entry_spec(const struct analysis *a, int entry)
{
    return entry_question(a, entry)->spec;
}

const struct candidate *entry_winner(const struct analysis *a, int entry)
{
    int winner = entry < 0 ? -1 : a->entries[entry].winner;
    return winner < 0 ? NULL : &a->candidates[winner];
}

const char *entry_waits(const struct analysis *a, int baseline, const char *reason)
{
    return a->entries[baseline].waits_for_tuning
               ? "tuning has not chosen a value for the baseline yet"
               : reason;
}

int entry_values_tried(const struct analysis *a, const struct entry *e)
{
    int tried = 0;
    for (int k = e->first; k < e->last; k++) {
        const struct candidate *c = &a->candidates[k];
        int i = c->first;
        while (i < c->end &&
               (a->members[i]->state == TRIAL_NOT_NEEDED || a->members[i]->state == TRIAL_MISSING))
            i++;
        tried += i < c->end;
    }
    return tried;
}

/* Returns why training runs count as lost, such as "diverged". Considers only the trials of the
 * winner, or all trials if there is no winner. */
const char *entry_lost_word(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    int lost = 0, untrained = 0;
    for (int i = e->first; i < e->last; i++) {
        if (e->winner >= 0 && i != e->winner) continue;
        lost += a->candidates[i].diverged;
        untrained += a->candidates[i].untrained;
    }
    return untrained == 0      ? "diverged"
           : untrained == lost ? "learned nothing"
                               : "diverged or learned nothing";
}

const char *entry_value(const struct analysis *a, int entry, int axis)
{
    const struct candidate *c = &a->candidates[a->entries[entry].first];
    return trial_value(a->run, a->members[c->first], axis);
}

bool entry_meets(const struct analysis *a, int entry, const struct conditions *c)
{
    for (int i = 0; i < c->set.count; i++)
        if (!setting_has(&c->set.list[i], entry_value(a, entry, c->set.list[i].axis))) return false;
    return conditions_include_arm(c, entry_spec(a, entry)->arms[a->entries[entry].arm].name);
}

bool axis_follows(const struct analysis *a, const int *entries, int count, int axis, int other)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(entry_value(a, entries[i], other), entry_value(a, entries[k], other)) &&
                strcmp(entry_value(a, entries[i], axis), entry_value(a, entries[k], axis)))
                return false;
    return true;
}

const char *entry_path(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    const struct candidate *first = &a->candidates[e->first];
    for (int i = first->first; e->by_formula && i < a->candidates[e->last - 1].end; i++)
        if (a->members[i]->by_formula) return trial_text(a->run, a->members[i], "path");
    return "";
}

char *entry_name(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    const struct condition *c = &a->conditions[e->condition];
    const struct span all = entry_question(a, entry)->conditions;
    bool passes = strcmp(a->conditions[all.first].pass, a->conditions[all.last - 1].pass) != 0;
    const char *pass = passes ? c->pass : "", *comma = *pass && *c->label ? ", " : "";
    if (!*pass && !*c->label) return xstrdup(e->label);
    return xformat("%s (%s%s%s)", e->label, pass, comma, c->label);
}

const char *quote_mark(const char *label) { return strpbrk(label, ",:;=()") ? "\"" : ""; }

double trial_result(const struct question *q, const struct trial *t)
{
    if (!t || t->state != TRIAL_OK) return NAN;
    return q->trains ? t->metric[q->split][q->metric - metrics] : t->measured[TIME_NS_MEDIAN];
}

bool is_conclusive(enum outcome o)
{
    return o == OUTCOME_BETTER || o == OUTCOME_EQUIVALENT || o == OUTCOME_WORSE;
}

const struct effect *entry_effect(const struct analysis *a, int entry, enum comparison comparison)
{
    const struct span all = entry_question(a, entry)->effects;
    for (int i = all.first; i < all.last; i++)
        if (a->effects[i].entry == entry && a->effects[i].comparison == comparison)
            return &a->effects[i];
    return NULL;
}

/* Finds the winner's trial with the same seed or round, by binary search. Trials of a candidate are
 * sorted by seed and round (entries.c). */
const struct trial *winner_trial(const struct analysis *a, int entry, const struct trial *like)
{
    const struct candidate *c = entry_winner(a, entry);
    bool trains = entry_question(a, entry)->trains;
    int low = c ? c->first : 0, high = c ? c->last : 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct trial *t = a->members[middle];
        int order =
            trains ? (t->seed > like->seed) - (t->seed < like->seed) : t->round - like->round;
        if (!order) return t;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

double winner_measured(const struct analysis *a, int entry, enum measured what)
{
    const struct candidate *c = entry_winner(a, entry);
    if (!c) return NAN;
    double *values = xarray((size_t)(c->last - c->first), sizeof *values), sum = 0;
    int n = 0;
    for (int i = c->first; i < c->last; i++) {
        double value = a->members[i]->measured[what];
        if (a->members[i]->state != TRIAL_OK || isnan(value)) continue;
        sum += value;
        values[n++] = value;
    }
    double median = stats_median(values, n);
    free(values);
    return !entry_question(a, entry)->trains ? median : n ? sum / n : (double)NAN;
}

double training_flops(const struct trial *t)
{
    return t && t->point_count ? t->points[t->point_count - 1].flop : (double)NAN;
}

double curve_at(const struct trial *t, const struct metric *m, double step)
{
    double before_step = NAN, before = NAN;
    for (int i = 0; t && i < t->point_count; i++) {
        double at = t->points[i].step, here = t->points[i].valid[m - metrics];
        if (isnan(at) || isnan(here)) continue;
        if (at == step) return here;
        if (at > step)
            return before_step < step
                       ? before + (here - before) * (step - before_step) / (at - before_step)
                       : (double)NAN;
        before_step = at;
        before = here;
    }
    return NAN;
}

double gain_shown(const struct metric *metric, double gain)
{
    return metric && metric->higher_is_better ? gain : -100 * expm1(-gain);
}

double gain_of(const struct metric *metric, double own, double reference)
{
    if (metric && metric->higher_is_better) return own - reference;
    return log(loss_in_ratio(reference) / loss_in_ratio(own));
}

double loss_in_ratio(double loss)
{
    static const double rounding_error = 1e-7;
    return loss < rounding_error ? rounding_error : loss;
}
