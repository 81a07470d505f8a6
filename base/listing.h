/* SPDX-License-Identifier: MIT
 * Builds lists of names, such as the files in a folder. Folders are read without glob patterns, so
 * special characters in their names are safe. */
#ifndef ATTNLAB_LISTING_H
#define ATTNLAB_LISTING_H

#include <stdbool.h>

struct listing {
    char **names;
    int count;
};

/* Returns the sorted names of the files that end in `end`, and removes this suffix from the names.
 * If `end` is "", returns all files. Skips names that start with a dot. The list is empty if the
 * folder is unreadable. The caller frees the list. */
struct listing listing_of(const char *folder, const char *end);
bool listing_has(const struct listing *, const char *name);
/* Appends a copy of the name if it is not in the list. */
void listing_add_once(struct listing *, const char *name);
/* Returns the names as "a, b, c"; "" for an empty list. The caller frees the text. */
char *listing_text(const struct listing *);
void listing_free(struct listing *);

#endif
