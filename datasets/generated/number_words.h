/* SPDX-License-Identifier: MIT
 * Numbers as spoken words, in German and British English. */
#ifndef ATTNLAB_NUMBER_WORDS_H
#define ATTNLAB_NUMBER_WORDS_H

#include "base/mem.h"

enum { MOST_NUMBER = 999999 };

/* All append; n is 0 .. MOST_NUMBER. */

/* "eins", "einundzwanzig", "hunderteins", "zweitausenddreihundert"; with_one: "einhundert" and
 * "eintausend" at the start. */
void german_number(struct text *, int n, bool with_one);
/* Before a noun, where one is "ein" plus an ending: ending "en" gives "einen Euro". n may be 1, but
 * not x01. */
void german_count(struct text *, int n, const char *ending);
void german_ordinal(struct text *, int n); /* 1 .. 31, dative: "ersten", "einundzwanzigsten" */
void german_year(struct text *, int year); /* 1100 .. 2099: "neunzehnhundertfünf" */

/* "one hundred and one", "twenty-one thousand and five". */
void english_number(struct text *, int n);
void english_ordinal(struct text *, int n); /* 1 .. 31: "twenty-first" */
/* "nineteen hundred", "nineteen oh five", "nineteen eighty-four", "two thousand and five". */
void english_year(struct text *, int year);

#endif
