/* SPDX-License-Identifier: MIT
 * Computes edit distances and finds the most similar word of a list. */
#include "base/nearest.h"

#include <string.h>

enum { MAX_WORD = 64 };

static int least(int a, int b) { return a < b ? a : b; }

/* Computes an edit distance in which a swap of adjacent letters is one edit (optimal string
 * alignment). Words are shorter than MAX_WORD. Three rows of the table are kept, because a swap
 * needs the row two rows above. */
static int distance(const char *a, const char *b)
{
    int rows[3][MAX_WORD], width = (int)strlen(b), length = (int)strlen(a);
    for (int j = 0; j <= width; j++) rows[0][j] = j;
    for (int i = 1; i <= length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[length % 3][width];
}

const char *nearest(const char *word, const char *const *words, int count)
{
    size_t length = strlen(word);
    const char *found = NULL;
    int limit = length < 2 ? 0 : length < 3 ? 1 : length < 9 ? (int)length / 3 : 3;
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
