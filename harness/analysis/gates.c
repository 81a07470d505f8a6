/* SPDX-License-Identifier: MIT
 * Gates: what must hold before a question of quality says a verdict.
 *
 *   counting  its baseline beats what counting alone tells of the data that it saw; a model that
 *             does not has not learned what attention is for
 *   damage    a control that is damaged on purpose, whose weights are the same for every query, is
 *             resolved as worse than the baseline by more than the margin; else the set-up could
 * not see what attention does, and would call anything equivalent sweep     no winner stands at an
 * edge of its sweep; a better value may lie outside
 *
 * Each is asked of each baseline, the last of both sides of an effect. What was not measured does
 * not pass: an effect is then not assessable, and says the figure. Gains and intervals stay. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gate_state_names[GATE_STATES] = {"passed", "failed", "not measured"};

/* A gate of a baseline, with its figure to be freed. */
static struct gate gate_of(enum gate_state state, char *figure)
{
    return (struct gate){.state = state, .figure = figure};
}

static const char *label_of(const struct analysis *a, int entry) { return a->entries[entry].label; }

/* A trial of an entry that ran, or else its first: it says which data the entry sees. */
static const struct trial *trial_of(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    return a->members[c ? c->first : a->candidates[a->entries[entry].first].first];
}

/* ---- counting ---- */

struct best {
    const struct counted *counted; /* NULL: none has this metric */
    double value;
};

/* Of those that the specification lets count, the best by a metric. */
static struct best best_counted(const struct analysis *a, int entry, const char *how,
                                const struct metric *m)
{
    const struct question *q = entry_question(a, entry);
    const char *named = strcmp(how, COUNTED_ON_SEEN) ? NULL : q->spec->yardstick;
    struct best best = {NULL, NAN};
    const struct counted *c = NULL;
    while ((c = counted_beside(a->run, trial_of(a, entry), how, c))) {
        double value = c->metric[q->split][m - metrics];
        if (!isfinite(value) || (named && strcmp(c->name, named))) continue;
        if (!best.counted || gain_of(m, value, best.value) > 0) best = (struct best){c, value};
    }
    return best;
}

/* Of an entry's winner over its seeds, by any metric. */
static struct estimate mean_of(const struct analysis *a, int entry, const struct metric *m)
{
    const struct candidate *c = entry_winner(a, entry);
    enum split split = entry_question(a, entry)->split;
    double *values = xarray(c ? (size_t)(c->last - c->first) : 0, sizeof *values);
    int n = 0;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        double value = a->members[i]->metric[split][m - metrics];
        if (a->members[i]->state == TRIAL_OK && isfinite(value)) values[n++] = value;
    }
    struct estimate mean = stats_paired(values, n, a->level);
    free(values);
    return mean;
}

/* Why nothing was counted; to be freed. */
static char *why_uncounted(const struct analysis *a, int entry)
{
    const struct counted *c = counted_beside(a->run, trial_of(a, entry), COUNTED_ON_SEEN, NULL);
    const char *named = entry_spec(a, entry)->yardstick;
    if (!c) return xstrdup("no yardstick was measured");
    if (*c->reason) return xformat("no yardstick: %s", c->reason);
    return xformat("the yardstick%s%s has no value of the metric", named ? " " : "",
                   named ? named : "");
}

/* Of a baseline without a value: one that did not train has lost to counting. */
static struct gate without_value(const struct analysis *a, int baseline)
{
    const struct candidate *c = entry_winner(a, baseline);
    for (int i = c ? c->first : 0; c && i < c->last; i++)
        if (a->members[i]->untrained)
            return gate_of(GATE_FAILED,
                           xformat("the baseline did not train: %s", a->members[i]->untrained));
    return gate_of(GATE_UNMEASURED, xstrdup("no training of the baseline ended"));
}

/* All of the interval must lie on the better side; of one seed the value. */
static bool beats(const struct metric *m, const struct estimate *own, double value)
{
    double worst = m->higher_is_better ? own->interval.low : own->interval.high;
    return gain_of(m, own->n > 1 ? worst : own->centre, value) > 0;
}

static struct gate judge_counting(const struct analysis *a, int baseline)
{
    const struct metric *m = entry_question(a, baseline)->metric;
    struct best seen = best_counted(a, baseline, COUNTED_ON_SEEN, m);
    if (!seen.counted)
        m = metric_find("loss"), seen = best_counted(a, baseline, COUNTED_ON_SEEN, m);
    if (!seen.counted) return gate_of(GATE_UNMEASURED, why_uncounted(a, baseline));
    struct estimate own = mean_of(a, baseline, m);
    if (!own.n) return without_value(a, baseline);
    struct best all = best_counted(a, baseline, COUNTED_ON_ALL, m);
    bool good = beats(m, &own, seen.value);
    struct text out = {0};
    text_add(&out, "baseline %.4g", own.centre);
    if (own.n > 1) text_add(&out, " [%.4g, %.4g]", own.interval.low, own.interval.high);
    text_add(&out, " %s %s's %.4g (%s%s%s)", good ? "beats" : "does not beat", seen.counted->name,
             seen.value, m == metric_find("loss") ? "" : m->name,
             m == metric_find("loss") ? "" : ", ", m->unit);
    if (all.counted)
        text_add(&out, "; counted on all of the training part %s's %.4g", all.counted->name,
                 all.value);
    return gate_of(good ? GATE_PASSED : GATE_FAILED, out.data);
}

/* ---- damage ---- */

/* Whether a choice of the entry is one that its worker calls damaged: the control of all questions
 * that name no other. */
static bool has_damaged_choice(const struct analysis *a, int entry)
{
    const struct axes *axes = &a->run->axes;
    for (int i = 0; i < axes->count; i++)
        for (int k = 0; k < axes->list[i].case_count; k++) {
            const char *damaged = axes->list[i].cases[k].damaged;
            if (*damaged && !strcmp(entry_value(a, entry, i), damaged)) return true;
        }
    return false;
}

static bool is_damaged(const struct analysis *a, int entry)
{
    const struct spec *s = entry_spec(a, entry);
    if (a->entries[entry].reference == entry) return false;
    if (s->damaged) return !strcmp(s->arms[a->entries[entry].arm].name, s->damaged);
    return has_damaged_choice(a, entry);
}

/* Of several, the one that is worst for sure; NULL: none was run. */
static const struct effect *damage_of(const struct analysis *a, int baseline)
{
    const struct effect *worst = NULL;
    const struct span effects = entry_question(a, baseline)->effects;
    for (int i = effects.first; i < effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS || e->reference != baseline || !a->entries[e->entry].damaged ||
            !e->pairs)
            continue;
        if (!worst || e->gain.interval.high < worst->gain.interval.high) worst = e;
    }
    return worst;
}

static struct gate judge_damage(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    const struct effect *e = damage_of(a, baseline);
    if (!e) return gate_of(GATE_FAILED, xstrdup("no damaged control was run"));
    const struct estimate *g = &e->gain;
    bool seen = e->ungated == OUTCOME_WORSE && g->interval.high < -q->margin;
    struct text out = {0};
    text_add(&out, "%s ", label_of(a, e->entry));
    if (g->n) text_add(&out, "gains %.4g", g->centre);
    if (g->n > 1) text_add(&out, " [%.4g, %.4g]", g->interval.low, g->interval.high);
    if (e->lost_runs)
        text_add(&out, "%sdiverged in %d of %d pairs", g->n ? ", " : "", e->lost_runs, e->pairs);
    text_add(&out, ": %s as worse by more than %.4g", seen ? "resolved" : "not resolved",
             q->margin);
    return gate_of(seen ? GATE_PASSED : GATE_FAILED, out.data);
}

/* ---- sweep ---- */

/* "lr = 0.03 of MLP is the greatest tried"; to be freed. */
static char *edge_text(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    return xformat("%s = %s of %s is the %s tried", entry_spec(a, entry)->tune_axis,
                   a->candidates[e->winner].value, e->label,
                   e->winner == e->first ? "least" : "greatest");
}

static struct gate judge_sweep(const struct analysis *a, int baseline)
{
    const struct span all = entry_question(a, baseline)->entries;
    struct text out = {0};
    for (int i = all.first; i < all.last; i++) {
        if (a->entries[i].reference != baseline || !a->entries[i].at_edge) continue;
        char *one = edge_text(a, i);
        text_add(&out, "%s%s", out.length ? "; " : "", one);
        free(one);
    }
    if (out.length) return gate_of(GATE_FAILED, out.data);
    bool tuned = entry_question(a, baseline)->tuned >= 0;
    return gate_of(GATE_PASSED, xstrdup(tuned ? "no winner at an edge" : "nothing was tuned"));
}

/* ---- all gates of a question ---- */

const struct gate_rule gate_rules[GATES] = {
    [GATE_COUNTING] = {"counting", "the baseline beats the best model that only counts what it saw",
                       judge_counting},
    [GATE_DAMAGE] = {"damage",
                     "a control damaged on purpose is seen to be worse by more than the margin",
                     judge_damage},
    [GATE_SWEEP] = {"sweep", "no winner stands at an edge of what was tried", judge_sweep}};

static void add_gate(struct analysis *a, int baseline, enum gate_kind kind)
{
    struct gate gate = gate_rules[kind].judge(a, baseline);
    gate.baseline = baseline;
    gate.kind = kind;
    a->gates = xgrow(a->gates, (size_t)a->gate_count + 1, sizeof *a->gates);
    a->gates[a->gate_count++] = gate;
}

/* The figure of the first gate that is shut, to be freed; NULL: all are passed. */
static char *shut_by(const struct analysis *a, const struct question *q, const struct effect *e)
{
    for (int i = q->gates.first; i < q->gates.last; i++) {
        const struct gate *g = &a->gates[i];
        bool own = g->baseline == a->entries[e->entry].reference && g->kind != GATE_SWEEP;
        if (own && g->state != GATE_PASSED) return xstrdup(g->figure);
    }
    const int sides[] = {e->reference, e->entry};
    for (int i = 0; i < 2; i++)
        if (a->entries[sides[i]].at_edge) return edge_text(a, sides[i]);
    return NULL;
}

void find_gates(struct analysis *a, struct question *q)
{
    q->gates.first = a->gate_count;
    for (int i = q->entries.first; i < q->entries.last && q->trains; i++)
        a->entries[i].damaged = is_damaged(a, i);
    for (int i = q->entries.first; i < q->entries.last && q->trains; i++)
        for (enum gate_kind k = 0; k < GATES && a->entries[i].reference == i; k++)
            add_gate(a, i, k);
    q->gates.last = a->gate_count;
    for (int i = q->effects.first; i < q->effects.last && q->trains; i++) {
        struct effect *e = &a->effects[i];
        e->shut = shut_by(a, q, e);
        if (e->shut && e->outcome != OUTCOME_NONE) e->outcome = OUTCOME_NOT_ASSESSABLE;
    }
}
