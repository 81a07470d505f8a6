/* SPDX-License-Identifier: MIT
 * Decodes a JPEG or PNG, recognised by its first bytes, into 8-bit pixels. Truncated files are
 * rejected. Transparency and camera orientation are ignored, as in PIL's Image.open and
 * torchvision, so that results are comparable. */
#ifndef ATTNLAB_PICTURE_H
#define ATTNLAB_PICTURE_H

#include "base/utf8.h"

enum {
    MOST_PIXELS = 1 << 26
}; /* largest number of pixels; larger sizes are found only in damaged files */

struct picture {
    /* size in pixels; 1 channel (grey) or 3 (red, green, blue), as requested */
    int width, height, channels;
    unsigned char *pixels; /* (height, width, channels); the caller frees the array */
};

/* Decodes a file to the given number of channels. Returns NULL on success. Returns an error (the
 * caller frees the string) if the file is empty, not a JPEG or PNG, truncated, damaged or too
 * large. After an error, the picture has no pixels to free. */
char *picture_decode(struct string file, int channels, struct picture *);
/* Returns true if a JPEG's orientation tag makes viewers rotate or mirror the picture. */
bool jpeg_is_turned(struct string file);
/* Crops the central square and shrinks it to side x side pixels with a box filter. The caller frees
 * the pixels of the result. */
struct picture picture_resized(const struct picture *, int side);
/* Copies the pixels to `out` in the order (channels, height, width). */
void picture_planes(const struct picture *, unsigned char *out);

/* Recognise a file by its first bytes, and decode it (picture_jpeg.c, picture_png.c). */
bool jpeg_is(struct string file);
char *jpeg_decode(struct string file, int channels, struct picture *);
bool png_is(struct string file);
char *png_decode(struct string file, int channels, struct picture *);
/* Allocates the pixels for the picture's width, height and channels. Returns NULL on success,
 * otherwise an error about the size. The caller frees the error. */
char *picture_make_room(struct picture *);

#endif
