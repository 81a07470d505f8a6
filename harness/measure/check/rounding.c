/* SPDX-License-Identifier: MIT
 * Distinguishes rounding errors from wrong formulas by repeating passes with perturbed operands. A
 * rounding error changes between these passes; the error of a wrong formula does not. */
#include "harness/measure/check/double_layer.h"
#include "harness/measure/check/stages.h"

#include "base/mem.h"
#include "base/rng.h"
#include "models/parameters.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 8, OPERANDS = MAX_LAYER_TENSORS + 3 };

struct operand {
    float *data, *kept;
    size_t count;
};

static int add(struct operand *list, int count, float *data, size_t size)
{
    float *kept = xarray(size, sizeof *kept);
    memcpy(kept, data, size * sizeof *kept);
    list[count] = (struct operand){data, kept, size};
    return count + 1;
}

static int keep_operands(const struct workload *load, struct operand *list)
{
    const struct shape *s = &load->layer.shape;
    size_t model = (size_t)s->batch * (size_t)s->d_model;
    int count = add(list, 0, load->x, model * (size_t)s->n);
    if (load->dy) count = add(list, count, load->dy, model * (size_t)s->n);
    if (load->context != load->x) count = add(list, count, load->context, model * (size_t)s->m);
    for (int t = 0; t < load->tensor_count; t++)
        count = add(list, count, load->tensors[t], tensor_count(&load->tensor[t]));
    return count;
}

static void move(const struct operand *o, uint64_t seed, int stream)
{
    for (size_t i = 0; i < o->count; i++) {
        bool up = rng_u64(seed, rng_stream("rounding") + (uint64_t)stream, i) & 1;
        o->data[i] = o->kept[i] * (up ? 1 + FLT_EPSILON : 1 - FLT_EPSILON);
    }
}

static void restore(const struct operand *list, int count)
{
    for (int o = 0; o < count; o++) {
        memcpy(list[o].data, list[o].kept, list[o].count * sizeof *list[o].kept);
        free(list[o].kept);
    }
}

/* An error found in a pass. now() computes the same error after a new pass. */
struct error {
    const struct workload *load;
    double (*now)(const struct error *);
    int which;
    size_t entry;
    const struct sampling *sampling;
};

static double error_after_pass(const struct error *e)
{
    workload_prepare(e->load);
    workload_pass(e->load, NULL);
    return e->now(e);
}

static bool is_rounding(const struct error *e, double error, uint64_t seed)
{
    struct operand list[OPERANDS];
    int count = keep_operands(e->load, list);
    bool differs = false; /* true if the error changes by more than 10 % */
    for (int k = 0; k < MOVES && !differs; k++) {
        for (int o = 0; o < count; o++) move(&list[o], seed, k * OPERANDS + o);
        differs = fabs(error_after_pass(e) - error) > fabs(error) / 10;
    }
    restore(list, count);
    /* an error that changes although the operands are equal indicates a race */
    return error_after_pass(e) == error && differs;
}

static double gradient_error(const struct error *e)
{
    struct result_array list[MAX_RESULTS];
    struct double_layer t;
    workload_results(e->load, list);
    double_layer_open(&t, e->load, 0);
    double_layer_differentiate(&t);
    double want = t.arrays[e->which - 1].gradient[e->entry];
    double_layer_close(&t);
    return (double)list[e->which].data[e->entry] - want;
}

bool gradient_error_is_rounding(const struct workload *load, int which, size_t entry, double error,
                                uint64_t seed)
{
    return is_rounding(&(struct error){load, gradient_error, which, entry, NULL}, error, seed);
}

static double row_error(const struct error *e)
{
    struct comparison all = {0};
    struct stage_facts facts = {0};
    stages_compare(e->load, e->sampling, &all, &facts);
    return all.worst_ratio;
}

bool row_error_is_rounding(const struct workload *load, const struct sampling *sampling,
                           double ratio)
{
    struct error e = {load, row_error, 0, 0, sampling};
    return isfinite(ratio) && is_rounding(&e, ratio, sampling->seed);
}
