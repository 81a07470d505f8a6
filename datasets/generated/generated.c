/* SPDX-License-Identifier: MIT
 * Draws candidate records of a generated set until enough of them are unique. */
#include "datasets/generated/generated.h"

#include "datasets/tokenizers/string_map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_OWN = 12,
    MOST_RECORDS = 1000000,
    PATIENCE = 1000 /* drawing stops after this many consecutive duplicates */
};

bool generated_options(const char *set, const char *text, const struct argument *own, int count,
                       int sizes[GIVEN_SPLITS], char **error)
{
    struct argument all[MOST_OWN + GIVEN_SPLITS];
    require(count <= MOST_OWN);
    for (int i = 0; i < count; i++) all[i] = own[i];
    for (int s = 0; s < GIVEN_SPLITS; s++)
        all[count + s] = (struct argument){
            .name = split_names[s], .number = &sizes[s], .least = 1, .most = MOST_RECORDS};
    return arguments_read(set, text, all, count + GIVEN_SPLITS, error);
}

/* Draws until a candidate is new. Returns false after PATIENCE consecutive duplicates. */
static bool next_new(const struct generator *g, struct draw *draw, struct string_map *seen)
{
    for (int i = 0; i < PATIENCE; i++) {
        int before = seen->count;
        if (string_map_add(seen, g->make(g->state, draw)) == before) return true;
    }
    return false;
}

static bool exhausted(const struct generator *g, int found, const int sizes[GIVEN_SPLITS],
                      char **error)
{
    return data_fail(
        error,
        "data set '%s': only %d different records exist (expected %d for train, %d for valid and "
        "%d for test); request fewer (train=, valid=, test=) or a larger task",
        g->set, found, sizes[SPLIT_TRAIN], sizes[SPLIT_VALID], sizes[SPLIT_TEST]);
}

static bool fill_split(const struct generator *g, struct dataset *data, enum split split, int size,
                       uint64_t seed, struct string_map *seen)
{
    char *name = xformat("data.%s.%s", g->set, split_names[split]);
    struct draw draw = {.seed = seed, .stream = rng_stream(name)};
    bool good = true;
    for (int i = 0; i < size && good; i++) {
        good = next_new(g, &draw, seen);
        if (good) g->keep(g->state, data, split);
    }
    free(name);
    return good;
}

bool generate(const struct generator *g, struct dataset *data, uint64_t seed,
              const int sizes[GIVEN_SPLITS], char **error)
{
    struct string_map *seen = string_map_new();
    bool good = true;
    for (int s = GIVEN_SPLITS - 1; s >= 0 && good; s--)
        good = fill_split(g, data, (enum split)s, sizes[s], seed, seen);
    if (!good) exhausted(g, seen->count, sizes, error);
    string_map_free(seen);
    return good;
}

/* ---- sequences ---- */

struct sequence {
    const struct sequence_task *task;
    /* tokens and targets of the candidate, in one array; shape (length) */
    int32_t *tokens, *targets;
};

static struct string sequence_make(void *state, struct draw *draw)
{
    struct sequence *s = state;
    size_t size = (size_t)s->task->length * sizeof *s->tokens;
    for (int i = 0; i < s->task->length; i++) s->targets[i] = -1;
    s->task->fill(s->task->options, draw, s->tokens, s->targets);
    return (struct string){(const char *)s->tokens, size};
}

static void sequence_keep(void *state, struct dataset *data, enum split split)
{
    const struct sequence *s = state;
    size_t length = (size_t)s->task->length;
    int32_t *kept = data_alloc(data->store, 2 * length, sizeof *kept);
    memcpy(kept, s->tokens, 2 * length * sizeof *kept);
    struct record *record = data_add(data, split);
    record->tokens = kept;
    record->targets = kept + length;
    record->length = (int)length;
}

bool generate_sequences(const struct sequence_task *task, struct dataset *data, uint64_t seed,
                        const int sizes[GIVEN_SPLITS], char **error)
{
    int32_t *tokens = xarray(2 * (size_t)task->length, sizeof *tokens);
    struct sequence state = {task, tokens, tokens + task->length};
    data->metric = "accuracy";
    data->vocabulary = task->vocabulary;
    bool good = generate(&(struct generator){task->set, &state, sequence_make, sequence_keep}, data,
                         seed, sizes, error);
    free(tokens);
    return good;
}
