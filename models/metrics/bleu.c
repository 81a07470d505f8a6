/* SPDX-License-Identifier: MIT
 * Counts clipped n-grams for corpus BLEU and sums them over the corpus. base/records/bleu_score.h
 * computes the score. With several references, the reference length is the one closest to the
 * hypothesis (the shorter in a tie). */
#include "models/metrics/metrics.h"

#include "base/utf8.h"
#include "base/mem.h"
#include "models/metrics/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* part of the signature; increment if scores may change */
static const char version[] = "attnlab-1";
static const char *const tokenizer_names[] = {"13a", "none"};
static const struct {
    const char *name;
    double value; /* default constant of the smoothing method; 0 if the method has no constant */
} smoothings[] = {{"exp", 0}, {"floor", 0.1}, {"add-k", 1}, {"none", 0}};

static double smooth_value(const struct bleu_options *o)
{
    return o->smooth_value > 0 ? o->smooth_value : smoothings[o->smoothing].value;
}

void bleu_begin(struct bleu *b, struct bleu_options options)
{
    *b = (struct bleu){.options = options, .fewest_references = SIZE_MAX};
}

/* Removes trailing whitespace, like Python's rstrip. A line end after a final dash would change the
 * tokens. */
static void trim_end(char *text)
{
    size_t end = 0, size = strlen(text);
    for (size_t at = 0, length; at < size; at += length) {
        uint32_t code = 'x';
        length = utf8_decode(text + at, size - at, &code);
        if (!length) length = 1;
        if (!utf8_is_blank(code)) end = at + length;
    }
    text[end] = '\0';
}

static struct words tokens(const struct bleu_options *o, const char *text)
{
    char *copy = o->lowercase ? utf8_lower(text) : xstrdup(text);
    trim_end(copy);
    if (o->tokenizer == BLEU_NONE) return words_split(copy);
    char *tokenized = tokenize_13a(copy);
    free(copy);
    return words_split(tokenized);
}

static size_t distance(size_t a, size_t b) { return a > b ? a - b : b - a; }

static size_t closest_length(size_t length, const struct words *references, size_t count)
{
    size_t best = references[0].count;
    for (size_t r = 1; r < count; r++) {
        size_t other = references[r].count;
        size_t d = distance(other, length), least = distance(best, length);
        if (d < least || (d == least && other < best)) best = other;
    }
    return best;
}

static void count_order(struct bleu *b, size_t order, const struct words *lists, size_t count)
{
    struct grams *grams = xarray(count, sizeof *grams);
    for (size_t l = 0; l < count; l++) grams[l] = grams_count(&lists[l], order);
    b->counts.correct[order - 1] += (double)grams_common(&grams[0], &grams[1], count - 1);
    b->counts.total[order - 1] += (double)grams[0].total;
    for (size_t l = 0; l < count; l++) grams_free(&grams[l]);
    free(grams);
}

void bleu_add(struct bleu *b, const char *hypothesis, const char *const *references, size_t count)
{
    struct words *lists = xarray(
        count + 2, sizeof *lists); /* one list for the hypothesis, followed by one per reference */
    size_t used = 0;
    lists[used++] = tokens(&b->options, hypothesis);
    for (size_t r = 0; r < count; r++)
        if (*references[r]) lists[used++] = tokens(&b->options, references[r]);
    if (used == 1) lists[used++] = tokens(&b->options, "");
    words_number(lists, used);
    for (size_t order = 1; order <= BLEU_ORDER; order++) count_order(b, order, lists, used);
    b->counts.hypothesis_length += (double)lists[0].count;
    b->counts.reference_length += (double)closest_length(lists[0].count, lists + 1, used - 1);
    b->count++;
    if (used - 1 < b->fewest_references) b->fewest_references = used - 1;
    if (used - 1 > b->most_references) b->most_references = used - 1;
    for (size_t l = 0; l < used; l++) words_free(&lists[l]);
    free(lists);
}

struct bleu_score bleu_finish(const struct bleu *b)
{
    const struct bleu_options *o = &b->options;
    struct bleu_score s =
        bleu_score_of(&b->counts, o->smoothing, smooth_value(o), o->effective_order);
    if (!b->count) s.score = (double)NAN;
    return s;
}

char *bleu_signature(const struct bleu *b)
{
    const struct bleu_options *o = &b->options;
    struct text out = {0};
    if (b->count && b->fewest_references == b->most_references)
        text_add(&out, "nrefs:%zu", b->most_references);
    else
        text_add(&out, "nrefs:var");
    text_add(&out, "|case:%s|eff:%s|tok:%s|smooth:%s", o->lowercase ? "lc" : "mixed",
             o->effective_order ? "yes" : "no", tokenizer_names[o->tokenizer],
             smoothings[o->smoothing].name);
    if (smoothings[o->smoothing].value > 0) text_add(&out, "[%.2f]", smooth_value(o));
    text_add(&out, "|version:%s", version);
    return out.data;
}

static void score_text(bool tokenised, const char *hypothesis, const char *const *references,
                       size_t count, double *row)
{
    struct bleu b;
    bleu_begin(&b, (struct bleu_options){.tokenizer = tokenised ? BLEU_NONE : BLEU_13A});
    bleu_add(&b, hypothesis, references, count);
    memcpy(row, &b.counts, sizeof b.counts);
}
const struct text_metric text_metric_bleu = {"bleu", bleu_columns, score_text};
