/* SPDX-License-Identifier: MIT
 * Converts a slot's parameters, rows and gradient sums to double precision and back, for formulas.
 */
#ifndef ATTNLAB_IN_DOUBLE_H
#define ATTNLAB_IN_DOUBLE_H

#include "resolved_layer.h"

static inline void to_double(const real *from, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++) to[i] = (double)from[i];
}
static inline void from_double(const double *from, size_t count, real *to)
{
    for (size_t i = 0; i < count; i++) to[i] = (real)from[i];
}
static inline void add_from_double(const double *from, size_t count, real *to)
{
    for (size_t i = 0; i < count; i++) to[i] += (real)from[i];
}

/* Returns the scratch size that a choice declares; 0 if f is NULL. */
static inline size_t declared(size_t (*f)(const struct dims *, const struct args *),
                              const struct dims *d, const struct args *a)
{
    return f ? f(d, a) : 0;
}

/* Converts the parameters of one slot to double precision, in memory from the arena. */
size_t N(widen_bytes)(const struct resolved *, enum slot_id);
void N(widen)(const struct pass *, enum slot_id, struct arena *, const double **w);

/* A slot's parameters and their gradient sums in double precision. The sums start at 0 and are
 * added to the float gradients at the end. wide_open() takes 2 * widen_bytes() bytes from the
 * arena. */
struct wide {
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    size_t size[MAX_TENSORS];
    int count;
};
void N(wide_open)(struct wide *, const struct pass *, enum slot_id, struct arena *);
void N(wide_close)(const struct wide *, real *const *dw);

#endif
