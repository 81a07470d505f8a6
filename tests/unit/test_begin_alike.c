/* SPDX-License-Identifier: MIT
 * Tests that a bias does not change the initial weights of a linear map, although a slot with a
 * bias counts as swapped. */
#include "models/net/initial.h"
#include "net_case.h"

enum { HEADS = 2, D_MODEL = 8, D_HEAD = 6, MOST = 64 };

/* Returns the standard deviation of the initial weights in a slot's matrix. */
static double deviation(int slot, bool biased)
{
    const struct kernels *k = kernels_by_name("double");
    struct model_config c = net_config(ARCH_DECODER);
    struct tensor list[MOST];
    c.d_model = D_MODEL, c.heads = HEADS, c.d_head = D_HEAD, c.init_std = 0.02;
    c.variant.args[slot].value[0] = biased;
    struct layer l = {.shape = {.batch = 1,
                                .heads = HEADS,
                                .n = 4,
                                .m = 4,
                                .d_model = D_MODEL,
                                .d_head = D_HEAD,
                                .kv_heads = HEADS}};
    for (int s = 0; s < SLOTS; s++) {
        l.choice[s] = c.variant.choice[s];
        l.args[s] = c.variant.args[s];
    }
    int count = k->tensors(&l, list);
    assert_true(count <= MOST);
    assert_int_equal(slot_is_swapped(&c, true, slot), biased);
    initial_attention(k, &c, true, &l, list, count);
    for (int t = 0; t < count; t++)
        if (slot_of_tensor(k, list[t].name) == slot && list[t].init == INIT_NORMAL)
            return list[t].std;
    fail_msg("slot %d has no matrix", slot);
    return 0;
}

TEST("a bias does not change the initial weights of its matrix")
{
    static const int slots[] = {SLOT_Q, SLOT_K, SLOT_V, SLOT_O};
    for (int i = 0; i < 4; i++) {
        double plain = deviation(slots[i], false), biased = deviation(slots[i], true);
        if (!(fabs(biased - plain) <= 1e-12 * plain))
            fail_msg("slot %d: standard deviation %.9g, expected %.9g", slots[i], biased, plain);
    }
}
