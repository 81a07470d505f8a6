/* SPDX-License-Identifier: MIT
 * Writes numbers as words, in German and British English. */
#ifndef ATTNLAB_NUMBER_WORDS_H
#define ATTNLAB_NUMBER_WORDS_H

#include "base/mem.h"

enum { MOST_NUMBER = 999999 };

/* All functions append to a text. n is in 0..MOST_NUMBER. */

/* Writes a number, such as "eins", "einundzwanzig", "hunderteins" or "zweitausenddreihundert".
 * `with_one` writes "einhundert" and "eintausend" instead of "hundert" and "tausend" at the start.
 */
void german_number(struct text *, int n, bool with_one);
/* Writes a number before a noun. The number 1 is "ein" with an ending: the ending "en" gives "einen
 * Euro". Other numbers must not end in 01. */
void german_count(struct text *, int n, const char *ending);
/* Writes an ordinal in 1..31 in the dative: "ersten", "einundzwanzigsten". */
void german_ordinal(struct text *, int n);
void german_year(struct text *, int year); /* Writes a year in 1100..2099: "neunzehnhundertfünf". */

/* Writes a number, such as "one hundred and one" or "twenty-one thousand and five". */
void english_number(struct text *, int n);
void english_ordinal(struct text *, int n); /* Writes an ordinal in 1..31: "twenty-first". */
/* Writes a year: "nineteen hundred", "nineteen oh five", "nineteen eighty-four" or "two thousand
 * and five". */
void english_year(struct text *, int year);

#endif
