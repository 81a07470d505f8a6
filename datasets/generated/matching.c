/* SPDX-License-Identifier: MIT
 * Draws records of matching tasks for any relation between query and key. */
#include "datasets/generated/matching.h"

#include "base/mem.h"

#include <string.h>

enum { MOST_RELATION = 4 };

/* Fills one record. Half of the keys match, but at least one key matches and at least one does not.
 * If the number of keys is odd, its half is rounded up or down at random. */
static void fill(const void *options, struct draw *draw, int32_t *tokens, int32_t *targets)
{
    const struct matching *m = options;
    int query, other;
    m->draw(m->options, draw, &query, &other);
    int codes[2][MOST_CODES], order[MOST_MATCHING_KEYS], value[MOST_MATCHING_VALUES];
    int count[2] = {m->matches(m->options, query, codes[0]),
                    m->matches(m->options, other, codes[1])};
    draw_order(draw, m->values, 2, value);
    draw_order(draw, m->keys, m->keys, order);
    int matching = (m->keys + draw_below(draw, 2)) / 2;
    for (int i = 0; i < m->keys; i++) {
        int side = i >= matching;
        tokens[order[i]] = codes[side][draw_below(draw, count[side])] * m->values + value[side];
    }
    tokens[m->keys] = m->codes * m->values + query;
    targets[m->keys] = value[0];
}

bool matching_options(struct matching *m, const char *text, const struct argument *own, int count,
                      int sizes[GIVEN_SPLITS], char **error)
{
    struct argument all[2 + MOST_RELATION] = {
        {.name = "keys", .number = &m->keys, .least = 2, .most = MOST_MATCHING_KEYS},
        {.name = "values", .number = &m->values, .least = 2, .most = MOST_MATCHING_VALUES}};
    static const int splits[GIVEN_SPLITS] = {8000, 500, 500};
    require(count <= MOST_RELATION);
    m->keys = 16;
    m->values = 64;
    memcpy(sizes, splits, sizeof splits);
    for (int i = 0; i < count; i++) all[2 + i] = own[i];
    return generated_options(m->set, text, all, 2 + count, sizes, error);
}

bool matching_open(const struct matching *m, struct dataset *data, uint64_t seed,
                   const int sizes[GIVEN_SPLITS], char **error)
{
    require(m->codes <= MOST_CODES);
    struct sequence_task task = {m->set, m, m->keys + 1, m->codes * m->values + m->queries, fill};
    data_note(data, "Records have %d tokens; without the query, chance is 1 in 2.", task.length);
    return generate_sequences(&task, data, seed, sizes, error);
}
