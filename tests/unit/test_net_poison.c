/* SPDX-License-Identifier: MIT
 * Tests that gradient rows are NaN if the backward pass does not write them (models/net/poison.h).
 */
#define BUILD double
#define BUILD_DOUBLE
#include "models/net/block_kind.h"
#include "models/net/poison.h"
#include "net_case.h"

enum { SOURCE = 5, TARGET = 7, BATCH = 2, WIDTH = 8 };

/* A block with an error: the backward pass leaves the last row of one result unwritten. `whole` is
 * the correct block. */
static const struct block_kind *whole;
static bool of_source;
static void backward_but_last_row(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    real kept[WIDTH], *last = du + (stack_rows(s) - 1) * WIDTH;
    if (of_source) last = m->d_source + (stack_rows(s->source) - 1) * WIDTH;
    memcpy(kept, last, sizeof kept);
    whole->backward(m, s, k, dy, du);
    memcpy(last, kept, sizeof kept);
}

static bool all_finite(const struct model *m)
{
    for (size_t i = 0; i < m->layout.reals; i++)
        if (!isfinite(m->g[i])) return false;
    return true;
}

/* Trains two steps with block k of the decoder broken (-1: none). Returns true if all gradients are
 * finite. */
static bool trains(int k, bool source)
{
    const struct model_build *build = double_build();
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct model *m = open_checked(build, &c, true);
    struct net_batch *b = net_batch(&c, BATCH, TARGET, SOURCE, 1);
    struct block_kind broken;
    b->lengths[1] = TARGET, b->source_lengths[1] = SOURCE;
    fill_targets(b, &c, 1);
    of_source = source;
    if (k >= 0) {
        whole = m->layout.decoder.block[k].kind, broken = *whole;
        broken.backward = backward_but_last_row;
        m->layout.decoder.block[k].kind = &broken;
    }
    for (int step = 0; step < 2; step++) {
        build->zero_gradients(m);
        loss_of(build, m, b, 0);
        build->backward(m, &b->batch, 1);
    }
    bool finite = all_finite(m);
    return finite;
}

TEST("a gradient row that was not written becomes NaN")
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct model *m = open_checked(double_build(), &c, true);
    int blocks = m->layout.decoder.blocks, cross = 0;
    assert_true(net_poison && trains(-1, false));
    for (int k = 0; k < blocks; k++) {
        if (m->layout.decoder.block[k].kind->reads_source) cross = k;
        assert_false(trains(k, false));
    }
    /* The backward pass starts at the last block. The last block that reads the source is therefore
     * the first to write the source gradient. */
    assert_false(trains(cross, true));
}

TEST("without poison, an unwritten row looks like a valid gradient")
{
    net_poison = false;
    assert_true(trains(0, false));
    net_poison = true;
}
