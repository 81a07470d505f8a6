/* SPDX-License-Identifier: MIT
 * Computes corpus BLEU (Papineni et al. 2002) from n-gram counts, like sacreBLEU (Post 2018). */
#ifndef ATTNLAB_BLEU_SCORE_H
#define ATTNLAB_BLEU_SCORE_H

#include <stdbool.h>

enum { BLEU_ORDER = 4 };
enum bleu_smoothing { BLEU_SMOOTH_EXP, BLEU_SMOOTH_FLOOR, BLEU_SMOOTH_ADD_K, BLEU_SMOOTH_NONE };

/* Counts of a text or corpus: n-grams for n = 1 to BLEU_ORDER, and tokens. All counts are whole
 * numbers. */
struct bleu_counts {
    double correct[BLEU_ORDER], total[BLEU_ORDER], hypothesis_length, reference_length;
};
/* Names of the record columns that store the counts, in the struct's order, NULL-terminated. */
extern const char *const bleu_columns[];

struct bleu_score {
    double score;
    double precision[BLEU_ORDER];
    double brevity_penalty;
};
/* Computes BLEU. `value` is the parameter of floor and add-k smoothing. effective_order: skip
 * n-gram orders longer than every hypothesis. */
struct bleu_score bleu_score_of(const struct bleu_counts *, enum bleu_smoothing, double value,
                                bool effective_order);

#endif
