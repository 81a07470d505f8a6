/* SPDX-License-Identifier: MIT
 * Corpus BLEU (Papineni et al. 2002) from n-gram counts, as in sacreBLEU (Post 2018). */
#ifndef ATTNLAB_BLEU_SCORE_H
#define ATTNLAB_BLEU_SCORE_H

#include <stdbool.h>

enum { BLEU_ORDER = 4 };
enum bleu_smoothing { BLEU_SMOOTH_EXP, BLEU_SMOOTH_FLOOR, BLEU_SMOOTH_ADD_K, BLEU_SMOOTH_NONE };

/* Counts for a text or corpus: n-grams for n = 1 to BLEU_ORDER, and tokens. All are whole numbers.
 */
struct bleu_counts {
    double correct[BLEU_ORDER], total[BLEU_ORDER], hypothesis_length, reference_length;
};
/* Names of the record columns that store the counts, in the order of the struct, NULL-terminated.
 */
extern const char *const bleu_columns[];

struct bleu_score {
    double score;
    double precision[BLEU_ORDER];
    double brevity_penalty;
};
/* Computes BLEU. `value` is the parameter of floor and add-k smoothing. effective_order: ignore
 * n-gram orders that no hypothesis reaches. */
struct bleu_score bleu_score_of(const struct bleu_counts *, enum bleu_smoothing, double value,
                                bool effective_order);

#endif
