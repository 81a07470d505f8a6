/* SPDX-License-Identifier: MIT
 * Computes running sums of log decays. The difference of two sums is the bias of a logit
 * (../logit_path.c):
 *
 *     c_t = c_(t-1) + log f_t,
 *     log f_t = output of slot forget at position t + decay of the stages.
 *
 * Sums are in double precision, because c grows with the sequence while neighbouring sums differ
 * little. The forward pass has one work item per batch element. The backward pass runs once per
 * head. */
#include "engine.h"

#include <string.h>

static size_t places(const struct layer *layer)
{
    const struct shape *s = &layer->shape;
    return (size_t)(s->n > s->m ? s->n : s->m);
}

void N(decay_carve)(const struct resolved *r, struct arena *a, struct layer_trace *t)
{
    const struct shape *s = &r->layer->shape;
    size_t heads = (size_t)s->heads, rows = N(layer_rows)(r->layer, SLOT_FORGET);
    if (!decays(r)) return;
    t->decay = carve(a, (size_t)s->batch * places(r->layer) * heads * sizeof *t->decay);
    if (r->projection[SLOT_FORGET]) t->log_decay = carve(a, rows * heads * sizeof(real));
}

size_t N(decay_reals)(const struct layer *layer)
{
    struct resolved r;
    N(resolve)(layer, &r);
    return decays(&r) ? (size_t)layer->shape.heads : 0;
}

void N(add_decay)(const struct resolved *r, const real *log, const double *before, double *c)
{
    for (int h = 0; h < r->layer->shape.heads; h++) {
        double sum = before ? before[h] : 0;
        for (int i = 0; i < r->decays.count; i++) sum += r->decays.at[i]->decay(r->layer, h);
        c[h] = log ? sum + (double)log[h] : sum;
    }
}

void N(sum_decays)(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct shape *s = &p->r.layer->shape;
    size_t heads = (size_t)s->heads, count = places(p->r.layer), m = (size_t)s->m;
    double *c = p->trace.decay + (size_t)item * p->decay_rows * heads;
    const real *log = p->trace.log_decay;
    if (log) log += (size_t)item * m * heads;
    enter(p, thread, PHASE_PROJECTION);
    for (size_t t = 0; t < count; t++) N(add_decay)
    (&p->r, log && t < m ? log + t * heads : NULL, t ? c + (t - 1) * heads : NULL, c + t * heads);
}

/* ---- backward ---- */

static size_t first_sum(const struct pass *p, int which)
{
    size_t heads = (size_t)p->r.layer->shape.heads;
    return (size_t)which / heads * p->key_rows * heads + (size_t)which % heads;
}

void N(clear_decay)(const struct pass *p, int which)
{
    const struct shape *s = &p->r.layer->shape;
    if (!p->r.projection[SLOT_FORGET]) return;
    double *dc = p->gradients->decay + first_sum(p, which);
    for (int t = 0; t < s->m; t++) dc[(size_t)t * (size_t)s->heads] = 0;
}

/* Turns the gradients of the running sums into gradients of the log decays. A log decay is part of
 * the running sums at its own and at all later positions, so their gradients are added. */
void N(close_decay)(const struct pass *p, int which)
{
    const struct shape *s = &p->r.layer->shape;
    if (!p->r.projection[SLOT_FORGET]) return;
    size_t first = first_sum(p, which);
    double sum = 0;
    for (size_t t = (size_t)s->m; t-- > 0;) {
        size_t at = first + t * (size_t)s->heads;
        sum += p->gradients->decay[at];
        p->gradients->log_decay[at] = (real)sum;
    }
}
