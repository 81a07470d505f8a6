/* SPDX-License-Identifier: MIT
 * Writes pictures of three classes into folders and tar files. */
#ifndef ATTNLAB_CLASS_PICTURES_H
#define ATTNLAB_CLASS_PICTURES_H

#include "made_pictures.h"

/* Returns a PNG picture of a class: a square in the colour of the class. */
static inline struct text picture_of(int class, int side)
{
    unsigned char *pixels = xalloc((size_t)(3 * side * side));
    for (int i = 0; i < 3 * side * side; i++) pixels[i] = (unsigned char)(40 * class + i % 3);
    struct text out = made_png(side, side, 8, 2, (size_t)(3 * side), pixels, NULL);
    free(pixels);
    return out;
}

static inline void write_picture(const char *dir, const char *name, int side)
{
    struct text file = picture_of(1, side);
    scratch_bytes(dir, name, file.data, file.length);
    text_free(&file);
}

static const char *const class_folders[] = {"bee", "ant", "cat"}; /* deliberately unsorted */

/* Writes `each` pictures per class into folders. If `tar` is not NULL, also appends them to `tar`.
 */
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

static inline void write_tar(const char *dir, const char *name, struct text *tar)
{
    put_tar_end(tar);
    scratch_bytes(dir, name, tar->data, tar->length);
    text_free(tar);
}

/* Writes a tar file of pictures. Member paths begin with `top`. */
static inline void write_tar_of_pictures(const char *dir, const char *name, const char *top,
                                         int each)
{
    struct text tar = {0};
    char *folder = scratch_make();
    write_pictures(folder, top, each, &tar);
    scratch_remove(folder);
    write_tar(dir, name, &tar);
}

/* Member of a tar file. `text` is the content of a file or the target of a link; NULL means a
 * picture.
 * Types: '0' file, '1' and '2' links, 'L' long name, 'K' long link target, 'x' extended header. */
struct member {
    const char *name;
    char type;
    const char *text;
};

static inline void put_members(struct text *tar, const struct member *list)
{
    struct text one = picture_of(1, 4);
    for (; list->name; list++) {
        if (list->type == '1' || list->type == '2')
            put_linked(tar, list->name, list->type, list->text, "", 0);
        else if (list->text)
            put_member(tar, list->name, list->type, list->text,
                       strlen(list->text) + (list->type == 'L' || list->type == 'K'));
        else
            put_member(tar, list->name, list->type, one.data, one.length);
    }
    text_free(&one);
}

static inline void write_members(const char *dir, const char *name, const struct member *list)
{
    struct text tar = {0};
    put_members(&tar, list);
    write_tar(dir, name, &tar);
}
#define MEMBERS(dir_, name_, ...)                                                                  \
    write_members(dir_, name_, (const struct member[]){__VA_ARGS__, {0}})

#endif
