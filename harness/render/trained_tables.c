/* SPDX-License-Identifier: MIT
 * Tables of a question of quality: arms, readings, costs, factors, and how much each arm loses by
 * another value of the tuned axis than its best. */
#include "harness/render/report.h"

static void arm_table(const struct page *p)
{
    static const struct candidate none = {.value = ""};
    struct document *d = p->d;
    heading(p, 3, "Table: arms");
    table(p, "ttrrrrrr", "arm", tuned_axis(p), p->q->metric->name, "seeds", "parameters",
          "FLOP/token", "tokens/s", "peak memory");
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct entry *e = &p->a->entries[i];
        const struct candidate *k = e->winner < 0 ? &none : &p->a->candidates[e->winner];
        const char *sd = k->n > 1 ? words(p, ", sd %.4f", k->sd) : "";
        row(p, name_of(p, i), words(p, "%s%s", k->value, e->at_edge ? " (edge of the sweep)" : ""),
            k->n ? words(p, "%.4f%s", k->mean, sd) : "not measured",
            words(p, "%d%s", k->n, k->diverged ? " (and diverged)" : ""),
            number(d, 0, winner_measured(p->a, i, PARAMETERS)),
            number(d, 0, winner_measured(p->a, i, FLOP_PER_TOKEN)),
            words(p, "%s%s", number(d, 0, winner_measured(p->a, i, TOKENS_PER_S)),
                  by_formula_mark(e)),
            bytes_text(d, winner_measured(p->a, i, PEAK_RSS_BYTES)));
    }
}

static const char *reading_text(const struct page *p, int entry, enum reading reading)
{
    const struct effect *e = entry_effect(p->a, entry, reading);
    const char *gain = e ? gain_text(p->d, p->q->metric, &e->gain) : "";
    const char *missing = !e ? "no control" : e->pairs ? "diverged" : "not measured";
    return words(p, "%s %s", *gain ? gain : missing, e ? outcome_names[e->outcome] : "");
}

static void effect_tables(const struct page *p)
{
    heading(p, 3, "Table: gain at equal steps, parameters, FLOP and time");
    table(p, "ttttt", "arm", "equal steps", "equal parameters", "equal FLOP", "equal time");
    for_each_effect(e, p)
    {
        row(p, name_of(p, e->entry));
        for (enum reading r = 0; r < READINGS; r++) row(p, reading_text(p, e->entry, r));
    }
    say(p, "Equal steps: as run, against the baseline. Equal parameters: against the control arm "
           "that the specification names, which has as many (the next table has the ratio). Equal "
           "FLOP, equal time: of each seed, learning curves read at the least that any arm of the "
           "condition had used at its end, linear between points; what is read earlier than its "
           "end had its learning "
           "rate still above the schedule's end. Each reading is corrected for itself.");
    heading(p, 3, "Table: cost as a ratio");
    table(p, "ttrrtr", "arm", "against", "parameters", "FLOP per token", "time per token",
          "peak memory");
    for (int i = p->q->effects.first; i < p->q->effects.last; i++) {
        const struct effect *e = &p->a->effects[i];
        if (e->reading <= READ_PARAMETERS)
            row(p, name_of(p, e->entry), p->a->entries[e->reference].label,
                ratio_text(p->d, e->cost.parameters), ratio_text(p->d, e->cost.flop_per_token),
                time_ratio_text(p->d, &e->cost), ratio_text(p->d, e->cost.memory));
    }
}

static void factor_table(const struct page *p)
{
    const struct question *q = p->q;
    if (q->factors.first == q->factors.last && !q->factor_fault) return;
    heading(p, 3, "Table: main effects and interactions");
    if (q->factor_fault) say(p, "Not formed: %s.", q->factor_fault);
    if (q->factors.first == q->factors.last) return;
    table(p, "tttrr", "effect", "of", "gain", "n", "p");
    for (int i = q->factors.first; i < q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const char *shape = p->a->conditions[f->condition].label;
        row(p, *shape ? words(p, "%s (%s)", f->effect, shape) : f->effect, f->levels,
            f->gain.n ? gain_text(p->d, q->metric, &f->gain) : "a combination is missing",
            words(p, "%d", f->gain.n), significant(p->d, 4, f->gain.p));
    }
    say(p, "A main effect is the mean gain of the change over all combinations of the other "
           "factors; an interaction is how much more the one change gains where the other has been "
           "made too. p is not corrected here.");
}

static const char *const sensitivity_words[OUTCOMES] = {[OUTCOME_NONE] = "",
                                                        [OUTCOME_BETTER] = "less sensitive",
                                                        [OUTCOME_EQUIVALENT] = "as sensitive",
                                                        [OUTCOME_WORSE] = "more sensitive",
                                                        [OUTCOME_UNRESOLVED] = "unresolved"};

const char *sensitivity_counts(const struct page *p)
{
    int counts[OUTCOMES] = {0};
    for (int i = p->q->sensitivities.first; i < p->q->sensitivities.last; i++)
        counts[p->a->sensitivities[i].outcome]++;
    const char *all = counts_text(p->d, counts, sensitivity_words, OUTCOMES);
    return *all ? words(p, "%s to %s", all, tuned_axis(p)) : "";
}

static void sensitivity_table(const struct page *p)
{
    struct document *d = p->d;
    if (p->q->sensitivities.first == p->q->sensitivities.last) return;
    heading(p, 3, "Table: sensitivity to %s", tuned_axis(p));
    doc_table(d, "tttrtrr", "arm", "sensitivity", "above the baseline's", "p", "outcome",
              "diverged", "gradient");
    for (int i = p->q->sensitivities.first; i < p->q->sensitivities.last; i++) {
        const struct sensitivity *e = &p->a->sensitivities[i];
        /* Printed as own less the baseline's: the gain with its sign turned. */
        doc_row(d, name_of(p, e->entry), estimate_text(d, &e->loss, 1, false, 3, ""),
                estimate_text(d, &e->gain, -1, true, 3, ""), significant(d, 2, e->p_corrected),
                sensitivity_words[e->outcome], doc_text(d, "%d of %d", e->diverged, e->runs),
                significant(d, 3, winner_measured(p->a, e->entry, GRADIENT_NORM_MAX)));
    }
    say(p,
        "Sensitivity: the mean validation loss over all values of %s less the least (arXiv "
        "2309.14322, section 2.2), in nats, with its interval over the seeds that ran them all; a "
        "run that diverged counts as the worst of its condition that ended. It depends on which "
        "values were swept. Against the baseline: paired by seed; p: t test, corrected by Holm "
        "over the rows. Gradient: greatest norm before clipping at the winning value, mean over "
        "the seeds.",
        tuned_axis(p));
}

void trained_tables(const struct page *p)
{
    arm_table(p);
    effect_tables(p);
    factor_table(p);
    interaction_tables(p);
    sensitivity_table(p);
}
