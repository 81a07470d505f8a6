/* SPDX-License-Identifier: MIT
 * What only questions of time have: an answer and a table for each pass. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static void what_was_run(const struct page *p)
{
    const struct trial_counts n = count_trials(p);
    const struct question *q = p->q;
    const char *source = first_text(p, "input_source");
    int passes = 0;
    for_each_pass(s, p) passes++;
    say(p, "Run: %s (%s, %s, %s), %s, %d measured.",
        things(p, q->entries.last - q->entries.first, "cell", "cells"),
        things(p, q->rows, "arm or setting", "arms or settings"),
        things(p, q->columns, "shape", "shapes"), things(p, passes, "pass", "passes"),
        things(p, n.run, "row", "rows"), n.of[TRIAL_OK]);
    doc_fold(p->d, "What is the same in all");
    say(p, "The same in all: %s.", constants_of(p));
    if (*source) say(p, "Input: %s.", source);
    doc_fold_end(p->d);
}

/* "n = 6, exact 96.9 % interval" */
static const char *support(const struct page *p, int n, struct interval interval, bool exact)
{
    if (n == 1) return "n = 1: no interval";
    const char *few = interval.enough ? "" : words(p, "; too few for %.0f %%", 100 * p->a->level);
    return words(p, "n = %d, %s %.1f %% interval%s", n, exact ? "exact" : "approximate",
                 100 * interval.level, few);
}

static void say_ratio(const struct page *p, const struct effect *e)
{
    const struct estimate *g = &e->gain;
    const struct entry *own = &p->a->entries[e->entry], *other = &p->a->entries[e->reference];
    note(p, "%s takes %s times %s (%s): %s", own->label, gain_text(p->d, NULL, g),
         own->condition == other->condition ? other->label : name_of(p, e->reference),
         support(p, g->n, g->interval, g->n <= EXACT_RANKS), outcome_names_of_time[e->outcome]);
}

static void say_time(const struct page *p, const struct entry *e)
{
    int n = p->a->candidates[e->first].n;
    const char *low = time_text(p->d, e->time.low), *high = time_text(p->d, e->time.high);
    if (n)
        note(p, "%s takes %s%s (%s)", e->label, time_text(p->d, e->median),
             n == 1 ? "" : words(p, " [%s, %s]", low, high), support(p, n, e->time, true));
}

/* "takes 0.953 times as long as dot product [0.885, 0.984]", and what it is where nothing stands.
 */
static const char *ratio_words(const struct page *p, const struct effect *e, const char *other)
{
    bool open = e->outcome == OUTCOME_SUGGESTIVE || e->outcome == OUTCOME_UNRESOLVED;
    const char *ratio = gain_text(p->d, NULL, &e->gain);
    int length = (int)strcspn(ratio, " "); /* then its interval, if it has one */
    return words(p, "%s takes %.*s times as long%s%s%s%s%s", p->a->entries[e->entry].label, length,
                 ratio, *other ? " as " : "", other, ratio + length, open ? ", " : "",
                 open ? outcome_names_of_time[e->outcome] : "");
}

const char *timed_sentence(const struct page *p, const struct pass *s)
{
    const struct effect *low = s->n.least, *high = s->n.greatest;
    const char *at = words(p, "%s%s%s", s->words, *s->shape ? " at " : "", s->shape);
    if (!low) return s->n.outcomes[OUTCOME_BY_FORMULA] ? "measured by formula alone" : "times only";
    const char *first = ratio_words(p, low, s->n.baseline);
    if (low == high) return words(p, "%s: %s", first, at);
    return words(p, "%s; %s: %s", first, ratio_words(p, high, ""), at);
}

/* Ratios to one baseline share its noise, so that many of them are not as many findings. */
static void answer(const struct page *p)
{
    if (has_no_result(p)) {
        const char *nothing = nothing_words(p);
        doc_answer(p->d, "%c%s.", toupper((unsigned char)*nothing), nothing + 1);
        return;
    }
    for_each_pass(s, p)
    {
        const int *n = s.n.outcomes;
        const char *found = timed_sentence(p, &s);
        doc_answer(p->d, "%c%s.", toupper((unsigned char)*found), found + 1);
        if (s.n.compared < 2) continue;
        say(p,
            "Of %d variants %s faster and %d slower%s. %s as fast, %d suggestive, %d "
            "unresolved%s.",
            s.n.compared, things(p, n[OUTCOME_BETTER], "is", "are"), n[OUTCOME_WORSE],
            strcmp(s.n.baseline, p->q->baselines) ? ", all against one baseline" : "",
            things(p, n[OUTCOME_EQUIVALENT], "is", "are"), n[OUTCOME_SUGGESTIVE],
            n[OUTCOME_UNRESOLVED],
            none_can_stand(&s.n) ? words(p,
                                         ": %s too few to stand correction for all comparisons of "
                                         "the question, whatever the ratio",
                                         things(p, s.n.most_pairs, "round is", "rounds are"))
                                 : "");
    }
}

static void statistics(const struct page *p)
{
    if (has_no_result(p)) return;
    doc_fold(p->d, "Statistics");
    for_each_pass(s, p)
    {
        const struct condition *c = &p->a->conditions[s.told];
        heading(p, 3, "Answer: %s%s%s", s.words, *s.shape ? " at " : "", s.shape);
        for (int i = c->first; i < c->last; i++) {
            const struct effect *e = entry_effect(p->a, i, READ_STEPS);
            if (e && e->gain.n)
                say_ratio(p, e);
            else
                say_time(p, &p->a->entries[i]);
        }
    }
    doc_fold_end(p->d);
}

static void cell(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, READ_STEPS);
    if (e && e->gain.n) {
        row(p,
            words(p, "%s %s", gain_text(p->d, NULL, &e->gain), outcome_names_of_time[e->outcome]));
        doc_tone(p->d, tone_of(e), NULL);
    } else if (p->a->candidates[p->a->entries[entry].first].n) {
        row(p, time_text(p->d, p->a->entries[entry].median));
    } else {
        row(p, failures_text(p, entry));
    }
}

/* The entry of some conditions that has the label of that place; -1: none. */
static int entry_at(const struct analysis *a, struct span conditions, int label)
{
    int last = a->conditions[conditions.last - 1].last;
    for (int i = a->conditions[conditions.first].first; i < last; i++)
        if (a->entries[i].row == label) return i;
    return -1;
}

static void table_row(const struct page *p, struct span conditions, int label)
{
    int any = entry_at(p->a, conditions, label);
    if (any < 0) return;
    row(p, p->a->entries[any].label);
    for (int c = conditions.first; c < conditions.last; c++) {
        int entry = entry_at(p->a, (struct span){c, c + 1}, label);
        if (entry < 0)
            row(p, "");
        else
            cell(p, entry);
    }
}

static void tables(const struct page *p)
{
    for_each_pass(s, p)
    {
        struct text align = {0};
        text_add(&align, "l");
        for (int c = s.conditions.first; c < s.conditions.last; c++) text_add(&align, "t");
        heading(p, 3, "Table: %s", s.words);
        table(p, doc_keep(p->d, align.data), "");
        for (int c = s.conditions.first; c < s.conditions.last; c++) {
            const char *shape = p->a->conditions[c].label;
            row(p, *shape ? shape : "time or ratio");
        }
        for (int i = 0; i < p->q->rows; i++) table_row(p, s.conditions, i);
        say(p,
            "Baselines: median time of one %s. Others: time ratio to the baseline of the same "
            "column with its interval. Everything is in effects.csv.",
            s.words);
    }
}

static bool is_of_steps(const struct page *p)
{
    return !strcmp(p->a->conditions[p->q->conditions.first].pass, STEP_PASS);
}

static void limits(const struct page *p)
{
    const struct comparisons c = comparisons_of(p, p->q->conditions);
    const struct trial_counts n = count_trials(p);
    const char *counters = counters_remark(p->r), *quiet = quiet_remark(p);
    const struct {
        int count;
        const char *one, *many, *rest;
    } rows[] = {
        {n.run - n.of[TRIAL_OK] - n.of[TRIAL_UNSTABLE], "row was", "rows were",
         "not measured; see Failures"},
        {c.unpaired, "round had no partner and is", "rounds had no partner and are", "in no ratio"},
        {n.of[TRIAL_UNSTABLE], "row was", "rows were",
         "disturbed by other work on their cores and in no ratio; `attnlab run ... --resume` "
         "measures them again"}};
    note(p, "One machine, one %s: nothing about quality.",
         is_of_steps(p) ? "model, trained on one core" : "layer");
    if (c.compared)
        note(p,
             "%d of %s %s. After Holm's correction for all of them %s. The least p that n = %d can "
             "give is %.2g.",
             c.apart, things(p, c.compared, "comparison", "comparisons"),
             c.apart == 1 ? "differs from 1 by itself" : "differ from 1 by themselves",
             things(p, c.standing, "does", "do"), c.most_pairs, fmin(1, ldexp(2, -c.most_pairs)));
    if (c.compared && c.most_pairs < c.rounds_needed)
        note(
            p,
            "At n = %d none can stand: for %s the correction asks for at least %d rounds, whatever "
            "the effect.",
            c.most_pairs, things(p, c.compared, "comparison", "comparisons"), c.rounds_needed);
    if (c.few)
        note(p,
             "%s too few rounds for a %.0f %% interval: no verdict is drawn from %s, the level "
             "that is "
             "reached stands behind the bracket, and figures have no bar there.",
             things(p, c.few, "ratio has", "ratios have"), 100 * p->a->level,
             c.few == 1 ? "it" : "them");
    for (int i = 0; i < 3; i++)
        if (rows[i].count)
            note(p, "%s %s.", things(p, rows[i].count, rows[i].one, rows[i].many), rows[i].rest);
    if (*quiet) note(p, "%s", quiet);
    if (*counters) note(p, "%s", counters);
    peak_limits(p);
}

const struct question_parts timed_parts = {what_was_run, answer, tables, limits, statistics};
