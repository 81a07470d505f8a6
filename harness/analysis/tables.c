/* SPDX-License-Identifier: MIT
 * The tables of an analysis: each is a list of columns with name, meaning and where a line has it.
 * Every kind of line fills the same struct with what it has. */
#include "harness/analysis/tables.h"
#include "base/csv_write.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Text that is NULL and numbers that are NaN leave their field empty. */
struct line {
    const char *question, *arm, *label, *condition, *pass, *reference, *metric, *unit, *split;
    const char *reading, *tune_axis, *tune_value, *reference_tune_value, *verdict, *cell;
    struct entry entry;
    struct candidate candidate;
    struct effect effect;
    struct estimate gain;
    struct factor_effect factor;
    struct sensitivity sensitivity;
    struct spec_claim claim;
    int values_tried;
    double margin, p_corrected, value, reference_value, time_ratio, time_low, time_high;
    double measured[MEASURED];
};

/* ---- the columns ---- */

enum kind { TEXT, INTEGER, FLAG, NUMBER };
/* One whose meaning is "" shares that of the one before it. */
struct table_column {
    const char *name, *meaning;
    enum kind kind;
    size_t offset; /* in struct line */
};
#define KIND(x)                                                                                    \
    _Generic(x, const char * : TEXT, char * : TEXT, int : INTEGER, bool : FLAG, double : NUMBER)
#define COLUMN(name, member, meaning)                                                              \
    {                                                                                              \
        name, meaning, KIND(((struct line *)NULL)->member), offsetof(struct line, member)          \
    }

#define ENTRY_COLUMNS                                                                              \
    COLUMN("question", question, "specification that asks"),                                       \
        COLUMN("arm", arm, "name of the arm there"),                                               \
        COLUMN("label", label, "the arm's label, with what else is varied within it"),             \
        COLUMN("condition", condition,                                                             \
               "in what it was measured; empty when there is one condition only"),                 \
        COLUMN("pass", pass, "forward, backward or both, where passes stand apart")
#define GAIN_COLUMNS                                                                               \
    COLUMN("n", gain.n, "differences between pairs, of which gain, interval and tests are made"),  \
        COLUMN("gain", gain.centre,                                                                \
               "> 0: better. log(reference / own) of times and of metrics of which less is "       \
               "better, else own - reference: the mean over seeds, the Hodges-Lehmann centre "     \
               "over rounds"),                                                                     \
        COLUMN("gain_low", gain.interval.low, "interval of the gain: Student's, Wilcoxon's"),      \
        COLUMN("gain_high", gain.interval.high, ""),                                               \
        COLUMN("gain_sd", gain.sd, "standard deviation of the differences; trainings"),            \
        COLUMN("level", gain.interval.level, "confidence that the interval has"),                  \
        COLUMN("p", gain.p, "of no gain, two-sided: t test, signed-rank test"),                    \
        COLUMN("p_flip", gain.p_flip, "of no gain by flipping signs, exact; trainings")

static const struct table_column effect_columns[] = {
    ENTRY_COLUMNS,
    COLUMN("reading", reading, "what is equal: steps (as run), parameters, flop, time"),
    COLUMN("reference", reference, "label of what it is compared with"),
    COLUMN("metric", metric, "what is compared"),
    COLUMN("unit", unit, "of value and reference_value"),
    COLUMN("split", split, "data on which: valid, test"),
    GAIN_COLUMNS,
    COLUMN("p_corrected", p_corrected,
           "Holm's correction over the effects of this reading in the question"),
    COLUMN("pairs", effect.pairs, "those that were won or lost: also with runs that diverged"),
    COLUMN("pairs_won", effect.wins, "a tie is half a win; a run that diverged loses"),
    COLUMN("unpaired", effect.unpaired, "seeds or rounds of either side without a partner"),
    COLUMN("diverged", effect.lost_runs, "runs of it that diverged in pairs"),
    COLUMN("reference_diverged", effect.reference_lost_runs, "likewise of the reference"),
    COLUMN("margin", margin, "of equivalence, on the scale of gains"),
    COLUMN("verdict", verdict, "better (faster), equivalent, worse (slower), unresolved"),
    COLUMN("value", value, "mean over the seeds, median over the rounds"),
    COLUMN("reference_value", reference_value, ""),
    COLUMN("budget_share", effect.budget_share,
           "at equal flop or time: mean share of its own whole that is read"),
    COLUMN("parameters_ratio", effect.cost.parameters, "to the reference"),
    COLUMN("flop_ratio", effect.cost.flop_per_token, "of flop per token"),
    COLUMN("memory_ratio", effect.cost.memory,
           "of working bytes (layers), of the process's peak (trainings)"),
    COLUMN("time_ratio", time_ratio, "of a layer, of a token in training"),
    COLUMN("time_ratio_low", time_low, "interval at the same confidence"),
    COLUMN("time_ratio_high", time_high, ""),
    COLUMN("tune_value", tune_value, "of the tuned axis, as chosen"),
    COLUMN("reference_tune_value", reference_tune_value, ""),
    COLUMN("at_edge", entry.at_edge, "1: it is the least or the greatest that was tried"),
    COLUMN("cell", cell, "to measure it again: attnlab cell CELL"),
    {0}};

static const struct table_column summary_columns[] = {
    ENTRY_COLUMNS,
    COLUMN("reference", reference, "label of what it is compared with; its own for a baseline"),
    COLUMN("metric", metric, "of mean and sd"),
    COLUMN("unit", unit, "likewise"),
    COLUMN("split", split, "likewise"),
    COLUMN("n", candidate.n, "seeds that ended, rounds measured"),
    COLUMN("diverged", candidate.diverged, "trainings that did"),
    COLUMN("not_needed", candidate.not_needed,
           "trainings left out, since another value of the tuned axis had won"),
    COLUMN("failed", candidate.failed, "without a result, and planned but not run"),
    COLUMN("unstable", candidate.unstable, "measured, but in a noisy time"),
    COLUMN("mean", candidate.mean, "over the n"),
    COLUMN("sd", candidate.sd, ""),
    COLUMN("median", entry.median, "of timed layers, ns"),
    COLUMN("q1", entry.q1, ""),
    COLUMN("q3", entry.q3, ""),
    COLUMN("least", entry.min, ""),
    COLUMN("median_low", entry.time.low, "exact interval of the median"),
    COLUMN("median_high", entry.time.high, ""),
    COLUMN("level", entry.time.level, "confidence that the interval has"),
    COLUMN("tune_axis", tune_axis, "what was tuned"),
    COLUMN("tune_value", tune_value,
           "as chosen by the least mean validation loss over the tuning seeds"),
    COLUMN("tuning_loss", candidate.tuning, "that mean"),
    COLUMN("values_tried", values_tried, "of the tuned axis"),
    COLUMN("at_edge", entry.at_edge, "1: the chosen is the least or the greatest of several"),
    COLUMN("parameters", measured[PARAMETERS], "mean (trainings) or median (layers)"),
    COLUMN("flop_per_token", measured[FLOP_PER_TOKEN], ""),
    COLUMN("tokens_per_s", measured[TOKENS_PER_S], ""),
    COLUMN("working_bytes", measured[WORKING_BYTES], ""),
    COLUMN("peak_rss_bytes", measured[PEAK_RSS_BYTES], ""),
    COLUMN("cell", cell, "to measure it again: attnlab cell CELL"),
    {0}};

static const struct table_column factor_columns[] = {
    COLUMN("question", question, "specification that asks"),
    COLUMN("condition", condition, "in what it was measured"),
    COLUMN("effect", factor.effect,
           "factor, or two of them: how much more the one gains where the other is there"),
    COLUMN("levels", factor.levels, "what is set against what"),
    COLUMN("order", factor.order, "1: main effect, 2: interaction"),
    COLUMN("metric", metric, "what is compared"),
    GAIN_COLUMNS,
    {0}};

static const struct table_column sensitivity_columns[] = {
    ENTRY_COLUMNS,
    COLUMN("tune_axis", tune_axis, "whose values were swept"),
    COLUMN("runs", sensitivity.runs, "of the seeds that ran the whole sweep"),
    COLUMN("diverged", sensitivity.diverged, "of those"),
    COLUMN("seeds", sensitivity.loss.n, "that ran the whole sweep"),
    COLUMN("sensitivity", sensitivity.loss.centre,
           "mean loss over the sweep less the least of it, nats"),
    COLUMN("sensitivity_low", sensitivity.loss.interval.low, "Student's interval over the seeds"),
    COLUMN("sensitivity_high", sensitivity.loss.interval.high, ""),
    COLUMN("gradient_norm_max", measured[GRADIENT_NORM_MAX],
           "mean of the greatest over each run of the chosen value"),
    COLUMN("reference", reference, "label of what it is compared with"),
    GAIN_COLUMNS,
    COLUMN("p_corrected", p_corrected, "Holm's correction over the entries of the question"),
    COLUMN("verdict", verdict, "better: less sensitive"),
    {0}};

static const struct table_column judged_columns[] = {
    ENTRY_COLUMNS,
    COLUMN("where", claim.where, "what the claim was said of: axes and their values"),
    COLUMN("expects", claim.expects, "better, worse, equal"),
    COLUMN("published", claim.published, "in the source's words"),
    COLUMN("n", gain.n, "pairs of the effect at equal steps"),
    COLUMN("gain", gain.centre, "that effect; empty: not run"),
    COLUMN("gain_low", gain.interval.low, ""),
    COLUMN("gain_high", gain.interval.high, ""),
    COLUMN("verdict", verdict, "supported, contradicted, equivalent, unresolved"),
    {0}};

/* ---- the lines ---- */

static struct line line_of(const struct analysis *a, const struct question *q, int condition)
{
    return (struct line){.question = q->spec->name,
                         .condition = a->conditions[condition].label,
                         .pass = a->conditions[condition].pass,
                         .metric = q->trains ? q->metric->name : "time",
                         .unit = q->trains ? q->metric->unit : "ns",
                         .split = q->trains ? trial_split_names[q->split] : NULL,
                         .margin = q->margin,
                         .tune_axis = q->tuned < 0 ? NULL : a->run->axes.list[q->tuned].name};
}

static struct line line_of_entry(const struct analysis *a, int index)
{
    const struct entry *e = &a->entries[index];
    const struct question *q = entry_question(a, index);
    const struct candidate *c = entry_winner(a, index), *shown = c ? c : &a->candidates[e->first];
    struct line line = line_of(a, q, e->condition);
    line.arm = q->spec->arms[e->arm].name;
    line.label = e->label;
    line.reference = e->reference < 0 ? NULL : a->entries[e->reference].label;
    line.entry = *e;
    line.candidate = *shown;
    line.tune_value = c ? c->value : NULL;
    line.value = !c ? (double)NAN : q->trains ? c->mean : e->median;
    line.values_tried = e->last - e->first;
    line.cell = a->members[shown->first]->cell->string;
    if (q->trains || !shown->n) line.entry.time.level = NAN;
    if (!q->trains) line.candidate.tuning = NAN;
    for (enum measured m = 0; m < MEASURED; m++) line.measured[m] = winner_measured(a, index, m);
    return line;
}

static void add_gain(struct line *line, const struct estimate *gain)
{
    line->gain = *gain;
    if (gain->n < 2) line->gain.interval.level = NAN;
}

static struct line effect_line(const struct analysis *a, int index)
{
    const struct effect *e = &a->effects[index];
    struct line line = line_of_entry(a, e->entry), other = line_of_entry(a, e->reference);
    bool trains = entry_question(a, e->entry)->trains;
    const struct estimate *time = trains ? &e->cost.log_time : &e->gain;
    double low = exp(trains ? time->interval.low : -time->interval.high);
    add_gain(&line, &e->gain);
    line.effect = *e;
    line.reading = reading_names[e->reading];
    line.reference = other.label;
    line.reference_value = other.value;
    line.reference_tune_value = other.tune_value;
    line.p_corrected = e->p_corrected;
    line.verdict = (trains ? outcome_names : outcome_names_of_time)[e->outcome];
    line.time_ratio = exp(trains ? time->centre : -time->centre);
    line.time_low = low;
    line.time_high = exp(trains ? time->interval.high : -time->interval.low);
    return line;
}

static struct line factor_line(const struct analysis *a, int index)
{
    const struct factor_effect *f = &a->factors[index];
    int entry = a->conditions[f->condition].first;
    struct line line = line_of(a, entry_question(a, entry), f->condition);
    line.factor = *f;
    add_gain(&line, &f->gain);
    return line;
}

static struct line sensitivity_line(const struct analysis *a, int index)
{
    const struct sensitivity *s = &a->sensitivities[index];
    struct line line = line_of_entry(a, s->entry);
    line.sensitivity = *s;
    if (!s->gain.n) line.reference = NULL;
    add_gain(&line, &s->gain);
    line.p_corrected = s->p_corrected;
    line.verdict = outcome_names[s->outcome];
    return line;
}

static struct line judged_line(const struct analysis *a, int index)
{
    const struct judged *j = &a->judged[index];
    const struct question *q = a->questions;
    struct line line = {.gain = {0, NAN, NAN, {NAN, NAN, NAN, false}, NAN, NAN}};
    while (index >= q->judged.last) q++;
    if (j->effect >= 0) {
        line = line_of_entry(a, a->effects[j->effect].entry);
        add_gain(&line, &a->effects[j->effect].gain);
    }
    line.question = q->spec->name;
    line.arm = j->claim->arm;
    line.claim = *j->claim;
    line.verdict = judgement_names[j->judgement];
    return line;
}

/* ---- the tables ---- */

static const struct output {
    const char *file, *title; /* what a line is */
    const struct table_column *columns;
    struct line (*line)(const struct analysis *, int index);
    size_t count; /* where struct analysis has it */
} tables[] = {{"effects.csv", "an entry against its reference in one reading", effect_columns,
               effect_line, offsetof(struct analysis, effect_count)},
              {"summary.csv", "an entry: an arm, with what is varied within it, in one condition",
               summary_columns, line_of_entry, offsetof(struct analysis, entry_count)},
              {"factors.csv", "a main effect or an interaction of a factorial design",
               factor_columns, factor_line, offsetof(struct analysis, factor_count)},
              {"sensitivity.csv",
               "how much an entry loses by another value of the tuned axis than its best",
               sensitivity_columns, sensitivity_line, offsetof(struct analysis, sensitivity_count)},
              {"claims_judged.csv", "a published claim beside an effect that it speaks of",
               judged_columns, judged_line, offsetof(struct analysis, judged_count)}};
enum { TABLES = sizeof tables / sizeof *tables };

static void put(struct csv *out, const struct line *line, const struct table_column *c)
{
    const void *member = (const char *)line + c->offset;
    if (c->kind == TEXT) csv_text(out, *(const char *const *)member);
    if (c->kind == INTEGER) csv_integer(out, *(const int *)member);
    if (c->kind == FLAG) csv_integer(out, *(const bool *)member);
    if (c->kind == NUMBER) csv_number(out, *(const double *)member);
}

static bool save(const struct analysis *a, const struct output *t, const char *path)
{
    struct csv out = {0};
    int count = *(const int *)((const char *)a + t->count);
    if (!count) return unlink(path), true;
    for (const struct table_column *c = t->columns; c->name; c++) csv_text(&out, c->name);
    csv_end_line(&out);
    for (int i = 0; i < count; i++) {
        struct line line = t->line(a, i);
        for (const struct table_column *c = t->columns; c->name; c++) put(&out, &line, c);
        csv_end_line(&out);
    }
    return csv_save(&out, path);
}

bool analysis_save(const struct analysis *a, const char *directory, const char **file)
{
    bool good = true;
    for (int i = 0; good && i < TABLES; i++) {
        char *path = xformat("%s/%s", directory, *file = tables[i].file);
        good = save(a, &tables[i], path);
        free(path);
    }
    return good;
}

void analysis_columns_print(FILE *out)
{
    for (int i = 0; i < TABLES; i++) {
        const char *meaning = "";
        fprintf(out, "\n### %s: %s\n\n| column | meaning |\n| --- | --- |\n", tables[i].file,
                tables[i].title);
        for (const struct table_column *c = tables[i].columns; c->name; c++) {
            fprintf(out, "%s`%s`", *c->meaning ? "| " : ", ", c->name);
            if (*c->meaning) meaning = c->meaning;
            if (!c[1].name || *c[1].meaning) fprintf(out, " | %s |\n", meaning);
        }
    }
}
