/* SPDX-License-Identifier: MIT
 * Published statements, and expectations of our own, beside what was found.
 *
 * The rule: an arm that was expected to be better is supported when its verdict is `better`,
 * contradicted when it is `worse`; likewise one expected to be worse. One expected to be equal is
 * supported when it is `equivalent`, contradicted when it is better or worse. `equivalent` where a
 * difference was expected stays `equivalent`: the effect, if any, is smaller than the margin.
 * Where a gate is shut nothing is said of the claim. Everything else is unresolved, as what has no
 * verdict since it ran by formula. A claim that an axis changes an arm's gain is held likewise
 * against the interactions: `gains more` and `gains less` for `better` and `worse`. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *const judgement_names[JUDGEMENTS] = {"supported", "contradicted", "equivalent",
                                                 "unresolved", "not assessable"};

static enum outcome expected_of(const struct spec_claim *c)
{
    const char *const *names = c->axis ? change_names : outcome_names;
    enum outcome o = OUTCOME_BETTER;
    while (o < OUTCOMES && strcmp(names[o], c->expects)) o++;
    return o < OUTCOMES ? o : OUTCOME_EQUIVALENT; /* "equal" */
}

static enum judgement judge(enum outcome expected, enum outcome found)
{
    if (found == OUTCOME_NOT_ASSESSABLE) return CLAIM_NOT_ASSESSABLE;
    if (!outcome_says(found)) return CLAIM_UNRESOLVED;
    if (found == expected) return CLAIM_SUPPORTED;
    return found == OUTCOME_EQUIVALENT ? CLAIM_EQUIVALENT : CLAIM_CONTRADICTED;
}

/* Whether an entry meets "axis=value axis=value"; NULL: any does. */
static bool meets(const struct analysis *a, int entry, const char *where)
{
    char *copy = xstrdup(where ? where : ""), *rest = copy;
    bool good = true;
    for (char *word; good && (word = strsep(&rest, " "));) {
        char *equals = strchr(word, '=');
        if (!equals) continue;
        *equals = '\0';
        good = !strcmp(entry_value(a, entry, axes_find(&a->run->axes, word)), equals + 1);
    }
    free(copy);
    return good;
}

static void add(struct analysis *a, const struct spec_claim *claim, int effect, int interaction)
{
    const struct interaction *x = interaction < 0 ? NULL : &a->interactions[interaction];
    const struct effect *e = effect < 0 ? NULL : &a->effects[effect];
    enum outcome found = x ? x->outcome : e ? e->outcome : OUTCOME_NONE;
    enum outcome ungated = x   ? x->ungated
                           : e ? e->ungated
                               : OUTCOME_NONE,
                 expected = expected_of(claim);
    a->judged = xgrow(a->judged, (size_t)a->judged_count + 1, sizeof *a->judged);
    a->judged[a->judged_count++] = (struct judged){
        claim, effect, interaction, judge(expected, found), judge(expected, ungated)};
}

/* Whether a claim speaks of an effect. */
static bool speaks_of(const struct analysis *a, const struct spec_claim *c, int effect)
{
    const struct effect *e = &a->effects[effect];
    const char *arm = entry_spec(a, e->entry)->arms[a->entries[e->entry].arm].name;
    const char *reading = c->reading ? c->reading : reading_names[READ_STEPS];
    return !strcmp(reading_names[e->reading], reading) && !strcmp(arm, c->arm) &&
           meets(a, e->entry, c->where);
}

static void judge_effects(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->effects.first; i < q->effects.last; i++)
        if (speaks_of(a, c, i)) add(a, c, i, -1);
}

static void judge_changes(struct analysis *a, const struct question *q, const struct spec_claim *c)
{
    for (int i = q->interactions.first; i < q->interactions.last; i++) {
        const struct interaction *x = &a->interactions[i];
        bool asked = !strcmp(a->run->axes.list[x->axis].name, c->axis);
        if (asked && speaks_of(a, c, x->effect)) add(a, c, x->effect, i);
    }
}

void judge_claims(struct analysis *a, struct question *q)
{
    q->judged.first = a->judged_count;
    for (int k = 0; q->trains && k < q->spec->claim_count; k++) {
        const struct spec_claim *claim = &q->spec->claims[k];
        int before = a->judged_count;
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
