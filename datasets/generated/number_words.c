/* SPDX-License-Identifier: MIT
 * Writes German and English number words. German writes a number below a million as one word, with
 * units before tens. */
#include "datasets/generated/number_words.h"

static const char *const german_small[] = {
    "null",     "eins",     "zwei",     "drei",     "vier",     "fünf",    "sechs",
    "sieben",   "acht",     "neun",     "zehn",     "elf",      "zwölf",   "dreizehn",
    "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"};
static const char *const german_tens[] = {"",        "",        "zwanzig", "dreißig", "vierzig",
                                          "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"};
static const char *const english_small[] = {
    "zero",     "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const english_tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                           "fifty", "sixty", "seventy", "eighty", "ninety"};

/* ---- German ---- */

/* Writes a number n in 1..99. For n = 1, writes `one`. */
static void german_tens_units(struct text *t, int n, const char *one)
{
    int units = n % 10;
    if (n == 1)
        text_add(t, "%s", one);
    else if (n < 20)
        text_add(t, "%s", german_small[n]);
    else if (!units)
        text_add(t, "%s", german_tens[n / 10]);
    else
        text_add(t, "%sund%s", units == 1 ? "ein" : german_small[units], german_tens[n / 10]);
}

static void german_hundreds(struct text *t, int n, bool with_one, const char *one)
{
    int hundreds = n / 100;
    if (hundreds == 1)
        text_add(t, "%shundert", with_one ? "ein" : "");
    else if (hundreds)
        text_add(t, "%shundert", german_small[hundreds]);
    if (n % 100) german_tens_units(t, n % 100, one);
}

static void german_word(struct text *t, int n, bool with_one, const char *one)
{
    int thousands = n / 1000;
    if (n == 0) text_add(t, "null");
    if (thousands == 1)
        text_add(t, "%stausend", with_one ? "ein" : "");
    else if (thousands) {
        german_hundreds(t, thousands, with_one, "ein");
        text_add(t, "tausend");
    }
    /* after thousands, German says "einhundert" instead of "hundert": tausendeinhundert */
    if (n % 1000) german_hundreds(t, n % 1000, with_one || thousands, one);
}

void german_number(struct text *t, int n, bool with_one) { german_word(t, n, with_one, "eins"); }

void german_count(struct text *t, int n, const char *ending)
{
    require(n == 1 || n % 100 != 1);
    if (n == 1)
        text_add(t, "ein%s", ending);
    else
        german_word(t, n, false, "");
}

void german_ordinal(struct text *t, int n)
{
    static const char *const odd[] = {
        [1] = "ersten", [3] = "dritten", [7] = "siebten", [8] = "achten", [19] = ""};
    if (n < 20 && odd[n] && *odd[n]) {
        text_add(t, "%s", odd[n]);
        return;
    }
    german_tens_units(t, n, "");
    text_add(t, n < 20 ? "ten" : "sten");
}

void german_year(struct text *t, int year)
{
    if (year >= 2000) {
        german_number(t, year, false);
        return;
    }
    text_add(t, "%shundert", german_small[year / 100]);
    if (year % 100) german_tens_units(t, year % 100, "eins");
}

/* ---- English ---- */

static void english_tens_units(struct text *t, int n)
{
    if (n < 20)
        text_add(t, "%s", english_small[n]);
    else
        text_add(t, "%s%s%s", english_tens[n / 10], n % 10 ? "-" : "",
                 n % 10 ? english_small[n % 10] : "");
}

static void english_hundreds(struct text *t, int n)
{
    if (n >= 100) text_add(t, "%s hundred%s", english_small[n / 100], n % 100 ? " and " : "");
    if (n % 100) english_tens_units(t, n % 100);
}

void english_number(struct text *t, int n)
{
    int rest = n % 1000;
    if (n == 0) text_add(t, "zero");
    if (n >= 1000) {
        english_hundreds(t, n / 1000);
        text_add(t, " thousand%s", rest == 0 ? "" : rest < 100 ? " and " : " ");
    }
    if (rest) english_hundreds(t, rest);
}

void english_ordinal(struct text *t, int n)
{
    static const char *const odd[] = {
        [1] = "first", [2] = "second",   [3] = "third",      [5] = "fifth",      [8] = "eighth",
        [9] = "ninth", [12] = "twelfth", [20] = "twentieth", [30] = "thirtieth", [31] = ""};
    if (odd[n] && *odd[n])
        text_add(t, "%s", odd[n]);
    else if (n > 20) {
        text_add(t, "%s-", english_tens[n / 10]);
        english_ordinal(t, n % 10);
    } else
        text_add(t, "%sth", english_small[n]);
}

void english_year(struct text *t, int year)
{
    if (year >= 2000) {
        english_number(t, year);
        return;
    }
    text_add(t, "%s", english_small[year / 100]);
    if (year % 100 == 0) text_add(t, " hundred");
    if (year % 100 > 0) text_add(t, year % 100 < 10 ? " oh " : " ");
    if (year % 100 > 0) english_tens_units(t, year % 100);
}
