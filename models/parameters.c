/* SPDX-License-Identifier: MIT
 * Computes initial values of parameters, which depend only on seed and tensor name. */
#include "models/parameters.h"

#include "base/rng.h"

#include <math.h>

enum { CHUNK = 1 << 14 }; /* number of elements per job of the thread team */

struct fill {
    const struct tensor *tensor;
    uint64_t seed, stream;
    size_t count;
    float *w;
};

size_t tensor_count(const struct tensor *t)
{
    return (size_t)t->dim[0] * (size_t)t->dim[1] * (size_t)t->dim[2];
}

static float initial(const struct fill *f, size_t i)
{
    double std = f->tensor->std;
    switch (f->tensor->init) {
    case INIT_NORMAL:
        return (float)(std * rng_normal(f->seed, f->stream, i));
    case INIT_UNIFORM:
        return (float)(std * sqrt(3) * (2 * rng_uniform(f->seed, f->stream, i) - 1));
    case INIT_ONE:
        return 1;
    default:
        return 0;
    }
}

static void fill_chunk(void *arg, int item, int thread)
{
    (void)thread;
    const struct fill *f = arg;
    size_t begin = (size_t)item * CHUNK, end = begin + CHUNK;
    for (size_t i = begin; i < end && i < f->count; i++) f->w[i] = initial(f, i);
}

void parameters_fill(const struct tensor *tensor, uint64_t seed, struct team *team, float *w)
{
    parameters_fill_as(tensor->name, tensor, seed, team, w);
}

void parameters_fill_as(const char *name, const struct tensor *tensor, uint64_t seed,
                        struct team *team, float *w)
{
    struct fill f = {tensor, seed, rng_stream(name), tensor_count(tensor), w};
    int chunks = (int)((f.count + CHUNK - 1) / CHUNK);
    if (team) {
        team->run(team, fill_chunk, &f, chunks);
        return;
    }
    for (int item = 0; item < chunks; item++) fill_chunk(&f, item, 0);
}
