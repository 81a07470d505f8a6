/* SPDX-License-Identifier: MIT
 * A question: one YAML file in ablations/ (ablations/README.md describes the grammar). Its grids
 * define cells; plan.h turns cells into rows. */
#ifndef ATTNLAB_SPEC_H
#define ATTNLAB_SPEC_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/listing.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/yaml.h"

enum spec_kind { SPEC_OVERHEAD, SPEC_QUALITY };

/* An arm: named settings of the axes that the question compares. */
struct spec_arm {
    char *name;  /* name of the arm; value in the CSV column `arm` */
    char *label; /* label in legends, by default the name; "{axis}" is replaced by the value of the
                    axis */
    /* If true, the planner chooses the number of steps so that this arm and its baseline need the
     * same number of training FLOPs. */
    bool match_flops;
};

/* ---- values of axes ---- */

/* An axis named by a key of the file. */
struct spec_axis {
    int axis;
    struct yaml_place place;
};

/* An axis with its canonical values, without the escapes of cell strings. */
struct setting {
    int axis; /* index of the axis in struct axes */
    char **values;
    int value_count;
    struct yaml_place place; /* line and column of the key in the file */
    bool used;               /* true if the setting applies to at least one cell */
};
struct settings {
    struct setting *list;
    int count;
};
/* Conditions select cells: each listed axis has one of its listed values, and the arm is one of the
 * listed arms. An empty list allows all cells. */
struct conditions {
    struct settings set;
    char **arms;
    int arm_count;
    /* conditions as text, such as "q_act=relu d_model=64,128"; NULL if there are none */
    char *text;
};
bool setting_has(const struct setting *, const char *value);
/* Returns true if the conditions include an arm. Conditions that list no arms include every arm. */
bool conditions_include_arm(const struct conditions *, const char *arm);

/* ---- figures ---- */

/* An option of a figure (figures/figures.def lists the options of each kind). */
struct spec_option {
    char *key, *value;
    struct yaml_place place; /* line and column of the value in the file */
};
struct spec_figure {
    char *kind;
    struct yaml_place place; /* line and column of the kind in the file */
    struct spec_axis x; /* x axis of the figure; x.axis is -1 for the default x axis of the kind */
    /* axes that define the panels: one panel per combination of values */
    struct spec_axis *panel;
    int panel_count;
    struct conditions where;
    struct spec_option *options; /* options of the figure */
    int option_count;
};

/* ---- keys of questions that train ---- */

/* Settings for the fit of the loss against compute over several model sizes. */
struct spec_scaling {
    bool asked;
    struct spec_axis over; /* axis of model sizes */
};

/* A published statement about an arm. */
struct spec_claim {
    char *arm;
    char *axis; /* axis that changes the arm's gain; NULL if the claim is about the gain itself, not
                   about a change */
    char *expects; /* a word of spec_changes if `axis` is given, else a word of spec_expectations */
    char *reading; /* a word of spec_readings; NULL for a comparison at equal steps */
    char *published; /* quotation from the source, with words and numbers */
    char *source;
    struct conditions where; /* conditions to which the claim of the source applies */
    bool primary; /* true for the claim that decides the verdict of the question: the first claim,
                     if it names no axis */
    struct yaml_place place;
};
/* the words "better", "worse", "equal" and "no worse"; NULL-terminated */
extern const char *const spec_expectations[];
extern const char *const spec_readings[]; /* the words "steps" and "parameters"; NULL-terminated */
/* the words "gains more", "gains less" and "equal"; NULL-terminated */
extern const char *const spec_changes[];

/* An arm and its control: a different arm with the same number of parameters. */
struct spec_control {
    char *arm, *control;
    struct yaml_place place;
};

/* ---- the grid ---- */

/* An axis whose value is computed by a formula over other axes. */
struct derivation {
    int axis;
    struct formula *formula;
    struct yaml_place place; /* line and column of the formula in the file */
    bool used;
};
struct rule {
    bool require;            /* true for a rule `require`, false for `exclude` */
    char *text, *because;    /* the formula as text, and the reason, which may be NULL */
    struct formula *formula; /* parsed formula over axes and `arm` */
    struct yaml_place place;
};
struct grid_arm {
    char *name;
    char *label;         /* label in legends; NULL to use the name */
    struct settings set; /* settings of the arm, one value per axis */
    bool match_flops;    /* true if the number of steps is chosen so that the arm needs as many
                            training FLOPs as the baseline */
    struct yaml_place place, match_place;
};
/* A grid: the product of fixed values, factors, zip groups and arms. Derived axes and rules apply
 * to each point. A member of `grids` adds its settings to the settings of the outer grid. */
struct grid {
    struct settings fixed, factors;
    /* zip groups; the lists of a group have equal lengths and advance together */
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
    bool of_arm; /* true if the axis belongs to arms, false if it belongs to conditions */
};

struct spec {
    char *path;  /* path as entered by the user */
    char *name;  /* name of the question; value in the CSV column `ablation` */
    char *title; /* The title states the question in a few words. title, question, source and claim
                    may be NULL. */
    char *question, *source, *claim;
    const char *setup_title; /* part of the title that names the setup; NULL unless the question has
                                several setups */
    enum spec_kind kind;
    bool kind_refused; /* true if the kind is unknown, so that checks that depend on the kind are
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
    char *baseline;   /* name of an arm, or "axis=value,..." if the baseline is a map; NULL if there
                         is no baseline */
    char *text;       /* text of the file, followed by the text of its setup */
    char *setup_path; /* path of the setup; NULL if the question has no setup (setups.c) */
    int setup_count;  /* number of setups in the key `use`; each setup has its own struct spec */

    /* Keys of questions that train. The tuning seeds choose a value of the tuned axis
     * (tuning_rule.h); all other seeds run with the best value only. */
    char *tune_axis;   /* name of the tuned axis; NULL if nothing is tuned */
    char **tune_seeds; /* tuning seeds as canonical texts */
    int tune_seed_count;
    bool tune_apart; /* true if tuning seeds are not used for results; plan_build() sets the flag */
    struct yaml_place tune_place;
    /* name of a metric in base/metric_list.def; NULL for the default of the data set */
    char *metric;
    struct yaml_place metric_place;
    char *split; /* split whose metric is compared; NULL for `valid` */
    struct yaml_place split_place;
    double margin; /* equivalence margin; 0 for the default of the metric */
    /* axes in the key `factorial`: axes of arms, then axes of conditions */
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
    char *simple_baseline; /* simple baseline that the baseline must beat; NULL for the best one */
    struct yaml_place simple_baseline_place;
    char **negative_control; /* names of arms, at least one of which must be worse than the
                                baseline; NULL if there is no negative control */
    int negative_control_count;
    struct yaml_place negative_control_place;

    struct settings baseline_set; /* settings of the baseline if it is given as a map */
    bool baseline_is_map;
    struct yaml_place baseline_place;
    struct grid grid;
    char **keep_arms; /* names of arms that the tier keeps; NULL for all arms */
    int keep_count;
    bool not_at_tier; /* true if the tier is `none`: the question is skipped */
};

/* Reads and checks a file and applies one of its tiers ("smoke", "quick", "full"). An unknown tier
 * changes nothing. `setup` is an index in the list of `use`. Returns false if there are errors;
 * `diags` then lists all of them. Call spec_free() in either case. */
bool spec_load(struct spec *, const char *path, int setup, const char *tier, const struct axes *,
               struct diags *);
/* Like spec_load(), but reads a text instead of a file. `name` replaces the path in messages. */
bool spec_parse(struct spec *, const char *name, const char *text, int setup, const char *tier,
                const struct axes *, struct diags *);
void spec_free(struct spec *);
/* Returns true if the question trains models, and false if it times layers or training steps. */
bool spec_trains(const struct spec *);
/* Returns the index of a seed among the tuning seeds, or -1 for NULL or any other seed
 */
int spec_tuning_place(const struct spec *, const char *seed);
/* Returns true if the question measures this simple baseline. */
bool spec_wants_simple_baseline(const struct spec *, const char *name);
bool spec_is_negative_control(const struct spec *, const char *arm);
/* Returns true if the question compares the values of an axis. All other axes define conditions,
 * except the seed and the tuned axis. */
bool spec_compares(const struct spec *, const struct axes *, int axis);
bool spec_tunes(const struct spec *, const struct axes *, int axis);

/* ---- labels (spec_labels.c) ---- */

void spec_find_varied(struct spec *, const struct axes *);
/* Replaces each "{axis}" in a label with the number of a numeric axis, or with the value's label of
 * a choice axis. The caller frees the result. */
char *spec_label(const struct axes *, const char *label, char *const *values);
/* Returns true if a label contains the name of this axis in braces. */
bool label_names_axis(const char *label, const char *axis);

bool spec_tier_known(const char *tier);
extern const char *const spec_tiers[]; /* names of the tiers; NULL-terminated */

/* Applies a text "axis=v1,v2" of --set (also rounds=, timeout_s=, memory_mib=). The new values
 * replace the values in the file. Returns false after an error, which is added to diags. */
bool spec_set(struct spec *, const char *text, const struct axes *, struct diags *);

/* ---- settings, shared by the reader and the planner ---- */

struct setting *settings_find(const struct settings *, int axis);
void settings_remove(struct settings *, int axis);
void setting_free(struct setting *); /* frees only the values of the setting */
void settings_free(struct settings *);
/* Appends a setting and takes ownership of its values. */
void settings_add(struct settings *, struct setting);
/* Adds the canonical form of a value, or all values of a numeric range. On failure, returns false
 * and sets *error, which the caller frees. */
bool setting_add_values(struct setting *, const struct axis *, const char *text, char **error);
void grid_free(struct grid *);
/* Adds the names of the arms of a grid and its members to a list, in file order. */
void grid_add_arms(const struct grid *, struct listing *);

#endif
