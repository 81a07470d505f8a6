/* SPDX-License-Identifier: MIT
 * Generates multi-query associative recall, MQAR (Arora et al. 2023, arXiv 2312.04927). A record
 * has key-value pairs; then each key occurs once more, after some distance. The target at this
 * second occurrence is the value of the key.
 *
 *   tokens: k1 v1 k2 v2 ... kP vP . . k2 . . . k1 . .
 *   ids: 0 (filler), keys 1..K, values K+1..K+V.
 *
 * After the pairs, keys occur only at every second position. The i-th of these positions is drawn
 * with weight i^(-0.9), as in the paper (alpha = 0.1). Id 0 fills the gaps; the paper's code uses
 * random tokens. The task needs two layers: in the first, a value copies the key before it; in the
 * second, the second key finds this copy. Chance is 1 / V, or 1 / P for a model that guesses a
 * value of the record. */
#include "datasets/generated/generated.h"
#include "datasets/generated/places.h"

enum { MOST_LENGTH = 512, MOST_IDS = 4096 };
static const double alpha = 0.1; /* the weight of position i is i^(alpha - 1) */

struct recall {
    int pairs, length, keys, values;
};

static void fill(const void *options, struct draw *draw, int32_t *tokens, int32_t *targets)
{
    const struct recall *o = options;
    int keys[MOST_IDS], start = 2 * o->pairs, places = (o->length - start) / 2;
    double weight[MOST_LENGTH];
    for (int i = start; i < o->length; i++) tokens[i] = 0;
    places_weigh(weight, places, alpha - 1);
    draw_order(draw, o->keys, o->pairs, keys);
    for (int i = 0; i < o->pairs; i++) {
        tokens[2 * i] = 1 + keys[i];
        tokens[2 * i + 1] = 1 + o->keys + draw_below(draw, o->values);
        int at = start + 2 * places_take(draw, weight, places);
        tokens[at] = tokens[2 * i];
        targets[at] = tokens[2 * i + 1];
    }
}

static bool open_recall(const char *text, const char *dir, const struct data_options *options,
                        struct dataset *data, char **error)
{
    (void)dir;
    struct recall o = {.pairs = 8, .length = 64, .keys = 16, .values = 16};
    int sizes[GIVEN_SPLITS] = {8000, 500, 500};
    const struct argument own[] = {
        {.name = "pairs", .number = &o.pairs, .least = 1, .most = MOST_LENGTH / 4},
        {.name = "length", .number = &o.length, .least = 4, .most = MOST_LENGTH},
        {.name = "keys", .number = &o.keys, .least = 1, .most = MOST_IDS},
        {.name = "values", .number = &o.values, .least = 2, .most = MOST_IDS}};
    if (!generated_options("recall", text, own, 4, sizes, error)) return false;
    if (o.length < 4 * o.pairs)
        return data_fail(error,
                         "data set 'recall': length=%d is too short for pairs=%d (expected at "
                         "least 4 tokens per pair, length=%d)",
                         o.length, o.pairs, 4 * o.pairs);
    if (o.keys < o.pairs)
        return data_fail(
            error,
            "data set 'recall': keys=%d is too small for pairs=%d (expected at least keys=%d)",
            o.keys, o.pairs, o.pairs);
    struct sequence_task task = {"recall", &o, o.length, 1 + o.keys + o.values, fill};
    data_note(data, "Records have %d tokens; chance is 1 in %d.", o.length, o.values);
    return generate_sequences(&task, data, options->seed, sizes, error);
}

const struct data_set set_recall = {
    .name = "recall",
    .label = "associative recall",
    .title = "multi-query associative recall: pairs=8, length=64, keys=16, values=16, train=8000",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_recall,
};
