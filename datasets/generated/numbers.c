/* SPDX-License-Identifier: MIT
 * Generates translations of numbers, dates, times of day and prices from German words into English.
 * Each sentence has exactly one translation, so BLEU measures only errors. Word-by-word translation
 * does not suffice:
 *
 *   Units precede tens in one word: einundzwanzig, twenty-one.
 *   Times are relative to the next hour: halb vier is half past three.
 *   Hours are counted to 24: 15 Uhr is three p.m.
 *   The verb is at the end: wurde ... geboren.
 *   Weekdays must match the date.
 *
 * The set replaces Multi30k where downloads are not possible. parallel_write() writes it as
 * line-aligned files. */
#include "datasets/generated/generated.h"
#include "datasets/generated/number_phrases.h"
#include "datasets/formats/parallel.h"

#include <ctype.h>

enum { KINDS = 4 };
static const char *const kind_names[KINDS] = {"counts", "dates", "times", "prices"};
/* kinds of sentences; a kind that is listed twice is drawn twice as often */
static const struct {
    int kind;
    void (*say)(struct draw *, struct text *german, struct text *english);
} sentences[] = {{0, say_number}, {0, say_sum},  {0, say_quantity}, {1, say_date},
                 {1, say_date},   {2, say_time}, {2, say_time},     {3, say_price}};

struct numbers {
    bool wanted[KINDS];
    struct text german, english;
};

static struct string as_string(const struct text *t) { return (struct string){t->data, t->length}; }

/* Capitalises a sentence and adds a full stop, unless it ends in p.m. */
static void finish(struct text *t)
{
    t->data[0] = (char)toupper((unsigned char)t->data[0]);
    if (t->data[t->length - 1] != '.') text_add(t, ".");
}

static struct string make(void *state, struct draw *draw)
{
    struct numbers *n = state;
    int i;
    do i = draw_below(draw, COUNT(sentences));
    while (!n->wanted[sentences[i].kind]);
    n->german.length = n->english.length = 0;
    sentences[i].say(draw, &n->german, &n->english);
    finish(&n->german);
    finish(&n->english);
    return as_string(&n->german);
}

static void keep(void *state, struct dataset *data, enum split split)
{
    struct numbers *n = state;
    parallel_add(data, split, data_copy(data->store, as_string(&n->german)),
                 data_copy(data->store, as_string(&n->english)));
}

static bool open_numbers(const char *text, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    (void)dir;
    struct numbers n = {0};
    struct argument own[KINDS];
    int sizes[GIVEN_SPLITS] = {6000, 400, 400}, kinds = 0;
    for (int k = 0; k < KINDS; k++)
        own[k] = (struct argument){.name = kind_names[k], .flag = &n.wanted[k]};
    if (!generated_options("numbers", text, own, KINDS, sizes, error)) return false;
    for (int k = 0; k < KINDS; k++) kinds += n.wanted[k];
    for (int k = 0; k < KINDS && !kinds; k++) n.wanted[k] = true;
    data->metric = "bleu";
    bool good =
        generate(&(struct generator){"numbers", &n, make, keep}, data, options->seed, sizes, error);
    text_free(&n.german);
    text_free(&n.english);
    return good;
}

const struct data_set set_numbers = {
    .name = "numbers",
    .label = "number words",
    .title = "German number words, dates, times and prices with English translations: "
             "numbers, numbers:dates,times",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_PAIRS,
    .generated = true,
    .open = open_numbers,
};
