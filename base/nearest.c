/* SPDX-License-Identifier: MIT
 * Edit distance, and the word of a list that has the smallest. */
#include "base/nearest.h"

#include <string.h>

enum { MAX_WORD = 64 }; /* longer words are never compared */

static int least(int a, int b) { return a < b ? a : b; }

/* Levenshtein distance of words shorter than MAX_WORD, one row at a time. */
static int distance(const char *a, const char *b)
{
    int row[MAX_WORD], width = (int)strlen(b);
    for (int j = 0; j <= width; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[width];
}

const char *nearest(const char *word, const char *const *words, int count)
{
    size_t length = strlen(word);
    const char *found = NULL;
    int limit = length < 3 ? 1 : length < 9 ? (int)length / 3 : 3;
    if (length >= MAX_WORD) return NULL;
    for (int i = 0; i < count; i++) {
        if (strlen(words[i]) >= MAX_WORD) continue;
        int d = distance(word, words[i]);
        if (d > limit) continue;
        found = words[i];
        limit = d - 1;
    }
    return found;
}

void add_nearest(struct text *out, const char *word, const char *const *words, int count)
{
    const char *near = nearest(word, words, count);
    if (near) text_add(out, "; did you mean %s?", near);
}
