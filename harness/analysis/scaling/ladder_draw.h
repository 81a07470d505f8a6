/* SPDX-License-Identifier: MIT
 * Which trainings of a ladder a draw of its bootstrap looks at. */
#ifndef ATTNLAB_LADDER_DRAW_H
#define ATTNLAB_LADDER_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct draw {
    int size_count, seed_count;
    bool *counts; /* (sizes) that are drawn at all; to be filled */
    int *times;   /* (sizes) that each one was drawn */
    int *seeds;   /* (sizes, seeds) */
};
/* Random numbers, one after the other, the same in every run. */
struct draw_stream {
    uint64_t name, next;
};

struct draw draw_of(int sizes, int seeds);
void draw_free(struct draw *);
struct draw_stream draw_stream_of(const char *name);
double draw_normal(struct draw_stream *); /* N(0, 1) */
/* Each size that counts and each seed once, as measured. */
void draw_all(struct draw *);
/* Seeds anew at each size, and of more than `least` sizes these too, at least so many different
 * ones. */
void draw_again(struct draw *, int least, struct draw_stream *);

#endif
