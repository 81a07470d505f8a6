/* SPDX-License-Identifier: MIT
 * Corpus BLEU (Papineni et al. 2002) from n-gram counts, as in sacreBLEU (Post 2018). */
#ifndef ATTNLAB_BLEU_SCORE_H
#define ATTNLAB_BLEU_SCORE_H

#include <stdbool.h>

enum { BLEU_ORDER = 4 };
enum bleu_smoothing { BLEU_SMOOTH_EXP, BLEU_SMOOTH_FLOOR, BLEU_SMOOTH_ADD_K, BLEU_SMOOTH_NONE };

/* Counts of a text or corpus, whole numbers: n-grams, n = 1.., and tokens. */
struct bleu_counts {
    double correct[BLEU_ORDER], total[BLEU_ORDER], hypothesis_length, reference_length;
};
/* The record columns that hold them, in this order, NULL-terminated. */
extern const char *const bleu_columns[];

struct bleu_score {
    double score;                 /* 0 to 100 */
    double precision[BLEU_ORDER]; /* percent, smoothed */
    double brevity_penalty;
};
/* value: for floor and add-k. effective_order: ignore orders that no hypothesis reaches. */
struct bleu_score bleu_score_of(const struct bleu_counts *, enum bleu_smoothing, double value,
                                bool effective_order);

#endif
