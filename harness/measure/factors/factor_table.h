/* SPDX-License-Identifier: MIT
 * How an entry of a table of factors is written: {name, default, doc, KIND(field, ...), ROLE}. */
#ifndef ATTNLAB_FACTOR_TABLE_H
#define ATTNLAB_FACTOR_TABLE_H

#include "harness/measure/factors/factors.h"

#define AT(field) offsetof(struct worker_cell, field)
/* Enums are ints. */
#define PLACE(field)                                                                               \
    .offset = AT(field), .store = _Generic(((struct worker_cell *)0)->field, bool: STORE_BOOL,     \
        int64_t: STORE_INT64, double: STORE_DOUBLE, char *: STORE_TEXT, const char *: STORE_NAME,  \
        default: STORE_INT)
#define INTEGER(field, lo, hi) .type = FACTOR_INT, PLACE(field), .min = (lo), .max = (hi)
#define REAL(field, lo, hi)    .type = FACTOR_REAL, PLACE(field), .min = (lo), .max = (hi)
#define CHOICE(field, list)    .type = FACTOR_CHOICE, PLACE(field), .choices = (list)
#define TEXT(field)            .type = FACTOR_TEXT, PLACE(field)
#define VARIANT                .role = "variant"
#define SHAPE                  .role = "shape"
#define PLACEMENT              .role = "placement"
#define MEASURE                .role = "measure"
#define QUIET                  .quiet = true
#define DATA                   .data = true

#define SECTION(table, of)                                                                         \
    {                                                                                              \
        table, sizeof table / sizeof *table, of                                                    \
    }

#endif
