/* SPDX-License-Identifier: MIT
 * Computes the declared work of a layer per phase: FLOPs and compulsory memory traffic. Each
 * operand of a phase is read or written once. The numbers are the same for every build; counters
 * measure actual work.
 *
 * Recomputed work is counted separately, so that a rate counts useful work only. Masked pairs that
 * the materialised method computes count as recomputed.
 *
 * Stages add their own work (stages/). Sums of gradients over chunks and heads are small and
 * omitted. */
#include "engine/engine.h"
#include "choices.h"

/* FLOPs of a backward pass, where F is the forward FLOPs that a choice declares:
 *
 *     projections: 2 F for dX and dW; recomputed: F minus kept products (0 if nothing is kept; F
 *     without a fast backward function);
 *     score: 2 F for the gradients of queries and keys; recomputed: F;
 *     normaliser: F for the derivative; recomputed: F for the weights;
 *     weighted sum: 2 F for dV = A^T dO and dA = dO V^T.
 *
 * A materialised score may declare its own backward work. */

static double parameter_bytes(const struct resolved *r, enum slot_id slot)
{
    return (double)N(listed_reals)(r, slot) * sizeof(real);
}

struct work N(work_of)(const struct resolved *r, enum slot_id slot)
{
    const struct choice *c = chosen(r->layer, slot);
    return c->work ? c->work(&r->dims[slot], &r->layer->args[slot]) : (struct work){0};
}

static double rows_flop(const struct resolved *r, enum slot_id slot)
{
    return N(work_of)(r, slot).per_query * (double)N(layer_rows)(r->layer, slot);
}

/* Sizes in bytes, from which the memory traffic of both passes is computed. */
struct sizes {
    double x, context;      /* bytes of X and of the context; the context is 0 for self-attention */
    double queries, keys;   /* bytes of Q or dQ; bytes of K or V */
    double outputs, joined; /* bytes of O or dO; bytes of the input of slot o */
    double inputs, o, score,
        normalizer; /* bytes of parameters; `inputs` is the total of slots q, k, v and forget */
};

static struct sizes sizes(const struct resolved *r)
{
    const struct layer *layer = r->layer;
    double model = (double)layer->shape.d_model * sizeof(real);
    double n = (double)N(layer_rows)(layer, SLOT_Q), m = (double)N(layer_rows)(layer, SLOT_K);
    struct sizes s = {.x = n * model,
                      .context = layer->shape.n != layer->shape.m ? m * model : 0,
                      .queries = n * r->dims[SLOT_Q].d_out * sizeof(real),
                      .keys = m * r->dims[SLOT_K].d_out * sizeof(real),
                      .outputs = n * N(output_width)(r, 0) * sizeof(real),
                      .joined = n * r->dims[SLOT_O].d_in * sizeof(real),
                      .o = parameter_bytes(r, SLOT_O),
                      .score = parameter_bytes(r, SLOT_SCORE) + parameter_bytes(r, SLOT_LOGITS),
                      .normalizer = parameter_bytes(r, SLOT_NORMALIZER)};
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++) s.inputs += parameter_bytes(r, slot);
    s.inputs += parameter_bytes(r, SLOT_FORGET);
    return s;
}

/* ---- forward ---- */

/* Returns the number of pairs per head that the method computes. The materialised method computes
 * masked pairs too. */
static double computed_pairs(const struct resolved *r)
{
    const struct shape *s = &r->layer->shape;
    bool whole = r->layer->method == METHOD_MATERIALISED;
    return whole ? (double)s->n * s->m : N(visible_pairs)(r->layer);
}

/* Returns the FLOPs of the logit function for `pairs` pairs. A decay adds a difference and a sum
 * per pair. Scaling is counted with the normaliser. */
static double logits_flop(const struct resolved *r, double pairs)
{
    const struct shape *s = &r->layer->shape;
    double each = N(work_of)(r, SLOT_LOGITS).per_pair + (decays(r) ? 2 : 0);
    return (double)s->batch * s->heads * each * pairs;
}

/* Adds the FLOPs of a forward pass with `pairs` pairs per head. */
static void forward_flop(const struct resolved *r, double pairs, struct layer_work *w)
{
    const struct shape *s = &r->layer->shape;
    double heads = (double)s->batch * s->heads;
    bool whole = r->layer->method == METHOD_MATERIALISED;
    struct work score = N(work_of)(r, SLOT_SCORE), norm = N(work_of)(r, SLOT_NORMALIZER);
    if (whole && r->score->materialise_work)
        score = r->score->materialise_work(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]);
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++) w->flop[PHASE_PROJECTION] += rows_flop(r, slot);
    w->flop[PHASE_PROJECTION] += rows_flop(r, SLOT_FORGET);
    w->flop[PHASE_SCORE] =
        heads * (score.per_query * s->n + score.per_key * s->m + score.per_pair * pairs) +
        logits_flop(r, pairs);
    w->flop[PHASE_NORMALIZE] = heads * (norm.per_query * s->n + norm.per_pair * pairs);
    w->flop[PHASE_SUM] = heads * 2.0 * r->dims[SLOT_V].d_head * pairs;
    w->flop[PHASE_OUTPUT] = rows_flop(r, SLOT_O);
}

typedef void flop_of_pairs(const struct resolved *, double pairs, struct layer_work *);

/* Counts visible pairs as useful work, and all other computed pairs as recomputed work. */
static struct layer_work useful_flop(const struct resolved *r, flop_of_pairs *flop)
{
    struct layer_work w = {0}, all = {0};
    flop(r, N(visible_pairs)(r->layer), &w);
    flop(r, computed_pairs(r), &all);
    for (int p = 0; p < PHASES; p++)
        w.recomputed[p] = all.recomputed[p] + (all.flop[p] - w.flop[p]);
    return w;
}

static void forward_bytes(const struct resolved *r, struct layer_work *w)
{
    const struct layer *layer = r->layer;
    struct sizes s = sizes(r);
    w->bytes[PHASE_PROJECTION] = s.x + s.context + s.queries + 2 * s.keys + s.inputs;
    w->bytes[PHASE_SCORE] = s.queries + s.keys + s.score;
    w->bytes[PHASE_NORMALIZE] = s.normalizer;
    w->bytes[PHASE_SUM] = s.outputs + s.keys;
    if (layer->method == METHOD_MATERIALISED) {
        double matrix = (double)layer->shape.n * layer->shape.m * layer->shape.heads *
                        layer->shape.batch * sizeof(real);
        /* Reads of the score matrix are counted in the phase of the normaliser. */
        w->bytes[PHASE_SCORE] += N(materialised_bytes)(r) - matrix;
        w->bytes[PHASE_NORMALIZE] += 2 * matrix;
        w->bytes[PHASE_SUM] += matrix;
    }
    w->bytes[PHASE_OUTPUT] = s.joined + s.x + s.o;
}

struct layer_work N(declared_work)(const struct layer *layer)
{
    struct resolved r;
    N(resolve)(layer, &r);
    struct layer_work w = useful_flop(&r, forward_flop);
    forward_bytes(&r, &w);
    N(stages_work)(&r, false, &w);
    return w;
}

/* ---- backward ---- */

/* Returns the FLOPs of forward work that the backward pass repeats. */
static double recomputed_flop(const struct resolved *r, enum slot_id slot)
{
    const struct projection *f = r->projection[slot];
    if (!f || !f->backward) return rows_flop(r, slot);
    if (N(kept_width)(r, slot) == 0) return 0;
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(r, slot, list);
    double products = 0;
    for (int t = 0; t < count; t++)
        products += list[t].matrix ? 2 * (double)N(tensor_reals)(&list[t]) : 0;
    return rows_flop(r, slot) - (double)N(layer_rows)(r->layer, slot) * products;
}

static void rows_backward_flop(const struct resolved *r, enum slot_id slot, enum phase phase,
                               struct layer_work *w)
{
    w->flop[phase] += 2 * rows_flop(r, slot);
    w->recomputed[phase] += recomputed_flop(r, slot);
}

/* Returns the FLOPs of the score's gradients: `2 * again`, where `again` is the forward FLOPs, or
 * the work that a materialised score declares. */
static double score_gradient_flop(const struct resolved *r, double pairs, double again)
{
    const struct shape *s = &r->layer->shape;
    const struct score *f = r->score;
    if (r->layer->method != METHOD_MATERIALISED || !f->materialise_backward_work) return 2 * again;
    struct work w = f->materialise_backward_work(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]);
    return (double)s->batch * s->heads *
           (w.per_query * s->n + w.per_key * s->m + w.per_pair * pairs);
}

static void backward_flop(const struct resolved *r, double pairs, struct layer_work *w)
{
    struct layer_work forward = {0};
    double logits = logits_flop(r, pairs);
    forward_flop(r, pairs, &forward);
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++)
        rows_backward_flop(r, slot, PHASE_PROJECTION, w);
    rows_backward_flop(r, SLOT_FORGET, PHASE_PROJECTION, w);
    w->flop[PHASE_SCORE] =
        score_gradient_flop(r, pairs, forward.flop[PHASE_SCORE] - logits) + 2 * logits;
    w->recomputed[PHASE_SCORE] = forward.flop[PHASE_SCORE];
    w->flop[PHASE_NORMALIZE] = forward.flop[PHASE_NORMALIZE];
    w->recomputed[PHASE_NORMALIZE] = forward.flop[PHASE_NORMALIZE];
    w->flop[PHASE_SUM] = 2 * forward.flop[PHASE_SUM];
    rows_backward_flop(r, SLOT_O, PHASE_OUTPUT, w);
}

/* Adds the memory traffic of the materialised method. S, A and dA are written once; dS overwrites
 * dA. S is read to compute A and dS, A to compute dV and dS, dA to compute dS, and dS to compute dQ
 * and dK. Each array of a published formulation is written once and read twice; its gradient is
 * written once and read once. */
static void add_matrices(const struct resolved *r, struct layer_work *w)
{
    const struct shape *s = &r->layer->shape;
    double matrix = (double)s->n * s->m * s->heads * s->batch * sizeof(real);
    double published = N(materialised_bytes)(r) / 2 - matrix;
    w->bytes[PHASE_SCORE] += 2 * matrix + 5 * published;
    w->bytes[PHASE_NORMALIZE] += 6 * matrix;
    w->bytes[PHASE_SUM] += 2 * matrix;
}

/* Adds the memory traffic of a backward pass. Parameters are read, and their gradients are written.
 */
static void backward_bytes(const struct resolved *r, struct layer_work *w)
{
    struct sizes s = sizes(r);
    /* bytes of X, context, dX, dContext, dQ, dK and dV */
    w->bytes[PHASE_PROJECTION] = 2 * (s.x + s.context) + s.queries + 2 * s.keys + 2 * s.inputs;
    w->bytes[PHASE_SCORE] = 2 * (s.queries + s.keys) + 2 * s.score; /* bytes of Q, K, dQ and dK */
    w->bytes[PHASE_NORMALIZE] = 2 * s.normalizer;
    w->bytes[PHASE_SUM] = 2 * s.outputs + 2 * s.keys; /* bytes of O, dO, V and dV */
    /* bytes of dY, the input of slot o and the gradient of this input */
    w->bytes[PHASE_OUTPUT] = s.x + 2 * s.joined + 2 * s.o;
    if (r->layer->method == METHOD_MATERIALISED) add_matrices(r, w);
}

struct layer_work N(declared_backward_work)(const struct layer *layer)
{
    struct resolved r;
    N(resolve)(layer, &r);
    struct layer_work w = useful_flop(&r, backward_flop);
    backward_bytes(&r, &w);
    N(stages_work)(&r, true, &w);
    return w;
}
