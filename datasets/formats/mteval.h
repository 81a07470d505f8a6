/* SPDX-License-Identifier: MIT
 * Reads the segments of a NIST mteval XML file (srcset, refset or tstset), with entities decoded.
 */
#ifndef ATTNLAB_MTEVAL_H
#define ATTNLAB_MTEVAL_H

#include "datasets/formats/file.h"

struct segment {
    struct string doc, id; /* from the attributes docid of <doc> and id of <seg> */
    struct string text;    /* text without leading and trailing whitespace */
    size_t offset;         /* byte offset of the <seg> element in the file */
};
struct segments {
    struct file file;
    struct segment *list; /* segments in file order */
    int count;
};

/* Reads the segments of a file. The store owns the result. Returns false and sets *error if XML or
 * UTF-8 is invalid, a segment has no document or id, two segments are duplicates, an entity is
 * undefined or external, or the file has no segments. */
bool mteval_read(struct data_store *, const char *path, struct segments *, char **error);
/* Finds the segment with the same document and id, or returns NULL. The segments must be sorted
 * with mteval_sort(). */
void mteval_sort(struct segments *);
const struct segment *mteval_find(const struct segments *sorted, const struct segment *);

#endif
