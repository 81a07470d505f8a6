/* SPDX-License-Identifier: MIT
 * How much each arm loses by another learning rate than its best, how often it diverged and how
 * large its gradients were. See study_sensitivity.c. */
#include "harness/render/report.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static const char *const words[OUTCOMES] = {[OUTCOME_NONE] = "",
                                            [OUTCOME_BETTER] = "less sensitive",
                                            [OUTCOME_EQUIVALENT] = "as sensitive",
                                            [OUTCOME_WORSE] = "more sensitive",
                                            [OUTCOME_UNRESOLVED] = "unresolved"};

/* A gain is told as what the baseline has less. */
static void nats_cells(struct document *d, const struct sensitivity *e)
{
    const struct interval *own = &e->loss.interval, *gain = &e->gain.interval;
    doc_cell(d, "%.3f [%.3f, %.3f]", e->loss.mean, own->low, own->high);
    if (e->gain.n)
        doc_cell(d, "%+.3f [%+.3f, %+.3f]", -e->gain.mean, -gain->high, -gain->low);
    else
        doc_cell(d, "%s", "");
}

static void row(struct document *d, const struct study *s, const struct sensitivity *e)
{
    char *name = contender_name(s, e->contender);
    double gradient = winner_mean(s, e->contender, "gradient_norm_max");
    doc_cell(d, "%s", name);
    nats_cells(d, e);
    if (isnan(e->p_corrected))
        doc_cell(d, "%s", "");
    else
        doc_cell(d, "%.2g", e->p_corrected);
    doc_cell(d, "%s", words[e->outcome]);
    doc_cell(d, "%d of %d", e->diverged, e->runs);
    if (isnan(gradient))
        doc_cell(d, "%s", "");
    else
        doc_cell(d, "%.3g", gradient);
    free(name);
}

/* "A; B" of the arms with an outcome, "" without any; to be freed. */
static char *names_of(const struct study *s, const struct study_question *q, enum outcome outcome)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = q->sensitivity_first; i < q->sensitivity_last; i++) {
        const struct sensitivity *e = &s->sensitivities[i];
        if (e->outcome != outcome) continue;
        char *name = contender_name(s, e->contender);
        text_add(&out, "%s%s", out.length ? "; " : "", name);
        free(name);
    }
    return out.data;
}

char *sensitivity_counts(const struct study *s, const struct study_question *q)
{
    int counts[OUTCOMES] = {0};
    for (int i = q->sensitivity_first; i < q->sensitivity_last; i++)
        counts[s->sensitivities[i].outcome] += s->sensitivities[i].outcome != OUTCOME_NONE;
    char *all = counts_text(counts, words, OUTCOMES);
    char *text =
        xformat("%s%s%s", all, *all ? " to " : "", *all ? s->rows->name[q->tune_column] : "");
    free(all);
    return text;
}

void say_sensitivity(struct document *d, const struct report *r, const struct study_question *q)
{
    char *counts = sensitivity_counts(&r->study, q);
    if (*counts) doc_paragraph(d, "Against the baseline, %s; how much is in its table.", counts);
    for (enum outcome k = OUTCOME_BETTER; *counts && k <= OUTCOME_WORSE; k++) {
        char *names = names_of(&r->study, q, k);
        if (*names) doc_item(d, "%s to %s: %s", words[k], r->rows.name[q->tune_column], names);
        free(names);
    }
    free(counts);
}

void report_sensitivity(struct document *d, const struct report *r, const struct study_question *q)
{
    static const char *const heads[] = {
        "arm", "sensitivity", "above the baseline's", "p", "outcome", "diverged", "gradient", NULL};
    if (q->sensitivity_first == q->sensitivity_last) return;
    const char *axis = r->rows.name[q->tune_column];
    doc_heading(d, 3, "Table: sensitivity to %s", axis);
    doc_table(d, "tttrtrr", heads);
    for (int i = q->sensitivity_first; i < q->sensitivity_last; i++)
        row(d, &r->study, &r->study.sensitivities[i]);
    doc_paragraph(d,
                  "Sensitivity: the mean validation loss over all values of %s less the least "
                  "(arXiv 2309.14322, section 2.2), in nats, with its interval over the seeds that "
                  "ran them all; a run that diverged counts as the worst of its condition that "
                  "ended. It depends on which values were swept. Against the baseline: paired by "
                  "seed; p: t test, corrected by Holm over the rows. Gradient: greatest norm "
                  "before clipping at the winning value, mean over the seeds.",
                  axis);
}
