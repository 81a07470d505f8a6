/* SPDX-License-Identifier: MIT
 * Reads the segments of a NIST mteval XML file (srcset, refset or tstset), with entities decoded.
 */
#ifndef ATTNLAB_MTEVAL_H
#define ATTNLAB_MTEVAL_H

#include "datasets/formats/file.h"

struct segment {
    struct string doc, id; /* docid of the <doc> element and id of the <seg> element */
    struct string text;    /* text without leading and trailing whitespace */
    size_t offset;         /* byte offset of the <seg> element in the file */
};
struct segments {
    struct file file;
    struct segment *list; /* segments in file order */
    int count;
};

/* Returns false and sets *error for invalid XML or UTF-8, segments without document or id,
 * duplicate segments, undefined or external entities, and files without segments. The store owns
 * the result. */
bool mteval_read(struct data_store *, const char *path, struct segments *, char **error);
/* Finds the segment with the same document and id, or returns NULL. The segments must be sorted
 * with mteval_sort(). */
void mteval_sort(struct segments *);
const struct segment *mteval_find(const struct segments *sorted, const struct segment *);

#endif
