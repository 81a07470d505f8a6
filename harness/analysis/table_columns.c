/* SPDX-License-Identifier: MIT
 * The columns of the tables of an analysis, in the order in which tables.c fills them, and what
 * each says. One without a meaning of its own shares that of the one before it. */
#include "harness/analysis/tables.h"

#define ENTRY_COLUMNS                                                                              \
    {"question", "specification that asks"}, {"arm", "name of the arm there"},                     \
        {"label", "the arm's label, with what else is varied within it"},                          \
        {"condition", "in what it was measured; empty when there is one condition only"},          \
    {                                                                                              \
        "pass", "forward, backward or both, where passes stand apart"                              \
    }
#define GAIN_COLUMNS                                                                               \
    {"n", "differences between pairs, of which gain, interval and tests are made"},                \
        {"gain", "> 0: better. log(reference / own) of times and of metrics of which less is "     \
                 "better, else own - reference: the mean over seeds, the Hodges-Lehmann centre "   \
                 "over rounds"},                                                                   \
        {"gain_low", "interval of the gain: Student's, Wilcoxon's"}, {"gain_high", ""},            \
        {"gain_sd", "standard deviation of the differences; trainings"},                           \
        {"level", "confidence that the interval has"},                                             \
        {"p", "of no gain, two-sided: t test, signed-rank test"},                                  \
    {                                                                                              \
        "p_flip", "of no gain by flipping signs, exact; trainings"                                 \
    }

static const struct table_column effect_columns[] = {
    ENTRY_COLUMNS,
    {"reading", "what is equal: steps (as run), parameters, flop, time"},
    {"reference", "label of what it is compared with"},
    {"metric", "what is compared"},
    {"unit", "of value and reference_value"},
    {"split", "data on which: valid, test"},
    GAIN_COLUMNS,
    {"p_corrected", "Holm's correction over the effects of this reading in the question"},
    {"pairs", "those that were won or lost: also with runs that diverged"},
    {"pairs_won", "a tie is half a win; a run that diverged loses"},
    {"unpaired", "seeds or rounds of either side without a partner"},
    {"diverged", "runs of it that diverged in pairs"},
    {"reference_diverged", "likewise of the reference"},
    {"margin", "of equivalence, on the scale of gains"},
    {"verdict", "better (faster), equivalent, worse (slower), unresolved"},
    {"value", "mean over the seeds, median over the rounds"},
    {"reference_value", ""},
    {"budget_share", "at equal flop or time: mean share of its own whole that is read"},
    {"parameters_ratio", "to the reference"},
    {"flop_ratio", "of flop per token"},
    {"memory_ratio", "of working bytes (layers), of the process's peak (trainings)"},
    {"time_ratio", "of a layer, of a token in training"},
    {"time_ratio_low", "interval at the same confidence"},
    {"time_ratio_high", ""},
    {"tune_value", "of the tuned axis, as chosen"},
    {"reference_tune_value", ""},
    {"at_edge", "1: it is the least or the greatest that was tried"},
    {"cell", "to measure it again: attnlab cell CELL"},
    {0}};

static const struct table_column summary_columns[] = {
    ENTRY_COLUMNS,
    {"reference", "label of what it is compared with; its own for a baseline"},
    {"metric", "of mean and sd"},
    {"unit", "likewise"},
    {"split", "likewise"},
    {"n", "seeds that ended, rounds measured"},
    {"diverged", "trainings that did"},
    {"not_needed", "trainings left out, since another value of the tuned axis had won"},
    {"failed", "without a result, and planned but not run"},
    {"unstable", "measured, but in a noisy time"},
    {"mean", "over the n"},
    {"sd", ""},
    {"median", "of timed layers, ns"},
    {"q1", ""},
    {"q3", ""},
    {"least", ""},
    {"median_low", "exact interval of the median"},
    {"median_high", ""},
    {"level", "confidence that the interval has"},
    {"tune_axis", "what was tuned"},
    {"tune_value", "as chosen by the least mean validation loss over the tuning seeds"},
    {"tuning_loss", "that mean"},
    {"values_tried", "of the tuned axis"},
    {"at_edge", "1: the chosen is the least or the greatest of several"},
    {"parameters", "mean (trainings) or median (layers)"},
    {"flop_per_token", ""},
    {"tokens_per_s", ""},
    {"working_bytes", ""},
    {"peak_rss_bytes", ""},
    {"cell", "to measure it again: attnlab cell CELL"},
    {0}};

static const struct table_column factor_columns[] = {
    {"question", "specification that asks"},
    {"condition", "in what it was measured"},
    {"effect", "factor, or two of them: how much more the one gains where the other is there"},
    {"levels", "what is set against what"},
    {"order", "1: main effect, 2: interaction"},
    {"metric", "what is compared"},
    GAIN_COLUMNS,
    {0}};

static const struct table_column sensitivity_columns[] = {
    ENTRY_COLUMNS,
    {"tune_axis", "whose values were swept"},
    {"runs", "of the seeds that ran the whole sweep"},
    {"diverged", "of those"},
    {"seeds", "that ran the whole sweep"},
    {"sensitivity", "mean loss over the sweep less the least of it, nats"},
    {"sensitivity_low", "Student's interval over the seeds"},
    {"sensitivity_high", ""},
    {"gradient_norm_max", "mean of the greatest over each run of the chosen value"},
    {"reference", "label of what it is compared with"},
    GAIN_COLUMNS,
    {"p_corrected", "Holm's correction over the entries of the question"},
    {"verdict", "better: less sensitive"},
    {0}};

static const struct table_column judged_columns[] = {
    ENTRY_COLUMNS,
    {"where", "what the claim was said of: axes and their values"},
    {"expects", "better, worse, equal"},
    {"published", "in the source's words"},
    {"n", "pairs of the effect at equal steps"},
    {"gain", "that effect; empty: not run"},
    {"gain_low", ""},
    {"gain_high", ""},
    {"verdict", "supported, contradicted, equivalent, unresolved"},
    {0}};

const struct analysis_table analysis_tables[] = {
    {"effects.csv", "an entry against its reference in one reading", effect_columns},
    {"summary.csv", "an entry: an arm, with what is varied within it, in one condition",
     summary_columns},
    {"factors.csv", "a main effect or an interaction of a factorial design", factor_columns},
    {"sensitivity.csv", "how much an entry loses by another value of the tuned axis than its best",
     sensitivity_columns},
    {"claims_judged.csv", "a published claim beside an effect that it speaks of", judged_columns},
    {0}};
