/* SPDX-License-Identifier: MIT
 * Words that a question's page and its answer share of what an arm saves or wastes of compute. */
#include "harness/render/trained/scaling_words.h"

#include <math.h>

const char *scaling_cost_word(const struct scaling_fit *f)
{
    return f->cost == CURVE_FLOP ? "FLOP" : "seconds";
}

const char *scaled_text(const struct page *p, struct scaled s)
{
    if (!isfinite(s.at)) return "";
    const char *at = significant(p->d, 3, s.at);
    if (!isfinite(s.low) || !isfinite(s.high)) return words(p, "%s, no bound", at);
    return words(p, "%s [%s, %s]", at, significant(p->d, 3, s.low), significant(p->d, 3, s.high));
}

const char *scaling_fit_name(const struct page *p, const struct scaling_fit *f)
{
    const char *label = p->a->entries[f->entry].label;
    return *f->ladder ? words(p, "%s, %s", label, f->ladder) : label;
}

const char *scaling_does_words(struct scaled multiplier, enum outcome outcome)
{
    if (outcome == OUTCOME_BETTER) return "saves compute";
    if (outcome == OUTCOME_WORSE) return "wastes compute";
    if (outcome == OUTCOME_NOT_ASSESSABLE) return "may not be judged (not assessable)";
    if (outcome != OUTCOME_SUGGESTIVE) return "may save or waste compute";
    return multiplier.at > 1 ? "may save compute (suggestive)" : "may waste compute (suggestive)";
}
