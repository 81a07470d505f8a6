/* SPDX-License-Identifier: MIT
 * One picture from the bytes of a JPEG or PNG (recognised by its first bytes) as 8-bit pixels.
 * Truncated files are refused. Transparency and the camera's orientation are ignored, as in PIL's
 * Image.open and torchvision, so that results compare. */
#ifndef ATTNLAB_PICTURE_H
#define ATTNLAB_PICTURE_H

#include "base/utf8.h"

enum { MOST_PIXELS = 1 << 26 }; /* larger claims come from damaged files */

struct picture {
    int width, height, channels; /* channels: as requested, 1 (grey) or 3 (red, green, blue) */
    unsigned char *pixels;       /* (height, width, channels); the caller frees it */
};

/* Decodes to this many channels. NULL, or the error (the caller frees it): empty, no JPEG or PNG,
 * truncated, damaged, too large; then the picture needs no free. */
char *picture_decode(struct string file, int channels, struct picture *);
/* Whether a JPEG's orientation tag says that it is rotated or mirrored, so that viewers show it
 * differently. */
bool jpeg_is_turned(struct string file);
/* The central square as side x side pixels by a box filter. The result's pixels are to be freed. */
struct picture picture_resized(const struct picture *, int side);
/* out: (channels, height, width). */
void picture_planes(const struct picture *, unsigned char *out);

/* picture_jpeg.c, picture_png.c: recognise a file by its first bytes, and decode it. */
bool jpeg_is(struct string file);
char *jpeg_decode(struct string file, int channels, struct picture *);
bool png_is(struct string file);
char *png_decode(struct string file, int channels, struct picture *);
/* Allocates the pixels for the given sizes and channels; NULL, or an error about the sizes, to be
 * freed. */
char *picture_make_room(struct picture *);

#endif
