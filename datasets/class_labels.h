/* SPDX-License-Identifier: MIT
 * Classes defined by their names in training: TREC's questions, bAbI's answers. */
#ifndef ATTNLAB_CLASS_LABELS_H
#define ATTNLAB_CLASS_LABELS_H

#include "datasets/data_store.h"

/* Stores the class name of a record until classes_settle. */
void class_is(struct dataset *, struct record *, struct string name);
struct string class_awaited(const struct record *); /* the stored name */
bool classes_differ(const struct dataset *);        /* whether training has at least two classes */
/* Defines the classes: the names in training, sorted by bytes. Records elsewhere with another name
 * get the label -1, which is noted. Call it once the splits are final. */
void classes_settle(struct dataset *);

#endif
