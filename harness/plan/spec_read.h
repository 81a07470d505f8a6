/* SPDX-License-Identifier: MIT
 * Declarations shared by the functions that read a question from its YAML tree. */
#ifndef ATTNLAB_SPEC_READ_H
#define ATTNLAB_SPEC_READ_H

#include "harness/plan/spec.h"

/* A tier. The keys of the tier are read into `over`. Values in `over` then replace values of the
 * file. */
struct tier {
    const char *name; /* entry of spec_tiers; not owned */
    struct spec over;
    bool none;               /* true if the tier skips the question */
    bool has_zip, has_grids; /* true if the tier has this key, which replaces the file's value even
                                with an empty list */
};
enum { MAX_TIERS = 3 };

struct reader {
    const struct axes *axes;
    struct diags *diags;
    struct spec *spec; /* struct that receives the values of the file or of a tier */
    struct grid *grid; /* grid that receives the values: the outer grid or a member of `grids` */
    struct tier tiers[MAX_TIERS];
    int tier_count;
};

/* ---- values (spec_values.c): readers report errors; the caller frees texts and lists ---- */

typedef void read_field(struct reader *, const struct yaml_entry *, void *to);
/* A key of a map, with the function that reads the value and the offset of the field in the
 * argument `to` of read_members(). Keys are read in table order. */
struct member {
    const char *key; /* name of the key; NULL ends the table */
    read_field *read;
    size_t offset;
};
void read_members(struct reader *, const struct yaml *map, const char *key, const struct member *,
                  void *to);

/* Reports "key K: found F, expected E" at the location of the node. */
void refuse_node(struct reader *, const struct yaml *, const char *key, const char *expected);
/* Returns true if the node of the entry has this kind. Otherwise reports an error. */
bool is_kind(struct reader *, const struct yaml_entry *, enum yaml_kind);
/* Returns the text of a scalar, or "" for a list or a map. */
const char *scalar_text(const struct yaml *);

/* read_settings() reads a map {axis: values}; read_setting() reads one entry. `key` appears in
 * messages. If `one` is true, each axis must have exactly one value. */
void read_settings(struct reader *, const char *key, const struct yaml *map, bool one,
                   struct settings *);
void read_setting(struct reader *, const char *key, const struct yaml_entry *, bool one,
                  struct settings *);
/* Reads the values of one axis. Returns false after an error. */
bool read_values(struct reader *, const struct yaml *, const char *key, bool one, struct setting *);
/* Reads the name of an axis from a node, or from the key of an entry. Returns the index of the
 * axis, or -1 after an error. */
int read_axis_name(struct reader *, const struct yaml *, const char *key);
int read_axis(struct reader *, const struct yaml_entry *, const char *where);
/* Reads a formula over axes. If with_arm is true, the formula may also use `arm`. Returns NULL
 * after an error. */
struct formula *read_formula(struct reader *, const struct yaml *, const char *key, bool with_arm);
/* Reads a number. Returns false after an error. */
bool read_number(struct reader *, const struct yaml_entry *, double min, double max, bool integral,
                 double *value);
/* read_word() accepts only words of a NULL-terminated list; read_line() accepts any text on one
 * line. Both return NULL after an error. */
char *read_word(struct reader *, const struct yaml_entry *, const char *const *list);
char *read_line(struct reader *, const struct yaml_entry *);
/* The argument `to` is char ** for read_line_field, struct spec_axis * for read_axis_field, and
 * struct conditions * for read_conditions, which reads a map {axis: values, arm: names}. */
read_field read_line_field, read_axis_field, read_conditions;
/* Reads one name or a list of names. */
void read_names(struct reader *, const struct yaml_entry *, char ***list, int *count);
/* Expands a range (range.c) into *count decimal strings. A string that is not a range is returned
 * as the only item. If the range is invalid, returns NULL and sets *error. The caller frees the
 * array with the strings, or the error. */
char **range_expand(const char *text, int *count, char **error);

/* ---- the keys of a question ---- */

read_field read_fixed, read_factors, read_seeds, read_zip, read_arms, read_keep_arms, read_derive,
    read_rules;
read_field read_metric, read_split, read_margin, read_factorial, read_scaling, read_claims,
    read_controls, read_simple_baselines, read_simple_baseline, read_negative_control;
read_field read_tune, read_figures;

/* Flags that state where a key is allowed:
 *  IN_SETUP     in a setup, which passes the key to its questions
 *  OF_SETUP     in a setup, but not passed to questions
 *  OF_ITS_KIND  passed only to questions of the setup's kind
 *  IN_SET       in --set */
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
/* Reads the keys of a map into reader->spec and reader->grid (spec_keys.c). `what` names the map in
 * messages, such as "a question". */
void read_keys(struct reader *, const struct yaml *map, int where, const char *what);
/* Reads the value of a key from --set. Returns false if --set does not accept this key. */
bool read_set_key(struct reader *, const char *key, const char *value);
void check_keys(const struct yaml *map, int where, const char *what, struct diags *);
bool key_is_in(const char *name, int where);

/* ---- checks of a whole question, tiers ---- */

/* Reports keys that contradict each other, such as an axis set twice, and unknown baselines
 * (spec.c). */
void spec_check(struct spec *, const struct axes *, struct diags *);
/* Reports an error if no grid contains the arm. */
void need_arm(const struct spec *, struct diags *, struct yaml_place, const char *key,
              const char *name);
void tune_check(const struct spec *, const struct axes *, struct diags *);
/* Reports unknown arms and axes in the keys of training questions. Splits `factorial` into arm axes
 * and condition axes. */
void quality_check(struct spec *, const struct axes *, struct diags *);
/* Reports claims that lack `published` or `source`. */
void claims_check(const struct spec *, struct diags *);
/* Reports unknown figures, unknown options, and unknown arms in `where`. */
void figures_check(const struct spec *, struct diags *);
/* Reports unknown axes in a label's braces (spec_labels.c). */
void check_label(struct reader *, const struct yaml_entry *);

/* Applies a tier: moves the tier's values into the question (spec_override.c). */
void tier_apply(struct tier *, struct spec *, const struct axes *, struct diags *);
/* Swaps the tuning settings of a tier and a question. */
void tune_tier(struct spec *over, struct spec *);
/* Adds tuning seeds that are not used for results to the factor seed. Call this once, after
 * applying the tier and --set. */
void tune_add_seeds(struct spec *, const struct axes *);

/* ---- the key use (setups.c) ---- */

/* Marks the start of the setup in spec->text. The path of the setup follows on the same line. */
#define SETUP_HEAD "# As used by attnlab: "
/* Merges a question over its setup. `which` is the index of the setup in the key `use`. Sets *setup
 * and spec->setup_path, and appends the setup to spec->text. Without a key `use`, returns the
 * question unchanged. After errors, returns NULL. Both documents must outlive the returned tree. */
const struct yaml *spec_use(struct spec *, int which, const struct yaml *question,
                            struct yaml_document *setup, struct diags *);

#endif
