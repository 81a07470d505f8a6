/* SPDX-License-Identifier: MIT
 * What only a question of quality has: how arms were tuned, what was equal, who gained. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* What no axis says but must be equal all the same: columns, and what people call them. Times are
 * compared within a machine alone, so that another one puts nothing else in doubt. */
static const struct {
    const char *column, *said;
    bool of_times;
} checked[] = {{"corpus_hash", "data (by hash)", false},
               {"tokenizer_hash", "tokenizer (by hash)", false},
               {"steps_done", "optimiser steps", false},
               {"tokens", "tokens seen", false},
               {"isa_used", "vector build", false},
               {"blas_core", "core of OpenBLAS", false},
               {"blas_config", "version of OpenBLAS", false},
               {"host", "machine (by host name)", true},
               {"core_type", "type of core", true},
               {"boot", "start of the system", true},
               {"commit", "commit", false}};
enum { CHECKED = sizeof checked / sizeof *checked };

/* What the rows of a question say of one of them. */
struct compared {
    bool any, differ; /* two rows have it; two rows have it and it differs */
    bool unknown;     /* a row that is compared lacks it */
};

static void compare(const struct page *p, const struct trial *own, const struct trial *other,
                    struct compared *c)
{
    for (int i = 0; i < CHECKED; i++) {
        const char *x = trial_text(p->a->run, own, checked[i].column);
        const char *y = trial_text(p->a->run, other, checked[i].column);
        bool known = *x && *y;
        c[i].any |= known;
        c[i].unknown |= !known;
        c[i].differ |= strcmp(x, y) != 0;
    }
}

/* In which columns a run that ended differs from a winner's of its condition and seed. Seeds may
 * differ among each other: records of other lengths are other tokens. */
static void find_unequal(const struct page *p, struct compared *c)
{
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct condition *in = &p->a->conditions[p->a->entries[i].condition];
        const struct span s = trials_of(p->a, (struct span){i, i + 1});
        for (int k = s.first; k < s.last; k++)
            for (int j = in->first; p->a->members[k]->state == TRIAL_OK && j < in->last; j++) {
                const struct trial *own = p->a->members[k], *other = winner_trial(p->a, j, own);
                if (other && other != own && other->state == TRIAL_OK) compare(p, own, other, c);
            }
    }
}

static void say_equal(const struct page *p)
{
    struct text same = {0}, other = {0}, machines = {0};
    struct compared c[CHECKED] = {0};
    find_unequal(p, c);
    for (int i = 0; i < CHECKED; i++) {
        if (!c[i].differ && (!c[i].any || c[i].unknown))
            continue; /* no row was checked, or not all */
        list_add(!c[i].differ          ? &same
                 : checked[i].of_times ? &machines
                                       : &other,
                 ", ", checked[i].said);
    }
    if (same.length)
        say(p, "Checked, and equal for all arms of a condition and seed: %s.", same.data);
    if (other.length)
        say(p, "Not equal within a condition, so comparisons are in doubt: %s.", other.data);
    if (machines.length)
        say(p, "Not equal within a condition: %s. Times are compared where it is equal.",
            machines.data);
    text_free(&same);
    text_free(&other);
    text_free(&machines);
}

static void what_was_run(const struct page *p)
{
    const struct question *q = p->q;
    const struct trial_counts n = count_trials(p);
    int conditions = q->conditions.last - q->conditions.first, missing = n.of[TRIAL_MISSING];
    int skipped = n.of[TRIAL_SKIPPED];
    struct text seeds = {0};
    const char *notes = first_text(p, "input_notes");
    say(p,
        "Run: %s of %s in %s: %d ended%s, %d diverged, %s left out because another value of the "
        "tuned axis had won%s, %d failed%s%s. Compared by %s (%s) of the %s split, margin of "
        "equivalence %g.",
        things(p, n.run, "training", "trainings"), things(p, q->rows, "arm", "arms"),
        things(p, conditions, "condition", "conditions"), n.of[TRIAL_OK] + n.untrained,
        untrained_text(p), n.of[TRIAL_DIVERGED] - n.untrained,
        things(p, n.of[TRIAL_NOT_NEEDED], "was", "were"),
        q->spec->tune_axis ? " or the choice could do without" : "", n.of[TRIAL_FAILED],
        skipped ? words(p, ", %s skipped (see Failures)", things(p, skipped, "was", "were")) : "",
        missing ? words(p, ", %s not run yet", things(p, missing, "was", "were")) : "",
        q->metric->title, q->metric->unit, split_titles[q->split], q->margin);
    for (int i = 0; i < q->spec->tune_seed_count; i++)
        list_add(&seeds, ", ", q->spec->tune_seeds[i]);
    say_records(p);
    if (q->spec->tune_axis)
        say(p,
            "Each arm has its own sweep of %s in each condition with seed%s %s%s. The value of "
            "least mean validation loss is the arm's%s.",
            q->spec->tune_axis, q->spec->tune_seed_count == 1 ? "" : "s",
            doc_keep(p->d, seeds.data), q->spec->tune_apart ? ", which judge nothing" : "",
            q->spec->tune_apart ? "; intervals include the variance of that choice" : "");
    if (*notes) say(p, "Data: %s. %s", data_of(p), notes);
    say_equal(p);
    say(p, "The same in all: %s.", constants_of(p));
}

/* Of more pairs than there are sums for there is no such p. */
static const char *flip_words(const struct page *p, const struct effect *e)
{
    if (isnan(e->gain.p_flip)) return "";
    return words(p, "; sign-flip p = %.2g, the least possible being %.2g", e->gain.p_flip,
                 ldexp(2, -e->gain.n));
}

/* What a primary claim's p becomes beside those of other questions, where that is more than its
 * own; by it a finding may not stand. */
static const char *folder_words(const struct page *p, double own)
{
    if (!(p->q->p_folder > own)) return "";
    return words(p, ", with the primary claims of all questions %.2g", p->q->p_folder);
}

static void say_effect(const struct page *p, const struct effect *e)
{
    const char *name = name_of(p, e->entry), *other = p->a->entries[e->reference].label;
    const char *gain = gain_words(p->d, p->q->metric, &e->gain),
               *outcome = outcome_names[e->outcome];
    if (!e->gain.n && e->noughts)
        note(p, "%s: ended beside %s in %s, but a loss of 0 has no ratio to another: %s", name,
             other, things(p, e->noughts, "pair", "pairs"), outcome);
    else if (!e->gain.n)
        note(p, "%s: no pair with %s ended: %s", name, other, no_gain_words(p, e));
    else if (e->gain.n < 2)
        note(p, "%s: %s than %s (n = %d: no interval): %s", name, gain, other, e->gain.n, outcome);
    else
        note(p,
             "%s: %s than %s (n = %d%s; p = %.2g, after correction %.2g%s%s; won %g of %d pairs, "
             "so the probability of improvement lies in [%.2f, %.2f]): %s",
             name, gain, other, e->gain.n, seeds_alone(p, e) ? ", seeds alone" : "", e->gain.p,
             e->p_corrected, e->primary ? folder_words(p, e->p_corrected) : "", flip_words(p, e),
             e->wins, e->pairs, e->share.low, e->share.high, outcome);
}

const char *judged_name(const struct page *p, const struct judged *j)
{
    const struct effect *e = j->effect < 0 ? NULL : &p->a->effects[j->effect];
    if (!e) return j->claim->arm;
    if (e->reading == READ_STEPS) return name_of(p, e->entry);
    return words(p, "%s, against %s", name_of(p, e->entry), p->a->entries[e->reference].label);
}

static void say_judged(const struct page *p, const struct judged *j)
{
    const struct estimate *gain = judged_gain(p->a, j);
    const struct effect *e = j->effect < 0 ? NULL : &p->a->effects[j->effect];
    const char *found = !gain            ? "no such arm or condition"
                        : !gain->n       ? (gain == &e->gain ? no_gain_words(p, e) : "not measured")
                        : j->claim->axis ? words(p, "gain %s", gain_text(p->d, p->q->metric, gain))
                                         : gain_words(p->d, p->q->metric, gain);
    const struct interaction *change = judged_change(p->a, j);
    const char *beside = change && j->claim->primary
                             ? words(p, "; p after correction %.2g%s", change->p_corrected,
                                     folder_words(p, change->p_corrected))
                             : "";
    note(p, "Claim that %s is %s%s: %s (%s%s)", judged_name(p, j),
         j->claim->axis ? "expected " : "", expected_words(p, j->claim), judged_word(j), found,
         beside);
}

/* Damaged controls left out. */
static const char *others_words(const struct page *p)
{
    const struct comparisons c = comparisons_of(p, p->q->conditions);
    const char *counts = counts_text(p->d, c.outcomes, outcome_names, OUTCOMES);
    return c.all > 1 && *counts ? words(p, "All comparisons with the baseline: %s.", counts) : "";
}

static void say_claimed(const struct page *p, const struct answer *a)
{
    if (a->judged) say(p, "Claimed%s%s: %s.", *a->paper ? " by " : "", a->paper, a->claimed);
}

static void answer(const struct page *p)
{
    const struct answer a = answer_of(p);
    say_claimed(p, &a);
    const char *found = words(p, "%c%s", toupper((unsigned char)*a.found), a.found + 1);
    const char *word = *a.word ? a.word : has_no_result(p) ? "" : "no verdict";
    doc_answer(p->d, "%s%s%s.%s%s%s", found, *word ? ": " : "", word,
               *a.why ? " Nothing more is said, since " : "", a.why, *a.why ? "." : "");
    if (*a.size) say(p, "Found with %s.", a.size);
    const char *others = a.of_all ? "" : others_words(p);
    if (*others) say(p, "%s", others);
    for_each_interaction(x, p) say_interaction_briefly(p, x);
}

/* Every claim in words, then every comparison with its tests. */
static void statistics(const struct page *p)
{
    doc_fold(p->d, "Statistics, tuning and costs");
    gate_table(p);
    for_each_judged(j, p) say_judged(p, j);
    for_each_effect(e, p) say_effect(p, e);
    for_each_interaction(x, p) say_interaction(p, x);
    trained_statistics(p);
    doc_fold_end(p->d);
}

const struct question_parts trained_parts = {what_was_run, answer, trained_tables, trained_limits,
                                             statistics};
