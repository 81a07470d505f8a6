/* SPDX-License-Identifier: MIT
 * Compares the backward pass of whole layers in the double build with central differences. Tests
 * every choice of every slot, all methods and masks, and partial tiles. */
#include "backward_trial.h"
#include "layer_walks.h"

TEST("gradients of every choice match finite differences")
{
    checked = check_differences;
    every_choice(check_differences);
}

TEST("gradients of scores, normalisers and masks match finite differences")
{
    checked = check_differences;
    scores_normalizers_masks(by_both_methods);
}

TEST("gradients of partial tiles and cross-attention match finite differences")
{
    checked = check_differences;
    tails(by_both_methods);
}

/* X has 1022 rows in 4 chunks; the context has 1024 rows in 2 chunks. */
TEST("gradients are correct if the tensor with fewer rows has more chunks")
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

/* Tests numbers of queries and keys just below, at and just above each block edge. */
TEST("float gradients match the double build at sizes near all block boundaries")
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
