/* SPDX-License-Identifier: MIT
 * Text as bytes, built in or from a file, as input of single layers (models/text_activations.h);
 * training data come from dataset.h. */
#ifndef ATTNLAB_TEXT_H
#define ATTNLAB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_corpus {
    char *source;         /* "builtin" or the path; owned */
    unsigned char *bytes; /* size > 0 of them; owned */
    size_t size;
    uint64_t hash; /* FNV-1a, 64 bits, of the bytes */
};

/* name: "builtin", or the path of a file. False with *error (the caller frees it) if the file is
 * missing, unreadable or empty. */
bool text_open(const char *name, struct text_corpus *, char **error);
void text_close(struct text_corpus *);

/* text_builtin.c: English-like text, deterministic in seed and size. */
enum { TEXT_BUILTIN_BYTES = 1 << 17 };
void text_builtin(uint64_t seed, char *out, size_t size);
/* text_file.c: the bytes of a file (the caller frees it); NULL with *error (the caller frees it).
 */
unsigned char *text_file(const char *path, size_t *size, char **error);

#endif
