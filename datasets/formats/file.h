/* SPDX-License-Identifier: MIT
 * Reads whole official files, plain or gzip, and accesses them by line or byte. Errors name the
 * location.
 *
 * Records point into the file instead of copying its text, so WikiText-103 is in memory only once.
 * Gzip is recognised by its magic bytes; PATH also finds PATH.gz and vice versa. */
#ifndef ATTNLAB_FILE_H
#define ATTNLAB_FILE_H

#include "datasets/data_store.h"

struct file {
    const char *path;  /* path that was read: PATH or PATH.gz */
    struct string all; /* uncompressed content, followed by a NUL */
};

/* Reads PATH or PATH.gz. The store owns the path and the bytes. Returns false and sets *error if
 * both are unreadable, the file is empty, or its gzip data are damaged. */
bool file_read(struct data_store *, const char *path, struct file *, char **error);
bool file_exists(const char *path); /* Returns true if PATH or PATH.gz is a regular file. */

/* Iterator over lines, without their LF or CR LF. `line`, `number` and `at` must be zero at the
 * start. */
struct lines {
    const struct file *file;
    size_t at, start; /* byte offsets of the end and of the start of the current line */
    long number;      /* line number, starting at 1 */
};
/* Moves to the next line. Returns false at the end of the file. */
bool lines_next(struct lines *, struct string *line);
/* Returns false and sets *error if all lines end in CR only, which lines_next() would return as one
 * line. */
bool file_has_lines(const struct file *, char **error);
/* limit on lines, because each record takes about 100 bytes of memory */
enum { MOST_LINES = 1 << 25 };
/* Returns false and sets *error if the file has more than MOST_LINES lines. */
bool file_lines_fit(const struct file *, char **error);

/* Set *error to "PATH:LINE: ...", "PATH: byte OFFSET: ..." or "PATH: ..." and return false. */
bool lines_fail(const struct lines *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool file_fail_at(const struct file *, size_t offset, char **error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool file_fail(const struct file *, char **error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a text file, like file_read(). The file must be UTF-8 and must not use CR alone as line
 * end. Drops byte order marks and adds a note. */
bool file_read_utf8(struct dataset *, const char *path, struct file *, char **error);
/* Drops leading byte order marks and adds a note. */
void file_drop_mark(struct dataset *, struct file *);
/* Returns false and sets *error if the text is not UTF-8 or contains a NUL (as UTF-16 does). The
 * message states line and byte. */
bool file_check_utf8(const struct file *, char **error);
/* Returns the number of the line at a byte offset, starting at 1. */
long file_line_at(const struct file *, size_t offset);

#endif
