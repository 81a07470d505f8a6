/* SPDX-License-Identifier: MIT
 * Lists of names, such as the files of a folder. Folders are read without glob patterns, so special
 * characters in their names are safe. */
#ifndef ATTNLAB_LISTING_H
#define ATTNLAB_LISTING_H

struct listing {
    char **names;
    int count;
};

/* Returns the sorted names of files with the ending `end`, without that ending; "" lists all. Names
 * that start with a dot are skipped. The list is empty if the folder is unreadable. The caller
 * frees the list. */
struct listing listing_of(const char *folder, const char *end);
/* Appends a copy of the name unless the list already has it. */
void listing_add_once(struct listing *, const char *name);
/* Returns the names as "a, b, c", or "". The caller frees the text. */
char *listing_text(const struct listing *);
void listing_free(struct listing *);

#endif
