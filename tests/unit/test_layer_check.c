/* SPDX-License-Identifier: MIT
 * Tests the gradient check of a layer: near a kink, the check must use another point, and wrong
 * gradients must be reported. The test makes gradients wrong at all points or only at the first. */
#include "complete_cell.h"
#include "harness/measure/check/check.h"
#include "models/parameters.h"

#include <math.h>
#include <string.h>

/* with seed 2, a hidden unit of the score is near the kink of relu, so rounding changes dx */
static const char kink[] = "score=neural,d_prime=32,mask=causal,batch=2,heads=2,n=64,d_model=32,"
                           "d_head=16,phase=both,input=normal,threads=1,seed=";

/* softmax is invariant to the last bias of the score, so the gradient of this bias is only rounding
 * error */
static const char unseen[] = "score=neural2,d_prime=2,score_scale=9,mask=causal,batch=2,heads=2,"
                             "n=64,d_model=32,d_head=16,phase=both,input=normal,threads=1,seed=";

/* if scores are near 0, the float gradient dq.gain_out of x^2 / (1 + x^2) is inaccurate */
static const char steep[] =
    "score=dot,qk_norm=none,normalizer=expressive,q=residual_bottleneck_heads,q_act=identity,"
    "q_rank=0.8335,k=activated,k_bias=no,k_act=mish,v=activated,v_bias=yes,v_act=gelu,o=identity,"
    "gate=sigmoid,gate_per=head,logits=softcap,logits_cap=30.4,score_scale=1.9325,"
    "scale_place=outside,method=materialised,mask=causal,batch=4,heads=3,n=24,d_model=3,d_head=1,"
    "phase=both,input=normal,threads=1,seed=";

static const char rounded[] =
    "q=mlp,q_act=gelu,gate=sigmoid,mask=causal,batch=2,heads=2,n=64,d_model=32,d_head=16,"
    "precision=bf16,phase=both,input=normal,threads=1,seed=";

static const struct kernels *real_kernels;
static const char *wrong; /* name of the result that the test makes wrong; NULL for none */
static int spoilt_passes, passes;

/* Flips the sign of the largest entry, a change far above rounding errors. */
static void spoil(float *values, size_t count)
{
    size_t most = 0;
    for (size_t i = 1; i < count; i++)
        if (fabsf(values[i]) > fabsf(values[most])) most = i;
    values[most] = -values[most] + 0.1f;
}

static void wrong_backward(const struct layer *l, const struct layer_backward_io *io,
                           struct team *team, const struct probe *probe)
{
    struct tensor tensor[MAX_LAYER_TENSORS];
    int count = real_kernels->tensors(l, tensor);
    real_kernels->backward(l, io, team, probe);
    if (!wrong || passes++ >= spoilt_passes) return;
    if (!strcmp(wrong, "x"))
        spoil(io->dx, (size_t)l->shape.batch * (size_t)l->shape.n * (size_t)l->shape.d_model);
    for (int t = 0; t < count; t++)
        if (!strcmp(wrong, tensor[t].name)) spoil(io->gradients[t], tensor_count(&tensor[t]));
}

enum { AT_FIRST = 2, EVERYWHERE = 1000 };

/* Returns the status of a correct layer. Sets *points to the number of points checked. */
static enum row_status judged(const char *layer, int seed, int *points)
{
    static const struct text_corpus no_text;
    char *string = xformat("%s%d", layer, seed), *error = NULL;
    struct worker_cell cell = completed_cell(string);
    struct resources resources;
    struct check_result r;
    assert_true(resources_open(&resources, cell.threads, THP_NEVER, 0, &error));
    layer_check(&cell.layer, &cell, &no_text, &resources, reduced_rows(), 0, &r);
    enum row_status status = r.status;
    *points = r.points;
    check_result_free(&r);
    resources_close(&resources);
    worker_cell_free(&cell);
    free(string);
    return status;
}

/* Makes one gradient wrong in the first backward passes: `of` is the tensor, `in` the number of
 * passes. Asserts the status, the number of points, and that the reason contains `part`. */
static void expect(const char *layer, const char *seed, const char *of, int in,
                   enum row_status status, const char *part, int points)
{
    static const struct text_corpus no_text;
    char *string = xformat("%s%s", layer, seed), *error = NULL;
    struct worker_cell cell = completed_cell(string);
    struct resources resources;
    struct check_result r;
    assert_true(resources_open(&resources, cell.threads, THP_NEVER, 0, &error));
    real_kernels = cell.kernels;
    struct kernels damaged = *real_kernels;
    damaged.backward = wrong_backward;
    cell.kernels = &damaged;
    wrong = of, spoilt_passes = in, passes = 0;
    layer_check(&cell.layer, &cell, &no_text, &resources, reduced_rows(), 0, &r);
    if (r.status != status || !strstr(r.reason, part) || r.points != points)
        fail_msg("expected %s (%s) at point %d, found %s (%s) at point %d", status_names[status],
                 part, points, status_names[r.status], r.reason, r.points);
    check_result_free(&r);
    resources_close(&resources);
    worker_cell_free(&cell);
    free(string);
}

static void a_kink_is_retried_at_a_second_point(void **state)
{
    (void)state;
    expect(kink, "1", NULL, 0, STATUS_OK, "", 1);
    /* which seeds need a second point depends on rounding, so it differs between builds */
    enum { SEEDS = 40 };
    int seed = 2, points;
    while (judged(kink, seed, &points) == STATUS_OK && points == 1 && seed < SEEDS) seed++;
    assert_true(points > 1);
}

static void a_wrong_gradient_at_a_good_point_ends_the_check(void **state)
{
    (void)state;
    expect(kink, "1", "x", AT_FIRST, STATUS_INCORRECT, "dx[", 1);
    expect(kink, "1", "o.w", AT_FIRST, STATUS_INCORRECT, "do.w[", 1);
}

/* The first point is on a kink of dx, so dx is checked at the second point and all other gradients
 * at the first. */
static void a_wrong_gradient_on_a_kink_is_found(void **state)
{
    (void)state;
    expect(kink, "2", "o.w", AT_FIRST, STATUS_INCORRECT, "do.w[", 1);
    expect(kink, "2", "x", EVERYWHERE, STATUS_INCORRECT, "dx[", 2);
}

static void rounding_errors_are_accepted(void **state)
{
    (void)state;
    for (int seed = 1, points; seed <= 3; seed++)
        assert_true(judged(steep, seed, &points) != STATUS_INCORRECT);
    expect(steep, "2", "v.w", EVERYWHERE, STATUS_INCORRECT, "dv.w[", 1);
}

static void what_cancels_is_judged_by_what_cancelled(void **state)
{
    (void)state;
    expect(unseen, "5", NULL, 0, STATUS_OK, "", 1);
    expect(unseen, "5", "score.b3", AT_FIRST, STATUS_INCORRECT, "dscore.b3[0]", 1);
}

static void gradients_with_rounded_operands_are_judged(void **state)
{
    (void)state;
    expect(rounded, "1", NULL, 0, STATUS_OK, "", 1);
    expect(rounded, "1", "x", AT_FIRST, STATUS_INCORRECT, "dx[", 1);
    expect(rounded, "1", "q.w1", AT_FIRST, STATUS_INCORRECT, "dq.w1[", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kink_is_retried_at_a_second_point),
        cmocka_unit_test(a_wrong_gradient_at_a_good_point_ends_the_check),
        cmocka_unit_test(a_wrong_gradient_on_a_kink_is_found),
        cmocka_unit_test(rounding_errors_are_accepted),
        cmocka_unit_test(what_cancels_is_judged_by_what_cancelled),
        cmocka_unit_test(gradients_with_rounded_operands_are_judged),
    };
    return cmocka_run_group_tests_name("layer check", tests, NULL, NULL);
}
