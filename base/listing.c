/* SPDX-License-Identifier: MIT
 * Lists the files in a folder, and builds lists of names (listing.h). */
#include "base/listing.h"
#include "base/mem.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void add(struct listing *l, char *name)
{
    l->names = xroom(l->names, (size_t)l->count, sizeof *l->names);
    l->names[l->count++] = name;
}

struct listing listing_of(const char *folder, const char *end)
{
    struct listing l = {0};
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_shown, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t whole = strlen(name), behind = strlen(end);
        if (whole >= behind && !strcmp(name + whole - behind, end))
            add(&l, xformat("%.*s", (int)(whole - behind), name));
        free(entries[i]);
    }
    free(entries);
    return l;
}

bool listing_has(const struct listing *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->names[i], name)) return true;
    return false;
}

void listing_add_once(struct listing *l, const char *name)
{
    if (!listing_has(l, name)) add(l, xstrdup(name));
}

char *listing_text(const struct listing *l)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < l->count; i++) text_add(&out, "%s%s", i ? ", " : "", l->names[i]);
    return out.data;
}

void listing_free(struct listing *l)
{
    texts_free(l->names, l->count);
    *l = (struct listing){0};
}
