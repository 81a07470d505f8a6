/* SPDX-License-Identifier: MIT
 * Implements Porter's stemmer (M. F. Porter 1980, "An algorithm for suffix stripping", Program
 * 14:3), with or without NLTK's default extensions. Words never grow, so they are stemmed in place.
 *
 * A word has the form [C](VC)^m[V], where C and V are runs of consonants and vowels; m is its
 * measure. The letter y is a vowel after a consonant. In each list of rules, only the first
 * matching suffix is tried, even if its condition fails. */
#include "models/metrics/metrics.h"

#include <string.h>

struct word {
    char *text;
    size_t length;
    bool nltk;
};

static bool consonant_after(char c, bool first, bool after_consonant)
{
    if (c == 'y') return first || !after_consonant;
    return !memchr("aeiou", c, 5);
}

/* Returns the measure m of the first `length` letters: the number of vowel-consonant sequences.
 * Sets *vowel if there is a vowel, and *ends_consonant if the last letter is a consonant. Both
 * pointers may be NULL. */
static size_t scan(const char *text, size_t length, bool *vowel, bool *ends_consonant)
{
    size_t measure = 0;
    bool consonant = true, any = false;
    for (size_t i = 0; i < length; i++) {
        bool next = consonant_after(text[i], i == 0, consonant);
        measure += i > 0 && next && !consonant;
        any = any || !next;
        consonant = next;
    }
    if (vowel) *vowel = any;
    if (ends_consonant) *ends_consonant = consonant;
    return measure;
}

static size_t measure(const struct word *w, size_t length)
{
    return scan(w->text, length, NULL, NULL);
}
static bool has_vowel(const struct word *w, size_t length)
{
    bool vowel;
    scan(w->text, length, &vowel, NULL);
    return vowel;
}
static bool is_consonant(const struct word *w, size_t at)
{
    bool consonant;
    scan(w->text, at + 1, NULL, &consonant);
    return consonant;
}

/* Tests condition *o of the paper: the stem ends in consonant, vowel, consonant, and the last
 * letter is not w, x or y. With NLTK's extensions, a stem of one vowel and one consonant also
 * passes. */
static bool ends_cvc(const struct word *w, size_t n)
{
    if (w->nltk && n == 2) return !is_consonant(w, 0) && is_consonant(w, 1);
    return n >= 3 && is_consonant(w, n - 3) && !is_consonant(w, n - 2) && is_consonant(w, n - 1) &&
           !memchr("wxy", w->text[n - 1], 3);
}

static bool ends(const struct word *w, const char *suffix)
{
    size_t n = strlen(suffix);
    return w->length >= n && memcmp(w->text + w->length - n, suffix, n) == 0;
}

static void cut(struct word *w, size_t length, const char *add)
{
    size_t n = strlen(add);
    memcpy(w->text + length, add, n + 1);
    w->length = length + n;
}

struct rule {
    const char *suffix, *replacement;
};

/* Applies the first rule with a matching suffix, if the measure of the stem is larger than `above`.
 */
static void apply(struct word *w, const struct rule *rule, size_t above)
{
    while (rule->suffix && !ends(w, rule->suffix)) rule++;
    if (!rule->suffix) return;
    size_t stem = w->length - strlen(rule->suffix);
    if (measure(w, stem) > above) cut(w, stem, rule->replacement);
}

static void step_1a(struct word *w)
{
    if (ends(w, "sses"))
        cut(w, w->length - 2, "");
    else if (ends(w, "ies"))
        cut(w, w->length - 3, w->nltk && w->length == 4 ? "ie" : "i");
    else if (ends(w, "s") && !ends(w, "ss"))
        cut(w, w->length - 1, "");
}

/* Repairs a stem after removal of -ed or -ing: conflat becomes conflate, hopp becomes hop, fil
 * becomes file. */
static void fix_stem(struct word *w)
{
    size_t n = w->length;
    char last = w->text[n - 1];
    if (ends(w, "at") || ends(w, "bl") || ends(w, "iz"))
        cut(w, n, "e");
    else if (n >= 2 && w->text[n - 2] == last && is_consonant(w, n - 1)) {
        if (!memchr("lsz", last, 3)) cut(w, n - 1, "");
    } else if (measure(w, n) == 1 && ends_cvc(w, n))
        cut(w, n, "e");
}

static void step_1b(struct word *w)
{
    if (w->nltk && ends(w, "ied")) {
        cut(w, w->length - 3, w->length == 4 ? "ie" : "i");
    } else if (ends(w, "eed")) {
        if (measure(w, w->length - 3) > 0) cut(w, w->length - 1, "");
    } else {
        size_t suffix = ends(w, "ed") ? 2 : ends(w, "ing") ? 3 : 0;
        if (!suffix || !has_vowel(w, w->length - suffix)) return;
        cut(w, w->length - suffix, "");
        fix_stem(w);
    }
}

static void step_1c(struct word *w)
{
    if (!ends(w, "y")) return;
    size_t stem = w->length - 1;
    if (w->nltk ? stem > 1 && is_consonant(w, stem - 1) : has_vowel(w, stem)) cut(w, stem, "i");
}

static const struct rule step_2_rules[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},
    {"anci", "ance"},   {"izer", "ize"},    {"abli", "able"},
    {"alli", "al"},     {"entli", "ent"},   {"eli", "e"},
    {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
    {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},
    {"iviti", "ive"},   {"biliti", "ble"},  {0}};
/* NLTK has other rules in place of "abli", and additional rules */
static const struct rule step_2_nltk[] = {{"bli", "ble"}, {"fulli", "ful"}, {0}};

static void step_2(struct word *w)
{
    if (w->nltk) {
        if (ends(w, "alli") && measure(w, w->length - 4) > 0) cut(w, w->length - 2, "");
        /* logi becomes log; the final l counts as part of the stem whose measure is tested */
        if (ends(w, "logi") && measure(w, w->length - 3) > 0) {
            cut(w, w->length - 1, "");
            return;
        }
    }
    bool own = w->nltk && (ends(w, "bli") || ends(w, "fulli"));
    apply(w, own ? step_2_nltk : step_2_rules, 0);
}

static const struct rule step_3_rules[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ful", ""},   {"ness", ""},    {0}};

static const struct rule step_4_rules[] = {
    {"al", ""},  {"ance", ""},  {"ence", ""}, {"er", ""},  {"ic", ""}, {"able", ""}, {"ible", ""},
    {"ant", ""}, {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ou", ""}, {"ism", ""},  {"ate", ""},
    {"iti", ""}, {"ous", ""},   {"ive", ""},  {"ize", ""}, {0}};

static void step_4(struct word *w)
{
    /* -ion is removed after s or t, which counts as part of the stem whose measure is tested */
    if (ends(w, "sion") || ends(w, "tion")) {
        if (measure(w, w->length - 3) > 1) cut(w, w->length - 3, "");
    } else
        apply(w, step_4_rules, 1);
}

static void step_5(struct word *w)
{
    if (ends(w, "e")) {
        size_t m = measure(w, w->length - 1);
        if (m > 1 || (m == 1 && !ends_cvc(w, w->length - 1))) cut(w, w->length - 1, "");
    }
    if (ends(w, "ll") && measure(w, w->length - 1) > 1) cut(w, w->length - 1, "");
}

static const struct rule irregular[] = {{"sky", "sky"},
                                        {"skies", "sky"},
                                        {"dying", "die"},
                                        {"lying", "lie"},
                                        {"tying", "tie"},
                                        {"news", "news"},
                                        {"innings", "inning"},
                                        {"inning", "inning"},
                                        {"outings", "outing"},
                                        {"outing", "outing"},
                                        {"cannings", "canning"},
                                        {"canning", "canning"},
                                        {"howe", "howe"},
                                        {"proceed", "proceed"},
                                        {"exceed", "exceed"},
                                        {"succeed", "succeed"},
                                        {0}};

void porter_stem(char *word, enum porter_rules rules)
{
    struct word w = {word, strlen(word), rules == PORTER_NLTK};
    for (const struct rule *r = irregular; w.nltk && r->suffix; r++)
        if (strcmp(word, r->suffix) == 0) {
            cut(&w, 0, r->replacement);
            return;
        }
    if (w.nltk && w.length <= 2) return;
    step_1a(&w);
    step_1b(&w);
    step_1c(&w);
    step_2(&w);
    apply(&w, step_3_rules, 0);
    step_4(&w);
    step_5(&w);
}
