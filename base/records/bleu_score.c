/* SPDX-License-Identifier: MIT
 * Computes corpus BLEU from the n-gram precisions:
 *   BLEU = BP * exp(mean over n = 1..4 of ln precision_n),
 *   BP = exp(1 - reference length / hypothesis length) if the hypothesis is shorter, otherwise 1.
 * Smoothing of n-gram orders without a match follows Chen and Cherry (2014): methods 1 (floor), 2
 * (add-k) and 3 (exp). The order of operations is that of sacreBLEU, so the scores are equal. */
#include "base/records/bleu_score.h"

#include "base/records/record_scores.h"

#include <math.h>
#include <stddef.h>

static double brevity_penalty(const struct bleu_counts *b)
{
    if (b->hypothesis_length >= b->reference_length) return 1;
    if (!(b->hypothesis_length > 0)) return 0;
    return exp(1 - b->reference_length / b->hypothesis_length);
}

/* Computes the n-gram precisions in percent. Returns the number of n-gram orders to average. */
static int precisions(const struct bleu_counts *b, enum bleu_smoothing smoothing, double value,
                      bool effective_order, double *precision)
{
    double halvings = 1;
    int orders = BLEU_ORDER;
    for (int i = 0; i < BLEU_ORDER; i++) {
        double more = smoothing == BLEU_SMOOTH_ADD_K && i ? value : 0;
        double correct = b->correct[i] + more, total = b->total[i] + more;
        if (total <= 0) break;
        if (effective_order) orders = i + 1;
        if (correct > 0)
            precision[i] = 100 * correct / total;
        else if (smoothing == BLEU_SMOOTH_EXP)
            precision[i] = 100 / ((halvings *= 2) * total);
        else if (smoothing == BLEU_SMOOTH_FLOOR)
            precision[i] = 100 * value / total;
    }
    return orders;
}

struct bleu_score bleu_score_of(const struct bleu_counts *b, enum bleu_smoothing smoothing,
                                double value, bool effective_order)
{
    struct bleu_score s = {.brevity_penalty = brevity_penalty(b)};
    double matches = 0, sum = 0;
    for (int i = 0; i < BLEU_ORDER; i++) matches += b->correct[i];
    if (!(matches > 0)) return s; /* without any match, the score is 0 even with smoothing */
    int orders = precisions(b, smoothing, value, effective_order, s.precision);
    /* an n-gram order without a match gives log(0) and thus a score of 0 */
    for (int i = 0; i < orders; i++) sum += log(s.precision[i]);
    s.score = s.brevity_penalty * exp(sum / orders);
    return s;
}

/* ---- over records, with sacreBLEU's defaults ---- */

const char *const bleu_columns[] = {"correct1", "correct2",        "correct3", "correct4",
                                    "total1",   "total2",          "total3",   "total4",
                                    "length",   "expected_length", NULL};
enum { COUNTS = sizeof(struct bleu_counts) / sizeof(double) };
_Static_assert(sizeof bleu_columns / sizeof *bleu_columns == COUNTS + 1, "a column each");

static void add(const double *row, double weight, double *sums, int count)
{
    (void)count;
    for (int i = 0; i < COUNTS; i++) sums[i] += weight * row[i];
}

static double value_of(const double *sums, int count)
{
    struct bleu_counts b = {.hypothesis_length = sums[2 * BLEU_ORDER],
                            .reference_length = sums[2 * BLEU_ORDER + 1]};
    (void)count;
    for (int i = 0; i < BLEU_ORDER; i++) b.correct[i] = sums[i], b.total[i] = sums[BLEU_ORDER + i];
    return bleu_score_of(&b, BLEU_SMOOTH_EXP, 0, false).score;
}

const struct record_rule record_rule_bleu = {
    .columns = bleu_columns, .add = add, .value = value_of};
