/* SPDX-License-Identifier: MIT
 * The segments of a NIST mteval XML file (srcset, refset or tstset), entities decoded. */
#ifndef ATTNLAB_MTEVAL_H
#define ATTNLAB_MTEVAL_H

#include "datasets/formats/file.h"

struct segment {
    struct string doc, id; /* docid of its <doc>, id of its <seg> */
    struct string text;    /* without blanks at the ends */
    size_t offset;         /* of the <seg> in the file */
};
struct segments {
    struct file file;
    struct segment *list; /* in the order of the file */
    int count;
};

/* All is the store's. False with *error: not UTF-8, a tag or document that does not end, a segment
 * outside a document, without id or there twice, an unknown or external entity, no segment at all. */
bool mteval_read(struct data_store *, const char *path, struct segments *, char **error);
/* The segment of the same document and id, or NULL. Sorted: by mteval_sort. */
void mteval_sort(struct segments *);
const struct segment *mteval_find(const struct segments *sorted, const struct segment *);

#endif
