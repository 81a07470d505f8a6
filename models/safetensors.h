/* SPDX-License-Identifier: MIT
 * Stores named tensors and strings in one file, in the safetensors format
 * (huggingface/safetensors), which other tools can read. A file contains the length of the header
 * in eight bytes, a JSON header, and the bytes of the tensors. The reader rejects inconsistent
 * files. */
#ifndef ATTNLAB_SAFETENSORS_H
#define ATTNLAB_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>

struct safetensor {
    char name[96];
    int rank, dim[4];
    size_t real_size; /* 4 for the type F32, 8 for the type F64 */
    /* bytes of the tensor; owned by the caller when writing, and by the file when reading */
    const void *data;
};

struct safetensors {
    struct safetensor *list;
    int count;
    struct safetensors_text {
        char *key, *value;
    } * texts; /* texts of the metadata (key "__metadata__") */
    int text_count;
    char *bytes; /* content of a file that was read; `data` points into it */
    bool unread; /* true if reading failed because the file is unreadable, not because it is invalid
                  */
};

/* Returns the string of a metadata key, or NULL. */
const char *safetensors_text(const struct safetensors *, const char *key);
const struct safetensor *safetensors_find(const struct safetensors *, const char *name);
void safetensors_add(struct safetensors *, struct safetensor);
void safetensors_add_text(struct safetensors *, const char *key, const char *value);
void safetensors_free(struct safetensors *);

/* Writes the file atomically. On failure, returns false and sets *error; the caller frees *error.
 */
bool safetensors_write(const struct safetensors *, const char *path, char **error);
/* Reads a file. Returns false and sets *error if the file is missing, truncated or invalid. Offsets
 * must be in range, must not overlap and must match the size. */
bool safetensors_read(struct safetensors *, const char *path, char **error);

#endif
