/* SPDX-License-Identifier: MIT
 * Published statements beside what was found.
 *
 * A claim has the same direction when the arm came out as claimed: better, worse, where equality
 * was claimed equivalent, and where it was claimed to be no worse, better or equivalent. Resolved
 * otherwise it has the opposite direction. A small model on another task neither reproduces nor
 * refutes a large one. `equivalent` where a difference was claimed stays `equivalent`: the effect,
 * if any, is smaller than the margin.
 * Suggestive: the interval excludes 0, but not after correction for its family (corrections.c).
 * Where a check failed a claim is not judged. Nor is it where the baseline makes hardly any
 * mistake, so that no arm could be seen to be better: of one that promises better, and of `no
 * worse` where the arm makes as few (if it makes more, that is said). Of an arm or a condition that
 * the run does not have the word is `not run`. Everything else is inconclusive, as what has no
 * verdict since it ran by formula. A claim that an axis changes an arm's gain is held likewise
 * against the interactions: `gains more` and `gains less` for `better` and `worse`.
 */
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

/* What meets each expectation: of an arm, and of a change of its gain. */
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
    if (!outcome_says(found)) return JUDGED_INCONCLUSIVE;
    if (is_met(c, found)) return JUDGED_SAME;
    if (found == OUTCOME_EQUIVALENT) return JUDGED_EQUIVALENT;
    return JUDGED_OPPOSITE;
}

/* Whether a better arm would meet the claim, could not be seen, and nothing else decides. */
static bool lacks_room(const struct analysis *a, const struct spec_claim *c, const struct effect *e)
{
    bool hopes = !c->axis && is_met(c, OUTCOME_BETTER);
    if (!hopes || !e || e->outcome == OUTCOME_NONE || e->outcome == OUTCOME_BETTER ||
        e->failed_check)
        return false;
    bool decided = is_met(c, OUTCOME_EQUIVALENT) && e->outcome != OUTCOME_EQUIVALENT;
    return !decided && stands_at_top(a, e->reference);
}

/* To be freed. */
static char *room_figure(const struct analysis *a, const struct effect *e)
{
    const struct question *q = entry_question(a, e->entry);
    return xformat("its baseline has %.4g of at most %g in %s, so that nothing can be seen to be "
                   "better by the margin of %g",
                   standing_of(a, e->reference).asked.centre, metric_top(q->metric),
                   metric_said(q->metric), q->margin);
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
                       .no_room = lacks_room(a, claim, e) ? room_figure(a, e) : NULL};
    if (j.no_room) j.judgement = JUDGED_NOT_JUDGED;
    a->judged[a->judged_count++] = j;
}

bool claim_speaks_of(const struct analysis *a, const struct spec_claim *c, int effect)
{
    const struct effect *e = &a->effects[effect];
    const char *arm = entry_spec(a, e->entry)->arms[a->entries[e->entry].arm].name;
    const char *reading = c->reading ? c->reading : reading_names[READ_STEPS];
    return !strcmp(reading_names[e->reading], reading) && !strcmp(arm, c->arm) &&
           entry_meets(a, e->entry, &c->where);
}

static void judge_effects(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (claim_speaks_of(a, c, i)) add(a, c, i, -1);
}

static void judge_changes(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->interactions.first; i < q->interactions.last; i++) {
        const struct interaction *x = &a->interactions[i];
        bool asked = !strcmp(a->run->axes.list[x->axis].name, c->axis);
        if (asked && claim_speaks_of(a, c, x->effect)) add(a, c, x->effect, i);
    }
}

/* Of a question that is asked in several setups, some are not what a source speaks of. */
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
    bool planned = q->entries.first < q->entries.last; /* none: a filter left the question out */
    for (int k = 0; q->trains && planned && k < q->spec->claim_count; k++) {
        const struct spec_claim *claim = &q->spec->claims[k];
        int before = a->judged_count;
        if (is_of_another_setup(a, q, claim)) continue;
        (claim->axis ? judge_changes : judge_effects)(a, q, claim);
        if (a->judged_count == before) add(a, claim, -1, -1);
    }
    q->judged.last = a->judged_count;
}

const struct interaction *judged_change(const struct analysis *a, const struct judged *j)
{
    return j->interaction >= 0 ? &a->interactions[j->interaction] : NULL;
}

const struct estimate *judged_gain(const struct analysis *a, const struct judged *j)
{
    const struct interaction *change = judged_change(a, j);
    if (change) return &change->gain;
    return j->effect >= 0 ? &a->effects[j->effect].gain : NULL;
}
