/* SPDX-License-Identifier: MIT
 * Shuffles the records of an epoch. If lengths are given, the shuffled records are divided into
 * pools of POOL batches. Each pool is sorted by length (ties keep the shuffled order), then the
 * batches are shuffled. */
#include "models/tasks/record_order.h"

#include "base/rng.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>

enum { POOL = 50 };

void order_open(struct order *o, uint64_t seed, int count, int batch, const int *lengths)
{
    require(count > 0 && batch > 0);
    *o = (struct order){
        .seed = seed, .count = count, .batch = batch, .lengths = lengths, .epoch = -1};
    o->index = xarray((size_t)count, sizeof *o->index);
    o->batches = xarray((size_t)order_batches(o), sizeof *o->batches);
}

void order_close(struct order *o)
{
    free(o->index);
    free(o->batches);
    *o = (struct order){0};
}

int order_batches(const struct order *o) { return (o->count + o->batch - 1) / o->batch; }

struct ranked {
    int length, place, record;
};

static int by_length(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->length != y->length ? x->length - y->length : x->place - y->place;
}

static void sort_pool(const struct order *o, int *index, int count)
{
    struct ranked *list = xarray((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) list[i] = (struct ranked){o->lengths[index[i]], i, index[i]};
    qsort(list, (size_t)count, sizeof *list, by_length);
    for (int i = 0; i < count; i++) index[i] = list[i].record;
    free(list);
}

static void begin_epoch(struct order *o, int64_t epoch)
{
    int pool = POOL * o->batch;
    rng_permutation(o->seed, rng_stream("task.epoch") + (uint64_t)epoch, o->count, o->index);
    rng_permutation(o->seed, rng_stream("task.batches") + (uint64_t)epoch, order_batches(o),
                    o->batches);
    for (int i = 0; o->lengths && i < o->count; i += pool)
        sort_pool(o, o->index + i, o->count - i < pool ? o->count - i : pool);
    o->epoch = epoch;
}

const int *order_batch(struct order *o, int64_t step, int *rows)
{
    int batches = order_batches(o);
    if (o->epoch != step / batches) begin_epoch(o, step / batches);
    int first = o->batches[step % batches] * o->batch;
    *rows = o->count - first < o->batch ? o->count - first : o->batch;
    return o->index + first;
}

static bool *marked(struct order *o, int64_t batches)
{
    bool *seen = xarray((size_t)o->count, sizeof *seen);
    for (int64_t step = 0; step < batches; step++) {
        int rows;
        const int *records = order_batch(o, step, &rows);
        for (int i = 0; i < rows; i++) seen[records[i]] = true;
    }
    return seen;
}

int *order_shown(struct order *o, int64_t batches, int *count)
{
    bool *seen = batches && batches < order_batches(o) ? marked(o, batches) : NULL;
    int *records = xarray((size_t)o->count, sizeof *records);
    *count = 0;
    for (int i = 0; i < o->count; i++)
        if (!seen || seen[i]) records[(*count)++] = i;
    free(seen);
    return records;
}
