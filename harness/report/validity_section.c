/* SPDX-License-Identifier: MIT
 * Writes the section on validity checks and other limits of a question's conclusions. Limits that
 * do not apply are omitted. */
#include "harness/report/report.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the checks that a verdict requires ---- */

/* Writes one row per validity check: the number of baselines that passed, and the first failure. */
static void check_row(const struct page *p, enum validity_kind kind)
{
    const struct validity *shown = NULL;
    int all = 0, passed = 0;
    for (int i = p->q->validity.first; i < p->q->validity.last; i++) {
        const struct validity *v = &p->a->validity[i];
        if (v->kind != kind) continue;
        all++;
        passed += !validity_failed(v);
        if (!shown || (!validity_failed(shown) && validity_failed(v))) shown = v;
    }
    if (!all || (kind == VALIDITY_RECORDS && passed == all)) return;
    const char *state = all == 1 || passed == 0 || passed == all
                            ? validity_state_names[shown->state]
                            : words(p, "passed by %d of %d baselines", passed, all);
    row(p, "%s | %s | %s", plain(p, validity_rules[kind].asks), state,
        plain(p, words(p, "%.*s", (int)strcspn(shown->figure, ";"), shown->figure)));
}

/* ---- trained ---- */

/* Prints how many seeds are needed to narrow inconclusive intervals to the margin. */
static void note_needed(const struct page *p)
{
    int open = 0, beyond = 0, most = 0, run = 0;
    for_each_effect(e, p)
    {
        if (e->gain.n < 2 || p->a->entries[e->entry].negative_control ||
            (e->unchecked != OUTCOME_INCONCLUSIVE && e->unchecked != OUTCOME_SUGGESTIVE))
            continue;
        double records = isnan(e->records_variance) ? 0 : e->records_variance;
        int seeds = stats_pairs_needed(
            e->gain.sd, e->tuning_variance + records, p->q->margin,
            fmax(p->a->level,
                 e->gain.interval.level)); /* 0 means that no number of seeds suffices */
        open++;
        beyond += !seeds;
        if (seeds > most) most = seeds;
        if (e->gain.n > run) run = e->gain.n;
    }
    if (most <= run) return;
    const char *never = beyond ? words(p,
                                       " For %s, no number of seeds is enough, because the "
                                       "variance of tuning and records is too large.",
                                       things(p, beyond, "comparison", "comparisons"))
                               : "";
    note(
        p,
        "%s inconclusive or suggestive with %s. Up to %d seeds are needed to narrow an interval to "
        "plus or minus the margin.%s %s prints a different number: the number of seeds that "
        "detect a difference of one standard deviation after correction.",
        things(p, open, "comparison is", "comparisons are"), things(p, run, "seed", "seeds"), most,
        never, md_command(p->w, "attnlab plan"));
}

/* Prints how many runs were still improving at their end: their metric improved by more than the
 * margin between the last two points of the learning curve. */
static void note_moving(const struct page *p)
{
    long metric = p->q->metric - metrics;
    int runs = 0, moving = 0;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct candidate *c = entry_winner(p->a, i);
        for (int k = c ? c->first : 0; c && k < c->last; k++) {
            const struct trial *t = p->a->members[k];
            if (t->state != TRIAL_OK || t->point_count < 2) continue;
            const struct point *last = &t->points[t->point_count - 1];
            runs++;
            moving +=
                gain_of(p->q->metric, last->valid[metric], last[-1].valid[metric]) > p->q->margin;
        }
    }
    if (moving)
        note(p,
             "%d of %d runs were still improving by more than the margin when they ended. Longer "
             "training may change the ranking.",
             moving, runs);
}

/* Returns the negative control that is worse than a baseline by more than the margin, or NULL if
 * there is none. */
static const struct candidate *detected_control(const struct page *p, int baseline)
{
    for_each_effect(e, p)
    {
        if (e->reference == baseline && p->a->entries[e->entry].negative_control &&
            e->gain.interval.high < -p->q->margin)
            return entry_winner(p->a, e->entry);
    }
    return NULL;
}

/* Lists the seeds with which an arm did not learn the task, although it learned with another seed.
 * A run did not learn if it beats the negative control by at most the margin. Seeds are listed only
 * if the best run beats the control by more than ten margins. */
static void note_unlearned(const struct page *p, int entry)
{
    const struct candidate *c = entry_winner(p->a, entry),
                           *control = detected_control(p, p->a->entries[entry].reference);
    struct text seeds = {0};
    double most = 0;
    int unlearned = 0;
    if (!c || !control || p->a->entries[entry].negative_control) return;
    for (int k = c->first; k < c->last; k++) {
        const struct trial *t = p->a->members[k];
        double own = trial_result(p->q, t), gain = gain_of(p->q->metric, own, control->mean);
        most = fmax(most, gain);
        if (!(gain <= p->q->margin)) continue;
        unlearned++;
        list_add(&seeds, ", ",
                 words(p, "%.3g with seed %s", own, trial_value(p->a->run, t, p->a->seed)));
    }
    if (unlearned && most > 10 * p->q->margin)
        note(p,
             "%d of %d runs of %s did not learn the task: %s %s. %s at most one margin better than "
             "the negative control. The mean and the interval include %s.",
             unlearned, c->n, quoted_name(p, entry), plain(p, metric_said(p->q->metric)),
             seeds.data, unlearned == 1 ? "This run is" : "These runs are",
             unlearned == 1 ? "this run" : "these runs");
    text_free(&seeds);
}

static void note_tuning(const struct page *p)
{
    int axis = axes_find(&p->a->run->axes, "lr");
    bool tuned = p->q->tuned >= 0, best = !strcmp(first_text(p, "select"), "best");
    if (!tuned && axis >= 0)
        note(p, "No learning rate was tuned, so a difference may be due to the learning rate.");
    if (p->q->split == SPLIT_VALID && (tuned || best))
        note(p,
             "The validation split was used for tuning and for verdicts, so absolute scores are "
             "slightly optimistic. With %s, verdicts use separate data.",
             md_command(p->w, "held_out: yes, split: held_out"));
}

static void note_records(const struct page *p)
{
    int alone = 0, other = 0;
    const char *fault = "";
    const struct span s = trials_of(p->a, p->q->entries);
    for_each_effect(e, p)
    {
        alone += p->q->metric->records && e->gain.n > 1 && isnan(e->records_variance);
        other += e->other_records;
    }
    for (int i = s.first; i < s.last && !*fault; i++)
        if (p->a->members[i]->records.fault) fault = p->a->members[i]->records.fault;
    if (alone)
        note(p, "The intervals of %s include only the variance due to seeds and tuning (%s).",
             things(p, alone, "comparison", "comparisons"), plain(p, fault));
    if (other)
        note(p,
             "%s excluded, because the two runs had different training data or scored records. "
             "Train both again with the same data.",
             things(p, other, "pair was", "pairs were"));
}

/* ---- what must be equal ---- */

/* Columns of cells.csv that must be equal in compared rows. If of_times is true, a difference
 * affects only times. */
static const struct {
    const char *column, *said;
    bool of_times;
} checked[] = {{"corpus_hash", "data", false},
               {"tokenizer_hash", "tokenizer", false},
               {"steps_done", "optimiser steps", false},
               {"tokens", "tokens seen", false},
               {"isa_used", "vector build", false},
               {"blas_core", "OpenBLAS core type", false},
               {"blas_config", "OpenBLAS version", false},
               {"host", "machine", true},
               {"core_type", "type of core", true},
               {"boot", "boot session", true},
               {"commit", "commit", false}};
enum { CHECKED = sizeof checked / sizeof *checked };

/* Returns true if two values of a column are equal. A value of isa_used is "avx512", or
 * "avx512+avx512_bf16" if the arm has bf16 products. The part after "+" is compared only if both
 * values have one. */
static bool same_values(const char *column, const char *x, const char *y)
{
    size_t build = strcspn(x, "+"), other = strcspn(y, "+");
    if (strcmp(column, "isa_used") != 0 || (x[build] && y[other])) return strcmp(x, y) == 0;
    return build == other && strncmp(x, y, build) == 0;
}

/* Prints the columns that differ between runs with the same condition and seed. */
static void note_unequal(const struct page *p)
{
    bool differ[CHECKED] = {false};
    struct text doubt = {0}, times = {0};
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct condition *in = &p->a->conditions[p->a->entries[i].condition];
        const struct span s = trials_of(p->a, (struct span){i, i + 1});
        for (int k = s.first; k < s.last; k++)
            for (int j = in->first; p->a->members[k]->state == TRIAL_OK && j < in->last; j++) {
                const struct trial *own = p->a->members[k], *other = winner_trial(p->a, j, own);
                bool compared = other && other != own && other->state == TRIAL_OK;
                for (int c = 0; compared && c < CHECKED; c++)
                    differ[c] |= !same_values(checked[c].column,
                                              trial_text(p->a->run, own, checked[c].column),
                                              trial_text(p->a->run, other, checked[c].column));
            }
    }
    for (int i = 0; i < CHECKED; i++)
        if (differ[i]) list_add(checked[i].of_times ? &times : &doubt, ", ", checked[i].said);
    if (doubt.length) note(p, "Comparisons are in doubt because arms differ in %s.", doubt.data);
    if (times.length) note(p, "Times are compared only between rows of the same %s.", times.data);
    text_free(&doubt);
    text_free(&times);
}

/* ---- timed ---- */

/* Prints how many rounds a verdict needs after correction for all comparisons of the question. */
static void note_rounds(const struct page *p)
{
    int family = 0, most = 0, few = 0, unpaired = 0;
    for_each_effect(e, p)
    {
        bool tested = e->gain.n && e->outcome != OUTCOME_BY_FORMULA;
        family += tested;
        few += tested && !e->gain.interval.enough;
        unpaired += e->unpaired;
        if (tested && e->gain.n > most) most = e->gain.n;
    }
    int needed = family ? stats_rounds_needed(family, p->a->level) : 0;
    if (most && most < needed)
        note(p,
             "%s too few for a verdict after correction for %d comparisons. %d rounds are needed: "
             "%s",
             things(p, most, "round is", "rounds are"), family, needed,
             md_command(p->w, words(p, "--set rounds=%d", needed)));
    if (few)
        note(p,
             "%s too few rounds for a %.0f %% interval. The level reached is printed after the "
             "bracket.",
             things(p, few, "ratio has", "ratios have"), 100 * p->a->level);
    if (unpaired)
        note(p, "%s no partner and %s excluded from ratios.",
             things(p, unpaired, "round had", "rounds had"), unpaired == 1 ? "is" : "are");
}

/* Prints which entries ran the slow formula instead of a fast kernel. Their times have no verdict.
 */
static void note_formulas(const struct page *p)
{
    struct text all = {0};
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const char *slots = strchr(entry_path(p->a, i), ':');
        const char *one =
            slots ? words(p, "%s (%s)", quoted(p, label_of(p, i)), plain(p, slots + 2)) : "";
        if (slots && !(all.data && strstr(all.data, one))) list_add(&all, ", ", one);
    }
    if (all.length)
        note(p,
             "These arms ran by formula in double precision, not in a fast kernel, so their times "
             "have no verdict: %s.",
             all.data);
    text_free(&all);
}

static void note_machine(const struct page *p)
{
    static const struct {
        const char *name, *unit;
    } peaks[] = {{"sgemm_gflops", "GFLOP/s"}, {"triad_gb_s", "GB/s"}};
    static const double most_ratio =
        1.1; /* a warning is printed if two peaks of one run differ by a larger ratio */
    const json_t *manifest = p->r->run.manifest, *session;
    double load = 0;
    bool off = false;
    size_t k;
    for (int n = 0; (n = manifest_peak_threads(manifest, n));)
        for (int i = 0; i < 2; i++) {
            double most = manifest_peak(manifest, n, peaks[i].name),
                   least = manifest_least_peak(manifest, n, peaks[i].name);
            if (most > least * most_ratio)
                note(p,
                     "The speed of the machine varied: with %s, its peak rate ranged from %.1f to "
                     "%.1f "
                     "%s.",
                     things(p, n, "thread", "threads"), least, most, peaks[i].unit);
        }
    json_array_foreach(json_object_get(manifest, "sessions"), k, session)
    {
        load = fmax(load, json_number_value(json_object_get(session, "load_average")));
        off |= json_is_false(json_object_get(session, "disturbances_looked_for"));
    }
    if (load > MACHINE_LOAD_MOST)
        note(p, "The machine was busy: load average %.2f when a session began.", load);
    if (off)
        note(p, "The check for other programs was off (%s), so some rows may be disturbed.",
             md_command(p->w, "ATTNLAB_DISTURBED=no"));
}

void checks(const struct page *p)
{
    const struct trial_counts n = count_trials(p);
    int lost = n.run - n.of[TRIAL_OK] - n.of[TRIAL_UNSTABLE];
    heading(p, 2, "Validity checks");
    if (p->q->validity.first < p->q->validity.last) md_table(p->w, "check | result | measured");
    for (enum validity_kind k = 0; k < VALIDITY_CHECKS; k++) check_row(p, k);
    if (p->q->trains) {
        note_needed(p);
        note_moving(p);
        for (int i = p->q->entries.first; i < p->q->entries.last; i++) note_unlearned(p, i);
        note_tuning(p);
        note_records(p);
        note_unequal(p);
        return;
    }
    note(p, "Times are from one machine. This question does not measure quality.");
    note_rounds(p);
    if (n.disturbed)
        note(p,
             "%s disturbed by other programs%s. The intervals of their ratios include the lost "
             "time. %s measures these rows again.",
             things(p, n.disturbed, "row was", "rows were"),
             n.of[TRIAL_UNSTABLE] ? words(p, "; %d not used", n.of[TRIAL_UNSTABLE]) : "",
             md_command(p->w, "attnlab run ... --resume"));
    if (lost) note(p, "%s not measured (see Failures).", things(p, lost, "row was", "rows were"));
    note_machine(p);
    note_formulas(p);
}
