/* SPDX-License-Identifier: MIT
 * Caches learned merges in the file CACHE/bpe-SIZE-HASH.merges. The file has a header with size and
 * hash of the texts, one line "left right" per merge, and a last line with the hash of all other
 * lines. An invalid file is replaced. */
#include "datasets/tokenizers/bpe.h"

#include "base/hash.h"
#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t texts_hash(const struct learning *from)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)from->count);
    for (size_t i = 0; i < from->count; i++) hash = hash_text(hash, from->texts[i]);
    return hash;
}

static char *head_of(const struct learning *from, uint64_t hash)
{
    return xformat("attnlab-bpe 1 size %d texts %016llx", from->vocabulary,
                   (unsigned long long)hash);
}

static char *tail_of(struct string all)
{
    return xformat("hash %016llx\n", (unsigned long long)hash_bytes(HASH_START, all.at, all.size));
}

/* Parses "left right". Both ids must exist, and the merge must be new. */
static bool read_merge(struct string line, struct pair_map *merges)
{
    struct string left, right = line;
    long l, r, last = TOKEN_BYTES + merges->count - 1;
    int number = merges->count;
    return string_cut(&right, ' ', &left) && string_number(left, TOKEN_SPECIALS, last, &l) &&
           string_number(right, TOKEN_SPECIALS, last, &r) &&
           pair_map_add(merges, (struct pair){(int32_t)l, (int32_t)r}) == number;
}

/* Checks the hash in the last line. Returns the text without this line, or an empty text if the
 * hash is wrong. */
static struct string checked(struct string all)
{
    size_t tail = sizeof "hash 0123456789abcdef\n" - 1;
    if (all.size <= tail) return (struct string){0};
    struct string body = {all.at, all.size - tail};
    char *expected = tail_of(body);
    if (memcmp(all.at + body.size, expected, tail) != 0) body.size = 0;
    free(expected);
    return body;
}

static bool read_merges(struct string all, const char *head, int limit, struct pair_map *merges)
{
    struct string body = checked(all), line;
    if (!string_cut(&body, '\n', &line) || !string_is(line, head)) return false;
    while (string_cut(&body, '\n', &line))
        if (merges->count == limit || !read_merge(line, merges)) return false;
    return true;
}

/* a failed write is harmless: the next process learns the merges again */
static void write_merges(const char *path, const char *head, const struct pair_map *merges)
{
    struct text out = {0};
    text_add(&out, "%s\n", head);
    for (int i = 0; i < merges->count; i++)
        text_add(&out, "%d %d\n", merges->pairs[i].left, merges->pairs[i].right);
    char *tail = tail_of((struct string){out.data, out.length});
    text_add(&out, "%s", tail);
    write_file_atomically(path, out.data, out.length);
    free(tail);
    text_free(&out);
}

static void forget(struct pair_map *merges)
{
    merges->count = 0;
    memset(merges->table, 0, (size_t)merges->slots * sizeof *merges->table);
}

void bpe_learn_cached(const struct learning *from, struct pair_map *merges)
{
    uint64_t hash = texts_hash(from);
    size_t size = 0;
    char *head = head_of(from, hash);
    char *path = xformat("%s/bpe-%d-%016llx.merges", from->cache, from->vocabulary,
                         (unsigned long long)hash);
    char *bytes = read_file(path, &size);
    int limit = from->vocabulary - TOKEN_BYTES;
    if (!bytes || !read_merges((struct string){bytes, size}, head, limit, merges)) {
        forget(merges);
        bpe_learn(from, merges);
        write_merges(path, head, merges);
    }
    free(bytes);
    free(path);
    free(head);
}
