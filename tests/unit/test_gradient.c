/* SPDX-License-Identifier: MIT
 * Tests that the gradient check detects wrong gradients and accepts correct ones. Each test wraps a
 * real build and adds one error to its backward pass, such as a wrong sign. */
#include "base/mem.h"
#include "complete_cell.h"
#include "harness/measure/check/check.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char cell_string[] = "score=dot,mask=causal,batch=2,heads=2,n=9,m=11,d_model=24,"
                                  "d_head=12,q_bias=yes,phase=both,threads=1";

/* Inputs of size 16 saturate the softmax. All weights are then 0 or 1, and dq.w and dk.w contain
 * only rounding errors. */
static const char saturated[] = "score=dot,mask=causal_padding,batch=2,heads=2,n=7,m=9,d_model=16,"
                                "d_head=8,phase=both,threads=1,input=large,seed=4";

static const struct kernels *real_kernels;
static void (*damage)(const struct layer_backward_io *);

static void damaged_backward(const struct layer *layer, const struct layer_backward_io *io,
                             struct team *team, const struct probe *probe)
{
    real_kernels->backward(layer, io, team, probe);
    damage(io);
}

enum { X_COUNT = 2 * 9 * 24, W_COUNT = 24 * 24 };
static void nothing(const struct layer_backward_io *io) { (void)io; }
static void flip_dx(const struct layer_backward_io *io)
{
    for (int i = 0; i < X_COUNT; i++) ((float *)io->dx)[i] *= -1;
}
static void flip_one(const struct layer_backward_io *io)
{
    float *dw = io->gradients[0];
    int most = 0;
    for (int i = 1; i < W_COUNT; i++)
        if (fabsf(dw[i]) > fabsf(dw[most])) most = i;
    dw[most] *= -1;
}
static void scale_dcontext(const struct layer_backward_io *io)
{
    for (int i = 0; i < 2 * 11 * 24; i++) ((float *)io->dcontext)[i] *= 1.001f;
}
static void write_past_dx(const struct layer_backward_io *io)
{
    ((volatile float *)io->dx)[X_COUNT] = 0;
}
static void leave_unwritten(const struct layer_backward_io *io)
{
    ((float *)io->gradients[0])[5] = NAN;
}

/* Corrupts results between the correctness check and the gradient check; may be NULL. */
static void (*spoil)(const struct workload *);

/* Runs the correctness check and the gradient check on a cell whose backward pass is wrong. */
static struct check_result try_on(const char *string,
                                  void (*wrong)(const struct layer_backward_io *))
{
    struct worker_cell cell = completed_cell(string);
    struct text_corpus text;
    struct workload load;
    struct check_result result;
    struct sampling every = {INT_MAX, INT_MAX, 1};
    char *error = NULL;
    assert_true(text_open("builtin", &text, &error));
    real_kernels = cell.kernels;
    struct kernels damaged = *real_kernels;
    damaged.backward = damaged_backward;
    cell.kernels = &damaged;
    damage = wrong;
    struct memory *memory = memory_new(THP_NEVER, 1);
    workload_open(&load, &cell.layer, &cell, &text, NULL, memory);
    struct checked *checked = check_workload(&load, &every, &result);
    if (checked && spoil) spoil(&load);
    if (checked) gradient_check(&load, GRADIENT_ENTRIES, 1, &result);
    checked_free(checked);
    workload_close(&load);
    memory_free(memory);
    text_close(&text);
    worker_cell_free(&cell);
    return result;
}

static struct check_result try(void (*wrong)(const struct layer_backward_io *))
{
    return try_on(cell_string, wrong);
}

static void expect(void (*wrong)(const struct layer_backward_io *), enum row_status status,
                   const char *reason)
{
    struct check_result r = try(wrong);
    if (r.status != status || !strstr(r.reason, reason))
        fail_msg("expected %s (%s), found %s (%s)", status_names[status], reason,
                 status_names[r.status], r.reason);
    check_result_free(&r);
}

static void correct_gradients_are_well_within_tolerance(void **state)
{
    (void)state;
    struct check_result r = try(nothing);
    if (r.status != STATUS_OK) fail_msg("%s: %s", status_names[r.status], r.reason);
    assert_true(r.gradient_err > 0 && r.gradient_err < 1e-5);
    assert_true(r.difference_err > 0 && r.difference_err < 1e-7);
    check_result_free(&r);
}

static void wrong_gradients_are_located(void **state)
{
    (void)state;
    expect(flip_dx, STATUS_INCORRECT, "dx[");
    expect(flip_one, STATUS_INCORRECT, "in double");
    expect(scale_dcontext, STATUS_INCORRECT, "dcontext[");
}

/* Adds an error to dx. The check must detect the error even if the softmax is saturated. */
static void move_dx(const struct layer_backward_io *io) { ((float *)io->dx)[0] += 1; }

static void rounding_errors_of_saturation_are_accepted(void **state)
{
    (void)state;
    struct check_result r = try_on(saturated, nothing);
    if (r.status != STATUS_OK) fail_msg("%s: %s", status_names[r.status], r.reason);
    assert_true(r.gradient_tolerance < 0.1);
    check_result_free(&r);
    r = try_on(saturated, move_dx);
    assert_int_equal(r.status, STATUS_INCORRECT);
    check_result_free(&r);
}

static void stray_and_missing_writes_are_incorrect(void **state)
{
    (void)state;
    expect(write_past_dx, STATUS_INCORRECT, "dx");
    expect(leave_unwritten, STATUS_INCORRECT, "not finite");
}

/* Writes a NaN into dx. All later numbers are correct. */
static void lose_one(const struct workload *load)
{
    struct result_array list[MAX_RESULTS];
    workload_results(load, list);
    ((float *)list[1].data)[5] = NAN;
}

static void nan_gradients_are_detected(void **state)
{
    (void)state;
    spoil = lose_one;
    expect(nothing, STATUS_INCORRECT, "dx[5] is nan");
    struct check_result r = try_on(saturated, nothing);
    assert_int_equal(r.status, STATUS_INCORRECT);
    check_result_free(&r);
    spoil = NULL;
}

static void reduced_shape_keeps_relations(void **state)
{
    (void)state;
    struct layer big = {.shape = {16, 8, 8192, 8192, 512, 64}, .mask = MASK_CAUSAL};
    struct layer small = gradient_reduced(&big);
    assert_int_equal(small.shape.n, 20);
    assert_int_equal(small.shape.m, 20);
    assert_int_equal(small.shape.d_model, small.shape.heads * small.shape.d_head);
    assert_int_equal(small.shape.d_head, 16);
    big.shape.m = 9000;
    small = gradient_reduced(&big);
    assert_int_equal(small.shape.n, 19);
    assert_int_equal(small.shape.m, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correct_gradients_are_well_within_tolerance),
        cmocka_unit_test(wrong_gradients_are_located),
        cmocka_unit_test(rounding_errors_of_saturation_are_accepted),
        cmocka_unit_test(stray_and_missing_writes_are_incorrect),
        cmocka_unit_test(nan_gradients_are_detected),
        cmocka_unit_test(reduced_shape_keeps_relations),
    };
    return cmocka_run_group_tests_name("gradient", tests, NULL, NULL);
}
