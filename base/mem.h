/* SPDX-License-Identifier: MIT
 * Declares memory allocation that never returns NULL, growing strings, reading and writing of
 * files, and assertions. */
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
/* Asserts an invariant of the program. User input is checked elsewhere. */
#define require(condition) ((condition) ? (void)0 : die("broken invariant: %s", #condition))

/* These functions never return NULL: they end the program if memory is exhausted. The caller frees
 * the result. */
void *xalloc(size_t bytes); /* memory is zeroed */
/* the memory is zeroed; count * size is checked for overflow */
void *xarray(size_t count, size_t size);
/* like realloc; count * size is checked for overflow */
void *xgrow(void *old, size_t count, size_t size);
/* Makes room for one more entry in a list of `count` entries. The capacity doubles whenever `count`
 * is a power of two, so the list must grow only through this function. */
void *xroom(void *old, size_t count, size_t size);
/* Allocates zeroed memory aligned to 64 bytes. Sizes of at least one huge page are aligned to huge
 * pages, which avoids TLB misses. Pass *owner, not the result, to free(). */
void *xalloc_large(void **owner, size_t bytes);
char *xstrdup(const char *text);
/* Returns p, the result of a library's allocation; ends the program if p is NULL. */
void *xgot(void *p, size_t bytes);
void texts_free(char **list, int count);
char *xformat(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A growing string. Initialise it to zero. `text` is not NULL after the first append. */
struct text {
    char *data;
    size_t length, capacity;
};
void text_add(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *, const char *bytes, size_t count);
void text_free(struct text *);

/* Reads a regular file into memory and appends a NUL byte (read_file.c). *size may be NULL. On
 * failure, returns NULL and sets errno, which file_fault() describes. read_file() rejects files
 * larger than file_most, read_file_up_to() files larger than `most`. */
char *read_file(const char *path, size_t *size);
char *read_file_up_to(const char *path, size_t most, size_t *size);
/* Reads a text file, like read_file(). Rejects NUL bytes. */
char *read_text_file(const char *path, size_t most);
/* Reads a file of a run, like read_file(). Rejects symbolic links (ELOOP), because a run's folder
 * may come from an untrusted source. */
char *read_run_file(const char *path, size_t *size);
char *read_run_text(const char *path);
/* opens a file for reading; returns -1 and sets errno on failure */
int open_run_file(const char *path);
extern const size_t file_most;
const char *file_fault(int error);
/* Replaces the file at `path` atomically (write_file.c): writes a temporary file in the same
 * folder, syncs it and renames it. Readers see the old content or the new content, never a part. A
 * link at `path` is replaced, not followed. Returns false and sets errno on failure. */
bool write_file_atomically(const char *path, const char *data, size_t size);
/* An atomic write in progress, for code that needs the file descriptor. */
struct new_file {
    int folder, fd;
    char *name, temporary[32];
};
/* Returns false and sets errno on failure. After a failure, new_file_end() must not be called. */
bool new_file_begin(struct new_file *, const char *path);
/* If `good` is true, renames the temporary file to its final name, otherwise removes it. Returns
 * false and sets errno on failure. */
bool new_file_end(struct new_file *, bool good);
/* Removes the temporary files that killed writers left in a folder. No writer may be active. */
void new_files_remove(const char *folder);
/* Writes all bytes. Resumes after an interrupted call. Returns false and sets errno on failure. */
bool write_bytes(int fd, const char *data, size_t size);
/* Returns true if `path` is a folder. Returns false and sets errno for a link to a folder, and for
 * everything else. */
bool is_inner_folder(const char *path);
/* Creates a folder inside a run's folder if it does not exist. Rejects a symbolic link (ELOOP).
 * Returns false and sets errno on failure. */
bool make_inner_folder(const char *path);
/* Creates a folder with a random name inside a run's folder, for programs that need a file name to
 * write to. Returns the folder's name, which the caller frees. On failure, returns NULL and sets
 * errno. */
char *make_new_folder(const char *folder);

/* Writes the shortest decimal text that reads back as the same double, such as "0.1", "1e-05" or
 * "3". `buffer` has at least 32 bytes. Returns `buffer`. */
const char *number_text(double value, char *buffer);

#endif
