/* SPDX-License-Identifier: MIT
 * Decodes JPEG with libjpeg-turbo. By default, the library exits on errors and fills damaged parts
 * with grey; this file reports both as errors. The slow integer transform is used, because it gives
 * the same bits with and without vector instructions. */
#include "datasets/pictures/picture.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdio.h> /* needed by jpeglib.h, which uses FILE without including this header */
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

/* limit on scans: encoders write about ten; a small file with many scans could take minutes,
 * because each scan visits all coefficients */
enum { MOST_SCANS = 100 };

bool jpeg_is(struct string file)
{
    return file.size >= 2 && (unsigned char)file.at[0] == 0xff && (unsigned char)file.at[1] == 0xd8;
}

/* State that must survive a longjmp(); local variables might lose their values. */
struct decoding {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf out;
    char why[JMSG_LENGTH_MAX];
    char *refused;
};

static void stop(j_common_ptr jpeg)
{
    struct decoding *d = jpeg->client_data;
    jpeg->err->format_message(jpeg, d->why);
    longjmp(d->out, 1);
}

/* Handles a message from the library. Level -1 is a warning about missing or damaged data. Warnings
 * about extra bytes between segments are ignored. */
static void say(j_common_ptr jpeg, int level)
{
    if (level < 0 && jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA) stop(jpeg);
}

/* The library calls this function several times per scan. */
static void watch_scans(j_common_ptr jpeg)
{
    struct decoding *d = jpeg->client_data;
    if (d->jpeg.input_scan_number <= MOST_SCANS) return;
    d->refused = xformat(
        "has too many scans (expected at most %d); save it again as a baseline JPEG", MOST_SCANS);
    longjmp(d->out, 1);
}

static void read_sizes(struct decoding *d, struct picture *p)
{
    struct jpeg_decompress_struct *jpeg = &d->jpeg;
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK)
        d->refused = xstrdup("is a CMYK picture (expected grey or RGB colour)");
    jpeg->out_color_space = p->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW;
    p->width = (int)jpeg->image_width;
    p->height = (int)jpeg->image_height;
    if (!d->refused) d->refused = picture_make_room(p);
}

static void read_rows(struct decoding *d, struct picture *p)
{
    struct jpeg_decompress_struct *jpeg = &d->jpeg;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        size_t row = (size_t)p->width * (size_t)p->channels;
        JSAMPROW to = p->pixels + row * jpeg->output_scanline;
        jpeg_read_scanlines(jpeg, &to, 1);
    }
    jpeg_finish_decompress(jpeg);
}

static void start(struct decoding *d)
{
    d->jpeg.err = jpeg_std_error(&d->errors);
    d->errors.error_exit = stop;
    d->errors.emit_message = say;
    d->jpeg.client_data = d;
    jpeg_create_decompress(&d->jpeg);
    d->progress.progress_monitor = watch_scans;
    d->jpeg.progress = &d->progress;
}

char *jpeg_decode(struct string file, int channels, struct picture *p)
{
    struct decoding *d = xalloc(sizeof *d);
    p->channels = channels;
    start(d);
    if (setjmp(d->out)) {
        if (!d->refused) d->refused = xformat("damaged JPEG: %s", d->why);
    } else {
        jpeg_mem_src(&d->jpeg, (const unsigned char *)file.at, file.size);
        read_sizes(d, p);
        if (!d->refused) read_rows(d, p);
    }
    jpeg_destroy_decompress(&d->jpeg);
    char *refused = d->refused;
    free(d);
    if (refused) free(p->pixels), p->pixels = NULL;
    return refused;
}
