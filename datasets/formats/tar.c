/* SPDX-License-Identifier: MIT
 * Iterates over a tar's members by their 512-byte headers (POSIX.1-2017, pax interchange format).
 */
#include "datasets/formats/tar.h"

#include "datasets/formats/fields.h"
#include "datasets/formats/folder.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 512,
    NAME = 100,
    SIZE_AT = 124,
    SIZE = 12,
    SUM_AT = 148,
    SUM = 8,
    TYPE_AT = 156,
    TARGET_AT = 157,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX = 155
};

struct header {
    size_t at, size;
    char type;
    const char *name;
};

/* Parses a field of octal digits with leading spaces, up to a space or NUL. Returns false if the
 * field contains other bytes or the number is too large. */
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

/* Returns the checksum of a header: the sum of its bytes, with the checksum field read as
 * spaces. */
static size_t sum_of(const char *block)
{
    size_t sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM ? ' ' : (unsigned char)block[i];
    return sum;
}

/* Returns true if the block contains only zeros. `left` is the number of bytes before the end of
 * the file; the last block may be incomplete. */
static bool is_zero(const char *block, size_t left)
{
    for (size_t i = 0; i < BLOCK && i < left; i++)
        if (block[i]) return false;
    return true;
}

static struct string field_of(const char *at, size_t most)
{
    return (struct string){at, strnlen(at, most)};
}

/* Returns the member name from a header: prefix/name, or only the name. */
static const char *name_of(const char *block, struct data_store *store)
{
    struct string name = field_of(block, NAME), prefix = field_of(block + PREFIX_AT, PREFIX);
    bool has_prefix = !memcmp(block + MAGIC_AT, "ustar\0", 6) && prefix.size;
    return data_format(store, "%.*s%s%.*s", has_prefix ? (int)prefix.size : 0, prefix.at,
                       has_prefix ? "/" : "", (int)name.size, name.at);
}

/* Returns true if only zeros follow. If another header follows, as in tars joined with `cat`, skips
 * the zeros before that header. */
static bool ends_here(struct tar *tar)
{
    struct string all = tar->file->all;
    size_t at = tar->at;
    while (at < all.size && is_zero(all.at + at, all.size - at)) at += BLOCK;
    if (at >= all.size) return all.size - tar->at >= BLOCK;
    tar->at = at;
    return false;
}

/* Reads the next header; h->name is NULL at the end of the tar. */
static bool read_header(struct tar *tar, struct data_store *store, struct header *h, char **error)
{
    const struct file *file = tar->file;
    size_t sum, from = tar->at;
    *h = (struct header){0};
    if (ends_here(tar)) return true;
    const char *block = file->all.at + tar->at;
    size_t left = file->all.size - tar->at;
    bool joined = tar->at > from;
    if (left < BLOCK && !joined)
        return file_fail(file, error,
                         "truncated: the tar ends at byte %zu without its end marker (two zero "
                         "blocks); fetch it again",
                         file->all.size);
    if (left < BLOCK || !octal(block + SUM_AT, SUM, &sum) || sum != sum_of(block) ||
        !octal(block + SIZE_AT, SIZE, &h->size))
        return file_fail_at(file, tar->at, error, "%s; fetch it again, or pack it again with `tar`",
                            joined ? "unexpected data after the end of the tar"
                                   : "invalid or damaged tar (expected a member header)");
    h->at = tar->at;
    h->type = block[TYPE_AT];
    h->name = name_of(block, store);
    if (h->size <= left - BLOCK) return true;
    char *quoted = name_quoted(h->name);
    file_fail(file, error, "%s: truncated: %zu of %zu bytes; fetch it again", quoted, left - BLOCK,
              h->size);
    free(quoted);
    return false;
}

/* values from extended headers; they replace fields of the next member's header; NULL if not given
 */
struct overrides {
    const char *name, *target;
    bool holes; /* true for a sparse file, whose data are stored in pieces */
};

/* Removes the first record from a pax header: LENGTH, space, KEY=VALUE, line end. LENGTH counts the
 * whole record, so values may contain line ends. Returns false if the record is invalid. */
static bool pax_cut(struct string *records, struct string *key, struct string *value)
{
    size_t length = 0, i = 0;
    for (; i < records->size && records->at[i] >= '0' && records->at[i] <= '9'; i++) {
        if (length > records->size) return false;
        length = 10 * length + (size_t)(records->at[i] - '0');
    }
    if (!i || i >= records->size || records->at[i] != ' ' || length > records->size ||
        length < i + 2 || records->at[length - 1] != '\n')
        return false;
    *value = (struct string){records->at + i + 1, length - i - 2};
    *records = string_from(*records, length);
    return field_cut(value, '=', key);
}

static const char *kept(struct data_store *store, struct string text)
{
    return data_format(store, "%.*s", (int)text.size, text.at);
}

static bool read_pax(const struct tar *tar, const struct header *h, struct string records,
                     struct data_store *store, struct overrides *overrides, char **error)
{
    struct string key, value;
    while (records.size) {
        if (!pax_cut(&records, &key, &value))
            return file_fail_at(tar->file, h->at, error,
                                "damaged tar: invalid extended header (expected records 'LENGTH "
                                "KEY=VALUE'); fetch it again, or pack it again");
        bool holes = string_starts(key, "GNU.sparse.");
        overrides->holes = overrides->holes || holes;
        if (string_is(key, "GNU.sparse.name") || (string_is(key, "path") && !overrides->holes))
            overrides->name = kept(store, value);
        if (string_is(key, "linkpath")) overrides->target = kept(store, value);
    }
    return true;
}

/* Returns the offset of the first block after a header and its data. */
static size_t offset_after(const struct tar *tar, const struct header *h)
{
    size_t end = h->at + BLOCK + (h->size + BLOCK - 1) / BLOCK * BLOCK;
    return end < tar->file->all.size ? end : tar->file->all.size;
}

static bool is_file(char type) { return type == '0' || type == '\0' || type == '7'; }

/* Returns the reason why the tar does not contain the complete data of a member, or NULL if it
 * does. */
static const char *why_no_bytes(char type)
{
    return type == '1' || type == '2' ? "a link"
           : type == 'S'              ? "a sparse file"
           : type == 'M'              ? "the rest of a file from another volume"
                                      : NULL;
}

/* If this header is an extended header for the next member, stores its values in *overrides and
 * returns true. */
static bool read_extension(const struct tar *tar, const struct header *h, struct string bytes,
                           struct data_store *store, struct overrides *overrides, char **error)
{
    struct string name = field_of(bytes.at, bytes.size);
    if (h->type == 'L') return overrides->name = kept(store, name), true;
    if (h->type == 'K') return overrides->target = kept(store, name), true;
    return h->type == 'x' && (read_pax(tar, h, bytes, store, overrides, error), true);
}

static struct tar_member member_of(const struct tar *tar, const struct header *h,
                                   struct string bytes, const struct overrides *overrides,
                                   struct data_store *store)
{
    const char *block = tar->file->all.at + h->at;
    struct tar_member member = {.name = overrides->name ? overrides->name : h->name,
                                .bytes = bytes};
    member.instead = overrides->holes ? why_no_bytes('S') : why_no_bytes(h->type);
    if (h->type == '2')
        member.target =
            overrides->target ? overrides->target : kept(store, field_of(block + TARGET_AT, NAME));
    return member;
}

bool tar_next(struct tar *tar, struct data_store *store, struct tar_member *member, char **error)
{
    struct overrides overrides = {0};
    struct header h = {0};
    *error = NULL;
    while (!*error && read_header(tar, store, &h, error) && h.name) {
        struct string bytes = {tar->file->all.at + h.at + BLOCK, h.size};
        tar->at = offset_after(tar, &h);
        if (read_extension(tar, &h, bytes, store, &overrides, error)) continue;
        if (is_file(h.type) || why_no_bytes(h.type)) {
            *member = member_of(tar, &h, bytes, &overrides, store);
            return true;
        }
        overrides = (struct overrides){0};
    }
    return false;
}
