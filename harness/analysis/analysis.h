/* SPDX-License-Identifier: MIT
 * From trials to effects and verdicts, for timed layers and trained models alike.
 *
 *   trial      one worker process: a cell in a round (trials.h)
 *   candidate  one value of the tuned axis with its trials; timed cells have one candidate
 *   entry      an arm, with the variant axes that it varies, in one condition: its candidates, of
 *              which the winner (the best value) represents it
 *   condition  all axes that are not part of the variant (shape, data, size, pass): only entries
 *              of one condition are compared, unless the baseline of a timed question, or one that
 *              is a map, is in another
 *   effect     an entry against its reference, paired by seed or round
 *   interaction  an effect in one condition minus the same effect in another
 *   question   a specification: its conditions, entries and effects
 *
 * Trials of a candidate, candidates of an entry, entries of a condition and conditions of a
 * question are contiguous in memory.
 *
 * Sign: a gain is positive where the entry is better than its reference: log(reference / own) for
 * times and metrics of which less is better, else own - reference. */
#ifndef ATTNLAB_ANALYSIS_H
#define ATTNLAB_ANALYSIS_H

#include "base/statistics/paired.h"
#include "harness/analysis/trials.h"

struct candidate {
    const char *value;                   /* of the tuned axis; "" when nothing is tuned */
    int first, last;                     /* in analysis.members: the judging trials, */
    int end;                             /* and last..end, that only tune */
    int n, diverged, not_needed, failed; /* n: ended; diverged: or learned nothing; failed: or
                                          * skipped, missing */
    int untrained;                       /* of the diverged: ended, but learned nothing */
    int unstable;
    double mean, sd;  /* of the metric (trainings) or time in ns (layers) over the n that ended */
    double tuning;    /* mean validation loss over the tuning seeds; infinite: one failed */
    double low, high; /* its least and greatest */
    int tuning_seeds; /* measured */
};

struct entry {
    int question, condition; /* condition: index in analysis.conditions */
    int arm;                 /* in spec.arms */
    char *label;             /* "MLP, q_norm = before" */
    int row;                 /* number of the label in the question: a table row, a colour */
    int first, last;         /* candidates */
    int winner;              /* candidate; -1: none was measured */
    bool at_edge;            /* the winner is the first or last of several values tried */
    bool by_formula;         /* some trials are timed by formula; the label says so */
    int reference;           /* entry; its own for a baseline; -1: none */
    bool negative_control;   /* tests the setup; it is not a finding */
    bool control_only;       /* not a proposal: no slot differs, or it is named in `controls` */
    int control;             /* entry of the same size; -1: none was named */
    double tuning_variance;  /* of the choice of the tuned value, on the scale of gains */
    /* Timed entries, ns over the rounds: quartiles, least, exact interval of the median. */
    double median, q1, q3, min;
    struct interval time;
};

#define PASS_AXIS "phase" /* the timed pass of a layer: forward, backward, both */
#define STEP_PASS "step"  /* instead, where whole training steps are timed */
struct condition {
    char *label;      /* "d_model = 64, data = trec"; "" if there is only one */
    int column;       /* number of the label in the question: a table column, a panel */
    const char *pass; /* value of the axis `phase` if passes are separate, STEP_PASS; else "" */
    int first, last;  /* entries */
};

/* Equal steps and data, as run (of timed layers the only one); equal parameters: against the
 * control. */
enum comparison { COMPARE_STEPS, COMPARE_PARAMETERS, COMPARISONS };
extern const char *const comparison_names[COMPARISONS];
struct analysis;
struct effect;
/* "flops" for an arm whose steps were set to match FLOPs (`match: flops`). */
const char *effect_comparison(const struct analysis *, const struct effect *);

/* Ratios to the reference; NaN: not measured. */
struct cost {
    double parameters, flops, /* flops: per token; timed layers: of the pass */
        memory;               /* peak of the process; timed: working bytes */
    struct estimate log_time; /* trainings: log of time per token, paired */
    bool by_formula;          /* either side is timed by formula: printed, never a verdict */
};

struct effect {
    int entry, reference;
    enum comparison comparison;
    struct estimate gain; /* timed: Hodges-Lehmann over rounds; trained: Student over seeds */
    double wins;          /* pairs won, a tie half; a diverged run loses its pair */
    int pairs;            /* of those: with divergences; gain.n has none */
    int unpaired;         /* trials of either side without a partner */
    int zeros;         /* of the pairs: ended, but without a gain, since a loss of 0 has no ratio */
    int other_records; /* of the unpaired: the partner read other data or was scored on others */
    int lost_runs, reference_lost_runs; /* diverged */
    struct interval share;              /* of pairs won */
    bool primary;                       /* it is the question's primary claim */
    double p_corrected;                 /* within its family, see corrections.c */
    enum outcome outcome, unchecked;    /* not judged if a check failed; unchecked: regardless */
    char *failed_check;      /* the figure of the first failed validity check; NULL: all passed */
    double tuning_variance;  /* of both sides' choices, in the interval of the gain */
    double records_variance; /* of the sample of records or windows, in addition to the seeds';
                              * likewise in the interval; NaN: no scores */
    int two_machines;        /* timed: pairs not compared, as they ran on two machines */
    struct cost cost;
};

/* Verdicts on published claims. */
enum judgement {
    JUDGED_SAME,       /* as claimed, with another task, metric or scale */
    JUDGED_OPPOSITE,   /* significant, but otherwise */
    JUDGED_EQUIVALENT, /* within the margin, where a difference was claimed */
    JUDGED_SUGGESTIVE,
    JUDGED_INCONCLUSIVE,
    JUDGED_NOT_JUDGED,
    JUDGEMENTS
};
extern const char *const judgement_names[JUDGEMENTS]; /* "same direction" */
struct judged {
    const struct spec_claim *claim;
    int effect;      /* -1: its arm or condition was not run */
    int interaction; /* -1: the claim is about the effect itself */
    enum judgement judgement, unchecked;
    char *no_room; /* why no arm could be seen to be better; owned. NULL: one could */
};
/* "same direction", or "not run". */
const char *judged_word_of(const struct judged *, enum judgement);
#define judged_word(j) judged_word_of(j, (j)->judgement)

/* Validity checks (validity.c), needed before a verdict. */
enum validity_kind {
    VALIDITY_SIMPLE_BASELINE,
    VALIDITY_NEGATIVE_CONTROL,
    VALIDITY_SWEEP,
    VALIDITY_RECORDS,
    VALIDITY_LEARNED,
    VALIDITY_CHECKS
};
/* Unrecorded: the run lacks the column; counts as passed. */
enum validity_state {
    VALIDITY_PASSED,
    VALIDITY_FAILED,
    VALIDITY_UNMEASURED,
    VALIDITY_UNRECORDED,
    VALIDITY_STATES
};
extern const char *const validity_state_names[VALIDITY_STATES];
struct validity {
    int baseline; /* entry */
    enum validity_kind kind;
    enum validity_state state;
    char *figure; /* "baseline 2.04 does not beat 5-gram, which gives 1.68 (...)"; owned */
};
bool validity_failed(const struct validity *);
struct analysis;
/* `asks`: in words. */
extern const struct validity_rule {
    const char *name, *asks;
    struct validity (*judge)(const struct analysis *, int baseline); /* state and figure */
    /* A check that single arms fail: why this entry fails (the caller frees it), or NULL. NULL: a
     * check of the baseline, which all its comparisons fail. */
    char *(*arm_failure)(const struct analysis *, int entry);
} validity_rules[VALIDITY_CHECKS];
/* The figure of the first check that a baseline itself fails; NULL: it passes all. */
const char *baseline_failure(const struct analysis *, int baseline);

/* A check of a baseline; takes over `figure`. */
struct validity validity_of(enum validity_state, char *figure);

/* A baseline beside the simple baselines (standing.c). */
struct counted_value {
    const struct counted *by; /* NULL: no simple baseline has this metric */
    double value;
};
struct standing {
    const struct metric
        *metric;           /* the question's, or the loss if simple baselines have only that */
    struct estimate own;   /* of the baseline, over its seeds */
    struct estimate asked; /* likewise, by the question's metric */
    struct counted_value seen, all; /* best simple baseline: fitted to the tokens seen, to all */
    double parameters, tokens;      /* of the baseline; tokens of its training; NaN: not measured */
};
struct standing standing_of(const struct analysis *, int baseline);
/* The best value of a metric; INFINITY: unbounded. */
double metric_top(const struct metric *);
/* Whether the baseline is within the margin of the best value of its metric, so that no arm can be
 * seen to be better. */
bool stands_at_top(const struct analysis *, int baseline);
struct validity judge_simple_baseline(const struct analysis *, int baseline);

/* A main effect or an interaction of two factors. */
struct factor_effect {
    int condition;
    char *effect, *levels; /* "q_norm x q_act", "before against off, ..." */
    char *said;            /* the changes in words: "without activation → ReLU" */
    int order;             /* 1: main effect, 2: interaction */
    struct estimate gain;
    /* Timed: ratios of FLOPs and working bytes; over how many pairs of arms. */
    double flops, memory;
    int pairs;
};

/* How much more an arm gains at one level of a condition's axis than at the first level. */
struct interaction {
    int axis, effect, first; /* effects: at this level, and the same at the first */
    struct estimate gain;    /* difference, paired by seed: > 0 is more */
    int unpaired;            /* pairs of either effect without the other */
    int lost_runs;           /* diverged: the arm here and the reference at the first level */
    int reference_lost_runs; /* the others */
    double p_corrected;      /* Holm over the interactions of the question */
    enum outcome outcome, unchecked; /* not judged where either effect is not */
};
/* Whether the verdict changes: yes if both are definite and differ, and the interaction is
 * significant; no if both are definite and agree. */
enum turn { TURN_NO, TURN_YES, TURN_UNRESOLVED, TURNS };
extern const char *const turn_names[TURNS];

struct span {
    int first, last;
};

struct question {
    const struct spec *spec;
    bool trains;
    const struct metric *metric; /* trainings; NULL: timed, in ns */
    enum split split;
    double margin;     /* of equivalence, on the scale of gains */
    int tuned;         /* axis; -1: nothing is tuned */
    int rows, columns; /* labels of entries, labels of conditions */
    struct span conditions, entries, effects, factors, interactions, judged, validity,
        scaling;        /* of fits */
    double p_folder;    /* of its primary claim, over those of all runs of a folder; NaN: not among
                         * them (judge_together) */
    char *factor_fault; /* why some conditions (named) or all have no factor effects; NULL */
    char *baselines;    /* several at once: "its own baseline", "the same with 1 thread" */
};

struct analysis {
    const struct run_data *run;
    double level, time_margin;
    int seed;                     /* axis; -1: there is none */
    const struct trial **members; /* of candidates */
    struct candidate *candidates;
    struct entry *entries;
    struct condition *conditions;
    struct effect *effects; /* by question, comparison, entry */
    struct factor_effect *factors;
    struct interaction *interactions; /* by question, axis, effect */
    struct judged *judged;
    struct validity *validity;
    struct scaling_fit *scaling_fits; /* by question, arm; scaling.h */
    struct scaling_point *scaling_points;
    struct question *questions; /* in the order of plan.specs */
    int member_count, candidate_count, entry_count, condition_count, effect_count, factor_count,
        interaction_count, judged_count, validity_count, scaling_fit_count, scaling_point_count,
        question_count;
};

/* level: confidence of intervals [VERDICT_LEVEL]; time_margin: margin of equivalence of time
 * ratios. The run must outlive it. */
#define TIME_MARGIN 0.02 /* default */
void analysis_build(struct analysis *, const struct run_data *, double level, double time_margin);
void analysis_free(struct analysis *);

/* ---- queries ---- */
const struct question *entry_question(const struct analysis *, int entry);
const struct spec *entry_spec(const struct analysis *, int entry);
/* Why trainings of the winner count as lost: "diverged", "learned nothing", or both. */
const char *entry_lost_word(const struct analysis *, int entry);
/* NULL: none was measured. */
const struct candidate *entry_winner(const struct analysis *, int entry);
/* The entry of each cell of the plan, -1: none; the caller frees it. */
int *entries_of_cells(const struct analysis *);
/* "formula: normalizer"; "" unless the entry ran by formula. Borrowed. */
const char *entry_path(const struct analysis *, int entry);
/* Value of an axis in an entry (its first trial's); "" when it does not apply. */
const char *entry_value(const struct analysis *, int entry, int axis);
bool entry_meets(const struct analysis *, int entry, const struct conditions *);
/* Whether labels have the value of an axis: it applies, and distinguishes entries of an arm, or
 * conditions (labels.c). */
bool entry_tells(const struct analysis *, int entry, const struct varied_axis *);
/* Whether an axis has one value at each value of another, in these entries. */
bool axis_follows(const struct analysis *, const int *entries, int count, int axis, int other);
/* The question's metric, or the time in ns; NaN unless the trial ended. */
double trial_result(const struct question *, const struct trial *);
/* The loss that tuning minimises (plan/tuning/tuning_rule.h); NaN unless the training was run. */
double trial_tuning(const struct question *, const struct trial *);
/* "cifar10 (of it data_batch_1.first4000.bin)": its data, and incomplete files; the caller frees
 * it. */
char *entry_data(const struct analysis *, int entry);
/* "MLP (d_model = 64)", with the pass if the question times several; the caller frees it. */
char *entry_name(const struct analysis *, int entry);
/* An entry against any other (effects.c); its outcome is not set. */
struct effect effect_between(const struct analysis *, const struct question *, int entry,
                             int reference, enum comparison);
/* The effect of an entry in a comparison, or NULL. */
const struct effect *entry_effect(const struct analysis *, int entry, enum comparison);
/* Better, equivalent or worse. */
bool outcome_says(enum outcome);
/* The gain that a claim is about; NULL: it was not run. */
const struct estimate *judged_gain(const struct analysis *, const struct judged *);
enum turn verdict_turns(const struct analysis *, const struct interaction *);
/* The level of its axis, or the first one. */
const char *interaction_value(const struct analysis *, const struct interaction *, bool first);
/* The winner's trial with the seed (timed: the round) of another; NULL. */
const struct trial *winner_trial(const struct analysis *, int entry, const struct trial *like);
/* The mean (trainings) or median (timed) over the winner's trials that ended; NaN. */
double winner_measured(const struct analysis *, int entry, enum measured);
/* FLOPs of a pass of a timed entry, with recomputation; NaN: not recorded. */
double entry_flops(const struct analysis *, int entry);
/* Whether an effect is of a proposal: it changes a slot and is not a control (variant.c). */
bool is_proposal(const struct analysis *, const struct effect *);
/* Whether an entry has a choice that the worker declares as a negative control (validity.c). */
bool has_negative_control_choice(const struct analysis *, int entry);
/* The gain of one value over another: positive is better. metric NULL: times. */
double gain_of(const struct metric *, double own, double reference);
/* Whether both are known but have no gain, as one is 0 and gains are ratios. */
bool gain_is_lost(const struct metric *, double own, double reference);
/* A gain for people, positive is better: the reduction in percent, 100 (1 - exp(-gain)), if less is
 * better; else the gain, in the metric's unit. */
double gain_shown(const struct metric *, double gain);

/* ---- learning curves ---- */
/* A validation metric at a step, linear between points; NaN outside of them. */
double curve_at(const struct trial *, const struct metric *, double step);
/* Declared FLOPs of a whole training; NaN: not recorded. */
double training_flops(const struct trial *);

/* ---- steps of analysis_build for each question, in this order, one file each ---- */
void find_entries(struct analysis *, struct question *);    /* entries.c: to candidates */
void name_entries(struct analysis *, struct question *);    /* labels.c */
void choose_winners(struct analysis *, struct question *);  /* winners.c: as plan/tuning/ */
void find_references(struct analysis *, struct question *); /* references.c */
void mark_negative_controls(struct analysis *, const struct question *); /* validity.c */
void mark_controls(struct analysis *, const struct question *);          /* variant.c */
void find_effects(struct analysis *, struct question *);                 /* effects.c */
void check_validity(struct analysis *, struct question *);               /* validity.c */
void find_scaling(struct analysis *, struct question *);                 /* scaling.c */
void find_factors(struct analysis *, struct question *);                 /* factorial.c */
void find_interactions(struct analysis *, struct question *);            /* interactions.c */
void judge_claims(struct analysis *, struct question *);                 /* claims.c */
/* Variance of an entry's mean by the choice of its tuned value, on the scale of gains
 * (tuning_variance.c). */
double tuning_variance(const struct analysis *, const struct question *, const struct entry *,
                       const struct metric *);
/* A weighted sum of trials per seed. */
struct contrast {
    const struct trial *const *trials; /* (seeds, sides) */
    const double *weight;              /* (sides): 1, -1 */
    int seeds, sides;
};
/* What the sample of records (or windows) adds to the variance of its mean over the seeds; NaN: not
 * known, see trial.records.fault. Sides that were scored on the same records are paired by record;
 * those on other records (an interaction of two data sets) vary independently (contrast.c). */
double contrast_records_variance(const struct contrast *);
/* Sum of weight times score over these entries, per seed or round; the weights sum to 0. lost_runs:
 * diverged ones of positive weight; reference_lost_runs: of negative weight. */
struct contrast_gain {
    struct estimate gain;
    int lost_runs, reference_lost_runs;
};
struct contrast_gain contrast_gain(const struct analysis *, const struct question *,
                                   const int *entries, const double *weights, int sides);
/* Whether two trials are known to have read different data or to have been scored on different
 * records, so that they are no pair. */
bool records_differ(const struct trial *, const struct trial *);
/* The outcome of a gain, given the diverged runs of both sides (effects.c). */
enum outcome gain_outcome(const struct analysis *, const struct question *,
                          const struct estimate *gain, double p_corrected, int lost_runs,
                          int reference_lost_runs);
/* An outcome of runs that ended, given the diverged runs of both sides: gains flatter the side that
 * lost more, so an outcome in its favour becomes inconclusive (effects.c). */
enum outcome outcome_beside_lost(enum outcome, double centre, int lost_runs,
                                 int reference_lost_runs);
bool claim_speaks_of(const struct analysis *, const struct spec_claim *, int effect); /* claims.c */

/* ---- families of tests (corrections.c) ---- */
/* Holm's correction over items of `size` bytes, with p-value and corrected p-value at these
 * offsets.
 */
void correct_family(void *items, int count, size_t size, size_t p, size_t corrected);
/* Corrects the effects from `first` on: those of one comparison of the question. */
void correct_effects(struct analysis *, const struct question *, int first);
/* The primary claim of a question that was measured, among those of a folder of runs. */
struct primary {
    const struct analysis *of;
    int question;
    int judged;               /* its condition with the strongest evidence */
    double p, p_folder;       /* within its question; over the folder, NaN: not included */
    enum judgement judgement; /* a finding not significant over the folder is suggestive */
};
/* Returns their count; *list: to be freed; it points into the analyses. */
int find_primaries(const struct analysis *const *runs, int count, struct primary **list);
/* Sets p_folder of each question; verdicts on primary claims that are not significant over all
 * these runs become suggestive. */
void judge_together(struct analysis *const *runs, int count);

#endif
