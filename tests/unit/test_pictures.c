/* SPDX-License-Identifier: MIT
 * Tests decoding of images: every pixel format, the box filter, and damaged files, which must not
 * crash the process. */
#include "base/rng.h"
#include "made_pictures.h"
#include "datasets/pictures/picture.h"

static struct picture decoded(struct text file, int channels)
{
    struct picture p;
    char *fault = picture_decode(bytes_of(&file), channels, &p);
    if (fault) fail_msg("%s", fault);
    assert_int_equal(p.channels, channels);
    text_free(&file);
    return p;
}

static void assert_pixels(struct picture p, int width, int height, const unsigned char *expected)
{
    assert_int_equal(p.width, width);
    assert_int_equal(p.height, height);
    assert_memory_equal(p.pixels, expected, (size_t)(width * height * p.channels));
    free(p.pixels);
}

TEST("each PNG format is read")
{
    static const unsigned char rgb[] = {255, 0, 0, 0, 255, 0, 1, 2, 3, 0, 0, 255}, two = 0x40,
                               wide[] = {0x12, 0x00, 0xff, 0xff}, alpha[] = {9, 0, 8, 255},
                               indices[] = {0x40, 0x80};
    assert_pixels(decoded(made_png(2, 2, 8, 2, 6, rgb, NULL), 3), 2, 2, rgb);
    /* Grey is 0.299 * red + 0.587 * green + 0.114 * blue. */
    assert_pixels(decoded(made_png(2, 2, 8, 2, 6, rgb, NULL), 1), 2, 2,
                  (unsigned char[]){76, 150, 2, 29});
    assert_pixels(decoded(made_png(2, 1, 1, 0, 1, &two, NULL), 1), 2, 1, (unsigned char[]){0, 255});
    assert_pixels(decoded(made_png(2, 1, 1, 0, 1, &two, NULL), 3), 2, 1,
                  (unsigned char[]){0, 0, 0, 255, 255, 255});
    assert_pixels(decoded(made_png(2, 1, 16, 0, 4, wide, NULL), 1), 2, 1,
                  (unsigned char[]){18, 255});
    assert_pixels(decoded(made_png(2, 1, 8, 4, 4, alpha, NULL), 1), 2, 1, (unsigned char[]){9, 8});
    assert_pixels(decoded(made_png(2, 2, 1, 3, 1, indices, NULL), 3), 2, 2,
                  (unsigned char[]){10, 20, 30, 40, 50, 60, 40, 50, 60, 10, 20, 30});
}

/* Inserts a chunk after the header of a PNG file, where colour chunks belong. */
static struct text with_chunk(struct text png, const char *type, const char *data, size_t size)
{
    enum { HEADER = 33 };
    struct text out = {0};
    text_add_bytes(&out, png.data, HEADER);
    put_chunk(&out, type, data, size);
    text_add_bytes(&out, png.data + HEADER, png.length - HEADER);
    text_free(&png);
    return out;
}

TEST("gamma does not change the pixels")
{
    static const struct {
        const char *type, *data;
        size_t size;
    } chunks[] = {{"tEXt", "a\0b", 3},
                  {"gAMA", "\0\0\xb1\x8f", 4}, /* The gamma values are 1 / 2.2, 1 and 1 / 10. */
                  {"gAMA", "\0\x01\x86\xa0", 4},
                  {"gAMA", "\0\0\x27\x10", 4},
                  {"sRGB", "\0", 1}};
    static const unsigned char red_blue[] = {255, 0, 0, 0, 0, 255},
                               wide[] = {255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255},
                               alpha[] = {255, 0, 0, 128, 0, 0, 255, 0},
                               wide_alpha[] = {255, 255, 0, 0, 0,   0,   9, 9,
                                               0,   0,   0, 0, 255, 255, 9, 9},
                               index = 0x40, grey[] = {76, 29};
    static const struct {
        int bits, colour;
        size_t row_bytes;
        const unsigned char *row;
        unsigned char greys[2], colours[6];
    } forms[] = {{8, 2, 6, red_blue, {76, 29}, {255, 0, 0, 0, 0, 255}},
                 {16, 2, 12, wide, {76, 29}, {255, 0, 0, 0, 0, 255}},
                 {8, 6, 8, alpha, {76, 29}, {255, 0, 0, 0, 0, 255}},
                 {16, 6, 16, wide_alpha, {76, 29}, {255, 0, 0, 0, 0, 255}},
                 {1, 3, 1, &index, {18, 48}, {10, 20, 30, 40, 50, 60}},
                 {8, 0, 2, grey, {76, 29}, {76, 76, 76, 29, 29, 29}}};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++)
            for (int channels = 1; channels <= 3; channels += 2) {
                struct text png = made_png(2, 1, forms[f].bits, forms[f].colour, forms[f].row_bytes,
                                           forms[f].row, NULL);
                png = with_chunk(png, chunks[c].type, chunks[c].data, chunks[c].size);
                assert_pixels(decoded(png, channels), 2, 1,
                              channels == 1 ? forms[f].greys : forms[f].colours);
            }
}

TEST("JPEG is read in colour and grey")
{
    static const unsigned char grey[] = {7, 7, 7, 7};
    struct picture p = decoded(plain_jpeg(16, 200, 100, 50), 3);
    for (int i = 0; i < 256; i++) {
        assert_in_range(p.pixels[3 * i], 198, 202);
        assert_in_range(p.pixels[3 * i + 1], 98, 102);
        assert_in_range(p.pixels[3 * i + 2], 48, 52);
    }
    free(p.pixels);
    p = decoded(plain_jpeg(8, 200, 100, 50), 1);
    /* The expected grey is 0.299 * 200 + 0.587 * 100 + 0.114 * 50 = 124.2. */
    assert_in_range(p.pixels[0], 123, 125);
    free(p.pixels);
    assert_pixels(decoded(plain_jpeg(1, 255, 0, 0), 1), 1, 1, (unsigned char[]){76});
    assert_pixels(decoded(plain_jpeg(1, 0, 0, 255), 1), 1, 1, (unsigned char[]){29});
    assert_pixels(decoded(made_jpeg(2, 2, 1, JCS_GRAYSCALE, grey), 3), 2, 2,
                  (unsigned char[]){7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7});
}

TEST("the box filter averages the covered pixels")
{
    unsigned char three[] = {9, 0, 18, 90, 30, 60, 0, 0, 9};
    struct picture p = {3, 3, 1, three};
    /* Each output pixel averages 1.5 x 1.5 input pixels. The first one is (4 * 9 + 2 * 0 + 2 * 90 +
     * 30) / 9 = 27.3. */
    assert_pixels(picture_resized(&p, 2), 2, 2, (unsigned char[]){27, 25, 23, 21});
    assert_pixels(picture_resized(&p, 3), 3, 3, three);
    /* The mean of all pixels is 216 / 9 = 24. */
    assert_pixels(picture_resized(&p, 1), 1, 1, (unsigned char[]){24});
    unsigned char column[] = {1, 2, 3, 4};
    p = (struct picture){1, 4, 1, column};
    assert_pixels(picture_resized(&p, 1), 1, 1, (unsigned char[]){2});
    unsigned char row[] = {1, 2, 3, 4, 5, 6, 7, 8};
    /* The image is first cropped to its middle square, which is the second of the four pixels. */
    p = (struct picture){4, 1, 2, row};
    assert_pixels(picture_resized(&p, 2), 2, 2, (unsigned char[]){3, 4, 3, 4, 3, 4, 3, 4});
    unsigned char planes[8];
    picture_planes(&p, planes);
    assert_memory_equal(planes, ((unsigned char[]){1, 3, 5, 7, 2, 4, 6, 8}), 8);
}

static void is_refused(struct string file, const char *part)
{
    struct picture p;
    char *fault = picture_decode(file, 3, &p);
    if (!fault) fail_msg("decoded, but expected an error with '%s'", part);
    if (!strstr(fault, part)) fail_msg("expected '%s' in '%s'", part, fault);
    free(fault);
}

TEST("error messages state what is wrong with a picture")
{
    static const unsigned char pixel[4] = {1, 2, 3, 4};
    is_refused((struct string){"", 0}, "is empty (expected a JPEG or PNG picture)");
    is_refused((struct string){"GIF89a", 6},
               "begins with 0x47 0x49 (expected JPEG, 0xff 0xd8, or PNG");
    is_refused((struct string){"x", 1}, "begins with 0x78 0x00");
    is_refused((struct string){"\x89PNG\n\x1a\n", 7}, "damaged by a text-mode transfer");
    is_refused((struct string){"\x89PNG\r\r\n\x1a\r\n", 10}, "damaged by a text-mode transfer");
    struct text png = made_png(1, 1, 8, 2, 3, pixel, (unsigned[]){60000, 60000});
    is_refused(bytes_of(&png), "has invalid dimensions 60000 x 60000");
    text_free(&png);
    png = made_png(1, 1, 8, 2, 3, pixel, (unsigned[]){0, 1});
    is_refused(bytes_of(&png), "damaged PNG");
    text_free(&png);
    png = made_png(1, 1, 8, 2, 3, pixel, NULL);
    png.data[29] = (char)(png.data[29] + 1);
    is_refused(bytes_of(&png), "CRC error");
    text_free(&png);
    struct text jpeg = plain_jpeg(16, 1, 2, 3);
    size_t frame = 2; /* The image size is stored 5 bytes after the frame header, 0xff 0xc0. */
    while ((unsigned char)jpeg.data[frame + 1] != 0xc0)
        frame += 2 + 256 * (size_t)(unsigned char)jpeg.data[frame + 2] +
                 (size_t)(unsigned char)jpeg.data[frame + 3];
    memcpy(jpeg.data + frame + 5, "\xea\x60\xea\x60", 4);
    is_refused(bytes_of(&jpeg), "has invalid dimensions 60000 x 60000");
    text_free(&jpeg);
    jpeg = made_jpeg(1, 1, 4, JCS_CMYK, pixel);
    is_refused(bytes_of(&jpeg), "CMYK");
    text_free(&jpeg);
}

/* Returns a progressive JPEG of a grey square with this number of scans. */
static struct text jpeg_of_scans(int scans)
{
    enum { MOST = 127 };
    jpeg_scan_info script[MOST] = {{.comps_in_scan = 1}};
    for (int i = 1; i < MOST; i++)
        script[i] = (jpeg_scan_info){.comps_in_scan = 1,
                                     .Ss = (i - 1) / 2 + 1,
                                     .Se = (i - 1) / 2 + 1,
                                     .Ah = (i - 1) % 2,
                                     .Al = i % 2};
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL, pixels[64];
    unsigned long size = 0;
    struct text out = {0};
    for (int i = 0; i < 64; i++) pixels[i] = (unsigned char)(i * i);
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = jpeg.image_height = 8;
    jpeg.input_components = 1;
    jpeg.in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(&jpeg);
    jpeg.scan_info = script;
    jpeg.num_scans = scans;
    jpeg_start_compress(&jpeg, TRUE);
    for (int y = 0; y < 8; y++) jpeg_write_scanlines(&jpeg, &(JSAMPROW){pixels + 8 * y}, 1);
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    text_add_bytes(&out, (const char *)bytes, size);
    free(bytes);
    return out;
}

/* Every scan processes the whole image, so decoding many scans would take too long. */
TEST("too many scans are refused")
{
    free(decoded(jpeg_of_scans(99), 3).pixels);
    struct text jpeg = jpeg_of_scans(127);
    is_refused(bytes_of(&jpeg), "has too many scans (expected at most 100)");
    text_free(&jpeg);
}

TEST("the EXIF orientation is read")
{
    for (int little = 0; little < 2; little++)
        for (int orientation = 0; orientation < 10; orientation++) {
            struct text jpeg = with_orientation(plain_jpeg(8, 1, 2, 3), orientation, little);
            assert_int_equal(jpeg_is_turned(bytes_of(&jpeg)), orientation > 1 && orientation < 9);
            for (size_t cut = 0; cut < 60; cut++) {
                char *copy = xalloc(cut + 1);
                memcpy(copy, jpeg.data, cut);
                assert_true(!jpeg_is_turned((struct string){copy, cut}) || cut >= 38);
                free(copy);
            }
            free(decoded(jpeg, 3).pixels);
        }
    struct text plain = plain_jpeg(8, 1, 2, 3);
    assert_false(jpeg_is_turned(bytes_of(&plain)));
    for (int at = 6; at < 38; at++) { /* Tries every value of each byte of the EXIF data. */
        struct text jpeg = with_orientation(plain_jpeg(8, 1, 2, 3), 6, at % 2);
        for (int byte = 0; byte < 256; byte++) {
            jpeg.data[at] = (char)byte;
            jpeg_is_turned(bytes_of(&jpeg));
        }
        text_free(&jpeg);
    }
    text_free(&plain);
}

TEST("a truncated picture is refused")
{
    static const unsigned char rows[48] = {1, 2, 3};
    struct text files[] = {made_png(4, 4, 8, 2, 12, rows, NULL), plain_jpeg(4, 9, 90, 200)};
    for (int f = 0; f < 2; f++) {
        for (size_t cut = 0; cut < files[f].length; cut++) {
            char *copy = xalloc(cut + 1);
            memcpy(copy, files[f].data, cut);
            is_refused((struct string){copy, cut}, "");
            free(copy);
        }
        text_free(&files[f]);
    }
}

TEST("randomly changed bytes never crash the process")
{
    static const unsigned char rows[48] = {1, 2, 3};
    struct text files[] = {made_png(4, 4, 8, 2, 12, rows, NULL), plain_jpeg(4, 9, 90, 200)};
    int refused_some = 0;
    for (uint64_t trial = 0; trial < 600; trial++) {
        const struct text *from = &files[trial % 2];
        char *copy = xalloc(from->length);
        struct picture p;
        memcpy(copy, from->data, from->length);
        for (uint64_t i = 0; i < 3; i++)
            copy[rng_below(trial, 1, i, from->length)] = (char)rng_below(trial, 2, i, 256);
        char *fault = picture_decode((struct string){copy, from->length}, 3, &p);
        refused_some += fault != NULL;
        if (!fault) free(p.pixels);
        free(fault);
        free(copy);
    }
    assert_true(refused_some > 300);
    text_free(&files[0]), text_free(&files[1]);
}
