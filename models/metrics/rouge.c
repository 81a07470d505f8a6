/* SPDX-License-Identifier: MIT
 * ROUGE-1 and -2 from common n-grams, ROUGE-L from the longest common subsequence of words:
 * precision over the words of the hypothesis, recall over those of the reference, F1 of both.
 * ROUGE-L takes the text as one sentence (rouge_score's rougeL, not rougeLsum). */
#include "models/metrics/metrics.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "models/metrics/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rouge_begin(struct rouge *r, bool stem) { *r = (struct rouge){.stem = stem}; }

/* Runs of [a-z0-9] in lower case. */
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

/* From what is common, of how many in the hypothesis and in the reference. */
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

/* Time O(|a| |b|), memory O(|b|): row j of the table is the row before, overwritten. */
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

void rouge_add(struct rouge *r, const char *hypothesis, const char *const *references, size_t count)
{
    struct rouge_score best[ROUGE_KINDS] = {0};
    for (size_t i = 0; i < count; i++) {
        struct words lists[] = {tokens(hypothesis, r->stem), tokens(references[i], r->stem)};
        words_number(lists, 2);
        for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) {
            struct rouge_score s = score_kind(&lists[0], &lists[1], k);
            if (s.f1 > best[k].f1) best[k] = s;
        }
        words_free(&lists[0]);
        words_free(&lists[1]);
    }
    for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) {
        r->sum[k].precision += best[k].precision;
        r->sum[k].recall += best[k].recall;
        r->sum[k].f1 += best[k].f1;
    }
    r->count++;
}

struct rouge_score rouge_finish(const struct rouge *r, enum rouge_kind kind)
{
    double n = r->count ? (double)r->count : (double)NAN;
    const struct rouge_score *s = &r->sum[kind];
    return (struct rouge_score){s->precision / n, s->recall / n, s->f1 / n};
}

static void *open_text(bool tokenised)
{
    struct rouge *r = xalloc(sizeof *r);
    (void)tokenised;
    rouge_begin(r, true);
    return r;
}
static void add_text(void *r, const char *hypothesis, const char *const *references, size_t count)
{
    rouge_add(r, hypothesis, references, count);
}
static void close_text(void *r, void (*put)(void *, const char *, double), void *to)
{
    static const char *const names[ROUGE_KINDS] = {"rouge1", "rouge2", "rougeL"};
    for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) put(to, names[k], rouge_finish(r, k).f1);
    free(r);
}
const struct text_metric text_metric_rouge1 = {"rouge", open_text, add_text, close_text};
