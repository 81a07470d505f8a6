/* SPDX-License-Identifier: MIT
 * The first screen of a run that trains models: every verdict in one table. See report.h. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *cost_text(const struct cost *c)
{
    char *time = time_ratio_text(c), *parameters = ratio_text(c->parameters);
    char *text = xformat("%s%s%s%s", *time ? "time " : "", time, *parameters ? "; parameters " : "",
                         parameters);
    free(time);
    free(parameters);
    return text;
}

/* Question and source, in the first row of a question; they are long. */
static void question_cells(struct document *d, const struct report *r,
                           const struct study_question *q, bool first)
{
    const char *question = table_text(&r->questions, q->row, "question");
    const char *source = table_text(&r->questions, q->row, "source");
    doc_cell(d, "%s", !first ? "" : *question ? question : q->name);
    doc_cell(d, "%s", first ? source : "");
}

static void verdict_cells(struct document *d, const struct report *r,
                          const struct study_question *q, const struct effect *e, const char *claim,
                          const char *verdict)
{
    char *name = e ? contender_name(&r->study, e->contender) : xstrdup(claim);
    char *gain = e ? gain_text(q->metric, &e->gain) : xstrdup("");
    doc_cell(d, "%s", name);
    doc_cell(d, "%s", verdict);
    doc_cell(d, "%s", e && !*gain ? "not measured" : gain);
    doc_cell(d, "%d", e ? e->pairs : 0);
    char *cost = e ? cost_text(&e->cost) : xstrdup("");
    doc_cell(d, "%s", cost);
    free(cost);
    free(name);
    free(gain);
}

bool study_has_claims(const struct study *s, const struct study_question *q)
{
    for (int i = 0; i < s->judged_count; i++)
        if (s->judged[i].effect >= 0 &&
            !strcmp(table_text(s->claims, s->judged[i].claim, "ablation"), q->name))
            return true;
    return false;
}

static void claim_rows(struct document *d, const struct report *r, const struct study_question *q)
{
    const struct study *s = &r->study;
    bool first = true;
    for (int i = 0; i < s->judged_count; i++) {
        const struct judged *j = &s->judged[i];
        if (strcmp(table_text(s->claims, j->claim, "ablation"), q->name)) continue;
        question_cells(d, r, q, first);
        verdict_cells(d, r, q, j->effect < 0 ? NULL : &s->effects[j->effect],
                      table_text(s->claims, j->claim, "arm"),
                      j->effect < 0 ? "not asked in this run" : judgement_names[j->judgement]);
        first = false;
    }
}

static void effect_rows(struct document *d, const struct report *r, const struct study_question *q)
{
    bool first = true;
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &r->study.effects[i];
        if (e->reading != READ_STEPS) continue;
        question_cells(d, r, q, first);
        verdict_cells(d, r, q, e, "", outcome_names[e->outcome]);
        first = false;
    }
}

void report_rules(struct document *d, const struct report *r)
{
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
        100 * r->study.level, 1 - r->study.level);
}

void report_verdict_rows(struct document *d, const struct report *r)
{
    for (int i = 0; i < r->study.question_count; i++) {
        const struct study_question *q = &r->study.questions[i];
        claim_rows(d, r, q);
        if (!study_has_claims(&r->study, q)) effect_rows(d, r, q);
    }
}

void report_verdict_table(struct document *d)
{
    static const char *const heads[] = {"question", "source", "arm",  "verdict",
                                        "gain",     "pairs",  "cost", NULL};
    doc_table(d, "tttttrt", heads);
}

void report_verdict_words(struct document *d)
{
    doc_paragraph(d, "Gain: at equal steps and data, with its interval; cost: ratios to the "
                     "baseline, time being that of training per token. A verdict is on the claim "
                     "where there is one, else on the arm against the baseline.");
}

void report_verdicts(struct document *d, const struct report *r)
{
    if (!r->study.question_count) return;
    doc_heading(d, 2, "Verdicts");
    report_verdict_table(d);
    report_verdict_rows(d, r);
    report_verdict_words(d);
    report_rules(d, r);
}
