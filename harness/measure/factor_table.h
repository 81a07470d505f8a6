/* SPDX-License-Identifier: MIT
 * How an entry of a table of factors is written: {name, default, doc, KIND(field, ...), ROLE}. */
#ifndef ATTNLAB_FACTOR_TABLE_H
#define ATTNLAB_FACTOR_TABLE_H

#include "harness/measure/factors.h"

#define AT(field) offsetof(struct worker_cell, field)
#define INTEGER(field, lo, hi)                                                                     \
    .type = FACTOR_INT, .store = STORE_INT, .offset = AT(field), .min = (lo), .max = (hi)
#define REAL(field, lo, hi)                                                                        \
    .type = FACTOR_REAL, .store = STORE_DOUBLE, .offset = AT(field), .min = (lo), .max = (hi)
#define CHOICE(field, list)                                                                        \
    .type = FACTOR_CHOICE, .store = STORE_INT, .offset = AT(field), .choices = (list)
#define TEXT(field) .type = FACTOR_TEXT, .store = STORE_TEXT, .offset = AT(field)
#define VARIANT     .role = "variant"
#define SHAPE       .role = "shape"
#define PLACEMENT   .role = "placement"
#define MEASURE     .role = "measure"
#define QUIET       .quiet = true

#define SECTION(table, of)                                                                         \
    {                                                                                              \
        table, sizeof table / sizeof *table, of                                                    \
    }

#endif
