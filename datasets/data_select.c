/* SPDX-License-Identifier: MIT
 * Chooses random records, to move to another split or to keep when the size of a split is limited.
 */
#include "datasets/data_select.h"

#include "datasets/data_store.h"
#include "datasets/formats/language.h"
#include "base/rng.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Returns an array of `count` booleans, of which `wanted` are true. The choice depends on seed,
 * purpose and split. The caller frees the array. */
static bool *choose(int count, int wanted, uint64_t seed, const char *purpose, enum split split)
{
    bool *chosen = xarray((size_t)count, sizeof *chosen);
    int *order = xarray((size_t)count, sizeof *order);
    char *stream = xformat("data.%s.%s", purpose, split_names[split]);
    rng_permutation(seed, rng_stream(stream), count, order);
    for (int i = 0; i < wanted; i++) chosen[order[i]] = true;
    free(stream);
    free(order);
    return chosen;
}

static int whole(double count) { return (int)(count + 0.5); }

/* Groups records into units that are drawn as a whole: single records, or all questions about one
 * context. unit[i] is the unit of record i; the caller frees the array. Returns the number of
 * units. */
static int units_of(const struct dataset *data, enum split split, int **unit)
{
    const struct record *r = data->records[split];
    bool together = data->kind == DATA_SPANS || data->by_context;
    int count = data->count[split], units = 0;
    *unit = xarray((size_t)count, sizeof **unit);
    for (int i = 0; i < count; i++) {
        bool same = i && together && r[i].text.at == r[i - 1].text.at;
        (*unit)[i] = same ? units - 1 : units++;
    }
    return units;
}

static void carve_units(struct dataset *data, enum split from, enum split to, double fraction,
                        uint64_t seed, const int *unit, int units)
{
    int count = data->count[from], wanted = whole(fraction * units), left = 0;
    wanted = wanted < 1 ? 1 : wanted > units - 1 ? units - 1 : wanted;
    bool *chosen = choose(units, wanted, seed, "carve", from);
    struct record *records = data->records[from];
    for (int i = 0; i < count; i++)
        if (chosen[unit[i]])
            *data_add(data, to) = records[i];
        else
            records[left++] = records[i];
    data->count[from] = left;
    free(chosen);
    data_note(data, "%d of %d records of %s serve as %s, chosen by seed %llu.", count - left, count,
              split_names[from], split_names[to], (unsigned long long)seed);
}

bool dataset_carve(struct dataset *data, enum split from, enum split to, double fraction,
                   uint64_t seed)
{
    int *unit, units = units_of(data, from, &unit);
    if (units > 1) carve_units(data, from, to, fraction, seed, unit, units);
    free(unit);
    return units > 1;
}

static bool is_running_text(const struct dataset *data)
{
    return data->kind == DATA_LANGUAGE && !data->works;
}

bool data_hold_out(struct dataset *data, uint64_t seed, char **error)
{
    bool text = is_running_text(data);
    if (!(text ? language_halve(data, SPLIT_VALID, SPLIT_HELD_OUT)
               : dataset_carve(data, SPLIT_VALID, SPLIT_HELD_OUT, 0.5, seed)))
        return data_fail(
            error,
            "%s: held_out=yes cannot halve the %s split of %d record%s (expected at least two%s)",
            data->name, split_names[SPLIT_VALID], data->count[SPLIT_VALID],
            data->count[SPLIT_VALID] == 1 ? "" : "s",
            text                       ? " or a line of two characters"
            : data->kind == DATA_SPANS ? ", about different contexts"
            : data->by_context         ? ", of different stories"
                                       : "");
    return true;
}

static bool is_drawn(const struct dataset *data)
{
    return !is_running_text(data) && data->kind != DATA_POSITIONS;
}

static void limit_split(struct dataset *data, enum split split, int limit, uint64_t seed)
{
    int count = data->count[split], left = 0;
    if (limit <= 0 || limit >= count) return;
    if (is_drawn(data)) {
        bool *chosen = choose(count, limit, seed, "limit", split);
        for (int i = 0; i < count; i++)
            if (chosen[i]) data->records[split][left++] = data->records[split][i];
        free(chosen);
    }
    data->count[split] = limit;
    data_note(data, "%d of %d records of %s are used, %s.", limit, count, split_names[split],
              is_drawn(data) ? "chosen by seed" : "the first");
}

void data_limit(struct dataset *data, const struct data_options *options)
{
    for (int split = 0; split < SPLITS; split++)
        limit_split(data, split, options->limit[split], options->seed);
}
