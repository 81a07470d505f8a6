/* SPDX-License-Identifier: MIT
 * Walks a tar by its headers of 512 bytes (POSIX.1-2017, pax interchange format; tar.h). */
#include "datasets/formats/tar.h"

#include "datasets/formats/strings.h"

#include <string.h>

enum {
    BLOCK = 512,
    NAME = 100,
    SIZE_AT = 124,
    SIZE = 12,
    SUM_AT = 148,
    SUM = 8,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX = 155
};

/* What stands before a member's own header. */
struct header {
    size_t at, size;
    char type;
    const char *name;
};

/* A field of octal digits, between blanks, up to a NUL; false: another byte, or too large. */
static bool octal(const char *field, size_t size, size_t *number)
{
    size_t i = 0;
    *number = 0;
    while (i < size && field[i] == ' ') i++;
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++) {
        if (*number > SIZE_MAX >> 3) return false;
        *number = *number << 3 | (size_t)(field[i] - '0');
    }
    return i == size || field[i] == ' ' || field[i] == '\0';
}

/* The sum of all bytes of a header, those of the sum itself taken for blanks. */
static size_t sum_of(const char *block)
{
    size_t sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM ? ' ' : (unsigned char)block[i];
    return sum;
}

static bool is_zero(const char *block)
{
    for (int i = 0; i < BLOCK; i++)
        if (block[i]) return false;
    return true;
}

static struct string field_of(const char *at, size_t most)
{
    return (struct string){at, strnlen(at, most)};
}

/* prefix/name, or what a header before said. */
static const char *name_of(const char *block, struct data_store *store)
{
    struct string name = field_of(block, NAME), prefix = field_of(block + PREFIX_AT, PREFIX);
    bool has_prefix = !memcmp(block + MAGIC_AT, "ustar\0", 6) && prefix.size;
    return data_format(store, "%.*s%s%.*s", has_prefix ? (int)prefix.size : 0, prefix.at,
                       has_prefix ? "/" : "", (int)name.size, name.at);
}

static bool read_header(const struct tar *tar, struct data_store *store, struct header *h,
                        char **error)
{
    const struct file *file = tar->file;
    const char *block = file->all.at + tar->at;
    size_t sum, left = file->all.size - tar->at;
    if (left < BLOCK)
        return file_fail(file, error,
                         "truncated: the tar ends at byte %zu, without the blocks of zeros that "
                         "mark its end; fetch it again",
                         file->all.size);
    *h = (struct header){.at = tar->at, .type = block[TYPE_AT]};
    if (is_zero(block)) return true;
    if (!octal(block + SUM_AT, SUM, &sum) || sum != sum_of(block) ||
        !octal(block + SIZE_AT, SIZE, &h->size))
        return file_fail_at(file, tar->at, error, "damaged tar, or none: no header of a member");
    h->name = name_of(block, store);
    if (h->size > left - BLOCK)
        return file_fail(file, error, "%s: truncated: %zu bytes are there of %zu; fetch it again",
                         h->name, left - BLOCK, h->size);
    return true;
}

/* "LENGTH path=NAME\n" among the records of a pax header; NULL: no such. */
static const char *pax_path(struct string records, struct data_store *store)
{
    struct string line;
    while (string_cut(&records, '\n', &line)) {
        const char *found = memmem(line.at, line.size, " path=", 6);
        if (found)
            return data_format(store, "%.*s", (int)(line.at + line.size - found - 6), found + 6);
    }
    return NULL;
}

/* Behind a header and what it heads, rounded up to whole blocks. */
static size_t behind(const struct tar *tar, const struct header *h)
{
    size_t end = h->at + BLOCK + (h->size + BLOCK - 1) / BLOCK * BLOCK;
    return end < tar->file->all.size ? end : tar->file->all.size;
}

static bool is_file(char type) { return type == '0' || type == '\0' || type == '7'; }

/* Members that are files where they are unpacked, but whose bytes are not, or not all, behind their
 * header. */
static const char *stand_in(char type)
{
    return type == '1' || type == '2' ? "a link" : type == 'S' ? "a file with holes" : NULL;
}

bool tar_next(struct tar *tar, struct data_store *store, struct tar_member *member, char **error)
{
    const char *longer = NULL; /* the name that a header before this one told */
    struct header h = {0};
    *error = NULL;
    while (read_header(tar, store, &h, error) && h.name) {
        struct string bytes = {tar->file->all.at + h.at + BLOCK, h.size};
        tar->at = behind(tar, &h);
        if (h.type == 'L')
            longer = data_format(store, "%.*s", (int)strnlen(bytes.at, bytes.size), bytes.at);
        else if (h.type == 'x')
            longer = pax_path(bytes, store);
        else if (is_file(h.type) || stand_in(h.type)) {
            *member = (struct tar_member){longer ? longer : h.name, bytes, stand_in(h.type)};
            return true;
        } else if (h.type != 'K') /* where a link leads to, if that is long: no member either */
            longer = NULL;
    }
    return false;
}
