/* SPDX-License-Identifier: MIT
 * Generates the relation `xor`: a key matches a query if the XOR of the selected key bits and the
 * query bit is 1. The query selects at least one of the key bits. With two key bits, for example,
 * it selects the first, the second, or both.
 *
 * With bits=2, a dot product needs two dimensions. With bits=B, it needs at least 2^(B/2) - 1
 * dimensions: the sign rank of a Hadamard matrix (Forster 2002, "A linear lower bound on the
 * unbounded error probabilistic communication complexity"), minus one dimension for a threshold. */
#include "datasets/generated/matching.h"

enum { MOST_BITS = 6 };

struct xor { int bits; };

/* A query is encoded as 2 * (mask - 1) + bit, where `mask` selects key bits and `bit` is the query
 * bit. */
static bool is_match(int query, int code)
{
    int which = query / 2 + 1;
    return (__builtin_popcount((unsigned)(which & code)) + query) % 2;
}

static int matches(const void *options, int query, int *codes)
{
    const struct xor *o = options;
    int count = 0;
    for (int code = 0; code < 1 << o->bits; code++)
        if (is_match(query, code)) codes[count++] = code;
    return count;
}

/* Draws two queries with the same mask and opposite query bits. Every key matches exactly one of
 * the two queries. */
static void draw_queries(const void *options, struct draw *draw, int *query, int *other)
{
    const struct xor *o = options;
    *query = draw_below(draw, 2 * ((1 << o->bits) - 1));
    *other = *query ^ 1;
}

static bool open_xor(const char *text, const char *dir, const struct data_options *options,
                     struct dataset *data, char **error)
{
    struct xor o = {.bits = 2};
    struct matching m = {
        .set = "match_xor", .options = &o, .draw = draw_queries, .matches = matches};
    int sizes[GIVEN_SPLITS];
    const struct argument own[] = {
        {.name = "bits", .number = &o.bits, .least = 1, .most = MOST_BITS}};
    (void)dir;
    if (!matching_options(&m, text, own, 1, sizes, error)) return false;
    m.codes = 1 << o.bits;
    m.queries = 2 * (m.codes - 1);
    return matching_open(&m, data, options->seed, sizes, error);
}

const struct data_set set_match_xor = {
    .name = "match_xor",
    .label = "XOR match",
    .title = "keys match by the XOR of their bits: bits=2, keys=16, values=64, train=8000",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_xor,
};
