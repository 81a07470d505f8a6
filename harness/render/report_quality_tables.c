/* SPDX-License-Identifier: MIT
 * Tables of a question of quality: arms, readings, factors. See report.h. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>

static void number_cell(struct document *d, const char *format, double value)
{
    char *text = isnan(value) ? xstrdup("") : xformat("%.0f", value);
    char *one = isnan(value) ? text : xformat("%.4g", value);
    doc_cell(d, "%s", *format == 'i' ? text : one);
    if (one != text) free(one);
    free(text);
}

/* ---- arms: what each reached, and what it costs ---- */

static void winner_cell(struct document *d, const struct study *s, const struct contender *c)
{
    const char *edge = c->at_edge ? " (edge of the sweep)" : "";
    doc_cell(d, "%s%s", c->winner < 0 ? "" : s->candidates[c->winner].value, edge);
}

static void value_cell(struct document *d, const struct candidate *k)
{
    if (!k || !k->n)
        doc_cell(d, "%s", "not measured");
    else if (k->n == 1)
        doc_cell(d, "%.4f", k->mean);
    else
        doc_cell(d, "%.4f, sd %.4f", k->mean, k->sd);
}

static void arm_row(struct document *d, const struct study *s, int contender)
{
    const struct contender *c = &s->contenders[contender];
    const struct candidate *k = c->winner < 0 ? NULL : &s->candidates[c->winner];
    char *name = contender_name(s, contender);
    char *memory = bytes_text(winner_mean(s, contender, "peak_rss_bytes"));
    doc_cell(d, "%s", name);
    winner_cell(d, s, c);
    value_cell(d, k);
    doc_cell(d, "%d%s", k ? k->n : 0, k && k->diverged ? " (and diverged)" : "");
    number_cell(d, "i", winner_mean(s, contender, "parameters"));
    number_cell(d, "i", winner_mean(s, contender, "flop_per_token"));
    number_cell(d, "i", winner_mean(s, contender, "tokens_per_s"));
    doc_cell(d, "%s", memory);
    free(name);
    free(memory);
}

static void arm_table(struct document *d, const struct report *r, const struct study_question *q)
{
    const char *tuned = q->tune_column < 0 ? "" : r->rows.name[q->tune_column];
    const char *heads[] = {"arm",        tuned,      q->metric->name, "seeds", "parameters",
                           "FLOP/token", "tokens/s", "peak memory",   NULL};
    doc_heading(d, 3, "Table: arms");
    doc_table(d, "ttrrrrrr", heads);
    for (int i = q->first; i < q->last; i++) arm_row(d, &r->study, i);
}

/* ---- readings ---- */

static void reading_cell(struct document *d, const struct report *r, int contender,
                         enum reading reading)
{
    const struct effect *e = study_effect(&r->study, contender, reading);
    char *gain = e ? gain_text(study_metric(&r->study, contender), &e->gain) : xstrdup("");
    const char *missing = !e ? "no control" : e->pairs ? "diverged" : "not measured";
    doc_cell(d, "%s %s", *gain ? gain : missing, e ? outcome_names[e->outcome] : "");
    free(gain);
}

static void reading_table(struct document *d, const struct report *r,
                          const struct study_question *q)
{
    static const char *const heads[] = {"arm",        "equal steps", "equal parameters",
                                        "equal FLOP", "equal time",  NULL};
    doc_heading(d, 3, "Table: gain at equal steps, parameters, FLOP and time");
    doc_table(d, "ttttt", heads);
    for (int i = q->first; i < q->last; i++) {
        if (!study_effect(&r->study, i, READ_STEPS)) continue;
        char *name = contender_name(&r->study, i);
        doc_cell(d, "%s", name);
        for (enum reading k = 0; k < READINGS; k++) reading_cell(d, r, i, k);
        free(name);
    }
    doc_paragraph(
        d, "Equal steps: as run, against the baseline. Equal parameters: against the control arm "
           "that the specification names, which has as many (the next table has the ratio). Equal "
           "FLOP, equal time: learning curves read where the first arm of the condition has used "
           "up its own, linear between points; what is read earlier than its end had its learning "
           "rate still above the schedule's end. Each reading is corrected for itself.");
}

/* ---- costs ---- */

static void ratio_cell(struct document *d, double ratio)
{
    char *text = ratio_text(ratio);
    doc_cell(d, "%s", text);
    free(text);
}

static void cost_table(struct document *d, const struct report *r, const struct study_question *q)
{
    static const char *const heads[] = {
        "arm", "against", "parameters", "FLOP per token", "time per token", "peak memory", NULL};
    doc_heading(d, 3, "Table: cost as a ratio");
    doc_table(d, "ttrrtr", heads);
    for (int i = q->effect_first; i < q->effect_last; i++) {
        const struct effect *e = &r->study.effects[i];
        if (e->reading > READ_PARAMETERS) continue;
        char *name = contender_name(&r->study, e->contender), *time = time_ratio_text(&e->cost);
        doc_cell(d, "%s", name);
        doc_cell(d, "%s", r->study.contenders[e->reference].label);
        ratio_cell(d, e->cost.parameters);
        ratio_cell(d, e->cost.flop_per_token);
        doc_cell(d, "%s", time);
        ratio_cell(d, e->cost.memory);
        free(name);
        free(time);
    }
}

/* ---- factors ---- */

static void factor_table(struct document *d, const struct report *r, const struct study_question *q)
{
    static const char *const heads[] = {"effect", "of", "gain", "n", "p", NULL};
    if (q->factorial_first == q->factorial_last && !q->factorial_fault) return;
    doc_heading(d, 3, "Table: main effects and interactions");
    if (q->factorial_fault) doc_paragraph(d, "Not formed: %s.", q->factorial_fault);
    if (q->factorial_first == q->factorial_last) return;
    doc_table(d, "tttrr", heads);
    for (int i = q->factorial_first; i < q->factorial_last; i++) {
        const struct factorial_effect *f = &r->study.factors[i];
        const char *shape = r->study.contenders[f->contender].shape;
        char *gain = gain_text(q->metric, &f->gain);
        doc_cell(d, "%s%s%s%s", f->effect, *shape ? " (" : "", shape, *shape ? ")" : "");
        doc_cell(d, "%s", f->levels);
        doc_cell(d, "%s", *gain ? gain : "a combination is missing");
        doc_cell(d, "%d", f->gain.n);
        number_cell(d, "g", f->gain.p);
        free(gain);
    }
    doc_paragraph(d, "A main effect is the mean gain of the change over all combinations of the "
                     "other factors; an interaction is how much more the one change gains where "
                     "the other has been made too. p is not corrected here.");
}

void report_quality_tables(struct document *d, const struct report *r,
                           const struct study_question *q)
{
    arm_table(d, r, q);
    reading_table(d, r, q);
    cost_table(d, r, q);
    factor_table(d, r, q);
    report_sensitivity(d, r, q);
}
