/* SPDX-License-Identifier: MIT
 * Converts a slot's parameters and gradients to double precision for formulas. */
#include "in_double.h"

size_t N(widen_bytes)(const struct resolved *r, enum slot_id slot)
{
    struct tensor list[MAX_TENSORS];
    struct arena a = {0};
    int count = N(slot_tensors)(r, slot, list);
    for (int t = 0; t < count; t++) carve(&a, N(tensor_reals)(&list[t]) * sizeof(double));
    return a.used;
}

void N(widen)(const struct pass *p, enum slot_id slot, struct arena *a, const double **wide)
{
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(&p->r, slot, list);
    for (int t = 0; t < count; t++) {
        size_t size = N(tensor_reals)(&list[t]);
        const real *from = p->w[p->r.first_tensor[slot] + t];
        double *to = carve(a, size * sizeof *to);
        to_double(from, size, to);
        wide[t] = to;
    }
}

void N(wide_open)(struct wide *wide, const struct pass *p, enum slot_id slot, struct arena *a)
{
    struct tensor list[MAX_TENSORS];
    wide->count = N(slot_tensors)(&p->r, slot, list);
    N(widen)(p, slot, a, wide->w);
    for (int t = 0; t < wide->count; t++) {
        wide->size[t] = N(tensor_reals)(&list[t]);
        wide->dw[t] = carve(a, wide->size[t] * sizeof(double));
        memset(wide->dw[t], 0, wide->size[t] * sizeof(double));
    }
}

void N(wide_close)(const struct wide *wide, real *const *dw)
{
    for (int t = 0; t < wide->count; t++) add_from_double(wide->dw[t], wide->size[t], dw[t]);
}
