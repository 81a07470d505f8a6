/* SPDX-License-Identifier: MIT
 * Generates English-like text from a small probabilistic grammar, for runs without a corpus.
 *
 *   sentence: noun phrase, verb phrase, perhaps a place or time, perhaps "and" with another clause.
 *   noun phrase: name | determiner, adjectives, noun, perhaps "that" with a verb phrase.
 *   verb phrase: verb, perhaps an adverb | verb, noun phrase.
 *
 * Determiner, noun and verb agree in number, even at a distance: in "the birds that the old miller
 * feeds sing", the last word agrees with the second. Letter frequencies, word lengths and
 * repetition are close to those of English prose. */
#include "datasets/text.h"

#include "base/rng.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct word {
    const char *singular, *plural;
};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const struct word nouns[] = {
    {"miller", "millers"},     {"bird", "birds"},       {"river", "rivers"},
    {"child", "children"},     {"teacher", "teachers"}, {"mouse", "mice"},
    {"window", "windows"},     {"letter", "letters"},   {"sailor", "sailors"},
    {"woman", "women"},        {"garden", "gardens"},   {"story", "stories"},
    {"machine", "machines"},   {"tree", "trees"},       {"question", "questions"},
    {"city", "cities"},        {"horse", "horses"},     {"painter", "painters"},
    {"mountain", "mountains"}, {"number", "numbers"},   {"neighbour", "neighbours"},
};
static const struct word transitive[] = {
    {"feeds", "feed"},         {"finds", "find"},         {"follows", "follow"},
    {"remembers", "remember"}, {"likes", "like"},         {"carries", "carry"},
    {"watches", "watch"},      {"describes", "describe"}, {"paints", "paint"},
    {"answers", "answer"},     {"has", "have"},           {"understands", "understand"},
};
static const struct word intransitive[] = {
    {"sings", "sing"},     {"sleeps", "sleep"}, {"waits", "wait"},     {"is lost", "are lost"},
    {"returns", "return"}, {"grows", "grow"},   {"listens", "listen"}, {"was late", "were late"},
};
static const struct word determiners[] = {
    {"the", "the"},    {"a small", "some"},  {"this", "these"},
    {"that", "those"}, {"every", "all the"}, {"her", "her"},
};
static const char *const adjectives[] = {"old",  "quiet", "green",  "heavy",   "clever", "narrow",
                                         "warm", "late",  "broken", "distant", "young",  "curious"};
static const char *const adverbs[] = {"slowly", "again", "every day", "without a word", "at last"};
static const char *const places[] = {"near the river", "in the morning", "behind the mill",
                                     "on Sunday",      "after the war",  "across the square"};
static const char *const names[] = {"Anna", "Mr Holt", "Ismael", "Professor Lind", "Clara"};

/* a text in progress; index of the next random number */
struct writer {
    uint64_t seed, stream, index;
    char *out;
    size_t size, used;
    bool start; /* true at the start of a sentence: capital letter, no space before the word */
};

static size_t pick(struct writer *w, size_t count)
{
    return rng_below(w->seed, w->stream, w->index++, count);
}
static bool chance(struct writer *w, int percent) { return pick(w, 100) < (size_t)percent; }

static void put(struct writer *w, const char *text)
{
    for (; *text && w->used < w->size; text++) w->out[w->used++] = *text;
}

static void say(struct writer *w, const char *word)
{
    if (!w->start) put(w, " ");
    size_t first = w->used;
    put(w, word);
    if (w->start && w->used > first) w->out[first] = (char)toupper((unsigned char)w->out[first]);
    w->start = false;
}

static void say_form(struct writer *w, const struct word *list, size_t count, bool plural)
{
    const struct word *word = &list[pick(w, count)];
    say(w, plural ? word->plural : word->singular);
}

static void verb_phrase(struct writer *w, bool plural, int depth);

/* Writes a noun phrase. Returns true if the noun phrase is plural. */
static bool noun_phrase(struct writer *w, int depth)
{
    if (chance(w, 15)) {
        say(w, names[pick(w, COUNT(names))]);
        return false;
    }
    bool plural = chance(w, 40);
    say_form(w, determiners, COUNT(determiners), plural);
    while (chance(w, 30)) say(w, adjectives[pick(w, COUNT(adjectives))]);
    say_form(w, nouns, COUNT(nouns), plural);
    if (depth < 2 && chance(w, 20)) {
        say(w, "that");
        verb_phrase(w, chance(w, 50) ? plural : noun_phrase(w, depth + 1), depth + 1);
    }
    return plural;
}

static void verb_phrase(struct writer *w, bool plural, int depth)
{
    if (chance(w, 40)) {
        say_form(w, intransitive, COUNT(intransitive), plural);
        if (chance(w, 40)) say(w, adverbs[pick(w, COUNT(adverbs))]);
        return;
    }
    say_form(w, transitive, COUNT(transitive), plural);
    noun_phrase(w, depth + 1);
}

static void sentence(struct writer *w)
{
    w->start = true;
    do {
        verb_phrase(w, noun_phrase(w, 0), 0);
        if (chance(w, 35)) say(w, places[pick(w, COUNT(places))]);
        if (!chance(w, 25)) break;
        put(w, ",");
        say(w, chance(w, 60) ? "and" : "but");
    } while (w->used < w->size);
    put(w, chance(w, 90) ? "." : "?");
    put(w, chance(w, 15) ? "\n\n" : " ");
}

void text_builtin(uint64_t seed, char *out, size_t size)
{
    struct writer w = {.seed = seed, .stream = rng_stream("text"), .out = out, .size = size};
    while (w.used < w.size) sentence(&w);
}
