/* SPDX-License-Identifier: MIT
 * Drawing sizes and seeds (ladder_draw.h). */
#include "harness/analysis/scaling/ladder_draw.h"
#include "base/mem.h"
#include "base/rng.h"

#include <stdlib.h>

struct draw draw_of(int sizes, int seeds)
{
    struct draw d = {.size_count = sizes, .seed_count = seeds};
    d.counts = xarray((size_t)sizes, sizeof *d.counts);
    d.times = xarray((size_t)sizes, sizeof *d.times);
    d.seeds = xarray((size_t)(sizes * seeds), sizeof *d.seeds);
    return d;
}

void draw_free(struct draw *d)
{
    free(d->counts);
    free(d->times);
    free(d->seeds);
}

struct draw_stream draw_stream_of(const char *name)
{
    return (struct draw_stream){rng_stream(name), 0};
}

void draw_all(struct draw *d)
{
    for (int i = 0; i < d->size_count; i++) d->times[i] = d->counts[i];
    for (int i = 0; i < d->size_count * d->seed_count; i++) d->seeds[i] = i % d->seed_count;
}

static int below(struct draw_stream *from, int bound)
{
    return (int)rng_below(1, from->name, from->next++, (uint64_t)bound);
}

double draw_normal(struct draw_stream *from) { return rng_normal(1, from->name, from->next++); }

/* Draws until there are enough different ones. */
static void draw_sizes(struct draw *d, int least, struct draw_stream *from)
{
    int kept = 0, different = 0;
    for (int i = 0; i < d->size_count; i++) kept += d->counts[i];
    while (kept > least && different < least) {
        different = 0;
        for (int i = 0; i < d->size_count; i++) d->times[i] = 0;
        for (int n = 0; n < kept;) {
            int size = below(from, d->size_count);
            if (!d->counts[size]) continue;
            different += !d->times[size]++;
            n++;
        }
    }
}

void draw_again(struct draw *d, int least, struct draw_stream *from)
{
    draw_sizes(d, least, from);
    for (int i = 0; i < d->size_count * d->seed_count; i++)
        d->seeds[i] = below(from, d->seed_count);
}
