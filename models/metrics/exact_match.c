/* SPDX-License-Identifier: MIT
 * Computes exact match and F1 as in the evaluation scripts of SQuAD v1.1 and v2.0. Answers are
 * first normalised: lower case, no ASCII punctuation, no articles, single spaces. */
#include "models/metrics/metrics.h"

#include "base/utf8.h"
#include "base/mem.h"
#include "models/metrics/words.h"

#include <stdlib.h>
#include <string.h>

static bool is_punctuation(char c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

static void drop_punctuation(char *text)
{
    char *out = text;
    for (; *text; text++)
        if (!is_punctuation(*text)) *out++ = *text;
    *out = '\0';
}

static void remove_if_article(char *word, size_t length)
{
    static const char *const articles[] = {"a", "an", "the"};
    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++)
        if (strlen(articles[i]) == length && memcmp(word, articles[i], length) == 0)
            memset(word, ' ', length);
}

/* Replaces the articles "a", "an" and "the" with spaces, also next to symbols, like the regular
 * expression \b(a|an|the)\b. */
static void remove_articles(char *text)
{
    char *start = text;
    size_t left = strlen(text), length;
    for (; left; text += length, left -= length) {
        uint32_t code = 0;
        length = utf8_decode(text, left, &code);
        if (!length) length = 1;
        if (utf8_is_word(code)) continue;
        remove_if_article(start, (size_t)(text - start));
        start = text + length;
    }
    remove_if_article(start, (size_t)(text - start));
}

static struct words normalized(const char *answer)
{
    char *text = utf8_lower(answer);
    drop_punctuation(text);
    remove_articles(text);
    return words_split(text);
}

static double f1_of(const struct words *a, const struct words *b)
{
    struct grams x = grams_count(a, 1), y = grams_count(b, 1);
    double common = (double)grams_common(&x, &y, 1);
    grams_free(&x);
    grams_free(&y);
    if (common <= 0) return 0;
    double precision = common / (double)a->count, recall = common / (double)b->count;
    return 2 * precision * recall / (precision + recall);
}

static void compare(enum squad_rules rules, const struct words *a, const struct words *b,
                    struct squad_score *best)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) same = a->id[i] == b->id[i];
    bool empty = !a->count || !b->count;
    double f1 = rules == SQUAD_V2 && empty ? same : f1_of(a, b);
    if (same) best->exact_match = 1;
    if (f1 > best->f1) best->f1 = f1;
}

struct squad_score squad_of(enum squad_rules rules, const char *prediction,
                            const char *const *answers, size_t count)
{
    /* one list for the prediction, followed by one per answer */
    struct words *lists = xarray(count + 2, sizeof *lists);
    struct squad_score best = {0};
    size_t used = 0;
    lists[used++] = normalized(prediction);
    for (size_t i = 0; i < count; i++) {
        lists[used] = normalized(answers[i]);
        if (rules == SQUAD_V2 && !lists[used].count)
            words_free(&lists[used]);
        else
            used++;
    }
    if (rules == SQUAD_V2 && used == 1) lists[used++] = normalized("");
    words_number(lists, used);
    for (size_t i = 1; i < used; i++) compare(rules, &lists[0], &lists[i], &best);
    for (size_t i = 0; i < used; i++) words_free(&lists[i]);
    free(lists);
    return best;
}
