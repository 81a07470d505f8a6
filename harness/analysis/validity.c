/* SPDX-License-Identifier: MIT
 * Runs the validity checks. An effect of a question that trains gets a verdict only if all checks
 * pass:
 *
 * - simple_baseline: the baseline beats the best simple baseline on the same data (standing.c).
 * - negative_control: an arm with the same attention weights for every query is significantly worse
 * than the baseline, by more than the margin. Otherwise the setup cannot detect what attention
 * does.
 * - sweep: each best value is inside the sweep. Otherwise a value outside the sweep may be better.
 * - records: one record changes the metric by at most a tenth of the margin. Otherwise one lucky
 * record could make a finding.
 * - learned_task: the arm beats the negative control.
 *
 * Each check is recorded per baseline. `sweep` and `learned_task` affect only the arms that fail. A
 * check that was not measured does not pass. An effect with a failed check is not judged, but its
 * gain and interval are kept. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const validity_state_names[VALIDITY_STATES] = {"passed", "failed", "not measured",
                                                           "not recorded"};

bool validity_failed(const struct validity *v)
{
    return v->state == VALIDITY_FAILED || v->state == VALIDITY_UNMEASURED;
}

struct validity validity_of(enum validity_state state, char *figure)
{
    return (struct validity){.state = state, .figure = figure};
}

static const char *unit_of(const struct metric *m) { return m->higher_is_better ? "" : " %"; }

static void add_gain(struct text *out, const struct metric *m, const struct estimate *g)
{
    text_add(out, "%.3g%s", gain_shown(m, g->centre), unit_of(m));
    if (g->n > 1)
        text_add(out, " [%.3g, %.3g]", gain_shown(m, g->interval.low),
                 gain_shown(m, g->interval.high));
}

/* Adds a difference with its interval, such as "2.02 % worse [0.501, 3.56]". */
static void add_difference(struct text *out, const struct metric *m, const struct estimate *g)
{
    bool worse = g->centre < 0;
    double sign = worse ? -1 : 1;
    text_add(out, "%.3g%s %s", sign * gain_shown(m, g->centre), unit_of(m),
             worse ? "worse" : "better");
    if (g->n > 1)
        text_add(out, " [%.3g, %.3g]",
                 sign * gain_shown(m, worse ? g->interval.high : g->interval.low),
                 sign * gain_shown(m, worse ? g->interval.low : g->interval.high));
}

/* ---- negative control ---- */

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
    if (s->negative_control_count)
        return spec_is_negative_control(s, s->arms[a->entries[entry].arm].name);
    return has_negative_control_choice(a, entry);
}

void mark_negative_controls(struct analysis *a, const struct question *q)
{
    for (int i = q->entries.first; i < q->entries.last && q->trains; i++)
        a->entries[i].negative_control = is_negative_control(a, i);
}

static bool is_detected(const struct effect *e, double margin)
{
    return e->unchecked == OUTCOME_WORSE && e->gain.interval.high < -margin;
}

/* Returns true if the first of two negative controls is worse. A detected control is worse than an
 * undetected one; otherwise the upper bounds of the gains are compared. */
static bool is_worse(const struct effect *e, const struct effect *than, double margin)
{
    double high = e->gain.interval.high, other = than->gain.interval.high;
    if (is_detected(e, margin) != is_detected(than, margin)) return is_detected(e, margin);
    return high < other || (isnan(other) && !isnan(high));
}

/* Returns the worst negative control of a baseline, or NULL if no pair ended. Sets *planned to true
 * if the baseline has a negative control. */
static const struct effect *worst_control(const struct analysis *a, int baseline, bool *planned)
{
    const struct effect *worst = NULL;
    const struct question *q = entry_question(a, baseline);
    *planned = false;
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->comparison != COMPARE_STEPS || e->reference != baseline ||
            !a->entries[e->entry].negative_control)
            continue;
        *planned = true;
        if (e->pairs && (!worst || is_worse(e, worst, q->margin))) worst = e;
    }
    return worst;
}

static struct validity judge_negative_control(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    bool planned;
    const struct effect *e = worst_control(a, baseline, &planned);
    if (!planned) return validity_of(VALIDITY_FAILED, xstrdup("no negative control was run"));
    if (!e)
        return validity_of(
            VALIDITY_UNMEASURED,
            xstrdup(entry_waits(a, baseline,
                                "no pair of the negative control and the baseline finished")));
    const struct estimate *g = &e->gain;
    bool detected = is_detected(e, q->margin);
    struct text out = {0};
    double margin = -gain_shown(q->metric, -q->margin);
    const char *label = a->entries[e->entry].label, *mark = quote_mark(label);
    text_add(&out, "%s%s%s", mark, label, mark);
    if (g->n) text_add(&out, " is "), add_difference(&out, q->metric, g);
    if (detected) text_add(&out, ", significantly more than %.2g%s", margin, unit_of(q->metric));
    if (e->lost_runs)
        text_add(&out, "%s %s in %d of %d pairs", g->n ? ", and it" : "",
                 entry_lost_word(a, e->entry), e->lost_runs, e->pairs);
    if (!detected)
        text_add(&out, " (it must be significantly worse by more than %.2g%s%s)", margin,
                 unit_of(q->metric),
                 g->interval.high < -q->margin ? ", also after correction for all negative controls"
                                               : "");
    return validity_of(detected ? VALIDITY_PASSED : VALIDITY_FAILED, out.data);
}

/* ---- learned task ---- */

/* Explains why an arm has not learned the task. The caller frees the text. Returns NULL if the arm
 * has learned the task, or if this cannot be decided. */
static char *unlearned_text(const struct analysis *a, int entry)
{
    const struct entry *own = &a->entries[entry];
    const struct question *q = entry_question(a, entry);
    bool planned;
    if (own->negative_control || own->reference == entry || own->winner < 0) return NULL;
    const struct effect *e = worst_control(a, own->reference, &planned);
    if (!e || !is_detected(e, q->margin)) return NULL;
    const struct effect over = effect_between(a, q, entry, e->entry, COMPARE_STEPS);
    const struct estimate *g = &over.gain;
    if (g->n > 1 ? g->interval.low > 0 : g->centre > 0) return NULL;
    struct text out = {0};
    const char *mark = quote_mark(own->label);
    text_add(&out, "%s%s%s does not beat the negative control (", mark, own->label, mark);
    if (g->n)
        text_add(&out, "gain "), add_gain(&out, q->metric, g);
    else
        text_add(&out, "%s", over.lost_runs ? entry_lost_word(a, entry) : "no pair finished");
    text_add(&out, ")");
    return out.data;
}

/* ---- sweep ---- */

/* Returns NULL if the best value is inside the sweep. Otherwise returns a text such as "lr = 0.03
 * of MLP is the highest value tried", which the caller frees. */
static char *edge_text(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    if (!e->at_edge) return NULL;
    const struct candidate *c = &a->candidates[e->winner];
    char *value = axes_value_label(&a->run->axes, entry_question(a, entry)->tuned,
                                   a->members[c->first]->cell->values, c->value);
    const char *end = e->winner == e->first ? "lowest" : "highest";
    const char *mark = quote_mark(e->label);
    char *text = xformat("%s of %s%s%s is the %s value tried", value, mark, e->label, mark, end);
    free(value);
    return text;
}

/* Runs a check on each arm of a baseline. Joins the texts of the arms that fail. */
static struct validity judge_arms(const struct analysis *a, int baseline,
                                  char *(*failure)(const struct analysis *, int entry),
                                  const char *passed)
{
    const struct span all = entry_question(a, baseline)->entries;
    struct text out = {0};
    for (int i = all.first; i < all.last; i++) {
        char *one = a->entries[i].reference == baseline ? failure(a, i) : NULL;
        if (one) text_add(&out, "%s%s", out.length ? "; " : "", one);
        free(one);
    }
    if (out.length) return validity_of(VALIDITY_FAILED, out.data);
    return validity_of(VALIDITY_PASSED, xstrdup(passed));
}

static struct validity judge_sweep(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    bool waits = false;
    for (int i = q->entries.first; i < q->entries.last; i++)
        waits |= a->entries[i].reference == baseline && a->entries[i].waits_for_tuning;
    struct validity check =
        judge_arms(a, baseline, edge_text,
                   waits           ? "not all values were tried yet"
                   : q->tuned >= 0 ? "no best value is the lowest or highest value tried"
                                   : "nothing was tuned");
    if (waits && check.state == VALIDITY_PASSED) check.state = VALIDITY_UNMEASURED;
    return check;
}

static struct validity judge_learned(const struct analysis *a, int baseline)
{
    bool planned;
    const struct effect *e = worst_control(a, baseline, &planned);
    if (!e || !is_detected(e, entry_question(a, baseline)->margin))
        return validity_of(VALIDITY_UNMEASURED,
                           xstrdup("no negative control was significantly worse"));
    return judge_arms(a, baseline, unlearned_text, "every arm beats the negative control");
}

/* ---- records ---- */

static const double most_share =
    0.1; /* largest change of the metric by one record, as a share of the margin */

/* Returns the smallest number of records in any trial of an entry, or 0 if this number was not
 * recorded. */
static int records_of(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    int least = 0;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        int count = a->members[i]->records.count;
        if (count && (!least || count < least)) least = count;
    }
    return least;
}

static struct validity judge_records(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    const struct metric *m = q->metric;
    int records = records_of(a, baseline);
    if (!isfinite(metric_span(m)))
        return validity_of(VALIDITY_PASSED,
                           xformat("the %s is averaged over tokens", metric_said(m)));
    if (!records) return validity_of(VALIDITY_UNRECORDED, xstrdup("not recorded"));
    int enough = (int)ceil(metric_span(m) / (most_share * q->margin) - 1e-6);
    bool good = records >= enough;
    struct text out = {0};
    text_add(&out, "one of %d records changes %s by %.2g, %s a tenth of the margin %.4g", records,
             metric_said(m), metric_span(m) / records, good ? "at most" : "more than", q->margin);
    if (!good) text_add(&out, "; %d are needed", enough);
    return validity_of(good ? VALIDITY_PASSED : VALIDITY_FAILED, out.data);
}

/* ---- all checks of a question ---- */

const struct validity_rule validity_rules[VALIDITY_CHECKS] = {
    [VALIDITY_SIMPLE_BASELINE] = {"simple_baseline", "the baseline beats the best simple baseline",
                                  judge_simple_baseline},
    [VALIDITY_NEGATIVE_CONTROL] =
        {"negative_control", "the negative control is significantly worse, by more than the margin",
         judge_negative_control},
    [VALIDITY_SWEEP] = {"sweep", "no best value is at an end of the sweep", judge_sweep, edge_text},
    [VALIDITY_RECORDS] = {"records",
                          "one record changes the metric by at most a tenth of the margin",
                          judge_records},
    [VALIDITY_LEARNED] = {"learned_task", "every arm beats the negative control", judge_learned,
                          unlearned_text}};

static void add_validity_check(struct analysis *a, int baseline, enum validity_kind kind)
{
    struct validity check = validity_rules[kind].judge(a, baseline);
    check.baseline = baseline;
    check.kind = kind;
    a->validity = xgrow(a->validity, (size_t)a->validity_count + 1, sizeof *a->validity);
    a->validity[a->validity_count++] = check;
}

/* Returns the text of the first failed check, which the caller frees, or NULL if all checks passed.
 */
static char *first_failure(const struct analysis *a, const struct question *q,
                           const struct effect *e)
{
    const int baseline = a->entries[e->entry].reference, sides[] = {e->reference, e->entry};
    for (int i = q->validity.first; i < q->validity.last; i++) {
        const struct validity *v = &a->validity[i];
        bool own = v->baseline == baseline && !validity_rules[v->kind].arm_failure;
        if (own && validity_failed(v)) return xstrdup(v->figure);
    }
    for (int i = 0; i < 2 * VALIDITY_CHECKS; i++) {
        const struct validity_rule *rule = &validity_rules[i / 2];
        char *failure = rule->arm_failure ? rule->arm_failure(a, sides[i % 2]) : NULL;
        if (failure) return failure;
    }
    return NULL;
}

const char *baseline_failure(const struct analysis *a, int baseline)
{
    const struct span checks = entry_question(a, baseline)->validity;
    for (int i = checks.first; i < checks.last; i++) {
        const struct validity *v = &a->validity[i];
        const struct validity_rule *rule = &validity_rules[v->kind];
        if (v->baseline != baseline || !validity_failed(v)) continue;
        char *failure = rule->arm_failure ? rule->arm_failure(a, baseline) : NULL;
        bool own = !rule->arm_failure || failure;
        free(failure);
        if (own) return v->figure;
    }
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
