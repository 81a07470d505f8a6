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

/* Rounding of many rows may err one way: then most of the error stays, and a part of it changes. */
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

/* The entry after a pass. */
static float entry_now(const struct workload *load, int which, size_t entry)
{
    struct result_array list[MAX_RESULTS];
    workload_prepare(load);
    workload_pass(load, NULL);
    workload_results(load, list);
    return list[which].data[entry];
}

static double error_now(const struct workload *load, int which, size_t entry)
{
    struct double_layer t;
    double got = (double)entry_now(load, which, entry);
    double_layer_open(&t, load, 0);
    double_layer_differentiate(&t);
    double error = got - t.arrays[which - 1].gradient[entry];
    double_layer_close(&t);
    return error;
}

bool error_of_rounding(const struct workload *load, int which, size_t entry, double error,
                       uint64_t seed)
{
    struct result_array results[MAX_RESULTS];
    struct operand list[OPERANDS];
    int count = keep_operands(load, list);
    bool another = false;
    workload_results(load, results);
    float got = results[which].data[entry];
    for (int k = 0; k < MOVES && !another; k++) {
        for (int o = 0; o < count; o++) move(&list[o], seed, k * OPERANDS + o);
        another = fabs(error_now(load, which, entry) - error) > fabs(error) / 10;
    }
    for (int o = 0; o < count; o++) {
        memcpy(list[o].data, list[o].kept, list[o].count * sizeof *list[o].kept);
        free(list[o].kept);
    }
    return entry_now(load, which, entry) == got && another; /* else it errs by chance */
}
