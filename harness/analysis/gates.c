/* SPDX-License-Identifier: MIT
 * Validity checks: what must hold before a question of quality gets a verdict.
 *
 * - counting: its baseline beats what counting alone tells of the data that it saw; a model that
 *   does not has not learned what attention is for (standing.c);
 *
 * - damage: a negative control, whose weights are the same for every query, is
 *   resolved as worse than the baseline by more than the margin; else the setup could not see what
 *   attention does, and would call anything equivalent;
 *
 * - sweep: no winner stands at an edge of its sweep, since a better value may lie outside;
 *
 * - records: of a metric over records, one weighs a tenth of the margin at most (gate_records.c).
 *
 * Each is asked of each baseline, `sweep` of both sides of an effect. What was not measured does
 * not pass: an effect is then not judged, and says why. Gains and intervals stay. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gate_state_names[GATE_STATES] = {"passed", "failed", "not measured",
                                                   "not recorded"};

bool gate_is_shut(const struct gate *g)
{
    return g->state == GATE_FAILED || g->state == GATE_UNMEASURED;
}

/* A gate of a baseline, with its figure to be freed. */
struct gate gate_of(enum gate_state state, char *figure)
{
    return (struct gate){.state = state, .figure = figure};
}

static const char *label_of(const struct analysis *a, int entry) { return a->entries[entry].label; }

/* ---- damage ---- */

/* Whether a choice of the entry is one that its worker calls negative_control: the control of all
 * questions that name no other. */
bool has_negative_control_choice(const struct analysis *a, int entry)
{
    const struct axes *axes = &a->run->axes;
    for (int i = 0; i < axes->count; i++)
        for (int k = 0; k < axes->list[i].case_count; k++) {
            const char *negative_control = axes->list[i].cases[k].negative_control;
            if (*negative_control && !strcmp(entry_value(a, entry, i), negative_control))
                return true;
        }
    return false;
}

static bool is_negative_control(const struct analysis *a, int entry)
{
    const struct spec *s = entry_spec(a, entry);
    if (a->entries[entry].reference == entry) return false;
    if (s->negative_control_count) return spec_damages(s, s->arms[a->entries[entry].arm].name);
    return has_negative_control_choice(a, entry);
}

void mark_negative_controls(struct analysis *a, const struct question *q)
{
    for (int i = q->entries.first; i < q->entries.last && q->trains; i++)
        a->entries[i].negative_control = is_negative_control(a, i);
}

static bool is_seen(const struct effect *e, double margin)
{
    return e->ungated == OUTCOME_WORSE && e->gain.interval.high < -margin;
}

/* What is seen to be worse before what is not; then by what is sure, where there is an interval. */
static bool is_worse_for_sure(const struct effect *e, const struct effect *than, double margin)
{
    double high = e->gain.interval.high, its = than->gain.interval.high;
    if (is_seen(e, margin) != is_seen(than, margin)) return is_seen(e, margin);
    return high < its || (isnan(its) && !isnan(high));
}

/* Of several, the one that is worst for sure; NULL: of none there is a pair. *asked: there is one.
 */
static const struct effect *damage_of(const struct analysis *a, int baseline, bool *asked)
{
    const struct effect *worst = NULL;
    const struct question *q = entry_question(a, baseline);
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS || e->reference != baseline ||
            !a->entries[e->entry].negative_control)
            continue;
        *asked = true;
        if (!e->pairs) continue;
        if (!worst || is_worse_for_sure(e, worst, q->margin)) worst = e;
    }
    return worst;
}

static struct gate judge_damage(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    bool asked = false;
    const struct effect *e = damage_of(a, baseline, &asked);
    if (!e && asked)
        return gate_of(GATE_UNMEASURED, xstrdup("no pair of the negative control and the baseline "
                                                "ended"));
    if (!e) return gate_of(GATE_FAILED, xstrdup("no negative control was run"));
    const struct estimate *g = &e->gain;
    bool seen = is_seen(e, q->margin);
    struct text out = {0};
    text_add(&out, "%s ", label_of(a, e->entry));
    if (g->n) text_add(&out, "gains %.4g", g->centre);
    if (g->n > 1) text_add(&out, " [%.4g, %.4g]", g->interval.low, g->interval.high);
    if (e->lost_runs)
        text_add(&out, "%s%s in %d of %d pairs", g->n ? ", " : "", entry_lost_word(a, e->entry),
                 e->lost_runs, e->pairs);
    if (e->noughts)
        text_add(&out, "%sno ratio in %d of %d pairs, to a loss of 0",
                 g->n || e->lost_runs ? ", " : "", e->noughts, e->pairs);
    text_add(&out, ": %s as worse by more than %.4g%s", seen ? "resolved" : "not resolved",
             q->margin,
             !seen && g->interval.high < -q->margin ? " after correction for all negative controls"
                                                    : "");
    return gate_of(seen ? GATE_PASSED : GATE_FAILED, out.data);
}

/* ---- sweep ---- */

/* "lr = 0.03 of MLP is the greatest tried"; to be freed. */
static char *edge_text(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    const struct candidate *c = &a->candidates[e->winner];
    char *said = spec_said(entry_spec(a, entry), &a->run->axes, entry_question(a, entry)->tuned,
                           a->members[c->first]->cell->values, c->value);
    const char *end = e->winner == e->first ? "least" : "greatest";
    char *text = xformat("%s of %s is the %s tried", said, e->label, end);
    free(said);
    return text;
}

static struct gate judge_sweep(const struct analysis *a, int baseline)
{
    const struct span all = entry_question(a, baseline)->entries;
    struct text out = {0};
    for (int i = all.first; i < all.last; i++) {
        if (a->entries[i].reference != baseline) continue;
        if (!a->entries[i].at_edge) continue;
        char *one = edge_text(a, i);
        text_add(&out, "%s%s", out.length ? "; " : "", one);
        free(one);
    }
    if (out.length) return gate_of(GATE_FAILED, out.data);
    bool tuned = entry_question(a, baseline)->tuned >= 0;
    return gate_of(GATE_PASSED, xstrdup(tuned ? "no best value at an edge" : "nothing was tuned"));
}

/* ---- all gates of a question ---- */

const struct gate_rule gate_rules[GATES] = {
    [GATE_COUNTING] = {"counting", "the baseline beats the best simple baseline", judge_counting},
    [GATE_DAMAGE] = {"damage", "the negative control is worse by more than the margin",
                     judge_damage},
    [GATE_SWEEP] = {"sweep", "no best value is the first or last tried", judge_sweep},
    [GATE_RECORDS] = {"records", "one record weighs at most a tenth of the margin", judge_records}};

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
        if (own && gate_is_shut(g)) return xstrdup(g->figure);
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
        for (enum gate_kind k = 0; k < GATES && a->entries[i].reference == i; k++)
            add_gate(a, i, k);
    q->gates.last = a->gate_count;
    for (int i = q->effects.first; i < q->effects.last && q->trains; i++) {
        struct effect *e = &a->effects[i];
        e->shut = shut_by(a, q, e);
        if (e->shut && e->outcome != OUTCOME_NONE) e->outcome = OUTCOME_NOT_ASSESSABLE;
    }
}
