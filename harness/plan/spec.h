/* SPDX-License-Identifier: MIT
 * A question: one YAML file in ablations/ (ablations/README.md describes the grammar). Its grids
 * define cells; plan.h turns the cells into rows. */
#ifndef ATTNLAB_SPEC_H
#define ATTNLAB_SPEC_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/yaml.h"

enum spec_kind { SPEC_OVERHEAD, SPEC_QUALITY };

/* An arm: named settings of the axes that the question compares. */
struct spec_arm {
    char *name;  /* value in the CSV column `arm` */
    char *label; /* label in legends [default: the name]; "{axis}" is replaced by the axis value */
    /* The planner sets the number of steps so that training this arm costs as many FLOPs as
     * training its baseline. */
    bool match_flops;
};

/* ---- values of axes ---- */

/* An axis named by a key of the file. */
struct spec_axis {
    int axis;
    struct yaml_place place;
};

/* One axis with its canonical values, without the escapes of cell strings. */
struct setting {
    int axis; /* index in struct axes */
    char **values;
    int value_count;
    struct yaml_place place; /* place of the key */
    bool used;               /* true if the setting applies to at least one cell */
};
struct settings {
    struct setting *list;
    int count;
};
/* Conditions select cells: each listed axis has one of its listed values, and the arm is one of the
 * listed arms. An empty list does not restrict. */
struct conditions {
    struct settings set;
    char **arms;
    int arm_count;
    char *text; /* the conditions as text, "q_act=relu d_model=64,128"; NULL if there are none */
};
bool setting_has(const struct setting *, const char *value);
/* Whether the conditions allow an arm. Conditions without arms allow all. */
bool conditions_include_arm(const struct conditions *, const char *arm);

/* ---- figures ---- */

/* An option of a figure. figures/figures.def lists the kinds of figures and their options. */
struct spec_option {
    char *key, *value;
    struct yaml_place place; /* place of the value */
};
struct spec_figure {
    char *kind;
    struct yaml_place place; /* place of the kind */
    struct spec_axis x;      /* x axis; axis -1: the default x axis of the kind */
    struct spec_axis *panel; /* one panel per combination of the values of these axes */
    int panel_count;
    struct conditions where;
    struct spec_option *options; /* options that the kind accepts */
    int option_count;
};

/* ---- keys of questions that train ---- */

/* Fit of the loss against compute over several model sizes. */
struct spec_scaling {
    bool asked;
    struct spec_axis over; /* the axis of model sizes */
};

/* A published statement about an arm. */
struct spec_claim {
    char *arm;
    char *axis;    /* name of an axis if the claim says that this axis changes the arm's gain; NULL:
                    * the claim is about the gain itself */
    char *expects; /* a word of spec_changes if `axis` is given, else of spec_expectations */
    char *reading; /* a word of spec_readings; NULL: comparison at equal steps */
    char *published; /* words and numbers quoted from the source */
    char *source;
    struct conditions where; /* conditions for which the source makes the claim */
    bool primary; /* true for the first claim unless it names an axis; the verdict of the question
                   * depends on this claim */
    struct yaml_place place;
};
extern const char *const spec_expectations[]; /* better, worse, equal, no worse; ends with NULL */
extern const char *const spec_readings[];     /* steps, parameters; ends with NULL */
extern const char *const spec_changes[];      /* gains more, gains less, equal; ends with NULL */

/* An arm and its control: an arm with as many parameters. */
struct spec_control {
    char *arm, *control;
    struct yaml_place place;
};

/* ---- the grid ---- */

/* An axis whose value is a formula over other axes. */
struct derivation {
    int axis;
    struct formula *formula;
    struct yaml_place place; /* place of the formula */
    bool used;
};
struct rule {
    bool require;            /* true: require; false: exclude */
    char *text, *because;    /* the formula as text and the reason; the reason may be NULL */
    struct formula *formula; /* formula over axes and `arm` */
    struct yaml_place place;
};
struct grid_arm {
    char *name;
    char *label;         /* label in legends; NULL: the name */
    struct settings set; /* one value per axis */
    bool match_flops;    /* see struct spec_arm */
    struct yaml_place place, match_place;
};
/* One grid: fixed values x factors x zip groups x arms; then derived axes and rules are applied. A
 * member of `grids` adds its settings to those of the outer grid. */
struct grid {
    struct settings fixed, factors;
    /* zip groups; the value lists of one group have equal lengths and advance together */
    struct settings *zips;
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

/* An axis that the question varies. Labels contain the value of this axis. */
struct varied_axis {
    int axis;
    bool of_arm; /* true: the axis is part of an arm; false: part of a condition */
};

struct spec {
    char *path;  /* path as the user gave it */
    char *name;  /* value in the CSV column `ablation` */
    char *title; /* the question in a few words; title, question, source and claim may be NULL */
    char *question, *source, *claim;
    const char *setup_title; /* suffix of the title that names the setup; NULL unless there are
                              * several setups */
    enum spec_kind kind;
    bool kind_refused; /* true if the kind is unknown; checks that depend on the kind are skipped */
    int rounds;        /* at least 1 */
    double timeout_s;  /* time limit per worker in seconds; 0: default limit */
    int memory_mib;    /* memory limit per worker in MiB; 0: no limit */
    struct spec_figure *figures;
    int figure_count;
    struct spec_arm *arms; /* arms in legend order; plan_build() fills the list */
    int arm_count;
    struct varied_axis *varied; /* varied axes in table order; plan_build() fills the list */
    int varied_count;
    char *baseline;   /* name of an arm, or "axis=value,..." for a baseline given as a map; NULL: no
                       * baseline */
    char *text;       /* text of the file, followed by the text of its setup */
    char *setup_path; /* path of the setup; NULL: no setup (setups.c) */
    int setup_count;  /* number of setups that `use` names; this struct is the question in one of
                       * these setups */

    /* Keys of questions that train. The tuning seeds choose a value of the tuned axis
     * (tuning_rule.h); all other seeds run with the best value only. */
    char *tune_axis;   /* name of the tuned axis; NULL: nothing is tuned */
    char **tune_seeds; /* canonical texts */
    int tune_seed_count;
    bool tune_apart; /* true if tuning seeds are used for tuning only, not for results; plan_build()
                      * sets it */
    struct yaml_place tune_place;
    char *metric; /* a metric of base/metric_list.def; NULL: the default of the data set */
    struct yaml_place metric_place;
    char *split; /* the split whose metric is compared; NULL: valid */
    struct yaml_place split_place;
    double margin; /* equivalence margin; 0: the default of the metric */
    /* axes listed in the key factorial: axes of arms, axes of conditions */
    struct spec_axis *factorial, *interactions;
    int factorial_count, interaction_count;
    struct spec_scaling scaling;
    struct spec_claim *claims;
    int claim_count;
    struct spec_control *controls;
    int control_count;
    char **simple_baselines; /* names of simple baselines; NULL: all that can do the task */
    int simple_baseline_count;
    bool no_simple_baselines;
    char *simple_baseline; /* the simple baseline that the baseline must beat; NULL: the best */
    struct yaml_place simple_baseline_place;
    char **negative_control; /* names of arms, at least one of which must be worse than the
                              * baseline; NULL: no negative control */
    int negative_control_count;
    struct yaml_place negative_control_place;

    struct settings baseline_set; /* settings of a baseline given as a map */
    bool baseline_is_map;
    struct yaml_place baseline_place;
    struct grid grid;
    char **keep_arms; /* arms that the tier keeps; NULL: all */
    int keep_count;
    bool not_at_tier; /* the tier is `none`: the question is left out */
};

/* Reads and checks a file and applies one of its tiers ("smoke", "quick", "full"). An unknown tier
 * changes nothing. Returns false if there are errors; diags gets all of them. Call spec_free() in
 * either case. setup: index in the list of `use`. */
bool spec_load(struct spec *, const char *path, int setup, const char *tier, const struct axes *,
               struct diags *);
/* Does the same as spec_load() with a text; `name` replaces the path in messages. */
bool spec_parse(struct spec *, const char *name, const char *text, int setup, const char *tier,
                const struct axes *, struct diags *);
void spec_free(struct spec *);
/* True: the question trains models. False: it times layers or training steps. */
bool spec_trains(const struct spec *);
/* Index of a seed among the tuning seeds; -1 for NULL or any other seed (spec_tune.c). */
int spec_tuning_place(const struct spec *, const char *seed);
/* Whether the question measures this simple baseline. */
bool spec_wants_simple_baseline(const struct spec *, const char *name);
bool spec_is_negative_control(const struct spec *, const char *arm);
/* Whether the question compares the values of an axis. All other axes define conditions, except the
 * seed and the tuned axis. */
bool spec_compares(const struct spec *, const struct axes *, int axis);
bool spec_tunes(const struct spec *, const struct axes *, int axis);

/* ---- labels (spec_labels.c) ---- */

void spec_find_varied(struct spec *, const struct axes *);
/* Replaces each "{axis}" of a label: a number by its digits, a choice by its label. The caller
 * frees the result. */
char *spec_label(const struct axes *, const char *label, char *const *values);
/* Whether a label contains "{axis}" for this axis. */
bool label_names_axis(const char *label, const char *axis);

bool spec_tier_known(const char *tier);
extern const char *const spec_tiers[]; /* ends with NULL */

/* Applies "axis=v1,v2" of --set (also rounds=, timeout_s=, memory_mib=). The axis takes these
 * values in place of the file's. Returns false after an error, which is added to diags. */
bool spec_set(struct spec *, const char *text, const struct axes *, struct diags *);

/* ---- settings, shared by the reader and the planner ---- */

struct setting *settings_find(const struct settings *, int axis);
void settings_remove(struct settings *, int axis);
void setting_free(struct setting *); /* frees the values only */
void settings_free(struct settings *);
/* Appends a setting and takes ownership of its values. */
void settings_add(struct settings *, struct setting);
/* Adds the canonical form of a value, or all values of a numeric range. Returns false with *error,
 * which the caller frees. */
bool setting_add_values(struct setting *, const struct axis *, const char *text, char **error);
void grid_free(struct grid *);
/* Names of the arms of a grid and its members, without duplicates, in file order. The caller frees
 * the list, but not the names. */
struct arm_names {
    const char **list;
    int count;
};
void grid_add_arms(const struct grid *, struct arm_names *);
bool arm_names_have(const struct arm_names *, const char *name);

#endif
