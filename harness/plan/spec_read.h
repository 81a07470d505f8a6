/* SPDX-License-Identifier: MIT
 * Reading a question from its YAML tree: what its readers share. */
#ifndef ATTNLAB_SPEC_READ_H
#define ATTNLAB_SPEC_READ_H

#include "harness/plan/spec.h"

/* A tier is read into a question of its own, which is then laid over the file's. */
struct tier {
    const char *name; /* borrowed from spec_tiers */
    struct spec over;
    bool none;               /* the question is left out */
    bool has_zip, has_grids; /* replace the file's, even by an empty list */
};
enum { MAX_TIERS = 3 };

struct reader {
    const struct axes *axes;
    struct diags *diags;
    struct spec *spec; /* being filled: the file's, or a tier's */
    struct grid *grid; /* of it: the outer one, or a member of `grids` */
    struct tier tiers[MAX_TIERS];
    int tier_count;
};

/* ---- values (spec_values.c): all report errors; texts and lists are to be freed ---- */

/* Reads an entry's value into a field. */
typedef void read_field(struct reader *, const struct yaml_entry *, void *to);
/* The keys of a map; each is read at its offset behind `to`, in the order of the members. */
struct member {
    const char *key; /* NULL: the end */
    read_field *read;
    size_t offset;
};
void read_members(struct reader *, const struct yaml *map, const char *key, const struct member *,
                  void *to);

/* "key K: found F, expected E" at the node. */
void refuse_node(struct reader *, const struct yaml *, const char *key, const char *expected);
/* False with the error. */
bool is_kind(struct reader *, const struct yaml_entry *, enum yaml_kind);
/* The text of a scalar; "" for anything else. */
const char *scalar_text(const struct yaml *);

/* A map of axis: values, or one entry of it; key: for messages. one: a single value per axis. */
void read_settings(struct reader *, const char *key, const struct yaml *map, bool one,
                   struct settings *);
void read_setting(struct reader *, const char *key, const struct yaml_entry *, bool one,
                  struct settings *);
/* The values of one axis. False after an error. */
bool read_values(struct reader *, const struct yaml *, const char *key, bool one, struct setting *);
/* Index of the axis that a node, or an entry's key, names; -1 after an error. */
int read_axis_name(struct reader *, const struct yaml *, const char *key);
int read_axis(struct reader *, const struct yaml_entry *, const char *where);
/* A formula over axes (and `arm`, if with_arm); NULL after an error. */
struct formula *read_formula(struct reader *, const struct yaml *, const char *key, bool with_arm);
/* A number; false after an error. */
bool read_number(struct reader *, const struct yaml_entry *, double min, double max, bool integral,
                 double *value);
/* One of a NULL-ended list, or a text of one line; NULL after an error. */
char *read_word(struct reader *, const struct yaml_entry *, const char *const *list);
char *read_line(struct reader *, const struct yaml_entry *);
/* `to`: a char *; a struct spec_axis; a struct conditions, from {axis: values, arm: names}. */
read_field read_line_field, read_axis_field, read_conditions;
void conditions_free(struct conditions *);
/* A name, or a list of names. */
void read_names(struct reader *, const struct yaml_entry *, char ***list, int *count);
/* The values as decimal texts, count of them; the caller frees each and the array. A text that is
 * no range comes back unchanged. NULL with *error (the caller frees it) for an invalid range
 * (range.c). */
char **range_expand(const char *text, int *count, char **error);

/* ---- the keys of a question ---- */

/* spec_grid.c */
read_field read_fixed, read_factors, read_seeds, read_zip, read_arms, read_keep_arms, read_derive,
    read_rules;
/* spec_quality.c */
read_field read_metric, read_split, read_margin, read_factorial, read_scaling, read_claims,
    read_controls, read_simple_baselines, read_simple_baseline, read_negative_control;
/* spec_tune.c, figures/spec_figures.c */
read_field read_tune, read_figures;

/* Maps that may have a key: a file, a member of `grids`, a tier, a setup (keys that it passes on,
 * and keys of its own), a tier of a setup. OF_ITS_KIND: a setup passes it on to questions of its
 * own kind only. IN_SET: --set accepts it. */
enum {
    IN_SPEC = 1,
    IN_GRID = 2,
    IN_TIER = 4,
    IN_SETUP = 8,
    OF_SETUP = 16,
    IN_SETUP_TIER = 32,
    OF_ITS_KIND = 64,
    IN_SET = 128
};
/* Reads a map's keys into reader->spec and reader->grid. what: "a question", ... (spec_keys.c) */
void read_keys(struct reader *, const struct yaml *map, int where, const char *what);
/* Reads the value that --set has for a key; false: it accepts no such key. */
bool read_set_key(struct reader *, const char *key, const char *value);
/* An error for each unknown key. */
void check_keys(const struct yaml *map, int where, const char *what, struct diags *);
bool key_is_in(const char *name, int where);

/* ---- checks of a whole question, tiers ---- */

/* Contradictions between keys: an axis set twice, an unknown baseline or arm (spec.c). */
void spec_check(struct spec *, const struct axes *, struct diags *);
/* An error unless some grid has the arm. */
void need_arm(const struct spec *, struct diags *, struct yaml_place, const char *key,
              const char *name);
void tune_check(const struct spec *, const struct axes *, struct diags *);
/* Names in the keys of quality must exist. Divides `factorial` into axes of arms and conditions. */
void quality_check(struct spec *, const struct axes *, struct diags *);
/* A claim of a file must have what was published, and where. */
void claims_check(const struct spec *, struct diags *);
/* Kinds and options must be those of figures/figures.def, arms of `where` must exist. */
void figures_check(const struct spec *, struct diags *);
/* Axes that a label names in braces must exist (spec_labels.c). */
void check_label(struct reader *, const struct yaml_entry *);

/* Lays a tier over the file's question; moves its values (spec_override.c). */
void tier_apply(struct tier *, struct spec *, const struct axes *, struct diags *);
void tune_tier(struct spec *over, struct spec *);
/* Adds the tuning seeds that do not judge to the factor seed: once, after tier and --set. */
void tune_add_seeds(struct spec *, const struct axes *);

void tune_free(struct spec *);
void quality_free(struct spec *);
void figure_free(struct spec_figure *);

/* ---- the key use (setups.c) ---- */

/* The line between a question and its setup in spec->text; the path follows. */
#define SETUP_HEAD "# As used by attnlab: "
/* The question's tree laid over that of the setup, the which-th that its `use` names; the question
 * itself where it uses none. The setup is then in *setup, its path in spec->setup_path, its text
 * after spec->text. NULL with the errors in diags. Both documents must outlive the tree. */
const struct yaml *spec_use(struct spec *, int which, const struct yaml *question,
                            struct yaml_document *setup, struct diags *);

#endif
