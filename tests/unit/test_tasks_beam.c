/* SPDX-License-Identifier: MIT
 * Tests that beam search (models/tasks/decode.h) agrees with a simple version that sorts all
 * continuations. */
#include "decode_case.h"

struct prefix {
    double score;
    int length;
    int32_t ids[LENGTH + 2];
};

static int by_score(const void *a, const void *b)
{
    double x = ((const struct prefix *)a)->score, y = ((const struct prefix *)b)->score;
    return x > y ? -1 : x < y;
}

/* Writes all continuations of prefix p to `out` and returns their number. */
static int continued(struct model *m, const struct model_config *c, const struct net_batch *b,
                     int source, const struct prefix *p, struct prefix *out)
{
    float logits[ROWS];
    double count, sum = 0;
    int n = p->length + 1, found = 0;
    struct batch one = {.batch = 1,
                        .n = n,
                        .m = b->source_lengths[source],
                        .tokens = p->ids,
                        .lengths = &n,
                        .source = b->source + source * M,
                        .source_lengths = &b->source_lengths[source]};
    fastest_build()->forward(m, &one, 0, &count);
    fastest_build()->logits(m, 0, n - 1, logits);
    for (int v = 0; v < c->vocabulary; v++) sum += exp((double)logits[v]);
    for (int v = 0; v < c->vocabulary; v++) {
        if (!writable(v) || (p->length == LENGTH && v != TOKEN_END)) continue;
        out[found] = *p;
        out[found].score += (double)logits[v] - log(sum);
        out[found].ids[n] = v;
        out[found++].length++;
    }
    return found;
}

/* Simple beam search. Each step keeps the `beam` best continuations until enough sequences have
 * ended. Writes the best sequence to `out` and returns its length. */
static int plain_beam(struct model *m, const struct model_config *c, const struct net_batch *b,
                      int source, int beam, int32_t *out)
{
    struct prefix live[ROWS] = {{.ids = {TOKEN_BEGIN}}}, next[ROWS];
    double best = -HUGE_VAL;
    int living = 1, ended = 0, length = 0;
    while (living && ended < beam && live[0].score / (LENGTH + 1) > best) {
        int found = 0, kept = 0;
        for (int i = 0; i < living; i++)
            found += continued(m, c, b, source, &live[i], next + found);
        qsort(next, (size_t)found, sizeof *next, by_score);
        for (int i = 0; i < found && kept < beam; i++) {
            const struct prefix *p = &next[i];
            bool ends = p->ids[p->length] == TOKEN_END;
            if (!ends) live[kept++] = *p;
            if (!ends || i >= beam) continue;
            ended++;
            if (p->score / p->length <= best) continue;
            best = p->score / p->length;
            length = p->length - 1;
            memcpy(out, p->ids + 1, (size_t)length * sizeof *out);
        }
        living = kept;
    }
    return length;
}

TEST("beam search agrees with its definition")
{
    struct model_config c = decoder_config(11);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct model *m = random_model(&c, seed, 1.5f);
        struct net_batch *b = random_sources(&c);
        for (int beam = 1; beam <= 4; beam++) {
            struct decode_request r = request_of(m, &c, beam, 1);
            int32_t found[SOURCES * LENGTH], expected[LENGTH];
            int lengths[SOURCES];
            decode(&r, b->source, b->source_lengths, SOURCES, M, found, lengths);
            for (int i = 0; i < SOURCES; i++) {
                int length = plain_beam(m, &c, b, i, beam, expected);
                assert_int_equal(lengths[i], length);
                assert_memory_equal(found + i * LENGTH, expected,
                                    (size_t)length * sizeof *expected);
            }
        }
    }
}
