/* SPDX-License-Identifier: MIT
 * Defines classes by the names that occur in the training records, as needed for TREC and bAbI. */
#ifndef ATTNLAB_CLASS_LABELS_H
#define ATTNLAB_CLASS_LABELS_H

#include "datasets/data_store.h"

/* Stores the class name of a record until classes_settle() is called. */
void class_is(struct dataset *, struct record *, struct string name);
/* Returns the class name that class_is() stored. */
struct string class_awaited(const struct record *);
bool classes_differ(const struct dataset *);
/* Numbers the class names of the training records, sorted by bytes. In other splits, records with
 * an unknown name get the label -1, and a note is added. Call this function once, when the splits
 * are final. */
void classes_settle(struct dataset *);

#endif
