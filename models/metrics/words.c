/* SPDX-License-Identifier: MIT
 * Splits texts into words, numbers the words and counts n-grams by sorting. */
#include "models/metrics/words.h"

#include "base/utf8.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void push(struct words *w, size_t *capacity, char *word)
{
    if (w->count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 16;
        w->word = xgrow(w->word, *capacity, sizeof *w->word);
    }
    w->word[w->count++] = word;
}

struct words words_split(char *text)
{
    struct words w = {.text = text};
    size_t capacity = 0, left = strlen(text), length;
    char *start = NULL;
    for (; left; text += length, left -= length) {
        uint32_t code = 'x'; /* An invalid byte counts as a letter. */
        length = utf8_decode(text, left, &code);
        if (!length) length = 1;
        if (utf8_is_blank(code)) {
            if (start) push(&w, &capacity, start);
            start = NULL;
            memset(text, 0, length);
        } else if (!start)
            start = text;
    }
    if (start) push(&w, &capacity, start);
    w.id = xarray(w.count, sizeof *w.id);
    return w;
}

void words_free(struct words *w)
{
    free(w->text);
    free(w->word);
    free(w->id);
    *w = (struct words){0};
}

/* a word, and the address of its id */
struct entry {
    const char *word;
    size_t *id;
};

static int by_word(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->word, ((const struct entry *)b)->word);
}

void words_number(struct words *lists, size_t count)
{
    size_t total = 0, filled = 0, id = 0;
    for (size_t l = 0; l < count; l++) total += lists[l].count;
    struct entry *entries = xarray(total, sizeof *entries);
    for (size_t l = 0; l < count; l++)
        for (size_t i = 0; i < lists[l].count; i++)
            entries[filled++] = (struct entry){lists[l].word[i], &lists[l].id[i]};
    qsort(entries, total, sizeof *entries, by_word);
    for (size_t i = 0; i < total; i++) {
        if (!i || by_word(&entries[i - 1], &entries[i]) != 0) id++;
        *entries[i].id = id;
    }
    free(entries);
}

static int by_ids(const void *a, const void *b)
{
    const struct gram *x = a, *y = b;
    for (size_t i = 0; i < GRAM_ORDER; i++)
        if (x->id[i] != y->id[i]) return x->id[i] < y->id[i] ? -1 : 1;
    return 0;
}

struct grams grams_count(const struct words *w, size_t order)
{
    size_t total = w->count < order ? 0 : w->count - order + 1;
    struct grams g = {.gram = xarray(total, sizeof *g.gram), .total = total};
    for (size_t i = 0; i < total; i++) {
        memcpy(g.gram[i].id, w->id + i, order * sizeof *w->id);
        g.gram[i].count = 1;
    }
    qsort(g.gram, total, sizeof *g.gram, by_ids);
    for (size_t i = 0; i < total; i++)
        if (g.count && by_ids(&g.gram[g.count - 1], &g.gram[i]) == 0)
            g.gram[g.count - 1].count++;
        else
            g.gram[g.count++] = g.gram[i];
    return g;
}

static uint64_t grams_find(const struct grams *g, const struct gram *key)
{
    const struct gram *found = bsearch(key, g->gram, g->count, sizeof *key, by_ids);
    return found ? found->count : 0;
}

uint64_t grams_common(const struct grams *a, const struct grams *b, size_t count)
{
    uint64_t common = 0;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t most = 0;
        for (size_t r = 0; r < count; r++) {
            uint64_t found = grams_find(&b[r], &a->gram[i]);
            if (found > most) most = found;
        }
        common += most < a->gram[i].count ? most : a->gram[i].count;
    }
    return common;
}

void grams_free(struct grams *g)
{
    free(g->gram);
    *g = (struct grams){0};
}
