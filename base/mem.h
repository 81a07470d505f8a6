/* SPDX-License-Identifier: MIT
 * Allocation that cannot fail, growing texts, files, and the exit on a broken invariant. */
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
/* Checks an invariant of the program; never for user input. */
#define require(condition) ((condition) ? (void)0 : die("broken invariant: %s", #condition))

/* The caller owns the result and passes it to free(). All end the program on failure. */
void *xalloc(size_t bytes);                        /* zeroed */
void *xarray(size_t count, size_t size);           /* zeroed, overflow checked */
void *xgrow(void *old, size_t count, size_t size); /* realloc, overflow checked */
/* Space for one more than count entries, in a list that grows only through this: doubles at powers
 * of two. */
void *xroom(void *old, size_t count, size_t size);
/* Zeroed, aligned to 64 bytes, or to huge pages if it fills one; these avoid TLB misses. *owner,
 * not the result, is passed to free(). */
void *xalloc_large(void **owner, size_t bytes);
char *xstrdup(const char *text);
/* Ends the program if p, allocated by a library, is NULL; else returns p. */
void *xgot(void *p, size_t bytes);
/* Frees the texts and the list; NULL is allowed. */
void texts_free(char **list, int count);
char *xformat(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A growing string. Initialise to zero; text is not NULL after the first append. */
struct text {
    char *data;
    size_t length, capacity;
};
void text_add(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *, const char *bytes, size_t count);
void text_free(struct text *);

/* Reads a whole plain file (read_file.c); NULL with errno set on failure, see file_fault().
 * *size may be NULL; a NUL is appended. Files larger than file_most (read_file_up_to: `most`) are
 * refused. */
char *read_file(const char *path, size_t *size);
char *read_file_up_to(const char *path, size_t most, size_t *size);
/* As read_file, for text: refuses NUL bytes. */
char *read_text_file(const char *path, size_t most);
/* As read_file, for files of a run, which may be from somebody else: refuses symbolic links
 * (ELOOP). */
char *read_run_file(const char *path, size_t *size);
char *read_run_text(const char *path);
int open_run_file(const char *path); /* for reading; -1 with errno set */
extern const size_t file_most;
const char *file_fault(int error);
/* Writes a temporary file in the same folder, syncs and renames it: path is old or new, never
 * partial, and a link there is replaced (write_file.c). False with errno set. */
bool write_file_atomically(const char *path, const char *data, size_t size);
/* The same in steps, for writers that need a file descriptor. */
struct new_file {
    int folder, fd;
    char *name, temporary[32];
};
bool new_file_begin(struct new_file *, const char *path); /* false with errno set: nothing to end */
/* Renames the file, or removes it if not good. False with errno set. */
bool new_file_end(struct new_file *, bool good);
/* Writes all bytes, after interruptions too. False with errno set. */
bool write_bytes(int fd, const char *data, size_t size);
/* Whether path is a folder and not a link to one. False with errno set. */
bool is_inner_folder(const char *path);
/* Creates a folder inside a run's unless it exists; a link there is refused (ELOOP). False with
 * errno set. */
bool make_inner_folder(const char *path);
/* Creates a folder of random name in a run's, for a program that writes files by name. The name, to
 * be freed; NULL with errno set. */
char *make_new_folder(const char *folder);

/* Shortest decimal text that reads back as the same double ("0.1", "1e-05", "3"). buffer: at least
 * 32 bytes. */
const char *number_text(double value, char *buffer);

#endif
