/* SPDX-License-Identifier: MIT
 * One picture from the bytes of a file: JPEG or PNG, by its first bytes and not by its name, to
 * rows of pixels of 8 bits. Nothing is half read: what a viewer would show with a grey lower half
 * is refused. Transparency is left out, what a camera says of rotation is not followed, as PIL's
 * Image.open and the loaders of torchvision do not: figures compare with those trained on either.
 */
#ifndef ATTNLAB_PICTURE_H
#define ATTNLAB_PICTURE_H

#include "base/utf8.h"

enum { MOST_PIXELS = 1 << 26 }; /* of a picture: what claims more is damaged, or no record */

struct picture {
    int width, height, channels; /* channels: as asked for, 1 (grey) or 3 (red, green, blue) */
    unsigned char *pixels;       /* (height, width, channels), to be freed */
};

/* Decodes to so many channels. NULL, or what is wrong, to be freed: empty, no JPEG or PNG,
 * truncated, damaged, too large; then there is nothing to free in the picture. */
char *picture_decode(struct string file, int channels, struct picture *);
/* Whether a JPEG says that the camera was turned, or its picture mirrored: a viewer shows it
 * otherwise than it is decoded. */
bool jpeg_is_turned(struct string file);
/* The middle square as side x side pixels, each the mean of what it covers (a box filter). The
 * result's pixels are to be freed. */
struct picture picture_resized(const struct picture *, int side);
/* out: (channels, height, width). */
void picture_planes(const struct picture *, unsigned char *out);

/* picture_jpeg.c, picture_png.c; whether a file begins as theirs do. */
bool jpeg_is(struct string file);
char *jpeg_decode(struct string file, int channels, struct picture *);
bool png_is(struct string file);
char *png_decode(struct string file, int channels, struct picture *);
/* Room for the pixels of a picture whose sizes and channels are filled in; NULL, or what is wrong
 * with the sizes, to be freed. */
char *picture_make_room(struct picture *);

#endif
