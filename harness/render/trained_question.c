/* SPDX-License-Identifier: MIT
 * What only a question of quality has: how arms were tuned, what was equal, who gained. */
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

/* ---- what was run ---- */

/* Whether all runs of each condition and seed that ended have the same value in a column: each is
 * compared with the first. Seeds may differ among each other: records of other lengths are other
 * tokens. */
static bool same_in_conditions(const struct analysis *a, const struct question *q,
                               const char *column)
{
    for (int c = q->conditions.first; c < q->conditions.last; c++) {
        const struct condition *in = &a->conditions[c];
        const struct span s = trials_of(a, (struct span){in->first, in->last});
        for (int i = s.first; i < s.last; i++) {
            const struct trial *own = a->members[i], *const *first = a->members + s.first;
            const char *seed = trial_value(a->run, own, a->seed);
            if (own->state != TRIAL_OK) continue;
            while ((*first)->state != TRIAL_OK ||
                   strcmp(trial_value(a->run, *first, a->seed), seed))
                first++;
            if (strcmp(trial_text(a->run, own, column), trial_text(a->run, *first, column)))
                return false;
        }
    }
    return true;
}

/* What no axis says but must be equal all the same. */
static void say_equal(struct document *d, const struct analysis *a, const struct question *q)
{
    static const struct {
        const char *column, *name;
    } checked[] = {{"corpus_hash", "data (by hash)"},
                   {"tokenizer_hash", "tokenizer (by hash)"},
                   {"steps_done", "optimiser steps"},
                   {"tokens", "tokens seen"},
                   {"isa_used", "vector build"},
                   {"host", "machine"},
                   {"commit", "commit"}};
    struct text same = {0}, differ = {0};
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
        struct text *t = same_in_conditions(a, q, checked[i].column) ? &same : &differ;
        text_add(t, "%s%s", t->length ? ", " : "", checked[i].name);
    }
    if (same.length)
        doc_paragraph(d, "Checked, and equal for all arms of a condition and seed: %s.", same.data);
    if (differ.length)
        doc_paragraph(d, "Not equal within a condition, so comparisons are in doubt: %s.",
                      differ.data);
    text_free(&same);
    text_free(&differ);
}

static void say_tuned(struct document *d, const struct spec *s)
{
    struct text seeds = {0};
    for (int i = 0; i < s->tune_seed_count; i++)
        text_add(&seeds, "%s%s", i ? ", " : "", s->tune_seeds[i]);
    doc_paragraph(d,
                  "Each arm has its own sweep of %s in each condition: all values with seed%s "
                  "%s; the one of least mean validation loss there speaks for the arm with "
                  "all seeds.",
                  s->tune_axis, s->tune_seed_count == 1 ? "" : "s", seeds.data);
    text_free(&seeds);
}

static void what_was_run(struct document *d, const struct report *r, const struct question *q)
{
    const struct analysis *a = &r->analysis;
    const struct span entries = q->entries, trials = trials_of(a, entries);
    int n[TRIAL_MISSING + 1] = {0}, conditions = q->conditions.last - q->conditions.first;
    for (int i = trials.first; i < trials.last; i++) n[a->members[i]->state]++;
    int missing = n[TRIAL_MISSING], run = trials.last - trials.first - missing;
    doc_paragraph(d,
                  "Run: %d trainings of %d arms in %d condition%s: %d ended, %d diverged, %d were "
                  "left out because another value of the tuned axis had won, %d failed%s. Compared "
                  "by %s (%s) of the %s split, margin of equivalence %g. The same in all: %s.",
                  run, (entries.last - entries.first) / conditions, conditions,
                  conditions == 1 ? "" : "s", n[TRIAL_OK], n[TRIAL_DIVERGED], n[TRIAL_NOT_NEEDED],
                  n[TRIAL_FAILED], missing ? doc_text(d, ", %d were not run yet", missing) : "",
                  q->metric->title, q->metric->unit, q->split == SPLIT_TEST ? "test" : "validation",
                  q->margin, constants_of(d, a, q));
    if (q->spec->tune_axis) say_tuned(d, q->spec);
    const char *notes = first_text(r, q, "input_notes");
    const char *data = entry_value(a, entries.first, axes_find(&a->run->axes, "data"));
    if (*notes) doc_paragraph(d, "Data: %s. %s", data, notes);
    say_equal(d, a, q);
}

/* ---- the answer in words ---- */

static void say_effect(struct document *d, const struct analysis *a, const struct question *q,
                       const struct effect *e)
{
    const char *name = name_of(d, a, e->entry), *other = a->entries[e->reference].label;
    const char *gain = gain_words(d, q->metric, &e->gain), *outcome = outcome_names[e->outcome];
    if (!e->gain.n)
        doc_item(d, "%s: no pair with %s ended: %s", name, other,
                 e->pairs ? outcome : "not measured");
    else if (!e->gain.interval.enough)
        doc_item(d, "%s: %s than %s (n = %d: no interval): %s", name, gain, other, e->gain.n,
                 outcome);
    else
        doc_item(d,
                 "%s: %s than %s (n = %d; p = %.2g, after correction %.2g; sign-flip p = %.2g, "
                 "the least possible being %.2g; won %g of %d pairs, so the probability of "
                 "improvement lies in [%.2f, %.2f]): %s",
                 name, gain, other, e->gain.n, e->gain.p, e->p_corrected, e->gain.p_flip,
                 ldexp(2, -e->gain.n), e->wins, e->pairs, e->share.low, e->share.high, outcome);
}

static void say_judged(struct document *d, const struct analysis *a, const struct question *q,
                       const struct judged *j)
{
    const struct effect *e = j->effect < 0 ? NULL : &a->effects[j->effect];
    doc_item(d, "Claim that %s is %s: %s (%s)", e ? name_of(d, a, e->entry) : j->claim->arm,
             j->claim->expects, judgement_names[j->judgement],
             !e          ? "no such arm was run"
             : e->gain.n ? gain_words(d, q->metric, &e->gain)
                         : "not measured");
}

static void answer(struct document *d, const struct report *r, const struct question *q)
{
    const struct analysis *a = &r->analysis;
    int outcomes[OUTCOMES] = {0};
    doc_heading(d, 3, "Answer");
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (a->effects[i].reading == READ_STEPS) outcomes[a->effects[i].outcome]++;
    doc_paragraph(d,
                  "At equal steps and data, against the baseline: %d better, %d equivalent, %d "
                  "worse, %d unresolved%s.",
                  outcomes[OUTCOME_BETTER], outcomes[OUTCOME_EQUIVALENT], outcomes[OUTCOME_WORSE],
                  outcomes[OUTCOME_UNRESOLVED],
                  outcomes[OUTCOME_NONE] ? ", the rest not measured" : "");
    for (int i = q->judged.first; i < q->judged.last; i++) say_judged(d, a, q, &a->judged[i]);
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (a->effects[i].reading == READ_STEPS) say_effect(d, a, q, &a->effects[i]);
    say_sensitivity(d, a, q);
}

const struct question_parts trained_parts = {what_was_run, answer, trained_tables, trained_limits};
