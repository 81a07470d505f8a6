/* SPDX-License-Identifier: MIT
 * A question: one YAML file in ablations/ (ablations/README.md describes the grammar). The grids of
 * a question define cells; plan.h turns the cells into rows. */
#ifndef ATTNLAB_SPEC_H
#define ATTNLAB_SPEC_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/listing.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/yaml.h"

enum spec_kind { SPEC_OVERHEAD, SPEC_QUALITY };

/* An arm: a name and settings of the axes that the question compares. */
struct spec_arm {
    char *name;  /* name, as in the CSV column `arm` */
    char *label; /* label in legends, by default the name; may contain axes in braces */
    /* true if the planner sets the number of steps so that arm and baseline need equal training
     * FLOPs */
    bool match_flops;
};

/* ---- values of axes ---- */

/* An axis named in the file, with the location of the name. */
struct spec_axis {
    int axis;
    struct yaml_place place;
};

/* An axis with a list of canonical values. The values are not escaped, unlike in cell strings. */
struct setting {
    int axis; /* index of the axis in struct axes */
    char **values;
    int value_count;
    struct yaml_place place; /* line and column of the key in the file */
    bool used;               /* true if the setting applies to a cell */
};
struct settings {
    struct setting *list;
    int count;
};
/* Conditions select cells. Each listed axis must have one of the listed values, and the arm must be
 * listed. An empty list selects all cells. */
struct conditions {
    struct settings set;
    char **arms;
    int arm_count;
    /* conditions as text, such as "q_act=relu d_model=64,128"; NULL without conditions */
    char *text;
};
bool setting_has(const struct setting *, const char *value);
/* Returns true if the conditions accept an arm. An empty list of arms accepts every arm. */
bool conditions_include_arm(const struct conditions *, const char *arm);

/* ---- figures ---- */

/* An option of a figure; figures/figures.def lists the options of each kind. */
struct spec_option {
    char *key, *value;
    struct yaml_place place; /* line and column of the value in the file */
};
struct spec_figure {
    char *kind;
    struct yaml_place place; /* line and column of the kind in the file */
    struct spec_axis x;      /* x axis; x.axis is -1 for the default of the kind */
    /* axes of the panels: one panel per combination of values */
    struct spec_axis *panel;
    int panel_count;
    struct conditions where;
    struct spec_option *options; /* options of this figure */
    int option_count;
};

/* ---- keys of questions that train ---- */

/* Settings of the scaling fit: loss against compute over several model sizes. */
struct spec_scaling {
    bool asked;
    struct spec_axis over; /* axis that sets the model size */
};

/* A published claim about an arm. */
struct spec_claim {
    char *arm;
    char *axis;    /* axis that changes the arm's gain according to the claim; NULL if the claim is
                      about the gain itself */
    char *expects; /* word from spec_changes if `axis` is set, otherwise from spec_expectations */
    char *reading; /* word from spec_readings; NULL for a comparison at equal steps */
    char *published; /* quotation from the source, including numbers */
    char *source;
    struct conditions where; /* conditions under which the source makes the claim */
    bool primary; /* true if this claim decides the verdict of the question; only the first claim
                     can, and only if its `axis` is NULL */
    struct yaml_place place;
};
/* "better", "worse", "equal", "no worse"; NULL-terminated */
extern const char *const spec_expectations[];
extern const char *const spec_readings[]; /* "steps", "parameters"; NULL-terminated */
/* "gains more", "gains less", "equal"; NULL-terminated */
extern const char *const spec_changes[];

/* An arm and its control. The control is another arm with the same number of parameters. */
struct spec_control {
    char *arm, *control;
    struct yaml_place place;
};

/* ---- the grid ---- */

/* An axis that a formula computes from other axes. */
struct derivation {
    int axis;
    struct formula *formula;
    struct yaml_place place; /* line and column of the formula in the file */
    bool used;
};
struct rule {
    bool require;            /* true for `require`, false for `exclude` */
    char *text, *because;    /* text: the formula in the file; because: the reason, or NULL */
    struct formula *formula; /* parsed formula over axes and `arm` */
    struct yaml_place place;
};
struct grid_arm {
    char *name;
    char *label;         /* label in legends; NULL to use the name */
    struct settings set; /* settings of the arm, one value per axis */
    bool match_flops; /* true if the planner sets the number of steps so that arm and baseline need
                         equal training FLOPs */
    struct yaml_place place, match_place;
};
/* A grid: the product of fixed values, factors, zip groups and arms, with derived axes and rules.
 * Members of `grids` are grids that inherit the settings of the outer grid. */
struct grid {
    struct settings fixed, factors;
    /* zip groups: lists of equal length that advance together */
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

/* An axis that the question varies. Labels show the value of this axis. */
struct varied_axis {
    int axis;
    bool of_arm; /* true for an axis of arms, false for an axis of conditions */
};

struct spec {
    char *path;  /* path as entered by the user */
    char *name;  /* name, as in the CSV column `ablation` */
    char *title; /* short form of the question; the members title, question, source and claim may be
                    NULL */
    char *question, *source, *claim;
    const char
        *setup_title; /* end of the title, which names the setup; NULL if there is only one setup */
    enum spec_kind kind;
    bool kind_refused; /* true if the key `kind` is invalid; checks that need the kind are then
                          skipped */
    int rounds;        /* number of rounds, at least 1 */
    double timeout_s;  /* time limit per worker in seconds; 0 for the default limit */
    int memory_mib;    /* memory limit per worker in MiB; 0 for no limit */
    struct spec_figure *figures;
    int figure_count;
    struct spec_arm *arms; /* arms in legend order; plan_build() fills the list */
    int arm_count;
    struct varied_axis *varied; /* varied axes in table order; plan_build() fills the list */
    int varied_count;
    char
        *baseline; /* name of an arm, or "axis=value,..." for a map; NULL if there is no baseline */
    char *text;    /* text of the file and of the setup */
    char *setup_path; /* path of the setup; NULL without setup (setups.c) */
    int setup_count;  /* number of setups under the key `use`; each setup has a separate struct spec
                       */

    /* Keys of training questions. Tuning seeds choose a value of the tuned axis (tuning_rule.h).
     * All other seeds use only the chosen value. */
    char *tune_axis;   /* name of the tuned axis; NULL if nothing is tuned */
    char **tune_seeds; /* tuning seeds, as strings in canonical form */
    int tune_seed_count;
    bool tune_apart; /* true if no tuning seed is used for results; set by plan_build() */
    struct yaml_place tune_place;
    /* metric from base/metric_list.def; NULL for the data set's default */
    char *metric;
    struct yaml_place metric_place;
    char *split; /* split on which arms are compared; NULL for `valid` */
    struct yaml_place split_place;
    double margin; /* equivalence margin; 0 for the metric's default */
    /* axes listed under the key `factorial`: arm axes in `factorial`, condition axes in
     * `interactions` */
    struct spec_axis *factorial, *interactions;
    int factorial_count, interaction_count;
    struct spec_scaling scaling;
    struct spec_claim *claims;
    int claim_count;
    struct spec_control *controls;
    int control_count;
    char **simple_baselines; /* names of simple baselines; NULL for all that support the task */
    int simple_baseline_count;
    bool no_simple_baselines;
    char *simple_baseline; /* simple baseline that the baseline must beat; NULL for the best simple
                              baseline */
    struct yaml_place simple_baseline_place;
    char **negative_control; /* arms that serve as negative controls, at least one of which must be
                                worse than the baseline; NULL if there are none */
    int negative_control_count;
    struct yaml_place negative_control_place;

    struct settings baseline_set; /* settings of a baseline that is a map */
    bool baseline_is_map;
    struct yaml_place baseline_place;
    struct grid grid;
    char **keep_arms; /* names of arms that the tier keeps; NULL for all arms */
    int keep_count;
    bool not_at_tier;     /* true if this tier skips the question (value `none`) */
    bool changed_by_tier; /* true if the key `tiers` has an entry for this tier */
};

/* Reads and checks a question and applies a tier ("smoke", "quick", "full"; other names change
 * nothing). `setup` is an index in the list of the key `use`. After errors, returns false and adds
 * all of them to `diags`. Call spec_free() in either case. */
bool spec_load(struct spec *, const char *path, int setup, const char *tier, const struct axes *,
               struct diags *);
/* Like spec_load(), but parses a string. Messages show `name` instead of a path. */
bool spec_parse(struct spec *, const char *name, const char *text, int setup, const char *tier,
                const struct axes *, struct diags *);
void spec_free(struct spec *);
/* Returns true if the question trains models, false if it times layers or training steps. */
bool spec_trains(const struct spec *);
/* Returns the index of a seed in the tuning seeds, or -1 if there is none. The seed may be NULL. */
int spec_tuning_place(const struct spec *, const char *seed);
/* Returns true if the question measures a simple baseline. */
bool spec_wants_simple_baseline(const struct spec *, const char *name);
bool spec_is_negative_control(const struct spec *, const char *arm);
/* Returns true if the question compares values of this axis. Axes that are not compared define
 * conditions, except the seed and the tuned axis. */
bool spec_compares(const struct spec *, const struct axes *, int axis);
bool spec_tunes(const struct spec *, const struct axes *, int axis);

/* ---- labels (spec_labels.c) ---- */

void spec_find_varied(struct spec *, const struct axes *);
/* Replaces each "{axis}" in a label with a number or, for an axis with choices, the label of the
 * choice. The caller frees the result. */
char *spec_label(const struct axes *, const char *label, char *const *values);
/* Returns true if a label contains "{axis}" for this axis. */
bool label_names_axis(const char *label, const char *axis);

bool spec_tier_known(const char *tier);
extern const char *const spec_tiers[]; /* names of the tiers; NULL-terminated */

/* Applies one option --set "axis=v1,v2" (also rounds=, timeout_s=, memory_mib=), which replaces the
 * values of the file. On failure, returns false and adds an error to diags. */
bool spec_set(struct spec *, const char *text, const struct axes *, struct diags *);

/* ---- settings, shared by the reader and the planner ---- */

struct setting *settings_find(const struct settings *, int axis);
void settings_remove(struct settings *, int axis);
void setting_free(struct setting *); /* frees the values, but not the struct */
void settings_free(struct settings *);
/* Appends a setting and takes ownership of its values. */
void settings_add(struct settings *, struct setting);
/* Adds the canonical form of a value. A range adds several values. On failure, returns false and
 * sets *error, which the caller frees. */
bool setting_add_values(struct setting *, const struct axis *, const char *text, char **error);
void grid_free(struct grid *);
/* Adds the arm names of a grid and its members to a list, in file order. */
void grid_add_arms(const struct grid *, struct listing *);

#endif
