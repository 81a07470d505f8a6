/* SPDX-License-Identifier: MIT
 * The backward pass of whole layers in the double build against central differences of the
 * forward pass, over every choice of every slot, methods, masks and tile tails. */
#include "backward_trial.h"
#include "layer_walks.h"

TEST("every choice and value")
{
    checked = check_differences;
    every_choice(check_differences);
}

TEST("scores normalizers masks")
{
    checked = check_differences;
    scores_normalizers_masks(by_both_methods);
}

TEST("tails and cross attention")
{
    checked = check_differences;
    tails(by_both_methods);
}

/* The chunks of rows do not grow with the rows: 1022 of X are 4, 1024 of the context are 2.
 * Gradients begin as NaN. */
TEST("more chunks of fewer rows")
{
    struct layer l = plain_layer();
    l.shape =
        (struct shape){.batch = 2, .heads = 2, .n = 511, .m = 512, .d_model = 16, .d_head = 8};
    check_differences(&l);
    check_floats(&l);
    l.shape.n = 512, l.shape.m = 511;
    check_differences(&l);
    check_floats(&l);
}

/* Rows before, at and behind each edge of blocks on either side, where both are at the same edge;
 * else both before, at or behind. Sequences are short, which makes attention cheap. */
TEST("every pair of row edges")
{
    enum { BATCH = 32 };
    const int *edges = kernels_by_name("double")->row_edges;
    struct layer l = plain_layer();
    l.shape = (struct shape){.batch = BATCH, .heads = 1, .d_model = 4, .d_head = 4};
    for (int n = 0; edges[n]; n++)
        for (int m = 0; edges[m]; m++)
            for (int side = 0; side < 9; side += n == m ? 1 : 4) {
                l.shape.n = edges[n] / BATCH + side / 3 - 1;
                l.shape.m = edges[m] / BATCH + side % 3 - 1;
                check_floats(&l);
            }
}
