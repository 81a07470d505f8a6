/* SPDX-License-Identifier: MIT
 * Tests byte-pair encoding: merges match a simple reference algorithm, any bytes survive a round
 * trip, and the cache works. */
#include "tests/unit/data_files.h"
#include "datasets/tokenizers/bpe.h"
#include "base/rng.h"
#include "datasets/formats/strings.h"
#include "datasets/tokenizers/tokenizer.h"

#include <dirent.h>

static struct tokenizer *learned(int size, const char *text, const char *cache)
{
    char *error = NULL;
    struct string all = string_of(text);
    struct tokenizer *t = tokenizer_learn("bpe", size, 0, &all, 1, cache, &error);
    if (!t) fail_msg("%s", error);
    return t;
}

/* ---- merges ---- */

/* Computes merges with a slow reference algorithm, which recounts all pairs before each merge. */
static int plain_merges(const char *text, int wanted, struct pair *merges)
{
    enum { MOST = 400 };
    static int32_t ids[4096];
    static int starts[4096];
    static long counts[MOST][MOST];
    int pieces = 0, total = 0, made = 0;
    struct string rest = string_of(text), piece;
    while (bpe_piece(&rest, &piece)) {
        starts[pieces++] = total;
        for (size_t i = 0; i < piece.size; i++)
            ids[total++] = TOKEN_SPECIALS + (unsigned char)piece.at[i];
    }
    starts[pieces] = total;
    for (; made < wanted; made++) {
        memset(counts, 0, sizeof counts);
        for (int p = 0; p < pieces; p++)
            for (int i = starts[p]; i + 1 < starts[p + 1]; i++) counts[ids[i]][ids[i + 1]]++;
        struct pair best = {0, 0};
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < MOST; b++)
                if (counts[a][b] > counts[best.left][best.right]) best = (struct pair){a, b};
        if (counts[best.left][best.right] < 2) break;
        merges[made] = best;
        for (int p = 0, left = 0; p < pieces; p++) {
            int from = starts[p], count = starts[p + 1] - from;
            int kept = bpe_merge(ids + from, count, best, TOKEN_BYTES + made);
            memmove(ids + left, ids + from, (size_t)kept * sizeof *ids);
            starts[p] = left;
            left += kept;
            if (p == pieces - 1) starts[pieces] = left;
        }
    }
    return made;
}

TEST("merges match a simple reference algorithm")
{
    enum { WANTED = 100 };
    for (uint64_t seed = 0; seed < 20; seed++) {
        char text[2000];
        struct pair expected[WANTED];
        babble(seed, text, seed < 10 ? 300 : sizeof text);
        int made = plain_merges(text, WANTED, expected);
        struct pair_map *merges = pair_map_new();
        struct string all = string_of(text);
        bpe_learn(&(struct learning){TOKEN_BYTES + WANTED, 0, &all, 1, NULL}, merges);
        assert_int_equal(merges->count, made);
        assert_memory_equal(merges->pairs, expected, (size_t)made * sizeof *expected);
        pair_map_free(merges);
    }
}

TEST("decoding restores the encoded bytes")
{
    struct tokenizer *t = learned(400, "the cat and the hat and the rat", NULL);
    for (uint64_t trial = 0; trial < 200; trial++) {
        char bytes[600];
        size_t size = rng_below(trial, 1, 0, sizeof bytes);
        /* NUL bytes are excluded because they would end the decoded text. */
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)(1 + rng_below(trial, 2, i, trial % 2 ? 255 : 2));
        struct token_list list = {0};
        tokenizer_encode(t, (struct string){bytes, size}, false, &list);
        char *back = kept(tokenizer_decode(t, list.ids, list.count));
        assert_int_equal(strlen(back), size);
        assert_memory_equal(back, bytes, size);
        free(list.ids);
    }
    tokenizer_close(t);
}

/* ---- the cache ---- */

/* Returns the path of the only file in a folder; the caller frees the path. */
static char *only_file(const char *dir)
{
    DIR *folder = opendir(dir);
    char *path = NULL;
    for (struct dirent *e; (e = readdir(folder));) {
        if (e->d_name[0] == '.') continue;
        if (path) fail_msg("more than one file in %s", dir);
        path = xformat("%s/%s", dir, e->d_name);
    }
    closedir(folder);
    assert_non_null(path);
    return path;
}

static const char *const cached_text = "low low lower lowest new newer newest wide wider widest";

FOLDER_TEST("merges are read from the cache file")
{
    struct tokenizer *first = learned(300, cached_text, dir);
    struct tokenizer *none = learned(300, cached_text, NULL);
    assert_true(tokenizer_hash(first) == tokenizer_hash(none));
    char *path = only_file(dir);
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    struct tokenizer *second = learned(300, cached_text, dir);
    assert_int_equal(stat(path, &after), 0); /* an unchanged file shows that the cache was used */
    assert_int_equal(before.st_ino, after.st_ino);
    assert_true(tokenizer_hash(second) == tokenizer_hash(first));
    struct tokenizer *other = learned(300, "quite another text text", dir);
    assert_true(tokenizer_hash(other) != tokenizer_hash(first));
    free(path);
    tokenizer_close(first), tokenizer_close(none), tokenizer_close(second), tokenizer_close(other);
}

FOLDER_TEST("a damaged cache is rebuilt")
{
    size_t size, again;
    struct tokenizer *t = learned(300, cached_text, dir);
    uint64_t hash = tokenizer_hash(t);
    tokenizer_close(t);
    char *path = only_file(dir), *name = strrchr(path, '/') + 1,
         *good = kept(read_file(path, &size));
    for (size_t trial = 0; trial < 2 * size; trial++) {
        char *bad = xalloc(size);
        memcpy(bad, good, size);
        /* The first trials change one byte. Later trials truncate the file. */
        if (trial < size) bad[trial] ^= 1;
        scratch_bytes(dir, name, bad, trial < size ? size : trial - size);
        free(bad);
        t = learned(300, cached_text, dir);
        assert_true(tokenizer_hash(t) == hash);
        tokenizer_close(t);
        char *back = kept(read_file(path, &again));
        assert_int_equal(again, size);
        assert_memory_equal(back, good, size);
    }
    free(path);
}

/* The cache file has the expected name and valid content, but was written for a different text. */
FOLDER_TEST("a cache for a different text is rebuilt")
{
    size_t size;
    struct tokenizer *t = learned(300, cached_text, dir);
    uint64_t hash = tokenizer_hash(t);
    tokenizer_close(t);
    char *path = only_file(dir), *name = strrchr(path, '/') + 1;
    unlink(path);
    tokenizer_close(learned(300, "quite another text text", dir));
    char *other = only_file(dir), *bytes = kept(read_file(other, &size));
    scratch_bytes(dir, name, bytes, size);
    t = learned(300, cached_text, dir);
    assert_true(tokenizer_hash(t) == hash);
    tokenizer_close(t);
    free(other), free(path);
}

TEST("merges are the same if the cache cannot be written")
{
    struct tokenizer *t = learned(300, cached_text, "/nonexistent/folder");
    struct tokenizer *none = learned(300, cached_text, NULL);
    assert_true(tokenizer_hash(t) == tokenizer_hash(none));
    tokenizer_close(t), tokenizer_close(none);
}
