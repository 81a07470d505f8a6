/* SPDX-License-Identifier: MIT
 * Official files: read whole, plain or gzip, then walked by line or byte; errors name the place.
 *
 * Whole, because records point into the file instead of copying it: half a gigabyte of WikiText-103
 * is held once. Gzip is known by its magic, not by the name, so PATH serves for PATH.gz and back.
 */
#ifndef ATTNLAB_FILE_H
#define ATTNLAB_FILE_H

#include "datasets/data_store.h"

struct file {
    const char *path;  /* that was read: PATH or PATH.gz */
    struct string all; /* unpacked; a NUL stands behind */
};

/* False with *error: neither PATH nor PATH.gz can be read, it is empty, or a gzip that is truncated
 * (with the offset), damaged, or is none though it is named so. Path and bytes are the store's. */
bool file_read(struct data_store *, const char *path, struct file *, char **error);
bool file_exists(const char *path); /* PATH or PATH.gz is a regular file */

/* One line after the other, without LF or CR LF; the last needs none. Zero line and at first. */
struct lines {
    const struct file *file;
    size_t at, start; /* bytes behind and before the line that was given last */
    long number;      /* of that line, from 1 */
};
bool lines_next(struct lines *, struct string *line); /* false: no more */
/* False with *error: its lines end in CR alone, as on old Macintoshes, which lines_next takes for
 * text. */
bool file_has_lines(const struct file *, char **error);
/* A record takes a hundred bytes, however short its line is. */
enum { MOST_LINES = 1 << 25 };
/* False with *error: there are more lines than that. */
bool file_lines_fit(const struct file *, char **error);

/* All set *error and return false: "PATH:LINE: ...", "PATH: byte OFFSET: ...", "PATH: ...". */
bool lines_fail(const struct lines *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool file_fail_at(const struct file *, size_t offset, char **error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool file_fail(const struct file *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Text: the same, UTF-8 and with lines. A byte order mark is dropped, with a note. */
bool file_read_utf8(struct dataset *, const char *path, struct file *, char **error);
/* Drops a byte order mark, or as many as there are, with a note. */
void file_drop_mark(struct dataset *, struct file *);
/* False with *error naming line and byte: not UTF-8, or a NUL inside (as UTF-16 has). */
bool file_check_utf8(const struct file *, char **error);
long file_line_at(const struct file *, size_t offset); /* from 1 */

#endif
