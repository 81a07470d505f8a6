/* SPDX-License-Identifier: MIT
 * How much each arm loses by another learning rate than its best, how often it diverged and how
 * large its gradients were, in words and as a table. */
#include "harness/render/report.h"

static const char *const words[OUTCOMES] = {[OUTCOME_NONE] = "",
                                            [OUTCOME_BETTER] = "less sensitive",
                                            [OUTCOME_EQUIVALENT] = "as sensitive",
                                            [OUTCOME_WORSE] = "more sensitive",
                                            [OUTCOME_UNRESOLVED] = "unresolved"};

static const char *axis_name(const struct analysis *a, const struct question *q)
{
    return a->run->axes.list[q->tuned].name;
}

const char *sensitivity_counts(struct document *d, const struct analysis *a,
                               const struct question *q)
{
    int counts[OUTCOMES] = {0};
    for (int i = q->sensitivities.first; i < q->sensitivities.last; i++)
        counts[a->sensitivities[i].outcome] += a->sensitivities[i].outcome != OUTCOME_NONE;
    const char *all = counts_text(d, counts, words, OUTCOMES);
    return *all ? doc_text(d, "%s to %s", all, axis_name(a, q)) : "";
}

void say_sensitivity(struct document *d, const struct analysis *a, const struct question *q)
{
    const char *counts = sensitivity_counts(d, a, q);
    if (!*counts) return;
    doc_paragraph(d, "Against the baseline, %s; how much is in its table.", counts);
    for (enum outcome k = OUTCOME_BETTER; k <= OUTCOME_WORSE; k++) {
        struct text names = {0};
        for (int i = q->sensitivities.first; i < q->sensitivities.last; i++)
            if (a->sensitivities[i].outcome == k)
                text_add(&names, "%s%s", names.length ? "; " : "",
                         name_of(d, a, a->sensitivities[i].entry));
        if (names.length) doc_item(d, "%s to %s: %s", words[k], axis_name(a, q), names.data);
        text_free(&names);
    }
}

/* A gain is told as what the baseline has less. */
static void row(struct document *d, const struct analysis *a, const struct sensitivity *e)
{
    const struct interval *own = &e->loss.interval, *gain = &e->gain.interval;
    const char *above =
        e->gain.n ? doc_text(d, "%+.3f [%+.3f, %+.3f]", -e->gain.centre, -gain->high, -gain->low)
                  : "";
    doc_row(d, name_of(d, a, e->entry),
            doc_text(d, "%.3f [%.3f, %.3f]", e->loss.centre, own->low, own->high), above,
            significant(d, 2, e->p_corrected), words[e->outcome],
            doc_text(d, "%d of %d", e->diverged, e->runs),
            significant(d, 3, winner_measured(a, e->entry, GRADIENT_NORM_MAX)));
}

void sensitivity_table(struct document *d, const struct analysis *a, const struct question *q)
{
    if (q->sensitivities.first == q->sensitivities.last) return;
    doc_heading(d, 3, "Table: sensitivity to %s", axis_name(a, q));
    doc_table(d, "tttrtrr", "arm", "sensitivity", "above the baseline's", "p", "outcome",
              "diverged", "gradient");
    for (int i = q->sensitivities.first; i < q->sensitivities.last; i++)
        row(d, a, &a->sensitivities[i]);
    doc_paragraph(d,
                  "Sensitivity: the mean validation loss over all values of %s less the least "
                  "(arXiv 2309.14322, section 2.2), in nats, with its interval over the seeds that "
                  "ran them all; a run that diverged counts as the worst of its condition that "
                  "ended. It depends on which values were swept. Against the baseline: paired by "
                  "seed; p: t test, corrected by Holm over the rows. Gradient: greatest norm "
                  "before clipping at the winning value, mean over the seeds.",
                  axis_name(a, q));
}
