/* SPDX-License-Identifier: MIT
 * Published statements beside what was found.
 *
 * The rule: an arm that was expected to be better is supported when its verdict is `better`,
 * contradicted when it is `worse`; likewise one expected to be worse. One expected to be equal is
 * supported when it is `equivalent`, contradicted when it is better or worse. `equivalent` where a
 * difference was expected stays `equivalent`: the effect, if any, is smaller than the margin.
 * Where a gate is shut nothing is said of the claim. Everything else is unresolved. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *const judgement_names[JUDGEMENTS] = {"supported", "contradicted", "equivalent",
                                                 "unresolved", "not assessable"};

static enum judgement judge(const char *expects, enum outcome found)
{
    bool equal = !strcmp(expects, "equal");
    if (found == OUTCOME_NOT_ASSESSABLE) return CLAIM_NOT_ASSESSABLE;
    if (found == OUTCOME_EQUIVALENT) return equal ? CLAIM_SUPPORTED : CLAIM_EQUIVALENT;
    if (found != OUTCOME_BETTER && found != OUTCOME_WORSE) return CLAIM_UNRESOLVED;
    return strcmp(expects, outcome_names[found]) ? CLAIM_CONTRADICTED : CLAIM_SUPPORTED;
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

static void add(struct analysis *a, const struct spec_claim *claim, int effect)
{
    static const struct effect none = {.outcome = OUTCOME_NONE};
    const struct effect *e = effect < 0 ? &none : &a->effects[effect];
    a->judged = xgrow(a->judged, (size_t)a->judged_count + 1, sizeof *a->judged);
    a->judged[a->judged_count++] = (struct judged){claim, effect, judge(claim->expects, e->outcome),
                                                   judge(claim->expects, e->ungated)};
}

void judge_claims(struct analysis *a, struct question *q)
{
    q->judged.first = a->judged_count;
    for (int k = 0; q->trains && k < q->spec->claim_count; k++) {
        const struct spec_claim *claim = &q->spec->claims[k];
        int before = a->judged_count;
        for (int i = q->effects.first; i < q->effects.last; i++) {
            const struct effect *e = &a->effects[i];
            const char *arm = q->spec->arms[a->entries[e->entry].arm].name;
            if (e->reading == READ_STEPS && !strcmp(arm, claim->arm) &&
                meets(a, e->entry, claim->where))
                add(a, claim, i);
        }
        if (a->judged_count == before) add(a, claim, -1);
    }
    q->judged.last = a->judged_count;
}
