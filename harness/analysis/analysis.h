/* SPDX-License-Identifier: MIT
 * Derives effects and verdicts from the trials of a run, for timed layers and for trained models.
 *
 *   trial        one worker process: a cell in a round (trials.h)
 *   candidate    one value of the tuned axis with its trials; timed cells have one candidate
 *   entry        an arm with its variant axes in one condition; the candidate with the best value
 *                (the winner) represents it
 *   condition    values of all axes outside the variant (shape, data, size, pass); an entry is
 *                compared within its condition, except with the baseline of a timed question or
 *                a baseline given as a map
 *   effect       an entry against its reference, paired by seed or round
 *   interaction  an effect in one condition minus the same effect in another
 *   question     a specification: its conditions, entries and effects
 *
 * Trials of a candidate, candidates of an entry, entries of a condition and conditions of a
 * question are contiguous in memory.
 *
 * A gain is positive if the entry is better than its reference. It is log(reference / own) for
 * times and for metrics where lower is better, otherwise own - reference. */
#ifndef ATTNLAB_ANALYSIS_H
#define ATTNLAB_ANALYSIS_H

#include "base/statistics/paired.h"
#include "harness/analysis/trials.h"

struct candidate {
    const char *value; /* value of the tuned axis; "" if nothing is tuned */
    int first, last;   /* judging trials, as indices into analysis.members */
    int end;           /* last..end are the trials that are used only for tuning */
    /* trials that ended; that diverged or learned nothing; that were not needed; that failed,
     * were skipped or are missing */
    int n, diverged, not_needed, failed;
    int untrained; /* diverged trials that ended but learned nothing */
    int unstable;
    /* mean and standard deviation over the n trials that ended: metric (training) or time in ns
     * (layers) */
    double mean, sd;
    double tuning;    /* mean validation loss over the tuning seeds; infinite if one failed */
    double low, high; /* smallest and largest validation loss of the tuning seeds */
    int tuning_seeds;
};

struct entry {
    int question, condition; /* indices in analysis.questions and analysis.conditions */
    int arm;
    char *label; /* label such as "MLP, q_norm = before" */
    int row;     /* number of the label within the question; sets table row and colour */
    int first, last;
    int winner;            /* winning candidate; -1 if none was measured */
    bool at_edge;          /* whether the winning value is the first or last of several */
    bool by_formula;       /* whether some trials are timed by formula, which the label says */
    int reference;         /* reference entry; a baseline is its own reference; -1: none */
    bool negative_control; /* negative control: tests the setup, is never a finding */
    /* not a proposal, because the arm changes no slot or is listed in `controls` */
    bool control_only;
    int control;            /* entry of equal size to compare with; -1: none is named */
    double tuning_variance; /* variance of the gain due to the choice of the tuned value */
    /* Timed entries, ns over the rounds: median, quartiles, minimum, exact interval of the median.
     */
    double median, q1, q3, min;
    struct interval time;
};

#define PASS_AXIS "phase" /* axis of the timed pass of a layer: forward, backward or both */
#define STEP_PASS "step"  /* pass name for questions that time whole training steps */
struct condition {
    /* label such as "d_model = 64, data = trec"; "" if the question has one condition */
    char *label;
    int column; /* number of the label within the question; sets table column and panel */
    /* value of the axis `phase` if passes are separate; STEP_PASS for training steps; otherwise
     * "" */
    const char *pass;
    int first, last;
};

/* COMPARE_STEPS: equal steps and data, as run; the only comparison of timed layers.
 * COMPARE_PARAMETERS: equal parameters, against the control. */
enum comparison { COMPARE_STEPS, COMPARE_PARAMETERS, COMPARISONS };
extern const char *const comparison_names[COMPARISONS];
struct analysis;
struct effect;
/* Returns the name of an effect's comparison; "flops" for an arm whose steps were set to match
 * FLOPs (`match: flops`). */
const char *effect_comparison(const struct analysis *, const struct effect *);

struct cost {
    double parameters, flops, /* FLOPs per token; for timed layers FLOPs of the pass */
        memory;               /* peak memory of the process; for timed layers working bytes */
    struct estimate log_time; /* log of the ratio of training time per token, over pairs */
    /* whether a time of either side is by formula; such times are shown but never judged */
    bool by_formula;
};

struct effect {
    int entry, reference;
    enum comparison comparison;
    /* estimate of the gain: Hodges-Lehmann over rounds (timed) or Student over seeds (trained) */
    struct estimate gain;
    double wins;  /* pairs won; a tie counts half; a diverged run loses its pair */
    int pairs;    /* number of pairs, including diverged runs, which gain.n leaves out */
    int unpaired; /* trials of either side without a partner */
    int zeros;    /* pairs that ended but have no gain, because a loss of 0 has no ratio */
    /* unpaired trials whose partner used other training data or scoring records */
    int other_records;
    int lost_runs, reference_lost_runs;
    struct interval share;
    bool primary;       /* whether the question's primary claim is about this effect */
    double p_corrected; /* p-value corrected within its family (corrections.c) */
    /* verdict, not judged if a validity check failed; `unchecked` ignores the checks */
    enum outcome outcome, unchecked;
    char *failed_check; /* text of the first failed validity check; NULL if all passed */
    /* variance due to tuning, both sides; included in the interval of the gain */
    double tuning_variance;
    /* variance due to the sample of records or windows; included in the interval of the gain;
     * NaN without scores */
    double records_variance;
    int two_machines; /* timed: pairs that were not compared because they ran on two machines */
    struct cost cost;
};

enum judgement {
    JUDGED_SAME,       /* the result is as claimed, although with another task, metric or scale */
    JUDGED_OPPOSITE,   /* the result is significant in the other direction */
    JUDGED_EQUIVALENT, /* the result is within the margin, although a difference was claimed */
    JUDGED_SUGGESTIVE,
    JUDGED_INCONCLUSIVE,
    JUDGED_NOT_JUDGED,
    JUDGEMENTS
};
extern const char *const judgement_names[JUDGEMENTS];
struct judged {
    const struct spec_claim *claim;
    int effect;      /* effect that the claim is about; -1 if its arm or condition was not run */
    int interaction; /* interaction that the claim is about; -1 if it is about the effect itself */
    enum judgement judgement, unchecked;
    char *no_room; /* why no arm can be seen to be better; NULL if one can; owned */
};
/* Returns the verdict on a claim in words, such as "same direction" or "not run". */
const char *judged_word_of(const struct judged *, enum judgement);
#define judged_word(j) judged_word_of(j, (j)->judgement)

/* Validity checks (validity.c). A verdict needs all of them to pass. */
enum validity_kind {
    VALIDITY_SIMPLE_BASELINE,
    VALIDITY_NEGATIVE_CONTROL,
    VALIDITY_SWEEP,
    VALIDITY_RECORDS,
    VALIDITY_LEARNED,
    VALIDITY_CHECKS
};
/* Results of a validity check. VALIDITY_UNRECORDED: the run lacks the column; counts as passed. */
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
    /* text such as "baseline 2.04 does not beat 5-gram, which gives 1.68 (...)"; owned */
    char *figure;
};
bool validity_failed(const struct validity *);
struct analysis;
/* The rule of a validity check. `asks` states the requirement in words. */
extern const struct validity_rule {
    const char *name, *asks;
    /* runs the check; returns its state and figure */
    struct validity (*judge)(const struct analysis *, int baseline);
    /* For checks that single arms can fail: returns why this entry fails (freed by the caller), or
     * NULL. A NULL function marks a check of the baseline, which applies to all its comparisons. */
    char *(*arm_failure)(const struct analysis *, int entry);
} validity_rules[VALIDITY_CHECKS];
/* Returns the text of the first check that a baseline itself fails, or NULL if all pass. */
const char *baseline_failure(const struct analysis *, int baseline);

/* Returns the result of a validity check. Takes ownership of `figure`. */
struct validity validity_of(enum validity_state, char *figure);

/* A baseline compared with the simple baselines (standing.c). */
struct counted_value {
    const struct counted *by; /* the simple baseline; NULL if none has this metric */
    double value;
};
struct standing {
    const struct metric
        *metric; /* the question's metric, or the loss if simple baselines have only the loss */
    struct estimate own;
    struct estimate asked; /* value of the baseline by the question's metric */
    /* best simple baseline fitted to the tokens seen in training, and best one fitted to all tokens
     */
    struct counted_value seen, all;
    /* parameters and training tokens of the baseline; NaN if not measured */
    double parameters, tokens;
};
struct standing standing_of(const struct analysis *, int baseline);
/* Returns the best possible value of a metric; INFINITY if unbounded. */
double metric_top(const struct metric *);
/* Whether the baseline is within the margin of the best possible value of its metric. No arm can
 * then be seen to be better. */
bool stands_at_top(const struct analysis *, int baseline);
struct validity judge_simple_baseline(const struct analysis *, int baseline);

struct factor_effect {
    int condition;
    char *effect, *levels; /* names such as "q_norm x q_act" and "before against off, ..." */
    char *said;            /* the changes in words, such as "without activation → ReLU" */
    int order;
    struct estimate gain;
    /* Timed: ratios of FLOPs and working bytes, and the number of pairs of arms. */
    double flops, memory;
    int pairs;
};

/* How much more an arm gains at one level of a condition's axis than at the first level. */
struct interaction {
    /* indices: axis, effect at this level, same effect at the first level */
    int axis, effect, first;
    /* difference of the gains, paired by seed; above 0: larger at this level */
    struct estimate gain;
    int unpaired; /* pairs of one effect without a partner in the other */
    /* diverged runs of the arm at this level and of the reference at the first level */
    int lost_runs;
    /* diverged runs of the reference at this level and of the arm at the first level */
    int reference_lost_runs;
    double p_corrected; /* p-value after Holm's correction over the interactions of the question */
    /* verdict, not judged if either effect is not judged; `unchecked` ignores the checks */
    enum outcome outcome, unchecked;
};
/* Whether a condition changes the verdict. Yes: both verdicts are definite and differ, and the
 * interaction is significant. No: both are definite and agree. */
enum turn { TURN_NO, TURN_YES, TURN_UNRESOLVED, TURNS };
extern const char *const turn_names[TURNS];

struct span {
    int first, last;
};

struct question {
    const struct spec *spec;
    bool trains;
    /* metric of trained models; NULL if the question measures times in ns */
    const struct metric *metric;
    enum split split;
    double margin; /* margin of equivalence, on the scale of gains */
    int tuned;
    int rows, columns; /* number of distinct labels of entries and of conditions */
    struct span conditions, entries, effects, factors, interactions, judged, validity, scaling;
    /* p of the primary claim, corrected over all runs of a folder; NaN if it is not included
     * (judge_together) */
    double p_folder;
    /* why some (named) or all conditions have no factor effects; NULL if all have */
    char *factor_fault;
    /* baselines in words if there are several: "its own baseline", "the same with 1 thread" */
    char *baselines;
};

struct analysis {
    const struct run_data *run;
    double level, time_margin;
    int seed;
    const struct trial **members; /* trials, grouped by candidate */
    struct candidate *candidates;
    struct entry *entries;
    struct condition *conditions;
    struct effect *effects; /* effects, by question, comparison and entry */
    struct factor_effect *factors;
    struct interaction *interactions; /* interactions, by question, axis and effect */
    struct judged *judged;
    struct validity *validity;
    struct scaling_fit *scaling_fits; /* scaling fits, by question and arm (scaling.h) */
    struct scaling_point *scaling_points;
    struct question *questions;
    int member_count, candidate_count, entry_count, condition_count, effect_count, factor_count,
        interaction_count, judged_count, validity_count, scaling_fit_count, scaling_point_count,
        question_count;
};

/* Builds the analysis of a run, which must outlive it. level: confidence of intervals
 * [VERDICT_LEVEL]; time_margin: margin of equivalence of time ratios. */
#define TIME_MARGIN 0.02
void analysis_build(struct analysis *, const struct run_data *, double level, double time_margin);
void analysis_free(struct analysis *);

/* ---- queries ---- */
const struct question *entry_question(const struct analysis *, int entry);
const struct spec *entry_spec(const struct analysis *, int entry);
/* Returns why training runs of the winner count as lost: "diverged", "learned nothing", or both. */
const char *entry_lost_word(const struct analysis *, int entry);
const struct candidate *entry_winner(const struct analysis *, int entry);
/* Returns the entry of each cell of the plan, -1 for none. The caller frees the list. */
int *entries_of_cells(const struct analysis *);
/* Returns the path of a formula entry ("formula: normalizer"), or "". The caller does not free it.
 */
const char *entry_path(const struct analysis *, int entry);
/* Returns the value of an axis in the entry's first trial; "" if the axis does not apply. */
const char *entry_value(const struct analysis *, int entry, int axis);
bool entry_meets(const struct analysis *, int entry, const struct conditions *);
/* Whether labels show an axis: it applies to the entry and distinguishes entries of an arm, or
 * conditions (labels.c). */
bool entry_tells(const struct analysis *, int entry, const struct varied_axis *);
/* Whether an axis is determined by another: in these entries, it has one value per value of
 * `other`. */
bool axis_follows(const struct analysis *, const int *entries, int count, int axis, int other);
/* Returns the trial's value of the question's metric, or its time in ns; NaN unless it ended. */
double trial_result(const struct question *, const struct trial *);
/* Returns the loss that tuning minimises (plan/tuning/tuning_rule.h); NaN if the training run is
 * missing. */
double trial_tuning(const struct question *, const struct trial *);
/* Returns the entry's data and its incomplete files: "cifar10 (only data_batch_1.first4000.bin)".
 * The caller frees the text. */
char *entry_data(const struct analysis *, int entry);
/* Returns the entry's label with its condition: "MLP (d_model = 64)", and the pass if the question
 * times several. The caller frees the text. */
char *entry_name(const struct analysis *, int entry);
/* Compares two entries (effects.c). Does not set the verdict. */
struct effect effect_between(const struct analysis *, const struct question *, int entry,
                             int reference, enum comparison);
const struct effect *entry_effect(const struct analysis *, int entry, enum comparison);
bool outcome_says(enum outcome);
/* Returns the gain that a claim is about, or NULL if it was not run. */
const struct estimate *judged_gain(const struct analysis *, const struct judged *);
enum turn verdict_turns(const struct analysis *, const struct interaction *);
/* Returns the level of an interaction on its axis, or the first level if `first`. */
const char *interaction_value(const struct analysis *, const struct interaction *, bool first);
/* Returns the winner's trial with the same seed (timed: the same round) as `like`, or NULL. */
const struct trial *winner_trial(const struct analysis *, int entry, const struct trial *like);
/* Returns the mean (training) or median (timed) over the winner's trials that ended; NaN if there
 * are none. */
double winner_measured(const struct analysis *, int entry, enum measured);
/* Returns the FLOPs of a timed entry's pass, including recomputation; NaN if not recorded. */
double entry_flops(const struct analysis *, int entry);
/* Whether an effect is about a proposed arm: one that changes a slot and is not a control
 * (variant.c). */
bool is_proposal(const struct analysis *, const struct effect *);
/* Whether an entry uses a choice that the worker declares as a negative control (validity.c). */
bool has_negative_control_choice(const struct analysis *, int entry);
/* Returns the gain of one value over another; positive is better. metric NULL: the values are
 * times. */
double gain_of(const struct metric *, double own, double reference);
/* Whether two known values have no gain because one of them is 0 and gains are ratios. */
bool gain_is_lost(const struct metric *, double own, double reference);
/* Returns a gain as shown to readers, where positive is better: the reduction in percent, 100 (1 -
 * exp(-gain)), if lower is better. Otherwise returns the gain itself, in the metric's unit. */
double gain_shown(const struct metric *, double gain);

/* ---- learning curves ---- */
/* Returns a validation metric at a step by linear interpolation; NaN outside the measured steps. */
double curve_at(const struct trial *, const struct metric *, double step);
/* Returns the declared FLOPs of a whole training run; NaN if not recorded. */
double training_flops(const struct trial *);

/* ---- steps of analysis_build for each question, in this order, one file each ---- */
void find_entries(struct analysis *, struct question *);
void name_entries(struct analysis *, struct question *);
/* uses the same rule as plan/tuning/ */
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
/* Variance of an entry's mean due to the choice of its tuned value, on the scale of gains
 * (tuning_variance.c). */
double tuning_variance(const struct analysis *, const struct question *, const struct entry *,
                       const struct metric *);
/* A weighted sum of trials, one value per seed. */
struct contrast {
    const struct trial *const *trials;
    const double *weight;
    int seeds, sides;
};
/* Returns the variance that the sample of records (or windows) adds to the contrast's mean over
 * seeds; NaN if unknown, see trial.records.fault. Sides scored on the same records are paired by
 * record. Sides scored on different records, as in an interaction of two data sets, vary
 * independently (contrast.c). */
double contrast_records_variance(const struct contrast *);
/* A weighted sum of the entries' scores per seed or round, with weights that sum to 0. Diverged
 * runs are counted in lost_runs if their weight is positive, otherwise in reference_lost_runs. */
struct contrast_gain {
    struct estimate gain;
    int lost_runs, reference_lost_runs;
};
struct contrast_gain contrast_gain(const struct analysis *, const struct question *,
                                   const int *entries, const double *weights, int sides);
/* Whether two trials are known to differ in their training data or in the records that scored them.
 * Such trials do not form a pair. */
bool records_differ(const struct trial *, const struct trial *);
/* Returns the verdict on a gain, given the number of diverged runs on both sides (effects.c). */
enum outcome gain_outcome(const struct analysis *, const struct question *,
                          const struct estimate *gain, double p_corrected, int lost_runs,
                          int reference_lost_runs);
/* Corrects a verdict for diverged runs. Diverged runs are missing from the gain, which flatters the
 * side that lost more; a verdict in favour of that side becomes inconclusive (effects.c). */
enum outcome outcome_beside_lost(enum outcome, double centre, int lost_runs,
                                 int reference_lost_runs);
bool claim_speaks_of(const struct analysis *, const struct spec_claim *, int effect);

/* ---- families of tests (corrections.c) ---- */
/* Applies Holm's correction to `count` items of `size` bytes. `p` and `corrected` are the offsets
 * of the two p-values in an item. */
void correct_family(void *items, int count, size_t size, size_t p, size_t corrected);
/* Corrects the effects of one comparison of the question; `first` is the index of the first effect.
 */
void correct_effects(struct analysis *, const struct question *, int first);
/* A primary claim that was measured in one of several runs of a folder. */
struct primary {
    const struct analysis *of;
    int question;
    int judged;
    double p, p_folder;       /* p within its question; p over the folder, NaN if not included */
    enum judgement judgement; /* suggestive if a finding is not significant over the folder */
};
/* Returns the number of primary claims and sets *list (freed by the caller), which points into the
 * analyses. */
int find_primaries(const struct analysis *const *runs, int count, struct primary **list);
/* Sets p_folder of each question. Verdicts on primary claims that are not significant over all runs
 * become suggestive. */
void judge_together(struct analysis *const *runs, int count);

#endif
