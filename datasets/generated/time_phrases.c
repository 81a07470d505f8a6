/* SPDX-License-Identifier: MIT
 * Writes German sentences about dates and times of day with English translations. */
#include "datasets/generated/number_phrases.h"

/* ---- dates ---- */

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month] + (month == 1 && leap);
}

/* Returns the weekday, 0 for Sunday, in the Gregorian calendar (Sakamoto's method). Months start
 * at 0. */
static int weekday(int year, int month, int day)
{
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int y = month < 2 ? year - 1 : year;
    return (y + y / 4 - y / 100 + y / 400 + shift[month] + day) % 7;
}

static void date(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase months[] = {
        {"Januar", "January"},  {"Februar", "February"},  {"März", "March"},
        {"April", "April"},     {"Mai", "May"},           {"Juni", "June"},
        {"Juli", "July"},       {"August", "August"},     {"September", "September"},
        {"Oktober", "October"}, {"November", "November"}, {"Dezember", "December"}};
    static const struct phrase days[] = {{"Sonntag", "Sunday"},      {"Montag", "Monday"},
                                         {"Dienstag", "Tuesday"},    {"Mittwoch", "Wednesday"},
                                         {"Donnerstag", "Thursday"}, {"Freitag", "Friday"},
                                         {"Samstag", "Saturday"}};
    int year = draw_from(d, 1800, 2099), month = draw_below(d, COUNT(months));
    int day = draw_from(d, 1, days_in(year, month)), name = weekday(year, month, day);
    bool named = draw_chance(d, 40);
    if (named)
        text_add(german, "am %s, dem ", days[name].german);
    else
        text_add(german, "am ");
    german_ordinal(german, day);
    text_add(german, " %s ", months[month].german);
    german_year(german, year);
    if (named)
        text_add(english, "on %s the ", days[name].english);
    else
        text_add(english, "on the ");
    english_ordinal(english, day);
    text_add(english, " of %s ", months[month].english);
    english_year(english, year);
}

void say_date(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase who[] = {{"Anna", "Anna"},
                                        {"Sein Vater", "His father"},
                                        {"Ihre Mutter", "Her mother"},
                                        {"Der Maler", "The painter"},
                                        {"Die Lehrerin", "The teacher"},
                                        {"Das Haus", "The house"},
                                        {"Die Brücke", "The bridge"}};
    static const struct phrase people[] = {
        {"geboren", "born"}, {"begraben", "buried"}, {"gewählt", "elected"}};
    static const struct phrase buildings[] = {
        {"verkauft", "sold"}, {"gebaut", "built"}, {"zerstört", "destroyed"}};
    int subject = draw_below(d, COUNT(who));
    const struct phrase *verb = subject < COUNT(who) - 2 ? PICK(d, people) : PICK(d, buildings);
    text_add(german, "%s wurde ", who[subject].german);
    text_add(english, "%s was %s ", who[subject].english, verb->english);
    date(d, german, english);
    text_add(german, " %s", verb->german);
}

/* ---- times of day ---- */

static int hour_after(int hour) { return hour % 12 + 1; }

/* A phrase for a time of day. german_next or english_next is true if the phrase in that language
 * names the next hour: "halb vier" is half past three. */
struct clock_phrase {
    const char *german;
    bool german_next;
    const char *english;
    bool english_next;
};
static const struct clock_phrase clock_phrases[] = {
    {"fünf nach ", false, "five past ", false},
    {"zehn nach ", false, "ten past ", false},
    {"Viertel nach ", false, "a quarter past ", false},
    {"viertel ", true, "a quarter past ", false},
    {"zwanzig nach ", false, "twenty past ", false},
    {"fünf vor halb ", true, "twenty-five past ", false},
    {"halb ", true, "half past ", false},
    {"fünf nach halb ", true, "twenty-five to ", true},
    {"zwanzig vor ", true, "twenty to ", true},
    {"drei viertel ", true, "a quarter to ", true},
    {"Viertel vor ", true, "a quarter to ", true},
    {"zehn vor ", true, "ten to ", true},
    {"fünf vor ", true, "five to ", true},
};

/* Writes "um halb vier nachmittags" and "at half past three in the afternoon". `hour` is the
 * current hour. */
static void clock_time(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase parts[] = {
        {" morgens", " in the morning"}, {" abends", " in the evening"}, {"", ""}};
    const struct clock_phrase *p = PICK(d, clock_phrases);
    const struct phrase *part = PICK(d, parts);
    int hour = draw_from(d, 5, 10);
    if (!*part->german) hour = draw_from(d, 1, 12);
    text_add(german, "um %s", p->german);
    german_number(german, p->german_next ? hour_after(hour) : hour, false);
    text_add(german, "%s", part->german);
    text_add(english, "at %s", p->english);
    english_number(english, p->english_next ? hour_after(hour) : hour);
    text_add(english, "%s", part->english);
}

/* Writes "um fünfzehn Uhr zwanzig" and "at three twenty p.m.". */
static void railway_time(struct draw *d, struct text *german, struct text *english)
{
    int hour = draw_below(d, 24), minute = draw_chance(d, 20) ? 0 : draw_from(d, 1, 59);
    text_add(german, "um ");
    if (hour == 1)
        text_add(german, "ein"); /* German says "ein Uhr", not "eins Uhr" */
    else
        german_number(german, hour, false);
    text_add(german, " Uhr%s", minute ? " " : "");
    if (minute) german_number(german, minute, false);
    text_add(english, "at ");
    english_number(english, hour % 12 ? hour % 12 : 12);
    text_add(english, minute == 0 ? "" : minute < 10 ? " oh " : " ");
    if (minute) english_number(english, minute);
    text_add(english, hour < 12 ? " a.m." : " p.m.");
}

void say_time(struct draw *d, struct text *german, struct text *english)
{
    static const struct phrase starts[] = {{"Der Zug fährt ", "The train leaves "},
                                           {"Der Bus kommt ", "The bus comes "},
                                           {"Das Konzert beginnt ", "The concert begins "},
                                           {"Die Schule endet ", "School ends "},
                                           {"Wir essen ", "We eat "},
                                           {"Sie schläft ", "She sleeps "},
                                           {"Er telefoniert ", "He telephones "},
                                           {"Die Kinder spielen ", "The children play "},
                                           {"Das Schiff sinkt ", "The ship sinks "},
                                           {"Ich warte ", "I wait "}};
    const struct phrase *start = PICK(d, starts);
    text_add(german, "%s", start->german);
    text_add(english, "%s", start->english);
    (draw_chance(d, 60) ? clock_time : railway_time)(d, german, english);
}
