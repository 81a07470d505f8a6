/* SPDX-License-Identifier: MIT
 * Lists of names, such as the files in a folder, which are read without glob patterns: special
 * characters in a folder's name have no effect. */
#ifndef ATTNLAB_LISTING_H
#define ATTNLAB_LISTING_H

struct listing {
    char **names;
    int count;
};

/* Names in a folder with this ending, sorted, without the ending; "": all. Names starting with a
 * dot are skipped. Empty if the folder is unreadable. The caller frees it. */
struct listing listing_of(const char *folder, const char *end);
/* Appends a copy unless the name is listed already. */
void listing_add_once(struct listing *, const char *name);
/* "a, b, c", or ""; the caller frees it. */
char *listing_text(const struct listing *);
void listing_free(struct listing *);

#endif
