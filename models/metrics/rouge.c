/* SPDX-License-Identifier: MIT
 * Computes ROUGE-1 and ROUGE-2 from common n-grams, and ROUGE-L from the longest common subsequence
 * of words. Each score has precision (over the hypothesis), recall (over the reference) and F1.
 * ROUGE-L treats the text as one sentence (rougeL of rouge_score, not rougeLsum). */
#include "models/metrics/metrics.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "models/metrics/words.h"

#include <stdlib.h>
#include <string.h>

/* Splits a text into runs of [a-z0-9] in lower case. */
static struct words tokens(const char *text, bool stem)
{
    char *lower = utf8_lower(text);
    for (char *c = lower; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'))) *c = ' ';
    struct words w = words_split(lower);
    for (size_t i = 0; stem && i < w.count; i++)
        if (strlen(w.word[i]) > 3) porter_stem(w.word[i], PORTER_NLTK);
    return w;
}

/* Computes precision, recall and F1 from the numbers of common units, hypothesis units and
 * reference units. */
static struct rouge_score score(uint64_t common, uint64_t hypothesis, uint64_t reference)
{
    if (!common) return (struct rouge_score){0};
    double precision = (double)common / (double)hypothesis;
    double recall = (double)common / (double)reference;
    return (struct rouge_score){precision, recall, 2 * precision * recall / (precision + recall)};
}

static struct rouge_score score_grams(const struct words *h, const struct words *r, size_t order)
{
    struct grams a = grams_count(h, order), b = grams_count(r, order);
    struct rouge_score s = score(grams_common(&a, &b, 1), a.total, b.total);
    grams_free(&a);
    grams_free(&b);
    return s;
}

/* Returns the length of the longest common subsequence, in O(|a| |b|) time and O(|b|) memory. */
static size_t longest_common(const struct words *a, const struct words *b)
{
    size_t *row = xarray(b->count + 1, sizeof *row), last;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0, diagonal = 0; j < b->count; j++) {
            size_t above = row[j + 1], left = row[j];
            row[j + 1] = a->id[i] == b->id[j] ? diagonal + 1 : above > left ? above : left;
            diagonal = above;
        }
    last = row[b->count];
    free(row);
    return last;
}

static struct rouge_score score_kind(const struct words *h, const struct words *r,
                                     enum rouge_kind kind)
{
    if (kind != ROUGE_L) return score_grams(h, r, kind == ROUGE_1 ? 1 : 2);
    return score(longest_common(h, r), h->count, r->count);
}

void rouge_of(bool stem, const char *hypothesis, const char *const *references, size_t count,
              struct rouge_score best[ROUGE_KINDS])
{
    for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) best[k] = (struct rouge_score){0};
    for (size_t i = 0; i < count; i++) {
        struct words lists[] = {tokens(hypothesis, stem), tokens(references[i], stem)};
        words_number(lists, 2);
        for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) {
            struct rouge_score s = score_kind(&lists[0], &lists[1], k);
            if (s.f1 > best[k].f1) best[k] = s;
        }
        words_free(&lists[0]);
        words_free(&lists[1]);
    }
}

static void score_text(bool tokenised, const char *hypothesis, const char *const *references,
                       size_t count, double *row)
{
    struct rouge_score score[ROUGE_KINDS];
    (void)tokenised;
    rouge_of(true, hypothesis, references, count, score);
    for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) row[k] = score[k].f1;
}
static const char *const columns[] = {"rouge1", "rouge2", "rougeL", NULL};
const struct text_metric text_metric_rouge1 = {"rouge", columns, score_text};
