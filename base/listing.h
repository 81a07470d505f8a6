/* SPDX-License-Identifier: MIT
 * Names: those in a folder, read without a pattern. In one the name of the folder itself would be
 * read as one too, and a folder k[1] as k1. */
#ifndef ATTNLAB_LISTING_H
#define ATTNLAB_LISTING_H

struct listing {
    char **names;
    int count;
};

/* What stands in a folder and has this ending, in order and without the ending; "" takes all. What
 * begins with a dot is left out. Nothing where the folder cannot be read. To be freed. */
struct listing listing_of(const char *folder, const char *end);
/* Appends a copy, unless the name is there already. */
void listing_add_once(struct listing *, const char *name);
/* "a, b, c", "" of none; to be freed. */
char *listing_text(const struct listing *);
void listing_free(struct listing *);

#endif
