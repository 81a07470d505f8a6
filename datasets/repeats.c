/* SPDX-License-Identifier: MIT
 * Counts repeated records by 64-bit hashes. For a million records, the probability of a false match
 * is 1e-7. */
#include "datasets/repeats.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>

static uint64_t asked(const struct dataset *data, const struct record *r)
{
    uint64_t hash = hash_text(hash_text(HASH_START, r->text), r->second);
    if (r->pixels)
        hash = hash_bytes(hash, r->pixels, (size_t)data->width * data->height * data->channels);
    if (r->tokens) hash = hash_bytes(hash, r->tokens, (size_t)r->length * sizeof *r->tokens);
    return hash;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

bool dataset_repeats(const struct dataset *data, int count[GIVEN_SPLITS])
{
    size_t trained = (size_t)data->count[SPLIT_TRAIN];
    for (int split = 0; split < GIVEN_SPLITS; split++) count[split] = 0;
    if (data->kind == DATA_LANGUAGE && !data->works) return false;
    uint64_t *seen = xarray(trained, sizeof *seen);
    for (size_t i = 0; i < trained; i++) seen[i] = asked(data, &data->records[SPLIT_TRAIN][i]);
    qsort(seen, trained, sizeof *seen, by_size);
    for (enum split split = SPLIT_VALID; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data->count[split]; i++) {
            uint64_t hash = asked(data, &data->records[split][i]);
            count[split] += bsearch(&hash, seen, trained, sizeof *seen, by_size) != NULL;
        }
    free(seen);
    return true;
}
