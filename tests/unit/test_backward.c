/* SPDX-License-Identifier: MIT
 * The backward pass of whole layers in the double build against central differences of the
 * forward pass, over every choice of every slot, methods, masks and tile tails. */
#include "backward_trial.h"
#include "layer_walks.h"

static void test_every_choice_and_value(void **state)
{
    (void)state;
    checked = check_differences;
    every_choice(check_differences);
}

static void test_scores_normalizers_masks(void **state)
{
    (void)state;
    checked = check_differences;
    scores_normalizers_masks(by_both_methods);
}

static void test_tails_and_cross_attention(void **state)
{
    (void)state;
    checked = check_differences;
    tails(by_both_methods);
}

/* The chunks of rows do not grow with the rows: 1022 of X are 4, 1024 of the context are 2.
 * Gradients begin as NaN. */
static void test_more_chunks_of_fewer_rows(void **state)
{
    (void)state;
    struct layer l = plain_layer();
    l.shape =
        (struct shape){.batch = 2, .heads = 2, .n = 511, .m = 512, .d_model = 16, .d_head = 8};
    check_differences(&l);
    check_floats(&l);
    l.shape.n = 512, l.shape.m = 511;
    check_differences(&l);
    check_floats(&l);
}

/* Rows before, at and behind each edge of blocks on either side; sequences are short, which makes
 * attention cheap. */
static void test_every_pair_of_row_edges(void **state)
{
    enum { BATCH = 32 };
    (void)state;
    const int *edges = kernels_by_name("double")->row_edges;
    struct layer l = plain_layer();
    l.shape = (struct shape){.batch = BATCH, .heads = 1, .d_model = 4, .d_head = 4};
    for (int n = 0; edges[n]; n++)
        for (int m = 0; edges[m]; m++)
            for (int side = 0; side < 9; side++) {
                l.shape.n = edges[n] / BATCH + side / 3 - 1;
                l.shape.m = edges[m] / BATCH + side % 3 - 1;
                check_floats(&l);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_choice_and_value),
        cmocka_unit_test(test_scores_normalizers_masks),
        cmocka_unit_test(test_tails_and_cross_attention),
        cmocka_unit_test(test_more_chunks_of_fewer_rows),
        cmocka_unit_test(test_every_pair_of_row_edges),
    };
    return cmocka_run_group_tests_name("backward", tests, NULL, NULL);
}
