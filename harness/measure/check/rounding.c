/* SPDX-License-Identifier: MIT
 * Passes over moved operands (rounding.h). */
#include "harness/measure/check/rounding.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/check/double_layer.h"
#include "models/parameters.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of pure rounding, one move in five leaves the error within half of itself: all do once in
 * 400,000. */
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
    count = add(list, count, load->dy, model * (size_t)s->n);
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

static void pass(const struct workload *load)
{
    workload_prepare(load);
    workload_pass(load, NULL);
}

static double error_now(const struct workload *load, int which, size_t entry)
{
    struct result_array list[MAX_RESULTS];
    struct double_layer t;
    pass(load);
    workload_results(load, list);
    double_layer_open(&t, load, 0);
    double_layer_differentiate(&t);
    double error = (double)list[which].data[entry] - t.arrays[which - 1].gradient[entry];
    double_layer_close(&t);
    return error;
}

bool error_of_rounding(const struct workload *load, int which, size_t entry, double error,
                       uint64_t seed)
{
    struct operand list[OPERANDS];
    int count = keep_operands(load, list);
    bool another = false;
    for (int k = 0; k < MOVES && !another; k++) {
        for (int o = 0; o < count; o++) move(&list[o], seed, k * OPERANDS + o);
        another = fabs(error_now(load, which, entry) - error) >= fabs(error) / 2;
    }
    for (int o = 0; o < count; o++) {
        memcpy(list[o].data, list[o].kept, list[o].count * sizeof *list[o].kept);
        free(list[o].kept);
    }
    pass(load);
    return another;
}
