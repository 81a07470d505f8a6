/* SPDX-License-Identifier: MIT
 * Compares the backward pass of float builds with the double build, with and without dropout. Also
 * checks that results are bitwise equal for any number of threads. */
#include "backward_trial.h"
#include "layer_walks.h"

TEST("gradients of float builds match the double build")
{
    checked = check_floats;
    scores_normalizers_masks(by_both_methods);
    every_choice(check_floats);
    tails(by_both_methods);
}

static void dropped(const struct layer *layer)
{
    struct layer l = *layer;
    l.dropout = 0.3;
    l.dropout_key = 77;
    check_differences(&l);
    check_floats(&l);
}
TEST("the backward pass uses the dropout masks of the forward pass")
{
    checked = dropped;
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
        struct layer l = plain_layer();
        choose(&l, SLOT_NORMALIZER, norm);
        masks(l, norm, by_both_methods);
    }
    tails(by_both_methods);
}

static void run_backwards(struct team *team, void (*job)(void *, int, int), void *arg, int items)
{
    for (int i = items - 1; i >= 0; i--) job(arg, i, i % team->threads);
}
static void same_bits(const struct layer *l, const struct kernels *k)
{
    struct layer_arrays one, many;
    struct team team = {3, run_backwards};
    open_arrays(&one, k, l, 1);
    open_arrays(&many, k, l, 3);
    differentiate(&one, NULL);
    differentiate(&many, &team);
    for (int a = 0; a < one.array_count; a++)
        assert_memory_equal(one.arrays[a].gradient, many.arrays[a].gradient,
                            one.arrays[a].count * k->real_size);
    close_arrays(&one);
    close_arrays(&many);
}
TEST("gradients are bitwise equal for any number of threads")
{
    static const char *const scores[] = {"dot", "neural"};
    struct layer l = plain_layer();
    choose(&l, SLOT_GATE, choice_named(SLOT_GATE, "sigmoid"));
    l.shape.batch = 1;
    l.mask = MASK_CAUSAL;
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        for (int i = 0; i < 2; i++) {
            choose(&l, SLOT_SCORE, choice_named(SLOT_SCORE, scores[i]));
            l.method = METHOD_STREAMING;
            l.shape.n = l.shape.m = 1100;
            same_bits(&l, *k);
            l.method = METHOD_MATERIALISED;
            l.shape.n = l.shape.m = 200;
            same_bits(&l, *k);
        }
}
