/* SPDX-License-Identifier: MIT
 * Moves people and things. Stores where they are, and the number of the line that states each fact.
 */
#include "datasets/generated/story_world.h"

#define COUNT(list)      (int)(sizeof(list) / sizeof *(list))
#define PICK(draw, list) ((list)[draw_below(draw, COUNT(list))])

static const char *const people[PEOPLE] = {"Mary", "John", "Sandra", "Daniel", "Bill"};
static const char *const places[PLACES] = {"kitchen", "garden",  "office",
                                           "bedroom", "hallway", "bathroom"};
static const char *const things[THINGS] = {"apple", "milk", "football"};

void world_begin(struct world *w)
{
    *w = (struct world){.taker = -1};
    for (int t = 0; t < THINGS; t++) w->holder[t] = -1;
}

/* ---- facts ---- */

static void go(struct world *w, struct draw *d, int line, struct text *out)
{
    static const char *const verbs[] = {"went to", "moved to", "travelled to", "journeyed to"};
    int who = draw_below(d, PEOPLE), where = draw_below(d, PLACES);
    if (w->place_line[who] && where == w->place[who]) where = (where + 1) % PLACES;
    w->place[who] = where;
    w->place_line[who] = line;
    text_add(out, "%d %s %s the %s.\n", line, people[who], PICK(d, verbs), places[where]);
}

static void take(struct world *w, struct draw *d, int thing, int line, struct text *out)
{
    static const char *const verbs[] = {"took", "got", "grabbed"};
    /* The last taker is drawn more often, because otherwise few people would have two things. */
    int who = w->taker >= 0 && draw_chance(d, 60) ? w->taker : draw_below(d, PEOPLE);
    w->holder[thing] = w->taker = who;
    w->holder_line[thing] = line;
    text_add(out, "%d %s %s the %s.\n", line, people[who], PICK(d, verbs), things[thing]);
}

static void leave(struct world *w, struct draw *d, int thing, int line, struct text *out)
{
    static const char *const verbs[] = {"dropped", "left", "discarded"};
    text_add(out, "%d %s %s the %s.\n", line, people[w->holder[thing]], PICK(d, verbs),
             things[thing]);
    w->holder[thing] = -1;
    w->holder_line[thing] = line;
}

void world_fact(struct world *w, struct draw *d, bool with_things, int line, struct text *out)
{
    int thing = draw_below(d, THINGS);
    bool held = w->holder[thing] >= 0;
    if (!with_things || draw_chance(d, held ? 75 : 30))
        go(w, d, line, out);
    else if (held)
        leave(w, d, thing, line, out);
    else
        take(w, d, thing, line, out);
}

/* ---- questions: each returns false if this world has no answer ---- */

static bool ask_place(const struct world *w, struct draw *d, int line, struct text *out)
{
    int who = draw_below(d, PEOPLE);
    if (!w->place_line[who]) return false;
    text_add(out, "%d Where is %s?\t%s\t%d\n", line, people[who], places[w->place[who]],
             w->place_line[who]);
    return true;
}

/* Asks "Who has the apple?" or "Where is the apple?". The second question needs two supporting
 * facts: who has the thing, and where that person is. */
static bool ask_thing(const struct world *w, struct draw *d, int line, struct text *out)
{
    int thing = draw_below(d, THINGS), who = w->holder[thing];
    if (who < 0) return false;
    if (draw_chance(d, 30)) {
        text_add(out, "%d Who has the %s?\t%s\t%d\n", line, things[thing], people[who],
                 w->holder_line[thing]);
        return true;
    }
    if (!w->place_line[who]) return false;
    text_add(out, "%d Where is the %s?\t%s\t%d %d\n", line, things[thing], places[w->place[who]],
             w->holder_line[thing], w->place_line[who]);
    return true;
}

static bool ask_count(const struct world *w, struct draw *d, int line, struct text *out)
{
    static const char *const numbers[THINGS + 1] = {"none", "one", "two", "three"};
    int who = draw_below(d, PEOPLE), count = 0;
    struct text support = {0};
    for (int t = 0; t < THINGS; t++) {
        if (w->holder[t] != who) continue;
        text_add(&support, "%s%d", count ? " " : "", w->holder_line[t]);
        count++;
    }
    /* Most people carry nothing, so a question with the answer "none" is asked only sometimes. Such
     * a question has no supporting fact; the previous line is given instead. */
    bool good = count || draw_chance(d, 20);
    if (!count) text_add(&support, "%d", line - 1);
    if (good)
        text_add(out, "%d How many things is %s carrying?\t%s\t%s\n", line, people[who],
                 numbers[count], support.data);
    text_free(&support);
    return good;
}

static bool ask_whether(const struct world *w, struct draw *d, int line, struct text *out)
{
    int who = draw_below(d, PEOPLE), where = w->place[who];
    if (!w->place_line[who]) return false;
    bool yes = draw_chance(d, 50);
    if (!yes) where = (where + draw_from(d, 1, PLACES - 1)) % PLACES;
    text_add(out, "%d Is %s in the %s?\t%s\t%d\n", line, people[who], places[where],
             yes ? "yes" : "no", w->place_line[who]);
    return true;
}

bool world_question(const struct world *w, struct draw *d, int kind, int line, struct text *out)
{
    static bool (*const asks[KINDS_OF_STORY])(const struct world *, struct draw *, int,
                                              struct text *) = {ask_place, ask_thing, ask_count,
                                                                ask_whether};
    enum { TRIES = 20 };
    for (int i = 0; i < TRIES; i++)
        if (asks[kind - 1](w, d, line, out)) return true;
    return false;
}
