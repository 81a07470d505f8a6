/* SPDX-License-Identifier: MIT
 * The order of rows: the groups of a round shuffled by seed, the cells of a group balanced. */
#include "harness/plan/order.h"
#include "base/rng.h"
#include "base/mem.h"

#include <stdlib.h>

int williams_rows(int count) { return count % 2 ? 2 * count : count; }

/* The first row is 0, n-1, 1, n-2, ...: its neighbouring differences are all different modulo n,
 * so shifting it by 0..n-1 makes each ordered pair follow each other once (even n) or, together
 * with the mirrored rows, twice (odd n). */
void williams_row(int count, int row, int *order)
{
    row %= williams_rows(count);
    int mirrored = row >= count, shift = row % count;
    for (int i = 0; i < count; i++) {
        int zigzag = i % 2 ? count - (i + 1) / 2 : i / 2;
        order[mirrored ? count - 1 - i : i] = (zigzag + shift) % count;
    }
}

void order_group(uint64_t seed, int group, int count, int round, int *order)
{
    int *label = xarray((size_t)count, sizeof *label);
    rng_permutation(seed, rng_stream("order.labels") + (uint64_t)group, count, label);
    williams_row(count, round - 1, order);
    for (int i = 0; i < count; i++) order[i] = label[order[i]];
    free(label);
}

void order_groups(uint64_t seed, int count, int round, int *order)
{
    rng_permutation(seed, rng_stream("order.groups") + (uint64_t)round, count, order);
}
