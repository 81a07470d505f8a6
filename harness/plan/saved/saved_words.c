/* SPDX-License-Identifier: MIT
 * Writing and reading what stands between the words of a saved plan's lines (saved_words.h). */
#include "harness/plan/saved/saved_words.h"

#include <string.h>

/* Whether a line would be cut here. */
static bool is_own_word(const char *at)
{
    static const char *const words[] = {SAVED_TIER, SAVED_SET, SAVED_FILTER, SAVED_PLAN_SHARD};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(at, words[i], strlen(words[i]))) return true;
    return false;
}

void saved_word_add(struct text *out, const char *word)
{
    for (const char *c = word; *c; c++) {
        if (*c == '\n')
            text_add(out, "\\n");
        else if (*c == '\\')
            text_add(out, "\\\\");
        else if (is_own_word(c))
            text_add(out, ",\\"); /* its blank comes next */
        else
            text_add_bytes(out, c, 1);
    }
}

char *saved_word_read(char *word)
{
    char *to = word;
    for (const char *from = word; *from; from++) {
        if (*from == '\\' && from[1] && strchr("n\\ ", from[1]))
            *to++ = *++from == 'n' ? '\n' : *from;
        else
            *to++ = *from;
    }
    *to = '\0';
    return word;
}
