/* SPDX-License-Identifier: MIT
 * Writes German sentences about numbers, sums, quantities and prices with English translations. */
#include "datasets/generated/number_phrases.h"

/* ---- plain numbers: the answer is hunderteins ---- */

/* Draws the number of digits first, so that all lengths of numbers are equally frequent. */
static int draw_number(struct draw *d)
{
    static const int bounds[] = {21, 100, 1000, 10000, MOST_NUMBER + 1};
    return draw_below(d, *PICK(d, bounds));
}

void say_number(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase starts[] = {
        {"Die Antwort ist ", "The answer is "},     {"Die Zahl ist ", "The number is "},
        {"Die Lösung lautet ", "The solution is "}, {"Sie zählt bis ", "She counts to "},
        {"Er rechnet mit ", "He reckons with "},    {"Das Ergebnis war ", "The result was "}};
    const struct phrase *start = PICK(d, starts);
    int n = draw_number(d);
    text_add(german, "%s", start->german);
    german_number(german, n, draw_chance(d, 30));
    text_add(english, "%s", start->english);
    english_number(english, n);
}

void say_sum(struct draw *d, struct text *german, struct text *english)
{
    bool minus = draw_chance(d, 50);
    int a = draw_from(d, 1, 500), b = draw_from(d, 1, minus ? a : 500), numbers[] = {a, b, 0};
    const char *const german_signs[] = {"", minus ? " minus " : " plus ", " ist "};
    const char *const english_signs[] = {"", minus ? " minus " : " plus ", " is "};
    numbers[2] = minus ? a - b : a + b;
    for (int i = 0; i < 3; i++) {
        text_add(german, "%s", german_signs[i]);
        german_number(german, numbers[i], false);
        text_add(english, "%s", english_signs[i]);
        english_number(english, numbers[i]);
    }
}

void say_quantity(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase places[] = {{"Im Dorf", "in the village"},
                                           {"In der Stadt", "in the town"},
                                           {"Auf der Insel", "on the island"},
                                           {"Im Tal", "in the valley"}};
    static const struct {
        const char *verb, *noun, *english;
    } things[] = {{"leben", "Menschen", "people live"},   {"stehen", "Häuser", "houses stand"},
                  {"wachsen", "Bäume", "trees grow"},     {"arbeiten", "Frauen", "women work"},
                  {"spielen", "Kinder", "children play"}, {"schlafen", "Tiere", "animals sleep"}};
    const struct phrase *place = PICK(d, places);
    int n = draw_number(d), thing = draw_below(d, COUNT(things));
    if (n < 2 || n % 100 == 1) n += 2; /* avoid 1 and numbers ending in 01, which German inflects */
    text_add(german, "%s %s ", place->german, things[thing].verb);
    german_count(german, n, "");
    text_add(german, " %s", things[thing].noun);
    english_number(english, n);
    text_add(english, " %s %s", things[thing].english, place->english);
}

/* ---- prices ---- */

static void cents(int n, struct text *german, struct text *english)
{
    german_count(german, n, "en");
    text_add(german, " Cent");
    english_number(english, n);
    text_add(english, n == 1 ? " cent" : " cents");
}

static void euros(int n, struct text *german, struct text *english)
{
    german_count(german, n, "en");
    text_add(german, " Euro");
    english_number(english, n);
    text_add(english, n == 1 ? " euro" : " euros");
}

void say_price(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase things[] = {
        {"Das Buch kostet ", "The book costs "},     {"Die Lampe kostet ", "The lamp costs "},
        {"Der Tisch kostet ", "The table costs "},   {"Die Schuhe kosten ", "The shoes cost "},
        {"Die Karten kosten ", "The tickets cost "}, {"Das Brot kostet ", "The bread costs "},
        {"Der Mantel kostet ", "The coat costs "},   {"Die Uhr kostet ", "The watch costs "}};
    const struct phrase *thing = PICK(d, things);
    int whole = draw_chance(d, 70) ? draw_below(d, 30) : draw_from(d, 30, 999);
    int part = draw_chance(d, 25) && whole ? 0 : draw_from(d, 1, 99);
    if (whole > 1 && whole % 100 == 1)
        whole++; /* avoid 100 and 101 euros, where German usage varies */
    text_add(german, "%s", thing->german);
    text_add(english, "%s", thing->english);
    if (whole) euros(whole, german, english);
    if (!part) return;
    if (whole) text_add(english, " and ");
    if (whole && part > 1 && draw_chance(d, 60)) { /* use the short form: drei Euro fünfzig */
        text_add(german, " ");
        german_number(german, part, false);
        english_number(english, part);
        text_add(english, " cents");
        return;
    }
    text_add(german, whole ? " und " : "");
    cents(part, german, english);
}
