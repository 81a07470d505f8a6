/* SPDX-License-Identifier: MIT
 * What a gain was bought with, in the sentence that tells it: an arm that is better at equal steps
 * may be so for its size alone, so parameters and FLOP stand beside its gain, and what a control of
 * as many parameters says, or that none was run. Of arms that are not better nobody asks. */
#include "harness/render/answers.h"

#include <math.h>

/* A smaller ratio is not mentioned. */
static const double dear = 1.05;

static const char *times_words(const struct page *p, double ratio, const char *of)
{
    return ratio >= dear ? words(p, "%s times the %s", ratio_text(p->d, ratio), of) : "";
}

/* "; at equal parameters worse by 0.45 % [-0.4, 1.3] than a wider net: unresolved". */
static const char *control_words(const struct page *p, const struct effect *e)
{
    const struct effect *c = entry_effect(p->a, e->entry, READ_PARAMETERS);
    if (!(e->cost.parameters >= dear)) return "";
    if (!c) return "; no control of as many parameters was run";
    if (!c->gain.n && c->reference_lost_runs)
        return words(p, "; %s, the control of as many parameters, %s",
                     p->a->entries[c->reference].label, entry_lost_word(p->a, c->reference));
    if (!c->gain.n) return "; of the control of as many parameters nothing was measured";
    return words(p, "; at equal parameters %s%s by %s than %s: %s",
                 outcome_says(c->outcome) ? "" : "measured ",
                 c->gain.centre < 0 ? "worse" : "better",
                 gain_size_text(p->d, p->q->metric, &c->gain), p->a->entries[c->reference].label,
                 outcome_names[c->outcome]);
}

const char *price_words(const struct page *p, const struct effect *e)
{
    const char *parameters = times_words(p, e->cost.parameters, "parameters"),
               *flop = times_words(p, e->cost.flop_per_token, "FLOP a token");
    if (e->outcome != OUTCOME_BETTER || !p->q->trains || !(*parameters || *flop)) return "";
    return words(p, " (with %s%s%s%s)", parameters, *parameters && *flop ? " and " : "", flop,
                 control_words(p, e));
}
