/* SPDX-License-Identifier: MIT
 * Generates the relation `within`: a key b matches a query a if |a - b| <= r, where a and b are
 * positions 0..places-1 on a line. The other keys of a record match a second query that is more
 * than 2 r away.
 *
 * A dot product needs two dimensions: a * b - b^2 / 2 is largest at b = a. In one dimension, the
 * dot product is monotone in b. A score with hidden units needs two of them, both ReLUs of a - b.
 */
#include "datasets/generated/matching.h"

#include <stdlib.h>

enum { MOST_PLACES = 128 };

struct within {
    int places, distance;
};

/* Returns the number of possible queries: positions with at least r positions on each side. */
static int query_places(const struct within *o) { return o->places - 2 * o->distance; }

static int matches(const void *options, int query, int *codes)
{
    const struct within *o = options;
    for (int i = 0; i <= 2 * o->distance; i++) codes[i] = query + i;
    return 2 * o->distance + 1;
}

/* Draws two queries that are more than 2 r apart. */
static void draw_queries(const void *options, struct draw *draw, int *query, int *other)
{
    const struct within *o = options;
    do {
        *query = draw_below(draw, query_places(o));
        *other = draw_below(draw, query_places(o));
    } while (abs(*query - *other) <= 2 * o->distance);
}

static bool open_within(const char *text, const char *dir, const struct data_options *options,
                        struct dataset *data, char **error)
{
    struct within o = {.places = 16, .distance = 1};
    struct matching m = {
        .set = "match_within", .options = &o, .draw = draw_queries, .matches = matches};
    int sizes[GIVEN_SPLITS];
    const struct argument own[] = {
        {.name = "places", .number = &o.places, .least = 2, .most = MOST_PLACES},
        {.name = "distance", .number = &o.distance, .least = 0, .most = MOST_PLACES / 2}};
    (void)dir;
    if (!matching_options(&m, text, own, 2, sizes, error)) return false;
    /* with fewer positions, a query near the middle would have no second query more than 2 r away
     */
    int least = 6 * o.distance + 2;
    if (o.places < least)
        return data_fail(error,
                         "data set 'match_within': places=%d is too small for distance=%d "
                         "(expected at least places=%d)",
                         o.places, o.distance, least);
    m.codes = o.places;
    m.queries = query_places(&o);
    return matching_open(&m, data, options->seed, sizes, error);
}

const struct data_set set_match_within = {
    .name = "match_within",
    .label = "match within a distance",
    .title = "keys match within a distance of the query: places=16, distance=1, keys=16, values=64",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_within,
};
