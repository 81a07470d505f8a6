/* SPDX-License-Identifier: MIT
 * Decodes, crops and shrinks pictures. */
#include "datasets/pictures/picture.h"

#include "base/mem.h"

#include <string.h>

char *picture_make_room(struct picture *p)
{
    if (p->width < 1 || p->height < 1 || p->height > MOST_PIXELS / p->width)
        return xformat("has invalid dimensions %d x %d (expected 1 to %d pixels)", p->width,
                       p->height, MOST_PIXELS);
    p->pixels = xarray((size_t)p->width * (size_t)p->height, (size_t)p->channels);
    return NULL;
}

char *picture_decode(struct string file, int channels, struct picture *p)
{
    *p = (struct picture){.channels = channels};
    if (!file.size) return xstrdup("is empty (expected a JPEG or PNG picture)");
    if (jpeg_is(file)) return jpeg_decode(file, channels, p);
    if (png_is(file)) return png_decode(file, channels, p);
    if (file.size > 4 && !memcmp(file.at, "\x89PNG", 4))
        return xstrdup("is a PNG damaged by a text-mode transfer; copy it again in binary mode");
    return xformat("begins with 0x%02x 0x%02x (expected JPEG, 0xff 0xd8, or PNG, 0x89 0x50)",
                   (unsigned char)file.at[0], file.size > 1 ? (unsigned char)file.at[1] : 0);
}

/* ---- the box filter ---- */

/* The input pixels that one output pixel covers, in one direction. Output pixel `to` is the range
 * [to * from_side, (to + 1) * from_side), and input pixel i is [i * side, (i + 1) * side). The
 * bounds are integers, so means are exact. */
struct cover {
    int first, end;
};

static struct cover cover_of(int to, int from_side, int side)
{
    int64_t from = (int64_t)to * from_side, end = from + from_side;
    return (struct cover){(int)(from / side), (int)((end + side - 1) / side)};
}

/* Returns the length of the overlap of input pixel i and output pixel `to`. */
static uint64_t overlap(int i, int to, int from_side, int side)
{
    int64_t low = (int64_t)i * side, high = low + side;
    int64_t from = (int64_t)to * from_side, end = from + from_side;
    return (uint64_t)((high < end ? high : end) - (low > from ? low : from));
}

struct square {
    const struct picture *p;
    int top, left, from_side, side;
};

static unsigned char mean_of(const struct square *s, int y, int x, int channel)
{
    struct cover rows = cover_of(y, s->from_side, s->side),
                 columns = cover_of(x, s->from_side, s->side);
    uint64_t sum = 0, all = (uint64_t)s->from_side * (uint64_t)s->from_side;
    for (int i = rows.first; i < rows.end; i++) {
        uint64_t of_row = overlap(i, y, s->from_side, s->side);
        const unsigned char *row =
            s->p->pixels + (size_t)(s->top + i) * (size_t)s->p->width * (size_t)s->p->channels;
        for (int j = columns.first; j < columns.end; j++)
            sum += of_row * overlap(j, x, s->from_side, s->side) *
                   row[(size_t)(s->left + j) * (size_t)s->p->channels + (size_t)channel];
    }
    return (unsigned char)((sum + all / 2) / all);
}

struct picture picture_resized(const struct picture *p, int side)
{
    struct picture out = {side, side, p->channels, NULL};
    struct square s = {.p = p, .side = side};
    s.from_side = p->width < p->height ? p->width : p->height;
    s.top = (p->height - s.from_side) / 2;
    s.left = (p->width - s.from_side) / 2;
    unsigned char *at = out.pixels = xarray((size_t)side * (size_t)side, (size_t)p->channels);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            for (int c = 0; c < p->channels; c++) *at++ = mean_of(&s, y, x, c);
    return out;
}

void picture_planes(const struct picture *p, unsigned char *out)
{
    size_t plane = (size_t)p->width * (size_t)p->height, channels = (size_t)p->channels;
    for (size_t c = 0; c < channels; c++)
        for (size_t i = 0; i < plane; i++) *out++ = p->pixels[i * channels + c];
}
