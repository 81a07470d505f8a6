/* SPDX-License-Identifier: MIT
 * The choices that the cells of a check use, each tried by itself: its formula against values by
 * hand, its derivative against differences, a normaliser at extreme scores. A layer is held against
 * these formulas, so a layer that agrees proves nothing where one of them is wrong; and where a
 * choice has no fast function, the layer runs the formula and is compared with itself. */
#ifndef ATTNLAB_CHECK_CHOICES_H
#define ATTNLAB_CHECK_CHOICES_H

#include "base/mem.h"
#include "harness/run/check/check_matrix.h"
#include "harness/run/check/check_pool.h"

struct choice_counts {
    int passed, failed;
    json_t *seen; /* "normalizer softmax": a choice that several slots offer counts once */
    struct text formula_only, without_values; /* names, with ", " between */
};

/* Runs them in workers as `pool` says (worker, jobs, limit, placement); a failure is printed at
 * once. False with *error when workers cannot be started. */
bool choices_check(struct choice_counts *, const struct matrix *, struct check_pool pool,
                   char **error);
/* How many, and who has no fast function or no values by hand. */
void choices_print(const struct choice_counts *);
void choices_free(struct choice_counts *);

#endif
