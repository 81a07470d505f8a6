/* SPDX-License-Identifier: MIT
 * Learns byte-pair merges. Equal pieces are stored once, with a count, and a heap orders the pairs
 * by count. A merge updates only the pieces that contain the pair. Counts in the heap may be
 * outdated; counts of old pairs only decrease, so an outdated entry is pushed again when it reaches
 * the top. */
#include "datasets/tokenizers/bpe.h"

#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct word { /* ids of a piece, and the number of times the piece occurs in the texts */
    int32_t *ids;
    int count;
    int64_t times;
};
struct holders { /* Indices of the words that contain a pair. Some of these words may no longer
                    contain the pair after a merge. */
    int *list, count, room;
};
struct entry {
    int64_t count;
    int pair;
};
struct learner {
    struct word *words;
    int count;
    int32_t *ids;
    struct pair_map *pairs;
    int64_t *counts;
    struct holders *holders;
    int room; /* capacity of `counts` and `holders` */
    struct entry *heap;
    int heap_count, heap_room;
};

bool bpe_piece(struct string *rest, struct string *piece)
{
    size_t n = rest->size && rest->at[0] == ' ';
    while (n < rest->size && n < BPE_PIECE && !strchr(" \t\r\n\v\f", rest->at[n])) n++;
    if (!n && rest->size) n = 1;
    *piece = (struct string){rest->at, n};
    *rest = string_from(*rest, n);
    return n > 0;
}

int bpe_merge(int32_t *ids, int count, struct pair pair, int32_t merged)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        bool here = i + 1 < count && ids[i] == pair.left && ids[i + 1] == pair.right;
        ids[left++] = here ? merged : ids[i];
        i += here;
    }
    return left;
}

/* ---- the heap: highest count first, then lowest ids ---- */

static bool before(const struct learner *l, struct entry a, struct entry b)
{
    struct pair x = l->pairs->pairs[a.pair], y = l->pairs->pairs[b.pair];
    if (a.count != b.count) return a.count > b.count;
    return x.left != y.left ? x.left < y.left : x.right < y.right;
}

static void push(struct learner *l, int pair)
{
    if (l->heap_count == l->heap_room) {
        l->heap_room = l->heap_room ? 2 * l->heap_room : 1024;
        l->heap = xgrow(l->heap, (size_t)l->heap_room, sizeof *l->heap);
    }
    struct entry entry = {l->counts[pair], pair};
    int at = l->heap_count++;
    for (int above; at && before(l, entry, l->heap[above = (at - 1) / 2]); at = above)
        l->heap[at] = l->heap[above];
    l->heap[at] = entry;
}

static struct entry pop(struct learner *l)
{
    struct entry top = l->heap[0], last = l->heap[--l->heap_count];
    int at = 0;
    for (int below; (below = 2 * at + 1) < l->heap_count; at = below) {
        if (below + 1 < l->heap_count && before(l, l->heap[below + 1], l->heap[below])) below++;
        if (!before(l, l->heap[below], last)) break;
        l->heap[at] = l->heap[below];
    }
    l->heap[at] = last;
    return top;
}

/* ---- counts ---- */

static int number_of(struct learner *l, struct pair pair)
{
    int number = pair_map_add(l->pairs, pair);
    if (l->pairs->count > l->room) {
        int room = l->room ? 2 * l->room : 1024;
        l->counts = xgrow(l->counts, (size_t)room, sizeof *l->counts);
        l->holders = xgrow(l->holders, (size_t)room, sizeof *l->holders);
        memset(l->counts + l->room, 0, (size_t)(room - l->room) * sizeof *l->counts);
        memset(l->holders + l->room, 0, (size_t)(room - l->room) * sizeof *l->holders);
        l->room = room;
    }
    return number;
}

static void note_holder(struct holders *h, int word)
{
    if (h->count && h->list[h->count - 1] == word) return;
    if (h->count == h->room) {
        h->room = h->room ? 2 * h->room : 4;
        h->list = xgrow(h->list, (size_t)h->room, sizeof *h->list);
    }
    h->list[h->count++] = word;
}

/* Adds `sign * (occurrences of the word)` to the counts of its pairs. For pairs numbered `fresh` or
 * higher, also records that the word contains the pair. */
static void count_pairs(struct learner *l, int word, int sign, int fresh)
{
    const struct word *w = &l->words[word];
    for (int i = 0; i + 1 < w->count; i++) {
        int number = number_of(l, (struct pair){w->ids[i], w->ids[i + 1]});
        l->counts[number] += sign * w->times;
        if (number >= fresh) note_holder(&l->holders[number], word);
    }
}

/* ---- the words ---- */

static struct string_map *count_pieces(const struct learning *from)
{
    struct string_map *all = string_map_new();
    for (size_t i = 0; i < from->count; i++) {
        struct string rest = from->texts[i], piece;
        while (bpe_piece(&rest, &piece)) string_map_count(all, piece);
    }
    return all;
}

static void make_words(struct learner *l, const struct string_map *all)
{
    size_t bytes = 0;
    for (int i = 0; i < all->count; i++) bytes += all->names[i].size;
    l->count = all->count;
    l->words = xarray((size_t)all->count, sizeof *l->words);
    int32_t *ids = l->ids = xarray(bytes, sizeof *ids);
    for (int i = 0; i < all->count; i++) {
        struct string name = all->names[i];
        l->words[i] = (struct word){ids, (int)name.size, all->counts[i]};
        for (size_t j = 0; j < name.size; j++) *ids++ = TOKEN_SPECIALS + (unsigned char)name.at[j];
        count_pairs(l, i, 1, 0);
    }
    for (int i = 0; i < l->pairs->count; i++) push(l, i);
}

/* ---- merging ---- */

static void apply(struct learner *l, int pair, int32_t merged)
{
    struct holders h = l->holders[pair];
    struct pair p = l->pairs->pairs[pair];
    int fresh =
        l->pairs->count; /* only pairs with number `fresh` or higher contain the merged id */
    l->holders[pair] = (struct holders){0};
    for (int i = 0; i < h.count; i++) {
        struct word *w = &l->words[h.list[i]];
        count_pairs(l, h.list[i], -1, INT32_MAX);
        w->count = bpe_merge(w->ids, w->count, p, merged);
        count_pairs(l, h.list[i], 1, fresh);
    }
    free(h.list);
    for (int i = fresh; i < l->pairs->count; i++) push(l, i);
}

/* Returns the most frequent pair that occurs at least twice, or -1 if there is no such pair. */
static int best(struct learner *l)
{
    while (l->heap_count) {
        struct entry top = pop(l);
        if (top.count < 2) return -1;
        if (top.count == l->counts[top.pair]) return top.pair;
        push(l, top.pair);
    }
    return -1;
}

static void free_learner(struct learner *l)
{
    for (int i = 0; i < l->pairs->count; i++) free(l->holders[i].list);
    pair_map_free(l->pairs);
    free(l->words);
    free(l->ids);
    free(l->counts);
    free(l->holders);
    free(l->heap);
}

void bpe_learn(const struct learning *from, struct pair_map *merges)
{
    struct learner l = {.pairs = pair_map_new()};
    struct string_map *all = count_pieces(from);
    make_words(&l, all);
    string_map_free(all);
    while (merges->count < from->vocabulary - TOKEN_BYTES) {
        int pair = best(&l);
        if (pair < 0) break;
        int number = pair_map_add(merges, l.pairs->pairs[pair]);
        apply(&l, pair, TOKEN_BYTES + number);
    }
    free_learner(&l);
}
