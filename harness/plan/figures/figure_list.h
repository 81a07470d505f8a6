/* SPDX-License-Identifier: MIT
 * The kinds of figures that a question may request (figures.def). */
#ifndef ATTNLAB_FIGURE_LIST_H
#define ATTNLAB_FIGURE_LIST_H

#include "harness/plan/spec.h"

struct figure_kind {
    const char *name;
    enum spec_kind of;
    /* default x axis; NULL if the figure has no x axis; "" if the user must specify the axis */
    const char *x;
    /* option of this kind: name and valid values, default first; NULL if there is no option */
    const char *option, *words;
    const char *shows;
};
extern const struct figure_kind figure_kinds[]; /* the last entry has the name NULL */
/* Returns the kind of figure with this name, or NULL if it is unknown. */
const struct figure_kind *figure_kind_find(const char *name);
/* Returns the index of a value in the list `words` of a kind. Returns -1 if the value is not in
 * the list. */
int figure_choice(const struct figure_kind *, const char *word);
/* description of each kind of question: "time layers" or "train models" */
extern const char *const figure_questions[];

#endif
