/* SPDX-License-Identifier: MIT
 * The small world of story_questions.c: people go to places, take things and leave them. Every fact
 * is stored with its line, so that questions can name their supporting lines. */
#ifndef ATTNLAB_STORY_WORLD_H
#define ATTNLAB_STORY_WORLD_H

#include "datasets/generated/draw.h"
#include "base/mem.h"

enum { PEOPLE = 5, PLACES = 6, THINGS = 3, KINDS_OF_STORY = 4 };

struct world {
    int place[PEOPLE], place_line[PEOPLE];   /* line 0: unknown */
    int holder[THINGS], holder_line[THINGS]; /* who took it last; -1: nobody has it */
    int taker;                               /* who took something last; -1: nobody */
};

void world_begin(struct world *);
/* Adds one fact as line `line` ("3 Mary took the milk.\n"). with_things: also about things. */
void world_fact(struct world *, struct draw *, bool with_things, int line, struct text *);
/* Writes a question of kind 1 .. KINDS_OF_STORY as line `line`, with answer and supporting lines.
 * False, nothing written: this world has no such question. */
bool world_question(const struct world *, struct draw *, int kind, int line, struct text *);

#endif
