/* SPDX-License-Identifier: MIT
 * Official files: read whole, plain or gzip, then by line or byte; errors name the location.
 *
 * Records point into the file instead of copying it, so WikiText-103 is in memory once. Gzip is
 * recognised by its magic, so PATH also finds PATH.gz and vice versa. */
#ifndef ATTNLAB_FILE_H
#define ATTNLAB_FILE_H

#include "datasets/data_store.h"

struct file {
    const char *path;  /* the path read: PATH or PATH.gz */
    struct string all; /* unpacked, followed by a NUL */
};

/* False with *error: neither PATH nor PATH.gz is readable, the file is empty, or its gzip is
 * truncated (with the offset), damaged, or absent despite the name. The store owns path and
 * bytes. */
bool file_read(struct data_store *, const char *path, struct file *, char **error);
bool file_exists(const char *path); /* PATH or PATH.gz is a regular file */

/* Iterates over lines, without LF or CR LF; the last needs none. Zero line, number and at first. */
struct lines {
    const struct file *file;
    size_t at, start; /* offsets after and before the last returned line */
    long number;      /* of that line, from 1 */
};
bool lines_next(struct lines *, struct string *line); /* false at the end */
/* False with *error: its lines end in CR only, which lines_next treats as text. */
bool file_has_lines(const struct file *, char **error);
/* A record takes a hundred bytes, even for a short line. */
enum { MOST_LINES = 1 << 25 };
/* False with *error: more lines than MOST_LINES. */
bool file_lines_fit(const struct file *, char **error);

/* Set *error and return false: "PATH:LINE: ...", "PATH: byte OFFSET: ...", "PATH: ...". */
bool lines_fail(const struct lines *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool file_fail_at(const struct file *, size_t offset, char **error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool file_fail(const struct file *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As file_read, for UTF-8 with lines. A byte order mark is dropped, with a note. */
bool file_read_utf8(struct dataset *, const char *path, struct file *, char **error);
/* Drops one or more byte order marks, with a note. */
void file_drop_mark(struct dataset *, struct file *);
/* False with *error naming line and byte: not UTF-8, or a NUL inside (as in UTF-16). */
bool file_check_utf8(const struct file *, char **error);
long file_line_at(const struct file *, size_t offset); /* from 1 */

#endif
