/* SPDX-License-Identifier: MIT
 * Computes effects and verdicts from the trials of a run, for timed layers and for trained models.
 *
 * Trial: one worker process, which measures a cell in one round (trials.h).
 * Candidate: one value of the tuned axis with its trials. A timed cell has one candidate.
 * Entry: an arm with certain settings in one condition. The candidate with the best value, the
 * winner, represents the entry.
 * Condition: the values of all axes except variant axes, such as shape, data, size and pass.
 * Effect: an entry compared with its reference, paired by seed or round.
 * Interaction: the effect in one condition minus the same effect in a different condition.
 * Question: the conditions, entries and effects of one specification.
 *
 * An entry is compared within its condition. Timed questions, and questions whose baseline is a
 * map, may also compare an entry with a baseline in a different condition.
 *
 * Trials of a candidate, candidates of an entry, entries of a condition and conditions of a
 * question are contiguous in memory.
 *
 * A gain is positive if the entry is better than its reference. For times, and for metrics where
 * lower is better, the gain is log(reference / own). For other metrics it is own - reference. */
#ifndef ATTNLAB_ANALYSIS_H
#define ATTNLAB_ANALYSIS_H

#include "base/statistics/paired.h"
#include "harness/analysis/trials.h"

struct candidate {
    const char *value; /* value of the tuned axis; "" if nothing is tuned */
    int first, last;   /* trials used for results: indices into analysis.members */
    int end;           /* trials from index `last` to end - 1 are used only for tuning */
    /* Numbers of trials. n: trials that ended. diverged: trials that diverged or learned nothing.
     * not_needed: trials that tuning skipped. not_run: planned trials that have not run yet.
     * failed: trials that failed or were skipped. */
    int n, diverged, not_needed, not_run, failed;
    int untrained; /* number of trials that ended but learned nothing; included in `diverged` */
    int unstable;
    /* mean and standard deviation over the n trials that ended, in the metric's unit for trained
     * models and in ns for timed layers */
    double mean, sd;
    double tuning;    /* mean validation loss over the tuning seeds; infinite if a seed failed */
    double low, high; /* smallest and largest validation loss of the tuning seeds */
    int tuning_seeds;
};

struct entry {
    int question, condition; /* indices into analysis.questions and analysis.conditions */
    int arm;
    char *label; /* label in tables and legends, such as "MLP, q_norm = before" */
    int row;     /* index of the label within the question; determines table row and colour */
    int first, last;
    int winner; /* index of the winning candidate; -1 if no candidate was measured */
    /* true if some tuning trials have not run yet, so no value is chosen */
    bool waits_for_tuning;
    bool at_edge;    /* true if the winning value is the first or the last of the tried values */
    bool by_formula; /* true if some trials ran the slow formula; the label then ends with "(by
                        formula)" */
    int reference;   /* index of the reference entry, or -1; a baseline is its own reference */
    bool negative_control; /* true for an arm that is deliberately defective to test the setup; such
                              an arm is never a finding */
    bool control_only; /* true for an arm that is not a proposal: the arm changes no slot (kind of
                          component), or is listed in `controls` */
    int control;       /* index of the control of equal size; -1 if there is none */
    double tuning_variance; /* variance of the gain due to the choice of the tuned value */
    /* Statistics of a timed entry over its rounds, in ns. `time` is the exact confidence interval
     * of the median. */
    double median, q1, q3, min;
    struct interval time;
};

/* axis that selects which pass of a layer is timed: forward, backward or both */
#define PASS_AXIS "phase"
#define STEP_PASS "step" /* name used as the pass in questions that time whole training steps */
struct condition {
    /* label such as "d_model = 64, data = trec"; "" if the question has only one condition */
    char *label;
    int column; /* index of the label within the question; determines table column and panel */
    /* value of the axis `phase`, if passes are timed separately; STEP_PASS for training steps;
     * otherwise "" */
    const char *pass;
    int first, last;
};

/* COMPARE_STEPS: arms trained with equal steps on equal data. Timed layers have only this
 * comparison.
 * COMPARE_PARAMETERS: an arm and its control with equally many parameters. */
enum comparison { COMPARE_STEPS, COMPARE_PARAMETERS, COMPARISONS };
extern const char *const comparison_names[COMPARISONS];
struct analysis;
struct effect;
/* Returns the name of an effect's comparison. The name is "flops" if the number of steps was
 * adjusted to equal FLOPs (`match: flops`). */
const char *effect_comparison(const struct analysis *, const struct effect *);

struct cost {
    double parameters, flops, /* FLOPs per token; for timed layers, FLOPs of the pass */
        memory; /* peak memory of the process; for timed layers, working bytes of the kernel */
    /* log of the ratio of training times per token, estimated from pairs */
    struct estimate log_time;
    bool by_formula; /* true if the entry or its reference ran the slow formula; such times are
                        printed but not tested */
};

struct effect {
    int entry, reference;
    enum comparison comparison;
    /* estimate of the gain: Hodges-Lehmann over rounds (timed layers), Student over seeds (trained
     * models) */
    struct estimate gain;
    double wins;  /* number of pairs that the entry won. A tie counts half; a diverged run loses its
                     pair. */
    int pairs;    /* number of pairs, including pairs with diverged runs (gain.n excludes them) */
    int unpaired; /* number of trials of the entry and of its reference that have no partner */
    int other_records; /* number of pairs excluded because their training data or scored records
                          differ */
    int lost_runs, reference_lost_runs;
    bool primary;       /* true if the question's primary claim is about this effect */
    double p_corrected; /* p-value corrected within its family (corrections.c) */
    /* outcome: the verdict, or OUTCOME_NOT_JUDGED if a validity check failed. unchecked: the
     * verdict without the checks. */
    enum outcome outcome, unchecked;
    char *failed_check; /* text of the first failed validity check; NULL if all passed */
    /* Variances included in the interval of the gain. tuning_variance: choice of the tuned values.
     * records_variance: sample of records or windows; NaN if unknown. */
    double tuning_variance, records_variance;
    struct cost cost;
};

enum judgement {
    JUDGED_SAME, /* the result has the claimed direction; task, metric or scale may differ from the
                    source */
    JUDGED_OPPOSITE,   /* the result is significant and contradicts the claim */
    JUDGED_EQUIVALENT, /* a difference was claimed, but the result is within the margin */
    JUDGED_SUGGESTIVE,
    JUDGED_INCONCLUSIVE,
    JUDGED_NOT_JUDGED,
    JUDGEMENTS
};
extern const char *const judgement_names[JUDGEMENTS];
struct judged {
    const struct spec_claim *claim;
    int effect; /* index of the effect that the claim is about; -1 if the arm or the condition was
                   not run */
    int interaction; /* index of the interaction that the claim is about; -1 for a claim about an
                        effect */
    enum judgement judgement, unchecked;
    char *why_no_gain; /* reason why no arm can be better than the baseline, owned; NULL if an arm
                          can be better */
};
/* Returns the verdict on a claim in words, such as "same direction" or "not run". */
const char *judged_word_of(const struct judged *, enum judgement);
#define judged_word(j) judged_word_of(j, (j)->judgement)

/* Validity checks (validity.c). An effect gets a verdict only if all checks passed. */
enum validity_kind {
    VALIDITY_SIMPLE_BASELINE,
    VALIDITY_NEGATIVE_CONTROL,
    VALIDITY_SWEEP,
    VALIDITY_RECORDS,
    VALIDITY_LEARNED,
    VALIDITY_CHECKS
};
/* Results of a validity check. VALIDITY_UNRECORDED means that the run lacks a column that the check
 * needs; the check then counts as passed. */
enum validity_state {
    VALIDITY_PASSED,
    VALIDITY_FAILED,
    VALIDITY_UNMEASURED,
    VALIDITY_UNRECORDED,
    VALIDITY_STATES
};
extern const char *const validity_state_names[VALIDITY_STATES];
struct validity {
    int baseline;
    enum validity_kind kind;
    enum validity_state state;
    char *figure; /* measured values in words, such as "the baseline does not beat the 5-gram
                     model: 2.04 against 1.68 (...)"; owned */
};
bool validity_failed(const struct validity *);
struct analysis;
/* A validity check. `asks` is the requirement in words, such as "each best value is inside the
 * sweep". */
extern const struct validity_rule {
    const char *name, *asks;
    /* runs the check for a baseline */
    struct validity (*judge)(const struct analysis *, int baseline);
    /* Returns why an arm fails the check, or NULL if the arm passes. The caller frees the text.
     * The function pointer is NULL if the check is only about the baseline. A failure then applies
     * to all comparisons with the baseline. */
    char *(*arm_failure)(const struct analysis *, int entry);
} validity_rules[VALIDITY_CHECKS];
/* Returns the text of the first check that a baseline itself fails, or NULL if the baseline passes
 * all checks. */
const char *baseline_failure(const struct analysis *, int baseline);

/* Returns the result of a validity check. Takes ownership of `figure`. */
struct validity validity_of(enum validity_state, char *figure);

/* The comparison of a trained baseline with simple baselines (standing.c). */
struct counted_value {
    const struct counted *by; /* the simple baseline; NULL if no simple baseline has this metric */
    double value;
};
struct standing {
    /* metric of the question, or the loss if simple baselines have only a loss */
    const struct metric *metric;
    struct estimate own;
    struct estimate asked; /* value of the baseline in the metric of the question */
    /* seen: best simple baseline fitted to the tokens seen in training. all: best simple baseline
     * fitted to all tokens. */
    struct counted_value seen, all;
    /* number of parameters and training tokens of the baseline; NaN if not measured */
    double parameters, tokens;
};
struct standing standing_of(const struct analysis *, int baseline);
/* Returns true if the baseline is within the margin of the best possible value of its metric. No
 * arm can then be significantly better. */
bool is_at_best_value(const struct analysis *, int baseline);
struct validity judge_simple_baseline(const struct analysis *, int baseline);

struct factor_effect {
    int condition;
    char *effect, *levels; /* the factors, such as "q_norm x q_act", and their compared levels, such
                              as "before against off" */
    char *text;            /* changed levels in words, such as "without activation → ReLU" */
    int order;
    struct estimate gain;
    double flops, memory; /* timed layers: ratios of FLOPs and of working bytes; otherwise NaN */
    int pairs; /* number of settings of the other factors at which all compared levels were measured
                */
};

/* The difference between an arm's gain at one level of a condition axis and its gain at the first
 * level. */
struct interaction {
    int axis, effect, first; /* effects at this level and at the first level of the axis */
    /* difference of the gains, paired by seed; positive if the gain is larger at this level */
    struct estimate gain;
    int unpaired; /* number of pairs that only one of the two effects has */
    /* lost_runs: diverged runs of the arm at this level and of the reference at the first level.
     * reference_lost_runs: diverged runs of the reference at this level and of the arm at the first
     * level. */
    int lost_runs, reference_lost_runs;
    double p_corrected; /* p-value after Holm's correction for the interactions of the question */
    /* outcome: the verdict, or OUTCOME_NOT_JUDGED if one of the effects is not judged. unchecked:
     * the verdict without the checks. */
    enum outcome outcome, unchecked;
};

struct span {
    int first, last;
};

struct question {
    const struct spec *spec;
    bool trains;
    /* metric of trained models; NULL if the question measures times in ns */
    const struct metric *metric;
    enum split split;
    double margin; /* equivalence margin, on the scale of gains */
    int tuned;
    int rows, columns; /* number of distinct entry labels, and of distinct condition labels */
    struct span conditions, entries, effects, factors, interactions, judged, validity, scaling;
    /* p-value of the primary claim, corrected across all runs of a folder (judge_together); NaN if
     * the claim is not part of the correction */
    double p_folder;
    /* phrase for a question with several baselines, such as "its own baseline" or "the same arm
     * with 1 thread" */
    char *baselines;
};

struct analysis {
    const struct run_data *run;
    double level, time_margin;
    int seed;
    const struct trial **members; /* pointers to trials, grouped by candidate */
    struct candidate *candidates;
    struct entry *entries;
    struct condition *conditions;
    struct effect *effects; /* sorted by question, comparison and entry */
    struct factor_effect *factors;
    struct interaction *interactions; /* sorted by question, axis and effect */
    struct judged *judged;
    struct validity *validity;
    struct scaling_fit *scaling_fits; /* sorted by question and arm (scaling.h) */
    struct scaling_point *scaling_points;
    struct question *questions;
    int member_count, candidate_count, entry_count, condition_count, effect_count, factor_count,
        interaction_count, judged_count, validity_count, scaling_fit_count, scaling_point_count,
        question_count;
};

/* Builds the analysis of a run. The run must not be freed before the analysis. level: confidence
 * level of intervals [VERDICT_LEVEL]. time_margin: equivalence margin of time ratios. */
#define TIME_MARGIN 0.02
void analysis_build(struct analysis *, const struct run_data *, double level, double time_margin);
void analysis_free(struct analysis *);

/* ---- queries ---- */
const struct question *entry_question(const struct analysis *, int entry);
const struct spec *entry_spec(const struct analysis *, int entry);
/* Returns why training runs of the winner count as lost: "diverged", "learned nothing", or both. */
const char *entry_lost_word(const struct analysis *, int entry);
const struct candidate *entry_winner(const struct analysis *, int entry);
/* Returns why a baseline has no result: because tuning has not chosen its value yet, or for the
 * given reason. */
const char *entry_waits(const struct analysis *, int baseline, const char *reason);
/* Returns how many values of the tuned axis have trials that ran. */
int entry_values_tried(const struct analysis *, const struct entry *);
/* Returns an array with the entry index of each cell of the plan, and -1 for cells without an
 * entry. The caller frees the array. */
int *entries_of_cells(const struct analysis *);
/* Returns the code path of an entry timed by formula, such as "formula: normalizer". Returns "" for
 * other entries. The caller does not free the text. */
const char *entry_path(const struct analysis *, int entry);
/* Returns the value of an axis in the entry's first trial, or "" if the axis does not apply. */
const char *entry_value(const struct analysis *, int entry, int axis);
bool entry_meets(const struct analysis *, int entry, const struct conditions *);
/* Returns true if labels show an axis. Labels show only axes that apply to the entry and differ
 * between entries or conditions (labels.c). */
bool label_shows_axis(const struct analysis *, int entry, const struct varied_axis *);
/* Returns true if the axis `other` determines `axis`: in these entries, equal values of `other`
 * always mean equal values of `axis`. */
bool axis_follows(const struct analysis *, const int *entries, int count, int axis, int other);
/* Returns the trial's value of the question's metric, or its time in ns. Returns NaN if the trial
 * did not end. */
double trial_result(const struct question *, const struct trial *);
/* Returns the loss that tuning minimises (plan/tuning/tuning_rule.h), or NaN if the training run is
 * missing. */
double trial_tuning(const struct question *, const struct trial *);
/* Returns the name of the entry's data. If only some files were used, the name lists them, as in
 * "cifar10 (only data_batch_1.first4000.bin)". The caller frees the text. */
char *entry_data(const struct analysis *, int entry);
/* Returns the entry's label with its condition, such as "MLP (d_model = 64)". Adds the pass if the
 * question times several passes. The caller frees the text. */
char *entry_name(const struct analysis *, int entry);
/* Returns the mark to put before and after a label in a sentence: a double quote if the label
 * contains punctuation, otherwise "". */
const char *quote_mark(const char *label);
/* Compares two entries and returns the effect without a verdict (effects.c). */
struct effect effect_between(const struct analysis *, const struct question *, int entry,
                             int reference, enum comparison);
const struct effect *entry_effect(const struct analysis *, int entry, enum comparison);
bool is_conclusive(enum outcome);
/* Returns the gain that a claim is about. Returns NULL if the arm was not run. */
const struct estimate *judged_gain(const struct analysis *, const struct judged *);
/* Returns the level at which an interaction is measured, or the first level of the axis if `first`
 * is true. */
const char *interaction_value(const struct analysis *, const struct interaction *, bool first);
/* Returns the winner's trial with the same seed as `like`, or with the same round for timed layers.
 * Returns NULL if there is none. */
const struct trial *winner_trial(const struct analysis *, int entry, const struct trial *like);
/* Returns the mean (trained models) or the median (timed layers) of a column over the winner's
 * finished trials, or NaN if no trial finished. */
double winner_measured(const struct analysis *, int entry, enum measured);
/* Returns the FLOPs of a timed entry's pass, including recomputation, or NaN if they were not
 * recorded. */
double entry_flops(const struct analysis *, int entry);
/* Returns true if an effect is about a proposal: an arm that changes a slot and is not a control
 * (variant.c). */
bool is_proposal(const struct analysis *, const struct effect *);
/* Returns true if an entry uses a choice that the worker declares a negative control (validity.c).
 */
bool has_negative_control_choice(const struct analysis *, int entry);
/* Returns the gain of the value `own` over a reference; positive means better. If `metric` is NULL,
 * the values are times. */
double gain_of(const struct metric *, double own, double reference);
/* Returns the larger of a loss and the rounding error of float32, so that a loss of 0 has a ratio.
 */
double loss_in_ratio(double loss);
/* Returns a gain as reports show it; positive means better. If lower values are better, this is the
 * reduction in percent, 100 (1 - exp(-gain)). Otherwise it is the gain in the unit of the metric.
 */
double gain_shown(const struct metric *, double gain);

/* ---- learning curves ---- */
/* Returns a validation metric at a step, interpolated linearly. Returns NaN outside the measured
 * steps. */
double curve_at(const struct trial *, const struct metric *, double step);
/* Returns the declared FLOPs of a whole training run, or NaN if they were not recorded. */
double training_flops(const struct trial *);

/* ---- CSV tables, which tables.def lists (tables.c); unmeasured values are empty ---- */
/* Writes all tables that have lines to a run's folder. Removes old files of tables without lines.
 * On failure, returns false, sets errno, and sets *file to the file that could not be written. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);
/* Prints columns and their meanings in Markdown, for results/columns.md. */
void analysis_columns_print(FILE *);

/* ---- steps of analysis_build for each question, in this order, one file each ---- */
void find_entries(struct analysis *, struct question *);
void name_entries(struct analysis *, struct question *);
/* Chooses the best tuned values by the rule in plan/tuning/tuning_rule.h. */
void choose_winners(struct analysis *, struct question *);
void find_references(struct analysis *, struct question *);
void mark_negative_controls(struct analysis *, const struct question *);
void mark_controls(struct analysis *, const struct question *);
void find_effects(struct analysis *, struct question *);
void check_validity(struct analysis *, struct question *);
void find_scaling(struct analysis *, struct question *);
void find_factors(struct analysis *, struct question *);
void find_interactions(struct analysis *, struct question *);
void judge_claims(struct analysis *, struct question *);
/* Returns the variance of an entry's mean gain due to the choice of its tuned value
 * (tuning_variance.c). */
double tuning_variance(const struct analysis *, const struct question *, const struct entry *,
                       const struct metric *);
/* Trials of a contrast, which is a weighted sum of scores. Each side of the contrast has one trial
 * per seed. */
struct contrast {
    const struct trial *const *trials;
    const double *weight;
    int seeds, sides;
};
/* Returns the variance of a contrast's mean over seeds due to the sample of records or windows.
 * Returns NaN if unknown; trial.records.fault then has the reason. Sides scored on the same records
 * are paired by record; other sides vary independently (contrast.c). */
double contrast_records_variance(const struct contrast *);
/* A weighted sum of the scores of several entries, computed for each seed or round. The weights sum
 * to 0.
 * lost_runs: diverged runs of entries with positive weight. reference_lost_runs: diverged runs of
 * entries with negative weight. */
struct contrast_gain {
    struct estimate gain;
    int lost_runs, reference_lost_runs;
};
struct contrast_gain contrast_gain(const struct analysis *, const struct question *,
                                   const int *entries, const double *weights, int sides);
/* Returns true if two trials are known to differ in their training data or scored records. Such
 * trials are not paired. */
bool records_differ(const struct trial *, const struct trial *);
/* Returns the verdict on a gain, given the numbers of diverged runs of the entry and its reference
 * (effects.c). */
enum outcome gain_outcome(const struct analysis *, const struct question *,
                          const struct estimate *gain, double p_corrected, int lost_runs,
                          int reference_lost_runs);
/* Corrects a verdict for diverged runs, which the gain does not include. A verdict in favour of the
 * entry with more diverged runs becomes inconclusive (effects.c). */
enum outcome outcome_with_lost_runs(enum outcome, double centre, int lost_runs,
                                    int reference_lost_runs);
bool claim_is_about(const struct analysis *, const struct spec_claim *, int effect);

/* ---- families of tests (corrections.c) ---- */
/* Applies Holm's correction to `count` items of `size` bytes each. `p` and `corrected` are the
 * offsets of the p-value and the corrected p-value within an item. */
void correct_family(void *items, int count, size_t size, size_t p, size_t corrected);
/* Corrects the p-values of the effects of one comparison of a question. The effects start at index
 * `first`. */
void correct_effects(struct analysis *, const struct question *, int first);
/* A primary claim with a result in one of the analysed runs. */
struct primary {
    const struct analysis *of;
    int question;
    int judged;
    double p, p_folder; /* p: p-value within its question. p_folder: p-value corrected across the
                           folder, NaN if the claim is not part of the correction. */
    enum judgement judgement; /* verdict; suggestive if the finding is no longer significant after
                                 correction across the folder */
};
/* Returns the number of primary claims and sets *list, which the caller frees. The list points into
 * the analyses. */
int find_primaries(const struct analysis *const *runs, int count, struct primary **list);
/* Corrects primary claims across all runs and sets p_folder of each question. A verdict on a
 * primary claim that is no longer significant becomes suggestive. */
void judge_together(struct analysis *const *runs, int count);

#endif
