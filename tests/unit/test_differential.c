/* SPDX-License-Identifier: MIT
 * Tests how differential attention combines heads: sizes, declared work, invalid numbers of heads,
 * and the layer index. Fast functions on blocks of rows must agree with the formula. */
/* In the double build, `real *` arguments point to doubles. */
#define BUILD double
#include "kernels/slots.h"

#include "backward_trial.h"
#include "layer_walks.h"
#include "models/model.h"
#include "net_case.h"

static struct layer differential(void)
{
    struct layer l = plain_layer();
    choose(&l, SLOT_COMBINE, choice_named(SLOT_COMBINE, "differential"));
    return l;
}

static const struct projection *combination(void)
{
    int i = choice_named(SLOT_COMBINE, "differential");
    return (const void *)kernels_by_name("double")->slots[SLOT_COMBINE].choices[i];
}

/* Scores use 8 heads of size 64; values and outputs use 4 heads of size 128. */
TEST("shapes and declared FLOPs of differential attention are correct")
{
    const struct kernels *k = kernels_available()[0];
    struct layer plain = plain_layer(), l = differential();
    plain.shape = l.shape = (struct shape){1, 8, 1024, 1024, 512, 64, 0};
    struct dims v = k->dims(&l, SLOT_V), o = k->dims(&l, SLOT_O), c = k->dims(&l, SLOT_COMBINE);
    assert_int_equal(v.heads, 4);
    assert_int_equal(v.d_head, 128);
    assert_int_equal(v.d_out, 512);
    assert_int_equal(k->dims(&l, SLOT_K).d_head, 64);
    assert_int_equal(c.d_in, 1024);
    assert_int_equal(c.d_out, 512);
    assert_int_equal(o.heads, 4);
    assert_int_equal(o.d_in, 512);
    l.shape.kv_heads = 4;
    assert_int_equal(k->dims(&l, SLOT_V).heads, 2);
    l.shape.kv_heads = 0;
    struct layer_work p = k->work(&plain), d = k->work(&l);
    assert_true(d.flop[PHASE_PROJECTION] == p.flop[PHASE_PROJECTION]);
    assert_true(d.flop[PHASE_SCORE] == p.flop[PHASE_SCORE]);
    /* Values are twice as wide as in softmax attention. */
    assert_true(d.flop[PHASE_SUM] == 2 * p.flop[PHASE_SUM]);
    assert_true(d.flop[PHASE_OUTPUT] == p.flop[PHASE_OUTPUT] + 7.0 * 512 * 1024);
    assert_true(d.bytes[PHASE_SUM] == 4.0 * 1024 * (512 + 1024));
    /* The forward pass reads two heads and writes one. The backward pass reads two heads and one
     * gradient, and writes two gradients. */
    struct layer_work of_plain = k->backward_work(&plain), back = k->backward_work(&l);
    double heads = 4.0 * 1024 * 1024, one = 4.0 * 1024 * 512, parameters = 4.0 * (4 * 64 + 128);
    double more = back.bytes[PHASE_OUTPUT] - of_plain.bytes[PHASE_OUTPUT];
    assert_true(d.bytes[PHASE_OUTPUT] - p.bytes[PHASE_OUTPUT] == heads + one + parameters);
    assert_true(more == 2 * heads + one + 2 * parameters);
    double rise = back.flop[PHASE_OUTPUT] - of_plain.flop[PHASE_OUTPUT];
    assert_true(rise == 2 * 7.0 * 512 * 1024);
    /* The attention output O is twice as wide as in softmax attention, and the combined heads are
     * also stored. */
    size_t row = (size_t)4 * 1024 * 512;
    assert_int_equal(k->memory(&l, 1).activations - k->memory(&plain, 1).activations, 2 * row + 64);
}

TEST("numbers of heads that cannot be combined are refused")
{
    const struct kernels *k = kernels_by_name("double");
    struct layer l = differential();
    assert_null(k->refuse(&l));
    l.shape.heads = 3;
    assert_non_null(
        strstr(k->refuse(&l), "multiples of the number of heads that slot combine joins"));
    l.shape.heads = 4;
    l.shape.kv_heads = 1;
    assert_non_null(
        strstr(k->refuse(&l), "multiples of the number of heads that slot combine joins"));
    l.shape.kv_heads = 2;
    assert_null(k->refuse(&l));
}

/* ---- fast passes ---- */

enum {
    ROWS = 5,
    HEADS = 6,
    D = 5,
    IN = HEADS * 2 * D,
    OUT = HEADS * D,
    TENSORS = 5,
    WIDEST = 2 * D
};
static const struct dims dims = {IN, OUT, HEADS, D, 1, 1, 4, 0, 0};
static const int sizes[TENSORS] = {D, D, D, D, 2 * D};

static void draw_reals(const char *stream, size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) x[i] = 0.6 * rng_normal(3, rng_stream(stream), i);
}

static void near(const char *what, const double *found, const double *want, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(found[i] - want[i]) <= 1e-12 * (1 + fabs(want[i]))))
            fail_msg("%s[%d] is %.17g, expected %.17g", what, i, found[i], want[i]);
}

TEST("fast functions on blocks of rows match the formula")
{
    static const char *const names[TENSORS] = {"lq1", "lk1", "lq2", "lk2", "gain"};
    static double w[TENSORS][WIDEST], dw[TENSORS][WIDEST], want_dw[TENSORS][WIDEST];
    static double o[ROWS * IN], y[ROWS * OUT], want[ROWS * OUT], dy[ROWS * OUT];
    static double d_o[ROWS * IN], want_do[ROWS * IN], scratch[4 * ROWS * OUT];
    const struct projection *p = combination();
    const struct args args = {{0}};
    const double *ws[TENSORS];
    double *dws[TENSORS], *wants[TENSORS];
    draw_reals("o", ROWS * IN, o), draw_reals("dy", ROWS * OUT, dy);
    for (int t = 0; t < TENSORS; t++) {
        draw_reals(names[t], (size_t)sizes[t], w[t]);
        ws[t] = w[t], dws[t] = dw[t], wants[t] = want_dw[t];
    }
    for (int i = 0; i < ROWS * IN; i++) d_o[i] = want_do[i] = 0.5;
    for (int r = 0; r < ROWS; r++) {
        p->formula(&dims, &args, ws, o + r * IN, want + r * OUT, scratch);
        p->derivative(&dims, &args, ws, o + r * IN, dy + r * OUT, want_do + r * IN, wants, scratch);
    }
    p->forward(&(struct projection_run){&dims, &args, (const void *)ws, ROWS, (void *)o, (void *)y,
                                        (void *)scratch, NULL});
    near("y", y, want, ROWS * OUT);
    p->backward(&(struct projection_backward){&dims,
                                              &args,
                                              (const void *)ws,
                                              ROWS,
                                              (void *)o,
                                              (void *)dy,
                                              (void *)d_o,
                                              (void *)dws,
                                              (void *)scratch,
                                              NULL,
                                              {false, false}});
    near("do", d_o, want_do, ROWS * IN);
    for (int t = 0; t < TENSORS; t++) near(names[t], dw[t], want_dw[t], sizes[t]);
}

/* ---- layer index ---- */

/* The initial lambda, l0, is 0.2 in the first layer and 0.8 - 0.6 * exp(-0.3) in the second.
 * Without an output matrix, the root mean square of a layer's output is 1 - l0. */
TEST("the initial lambda depends on the layer index")
{
    struct model_config c = net_config(ARCH_DECODER);
    struct start starts[MOST_ATTENTIONS];
    struct layer l = differential();
    choose(&l, SLOT_O, choice_named(SLOT_O, "none"));
    c.variant = l;
    c.variant_layers = ~(uint64_t)0;
    c.variant_in = IN_DECODER;
    c.initial = INITIAL_MATCHED;
    c.init_std = 1;
    struct model *m = open_checked(double_build(), &c, false);
    struct net_batch *b = net_batch(&c, 2, c.max_n, 0, 5);
    assert_int_equal(double_build()->measure_starts(m, &b->batch, starts), 2);
    assert_true(fabs(starts[0].branch - 0.8) < 1e-3);
    assert_true(fabs(starts[1].branch - (0.2 + 0.6 * exp(-0.3))) < 1e-3);
}
