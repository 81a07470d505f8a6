/* SPDX-License-Identifier: MIT
 * A key matches if it stands no further than r from the query, |a - b| <= r, both being places on a
 * line 0 .. places - 1. The keys that do not match lie as close about another place.
 *
 * One dimension is too few for a dot product, which grows with b or falls: only the ends of the
 * line can weigh most. Two suffice: a b - b^2 / 2 is greatest at b = a. Of a score with hidden
 * units two ReLUs of a - b do. */
#include "datasets/generated/matching.h"

#include <stdlib.h>

enum { MOST_PLACES = 128 };

struct within {
    int places, distance;
};

/* Places of queries: those with r on either side. */
static int query_places(const struct within *o) { return o->places - 2 * o->distance; }

static int matches(const void *options, int query, int *codes)
{
    const struct within *o = options;
    for (int i = 0; i <= 2 * o->distance; i++) codes[i] = query + i; /* around query + r */
    return 2 * o->distance + 1;
}

/* Two that are more than 2 r apart. */
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
    int least = 6 * o.distance + 2; /* every query has another beside it */
    if (o.places < least)
        return data_fail(error,
                         "data set 'match_within': places=%d for distance=%d; expected at least "
                         "places=%d, so that as many keys lie beyond every query's reach",
                         o.places, o.distance, least);
    m.codes = o.places;
    m.queries = query_places(&o);
    return matching_open(&m, data, options->seed, sizes, error);
}

const struct data_set set_match_within = {
    .name = "match_within",
    .label = "match within a distance",
    .title = "keys within a distance of the query match: places=16, distance=1, keys=16, values=64",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_within,
};
