/* SPDX-License-Identifier: MIT
 * Writes sentences about numbers for numbers.c. Each sentence has exactly one translation. */
#ifndef ATTNLAB_NUMBER_PHRASES_H
#define ATTNLAB_NUMBER_PHRASES_H

#include "datasets/generated/draw.h"
#include "datasets/generated/number_words.h"

struct phrase {
    const char *german, *english;
};
#define COUNT(list)      (int)(sizeof(list) / sizeof *(list))
#define PICK(draw, list) (&(list)[draw_below(draw, COUNT(list))])

/* Each function appends one sentence to both texts, without a full stop. The first letter may be
 * lower-case. */
void say_number(struct draw *, struct text *german, struct text *english);
void say_sum(struct draw *, struct text *german, struct text *english);
void say_quantity(struct draw *, struct text *german, struct text *english);
void say_price(struct draw *, struct text *german, struct text *english);
void say_date(struct draw *, struct text *german, struct text *english);
void say_time(struct draw *, struct text *german, struct text *english);

#endif
