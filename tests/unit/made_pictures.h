/* SPDX-License-Identifier: MIT
 * Creates valid and invalid JPEG, PNG and tar files in memory, for tests of picture readers. */
#ifndef ATTNLAB_MADE_PICTURES_H
#define ATTNLAB_MADE_PICTURES_H

#include "tests/unit/data_files.h"

#include <jpeglib.h>
#include <zlib.h>

/* ---- PNG, written without libpng ---- */

static inline void put_be32(struct text *out, unsigned value)
{
    char bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = (char)(value >> (24 - 8 * i));
    text_add_bytes(out, bytes, 4);
}

static inline void put_chunk(struct text *out, const char *type, const char *data, size_t size)
{
    put_be32(out, (unsigned)size);
    size_t from = out->length;
    text_add_bytes(out, type, 4);
    text_add_bytes(out, data, size);
    put_be32(out, (unsigned)crc32(0, (const Bytef *)out->data + from, (uInt)(out->length - from)));
}

/* Creates a PNG picture.
 * - rows: pixel rows without filter bytes
 * - colour: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha
 * - claimed: width and height in the header; NULL for the true size */
static inline struct text made_png(int width, int height, int bits, int colour, size_t row_bytes,
                                   const unsigned char *rows, const unsigned claimed[2])
{
    struct text out = {0}, head = {0}, raw = {0};
    static const unsigned char palette[] = {10, 20, 30, 40, 50, 60};
    text_add_bytes(&out, "\x89PNG\r\n\x1a\n", 8);
    put_be32(&head, claimed ? claimed[0] : (unsigned)width);
    put_be32(&head, claimed ? claimed[1] : (unsigned)height);
    text_add_bytes(&head, (char[]){(char)bits, (char)colour, 0, 0, 0}, 5);
    put_chunk(&out, "IHDR", head.data, head.length);
    if (colour == 3) put_chunk(&out, "PLTE", (const char *)palette, sizeof palette);
    for (int y = 0; y < height; y++) {
        text_add_bytes(&raw, "", 1); /* PNG filter type 0: no filter */
        text_add_bytes(&raw, (const char *)rows + (size_t)y * row_bytes, row_bytes);
    }
    uLongf packed = compressBound((uLong)raw.length);
    char *bytes = xalloc(packed);
    assert_int_equal(compress((Bytef *)bytes, &packed, (const Bytef *)raw.data, (uLong)raw.length),
                     Z_OK);
    put_chunk(&out, "IDAT", bytes, packed);
    put_chunk(&out, "IEND", "", 0);
    free(bytes);
    text_free(&head), text_free(&raw);
    return out;
}

/* ---- JPEG ---- */

static inline struct text made_jpeg(int width, int height, int channels, J_COLOR_SPACE space,
                                    const unsigned char *pixels)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    struct text out = {0};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = channels;
    jpeg.in_color_space = space;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)pixels + (size_t)jpeg.next_scanline * (size_t)(width * channels);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    text_add_bytes(&out, (const char *)bytes, size);
    free(bytes);
    return out;
}

/* Creates a square JPEG picture with a single colour, so that the decoded pixels are known. */
static inline struct text plain_jpeg(int side, int red, int green, int blue)
{
    unsigned char *pixels = xalloc((size_t)(3 * side * side));
    for (int i = 0; i < side * side; i++) {
        pixels[3 * i] = (unsigned char)red;
        pixels[3 * i + 1] = (unsigned char)green;
        pixels[3 * i + 2] = (unsigned char)blue;
    }
    struct text out = made_jpeg(side, side, 3, JCS_RGB, pixels);
    free(pixels);
    return out;
}

/* Adds an EXIF orientation to a JPEG, in little-endian or big-endian byte order. */
static inline struct text with_orientation(struct text jpeg, int orientation, bool little)
{
    char part[] = "\xff\xe1\0\x22"
                  "Exif\0\0MM\0\x2a\0\0\0\x08"
                  "\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0";
    char other[] = "\xff\xe1\0\x22"
                   "Exif\0\0II\x2a\0\x08\0\0\0"
                   "\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0";
    struct text out = {0};
    char *from = little ? other : part;
    from[little ? 28 : 29] = (char)orientation;
    text_add_bytes(&out, jpeg.data, 2);
    text_add_bytes(&out, from, 36);
    text_add_bytes(&out, jpeg.data + 2, jpeg.length - 2);
    text_free(&jpeg);
    return out;
}

static inline struct string bytes_of(const struct text *t)
{
    return (struct string){t->data, t->length};
}

/* ---- tar ---- */

/* Appends a member to a tar file. `target` is the target of a link. `type` is '0' for a file, '5'
 * for a folder, and 'L' or 'x' for the long name of the next member. */
static inline void put_linked(struct text *out, const char *name, char type, const char *target,
                              const char *bytes, size_t size)
{
    char header[512] = {0};
    unsigned sum = 0;
    memcpy(header, name, strlen(name) < 100 ? strlen(name) : 100);
    snprintf(header + 100, 8, "%07o", 0644);
    snprintf(header + 124, 12, "%011o", (unsigned)size);
    memset(header + 148, ' ', 8);
    header[156] = type;
    memcpy(header + 157, target, strlen(target) < 100 ? strlen(target) : 100);
    memcpy(header + 257,
           "ustar\0"
           "00",
           8);
    for (int i = 0; i < 512; i++) sum += (unsigned char)header[i];
    snprintf(header + 148, 8, "%06o", sum);
    text_add_bytes(out, header, 512);
    text_add_bytes(out, bytes, size);
    while (out->length % 512) text_add_bytes(out, "", 1);
}

static inline void put_member(struct text *out, const char *name, char type, const char *bytes,
                              size_t size)
{
    put_linked(out, name, type, "", bytes, size);
}

static inline void put_tar_end(struct text *out)
{
    char zeros[1024] = {0};
    text_add_bytes(out, zeros, sizeof zeros);
}

#endif
