/* SPDX-License-Identifier: MIT
 * The factorial design that the entries of a condition form: its factors with their levels, and
 * what was measured of each combination of levels. What is computed of it is factorial.c's.
 *
 * Levels stand in the order of the axis's choices, numbers by size; the first is what the others
 * are set against. A combination holds a level of each factor: its index counts them as digits, the
 * last factor's fastest. Combination 0 has the first level of all. An entry to which a factor does
 * not apply has no place in the design; several entries may share a combination. */
#ifndef ATTNLAB_FACTORIAL_DESIGN_H
#define ATTNLAB_FACTORIAL_DESIGN_H

#include "harness/analysis/analysis.h"

struct design_factor {
    int axis, levels, stride; /* stride: from a combination to the one of the next level */
    const char **level;       /* (levels) in their order; the texts are borrowed */
};
struct design {
    const struct analysis *analysis; /* must outlive it, with the two that follow */
    const struct question *question;
    const struct condition *condition;
    struct design_factor *factor; /* (factors) as the specification lists them */
    int factors, combinations, seeds;
    const struct trial *const *seed_like; /* (seeds) trials that have them; borrowed */
    double *score;    /* (seeds, combinations) differences are gains; NaN: not measured */
    double *variance; /* (combinations) of a score, by the choice of the tuned value */
};

/* Why a condition forms no design, to be freed; NULL: it forms this one. design_free() in either
 * case. */
char *design_find(struct design *, const struct analysis *, const struct question *,
                  const struct condition *);
void design_free(struct design *);
/* Whether an entry of the condition has a place in the design. */
bool design_holds(const struct design *, int entry);
/* The combination that such an entry stands at. */
int design_combination(const struct design *, int entry);
/* The place of a factor's level in a combination: 0 is the first. */
int combination_level(const struct design_factor *, int combination);

#endif
