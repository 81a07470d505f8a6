/* SPDX-License-Identifier: MIT
 * Computes verdicts on published claims.
 *
 * Same direction: the result agrees with the claim. The claim `equal` needs an equivalent result.
 * The claim `no worse` needs a better or equivalent result.
 * Opposite direction: the result is significant and contradicts the claim.
 * Equivalent: a difference was claimed, but the result is equivalent.
 * Not judged: a validity check failed. A claim that an arm is better is also not judged if the
 * baseline is too close to the best value of the metric.
 * Not run: the run lacks the arm or the condition of the claim.
 * Suggestive, inconclusive: the verdict on the effect.
 *
 * Claims that an axis changes a gain (`gains more`, `gains less`) are compared with interactions in
 * the same way. No verdict says "reproduced" or "refuted", because a small model on a different
 * task cannot reproduce or refute a claim. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *const judgement_names[JUDGEMENTS] = {
    [JUDGED_SAME] = "same direction",       [JUDGED_OPPOSITE] = "opposite direction",
    [JUDGED_EQUIVALENT] = "equivalent",     [JUDGED_SUGGESTIVE] = "suggestive",
    [JUDGED_INCONCLUSIVE] = "inconclusive", [JUDGED_NOT_JUDGED] = "not judged"};

const char *judged_word_of(const struct judged *j, enum judgement judgement)
{
    if (j->effect < 0) return "not run";
    return judgement_names[judgement];
}

/* The outcomes that agree with each kind of claim. */
static const struct {
    const char *expects;
    enum outcome met, or_else;
} met_by[] = {{"better", OUTCOME_BETTER, OUTCOME_BETTER},
              {"worse", OUTCOME_WORSE, OUTCOME_WORSE},
              {"equal", OUTCOME_EQUIVALENT, OUTCOME_EQUIVALENT},
              {"no worse", OUTCOME_BETTER, OUTCOME_EQUIVALENT},
              {"gains more", OUTCOME_BETTER, OUTCOME_BETTER},
              {"gains less", OUTCOME_WORSE, OUTCOME_WORSE}};

static bool is_met(const struct spec_claim *c, enum outcome found)
{
    for (size_t i = 0; i < sizeof met_by / sizeof *met_by; i++)
        if (!strcmp(met_by[i].expects, c->expects))
            return found == met_by[i].met || found == met_by[i].or_else;
    return false;
}

static enum judgement judge(const struct spec_claim *c, enum outcome found)
{
    if (found == OUTCOME_NOT_JUDGED) return JUDGED_NOT_JUDGED;
    if (found == OUTCOME_SUGGESTIVE) return JUDGED_SUGGESTIVE;
    if (!is_conclusive(found)) return JUDGED_INCONCLUSIVE;
    if (is_met(c, found)) return JUDGED_SAME;
    if (found == OUTCOME_EQUIVALENT) return JUDGED_EQUIVALENT;
    return JUDGED_OPPOSITE;
}

/* Returns true if the claim needs a better arm, but the baseline is too close to the best value of
 * its metric. */
static bool lacks_room(const struct analysis *a, const struct spec_claim *c, const struct effect *e)
{
    bool needs_better = !c->axis && is_met(c, OUTCOME_BETTER);
    if (!needs_better || !e || e->outcome == OUTCOME_NONE || e->outcome == OUTCOME_BETTER ||
        e->failed_check)
        return false;
    bool decided = is_met(c, OUTCOME_EQUIVALENT) && e->outcome != OUTCOME_EQUIVALENT;
    return !decided && is_at_best_value(a, e->reference);
}

static char *room_figure(const struct analysis *a, const struct effect *e)
{
    const struct question *q = entry_question(a, e->entry);
    return xformat(
        "the baseline reaches %.4g, and the maximum is %g (%s), so no arm can be better by the "
        "margin of %g",
        standing_of(a, e->reference).asked.centre, q->metric->most, metric_said(q->metric),
        q->margin);
}

static void add(struct analysis *a, const struct spec_claim *claim, int effect, int interaction)
{
    const struct interaction *x = interaction < 0 ? NULL : &a->interactions[interaction];
    const struct effect *e = effect < 0 ? NULL : &a->effects[effect];
    enum outcome found = x ? x->outcome : e ? e->outcome : OUTCOME_NONE;
    enum outcome unchecked = x ? x->unchecked : e ? e->unchecked : OUTCOME_NONE;
    a->judged = xgrow(a->judged, (size_t)a->judged_count + 1, sizeof *a->judged);
    struct judged j = {.claim = claim,
                       .effect = effect,
                       .interaction = interaction,
                       .judgement = judge(claim, found),
                       .unchecked = judge(claim, unchecked),
                       .why_no_gain = lacks_room(a, claim, e) ? room_figure(a, e) : NULL};
    if (j.why_no_gain) j.judgement = JUDGED_NOT_JUDGED;
    a->judged[a->judged_count++] = j;
}

bool claim_is_about(const struct analysis *a, const struct spec_claim *c, int effect)
{
    const struct effect *e = &a->effects[effect];
    const char *arm = entry_spec(a, e->entry)->arms[a->entries[e->entry].arm].name;
    const char *comparison = c->reading ? c->reading : comparison_names[COMPARE_STEPS];
    return !strcmp(comparison_names[e->comparison], comparison) && !strcmp(arm, c->arm) &&
           entry_meets(a, e->entry, &c->where);
}

static void judge_effects(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (claim_is_about(a, c, i)) add(a, c, i, -1);
}

static void judge_changes(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->interactions.first; i < q->interactions.last; i++) {
        const struct interaction *x = &a->interactions[i];
        bool same_axis = !strcmp(a->run->axes.list[x->axis].name, c->axis);
        if (same_axis && claim_is_about(a, c, x->effect)) add(a, c, x->effect, i);
    }
}

/* Returns true if the source makes no claim about this setup of the question. */
static bool is_of_another_setup(const struct analysis *a, const struct question *q,
                                const struct spec_claim *c)
{
    bool here = q->spec->setup_count < 2;
    for (int i = q->entries.first; i < q->entries.last && !here; i++)
        here = entry_meets(a, i, &c->where);
    return !here;
}

void judge_claims(struct analysis *a, struct question *q)
{
    q->judged.first = a->judged_count;
    /* false if a filter removed all cells of the question */
    bool planned = q->entries.first < q->entries.last;
    for (int k = 0; q->trains && planned && k < q->spec->claim_count; k++) {
        const struct spec_claim *claim = &q->spec->claims[k];
        int before = a->judged_count;
        if (is_of_another_setup(a, q, claim)) continue;
        (claim->axis ? judge_changes : judge_effects)(a, q, claim);
        if (a->judged_count == before) add(a, claim, -1, -1);
    }
    q->judged.last = a->judged_count;
}

const struct estimate *judged_gain(const struct analysis *a, const struct judged *j)
{
    if (j->interaction >= 0) return &a->interactions[j->interaction].gain;
    return j->effect >= 0 ? &a->effects[j->effect].gain : NULL;
}
