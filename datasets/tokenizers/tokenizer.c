/* SPDX-License-Identifier: MIT
 * Implements the code that all tokenizers share: selection by kind, lists of ids, decoding, hash.
 */
#include "datasets/tokenizers/tokenizer.h"

#include "base/hash.h"
#include "datasets/formats/strings.h"
#include "datasets/tokenizers/tokenizer_kinds.h"
#include "base/mem.h"
#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

static const struct tokenizer_kind *const kinds[] = {&tokenizer_bytes, &tokenizer_chars,
                                                     &tokenizer_words, &tokenizer_bpe};
enum { KINDS = sizeof kinds / sizeof *kinds };
const char *const tokenizer_kinds[] = {"bytes", "chars", "words", "bpe", NULL};

static const struct tokenizer_kind *kind_by_name(const char *name, char **error)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    struct text message = {0};
    text_add(&message, "unknown tokenizer '%s' (expected bytes, chars, words or bpe)", name);
    add_nearest(&message, name, tokenizer_kinds, KINDS);
    *error = message.data;
    return NULL;
}

const struct tokenizer_traits *tokenizer_traits(const char *name)
{
    int i = 0;
    while (i < KINDS && strcmp(kinds[i]->name, name) != 0) i++;
    require(i < KINDS);
    return &kinds[i]->traits;
}

static bool size_fits(const struct tokenizer_kind *kind, int vocabulary, char **error)
{
    return vocabulary == 0 || vocabulary >= kind->least ||
           data_fail(error, "a vocabulary of %d is too small for %s (expected 0 or at least %d)",
                     vocabulary, kind->name, kind->least);
}

static uint64_t hash_of(const struct tokenizer *t)
{
    uint64_t hash = hash_text(HASH_START, string_of(t->kind->name));
    for (int i = 0; i < t->size; i++) hash = hash_text(hash, t->pieces[i]);
    return hash_number(hash, (int64_t)(t->bpe ? bpe_hash(t->bpe) : 0));
}

struct tokenizer *tokenizer_learn(const char *kind, int vocabulary, int min_count,
                                  const struct string *texts, size_t count, const char *cache,
                                  char **error)
{
    const struct tokenizer_kind *chosen = kind_by_name(kind, error);
    if (!chosen || !size_fits(chosen, vocabulary, error)) return NULL;
    struct tokenizer *t = xalloc(sizeof *t);
    t->kind = chosen;
    if (!chosen->learn(t, &(struct learning){vocabulary, min_count, texts, count, cache}, error)) {
        tokenizer_close(t);
        return NULL;
    }
    t->hash = hash_of(t);
    return t;
}

void tokenizer_close(struct tokenizer *t)
{
    if (!t) return;
    string_map_free(t->words);
    bpe_free(t->bpe);
    data_store_free(t->store);
    free(t->pieces);
    free(t);
}

int tokenizer_size(const struct tokenizer *t) { return t->size; }
uint64_t tokenizer_hash(const struct tokenizer *t) { return t->hash; }

/* ---- encoding ---- */

void token_list_add(struct token_list *list, int32_t id, bool with_ends, size_t end)
{
    if (list->count == list->room || (with_ends && !list->ends)) {
        if (list->count == list->room) list->room = list->room ? 2 * list->room : 64;
        list->ids = xgrow(list->ids, list->room, sizeof *list->ids);
        if (with_ends) list->ends = xgrow(list->ends, list->room, sizeof *list->ends);
    }
    list->ids[list->count] = id;
    if (with_ends) list->ends[list->count] = end;
    list->count++;
}

void tokenizer_encode(const struct tokenizer *t, struct string text, bool with_ends,
                      struct token_list *list)
{
    t->kind->encode(t, text, with_ends, list);
}

/* ---- decoding ---- */

char *tokenizer_decode(const struct tokenizer *t, const int32_t *ids, size_t count)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (size_t i = 0; i < count && ids[i] != TOKEN_END; i++) {
        bool unknown = ids[i] == TOKEN_UNKNOWN;
        if (!unknown && (ids[i] < TOKEN_SPECIALS || ids[i] >= t->size)) continue;
        struct string piece = unknown ? string_of(t->kind->unknown) : t->pieces[ids[i]];
        if (out.length) text_add_bytes(&out, t->kind->separator, strlen(t->kind->separator));
        text_add_bytes(&out, piece.at, piece.size);
    }
    return out.data;
}
