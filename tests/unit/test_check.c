/* SPDX-License-Identifier: MIT
 * Tests that the correctness check detects wrong results. Each test wraps a real build and adds one
 * error to its forward pass. */
#include "base/mem.h"
#include "complete_cell.h"
#include "harness/measure/check/stages.h"
#include "harness/measure/check/check.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct sampling every_row = {INT_MAX, INT_MAX, 1};
static const char plain_cell[] =
    "score=dot,mask=causal,batch=2,heads=2,n=17,d_model=24,d_head=12,threads=1";
/* In row 4 of batch element 1, all hidden units are 0 after the ReLU. The formula gives o = 0, but
 * kernels with fused multiply-add give a rounding error. */
static const char dead_cell[] =
    "score=neural,d_prime=1,score_act=relu,normalizer=relu,norm_divide=keys,batch=2,heads=2,n=7,"
    "m=9,d_model=16,d_head=8,threads=1,seed=2";
/* Scores are about 1e18, so softmax gives one weight of 1 per row and zeros elsewhere. */
static const char huge_cell[] = "score=dot,mask=causal,batch=2,heads=2,n=17,d_model=24,d_head=12,"
                                "input=huge,threads=1";
static const char rounded_cell[] =
    "score=dot,mask=causal,batch=2,heads=2,n=17,d_model=24,d_head=12,"
    "threads=1,precision=bf16";
enum { DEAD_O = (7 + 4) * 16 + 7 };
static const char *cell_string = plain_cell;

/* ---- kinds of damage ---- */

static const struct kernels *real_kernels;
static void (*damage)(const struct layer *, const struct layer_io *);

static void damaged_forward(const struct layer *layer, const struct layer_io *io, struct team *team,
                            const struct probe *probe)
{
    real_kernels->forward(layer, io, team, probe);
    damage(layer, io);
}

enum { Y_COUNT = 2 * 17 * 24 };
static double nudge; /* error that a test adds to one value */

static void nothing(const struct layer *l, const struct layer_io *io) { (void)l, (void)io; }
static void nudge_y(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((float *)io->y)[Y_COUNT - 5] += (float)nudge;
}
static void nudge_q(const struct layer *l, const struct layer_io *io)
{
    float *q = real_kernels->trace(l, io->activations).q;
    q[30] += (float)nudge;
}
static void nudge_o(const struct layer *l, const struct layer_io *io)
{
    float *o = real_kernels->trace(l, io->activations).gated;
    o[30] += (float)nudge;
}
static void nudge_dead_o(const struct layer *l, const struct layer_io *io)
{
    float *o = real_kernels->trace(l, io->activations).o;
    o[DEAD_O] += (float)nudge;
}
static void write_nan(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((float *)io->y)[7] = NAN;
}
static void write_past(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((volatile float *)io->y)[Y_COUNT] = 0;
}
static void write_before(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((volatile float *)io->activations)[-1] = 0;
}
static void change_input(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((float *)io->x)[11] *= 2;
}
static void change_parameter(const struct layer *l, const struct layer_io *io)
{
    (void)l;
    ((float *)io->tensors[0])[0] += 1;
}
/* Computes the layer again without rounding the operands to bf16. */
static void skip_rounding(const struct layer *l, const struct layer_io *io)
{
    struct layer smooth = *l;
    smooth.precision = PRECISION_FLOAT32;
    real_kernels->forward(&smooth, io, NULL, NULL);
}
static void flip_bit(const struct layer *l, const struct layer_io *io)
{
    static unsigned times;
    (void)l;
    uint32_t bits;
    memcpy(&bits, io->y, sizeof bits);
    bits ^= times++ & 1;
    memcpy(io->y, &bits, sizeof bits);
}

/* ---- checks of a damaged build ---- */

/* Checks a cell whose forward pass is wrong. Sets *timeable to true if the cell may be timed. */
static struct check_result try(void (*wrong)(const struct layer *, const struct layer_io *),
                               bool *timeable)
{
    struct worker_cell cell = completed_cell(cell_string);
    struct text_corpus text;
    struct workload load;
    struct check_result result;
    char *error = NULL;
    assert_true(text_open("builtin", &text, &error));
    real_kernels = cell.kernels;
    struct kernels damaged = *real_kernels;
    damaged.forward = damaged_forward;
    cell.kernels = &damaged;
    damage = wrong;
    struct memory *memory = memory_new(THP_NEVER, 1);
    workload_open(&load, &cell.layer, &cell, &text, NULL, memory);
    struct checked *checked = check_workload(&load, &every_row, &result);
    *timeable = checked != NULL;
    checked_free(checked);
    workload_close(&load);
    memory_free(memory);
    text_close(&text);
    worker_cell_free(&cell);
    return result;
}

static void expect(void (*wrong)(const struct layer *, const struct layer_io *),
                   enum row_status status, const char *reason)
{
    bool timeable;
    struct check_result r = try(wrong, &timeable);
    if (r.status != status || !strstr(r.reason, reason))
        fail_msg("expected %s (%s), found %s (%s)", status_names[status], reason,
                 status_names[r.status], r.reason);
    assert_int_equal(timeable, status == STATUS_OK);
    check_result_free(&r);
}

static void correct_layer_is_well_within_tolerance(void **state)
{
    (void)state;
    bool timeable;
    struct check_result r = try(nothing, &timeable);
    if (r.status != STATUS_OK) fail_msg("%s: %s", status_names[r.status], r.reason);
    assert_true(timeable);
    assert_true(r.max_abs_err <= r.tolerance);
    assert_true(r.tolerance < 1e-4);
    assert_true(r.nmse < 1e-11);
    assert_true(r.worst[0]);
    check_result_free(&r);
}

/* A single value with an error of ten times the tolerance must be detected, and the message must
 * locate it. */
static void one_wrong_value_is_incorrect(void **state)
{
    (void)state;
    bool timeable;
    struct check_result sound = try(nothing, &timeable);
    nudge = 10 * sound.tolerance;
    check_result_free(&sound);
    expect(nudge_y, STATUS_INCORRECT, "y[1,16,19]");
    expect(nudge_q, STATUS_INCORRECT, "q[0,1,6]");
    expect(nudge_o, STATUS_INCORRECT, "[0,1,6]");
}

static void dead_weights_allow_only_rounding_errors(void **state)
{
    (void)state;
    cell_string = dead_cell;
    expect(nothing, STATUS_OK, "");
    nudge = 1e-5; /* the terms of the scores are about 1, so this error is small */
    expect(nudge_dead_o, STATUS_INCORRECT, "o[1,4,7]");
    cell_string = plain_cell;
}

static void one_wrong_value_is_detected_at_huge_scores(void **state)
{
    (void)state;
    cell_string = huge_cell;
    expect(nothing, STATUS_OK, "");
    nudge = 1e7; /* the values are about 1e9, so this error is small */
    expect(nudge_o, STATUS_INCORRECT, "o[0,1,6]");
    expect(write_nan, STATUS_INCORRECT, "y[0,0,7]");
    cell_string = plain_cell;
}

static void operands_that_are_not_rounded_are_incorrect(void **state)
{
    cell_string = rounded_cell;
    correct_layer_is_well_within_tolerance(state);
    expect(skip_rounding, STATUS_INCORRECT, "[");
    cell_string = plain_cell;
}

static void nan_and_stray_writes_are_incorrect(void **state)
{
    (void)state;
    expect(write_nan, STATUS_INCORRECT, "y[0,0,7]");
    expect(write_past, STATUS_INCORRECT, "y");
    expect(write_before, STATUS_INCORRECT, "activations");
}

/* NaN and infinity count as the largest error, even if the tolerance is infinite or later rows are
 * correct. */
static void nan_and_infinity_are_the_largest_errors(void **state)
{
    static const float first[][3] = {{0, NAN, 2}, {0, INFINITY, 2}};
    const float right[] = {0, 1, 2};
    const double want[] = {0, 1, 2};
    const struct row_place row = {"y", 0, 3, 0}, next = {"y", 0, 4, 0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct comparison all = {0};
        compare_row(&all, &row, first[i], want, want, 3, 1, (double)INFINITY);
        compare_row(&all, &next, right, want, want, 3, 1, 0);
        assert_true(isinf(all.worst_ratio) && isinf(all.error));
        assert_non_null(strstr(all.worst, "y[0,3,1]"));
    }
}

static void changed_operands_are_incorrect(void **state)
{
    (void)state;
    expect(change_input, STATUS_INCORRECT, "changed its input");
    expect(change_parameter, STATUS_INCORRECT, "parameter");
}

static void different_bits_in_the_second_run_are_incorrect(void **state)
{
    (void)state;
    expect(flip_bit, STATUS_INCORRECT, "different bits");
}

/* ---- the reduced shape ---- */

static void reduced_shape_keeps_relations(void **state)
{
    (void)state;
    struct layer big = {.shape = {16, 8, 8192, 8192, 512, 64}, .mask = MASK_CAUSAL};
    struct layer small = check_reduced(&big);
    assert_int_equal(small.shape.n, 131);
    assert_int_equal(small.shape.m, 131);
    assert_int_equal(small.shape.d_model, small.shape.heads * small.shape.d_head);
    assert_int_equal(small.mask, MASK_CAUSAL);
    big.shape.m = 4096;
    small = check_reduced(&big);
    assert_int_not_equal(small.shape.n, small.shape.m);
    big.shape = (struct shape){1, 1, 70, 71, 8, 8, 0};
    small = check_reduced(&big);
    assert_memory_equal(&small.shape, &big.shape, sizeof small.shape);
    big.shape = (struct shape){1, 1, 100, 70, 8, 8, 0};
    small = check_reduced(&big);
    assert_int_not_equal(small.shape.n, small.shape.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correct_layer_is_well_within_tolerance),
        cmocka_unit_test(one_wrong_value_is_incorrect),
        cmocka_unit_test(dead_weights_allow_only_rounding_errors),
        cmocka_unit_test(one_wrong_value_is_detected_at_huge_scores),
        cmocka_unit_test(operands_that_are_not_rounded_are_incorrect),
        cmocka_unit_test(nan_and_stray_writes_are_incorrect),
        cmocka_unit_test(nan_and_infinity_are_the_largest_errors),
        cmocka_unit_test(changed_operands_are_incorrect),
        cmocka_unit_test(different_bits_in_the_second_run_are_incorrect),
        cmocka_unit_test(reduced_shape_keeps_relations),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
