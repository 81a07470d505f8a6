/* SPDX-License-Identifier: MIT
 * Classes that are known by the names that occur in training: TREC's questions, bAbI's answers. */
#ifndef ATTNLAB_CLASS_LABELS_H
#define ATTNLAB_CLASS_LABELS_H

#include "datasets/data_store.h"

/* Remembers the name of a record's class until classes_settle. */
void class_is(struct dataset *, struct record *, struct string name);
struct string class_awaited(const struct record *); /* that name */
bool classes_differ(const struct dataset *);        /* those of training are not all one */
/* Makes the classes: the names in training, sorted by bytes. A record elsewhere with another name
 * gets the label -1, which is noted. Call it once the splits are made: a class of which training
 * keeps no record is none that a model can know. */
void classes_settle(struct dataset *);

#endif
