/* SPDX-License-Identifier: MIT
 * From trials to what each arm of a question is worth: the same way for layers that are timed and
 * for models that are trained.
 *
 *   trial      one worker process: a cell in a round (trials.h)
 *   candidate  one value of the tuned axis with its trials; timed cells have one candidate
 *   entry      an arm, with the variant axes it varies itself, in one condition: its candidates,
 *              of which the winner speaks for it
 *   condition  all that is no part of the variant (shape, data, size, pass): only entries of one
 *              condition are compared, unless the baseline of a timed question, or one that is a
 *              map, lies in another
 *   effect     an entry against its reference, trial by trial with the same seed and round
 *   interaction  an effect in one condition less the same effect in another
 *   question   a specification: its conditions, entries and effects
 *
 * Rank of lists is their order in memory: trials of a candidate, candidates of an entry, entries of
 * a condition, conditions of a question stand together.
 *
 * One sign everywhere: a gain is positive where the entry is better than its reference. Of times
 * and of metrics of which less is better it is log(reference / own); else own - reference. */
#ifndef ATTNLAB_ANALYSIS_H
#define ATTNLAB_ANALYSIS_H

#include "base/statistics/paired.h"
#include "harness/analysis/trials.h"

struct candidate {
    const char *value;                   /* of the tuned axis; "" when nothing is tuned */
    int first, last;                     /* in analysis.members: those that judge it, */
    int end;                             /* and last..end, which chose it alone */
    int n, diverged, not_needed, failed; /* diverged: and learned nothing; failed: and skipped,
                                          * missing */
    int untrained;                       /* of the diverged: they ended, and learned nothing */
    int unstable;
    double mean, sd;  /* of the metric (trainings) or time in ns (layers) over the n that ended */
    double tuning;    /* mean validation loss over the tuning seeds; infinite: one failed */
    double low, high; /* least and greatest of it */
    int tuning_seeds; /* measured */
};

struct entry {
    int question, condition; /* condition: index in analysis.conditions */
    int arm;                 /* in spec.arms */
    char *label;             /* "MLP, q_norm = before" */
    int row;               /* of the label among those of the question: a row of tables, a colour */
    int first, last;       /* candidates */
    int winner;            /* candidate; -1: none was measured */
    bool at_edge;          /* the winner is the least or the greatest value tried, of several */
    bool by_formula;       /* so are its times, of some of its trials; the label says it */
    int reference;         /* entry; its own for a baseline; -1: none */
    bool negative_control; /* on purpose: it shows what the setup sees, and is no finding */
    bool control_only; /* it is run beside what is proposed: no slot differs, or it is named so */
    int control;       /* entry with as many parameters; -1: none was named */
    double tuning_variance; /* of the choice of the tuned value, on the scale of gains */
    /* Of timed entries, ns over the rounds: quartiles, least, exact interval of the median. */
    double median, q1, q3, min;
    struct interval time;
};

#define PASS_AXIS "phase" /* what of a layer is timed: forward, backward, both */
#define STEP_PASS "step"  /* in its place where whole steps of training are timed */
struct condition {
    char *label;      /* "d_model = 64, data = trec"; "" when there is one only */
    int column;       /* of the label among those of the question: a column of tables, a panel */
    const char *pass; /* value of the axis `phase` where passes stand apart, STEP_PASS; else "" */
    int first, last;  /* entries */
};

/* Equal steps and data, as run (of timed layers the only one); equal parameters: against the
 * control. */
enum reading { READ_STEPS, READ_PARAMETERS, READINGS };
extern const char *const reading_names[READINGS];

/* Ratios to the reference; NaN: not measured. */
struct cost {
    double parameters, flops, /* flops: per token; timed layers: of the pass */
        memory;               /* peak of the process; timed: working bytes */
    struct estimate log_time; /* trainings: log of time per token, paired */
    bool by_formula; /* the time of either side is a formula's: told, and never a verdict */
};

struct effect {
    int entry, reference;
    enum reading reading;
    struct estimate gain; /* timed: Hodges-Lehmann over rounds; trained: Student over seeds */
    double wins;          /* pairs won, a tie half; a diverged run loses its pair */
    int pairs;            /* of those: with divergences; gain.n has none */
    int unpaired;         /* trials of either side without a partner */
    int noughts;       /* of the pairs: ended, but a loss of 0 has no ratio, so no gain has them */
    int other_records; /* of those: of other data than the partner they had, or scored on others */
    int lost_runs, reference_lost_runs; /* diverged */
    struct interval share;              /* of pairs won */
    bool primary;                       /* the question's primary claim speaks of it */
    double p_corrected;                 /* within its family, see corrections.c */
    enum outcome outcome, unchecked;    /* not judged where a check failed; what it were else */
    char *failed_check;      /* the figure of the first failed validity check; NULL: all passed */
    double tuning_variance;  /* of both sides' choices, held by the interval of the gain */
    double records_variance; /* likewise, of the sample of records, beyond what the seeds show; NaN:
                              * the metric is none over records, or their scores are not there */
    int two_machines;        /* timed: pairs that are not compared, as they ran on two machines */
    struct cost cost;
};

/* What a published statement comes to. */
enum judgement {
    JUDGED_SAME,       /* as claimed, by another task, metric or scale */
    JUDGED_OPPOSITE,   /* resolved otherwise */
    JUDGED_EQUIVALENT, /* no difference beyond the margin, where one was claimed */
    JUDGED_SUGGESTIVE,
    JUDGED_INCONCLUSIVE,
    JUDGED_NOT_JUDGED,
    JUDGEMENTS
};
extern const char *const judgement_names[JUDGEMENTS]; /* "same direction" */
struct judged {
    const struct spec_claim *claim;
    int effect;      /* -1: what it speaks of was not run */
    int interaction; /* -1: it speaks of the effect itself */
    enum judgement judgement, unchecked;
    char *no_room; /* why a better arm could not be seen; owned. NULL: it could, or none is asked */
};
/* "same direction", or "not run". */
const char *judged_word_of(const struct judged *, enum judgement);
#define judged_word(j) judged_word_of(j, (j)->judgement)

/* Validity checks (validity.c): each baseline must pass all of them before a verdict. */
enum validity_kind {
    VALIDITY_SIMPLE_BASELINE,
    VALIDITY_NEGATIVE_CONTROL,
    VALIDITY_SWEEP,
    VALIDITY_RECORDS,
    VALIDITY_LEARNED,
    VALIDITY_CHECKS
};
/* Unrecorded: of runs of before it was asked for; their verdicts stay. */
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
    char *figure; /* "baseline 2.04 does not beat counting 5-grams, which gives 1.68 (...)" */
};
bool validity_failed(const struct validity *);
struct analysis;
/* What each asks, in words, and how it is judged. */
extern const struct validity_rule {
    const char *name, *asks;
    struct validity (*judge)(const struct analysis *, int baseline); /* state and figure */
} validity_rules[VALIDITY_CHECKS];

/* A check of a baseline; takes over `figure`. */
struct validity validity_of(enum validity_state, char *figure);

/* Where a setup stands, by its baseline (standing.c). */
struct counted_value {
    const struct counted *by; /* NULL: nothing was counted by this metric */
    double value;
};
struct standing {
    const struct metric *metric; /* the question's, or the loss where only that was counted */
    struct estimate own;         /* of the baseline, over its seeds */
    struct estimate asked;       /* likewise, by the question's metric, whatever was counted */
    struct counted_value seen,
        all;                   /* the best of what only counts: on what a training saw, on all */
    double parameters, tokens; /* of the baseline, seen in training; NaN: not measured */
};
struct standing standing_of(const struct analysis *, int baseline);
/* The best that a metric can be; INFINITY: it has no end. */
double metric_top(const struct metric *);
/* Whether the baseline comes nearer to the best that its metric can be than the margin, so that
 * nothing can be seen to be better. */
bool stands_at_top(const struct analysis *, int baseline);
struct validity judge_simple_baseline(const struct analysis *, int baseline);

/* A main effect, or how much more the one factor gains where the other is there. */
struct factor_effect {
    int condition;
    char *effect, *levels; /* "q_norm x q_act", "before against off, ..." */
    char *said;            /* "without activation → ReLU": each change in words */
    int order;             /* 1: main effect, 2: interaction */
    struct estimate gain;
    /* Timed (time_factors.c): ratios of FLOPs and working bytes; over how many pairs of arms. */
    double flops, memory;
    int pairs;
};

/* How much more an arm gains at one level of an axis that sets conditions apart than at its first.
 */
struct interaction {
    int axis, effect, first; /* effects: at this level, and the same at the first */
    struct estimate gain;    /* of the one over the other, paired by seed: > 0 is more */
    int unpaired;            /* pairs of either effect without the other */
    int lost_runs;           /* diverged: its own here, the reference's at the first level */
    int reference_lost_runs; /* the others */
    double p_corrected;      /* Holm over the interactions of the question */
    enum outcome outcome, unchecked; /* not judged where either effect is not */
};
/* Whether the verdict is another one there: yes where both are said and differ, and the
 * interaction is resolved; no where both are said and agree. */
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
    double p_folder;    /* of its primary claim, over those of all runs that are told together; NaN:
                         * it has no place among them (judge_together) */
    char *factor_fault; /* why conditions, which it names, or all have no effects of factors; NULL:
                         * fine or not asked for */
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
    struct effect *effects; /* by question, reading, entry */
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

/* level: wanted confidence, POWER_LEVEL unless one is asked for; time_margin: of equivalence of
 * time ratios. The run must outlive it. */
#define TIME_MARGIN 0.02 /* unless one is asked for */
void analysis_build(struct analysis *, const struct run_data *, double level, double time_margin);
void analysis_free(struct analysis *);

/* ---- asking ---- */
const struct question *entry_question(const struct analysis *, int entry);
const struct spec *entry_spec(const struct analysis *, int entry);
/* What became of the winner's trainings that count as lost: "diverged", "learned nothing", or both
 * of them. */
const char *entry_lost_word(const struct analysis *, int entry);
/* NULL: none was measured. */
const struct candidate *entry_winner(const struct analysis *, int entry);
/* The entry of each cell of the plan, -1: none; to be freed. */
int *entries_of_cells(const struct analysis *);
/* "formula: normalizer": by what an entry's times came about; "" unless by formula. Borrowed. */
const char *entry_path(const struct analysis *, int entry);
/* Value of an axis in an entry (its first trial's); "" when it does not apply. */
const char *entry_value(const struct analysis *, int entry, int axis);
bool entry_meets(const struct analysis *, int entry, const struct conditions *);
/* Whether a label says the value of an axis: it applies, and tells entries of an arm, or
 * conditions, apart (labels.c). */
bool entry_tells(const struct analysis *, int entry, const struct varied_axis *);
/* Whether an axis has one value at each value of another, in these entries. */
bool axis_follows(const struct analysis *, const int *entries, int count, int axis, int other);
/* What a trial is compared by: the question's metric, or the time in ns; NaN unless it ended. */
double trial_result(const struct question *, const struct trial *);
/* What tuning makes less (plan/tuning/tuning_rule.h); NaN unless the training was run. */
double trial_tuning(const struct question *, const struct trial *);
/* "cifar10 (of it data_batch_1.first4000.bin)": its data, and the files that are not whole; to be
 * freed. */
char *entry_data(const struct analysis *, int entry);
/* "MLP (d_model = 64)", with the pass where the question times several; to be freed. */
char *entry_name(const struct analysis *, int entry);
/* An entry against any other (effects.c); its outcome is not set. */
struct effect effect_between(const struct analysis *, const struct question *, int entry,
                             int reference, enum reading);
/* The effect of an entry in a reading, or NULL. */
const struct effect *entry_effect(const struct analysis *, int entry, enum reading);
/* Better, equivalent or worse: something is said of it. */
bool outcome_says(enum outcome);
/* What a judged claim speaks of; NULL: it was not run. */
const struct estimate *judged_gain(const struct analysis *, const struct judged *);
/* Likewise, where that is how a condition changes a gain; NULL: it is the gain itself. */
const struct interaction *judged_change(const struct analysis *, const struct judged *);
enum turn verdict_turns(const struct analysis *, const struct interaction *);
/* The level of its axis, or the first one. */
const char *interaction_value(const struct analysis *, const struct interaction *, bool first);
/* The winner's trial with a seed; NULL. Timed: its trial of a round. */
const struct trial *winner_trial(const struct analysis *, int entry, const struct trial *like);
/* The mean (trainings) or median (timed) over the winner's trials that ended; NaN. */
double winner_measured(const struct analysis *, int entry, enum measured);
/* FLOPs of a pass of a timed entry, recomputation included; NaN: not recorded. */
double entry_flops(const struct analysis *, int entry);
/* Whether an effect is of a proposal: it changes how attention computes, and is no control of size
 * or negative control (variant.c). */
bool is_proposal(const struct analysis *, const struct effect *);
/* Whether an entry has a choice that its worker calls negative_control (validity.c). */
bool has_negative_control_choice(const struct analysis *, int entry);
/* The gain of one value over another: positive is better. metric NULL: times. */
double gain_of(const struct metric *, double own, double reference);
/* Whether both are known and no gain is, as one is 0 where gains are ratios. */
bool gain_is_lost(const struct metric *, double own, double reference);
/* A gain as people are told it, positive is better: of which less is better, the percentage by
 * which it falls, 100 (1 - exp(-gain)); else as it is, in the metric's own unit. */
double gain_told(const struct metric *, double gain);

/* ---- learning curves ---- */
/* A validation metric at a step, linear between points; NaN outside of them. */
double curve_at(const struct trial *, const struct metric *, double step);
/* Declared FLOPs of a whole training; NaN: not recorded. */
double training_flops(const struct trial *);

/* ---- steps of analysis_build for each question, in this order, a file each ---- */
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
void pool_times(struct analysis *, const struct question *);  /* time_factors.c: a step of it */
void find_interactions(struct analysis *, struct question *); /* interactions.c */
void judge_claims(struct analysis *, struct question *);      /* claims.c */
/* What the choice of a value adds to the variance of an entry's mean: of its winner, on
 * the scale of gains (tuning_variance.c). */
double tuning_variance(const struct analysis *, const struct question *, const struct entry *,
                       const struct metric *);
/* A difference that every seed makes, of trials that were scored on records. */
struct contrast {
    const struct trial *const *trials; /* (seeds, sides) */
    const double *weight;              /* (sides): 1, -1 */
    int seeds, sides;
};
/* What the sample of records adds to the variance of its mean over the seeds; NaN: not known, see
 * trial.records.fault. Sides that were scored on the same records are paired by record; those on
 * other records (an interaction of two data sets) vary by themselves (record_parts.c). */
double contrast_records_variance(const struct contrast *);
/* Whether two trials are known to have read different data, as a text that was changed in between,
 * or to have been scored on different records: they are no pair. */
bool records_differ(const struct trial *, const struct trial *);
/* What a gain allows to say, of the side that wins by it, of whose runs so many were lost, as of
 * the other's (effects.c). */
enum outcome gain_outcome(const struct analysis *, const struct question *,
                          const struct estimate *gain, double p_corrected, int lost_runs,
                          int reference_lost_runs);
/* What may still be said of two sides, of which the one that wins by a centre above 0 lost so many
 * runs, when all that is known is of runs that ended: these flatter the side that lost more, so
 * that nothing is said in its favour (effects.c). */
enum outcome outcome_beside_lost(enum outcome, double centre, int lost_runs,
                                 int reference_lost_runs);
bool claim_speaks_of(const struct analysis *, const struct spec_claim *, int effect); /* claims.c */

/* ---- families of tests (corrections.c) ---- */
/* Holm's correction within one: items of `size` bytes that hold a p-value and have a place for the
 * corrected one. */
void correct_family(void *items, int count, size_t size, size_t p, size_t corrected);
/* Of an effect, among those of its reading in the question. */
enum family { FAMILY_PRIMARY, FAMILY_NEGATIVE_CONTROL, FAMILY_OTHERS, FAMILIES };
enum family effect_family(const struct analysis *, const struct effect *);
/* The effects of a reading of the question, from `first` to the last there is. */
void correct_effects(struct analysis *, const struct question *, int first);
/* NULL: the specification names none. */
const struct spec_claim *primary_claim(const struct spec *);
/* The primary claim of a question that was measured, among those of a folder of runs. */
struct primary {
    const struct analysis *of;
    int question;
    int judged;               /* the condition that says most for it */
    double p, p_folder;       /* within its question; over the folder, NaN: it has no place there */
    enum judgement judgement; /* a finding that does not stand over the folder is suggestive */
};
/* Their count; *list: to be freed; it points into the analyses. */
int find_primaries(const struct analysis *const *runs, int count, struct primary **list);
/* Gives each question its p_folder; verdicts on primary claims that do not stand over all these
 * runs become suggestive, as pages of them all say it. */
void judge_together(struct analysis *const *runs, int count);

#endif
