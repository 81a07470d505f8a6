/* SPDX-License-Identifier: MIT
 * What the scripts of plots/ say of themselves: the end of a script's head names its options and
 * the questions it is of, so that the planner needs to know nothing of drawing.
 *
 *   # ... Options: x (axis, needed), reading (steps, parameters).
 *   # Of questions that train models.
 *
 * In parentheses stand the words that an option takes, the default first; or `axis`, `values`, and
 * what it is without, or `needed`. */
#ifndef ATTNLAB_FIGURE_SCRIPTS_H
#define ATTNLAB_FIGURE_SCRIPTS_H

#include "harness/plan/spec.h"

struct figure_option {
    char *name;
    char **words;
    int word_count;
};
struct figure_script {
    char *name;          /* the kind */
    char *says;          /* how its picture is to be read: the first sentence of the head */
    enum spec_kind kind; /* of the questions it is of */
    struct figure_option *options;
    int option_count;
};
struct figure_scripts {
    struct figure_script *list; /* by name; those that say nothing are not to be asked for */
    int count;
};

/* False where the folder is not at hand. To be freed in either case. */
bool figure_scripts_read(struct figure_scripts *);
const struct figure_script *figure_scripts_find(const struct figure_scripts *, const char *name);
const struct figure_option *figure_script_option(const struct figure_script *, const char *name);
/* That sentence of any script; "" without a head. To be freed. */
char *figure_script_says(const char *path);
/* Whether the words of an option say what kind of thing it is, and are none to choose from. */
bool figure_option_is(const struct figure_option *, const char *thing);
void figure_scripts_free(struct figure_scripts *);
/* Whether the tables of kinds have a line for a kind: what fills its figures stands in a room above
 * this one, so main() hands it over. NULL: nobody asked for figures to be filled. */
extern bool (*figure_kind_is_filled)(const char *kind);
/* What is said of a kind that has none; to be freed. */
char *figure_unfilled(const char *kind);
/* What every kind takes beside that; ends with a NULL name. */
struct figure_common {
    const char *name, *takes;
};
extern const struct figure_common figure_common[];
/* "time layers", "train models". */
extern const char *const figure_questions[];

#endif
