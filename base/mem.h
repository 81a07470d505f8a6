/* SPDX-License-Identifier: MIT
 * Allocation that cannot fail, and the one place where the program ends on a broken invariant. */
#ifndef ATTNLAB_MEM_H
#define ATTNLAB_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Prints "attnlab: file:line: message" to stderr and exits with status 70 (out of memory: 71). */
#define die(...) die_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void die_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum { EXIT_BROKEN = 70, EXIT_OUT_OF_MEMORY = 71 };
/* An invariant that holds unless the program is wrong; never for user input. */
#define require(condition) ((condition) ? (void)0 : die("broken invariant: %s", #condition))

/* The caller owns the result and gives it to free(). All end the program on failure. */
void *xalloc(size_t bytes);                        /* zeroed */
void *xarray(size_t count, size_t size);           /* zeroed, overflow checked */
void *xgrow(void *old, size_t count, size_t size); /* realloc, overflow checked */
/* Room for one more than count, of a list that has grown by this alone: doubles at powers of two.
 */
void *xroom(void *old, size_t count, size_t size);
/* Zeroed and aligned to 64 bytes, or to a huge page where it fills one: then huge pages are asked
 * for, since a walk through tens of megabytes misses the address cache at each small page. *owner,
 * not the result, goes to free(). */
void *xalloc_large(void **owner, size_t bytes);
char *xstrdup(const char *text);
/* Ends the program where p, which somebody else was to allocate, is NULL; else returns it. */
void *xgot(void *p, size_t bytes);
/* Of a list of texts, each and the list; NULL: nothing. */
void texts_free(char **list, int count);
char *xformat(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A growing string. Zero-initialise; text is never NULL after the first append. */
struct text {
    char *data;
    size_t length, capacity;
};
void text_add(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *, const char *bytes, size_t count);
void text_free(struct text *);

/* Reads a whole plain file (read_file.c); NULL with errno set on failure, which file_fault() words.
 * *size may be NULL; a NUL is appended. A larger one than `most` bytes, or file_most, is refused.
 */
char *read_file(const char *path, size_t *size);
char *read_file_up_to(const char *path, size_t most, size_t *size);
/* The same of a text: one with a NUL byte in it would end there. */
char *read_text_file(const char *path, size_t most);
/* The same of files in the folder of a run, which may come from somebody else: a symbolic link in
 * place of the file is refused (ELOOP), as it could lead anywhere. */
char *read_run_file(const char *path, size_t *size);
char *read_run_text(const char *path);
int open_run_file(const char *path); /* to be read; -1 with errno set */
extern const size_t file_most;
const char *file_fault(int error);
/* Writes a file beside path, syncs it, renames it: path is old or new, never half, and a link there
 * is replaced, not followed (write_file.c). False with errno set. */
bool write_file_atomically(const char *path, const char *data, size_t size);
/* The same for those that write to a descriptor. */
struct new_file {
    int folder, fd;
    char *name, temporary[32];
};
bool new_file_begin(struct new_file *, const char *path); /* false with errno set: nothing to end */
/* Gives it its name, or where it is not good removes it. False with errno set. */
bool new_file_end(struct new_file *, bool good);
/* All of it, however a write is cut short or interrupted. False with errno set. */
bool write_bytes(int fd, const char *data, size_t size);
/* Whether this is a folder, and no link to one. False with errno set. */
bool is_inner_folder(const char *path);
/* Makes a folder inside a run's, unless it is there; a link there is refused (ELOOP). False with
 * errno set. */
bool make_inner_folder(const char *path);
/* Makes a folder of a random name in a run's, for a program that writes files by name; the name, to
 * be freed. NULL with errno set. */
char *make_new_folder(const char *folder);

/* Shortest decimal text that reads back as the same double ("0.1", "1e-05", "3"). buffer >= 32. */
const char *number_text(double value, char *buffer);

#endif
