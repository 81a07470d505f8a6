/* SPDX-License-Identifier: MIT
 * Stores interned texts in a balanced tree of the C library (interned.h). */
#define _GNU_SOURCE
#include "base/interned.h"
#include "base/mem.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct interned {
    void *tree;
};

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

struct interned *interned_make(void) { return xalloc(sizeof(struct interned)); }

char *interned_keep(struct interned *set, char *text)
{
    char **node = xgot(tsearch(text, &set->tree, by_text), sizeof *node);
    if (*node != text) free(text);
    return *node;
}

void interned_free(struct interned *set)
{
    if (set) tdestroy(set->tree, free);
    free(set);
}
