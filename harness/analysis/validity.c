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
 * - records: of a metric over records, one weighs a tenth of the margin at most
 * (validity_records.c).
 *
 * Each is asked of each baseline, `sweep` of both sides of an effect. What was not measured does
 * not pass: an effect is then not judged, and says why. Gains and intervals stay. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const validity_state_names[VALIDITY_STATES] = {"passed", "failed", "not measured",
                                                           "not recorded"};

bool validity_failed(const struct validity *g)
{
    return g->state == VALIDITY_FAILED || g->state == VALIDITY_UNMEASURED;
}

/* A check of a baseline; the caller frees its figure. */
struct validity validity_of(enum validity_state state, char *figure)
{
    return (struct validity){.state = state, .figure = figure};
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
    return e->unchecked == OUTCOME_WORSE && e->gain.interval.high < -margin;
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

static struct validity judge_negative_control(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    bool asked = false;
    const struct effect *e = damage_of(a, baseline, &asked);
    if (!e && asked)
        return validity_of(VALIDITY_UNMEASURED,
                           xstrdup("no pair of the negative control and the baseline "
                                   "ended"));
    if (!e) return validity_of(VALIDITY_FAILED, xstrdup("no negative control was run"));
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
    return validity_of(seen ? VALIDITY_PASSED : VALIDITY_FAILED, out.data);
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

static struct validity judge_sweep(const struct analysis *a, int baseline)
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
    if (out.length) return validity_of(VALIDITY_FAILED, out.data);
    bool tuned = entry_question(a, baseline)->tuned >= 0;
    return validity_of(VALIDITY_PASSED,
                       xstrdup(tuned ? "no best value at an edge" : "nothing was tuned"));
}

/* ---- all validity checks of a question ---- */

const struct validity_rule validity_rules[VALIDITY_CHECKS] = {
    [VALIDITY_SIMPLE_BASELINE] = {"simple_baseline", "the baseline beats the best simple baseline",
                                  judge_simple_baseline},
    [VALIDITY_NEGATIVE_CONTROL] = {"negative_control",
                                   "the negative control is worse by more than the margin",
                                   judge_negative_control},
    [VALIDITY_SWEEP] = {"sweep", "no best value is the first or last tried", judge_sweep},
    [VALIDITY_RECORDS] = {"records", "one record weighs at most a tenth of the margin",
                          judge_records}};

static void add_validity_check(struct analysis *a, int baseline, enum validity_kind kind)
{
    struct validity check = validity_rules[kind].judge(a, baseline);
    check.baseline = baseline;
    check.kind = kind;
    a->validity = xgrow(a->validity, (size_t)a->validity_count + 1, sizeof *a->validity);
    a->validity[a->validity_count++] = check;
}

/* The figure of the first failed check, to be freed; NULL: all passed. */
static char *first_failure(const struct analysis *a, const struct question *q,
                           const struct effect *e)
{
    for (int i = q->validity.first; i < q->validity.last; i++) {
        const struct validity *g = &a->validity[i];
        bool own = g->baseline == a->entries[e->entry].reference && g->kind != VALIDITY_SWEEP;
        if (own && validity_failed(g)) return xstrdup(g->figure);
    }
    const int sides[] = {e->reference, e->entry};
    for (int i = 0; i < 2; i++)
        if (a->entries[sides[i]].at_edge) return edge_text(a, sides[i]);
    return NULL;
}

void check_validity(struct analysis *a, struct question *q)
{
    q->validity.first = a->validity_count;
    for (int i = q->entries.first; i < q->entries.last && q->trains; i++)
        for (enum validity_kind k = 0; k < VALIDITY_CHECKS && a->entries[i].reference == i; k++)
            add_validity_check(a, i, k);
    q->validity.last = a->validity_count;
    for (int i = q->effects.first; i < q->effects.last && q->trains; i++) {
        struct effect *e = &a->effects[i];
        e->failed_check = first_failure(a, q, e);
        if (e->failed_check && e->outcome != OUTCOME_NONE) e->outcome = OUTCOME_NOT_JUDGED;
    }
}
