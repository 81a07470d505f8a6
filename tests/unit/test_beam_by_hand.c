/* SPDX-License-Identifier: MIT
 * Beam search (models/tasks/decode.h) over a table of probabilities, small enough to check by hand:
 * which hypotheses end, when a source is done, and which ranks first. */
#include "models/tasks/decode.h"
#include "datasets/tokenizers/tokenizer.h"
#include "task_case.h"

enum { X = TOKEN_SPECIALS, Y, VOCABULARY, MOST = 3, BEAM = 2 };

/* After a prefix of "X" and "Y": what follows, the end and then either word. */
struct follows {
    const char *prefix;
    double end, x, y;
};

static const char *no_steps(const struct model *m)
{
    (void)m;
    return "a table has no keys";
}
static void encode_nothing(struct model *m, const struct batch *b) { (void)m, (void)b; }
static void remember(struct model *m, const struct batch *b) { m->last = *b; }

/* What no line is for ends at once. Other tokens are as good as impossible. */
static void look_up(struct model *m, int b, int n, float *out)
{
    const int32_t *tokens = m->last.tokens + b * m->last.n;
    const struct follows *at = m->context;
    char prefix[MOST + 2] = "";
    assert_int_equal(tokens[0], TOKEN_BEGIN);
    for (int i = 1; i <= n; i++) prefix[i - 1] = tokens[i] == X ? 'X' : 'Y';
    while (at->prefix && strcmp(at->prefix, prefix)) at++;
    for (int v = 0; v < VOCABULARY; v++) out[v] = -50;
    out[TOKEN_END] = at->prefix ? (float)log(at->end) : 0;
    if (at->prefix) out[X] = (float)log(at->x), out[Y] = (float)log(at->y);
}

static void expect(const struct follows *table, double penalty, const char *want)
{
    struct model m = {.context = (void *)(uintptr_t)table};
    struct model_build build = {.name = "table",
                                .refuse_steps = no_steps,
                                .encode = encode_nothing,
                                .forward_decoder = remember,
                                .logits = look_up};
    struct decode_request r = {.build = &build,
                               .model = &m,
                               .vocabulary = VOCABULARY,
                               .beam = BEAM,
                               .most_rows = BEAM,
                               .most_length = MOST,
                               .length_penalty = penalty};
    int32_t source = X, out[MOST];
    int one = 1, length;
    char found[MOST + 1] = "";
    decode(&r, &source, &one, 1, 1, out, &length);
    for (int i = 0; i < length; i++) found[i] = out[i] == X ? 'X' : 'Y';
    if (strcmp(found, want)) fail_msg("found '%s', by hand '%s'", found, want);
}

/* An end counts where it is among the best two candidates, of which 0.36 "X." is one, 0.24 "XX" the
 * other; 0.22 "Y." is not. So the search goes on, and "XX." is found: log(0.24) / 3 is above
 * log(0.36) / 2. */
TEST("an end below the beam does not count")
{
    static const struct follows table[] = {
        {"", 0.001, 0.6, 0.4}, {"X", 0.6, 0.4, 0.001}, {"Y", 0.55, 0.001, 0.45}, {0}};
    expect(table, 1, "XX");
}

/* 0.36 "XX" and 0.24 "X." are the best two; nothing longer ends above 0.24. */
TEST("the last of the beam may end")
{
    static const struct follows table[] = {{"", 0.001, 0.6, 0.4},
                                           {"X", 0.4, 0.6, 0.001},
                                           {"Y", 0.001, 0.5, 0.5},
                                           {"XX", 0.5, 0.25, 0.25},
                                           {0}};
    expect(table, 0, "X");
}

/* 0.33 "X." and 0.27 "Y." fill the beam: "XX.", which would rank above, is not waited for. */
TEST("a source is done when as many have ended")
{
    static const struct follows table[] = {
        {"", 0.001, 0.55, 0.45}, {"X", 0.6, 0.4, 0.001}, {"Y", 0.6, 0.001, 0.4}, {0}};
    expect(table, 1, "X");
}

/* The end is a token of what is ranked: log(0.5) / 2 is above log(0.3) / 3, though log(0.5) is
 * below log(0.3) / 2. */
TEST("the end counts as a token")
{
    static const struct follows table[] = {
        {"", 0.0001, 0.998, 0.0019}, {"X", 0.5, 0.499, 0.001}, {"XX", 0.6, 0.2, 0.2}, {0}};
    expect(table, 1, "X");
}

/* "Y" leads for one step, "X" from the next on: hypotheses change places, and each keeps its words.
 */
TEST("words follow their hypothesis")
{
    static const struct follows table[] = {{"", 0.001, 0.45, 0.549}, {"Y", 0.001, 0.3, 0.7},
                                           {"X", 0.001, 0.9, 0.1},   {"XX", 0.001, 0.001, 0.999},
                                           {"YY", 0.001, 0.5, 0.5},  {0}};
    expect(table, 0, "XXY"); /* 0.45 * 0.9 against at most 0.55 * 0.7 / 2 */
}
