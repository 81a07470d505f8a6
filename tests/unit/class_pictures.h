/* SPDX-License-Identifier: MIT
 * Pictures of three classes in folders and tars, for the tests of class folders. */
#ifndef ATTNLAB_CLASS_PICTURES_H
#define ATTNLAB_CLASS_PICTURES_H

#include "made_pictures.h"

/* The picture of a class: a square of its own colour. */
static inline struct text picture_of(int class, int side)
{
    unsigned char *pixels = xalloc((size_t)(3 * side * side));
    for (int i = 0; i < 3 * side * side; i++) pixels[i] = (unsigned char)(40 * class + i % 3);
    struct text out = made_png(side, side, 8, 2, (size_t)(3 * side), pixels, NULL);
    free(pixels);
    return out;
}

static const char *const class_folders[] = {"bee", "ant", "cat"}; /* not in the order of names */

/* Writes each picture to a folder, and appends it to a tar unless that is NULL. */
static inline void write_pictures(const char *dir, const char *split, int each, struct text *tar)
{
    for (int class = 0; class < 3; class ++)
        for (int i = 0; i < each; i++) {
            struct text file = picture_of(class, 4);
            char *name = xformat("%s%s/%d.png", split, class_folders[class], i);
            scratch_bytes(dir, name, file.data, file.length);
            if (tar) put_member(tar, name, '0', file.data, file.length);
            free(name);
            text_free(&file);
        }
}

#endif
