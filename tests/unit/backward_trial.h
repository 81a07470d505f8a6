/* SPDX-License-Identifier: MIT
 * Helpers for tests of the backward pass: they compare the gradients of a layer with central
 * differences or with the double build. */
#ifndef ATTNLAB_BACKWARD_TRIAL_H
#define ATTNLAB_BACKWARD_TRIAL_H

#include "tests/unit/test.h"
#include "base/rng.h"
#include "base/mem.h"
#include "kernels/kernels.h"

#include <math.h>

struct array {
    const char *name;
    void *value, *gradient;
    size_t count;
};

/* Buffers of a layer in one build. `arrays` lists the parameters, then x, then the context. */
struct layer_arrays {
    const struct kernels *k;
    struct layer layer;
    struct tensor tensors[MAX_LAYER_TENSORS];
    struct array arrays[MAX_LAYER_TENSORS + 2];
    int tensor_count, array_count;
    void *w[MAX_LAYER_TENSORS], *dw[MAX_LAYER_TENSORS], *y, *dy, *activations, *working, *backward;
    size_t outputs;
    int lengths[4];
};

static inline double get(const struct kernels *k, const void *p, size_t i)
{
    return k->real_size == 8 ? ((const double *)p)[i] : (double)((const float *)p)[i];
}
static inline void set(const struct kernels *k, void *p, size_t i, double x)
{
    if (k->real_size == 8)
        ((double *)p)[i] = x;
    else
        ((float *)p)[i] = (float)x;
}

/* Returns a buffer filled with NaN, which exposes reads of unwritten memory. */
static inline void *buffer(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memset(p, 0xff, bytes + 1);
    return p;
}

/* Returns normal random numbers, rounded to float so that every build gets equal values. */
static inline void *normals(const struct kernels *k, size_t count, const char *stream, double std)
{
    void *p = buffer(count * k->real_size);
    for (size_t i = 0; i < count; i++)
        set(k, p, i, (double)(float)(std * rng_normal(11, rng_stream(stream), i)));
    return p;
}

static inline void add_array(struct layer_arrays *r, const char *name, size_t count, double std)
{
    struct array *a = &r->arrays[r->array_count++];
    *a = (struct array){name, normals(r->k, count, name, std), buffer(count * r->k->real_size),
                        count};
}

static inline void open_arrays(struct layer_arrays *r, const struct kernels *k,
                               const struct layer *layer, int threads)
{
    *r = (struct layer_arrays){.k = k, .layer = *layer, .lengths = {layer->shape.m - 2, 1, 0, 3}};
    const struct shape *s = &r->layer.shape;
    size_t model = (size_t)s->d_model;
    r->tensor_count = k->tensors(&r->layer, r->tensors);
    for (int t = 0; t < r->tensor_count; t++) {
        const struct tensor *d = &r->tensors[t];
        add_array(r, d->name, (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2], 0.4);
        r->w[t] = r->arrays[t].value;
        r->dw[t] = r->arrays[t].gradient;
    }
    add_array(r, "x", (size_t)s->batch * (size_t)s->n * model, 1);
    if (s->n != s->m) add_array(r, "context", (size_t)s->batch * (size_t)s->m * model, 1);
    struct layer_memory m = k->memory(&r->layer, threads);
    r->outputs = (size_t)s->batch * (size_t)s->n * model;
    r->y = buffer(r->outputs * k->real_size);
    r->dy = normals(k, r->outputs, "dy", 1);
    r->activations = buffer(m.activations);
    r->working = buffer(m.working);
    r->backward = buffer(m.backward);
}

static inline void close_arrays(struct layer_arrays *r)
{
    for (int i = 0; i < r->array_count; i++) {
        free(r->arrays[i].value);
        free(r->arrays[i].gradient);
    }
    void *rest[] = {r->y, r->dy, r->activations, r->working, r->backward};
    for (int i = 0; i < 5; i++) free(rest[i]);
}

static inline struct layer_io forward_io(struct layer_arrays *r)
{
    void *x = r->arrays[r->tensor_count].value, *context = r->arrays[r->array_count - 1].value;
    return (struct layer_io){x, context, r->lengths, r->w, r->activations, r->working, r->y};
}

static inline double loss(struct layer_arrays *r)
{
    struct layer_io io = forward_io(r);
    double sum = 0;
    r->k->forward(&r->layer, &io, NULL, NULL);
    for (size_t i = 0; i < r->outputs; i++) sum += get(r->k, r->dy, i) * get(r->k, r->y, i);
    return sum;
}

static inline void differentiate(struct layer_arrays *r, struct team *team)
{
    struct layer_io io = forward_io(r);
    struct layer_backward_io back = {&io,
                                     r->dy,
                                     r->arrays[r->tensor_count].gradient,
                                     r->arrays[r->array_count - 1].gradient,
                                     r->dw,
                                     r->backward};
    r->k->forward(&r->layer, &io, team, NULL);
    r->k->backward(&r->layer, &back, team, NULL);
}

static inline double largest(const struct layer_arrays *r, const struct array *a)
{
    double most = 0;
    for (size_t i = 0; i < a->count; i++) {
        double g = get(r->k, a->gradient, i);
        if (!isfinite(g)) return INFINITY;
        most = fmax(most, fabs(g));
    }
    return most;
}

/* ---- differences of the loss along one direction of a tensor ---- */

static inline double *direction(const struct array *a)
{
    double *d = xarray(a->count, sizeof *d), squares = 0;
    for (size_t i = 0; i < a->count; i++) {
        d[i] = rng_normal(5, rng_stream(a->name), i);
        squares += d[i] * d[i];
    }
    for (size_t i = 0; i < a->count; i++) d[i] /= sqrt(squares);
    return d;
}

/* Returns the loss after adding `step * d` to tensor `a`. */
static inline double loss_at(struct layer_arrays *r, const struct array *a, const double *d,
                             double step)
{
    size_t bytes = a->count * sizeof(double);
    double *x = a->value, *kept = memcpy(xalloc(bytes), x, bytes);
    for (size_t i = 0; i < a->count; i++) x[i] += step * d[i];
    double sum = loss(r);
    memcpy(x, kept, bytes);
    free(kept);
    return sum;
}

/* Returns the smallest gradient error over several step sizes. Differences across a kink of ReLU
 * are wrong, so one step size is not enough. */
static inline double difference_error(struct layer_arrays *r, const struct array *a, double enough)
{
    double *d = direction(a), found = 0, least = INFINITY;
    for (size_t i = 0; i < a->count; i++) found += d[i] * get(r->k, a->gradient, i);
    for (double h = 1e-4; h > 1e-8 && least > enough; h /= 10)
        least = fmin(least, fabs((loss_at(r, a, d, h) - loss_at(r, a, d, -h)) / (2 * h) - found));
    free(d);
    return least;
}

static inline void describe(const struct layer *l, const struct kernels *k, char *text, size_t size)
{
    int at = snprintf(text, size, "%s, mask %s, n %d, m %d", method_names[l->method],
                      mask_names[l->mask], l->shape.n, l->shape.m);
    for (int s = 0; s < SLOTS; s++)
        at += snprintf(text + at, size - (size_t)at, ", %s %s", k->slots[s].name,
                       k->slots[s].choices[l->choice[s]]->name);
}

static inline void check_differences(const struct layer *layer)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer_arrays r;
    char text[512];
    if (k->refuse(layer)) return;
    open_arrays(&r, k, layer, 1);
    differentiate(&r, NULL);
    describe(layer, k, text, sizeof text);
    /* largest absolute gradient of the layer, at least 1 */
    double size = 1;
    for (int a = 0; a < r.array_count; a++) size = fmax(size, largest(&r, &r.arrays[a]));
    if (!isfinite(size)) fail_msg("%s: a gradient is not finite", text);
    for (int a = 0; a < r.array_count; a++) {
        struct array *array = &r.arrays[a];
        double scale = fmax(largest(&r, array), 1e-3 * size);
        double error = difference_error(&r, array, 1e-7 * scale) / scale;
        if (!(error <= 1e-6))
            fail_msg("%s: the gradient of %s has an error of %g (relative to its largest entry)",
                     text, array->name, error);
    }
    close_arrays(&r);
}

/* ---- float builds compared with the double build ---- */

/* Checks that float gradients equal double gradients. The tolerance is 1e-4 times the largest entry
 * of the tensor, but at least 4e-6 times the largest entry of the layer. */
static inline void compare_gradients(const struct layer_arrays *f, const struct layer_arrays *d)
{
    char text[512];
    double size = 0;
    describe(&f->layer, f->k, text, sizeof text);
    for (int a = 0; a < d->array_count; a++) size = fmax(size, largest(d, &d->arrays[a]));
    if (!isfinite(size)) fail_msg("double, %s: a gradient is not finite", text);
    for (int a = 0; a < f->array_count; a++) {
        double worst = 0, scale = fmax(largest(d, &d->arrays[a]), 4e-2 * size);
        for (size_t i = 0; i < f->arrays[a].count; i++) {
            double off = get(f->k, f->arrays[a].gradient, i) - get(d->k, d->arrays[a].gradient, i);
            worst = fmax(worst, isnan(off) ? (double)INFINITY : fabs(off));
        }
        if (!(worst <= 1e-4 / (1 - f->layer.dropout) * scale))
            fail_msg("%s, %s: the gradient of %s is off by %g (largest entry %g)", f->k->name, text,
                     f->arrays[a].name, worst, scale);
    }
}

/* Compares the gradients of every float build with the gradients of the double build. */
static inline void check_floats(const struct layer *layer)
{
    const struct kernels *doubles = kernels_by_name("double");
    struct layer_arrays f, d;
    if (doubles->refuse(layer)) return;
    open_arrays(&d, doubles, layer, 1);
    differentiate(&d, NULL);
    for (const struct kernels *const *k = kernels_available(); *k; k++) {
        open_arrays(&f, *k, layer, 1);
        differentiate(&f, NULL);
        compare_gradients(&f, &d);
        close_arrays(&f);
    }
    close_arrays(&d);
}

#endif
