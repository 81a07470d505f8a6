/* SPDX-License-Identifier: MIT
 * The kinds of figures that a question may ask for (figures.def). */
#ifndef ATTNLAB_FIGURE_LIST_H
#define ATTNLAB_FIGURE_LIST_H

#include "harness/plan/spec.h"

struct figure_kind {
    const char *name;
    enum spec_kind of;
    const char *x;              /* axis: NULL, none; "", must be given; else the default */
    const char *option, *words; /* an option of its own and its words, the default first; NULL */
    const char *shows;
};
extern const struct figure_kind figure_kinds[];               /* ends with a NULL name */
const struct figure_kind *figure_kind_find(const char *name); /* NULL: unknown */
/* Index of a word among those of the kind's option; -1: unknown. */
int figure_choice(const struct figure_kind *, const char *word);
/* "time layers", "train models". */
extern const char *const figure_questions[];

#endif
