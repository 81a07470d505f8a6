/* SPDX-License-Identifier: MIT
 * Helpers for tests of generated data sets: they open a set and count repeated questions. */
#ifndef ATTNLAB_GENERATED_TRIAL_H
#define ATTNLAB_GENERATED_TRIAL_H

#include "tests/unit/data_files.h"
#include "datasets/tokenizers/string_map.h"
#include "datasets/formats/strings.h"

static inline void generated(const char *name, uint64_t seed, struct dataset *data)
{
    opened(name, &(struct data_options){.seed = seed}, data);
}

/* Writes the question of a record to `out`, without the answer. */
static inline void add_question(const struct dataset *data, const struct record *r,
                                struct text *out)
{
    out->length = 0;
    text_add_bytes(out, r->text.at, r->text.size);
    text_add(out, "|");
    if (data->kind == DATA_CLASSES) text_add_bytes(out, r->second.at, r->second.size);
    if (r->pixels)
        text_add_bytes(out, (const char *)r->pixels, (size_t)data->width * (size_t)data->height);
    if (r->tokens)
        text_add_bytes(out, (const char *)r->tokens, (size_t)r->length * sizeof *r->tokens);
}

/* Returns the number of questions that repeat an earlier question of the same or a previous split.
 * Empty lines are ignored. */
static inline int repeated(const struct dataset *data)
{
    struct string_map *seen = string_map_new();
    struct text question = {0};
    int count = 0;
    for (int s = 0; s < GIVEN_SPLITS; s++) {
        for (int i = 0; i < data->count[s]; i++) {
            add_question(data, &data->records[s][i], &question);
            struct string key = {question.data, question.length};
            if (string_is(data->records[s][i].text, "\n")) continue;
            count += string_map_find(seen, key) >= 0;
            string_map_add(seen, key);
        }
    }
    string_map_free(seen);
    text_free(&question);
    return count;
}

#endif
