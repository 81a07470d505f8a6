/* SPDX-License-Identifier: MIT
 * Documents of grammar.c. */
#ifndef ATTNLAB_GRAMMAR_DOCUMENT_H
#define ATTNLAB_GRAMMAR_DOCUMENT_H

#include "datasets/generated/draw.h"
#include "base/mem.h"

/* Appends a document and an empty line. Returns -ln of its probability. */
double grammar_document(struct draw *, struct text *);

#endif
