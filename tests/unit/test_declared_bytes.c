/* SPDX-License-Identifier: MIT
 * Compares the declared memory traffic per phase with values computed from tensor shapes. Each
 * input and output counts once, in units of 4 bytes. */
#include "backward_trial.h"
#include "layer_walks.h"

enum { B = 2, H = 2, N = 6, M = 10, D_MODEL = 8, D = 4, D_PRIME = 16 };
/* Number of entries per tensor:
 * - x: X or Y
 * - q: Q or O
 * - kv: K or V
 * - matrix, score, sink: parameters of one projection, of the neural score, and of the attention
 * sink */
static const double x = B * N * D_MODEL, q = B * N * H * D, context = B * M * D_MODEL,
                    kv = B * M * H * D, matrix = D_MODEL * H * D,
                    score = 2 * D_PRIME * D + 2 * D_PRIME + 1, sink = H;

static struct layer across(void)
{
    struct layer l = plain_layer();
    l.shape = (struct shape){B, H, N, M, D_MODEL, D, 0};
    return l;
}

static void assert_bytes(const struct layer_work *w, const double *numbers)
{
    static const enum phase phases[] = {PHASE_PROJECTION, PHASE_SCORE, PHASE_NORMALIZE, PHASE_SUM,
                                        PHASE_OUTPUT};
    for (size_t p = 0; p < sizeof phases / sizeof *phases; p++)
        if (w->bytes[phases[p]] != 4 * numbers[p])
            fail_msg("phase %d: %g bytes, expected %g", (int)phases[p], w->bytes[phases[p]],
                     4 * numbers[p]);
}

TEST("declared bytes of the streaming method match the tensor shapes")
{
    struct layer l = across();
    const struct kernels *k = kernels_available()[0];
    choose(&l, SLOT_SCORE, choice_named(SLOT_SCORE, "neural"));
    choose(&l, SLOT_NORMALIZER, choice_named(SLOT_NORMALIZER, "softmax_sink"));
    l.args[SLOT_NORMALIZER].value[0] = 1;
    struct layer_work forward = k->work(&l), backward = k->backward_work(&l);
    assert_bytes(&forward, (double[]){x + context + q + 2 * kv + 3 * matrix, q + kv + score, sink,
                                      kv + q, q + matrix + x});
    /* The backward pass reads values and gradients, and writes gradients. Only the projections do
     * not need the values of Q, K and V. */
    assert_bytes(&backward,
                 (double[]){2 * x + 2 * context + q + 2 * kv + 6 * matrix, 2 * (q + kv + score),
                            2 * sink, 2 * kv + 2 * q, 2 * q + 2 * matrix + x});
}

TEST("self-attention reads its tokens once")
{
    struct layer l = across();
    l.shape.m = N;
    struct layer_work w = kernels_available()[0]->work(&l);
    assert_int_equal((int)w.bytes[PHASE_PROJECTION], (int)(4 * (x + 3 * q + 3 * matrix)));
}

/* Scores S and weights A have n x m entries per head. The forward pass writes both and reads them
 * in the next phase. The backward pass also uses the gradient dA. */
TEST("the materialised method also declares the traffic of S and A")
{
    struct layer l = across(), streaming = across();
    const struct kernels *k = kernels_available()[0];
    const double nm = B * H * N * M;
    l.method = METHOD_MATERIALISED;
    struct layer_work w[] = {k->work(&l), k->work(&streaming), k->backward_work(&l),
                             k->backward_work(&streaming)};
    assert_true(w[0].bytes[PHASE_SCORE] == w[1].bytes[PHASE_SCORE] + 4 * nm);
    assert_true(w[0].bytes[PHASE_NORMALIZE] == w[1].bytes[PHASE_NORMALIZE] + 4 * 2 * nm);
    assert_true(w[0].bytes[PHASE_SUM] == w[1].bytes[PHASE_SUM] + 4 * nm);
    assert_true(w[2].bytes[PHASE_SCORE] == w[3].bytes[PHASE_SCORE] + 4 * 2 * nm);
    assert_true(w[2].bytes[PHASE_NORMALIZE] == w[3].bytes[PHASE_NORMALIZE] + 4 * 6 * nm);
    assert_true(w[2].bytes[PHASE_SUM] == w[3].bytes[PHASE_SUM] + 4 * 2 * nm);
}
