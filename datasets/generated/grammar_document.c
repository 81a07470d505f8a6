/* SPDX-License-Identifier: MIT
 * Generates one document of the grammar described in grammar.c. */
#include "datasets/generated/grammar_document.h"

#include <ctype.h>
#include <math.h>

enum { CAST = 3 };
#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

struct forms {
    const char *singular, *plural;
};
static const struct forms nouns[] = {
    {"bird", "birds"},     {"river", "rivers"},       {"child", "children"},
    {"mouse", "mice"},     {"window", "windows"},     {"letter", "letters"},
    {"woman", "women"},    {"garden", "gardens"},     {"story", "stories"},
    {"engine", "engines"}, {"question", "questions"}, {"city", "cities"},
    {"horse", "horses"},   {"mountain", "mountains"}, {"goose", "geese"},
    {"bridge", "bridges"},
};
static const struct forms transitive[] = {
    {"feeds", "feed"},     {"finds", "find"},
    {"follows", "follow"}, {"remembers", "remember"},
    {"likes", "like"},     {"carries", "carry"},
    {"watches", "watch"},  {"hides", "hide"},
    {"has", "have"},       {"understands", "understand"},
};
static const struct forms intransitive[] = {
    {"sings", "sing"},     {"sleeps", "sleep"}, {"waits", "wait"},     {"is lost", "are lost"},
    {"returns", "return"}, {"grows", "grow"},   {"listens", "listen"}, {"was late", "were late"},
};
static const struct forms determiners[] = {
    {"the", "the"}, {"a small", "some"}, {"this", "these"}, {"that", "those"}, {"every", "many"}};
static const struct forms beings[] = {{"is", "are"}, {"was", "were"}, {"seems", "seem"}};
static const char *const adjectives[] = {"old",    "quiet", "green",  "heavy",   "clever",
                                         "narrow", "warm",  "broken", "distant", "curious"};
static const char *const prepositions[] = {"near", "behind", "under", "without"};
static const char *const women[] = {"Anna", "Clara", "Edith", "Greta", "Irma", "Lena"};
static const char *const men[] = {"Bruno", "David", "Felix", "Henry", "Jakob", "Martin"};
static const char *const trades[] = {"miller", "teacher", "sailor", "painter", "baker",
                                     "doctor", "tailor",  "farmer", "singer",  "judge"};
static const char *const towns[] = {"Hof",   "Bern",   "Lund", "York", "Graz",
                                    "Turin", "Leiden", "Cork", "Brno", "Porto"};

struct person {
    const char *name, *trade, *town;
    bool woman;
};
/* a document in progress: its text, and -ln p of the text in nats */
struct writer {
    struct draw *draw;
    struct text *out;
    double nats;
    bool capital;
    bool blank; /* true if the next word needs a space before it */
    struct person cast[CAST];
    const struct person *topic; /* subject of the paragraph; NULL until a sentence names a person */
};

static int pick(struct writer *w, int count)
{
    w->nats += log(count);
    return draw_below(w->draw, count);
}

static bool chance(struct writer *w, int percent)
{
    bool yes = draw_chance(w->draw, percent);
    w->nats -= log((yes ? percent : 100 - percent) / 100.0);
    return yes;
}

/* ---- words ---- */

static void say(struct writer *w, const char *word)
{
    size_t first = w->out->length + w->blank;
    text_add(w->out, "%s%s", w->blank ? " " : "", word);
    if (w->capital) w->out->data[first] = (char)toupper((unsigned char)w->out->data[first]);
    w->capital = false;
    w->blank = true;
}

static void open_mark(struct writer *w, const char *mark)
{
    text_add(w->out, "%s%s", w->blank ? " " : "", mark);
    w->blank = false;
}
static void close_mark(struct writer *w, const char *mark)
{
    text_add(w->out, "%s", mark);
    w->blank = true;
}

#define SAY(w, list)              say(w, (list)[pick(w, COUNT(list))])
#define SAY_FORM(w, list, plural) say_form(w, (list)[pick(w, COUNT(list))], plural)
static void say_form(struct writer *w, struct forms f, bool plural)
{
    say(w, plural ? f.plural : f.singular);
}

/* ---- clauses ---- */

static void verb_phrase(struct writer *w, bool plural, int depth);

/* Writes a noun phrase. Returns true if the noun phrase is plural. Other nouns between the head
 * noun and the verb may differ in number. */
static bool noun_phrase(struct writer *w, int depth)
{
    bool plural = chance(w, 50);
    SAY_FORM(w, determiners, plural);
    if (chance(w, 40)) SAY(w, adjectives);
    SAY_FORM(w, nouns, plural);
    if (depth >= 2) return plural;
    if (chance(w, 25)) {
        SAY(w, prepositions);
        noun_phrase(w, depth + 1);
    }
    if (chance(w, 20)) {
        say(w, "that");
        verb_phrase(w, plural, depth + 1);
    } else if (chance(w, 15)) {
        open_mark(w, "(");
        say(w, "which");
        SAY_FORM(w, beings, plural);
        SAY(w, adjectives);
        close_mark(w, ")");
    }
    return plural;
}

static void verb_phrase(struct writer *w, bool plural, int depth)
{
    if (chance(w, 50)) {
        SAY_FORM(w, intransitive, plural);
        return;
    }
    SAY_FORM(w, transitive, plural);
    noun_phrase(w, depth + 1);
}

static void clause(struct writer *w)
{
    bool plural = noun_phrase(w, 0);
    verb_phrase(w, plural, 0);
}

/* ---- people ---- */

static void people_draw(struct writer *w)
{
    int names[COUNT(women)], trade[COUNT(trades)], town[COUNT(towns)];
    draw_order(w->draw, COUNT(women), CAST, names);
    draw_order(w->draw, COUNT(trades), CAST, trade);
    draw_order(w->draw, COUNT(towns), CAST, town);
    for (int i = 0; i < CAST; i++) {
        bool woman = chance(w, 50);
        w->nats += log((COUNT(women) - i) * (COUNT(trades) - i) * (COUNT(towns) - i));
        w->cast[i] = (struct person){woman ? women[names[i]] : men[names[i]], trades[trade[i]],
                                     towns[town[i]], woman};
    }
}

static void introduce(struct writer *w, const struct person *p)
{
    say(w, p->name);
    say(w, "is a");
    say(w, p->trade);
    say(w, "from");
    say(w, p->town);
    close_mark(w, ".");
}

/* Refers to a person by name or trade. If the paragraph has named the person, a pronoun is also
 * possible. */
static void refer(struct writer *w, const struct person *p)
{
    if (p == w->topic && chance(w, 50))
        say(w, p->woman ? "she" : "he");
    else if (chance(w, 60))
        say(w, p->name);
    else {
        say(w, "the");
        say(w, p->trade);
    }
}

static void speech(struct writer *w, const struct person *p)
{
    refer(w, p);
    say(w, "says");
    open_mark(w, "\"");
    clause(w);
    close_mark(w, "\"");
}

/* Repeats facts that the document has stated; only the choice of words is random. */
static void repeated_fact(struct writer *w, const struct person *p)
{
    if (chance(w, 50)) {
        say(w, "back in");
        say(w, p->town);
        close_mark(w, ",");
        say(w, p->name);
        SAY_FORM(w, intransitive, false);
    } else {
        say(w, p->name);
        close_mark(w, ",");
        say(w, "a");
        say(w, p->trade);
        say(w, "from");
        say(w, p->town);
        close_mark(w, ",");
        verb_phrase(w, false, 1);
    }
}

static void sentence(struct writer *w, const struct person *about)
{
    static const char *const ends[] = {".", "?"};
    w->capital = true;
    switch (pick(w, 4)) {
    case 0:
        clause(w);
        break;
    case 1:
        refer(w, about);
        verb_phrase(w, false, 0);
        break;
    case 2:
        speech(w, about);
        break;
    default:
        repeated_fact(w, about);
    }
    close_mark(w, ends[!chance(w, 85)]);
    w->topic = about;
}

/* ---- documents ---- */

static void paragraph_begin(struct writer *w) { w->topic = NULL, w->blank = false; }

static void write_document(struct writer *w)
{
    people_draw(w);
    paragraph_begin(w);
    for (int i = 0; i < CAST; i++) introduce(w, &w->cast[i]);
    int paragraphs = 3 + pick(w, 3);
    for (int i = 0; i < paragraphs; i++) {
        text_add(w->out, "\n");
        paragraph_begin(w);
        const struct person *about = &w->cast[pick(w, CAST)];
        int sentences = 3 + pick(w, 3);
        for (int k = 0; k < sentences; k++) sentence(w, about);
    }
    text_add(w->out, "\n\n");
}

double grammar_document(struct draw *draw, struct text *out)
{
    struct writer w = {.draw = draw, .out = out};
    write_document(&w);
    return w.nats;
}
