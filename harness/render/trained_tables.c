/* SPDX-License-Identifier: MIT
 * Tables of a question of quality: arms, readings, costs, factors. */
#include "harness/render/report.h"

static void arm_row(struct document *d, const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    const struct candidate *k = e->winner < 0 ? NULL : &a->candidates[e->winner];
    const char *value = "not measured", *edge = e->at_edge ? " (edge of the sweep)" : "";
    if (k && k->n)
        value = doc_text(d, "%.4f%s", k->mean, k->n > 1 ? doc_text(d, ", sd %.4f", k->sd) : "");
    doc_row(d, name_of(d, a, entry), k ? doc_text(d, "%s%s", k->value, edge) : edge, value,
            doc_text(d, "%d%s", k ? k->n : 0, k && k->diverged ? " (and diverged)" : ""),
            number(d, 0, winner_measured(a, entry, PARAMETERS)),
            number(d, 0, winner_measured(a, entry, FLOP_PER_TOKEN)),
            number(d, 0, winner_measured(a, entry, TOKENS_PER_S)),
            bytes_text(d, winner_measured(a, entry, PEAK_RSS_BYTES)));
}

static void arm_table(struct document *d, const struct analysis *a, const struct question *q)
{
    const struct span entries = q->entries;
    const char *tuned = q->tuned < 0 ? "" : a->run->axes.list[q->tuned].name;
    doc_heading(d, 3, "Table: arms");
    doc_table(d, "ttrrrrrr", "arm", tuned, q->metric->name, "seeds", "parameters", "FLOP/token",
              "tokens/s", "peak memory");
    for (int i = entries.first; i < entries.last; i++) arm_row(d, a, i);
}

static const char *reading_text(struct document *d, const struct analysis *a,
                                const struct question *q, int entry, enum reading reading)
{
    const struct effect *e = entry_effect(a, entry, reading);
    const char *gain = e ? gain_text(d, q->metric, &e->gain) : "";
    const char *missing = !e ? "no control" : e->pairs ? "diverged" : "not measured";
    return doc_text(d, "%s %s", *gain ? gain : missing, e ? outcome_names[e->outcome] : "");
}

static void reading_table(struct document *d, const struct analysis *a, const struct question *q)
{
    doc_heading(d, 3, "Table: gain at equal steps, parameters, FLOP and time");
    doc_table(d, "ttttt", "arm", "equal steps", "equal parameters", "equal FLOP", "equal time");
    for (int i = q->effects.first; i < q->effects.last; i++) {
        int entry = a->effects[i].entry;
        if (a->effects[i].reading == READ_STEPS)
            doc_row(d, name_of(d, a, entry), reading_text(d, a, q, entry, READ_STEPS),
                    reading_text(d, a, q, entry, READ_PARAMETERS),
                    reading_text(d, a, q, entry, READ_FLOP),
                    reading_text(d, a, q, entry, READ_TIME));
    }
    doc_paragraph(
        d, "Equal steps: as run, against the baseline. Equal parameters: against the control arm "
           "that the specification names, which has as many (the next table has the ratio). Equal "
           "FLOP, equal time: learning curves read where the first arm of the condition has used "
           "up its own, linear between points; what is read earlier than its end had its learning "
           "rate still above the schedule's end. Each reading is corrected for itself.");
}

static void cost_table(struct document *d, const struct analysis *a, const struct question *q)
{
    doc_heading(d, 3, "Table: cost as a ratio");
    doc_table(d, "ttrrtr", "arm", "against", "parameters", "FLOP per token", "time per token",
              "peak memory");
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading <= READ_PARAMETERS)
            doc_row(d, name_of(d, a, e->entry), a->entries[e->reference].label,
                    ratio_text(d, e->cost.parameters), ratio_text(d, e->cost.flop_per_token),
                    time_ratio_text(d, &e->cost), ratio_text(d, e->cost.memory));
    }
}

static void factor_table(struct document *d, const struct analysis *a, const struct question *q)
{
    if (q->factors.first == q->factors.last && !q->factor_fault) return;
    doc_heading(d, 3, "Table: main effects and interactions");
    if (q->factor_fault) doc_paragraph(d, "Not formed: %s.", q->factor_fault);
    if (q->factors.first == q->factors.last) return;
    doc_table(d, "tttrr", "effect", "of", "gain", "n", "p");
    for (int i = q->factors.first; i < q->factors.last; i++) {
        const struct factor_effect *f = &a->factors[i];
        const char *shape = a->conditions[f->condition].label;
        doc_row(d, *shape ? doc_text(d, "%s (%s)", f->effect, shape) : f->effect, f->levels,
                f->gain.n ? gain_text(d, q->metric, &f->gain) : "a combination is missing",
                doc_text(d, "%d", f->gain.n), significant(d, 4, f->gain.p));
    }
    doc_paragraph(d, "A main effect is the mean gain of the change over all combinations of the "
                     "other factors; an interaction is how much more the one change gains where "
                     "the other has been made too. p is not corrected here.");
}

void trained_tables(struct document *d, const struct report *r, const struct question *q)
{
    arm_table(d, &r->analysis, q);
    reading_table(d, &r->analysis, q);
    cost_table(d, &r->analysis, q);
    factor_table(d, &r->analysis, q);
    sensitivity_table(d, &r->analysis, q);
}
