/* SPDX-License-Identifier: MIT
 * Words that a question's page and its answer share of what an arm saves or wastes of compute. */
#ifndef ATTNLAB_SCALING_WORDS_H
#define ATTNLAB_SCALING_WORDS_H

#include "harness/analysis/scaling/savings.h"
#include "harness/render/report.h"

#define for_each_fit(f, p)                                                                         \
    for (const struct scaling_fit *f = (p)->a->scaling_fits + (p)->q->scaling.first;               \
         f < (p)->a->scaling_fits + (p)->q->scaling.last; f++)

/* "FLOP" or "seconds" */
const char *scaling_cost_word(const struct scaling_fit *f);
/* "1.32 [1.10, 1.60]"; without an end "1.32, no bound". */
const char *scaled_text(const struct page *p, struct scaled s);
/* "MLP, data = trec" */
const char *scaling_fit_name(const struct page *p, const struct scaling_fit *f);
/* "saves compute", "may waste compute (suggestive)" */
const char *scaling_does_words(struct scaled multiplier, enum outcome outcome);

#endif
