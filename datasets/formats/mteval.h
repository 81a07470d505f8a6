/* SPDX-License-Identifier: MIT
 * The segments of a NIST mteval XML file (srcset, refset or tstset), entities decoded. */
#ifndef ATTNLAB_MTEVAL_H
#define ATTNLAB_MTEVAL_H

#include "datasets/formats/file.h"

struct segment {
    struct string doc, id; /* docid of its <doc>, id of its <seg> */
    struct string text;    /* without whitespace at the ends */
    size_t offset;         /* of the <seg> in the file */
};
struct segments {
    struct file file;
    struct segment *list; /* in file order */
    int count;
};

/* The store owns everything. False with *error: not UTF-8, an unclosed tag or document, a segment
 * outside a document, without id or duplicated, an unknown or external entity, no segments. */
bool mteval_read(struct data_store *, const char *path, struct segments *, char **error);
/* The segment with the same document and id, or NULL. The segments must be sorted by
 * mteval_sort. */
void mteval_sort(struct segments *);
const struct segment *mteval_find(const struct segments *sorted, const struct segment *);

#endif
