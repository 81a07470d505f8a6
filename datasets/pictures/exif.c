/* SPDX-License-Identifier: MIT
 * Reads the camera orientation from the EXIF data of a JPEG (EXIF 2.32, TIFF 6.0). Missing or
 * damaged EXIF data are ignored. */
#include "datasets/pictures/picture.h"

#include <string.h>

enum {
    APP1 = 0xe1,
    SCAN = 0xda, /* marker at the start of the compressed image; the segments before it contain
                    their length */
    TIFF_HEADER = 8,
    ENTRY = 12,
    ORIENTATION = 0x0112,
    SHORT = 3, /* TIFF type of a two-byte number */
    UPRIGHT = 1,
    MOST_ORIENTATION = 8
};

struct tiff {
    struct string all;
    bool little;
};

static size_t number(const struct tiff *t, size_t at, int bytes)
{
    size_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)t->all.at[at + (size_t)(t->little ? bytes - 1 - i : i)];
    return value;
}

/* Returns the orientation, or 0 if it is not stored. */
static size_t orientation(const struct tiff *t)
{
    if (t->all.size < TIFF_HEADER) return 0;
    size_t at = number(t, 4, 4);
    if (at > t->all.size || t->all.size - at < 2) return 0;
    size_t entries = number(t, at, 2);
    for (at += 2; entries && t->all.size - at >= ENTRY; entries--, at += ENTRY)
        if (number(t, at, 2) == ORIENTATION && number(t, at + 2, 2) == SHORT)
            return number(t, at + 8, 2);
    return 0;
}

static bool part_turns(struct string part)
{
    static const char begin[] = "Exif\0"; /* the final NUL of the array is part of the signature */
    if (part.size < sizeof begin || memcmp(part.at, begin, sizeof begin) != 0) return false;
    struct tiff t = {.all = {part.at + sizeof begin, part.size - sizeof begin}};
    t.little = t.all.size && t.all.at[0] == 'I';
    size_t found = orientation(&t);
    return found > UPRIGHT && found <= MOST_ORIENTATION;
}

bool jpeg_is_turned(struct string file)
{
    const unsigned char *bytes = (const unsigned char *)file.at;
    if (!jpeg_is(file)) return false;
    for (size_t at = 2; file.size - at >= 4 && bytes[at] == 0xff && bytes[at + 1] != SCAN;) {
        size_t size = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (size < 2 || size > file.size - at - 2) return false;
        if (bytes[at + 1] == APP1 && part_turns((struct string){file.at + at + 4, size - 2}))
            return true;
        at += 2 + size;
    }
    return false;
}
