/* SPDX-License-Identifier: MIT
 * A question: one YAML file of ablations/, whose README.md is the grammar. Its grids ask for cells;
 * plan.h turns them into rows. */
#ifndef ATTNLAB_SPEC_H
#define ATTNLAB_SPEC_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/yaml.h"

enum spec_kind { SPEC_OVERHEAD, SPEC_QUALITY };

/* A named arm: a point in the axes that are compared. */
struct spec_arm {
    char *name;  /* CSV value of the column `arm` */
    char *label; /* for legends; [the name]; "{axis}" stands for a value */
    /* The planner sets its steps so that its training costs the FLOPs of its baseline's. */
    bool match_flops;
};

/* ---- values of axes ---- */

/* An axis that a key names. */
struct spec_axis {
    int axis;
    struct yaml_place place;
};

/* One axis with its values; canonical texts (as in cell strings, undecoded). */
struct setting {
    int axis; /* index in struct axes */
    char **values;
    int value_count;
    struct yaml_place place; /* of the key */
    bool used;               /* applied to at least one cell */
};
struct settings {
    struct setting *list;
    int count;
};
/* A part of the cells: each of these axes has one of its values, and the arm is one of these.
 * Empty: all cells. */
struct conditions {
    struct settings set;
    char **arms;
    int arm_count;
    char *text; /* "q_act=relu d_model=64,128"; NULL: none */
};
bool setting_has(const struct setting *, const char *value);
bool conditions_include_arm(const struct conditions *, const char *arm); /* or name no arm */

/* ---- figures ---- */

/* One figure: its kind (figures/figures.def) and options (figures/spec_figures.c). */
struct spec_option {
    char *key, *value;
    struct yaml_place place; /* of the value */
};
struct spec_figure {
    char *kind;
    struct yaml_place place; /* of its kind */
    struct spec_axis x;      /* axis -1: the kind's own */
    struct spec_axis *panel; /* a panel for each combination of their values */
    int panel_count;
    struct conditions where;
    struct spec_option *options; /* words that the kind accepts */
    int option_count;
};

/* ---- keys of trainings ---- */

/* Fit of the loss against compute over sizes. */
struct spec_scaling {
    bool asked;
    struct spec_axis over; /* the axis of sizes */
};

/* A published statement about an arm. */
struct spec_claim {
    char *arm;     /* name */
    char *axis;    /* this axis changes the arm's gain; NULL: the claim is about the gain itself */
    char *expects; /* one of spec_expectations, with an axis of spec_changes */
    char *reading; /* one of spec_readings; NULL: at equal steps */
    char *published; /* the source's own words and numbers */
    char *source;
    struct conditions where; /* that it was made for */
    bool primary;            /* the first: it judges the question */
    struct yaml_place place;
};
extern const char *const spec_expectations[]; /* better, worse, equal, no worse; NULL-ended, like */
extern const char *const spec_readings[];     /* steps, parameters */
extern const char *const spec_changes[];      /* gains more, gains less, equal */

/* An arm and the arm that has as many parameters. */
struct spec_control {
    char *arm, *control;
    struct yaml_place place;
};

/* ---- the grid ---- */

/* axis = formula over other axes. */
struct derivation {
    int axis;
    struct formula *formula;
    struct yaml_place place; /* of the formula */
    bool used;
};
struct rule {
    bool require;            /* else: exclude */
    char *text, *because;    /* because may be NULL */
    struct formula *formula; /* over axes and `arm` */
    struct yaml_place place;
};
struct grid_arm {
    char *name;
    char *label;         /* NULL: the name */
    struct settings set; /* one value each */
    bool match_flops;    /* see struct spec_arm */
    struct yaml_place place, match_place;
};
/* One grid: fixed x factors x zip groups x arms, then derive and rules. Settings of `grids`
 * members are added to those of the grid around them. */
struct grid {
    struct settings fixed, factors;
    struct settings *zips; /* each: lists of equal length that advance together */
    int zip_count;
    struct grid_arm *arms;
    int arm_count;
    struct derivation *derive;
    int derive_count;
    struct rule *rules;
    int rule_count;
    struct grid *grids;
    int grid_count;
    struct yaml_place place;
};

/* ---- the question ---- */

/* An axis that the question varies: labels contain its value. */
struct varied_axis {
    int axis;
    bool of_arm; /* part of an arm; else of a condition */
};

struct spec {
    char *path;  /* as given */
    char *name;  /* CSV value of the column `ablation` */
    char *title; /* the question in a few words; NULL when absent, as are the next three */
    char *question, *source, *claim;
    const char *setup_title; /* part of the title that comes from one of several setups; NULL */
    enum spec_kind kind;
    bool kind_refused; /* unknown kind: checks that depend on it are skipped */
    int rounds;        /* >= 1 */
    double timeout_s;  /* of one worker; 0: the driver's default */
    int memory_mib;    /* of one worker; 0: no limit but the machine */
    struct spec_figure *figures;
    int figure_count;
    struct spec_arm *arms; /* in legend order; filled by plan_build() */
    int arm_count;
    struct varied_axis *varied; /* in the order of the axes; filled by plan_build() */
    int varied_count;
    char *baseline;   /* arm name, or "axis=value,..." as overridden; NULL: none */
    char *text;       /* the file, then its setup */
    char *setup_path; /* NULL: no setup (setups.c) */
    int setup_count;  /* setups that `use` names; this question is asked in one of them */

    /* Of trainings. Tuning seeds choose a value of the axis (tuning_rule.h); the other seeds run
     * with the best value only. */
    char *tune_axis;   /* NULL: none */
    char **tune_seeds; /* canonical */
    int tune_seed_count;
    bool tune_apart; /* tuning seeds do not judge; filled by plan_build() */
    struct yaml_place tune_place;
    char *metric; /* of base/metric_list.def; NULL: that of the data set */
    struct yaml_place metric_place;
    char *split; /* that judges; NULL: valid */
    struct yaml_place split_place;
    double margin;                              /* of equivalence; 0: the metric's own */
    struct spec_axis *factorial, *interactions; /* key factorial: axes of arms, of conditions */
    int factorial_count, interaction_count;
    struct spec_scaling scaling;
    struct spec_claim *claims;
    int claim_count;
    struct spec_control *controls;
    int control_count;
    char **simple_baselines; /* NULL: all that answer the task */
    int simple_baseline_count;
    bool no_simple_baselines;
    char *simple_baseline; /* that the baseline must beat; NULL: the best */
    struct yaml_place simple_baseline_place;
    char **negative_control; /* names of arms, one of which must be worse; NULL: none */
    int negative_control_count;
    struct yaml_place negative_control_place;

    struct settings baseline_set; /* of a baseline given as a map */
    bool baseline_is_map;
    struct yaml_place baseline_place;
    struct grid grid;
    char **keep_arms; /* of the tier; NULL: all */
    int keep_count;
    bool not_at_tier; /* `none`: the tier leaves the question out */
};

/* Reads and checks a file and applies a tier of it ("smoke", "quick", "full"; an unknown tier
 * changes nothing). All errors of the file go to diags; false if any. To be freed in either case.
 * setup: index of the setup that it is asked in. */
bool spec_load(struct spec *, const char *path, int setup, const char *tier, const struct axes *,
               struct diags *);
/* The same from text; name stands for the path in messages. */
bool spec_parse(struct spec *, const char *name, const char *text, int setup, const char *tier,
                const struct axes *, struct diags *);
void spec_free(struct spec *);
/* Else it times layers, or steps of trainings. */
bool spec_trains(const struct spec *);
/* Index of a seed among the tuning seeds; -1: it is none, or NULL (spec_tune.c). */
int spec_tuning_place(const struct spec *, const char *seed);
/* Whether this simple baseline is measured for its trainings. */
bool spec_wants_simple_baseline(const struct spec *, const char *name);
/* Whether an arm is a negative control. */
bool spec_is_negative_control(const struct spec *, const char *arm);
/* Whether an axis is part of what is compared; else it separates conditions, but for the seed and
 * the tuned axis. */
bool spec_compares(const struct spec *, const struct axes *, int axis);
bool spec_tunes(const struct spec *, const struct axes *, int axis);

/* ---- labels (spec_labels.c) ---- */

/* Fills `varied`. */
void spec_find_varied(struct spec *, const struct axes *);
/* A label with the cell's values in place of "{axis}": numbers plain, choices as labels. To be
 * freed. */
char *spec_label(const struct axes *, const char *label, char *const *values);
/* Whether a label contains the value of an axis. */
bool label_names_axis(const char *label, const char *axis);

bool spec_tier_known(const char *tier);
extern const char *const spec_tiers[]; /* NULL-ended */

/* Applies "axis=v1,v2" of the command line (also rounds=, timeout_s=, memory_mib=): the axis takes
 * these values wherever the file gave it others. False with the error in diags. */
bool spec_set(struct spec *, const char *text, const struct axes *, struct diags *);

/* ---- settings, shared by the reader and the planner ---- */

struct setting *settings_find(const struct settings *, int axis);
void settings_remove(struct settings *, int axis);
void setting_free(struct setting *); /* its values */
void settings_free(struct settings *);
/* Takes ownership of its values. */
void settings_add(struct settings *, struct setting);
/* Adds the canonical value of a text, or values of a range of numbers. False with *error to be
 * freed. */
bool setting_add_values(struct setting *, const struct axis *, const char *text, char **error);
void grid_free(struct grid *);
/* Names of the arms of a grid and its members, each once, in the order of the file. The list is to
 * be freed; names are borrowed. */
struct arm_names {
    const char **list;
    int count;
};
void grid_add_arms(const struct grid *, struct arm_names *);
bool arm_names_have(const struct arm_names *, const char *name);

#endif
