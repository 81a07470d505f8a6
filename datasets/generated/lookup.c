/* SPDX-License-Identifier: MIT
 * Generates dictionary lookups, based on the DictionaryLookup problem of GATv2 (Brody et al. 2021,
 * arXiv 2105.14491). A record has K pairs of an attribute and a value, one token per pair, then K
 * queries. Each query is an attribute. There are two versions:
 *
 *   dynamic: a query asks for the value of its attribute. The order of the scores must depend on
 *   the query. A static score c . k_j + d . q_i cannot express this.
 *   static: every query asks for the value of the highest attribute present. A score that depends
 *   only on the key suffices. The K attributes are drawn from 2 K, so the highest attribute varies.
 *
 *   tokens: pairs in random order, then queries: 2 K tokens, one target per query.
 *   ids: attribute * values + value for pairs, then one id per attribute for queries.
 *
 * One layer suffices, because attribute and value are one token. Chance is 1 / values. The defaults
 * have more pair ids (keys * values) than d_model. With fewer pair ids, the feed-forward network
 * could compute the answer from the mean of all pairs. */
#include "datasets/generated/generated.h"

enum { MOST_KEYS = 128, MOST_VALUES = 128 };

struct lookup {
    bool dynamic;
    int keys, values, attributes;
};

static void fill(const void *options, struct draw *draw, int32_t *tokens, int32_t *targets)
{
    const struct lookup *o = options;
    int order[2 * MOST_KEYS], queries[MOST_KEYS], value[2 * MOST_KEYS], highest = 0;
    draw_order(draw, o->attributes, o->keys, order);
    for (int i = 0; i < o->keys; i++) {
        int attribute = order[i];
        value[attribute] = draw_below(draw, o->values);
        tokens[i] = attribute * o->values + value[attribute];
        if (attribute > highest) highest = attribute;
    }
    draw_order(draw, o->keys, o->keys, queries);
    for (int i = 0; i < o->keys; i++) {
        int attribute = order[queries[i]];
        tokens[o->keys + i] = o->attributes * o->values + attribute;
        /* The target is a value. Value v is encoded as the id of the pair (attribute 0, value v).
         */
        targets[o->keys + i] = value[o->dynamic ? attribute : highest];
    }
}

static bool open_lookup(const char *set, bool dynamic, const char *text,
                        const struct data_options *options, struct dataset *data, char **error)
{
    struct lookup o = {.dynamic = dynamic, .keys = 16, .values = 32};
    int sizes[GIVEN_SPLITS] = {8000, 500, 500};
    const struct argument own[] = {
        {.name = "keys", .number = &o.keys, .least = 2, .most = MOST_KEYS},
        {.name = "values", .number = &o.values, .least = 2, .most = MOST_VALUES}};
    if (!generated_options(set, text, own, 2, sizes, error)) return false;
    o.attributes = dynamic ? o.keys : 2 * o.keys;
    struct sequence_task task = {set, &o, 2 * o.keys, o.attributes * (o.values + 1), fill};
    data_note(data, "Records have %d tokens; chance is 1 in %d.", task.length, o.values);
    return generate_sequences(&task, data, options->seed, sizes, error);
}

static bool open_static(const char *text, const char *dir, const struct data_options *options,
                        struct dataset *data, char **error)
{
    (void)dir;
    return open_lookup("lookup_static", false, text, options, data, error);
}

static bool open_dynamic(const char *text, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    (void)dir;
    return open_lookup("lookup_dynamic", true, text, options, data, error);
}

const struct data_set set_lookup_static = {
    .name = "lookup_static",
    .label = "static lookup",
    .title = "every query asks for the same value: keys=16, values=32, train=8000, ...",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_static,
};

const struct data_set set_lookup_dynamic = {
    .name = "lookup_dynamic",
    .label = "dynamic lookup",
    .title = "every query asks for its own value: keys=16, values=32, train=8000, ...",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_dynamic,
};
