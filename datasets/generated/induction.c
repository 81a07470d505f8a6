/* SPDX-License-Identifier: MIT
 * Generates the induction task: at the second occurrence of a token, predict the token that
 * followed the first occurrence.
 *
 *   tokens: t1 t2 ... tD, then t1..t(D-1) in random order (2 D - 1 tokens); targets in the second
 *   part.
 *   ids: 0..tokens-1; t1..tD are different and drawn per record.
 *
 * Because the second part is in random order, distances and positions do not help. A model needs
 * two layers: the first copies to each token its predecessor, and the second finds the token with
 * the right copy (Olsson et al. 2022, arXiv 2209.11895). Chance is 1 / (D - 1) for a model that
 * guesses one of t2..tD. */
#include "datasets/generated/generated.h"

enum { MOST_DIFFERENT = 256, MOST_TOKENS = 4096 };

struct induction {
    int different, tokens;
};

static void fill(const void *options, struct draw *draw, int32_t *tokens, int32_t *targets)
{
    const struct induction *o = options;
    int first[MOST_TOKENS], second[MOST_DIFFERENT], asked = o->different - 1;
    draw_order(draw, o->tokens, o->different, first);
    draw_order(draw, asked, asked, second);
    for (int i = 0; i < o->different; i++) tokens[i] = first[i];
    for (int i = 0; i < asked; i++) {
        tokens[o->different + i] = first[second[i]];
        targets[o->different + i] = first[second[i] + 1];
    }
}

static bool open_induction(const char *text, const char *dir, const struct data_options *options,
                           struct dataset *data, char **error)
{
    (void)dir;
    struct induction o = {.different = 16, .tokens = 32};
    int sizes[GIVEN_SPLITS] = {8000, 500, 500};
    const struct argument own[] = {
        {.name = "different", .number = &o.different, .least = 2, .most = MOST_DIFFERENT},
        {.name = "tokens", .number = &o.tokens, .least = 2, .most = MOST_TOKENS}};
    if (!generated_options("induction", text, own, 2, sizes, error)) return false;
    if (o.tokens < o.different)
        return data_fail(error,
                         "data set 'induction': tokens=%d is too small for different=%d (expected "
                         "at least tokens=%d)",
                         o.tokens, o.different, o.different);
    struct sequence_task task = {"induction", &o, 2 * o.different - 1, o.tokens, fill};
    data_note(data, "Records have %d tokens; chance is 1 in %d.", task.length, o.different - 1);
    return generate_sequences(&task, data, options->seed, sizes, error);
}

const struct data_set set_induction = {
    .name = "induction",
    .label = "induction",
    .title =
        "repeat what followed the same token earlier: different=16, tokens=32, train=8000, ...",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_induction,
};
