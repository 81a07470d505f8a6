/* SPDX-License-Identifier: MIT
 * Every verdict of runs that train models, in one table, and the rule by which it is one. */
#include "harness/render/report.h"

static void verdict_row(struct document *d, const struct analysis *a, const struct question *q,
                        bool first, const struct effect *e, const char *arm, const char *verdict)
{
    const char *gain = e ? gain_text(d, q->metric, &e->gain) : "";
    const char *source = q->spec->source ? q->spec->source : "";
    /* Question and source in the first row of a question alone; they are long. */
    doc_row(d, first ? question_words(q) : "", first ? source : "",
            e ? name_of(d, a, e->entry) : arm, verdict, e && !*gain ? "not measured" : gain,
            doc_text(d, "%d", e ? e->pairs : 0), e ? cost_text(d, &e->cost) : "");
}

bool question_has_claims(const struct analysis *a, const struct question *q)
{
    for (int i = q->judged.first; i < q->judged.last; i++)
        if (a->judged[i].effect >= 0) return true;
    return false;
}

static void question_rows(struct document *d, const struct analysis *a, const struct question *q)
{
    bool first = true;
    for (int i = q->judged.first; i < q->judged.last; i++, first = false) {
        const struct judged *j = &a->judged[i];
        bool asked = j->effect >= 0;
        verdict_row(d, a, q, first, asked ? &a->effects[j->effect] : NULL, j->claim->arm,
                    asked ? judgement_names[j->judgement] : "not asked in this run");
    }
    first = true;
    for (int i = q->effects.first; i < q->effects.last && !question_has_claims(a, q); i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS) continue;
        verdict_row(d, a, q, first, e, "", outcome_names[e->outcome]);
        first = false;
    }
}

void verdicts(struct document *d, const struct report *runs, int count)
{
    const struct analysis *any = &runs[0].analysis;
    doc_table(d, "tttttrt", "question", "source", "arm", "verdict", "gain", "pairs", "cost");
    for (int i = 0; i < count; i++)
        for (int k = 0; k < runs[i].analysis.question_count; k++) {
            const struct question *q = &runs[i].analysis.questions[k];
            if (q->trains && question_was_begun(&runs[i], q))
                question_rows(d, &runs[i].analysis, q);
        }
    doc_paragraph(d, "Gain: at equal steps and data, with its interval; cost: ratios to the "
                     "baseline, time being that of training per token. A verdict is on the claim "
                     "where there is one, else on the arm against the baseline.");
    doc_paragraph(
        d,
        "The rule. Gain: the difference to the baseline, paired by seed, + being better; a "
        "metric of which less is better is compared by log-ratio and told in percent of the "
        "baseline's. Interval: Student's over the seeds at %.0f %%; p: its t test, corrected by "
        "Holm over all arms and conditions of a question. Equivalent: the interval lies within "
        "the margin on both sides. Better, worse: it does not, it excludes 0, and the corrected "
        "p is at most %.2g. Unresolved: everything else, and always with one seed. A run that "
        "diverged loses its pair, and nothing is said in favour of the side on which more did. "
        "Supported: better or worse as was claimed, or equivalent where equality was claimed. "
        "Contradicted: better for worse, worse for better, or either for equal. Equivalent stays "
        "equivalent where a difference was claimed.",
        100 * any->level, 1 - any->level);
}
