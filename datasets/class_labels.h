/* SPDX-License-Identifier: MIT
 * Defines the classes of data sets such as TREC and bAbI by the names in their training records. */
#ifndef ATTNLAB_CLASS_LABELS_H
#define ATTNLAB_CLASS_LABELS_H

#include "datasets/data_store.h"

/* Stores the class name of a record until classes_settle() is called. */
void class_is(struct dataset *, struct record *, struct string name);
/* Returns the class name that class_is() stored. */
struct string class_awaited(const struct record *);
bool classes_differ(const struct dataset *);
/* Numbers the class names of the training records, sorted by bytes. In other splits, records with
 * an unknown name get the label -1, and a note is added. Must be called once, when the splits are
 * final. */
void classes_settle(struct dataset *);

#endif
