/* SPDX-License-Identifier: MIT
 * Decodes PNG with libpng. All formats (palette, 1 to 16 bits, grey or colour, transparency,
 * interlaced) become 8-bit pixels with the requested channels. A wrong checksum in any chunk and a
 * missing end are errors. */
#include "datasets/pictures/picture.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

enum { MAGIC = 8, COLOURS = 3 };

bool png_is(struct string file)
{
    return file.size >= 2 &&
           !png_sig_cmp((png_const_bytep)file.at, 0, file.size < MAGIC ? file.size : MAGIC);
}

/* State that must survive a longjmp; local variables might lose their values. */
struct decoding {
    png_structp png;
    png_infop info;
    struct string left;
    png_bytep *rows;
    char *refused;
};

static void stop(png_structp png, png_const_charp why)
{
    struct decoding *d = png_get_error_ptr(png);
    d->refused = xformat("damaged PNG: %s", why);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp why) { (void)png, (void)why; }

static void give_bytes(png_structp png, png_bytep to, size_t size)
{
    struct decoding *d = png_get_io_ptr(png);
    if (size > d->left.size) png_error(png, "the file ends too early");
    memcpy(to, d->left.at, size);
    d->left = (struct string){d->left.at + size, d->left.size - size};
}

/* Requests 8-bit values as stored, without gamma correction. */
static void ask_for(struct decoding *d, int channels)
{
    png_set_expand(d->png);
    png_set_scale_16(d->png);
    png_set_strip_alpha(d->png);
    if (channels == COLOURS) png_set_gray_to_rgb(d->png);
    png_set_interlace_handling(d->png);
    png_read_update_info(d->png, d->info);
    require(png_get_rowbytes(d->png, d->info) ==
            (size_t)png_get_image_width(d->png, d->info) * (size_t)channels);
}

/* Converts a picture to grey in place, as 0.299 red + 0.587 green + 0.114 blue, like JPEG. The
 * weights of libpng are not used, because they depend on gamma chunks. */
static void make_grey(struct picture *p)
{
    size_t count = (size_t)p->width * (size_t)p->height;
    const unsigned char *from = p->pixels;
    for (size_t i = 0; i < count; i++, from += COLOURS) {
        /* weights of the colours, multiplied by 2^16 */
        unsigned sum = 19595u * from[0] + 38470u * from[1] + 7471u * from[2];
        p->pixels[i] = (unsigned char)((sum + (1u << 15)) >> 16);
    }
    p->channels = 1;
}

static void read_all(struct decoding *d, struct picture *p)
{
    png_set_crc_action(d->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    /* libpng's own limits are disabled, because picture_make_room() reports pictures that are too
     * large */
    png_set_user_limits(d->png, INT32_MAX, INT32_MAX);
    png_set_read_fn(d->png, d, give_bytes);
    png_read_info(d->png, d->info);
    p->width = (int)png_get_image_width(d->png, d->info);
    p->height = (int)png_get_image_height(d->png, d->info);
    bool colour =
        /* libpng also sets the colour bit for palette images */
        png_get_color_type(d->png, d->info) & PNG_COLOR_MASK_COLOR;
    bool grey = p->channels == 1;
    if (colour) p->channels = COLOURS;
    d->refused = picture_make_room(p);
    if (d->refused) return;
    ask_for(d, p->channels);
    d->rows = xarray((size_t)p->height, sizeof *d->rows);
    for (int y = 0; y < p->height; y++)
        d->rows[y] = p->pixels + (size_t)y * (size_t)p->width * (size_t)p->channels;
    png_read_image(d->png, d->rows);
    png_read_end(d->png, NULL);
    if (colour && grey) make_grey(p);
}

char *png_decode(struct string file, int channels, struct picture *p)
{
    struct decoding *d = xalloc(sizeof *d);
    p->channels = channels;
    d->left = file;
    d->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, d, stop, ignore);
    d->info = d->png ? png_create_info_struct(d->png) : NULL;
    if (!d->info) die("cannot start libpng %s", png_get_libpng_ver(NULL));
    if (!setjmp(png_jmpbuf(d->png))) read_all(d, p);
    png_destroy_read_struct(&d->png, &d->info, NULL);
    char *refused = d->refused;
    free(d->rows);
    free(d);
    if (refused) free(p->pixels), p->pixels = NULL;
    return refused;
}
