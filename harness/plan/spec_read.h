/* SPDX-License-Identifier: MIT
 * Reading a specification from its YAML tree: the context, and what its readers share. */
#ifndef ATTNLAB_SPEC_READ_H
#define ATTNLAB_SPEC_READ_H

#include "harness/plan/spec.h"

/* A tier is read into a specification of its own, which is then laid over the file's. */
struct tier {
    const char *name; /* borrowed from spec_tiers */
    struct spec over;
    bool none;               /* the question is left out */
    bool has_zip, has_grids; /* the file's are replaced, if only by an empty list */
};
enum { MAX_TIERS = 3 };

struct reader {
    const struct axes *axes;
    struct diags *diags;
    struct spec *spec; /* what is being filled: the file's, or a tier's */
    struct grid *grid; /* of it: the outer one, or a member of `grids` */
    size_t offset;     /* of the field in *spec that the current key fills */
    struct tier tiers[MAX_TIERS];
    int tier_count;
};

/* "key K: found F, expected E" at a place. */
void reader_expected(struct reader *, struct yaml_place, const char *key, const char *found,
                     const char *expected);
/* The same with the node as what was found. */
void reader_expected_node(struct reader *, const struct yaml *, const char *key,
                          const char *expected);
/* The same with an entry's key, in a map that knows no such key. */
void reader_unknown(struct reader *, const struct yaml_entry *, const char *key,
                    const char *expected);
bool reader_is(struct reader *, const struct yaml_entry *, enum yaml_kind);

/* A map of axis: values; key is where it stands. one: each axis takes a single value. */
void read_settings(struct reader *, const char *key, const struct yaml *map, bool one,
                   struct settings *);
/* One entry of such a map. */
void read_setting(struct reader *, const char *key, const struct yaml_entry *, bool one,
                  struct settings *);
/* The values of one axis; key is for messages. False if there was an error. */
bool read_values(struct reader *, const struct yaml *, const char *key, bool one, struct setting *);
/* Gives each item of a list, or each word of a scalar ("q_act q_width", also with commas), to a
 * reader of one value. */
typedef void read_item(struct reader *, const struct yaml *item, const char *key, void *to);
void read_items(struct reader *, const struct yaml_entry *, read_item *, void *to);
/* The keys of a map inside a key; each is read into `to`, in the order of the members. */
struct member {
    const char *key; /* NULL: the end */
    void (*read)(struct reader *, const struct yaml_entry *, void *to);
};
void read_members(struct reader *, const struct yaml *map, const char *key, const struct member *,
                  void *to);
/* The key where, {axis: values, arm: names} or "axis=value axis=value". */
void read_conditions(struct reader *, const struct yaml_entry *, struct conditions *);
void conditions_free(struct conditions *);
/* A formula over axes (and `arm`, if with_arm); NULL after an error. */
struct formula *read_formula(struct reader *, const struct yaml *, const char *key, bool with_arm);
/* Index of the axis that a key names, -1 after an error. */
int read_axis(struct reader *, const struct yaml_entry *, const char *where);

/* The grid's keys: fixed arms factors zip grids derive rules. */
void read_fixed(struct reader *, const struct yaml_entry *);
void read_factors(struct reader *, const struct yaml_entry *);
void read_zip(struct reader *, const struct yaml_entry *);
void read_arms(struct reader *, const struct yaml_entry *);
void read_derive(struct reader *, const struct yaml_entry *);
void read_rules(struct reader *, const struct yaml_entry *);
void read_seeds(struct reader *, const struct yaml_entry *);
/* Of a tier: a list of names. */
void read_keep_arms(struct reader *, const struct yaml_entry *);

/* The key tune (tuning/spec_tune.c). */
void read_tune(struct reader *, const struct yaml_entry *);
void tune_check(const struct spec *, const struct axes *, struct diags *);
void tune_tier(struct spec *over, struct spec *); /* lays the tier's over the file's */
void tune_free(struct spec *);
/* Adds the tuning seeds that do not judge, which the file's factor does not have. Once, when tier
 * and --set are laid over it and all is checked. */
void tune_add_seeds(struct spec *, const struct axes *);

/* The other keys of quality (spec_quality.c), and those of its validity checks: simple baselines
 * simple baseline negative_control (spec_validity.c). */
void read_metric(struct reader *, const struct yaml_entry *);
void read_split(struct reader *, const struct yaml_entry *);
void read_margin(struct reader *, const struct yaml_entry *);
void read_factorial(struct reader *, const struct yaml_entry *);
void read_claims(struct reader *, const struct yaml_entry *);
void read_scaling(struct reader *, const struct yaml_entry *);
/* A claim must have what was published, and where. Of files alone. */
void claims_check(const struct spec *, struct diags *);
void read_controls(struct reader *, const struct yaml_entry *);
/* The axes that a label names in braces must exist (spec_labels.c). */
void check_label(struct reader *, const struct yaml_entry *);
void read_simple_baselines(struct reader *, const struct yaml_entry *);
void read_simple_baseline(struct reader *, const struct yaml_entry *);
void read_negative_control(struct reader *, const struct yaml_entry *);
/* One of a list that NULL ends, or a text of one line at least; NULL after an error. To be freed.
 */
char *read_word(struct reader *, const struct yaml_entry *, const char *const *list);
char *read_line(struct reader *, const struct yaml_entry *);
/* A number; false after an error. */
bool read_number(struct reader *, const struct yaml_entry *, double min, double max, bool integral,
                 double *value);
/* Index of the axis that a node names, -1 after an error. */
int read_axis_name(struct reader *, const struct yaml *, const char *key);
/* What these keys name must exist. Parts `factorial`. */
void quality_check(struct spec *, const struct axes *, struct diags *);
void quality_free(struct spec *);
/* The same of simple baselines, simple baseline and negative_control. */
void validity_keys_check(const struct spec *, struct diags *);
void validity_keys_free(struct spec *);
/* An error unless some grid has the arm. */
void need_arm(const struct spec *, struct diags *, struct yaml_place, const char *key,
              const char *name);

/* ---- the key use (setups.c) ---- */

/* The line between a specification and its setup in spec->text; the path follows. */
#define SETUP_HEAD "# As used by attnlab: "
/* The question's tree laid over that of the setup, the which-th that its `use` names; the question
 * itself where it uses none. The setup is then in *setup, its path in spec->setup_path, its text
 * after spec->text. NULL with the errors in diags. Both documents must live until the tree was
 * read. */
const struct yaml *spec_use(struct spec *, int which, const struct yaml *question,
                            struct yaml_document *setup, struct diags *);

/* Which keys a map may have: those of a file, of a member of `grids`, of a tier; of a setup those
 * that it passes on, those that are its own, and those of its tiers (setups.c). OF_ITS_KIND:
 * it passes them on to questions of its kind alone. IN_SET: --set takes them, beside axes. */
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
/* Reads a map's keys into reader->spec and reader->grid. what: "a specification", ... */
void read_keys(struct reader *, const struct yaml *map, int where, const char *what);
/* Reads the value that --set has for a key; false: it takes no such key. */
bool read_set_key(struct reader *, const char *key, const char *value);
/* An error for each key that such a map may not have. */
void check_keys(const struct yaml *map, int where, const char *what, struct diags *);
/* Whether a question takes this key of its setup. */
bool key_is_passed_on(const char *name);
/* Whether a specification takes it. */
bool key_is_known(const char *name);
/* Whether it does so only if it is of the setup's kind. */
bool key_is_of_its_kind(const char *name);

/* Lays the tier over the file's specification; takes what it needs out of it. */
void tier_apply(struct tier *, struct spec *, const struct axes *, struct diags *);
/* The key figures (figures/spec_figures.c). Each kind and its options must be those of
 * figures/figures.def: an error is reported with all others of the file.
 * Whether the arms of `where` exist is checked once the file was read without an error. */
void read_figures(struct reader *, const struct yaml_entry *);
void figures_check(const struct spec *, struct diags *);
void figures_need(const struct spec *, struct diags *);
void figure_free(struct spec_figure *);
/* Contradictions that no single key shows: an axis set twice, a baseline or arm that is not. */
void spec_check(struct spec *, const struct axes *, struct diags *);

/* ---- Ranges of numbers: "1-4" (step 1), "2-10+2" (step 2), "128-8192*2" (factor 2), "1-4*sqrt2"
 * (1, 1.41, 2, 2.83, 4), or one value. The last value is included if it is reached. ---- */

/* The values as decimal texts, count of them; the caller frees each and the array. What is not a
 * range comes back as it is. NULL with *error (to be freed) for a range that makes no sense. */
char **range_expand(const char *text, int *count, char **error);

#endif
