/* SPDX-License-Identifier: MIT
 * Published statements beside what was found. See study.h.
 *
 * The rule: an arm that was expected to be better is supported when its verdict is `better`,
 * contradicted when it is `worse`; likewise one expected to be worse. One expected to be equal is
 * supported when it is `equivalent`, contradicted when it is better or worse. `equivalent` where a
 * difference was expected stays `equivalent`: the effect, if any, is smaller than the margin.
 * Everything else is unresolved. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *const judgement_names[JUDGEMENTS] = {"supported", "contradicted", "equivalent",
                                                 "unresolved"};

static enum judgement judge(const char *expects, enum outcome found)
{
    bool equal = !strcmp(expects, "equal");
    if (found == OUTCOME_EQUIVALENT) return equal ? CLAIM_SUPPORTED : CLAIM_EQUIVALENT;
    if (found != OUTCOME_BETTER && found != OUTCOME_WORSE) return CLAIM_UNRESOLVED;
    bool as_said = !strcmp(expects, outcome_names[found]);
    return as_said ? CLAIM_SUPPORTED : CLAIM_CONTRADICTED;
}

/* Whether a contender meets "axis=value axis=value". */
static bool meets(const struct study *s, int contender, const char *where)
{
    char *copy = xstrdup(where), *rest = copy;
    bool good = true;
    for (char *word; good && (word = strsep(&rest, " "));) {
        char *equals = strchr(word, '=');
        if (!equals) continue;
        *equals = '\0';
        good = !strcmp(contender_text(s, contender, word), equals + 1);
    }
    free(copy);
    return good;
}

static void add(struct study *s, int claim, int effect)
{
    enum outcome found = effect < 0 ? OUTCOME_NONE : s->effects[effect].outcome;
    s->judged = xgrow(s->judged, (size_t)s->judged_count + 1, sizeof *s->judged);
    s->judged[s->judged_count++] =
        (struct judged){claim, effect, judge(table_text(s->claims, claim, "expects"), found)};
}

static void judge_claim(struct study *s, const struct study_question *q, int claim)
{
    bool any = false;
    const char *arm = table_text(s->claims, claim, "arm");
    const char *where = table_text(s->claims, claim, "where");
    for (int e = q->effect_first; e < q->effect_last; e++) {
        int contender = s->effects[e].contender;
        if (s->effects[e].reading != READ_STEPS || strcmp(s->contenders[contender].arm, arm) ||
            !meets(s, contender, where))
            continue;
        add(s, claim, e);
        any = true;
    }
    if (!any) add(s, claim, -1);
}

void study_judge(struct study *s)
{
    for (int k = 0; k < s->question_count; k++)
        for (int claim = 0; claim < s->claims->rows; claim++)
            if (!strcmp(table_text(s->claims, claim, "ablation"), s->questions[k].name))
                judge_claim(s, &s->questions[k], claim);
}
