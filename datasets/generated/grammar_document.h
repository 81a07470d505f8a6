/* SPDX-License-Identifier: MIT
 * Generates single documents for grammar.c. */
#ifndef ATTNLAB_GRAMMAR_DOCUMENT_H
#define ATTNLAB_GRAMMAR_DOCUMENT_H

#include "datasets/generated/draw.h"
#include "base/mem.h"

/* Appends a document and an empty line. Returns `-ln p`, where p is the probability of the
 * document. */
double grammar_document(struct draw *, struct text *);

#endif
