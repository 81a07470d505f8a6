/* SPDX-License-Identifier: MIT
 * Represents the world of the stories: people go to places, take things and leave things. Each fact
 * has the number of the line that states it, so that questions can list their supporting lines. */
#ifndef ATTNLAB_STORY_WORLD_H
#define ATTNLAB_STORY_WORLD_H

#include "datasets/generated/draw.h"
#include "base/mem.h"

enum { PEOPLE = 5, PLACES = 6, THINGS = 3, KINDS_OF_STORY = 4 };

struct world {
    /* place of each person, and number of the line that states the place (0 if unknown) */
    int place[PEOPLE], place_line[PEOPLE];
    /* person who holds each thing (-1 if nobody), and number of the line that states this fact */
    int holder[THINGS], holder_line[THINGS];
    int taker; /* person who took something last; -1 if nobody took anything */
};

void world_begin(struct world *);
/* Adds one fact with the line number `line` ("3 Mary took the milk."). `with_things` also allows
 * facts about things. */
void world_fact(struct world *, struct draw *, bool with_things, int line, struct text *);
/* Writes a question of kind 1..KINDS_OF_STORY with the line number `line`, its answer and its
 * supporting lines. Returns false and writes nothing if the world allows no question of that kind.
 */
bool world_question(const struct world *, struct draw *, int kind, int line, struct text *);

#endif
