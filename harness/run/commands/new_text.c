/* SPDX-License-Identifier: MIT
 * Replaces words in a text, and writes a file that was not there (new_text.h). */
#include "harness/run/commands/new_text.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *replaced(char *text, const char *old, const char *new)
{
    struct text result = {0};
    const char *from = text, *at;
    for (; text && (at = strstr(from, old)); from = at + strlen(old)) {
        text_add_bytes(&result, from, (size_t)(at - from));
        text_add(&result, "%s", new);
    }
    if (result.data) text_add(&result, "%s", from);
    free(text);
    return result.data;
}

char *named(const char *text, const char *name)
{
    if (!text || !strstr(text, "@name@")) return text ? xstrdup(text) : NULL;
    return replaced(xstrdup(text), "@name@", name);
}

bool write_new(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx"); /* never over another */
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    if (fclose(f) || !good) return unlink(path), false;
    return true;
}
