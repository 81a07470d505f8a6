/* SPDX-License-Identifier: MIT
 * Creates a copy of a workload in double precision and runs its passes. */
#include "harness/measure/check/double_layer.h"

#include "base/rng.h"
#include "models/parameters.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double *buffer(struct double_layer *t, const char *name, size_t count)
{
    double *p = memory_buffer(t->memory, name, count * sizeof *p);
    memory_poison(t->memory, p, NULL);
    return p;
}

/* Copies floats to doubles. If `move` is not 0, each number is perturbed by one float rounding
 * error. */
static double *widened(struct double_layer *t, const char *name, const float *from, size_t count,
                       uint64_t move)
{
    double *to = buffer(t, name, count);
    for (size_t i = 0; i < count; i++) {
        bool up = move && rng_u64(move, rng_stream(name), i) & 1;
        double factor = !move ? 1 : 1 + (up ? (double)FLT_EPSILON : -(double)FLT_EPSILON);
        to[i] = factor * (double)from[i];
    }
    return to;
}

static struct array *add_array(struct double_layer *t, const char *name, const float *from,
                               size_t count, uint64_t move)
{
    struct array *a = &t->arrays[t->count++];
    *a = (struct array){widened(t, name, from, count, move), buffer(t, "gradient", count), count};
    return a;
}

void double_layer_open(struct double_layer *t, const struct workload *load, uint64_t move)
{
    *t = (struct double_layer){.load = load, .k = kernels_by_name("double")};
    t->memory = memory_new(THP_NEVER, 1);
    const struct shape *s = &load->layer.shape;
    size_t model = (size_t)s->batch * (size_t)s->d_model;
    t->outputs = model * (size_t)s->n;
    struct array x = *add_array(t, "x", load->x, t->outputs, move), context = x;
    if (load->context != load->x)
        context = *add_array(t, "context", load->context, model * (size_t)s->m, move);
    for (int i = 0; i < load->tensor_count; i++) {
        const struct tensor *tensor = &load->tensor[i];
        struct array *a = add_array(t, tensor->name, load->tensors[i], tensor_count(tensor), move);
        t->w[i] = a->value;
        t->dw[i] = a->gradient;
    }
    t->dy = widened(t, "dy", load->dy, t->outputs, move);
    t->y = buffer(t, "y", t->outputs);
    t->kept_y = buffer(t, "y at x + up", t->outputs);
    struct layer_memory bytes = t->k->memory(&load->layer, 1);
    t->io = (struct layer_io){x.value,
                              context.value,
                              load->lengths,
                              t->w,
                              memory_buffer(t->memory, "activations", bytes.activations),
                              memory_buffer(t->memory, "working", bytes.working),
                              t->y};
    t->back = (struct layer_backward_io){
        &t->io,           t->dy, x.gradient,
        context.gradient, t->dw, memory_buffer(t->memory, "backward", bytes.backward)};
}

void double_layer_close(struct double_layer *t) { memory_free(t->memory); }

void double_layer_forward(struct double_layer *t)
{
    t->k->forward(&t->load->layer, &t->io, NULL, NULL);
}
void double_layer_differentiate(struct double_layer *t)
{
    double_layer_forward(t);
    t->k->backward(&t->load->layer, &t->back, NULL, NULL);
}

double array_largest(const struct array *a)
{
    double most = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (!isfinite(a->gradient[i])) return (double)INFINITY;
        most = fmax(most, fabs(a->gradient[i]));
    }
    return most;
}
double double_layer_largest(const struct double_layer *t)
{
    double most = 0;
    for (int i = 0; i < t->count; i++) most = fmax(most, array_largest(&t->arrays[i]));
    return most;
}

/* Subtract before summing, so that outputs that do not depend on x cancel exactly. */
double double_layer_slope(struct double_layer *t, double *x, double up, double down)
{
    double kept = *x, sum = 0;
    *x = kept + up;
    double_layer_forward(t);
    memcpy(t->kept_y, t->y, t->outputs * sizeof *t->y);
    *x = kept - down;
    double_layer_forward(t);
    *x = kept;
    for (size_t i = 0; i < t->outputs; i++) sum += t->dy[i] * (t->kept_y[i] - t->y[i]);
    return sum / (up + down);
}
