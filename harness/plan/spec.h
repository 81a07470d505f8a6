/* SPDX-License-Identifier: MIT
 * A specification: one YAML file of ablations/, one question. ablations/README.md is its grammar.
 *
 * A specification is plain data. Its grids say which cells it asks for; plan.h turns them into
 * rows. What the run loop and the report read is at the top of `struct spec`; the grid below is
 * for the planner. */
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
    char *label; /* for legends; the name when none was given; "{axis}" stands for a value */
};

/* ---- values of axes ---- */

/* An axis that a key names. */
struct spec_axis {
    int axis;
    struct yaml_place place;
};

/* One axis with the values it shall take; canonical texts (as in cell strings, undecoded). */
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
/* What is meant of all that was run: what has one of the values that each of these axes is given,
 * and is one of these arms. Without any: all (spec_values.c). */
struct conditions {
    struct settings set;
    char **arms;
    int arm_count;
    char *text; /* "q_act=relu d_model=64,128"; NULL: none */
};
bool setting_has(const struct setting *, const char *value);
bool conditions_name(const struct conditions *, const char *arm); /* or name none */

/* ---- figures ---- */

/* One figure: its kind (figures/figures.def) and what was asked of it (figures/spec_figures.c). */
struct spec_option {
    char *key, *value;
    struct yaml_place place; /* of the value */
};
struct spec_figure {
    char *kind;
    struct yaml_place place; /* of its kind */
    struct spec_axis x, y;   /* axis -1: the kind's own */
    struct spec_axis *panel; /* a panel for each combination of their values */
    int panel_count;
    struct conditions where;
    struct spec_option *options; /* the others: words that the kind knows */
    int option_count;
};

/* ---- what a question of quality adds ---- */

/* How the loss falls with compute over sizes. */
struct spec_scaling {
    bool asked;
    struct spec_axis over; /* that sets the sizes apart */
    double *carry_to;      /* parameters, rising */
    int carry_count;
};

/* What a source says of an arm, beside which the result stands. */
struct spec_claim {
    char *arm;     /* name */
    char *axis;    /* the claim is that this one changes the arm's gain; NULL: of the gain itself */
    char *expects; /* one of spec_expectations, with an axis of spec_changes */
    char *reading; /* one of spec_readings; NULL: at equal steps */
    char *published;         /* the source's own words and numbers */
    char *source;            /* where they are found */
    struct conditions where; /* that it was made for */
    bool primary;            /* the first: the question is judged by it */
    struct yaml_place place;
};
extern const char *const spec_expectations[]; /* better, worse, equal, no worse; NULL-ended, like */
extern const char *const spec_readings[];     /* steps, parameters */
extern const char *const spec_changes[];      /* gains more, gains less, equal */

/* An arm and the one that has as many parameters. */
struct spec_control {
    char *arm, *control;
    struct yaml_place place;
};

/* ---- the grid ---- */

/* axis = formula over other axes. */
struct derivation {
    int axis;
    char *text;
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
    struct yaml_place place;
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

/* ---- the specification ---- */

/* An axis that the specification varies: a label names its value beside the arm. */
struct varied_axis {
    int axis;
    bool of_arm; /* of what is compared; else of the condition it is compared in */
};

struct spec {
    char *path;  /* as given */
    char *name;  /* CSV value of the column `ablation` */
    char *title; /* the question in a few words; NULL when absent, as are the next three */
    char *question, *source, *claim;
    const char *setup_title; /* what of the title its setup gave, where there are several; NULL */
    enum spec_kind kind;
    bool kind_refused; /* it says another, so nothing that depends on it is judged */
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
    char *text;       /* the file as read, and behind it the setup that it uses */
    char *setup_path; /* of that one; NULL: none (setups.c) */
    int setup_count;  /* how many its `use` names; it is a question in one of them */

    /* Of quality (spec_quality.c). Values of the axis run with the tuning seeds as tuning_rule.h
     * calls for them; with the other seeds the value that won runs alone. */
    char *tune_axis;   /* NULL: none */
    char **tune_seeds; /* canonical */
    int tune_seed_count;
    bool tune_apart; /* the tuning seeds do not judge; filled by plan_build() */
    struct yaml_place tune_place;
    char *metric; /* of base/metric_list.def; NULL: that of the data set */
    struct yaml_place metric_place;
    char *split; /* that judges, of those that are scored; NULL: valid */
    struct yaml_place split_place;
    double margin;                              /* of equivalence; 0: the metric's own */
    struct spec_axis *factorial, *interactions; /* key factorial: axes of arms, of conditions */
    int factorial_count, interaction_count;
    struct spec_scaling scaling;
    struct spec_claim *claims;
    int claim_count;
    struct spec_control *controls;
    int control_count;
    char **simple_baselines; /* those that are asked for; NULL: all that answer the task */
    int simple_baseline_count;
    bool no_simple_baselines;
    char *simple_baseline; /* what the baseline must beat; NULL: the best there is */
    struct yaml_place simple_baseline_place;
    char *
        *negative_control; /* names of the arms of which one must be seen to be worse; NULL: none */
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

/* Reads and checks a file and applies a tier of it ("smoke", "quick", "full"; a tier that the
 * file does not name changes nothing). All errors of the file go to diags; false if any. The
 * spec is to be freed in either case. setup: which of those that it is asked in, from 0. */
bool spec_load(struct spec *, const char *path, int setup, const char *tier, const struct axes *,
               struct diags *);
/* The same from text; name stands for the path in messages. */
bool spec_parse(struct spec *, const char *name, const char *text, int setup, const char *tier,
                const struct axes *, struct diags *);
void spec_free(struct spec *);
/* Else it times layers, or steps of trainings. */
bool spec_trains(const struct spec *);
/* Fills `varied` anew (varied_axes.c). */
void spec_find_varied(struct spec *, const struct axes *);
/* Place of a seed among those that tune, -1: it is none, as NULL (tuning/spec_tune.c). */
int spec_tuning_place(const struct spec *, const char *seed);
/* Whether the specification wants this simple baseline beside its trainings (spec_validity.c). */
bool spec_asks_simple_baseline(const struct spec *, const char *name);
/* Whether it names an arm as a negative control. */
bool spec_damages(const struct spec *, const char *arm);
/* Whether an axis is of what is compared, so that cells which differ in it are; else it sets
 * conditions apart, but for the seed and what is tuned. */
bool spec_compares(const struct spec *, const struct axes *, int axis);
bool spec_tunes(const struct spec *, const struct axes *, int axis);
/* ---- labels (spec_labels.c) ---- */

/* The label of a value, "width 64"; values: those of its cell. To be freed. */
char *spec_said(const struct spec *, const struct axes *, int axis, char *const *values,
                const char *value);
/* A label with the cell's values in place of "{axis}": numbers bare, choices in words. To be freed.
 */
char *spec_label(const struct spec *, const struct axes *, const char *label, char *const *values);
/* Whether a label says the value of an axis. */
bool label_tells(const char *label, const char *axis);

bool spec_tier_known(const char *tier);
extern const char *const spec_tiers[]; /* NULL-ended */

/* Applies "axis=v1,v2" of the command line (also rounds=, timeout_s=, memory_mib=): the
 * axis takes these values wherever the file gave it others. False with the error in diags. */
bool spec_set(struct spec *, const char *text, const struct axes *, struct diags *);

/* ---- settings, shared by the reader and the planner ---- */

struct setting *settings_find(const struct settings *, int axis);
void settings_remove(struct settings *, int axis);
void setting_free(struct setting *); /* what it holds */
void settings_free(struct settings *);
/* Takes ownership of what the setting holds. */
void settings_add(struct settings *, struct setting);
/* Adds the value or values that `text` stands for (ranges, for numbers) in canonical form. False
 * with *error to be freed. */
bool setting_add_values(struct setting *, const struct axis *, const char *text, char **error);
void grid_free(struct grid *);
/* Names of arms, each once, in the order of the file: of a grid and of those inside it. The list is
 * to be freed; names are the grids'. */
struct arm_names {
    const char **list;
    int count;
};
void grid_add_arms(const struct grid *, struct arm_names *);
bool arm_names_have(const struct arm_names *, const char *name);

#endif
