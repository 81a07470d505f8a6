/* SPDX-License-Identifier: MIT
 * A first question about a choice of one's own (new_question.h), from ablations/new.yaml.in. */
#include "harness/run/commands/new_question.h"
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

bool write_new(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx"); /* never over another */
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    if (fclose(f) || !good) return unlink(path), false;
    return true;
}

bool new_question(const char *home, const char *name, const char *axis)
{
    char *source = xformat("%s/ablations/new.yaml.in", home), *path = xformat("%s.yaml", name);
    char *text = replaced(read_file(source, NULL), "@name@", name);
    text = replaced(text, "@axis@", axis);
    bool good = text && write_new(path, text);
    free(source);
    free(path);
    free(text);
    return good;
}
