/* SPDX-License-Identifier: MIT
 * Named tensors and texts in one file, in the safetensors format (huggingface/safetensors): eight
 * bytes of header length, a JSON header, the tensors' bytes. Other tools can read it; this reader
 * refuses inconsistent files. */
#ifndef ATTNLAB_SAFETENSORS_H
#define ATTNLAB_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>

struct safetensor {
    char name[96];
    int rank, dim[4];
    size_t real_size; /* 4: F32, 8: F64 */
    const void *data; /* owned by the caller when writing, by the file when reading */
};

struct safetensors {
    struct safetensor *list;
    int count;
    struct safetensors_text {
        char *key, *value;
    } * texts; /* "__metadata__" */
    int text_count;
    char *bytes; /* of a file that was read; data points into it */
    bool unread; /* after a failure: the file could not be read at all */
};

/* Text for a key, or NULL. */
const char *safetensors_text(const struct safetensors *, const char *key);
const struct safetensor *safetensors_find(const struct safetensors *, const char *name);
void safetensors_add(struct safetensors *, struct safetensor);
void safetensors_add_text(struct safetensors *, const char *key, const char *value);
void safetensors_free(struct safetensors *);

/* Atomic: the old file or the new one. False with *error (the caller frees it). */
bool safetensors_write(const struct safetensors *, const char *path, char **error);
/* False with *error: missing, truncated, invalid JSON header, unknown type, or offsets out of
 * range, overlapping or of the wrong length. */
bool safetensors_read(struct safetensors *, const char *path, char **error);

#endif
