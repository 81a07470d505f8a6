/* SPDX-License-Identifier: MIT
 * Questions of quality: from rows (one training each) to what the arms of a question are worth.
 *
 *   trial      one training: a setting, a seed
 *   candidate  one value of the tuned axis (the learning rate) with its trials over the seeds
 *   contender  an arm, with the variant axes it varies itself, in one condition (data, size): the
 *              candidates of which the best on the tuning seeds, the winner, speaks for it
 *   effect     a contender against its reference, paired by seed, in one reading
 *
 * Axes of role `variant` tell contenders apart, the tuned axis candidates, `seed` trials; all
 * others are the condition. Only trials of the same condition are ever compared, so everything
 * else is equal. A rank of lists is their order in memory: trials of a candidate, candidates of a
 * contender, contenders of a condition, conditions of an ablation stand together. */
#ifndef ATTNLAB_STUDY_H
#define ATTNLAB_STUDY_H

#include "base/csv_read.h"
#include "harness/analysis/paired.h"
#include "models/metrics/metrics.h"

enum trial_state { TRIAL_OK, TRIAL_DIVERGED, TRIAL_SKIPPED, TRIAL_FAILED };
struct trial {
    int row; /* of cells.csv */
    const char *seed;
    enum trial_state state;
    double value;                /* of the question's metric; NaN unless ok */
    double tuning;               /* validation loss; infinite when it diverged, NaN: not measured */
    int first_point, last_point; /* rows of curves.csv */
};
struct candidate {
    const char *value; /* of the tuned axis; "" when nothing is tuned */
    int first, last;   /* trials */
    int n, diverged, skipped, failed;
    double mean, sd;  /* of the metric over the n trials that ended */
    double tuning;    /* mean validation loss over the tuning seeds */
    double low, high; /* least and greatest of it */
    int tuning_seeds; /* measured */
};
struct contender {
    int question;  /* index in study.questions */
    int condition; /* among those of the question, from 0 */
    const char *arm, *arm_label;
    int arm_index;
    char *label, *shape; /* "mlp, q_norm = before"; "d_model = 64", "" when there is one only */
    int label_index;     /* among the labels of the question: a row of tables, a colour */
    int first, last;     /* candidates */
    int winner;          /* candidate; -1: none was measured */
    bool at_edge;        /* the winner is the least or the greatest value tried, of several */
    int reference;       /* contender; its own for a baseline; -1: none */
    int control;         /* contender with as many parameters; -1: none was named */
};

/* Equal steps and data, as run; equal parameters: against the control; equal FLOP and equal time:
 * where the first of the condition's runs of a seed has used up its own. */
enum reading { READ_STEPS, READ_PARAMETERS, READ_FLOP, READ_TIME, READINGS };
extern const char *const reading_names[READINGS];

/* A ratio to the reference. */
struct cost {
    double parameters, flop_per_token, memory; /* of the means over the pairs */
    struct paired log_time;                    /* log of time per token, paired by seed */
};
struct effect {
    int contender, reference;
    enum reading reading;
    struct paired gain; /* > 0: better. Lower-is-better metrics: log(reference / own) */
    double wins;        /* pairs won, a tie half; a diverged run loses its pair */
    int pairs;          /* of those: with divergences; gain.n has none */
    int lost_runs, reference_lost_runs; /* diverged */
    struct interval share;              /* of pairs won */
    double p_corrected;                 /* Holm over the effects of this reading in the question */
    enum outcome outcome;
    double budget_share; /* equal FLOP, time: mean share of its own whole that is read */
    struct cost cost;
};

/* What a published statement comes to. */
enum judgement {
    CLAIM_SUPPORTED,
    CLAIM_CONTRADICTED,
    CLAIM_EQUIVALENT,
    CLAIM_UNRESOLVED,
    JUDGEMENTS
};
extern const char *const judgement_names[JUDGEMENTS];
struct judged {
    int claim;  /* row of claims.csv */
    int effect; /* -1: what it speaks of was not run */
    enum judgement judgement;
};

/* A main effect, or how much more the one factor gains where the other is there. */
struct factorial_effect {
    int question, condition, contender; /* contender: any of that condition */
    char *effect, *levels;              /* "q_norm x q_act", "before against off, ..." */
    int order;                          /* 1: main effect, 2: interaction */
    struct paired gain;
};

/* How much a contender loses by another value of the tuned axis than its best: learning-rate
 * sensitivity (study_sensitivity.c), where at least two seeds ran the whole sweep. */
struct sensitivity {
    int contender;
    int runs, diverged;   /* of those seeds */
    struct paired loss;   /* nats, over the seeds */
    struct paired gain;   /* the reference's less its own, paired by seed: > 0 is less sensitive */
    double p_corrected;   /* Holm over the contenders of the question */
    enum outcome outcome; /* never equivalent: there is no margin */
};

/* How one question is to be answered. */
struct study_question {
    const char *name;
    int row; /* of questions.csv */
    const struct metric *metric;
    bool test;       /* of the test split */
    double margin;   /* of equivalence, on the scale of gains */
    int first, last; /* contenders */
    int conditions;
    int tune_column; /* of cells.csv; -1: nothing is tuned */
    char *part;      /* of each column of cells.csv: what the axis is, a letter (study_axes.c) */
    int effect_first, effect_last;
    int factorial_first, factorial_last;
    int sensitivity_first, sensitivity_last;
    char *factorial_fault; /* why there are no effects of factors; NULL: fine or not asked for */
};

struct study {
    const struct table *rows, *axes, *curves, *questions_table, *claims;
    double level;
    const char **choices; /* of each column of cells.csv: "a;b;c" in order, "" */
    struct study_question *questions;
    int question_count;
    struct trial *trials;
    int trial_count;
    struct candidate *candidates;
    int candidate_count;
    struct contender *contenders;
    int contender_count;
    struct effect *effects; /* by question, reading, contender */
    int effect_count;
    struct factorial_effect *factors;
    int factor_count;
    struct sensitivity *sensitivities;
    int sensitivity_count;
    struct judged *judged;
    int judged_count;
};

/* False with *error when tables are missing or name what is not there. No rows of kind quality: an
 * empty study. Tables must outlive it. */
bool study_build(struct study *, const struct table *rows, const struct table *axes,
                 const struct table *curves, const struct table *questions,
                 const struct table *claims, double level, char **error);
void study_free(struct study *);
/* Order of two values of a column that is an axis: choices as declared, else text_compare. */
int study_compare(const struct study *, int column, const char *a, const char *b);
/* The gain of one value over another: positive is better. */
double study_gain(const struct metric *, double own, double reference);
/* The effect of a contender in a reading, or NULL. */
const struct effect *study_effect(const struct study *, int contender, enum reading);
/* A column of cells.csv for a contender. Borrowed. */
const char *contender_text(const struct study *, int contender, const char *column);
const struct metric *study_metric(const struct study *, int contender);
/* The winner's trial with a seed; NULL. */
const struct trial *winner_trial(const struct study *, int contender, const char *seed);
/* The mean of a column of cells.csv over the trials of the winner that ended; NaN. */
double winner_mean(const struct study *, int contender, const char *column);

/* ---- steps of study_build, in this order ---- */
bool study_trials(struct study *, char **error); /* study_trials.c: to contenders */
void study_labels(struct study *);               /* study_labels.c */
void study_winners(struct study *);              /* study_tune.c */
void study_references(struct study *);           /* study_pairs.c */
void study_effects(struct study *);              /* study_effects.c */
void study_factorials(struct study *);           /* study_factorial.c */
void study_sensitivities(struct study *);        /* study_sensitivity.c */
void study_judge(struct study *);                /* study_claims.c */

/* Of each column, what study_question.part says. */
enum {
    PART_NO_AXIS = 0,
    PART_CONDITION = 'c',
    PART_MEMBER = 'm',
    PART_TUNED = 't',
    PART_SEED = 's'
};

/* ---- curves (study_curves.c) ---- */
enum curve_axis { CURVE_STEP, CURVE_FLOP, CURVE_SECONDS };
/* Of the validation metric at x, linear between points; NaN outside of them. */
double curve_at(const struct study *, const struct trial *, const struct metric *, enum curve_axis,
                double x);
double curve_end(const struct study *, const struct trial *, enum curve_axis);

/* quality_summary.csv, quality_effects.csv, quality_factorial.csv, quality_sensitivity.csv,
 * quality_curves.csv and quality_claims.csv of a run; false with errno set and *name the file. */
bool study_save(const struct study *, const char *run, const char **name);

#endif
