/* SPDX-License-Identifier: MIT
 * Implements the tokenizers "bytes" and "bpe", which can encode every text. bpe caches the ids of
 * words, because words repeat. */
#include "datasets/tokenizers/bpe.h"
#include "base/hash.h"
#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KNOWN = 1 << 18 };

struct known {
    int32_t *ids;
    int count;
};
struct bpe {
    struct pair_map *merges;
    struct string_map *pieces;
    struct known *known; /* ids of each cached piece, stored in pieces->store; shape (room) */
    int room;
};

/* ---- bytes ---- */

/* Allocates `size` pieces and fills in the pieces of single bytes. */
static void make_byte_pieces(struct tokenizer *t, int size)
{
    t->size = size;
    t->store = data_store_new();
    t->pieces = xarray((size_t)size, sizeof *t->pieces);
    char *bytes = data_alloc(t->store, 256, 1);
    for (int i = 0; i < 256; i++) {
        bytes[i] = (char)i;
        t->pieces[TOKEN_SPECIALS + i] = (struct string){bytes + i, 1};
    }
}

static bool learn_bytes(struct tokenizer *t, const struct learning *from, char **error)
{
    (void)from, (void)error;
    make_byte_pieces(t, TOKEN_BYTES);
    return true;
}

static void encode_bytes(const struct tokenizer *t, struct string text, bool with_ends,
                         struct token_list *list)
{
    (void)t;
    for (size_t i = 0; i < text.size; i++)
        token_list_add(list, TOKEN_SPECIALS + (unsigned char)text.at[i], with_ends, i + 1);
}

/* ---- bpe ---- */

static struct string joined(struct data_store *store, struct string a, struct string b)
{
    char *both = data_alloc(store, a.size + b.size, 1);
    memcpy(both, a.at, a.size);
    memcpy(both + a.size, b.at, b.size);
    return (struct string){both, a.size + b.size};
}

static bool learn_bpe(struct tokenizer *t, const struct learning *asked, char **error)
{
    (void)error;
    struct learning from = *asked;
    if (!from.vocabulary) from.vocabulary = BPE_DEFAULT_SIZE;
    struct bpe *bpe = t->bpe = xalloc(sizeof *bpe);
    bpe->merges = pair_map_new();
    bpe->pieces = string_map_new();
    if (from.cache)
        bpe_learn_cached(&from, bpe->merges);
    else
        bpe_learn(&from, bpe->merges);
    make_byte_pieces(t, TOKEN_BYTES + bpe->merges->count);
    for (int i = 0; i < bpe->merges->count; i++) {
        struct pair pair = bpe->merges->pairs[i];
        t->pieces[TOKEN_BYTES + i] = joined(t->store, t->pieces[pair.left], t->pieces[pair.right]);
    }
    return true;
}

/* Returns the number of the earliest merge that applies to these ids, or INT_MAX if no merge
 * applies. */
static int first_merge(const struct pair_map *merges, const int32_t *ids, int count)
{
    int first = INT_MAX;
    for (int i = 0; i + 1 < count; i++) {
        int number = pair_map_find(merges, (struct pair){ids[i], ids[i + 1]});
        if (number >= 0 && number < first) first = number;
    }
    return first;
}

/* Encodes a piece and returns the number of ids. `ids` needs space for one id per byte. */
static int encode_piece(const struct pair_map *merges, struct string piece, int32_t *ids)
{
    int count = (int)piece.size, first;
    for (int i = 0; i < count; i++) ids[i] = TOKEN_SPECIALS + (unsigned char)piece.at[i];
    while ((first = first_merge(merges, ids, count)) != INT_MAX)
        count = bpe_merge(ids, count, merges->pairs[first], TOKEN_BYTES + first);
    return count;
}

static struct known remember(struct bpe *bpe, struct string piece, const int32_t *ids, int count)
{
    struct known known = {data_alloc(bpe->pieces->store, (size_t)count, sizeof *ids), count};
    memcpy(known.ids, ids, (size_t)count * sizeof *ids);
    int number = string_map_add(bpe->pieces, piece);
    if (number >= bpe->room) {
        bpe->room = bpe->room ? 2 * bpe->room : 1024;
        bpe->known = xgrow(bpe->known, (size_t)bpe->room, sizeof *bpe->known);
    }
    return bpe->known[number] = known;
}

/* Returns the ids of a piece, from the cache or newly computed. `scratch` has space for BPE_PIECE
 * ids. */
static struct known ids_of(struct bpe *bpe, struct string piece, int32_t *scratch)
{
    int number = string_map_find(bpe->pieces, piece);
    if (number >= 0) return bpe->known[number];
    int count = encode_piece(bpe->merges, piece, scratch);
    if (bpe->pieces->count < MOST_KNOWN) return remember(bpe, piece, scratch, count);
    return (struct known){scratch, count};
}

static void encode_bpe(const struct tokenizer *t, struct string text, bool with_ends,
                       struct token_list *list)
{
    struct string rest = text, piece;
    int32_t scratch[BPE_PIECE];
    size_t end = 0;
    while (bpe_piece(&rest, &piece)) {
        struct known known = ids_of(t->bpe, piece, scratch);
        for (int i = 0; i < known.count; i++) {
            end += t->pieces[known.ids[i]].size;
            token_list_add(list, known.ids[i], with_ends, end);
        }
    }
}

uint64_t bpe_hash(const struct bpe *bpe)
{
    uint64_t hash = HASH_START;
    for (int i = 0; i < bpe->merges->count; i++)
        hash =
            hash_number(hash_number(hash, bpe->merges->pairs[i].left), bpe->merges->pairs[i].right);
    return hash;
}

void bpe_free(struct bpe *bpe)
{
    if (!bpe) return;
    pair_map_free(bpe->merges);
    string_map_free(bpe->pieces);
    free(bpe->known);
    free(bpe);
}

const struct tokenizer_kind tokenizer_bytes = {
    .name = "bytes",
    .least = TOKEN_BYTES,
    .separator = "",
    .unknown = "\xEF\xBF\xBD", /* U+FFFD, the replacement character */
    .traits = {.any_bytes = true, .reading = 1, .vocabulary = TOKEN_BYTES},
    .learn = learn_bytes,
    .encode = encode_bytes,
};
const struct tokenizer_kind tokenizer_bpe = {
    .name = "bpe",
    .least = TOKEN_BYTES,
    .separator = "",
    .unknown = "\xEF\xBF\xBD",                       /* U+FFFD, the replacement character */
    .traits = {.tokens_a_word = 1.3, .reading = 15}, /* measured with 8,000 merges */
    .learn = learn_bpe,
    .encode = encode_bpe,
};
