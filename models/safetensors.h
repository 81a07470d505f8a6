/* SPDX-License-Identifier: MIT
 * Named tensors and texts in one file, in the safetensors format (huggingface/safetensors): eight
 * bytes of header length, a JSON header, the bytes of the tensors. Any tool that reads that format
 * reads these; ours refuses what does not add up. */
#ifndef ATTNLAB_SAFETENSORS_H
#define ATTNLAB_SAFETENSORS_H

#include <stdbool.h>
#include <stddef.h>

struct safetensor {
    char name[96];
    int rank, dim[4];
    size_t real_size; /* 4: F32, 8: F64 */
    const void *data; /* the caller's when written, the file's when read */
};

struct safetensors {
    struct safetensor *list;
    int count;
    struct safetensors_text {
        char *key, *value;
    } * texts; /* "__metadata__" */
    int text_count;
    char *bytes; /* of a file that was read; owns what data points to */
    bool unread; /* after a failure: its bytes could not be had, and nobody knows what they are */
};

/* Text for a key, or NULL. */
const char *safetensors_text(const struct safetensors *, const char *key);
const struct safetensor *safetensors_find(const struct safetensors *, const char *name);
void safetensors_add(struct safetensors *, struct safetensor);
void safetensors_add_text(struct safetensors *, const char *key, const char *value);
void safetensors_free(struct safetensors *);

/* Old file or new one, never half of one. False with *error (to be freed). */
bool safetensors_write(const struct safetensors *, const char *path, char **error);
/* False with *error: missing, truncated, a header that is no JSON, of an unknown type, with places
 * outside of the file, overlapping or of the wrong length. */
bool safetensors_read(struct safetensors *, const char *path, char **error);

#endif
