/* SPDX-License-Identifier: MIT
 * Provides the input text for single layers, as bytes: a built-in text or a file. Models get their
 * training data from dataset.h. */
#ifndef ATTNLAB_TEXT_H
#define ATTNLAB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_corpus {
    char *source;         /* "builtin" or the path of the file; owned */
    unsigned char *bytes; /* `size` bytes (at least one); owned */
    size_t size;
    uint64_t hash; /* 64-bit FNV-1a hash of the bytes */
};

/* Opens "builtin" or the file at a path. Returns false and sets *error (the caller frees the
 * string) if the file is missing, unreadable or empty. */
bool text_open(const char *name, struct text_corpus *, char **error);
void text_close(struct text_corpus *);

/* Writes English-like text that depends only on `seed` and `size`. */
enum { TEXT_BUILTIN_BYTES = 1 << 17 };
void text_builtin(uint64_t seed, char *out, size_t size);
/* Returns the bytes of a file, or NULL and sets *error. The caller frees the bytes or the error. */
unsigned char *text_file(const char *path, size_t *size, char **error);

#endif
