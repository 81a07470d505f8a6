/* SPDX-License-Identifier: MIT
 * The kinds of figures that a question may list (figures.def). */
#ifndef ATTNLAB_FIGURE_LIST_H
#define ATTNLAB_FIGURE_LIST_H

#include "harness/plan/spec.h"

struct figure_kind {
    const char *name;
    enum spec_kind of;
    const char *x; /* default axis; NULL: no x axis; "": the user must give an axis */
    /* an option of this kind and its values, the default first; NULL: no option */
    const char *option, *words;
    const char *shows;
};
extern const struct figure_kind figure_kinds[]; /* a NULL name ends the list */
/* Returns NULL for an unknown kind. */
const struct figure_kind *figure_kind_find(const char *name);
/* Returns the index of a word among the values of the kind's option, or -1 if it is unknown. */
int figure_choice(const struct figure_kind *, const char *word);
/* what the questions of a spec_kind do: "time layers", "train models" */
extern const char *const figure_questions[];

#endif
