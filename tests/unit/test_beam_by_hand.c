/* SPDX-License-Identifier: MIT
 * Tests beam search (models/tasks/decode.h) with small tables of token probabilities: which
 * hypotheses end, when the search stops, and which hypothesis ranks first. */
#include "models/tasks/decode.h"
#include "datasets/tokenizers/tokenizer.h"
#include "task_case.h"

enum { X = TOKEN_SPECIALS, Y, VOCABULARY, MOST = 3, BEAM = 2 };

/* Probabilities of three tokens after a prefix: the end token, X and Y. */
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

/* Writes the logits of the next token according to the table. If the table does not list the
 * prefix, the next token is the end token. */
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
    if (strcmp(found, want)) fail_msg("found '%s', expected '%s'", found, want);
}

/* The dot is the end token. The hypothesis "Y." (0.22) is not among the two best, so the search
 * continues and finds "XX.". */
TEST("the search continues if a finished hypothesis is outside the beam")
{
    static const struct follows table[] = {
        {"", 0.001, 0.6, 0.4}, {"X", 0.6, 0.4, 0.001}, {"Y", 0.55, 0.001, 0.45}, {0}};
    expect(table, 1, "XX");
}

/* The dot is the end token. The two best candidates of the second step are "XX" (0.36) and "X."
 * (0.24). */
TEST("the last hypothesis in the beam may end")
{
    static const struct follows table[] = {{"", 0.001, 0.6, 0.4},
                                           {"X", 0.4, 0.6, 0.001},
                                           {"Y", 0.001, 0.5, 0.5},
                                           {"XX", 0.5, 0.25, 0.25},
                                           {0}};
    expect(table, 0, "X");
}

/* The dot is the end token. "X." (0.33) and "Y." (0.27) fill the beam, so the search stops before
 * "XX." ends. */
TEST("the search stops when the beam is full of finished hypotheses")
{
    static const struct follows table[] = {
        {"", 0.001, 0.55, 0.45}, {"X", 0.6, 0.4, 0.001}, {"Y", 0.6, 0.001, 0.4}, {0}};
    expect(table, 1, "X");
}

/* The dot is the end token. "X." ranks before "XX." because log(0.5) / 2 > log(0.3) / 3. */
TEST("the length of a hypothesis includes the end token")
{
    static const struct follows table[] = {
        {"", 0.0001, 0.998, 0.0019}, {"X", 0.5, 0.499, 0.001}, {"XX", 0.6, 0.2, 0.2}, {0}};
    expect(table, 1, "X");
}

/* "Y" ranks first after one step and "X" after two. The hypotheses swap places in the beam and must
 * keep their tokens. */
TEST("tokens move with their hypothesis")
{
    static const struct follows table[] = {{"", 0.001, 0.45, 0.549}, {"Y", 0.001, 0.3, 0.7},
                                           {"X", 0.001, 0.9, 0.1},   {"XX", 0.001, 0.001, 0.999},
                                           {"YY", 0.001, 0.5, 0.5},  {0}};
    expect(table, 0, "XXY");
}
