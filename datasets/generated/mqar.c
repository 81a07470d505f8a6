/* SPDX-License-Identifier: MIT
 * Generates the multi-query associative recall task of Zoology (Arora et al. 2023, arXiv
 * 2312.04927, multiquery_ar.py). A record has key-value pairs; then each key occurs once more,
 * among random tokens. The target at this second occurrence is the value of the key.
 *
 *   tokens: k1 v1 k2 v2 ... kP vP r r k2 r r r k1 r ...
 *   ids: keys 1..V/2-1, values V/2..V-1, each at most once among the pairs; r is any id.
 *
 * After the pairs, keys occur only at every second position. The i-th of these positions is drawn
 * with weight i^(-0.99) (a = 0.01 in the paper). Differences to `recall`: values are unique, and
 * the gaps contain random tokens, which may repeat a key.
 *
 * By default, all records have the same `length` and `pairs`. With reach=R, valid and test also
 * have records of 2, 4, ... R times that length with as many pairs. `mix` is the setting of the
 * paper's figure: five record sizes for training and seven for scoring. Record sizes alternate, so
 * that a limit keeps all sizes. */
#include "datasets/generated/generated.h"
#include "datasets/generated/places.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LENGTH = 16384, MOST_IDS = 65536, MOST_KINDS = 16, MOST_REACH = 64 };
static const double power = 0.01 - 1;

struct kind {
    int length, pairs;
};
struct kinds {
    struct kind list[MOST_KINDS]; /* record sizes; the records of a split cycle through them */
    int count;
};

/* ---- kinds ---- */

/* Sizes (length, pairs) in the proportions of the paper's 180,000 training records: 100,000 of the
 * first size, and 20,000 of each other size. */
static const struct kinds mix_trained = {
    {{64, 4}, {128, 8}, {64, 4}, {256, 16}, {64, 4}, {256, 32}, {64, 4}, {256, 64}, {64, 4}}, 9};
static const struct kinds mix_scored = {
    {{64, 4}, {64, 8}, {64, 16}, {128, 32}, {256, 64}, {512, 128}, {1024, 256}}, 7};

struct options {
    int vocabulary, pairs, length, reach;
    bool mix;
};

static struct kinds no_longer(const struct kinds *all, int length)
{
    struct kinds kept = {.count = 0};
    for (int i = 0; i < all->count; i++)
        if (all->list[i].length <= length) kept.list[kept.count++] = all->list[i];
    return kept;
}

static struct kinds kinds_of(const struct options *o, bool trained)
{
    if (o->mix) return no_longer(trained ? &mix_trained : &mix_scored, o->length);
    struct kinds kinds = {.count = 0};
    for (int times = 1; times <= (trained ? 1 : o->reach); times *= 2)
        kinds.list[kinds.count++] = (struct kind){o->length * times, o->pairs};
    return kinds;
}

/* ---- one record ---- */

struct mqar {
    int vocabulary;
    struct kinds kinds[GIVEN_SPLITS];
    int sizes[GIVEN_SPLITS], kept[GIVEN_SPLITS];
    int32_t *tokens, *targets;
    double *weight;
    bool *taken; /* marks the ids that the candidate's pairs use; shape (vocabulary) */
};

/* Returns the size of the next record. Test is drawn first, then valid, then train. */
static struct kind next_kind(const struct mqar *s)
{
    int split = GIVEN_SPLITS - 1;
    while (split > 0 && s->kept[split] == s->sizes[split]) split--;
    return s->kinds[split].list[s->kept[split] % s->kinds[split].count];
}

/* Draws an id in least..end-1 that is not yet in the pairs. */
static int32_t draw_new(struct mqar *s, struct draw *draw, int least, int end)
{
    int id;
    do id = draw_from(draw, least, end - 1);
    while (s->taken[id]);
    s->taken[id] = true;
    return id;
}

static void add_pair(struct mqar *s, struct draw *draw, struct kind kind, int pair)
{
    int half = s->vocabulary / 2, start = 2 * kind.pairs, places = (kind.length - start) / 2;
    int32_t *told = s->tokens + 2 * pair;
    told[0] = draw_new(s, draw, 1, half);
    told[1] = draw_new(s, draw, half, s->vocabulary);
    int at = start + 2 * places_take(draw, s->weight, places);
    s->tokens[at] = told[0];
    s->targets[at] = told[1];
}

/* Draws a record. Two records with equal pairs are duplicates. */
static struct string make(void *state, struct draw *draw)
{
    struct mqar *s = state;
    struct kind kind = next_kind(s);
    int start = 2 * kind.pairs;
    for (int i = 0; i < kind.length; i++) s->targets[i] = -1;
    for (int i = start; i < kind.length; i++) s->tokens[i] = draw_below(draw, s->vocabulary);
    places_weigh(s->weight, (kind.length - start) / 2, power);
    for (int pair = 0; pair < kind.pairs; pair++) add_pair(s, draw, kind, pair);
    for (int i = 0; i < start; i++) s->taken[s->tokens[i]] = false;
    return (struct string){(const char *)s->tokens, (size_t)start * sizeof *s->tokens};
}

static void keep(void *state, struct dataset *data, enum split split)
{
    struct mqar *s = state;
    size_t length = (size_t)next_kind(s).length;
    int32_t *kept = data_alloc(data->store, 2 * length, sizeof *kept);
    memcpy(kept, s->tokens, length * sizeof *kept);
    memcpy(kept + length, s->targets, length * sizeof *kept);
    struct record *record = data_add(data, split);
    record->tokens = kept;
    record->targets = kept + length;
    record->length = (int)length;
    s->kept[split]++;
}

/* ---- the set ---- */

static bool fits(const struct options *o, const struct kind *kind, char **error)
{
    if (kind->length % 2 || kind->length < 4 * kind->pairs || kind->length > MOST_LENGTH)
        return data_fail(error,
                         "data set 'mqar': invalid length=%d for pairs=%d (expected an even number "
                         "of at least %d, 4 tokens per pair, and at most %d)",
                         kind->length, kind->pairs, 4 * kind->pairs, MOST_LENGTH);
    return o->vocabulary / 2 > kind->pairs ||
           data_fail(error,
                     "data set 'mqar': vocabulary=%d is too small for pairs=%d (expected at least "
                     "vocabulary=%d)",
                     o->vocabulary, kind->pairs, 2 * kind->pairs + 2);
}

static bool all_fit(const struct options *o, const struct kinds kinds[GIVEN_SPLITS], char **error)
{
    if (o->reach & (o->reach - 1) || (o->mix && o->reach > 1))
        return data_fail(
            error,
            "data set 'mqar': invalid reach=%d%s (expected 1, 2, 4, 8, ...; with mix only 1)",
            o->reach, o->mix ? " with mix" : "");
    if (!kinds[SPLIT_TRAIN].count)
        return data_fail(
            error, "data set 'mqar': length=%d is too short for mix (expected at least length=64)",
            o->length);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < kinds[s].count; i++)
            if (!fits(o, &kinds[s].list[i], error)) return false;
    return true;
}

static bool fill_set(struct mqar *s, struct dataset *data, uint64_t seed, char **error)
{
    s->tokens = xarray(MOST_LENGTH, sizeof *s->tokens);
    s->targets = xarray(MOST_LENGTH, sizeof *s->targets);
    s->weight = xarray(MOST_LENGTH, sizeof *s->weight);
    s->taken = xarray((size_t)s->vocabulary, sizeof *s->taken);
    bool good = generate(&(struct generator){"mqar", s, make, keep}, data, seed, s->sizes, error);
    free(s->tokens);
    free(s->targets);
    free(s->weight);
    free(s->taken);
    return good;
}

static bool open_mqar(const char *text, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    struct options o = {.vocabulary = 8192, .pairs = 4, .reach = 1};
    struct mqar s = {.sizes = {0, 500, 500}};
    const struct argument own[] = {
        {.name = "vocabulary", .number = &o.vocabulary, .least = 4, .most = MOST_IDS},
        {.name = "pairs", .number = &o.pairs, .least = 1, .most = MOST_LENGTH / 4},
        {.name = "length", .number = &o.length, .least = 4, .most = MOST_LENGTH},
        {.name = "reach", .number = &o.reach, .least = 1, .most = MOST_REACH},
        {.name = "mix", .flag = &o.mix}};
    (void)dir;
    if (!generated_options("mqar", text, own, sizeof own / sizeof *own, s.sizes, error))
        return false;
    if (!o.length) o.length = o.mix ? 1024 : 64;
    if (!s.sizes[SPLIT_TRAIN]) s.sizes[SPLIT_TRAIN] = o.mix ? 180000 : 20000;
    for (int split = 0; split < GIVEN_SPLITS; split++) {
        s.kinds[split] = kinds_of(&o, split == SPLIT_TRAIN);
        if (split != SPLIT_TRAIN) s.sizes[split] *= s.kinds[split].count;
    }
    if (!all_fit(&o, s.kinds, error)) return false;
    s.vocabulary = data->vocabulary = o.vocabulary;
    data->metric = "accuracy";
    data_note(data, "Chance is 1 in %d.", o.vocabulary - o.vocabulary / 2);
    return fill_set(&s, data, options->seed, error);
}

const struct data_set set_mqar = {
    .name = "mqar",
    .label = "MQAR recall",
    .title = "multi-query associative recall as in Zoology: vocabulary=8192, length=64, pairs=4, "
             "reach=1, or mix",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_mqar,
};
