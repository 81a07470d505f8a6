/* SPDX-License-Identifier: MIT
 * Assembles a layer from its slots and stages. Contains the validity checks, the parameters, the
 * memory sizes and the function table of the build. */
#include "engine/engine.h"
#include "choices.h"
#include "gemm.h"
#include "gemm_tile.h"

#include <limits.h>
#include <stdio.h>

/* Returns the number of heads that slot `combine` joins into one. */
static int joined(const struct layer *layer)
{
    int joins = ((const struct projection *)chosen(layer, SLOT_COMBINE))->joins;
    return joins ? joins : 1;
}

struct dims N(slot_dims)(const struct layer *layer, enum slot_id slot)
{
    const struct shape *s = &layer->shape;
    bool shared = s->kv_heads && (slot == SLOT_K || slot == SLOT_V);
    int heads = shared ? s->kv_heads : s->heads, inner = heads * s->d_head, joins = joined(layer);
    int wide = slot == SLOT_V || slot == SLOT_GATE || slot == SLOT_O ? joins : 1;
    struct dims d = {.d_in = s->d_model,
                     .d_out = inner,
                     .heads = heads / wide,
                     .d_head = s->d_head * wide,
                     .n = s->n,
                     .m = s->m,
                     .depth = layer->depth ? layer->depth : 1,
                     .keys = layer->keys,
                     .precision = layer->precision};
    if (slot == SLOT_O) d.d_in = inner, d.d_out = s->d_model;
    if (slot == SLOT_COMBINE) d.d_in = inner * joins;
    /* The operands of the product for log decays are never rounded to bf16. The decays are summed
     * over all positions, so rounding errors would add up. */
    if (slot == SLOT_FORGET) d.d_out = heads, d.precision = PRECISION_FLOAT32;
    return d;
}

int N(output_width)(const struct resolved *r, int index)
{
    return index ? r->dims[SLOT_O].d_in : r->dims[SLOT_COMBINE].d_in;
}

void N(resolve)(const struct layer *layer, struct resolved *r)
{
    *r = (struct resolved){.layer = layer};
    for (int s = 0; s < SLOTS; s++) {
        const struct choice *c = chosen(layer, s);
        r->dims[s] = N(slot_dims)(layer, s);
        if (s == SLOT_SCORE)
            r->score = (const struct score *)c;
        else if (s == SLOT_NORMALIZER)
            r->normalizer = (const struct normalizer *)c;
        else if (s == SLOT_GATE)
            r->gate = (const struct gate *)c;
        else if (s == SLOT_LOGITS)
            r->logits = ((const struct logits *)c)->absent ? NULL : (const struct logits *)c;
        else if (s == SLOT_FORGET)
            r->projection[s] = ((const struct forget *)c)->absent ? NULL : (const void *)c;
        else
            r->projection[s] = (const struct projection *)c;
    }
    N(find_tensors)(r);
    N(stages_find)(r, false);
}

/* ---- scale ---- */

static double scale(const struct resolved *r)
{
    double natural =
        r->score->scale ? r->score->scale(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]) : 1;
    return r->layer->score_scale * natural;
}
double N(logit_multiplier)(const struct resolved *r)
{
    return r->layer->logit_multiplier != 0 ? r->layer->logit_multiplier : 1;
}
double N(scale_scores)(const struct resolved *r)
{
    return r->layer->scale_place == SCALE_INSIDE ? scale(r) : 1;
}
double N(scale_inside)(const struct resolved *r)
{
    return maps_logits(r) ? 1 : N(logit_multiplier)(r) * N(scale_scores)(r);
}
double N(scale_outside)(const struct resolved *r)
{
    return r->layer->scale_place == SCALE_OUTSIDE ? scale(r) : 1;
}

struct score_row N(score_row)(const struct resolved *r, const double *const *w, int head,
                              int visible)
{
    return (struct score_row){&r->dims[SLOT_NORMALIZER],
                              &r->layer->args[SLOT_NORMALIZER],
                              w,
                              head,
                              N(scale_inside)(r),
                              visible};
}

/* ---- validity checks and parameters ---- */

static const char *refuse_shape(const struct layer *layer)
{
    const struct shape *s = &layer->shape;
    if (s->batch < 1 || s->heads < 1 || s->n < 1 || s->m < 1 || s->d_model < 1 || s->d_head < 1)
        return "every size must be at least 1";
    if ((double)s->batch * s->n > INT_MAX || (double)s->batch * s->m > INT_MAX ||
        (double)s->heads * s->d_head > INT_MAX)
        return "batch * n, batch * m and heads * d_head must stay below 2^31";
    if (s->kv_heads < 0 || (s->kv_heads && s->heads % s->kv_heads))
        return "heads must be a multiple of kv_heads: each key/value head serves the same number "
               "of query heads";
    return N(stages_refuse)(layer);
}

static const char *refuse_shared(const struct choice *c, const struct dims *d,
                                 const struct args *args)
{
    struct tensor list[MAX_TENSORS];
    int count = c->shares ? c->tensors(d, args, list) : 0;
    for (int t = 0; t < count; t++)
        if (c->shares(args, list[t].name)) return "only q, k and v can share parameters";
    return NULL;
}

/* Refuses ALiBi and forgetting for normalisers whose weights do not fall to 0 as the logits fall.
 */
static const char *refuse_decay(const struct layer *layer)
{
    struct resolved r;
    if (((const struct normalizer *)chosen(layer, SLOT_NORMALIZER))->fades) return NULL;
    N(resolve)(layer, &r);
    return decays(&r) ? "ALiBi and forgetting need a normaliser whose weights fall to 0 with the "
                        "logits; with this normaliser, distant keys would get more weight"
                      : NULL;
}

static const char *refuse(const struct layer *layer)
{
    const char *reason = refuse_shape(layer);
    for (int s = 0; s < SLOTS && !reason; s++) {
        const struct choice *c = chosen(layer, s);
        struct dims d = N(slot_dims)(layer, s);
        if (c->refuse) reason = c->refuse(&d, &layer->args[s]);
        if (!reason && !may_share(s)) reason = refuse_shared(c, &d, &layer->args[s]);
    }
    return reason ? reason : refuse_decay(layer);
}

static int tensors(const struct layer *layer, struct tensor *out)
{
    struct resolved r;
    int count = 0;
    N(resolve)(layer, &r);
    for (int s = 0; s < SLOTS; s++) {
        /* The structs are zeroed first, so that `check` detects fields that a choice forgot to set.
         */
        struct tensor own[MAX_TENSORS] = {0};
        int more = N(slot_tensors)(&r, s, own), first = r.first_tensor[s];
        for (int t = 0; t < more; t++) {
            if (r.owner[first + t] != first + t) continue;
            out[count] = own[t];
            snprintf(out[count].name, sizeof out->name, "%s.%.20s", N(slots)[s].name, own[t].name);
            count++;
        }
    }
    return count;
}

/* ---- memory ---- */

size_t N(tensor_reals)(const struct tensor *t)
{
    return (size_t)t->dim[0] * (size_t)t->dim[1] * (size_t)t->dim[2];
}

int N(slot_tensors)(const struct resolved *r, enum slot_id slot, struct tensor *out)
{
    const struct choice *c = chosen(r->layer, slot);
    return c->tensors ? c->tensors(&r->dims[slot], &r->layer->args[slot], out) : 0;
}

size_t N(slot_reals)(const struct resolved *r, enum slot_id slot)
{
    struct tensor own[MAX_TENSORS];
    int count = N(slot_tensors)(r, slot, own);
    size_t sum = 0;
    for (int t = 0; t < count; t++) sum += N(tensor_reals)(&own[t]);
    return sum;
}

size_t N(layer_rows)(const struct layer *layer, enum slot_id slot)
{
    const struct shape *s = &layer->shape;
    bool keys = slot == SLOT_K || slot == SLOT_V || slot == SLOT_FORGET;
    return (size_t)s->batch * (size_t)(keys ? s->m : s->n);
}

size_t N(row_reals)(const struct resolved *r, enum slot_id slot)
{
    int width = slot == SLOT_O ? N(output_width)(r, 0) : r->dims[slot].d_out;
    return N(layer_rows)(r->layer, slot) * (size_t)width;
}

/* Allocates Q, K, V, O, stage outputs, row state, stage tables and kept rows. A free cache line
 * follows each matrix, so that checks detect a write past its end. */
static void *carve_matrix(struct arena *a, size_t rows, int width)
{
    return carve(a, rows * (size_t)width * sizeof(real) + 64);
}
static void *carve_rows(const struct resolved *r, struct arena *a, enum slot_id slot)
{
    return carve_matrix(a, N(layer_rows)(r->layer, slot), r->dims[slot].d_out);
}
static void lay_out_trace(const struct resolved *r, struct arena *a, struct layer_trace *t)
{
    t->q = carve_rows(r, a, SLOT_Q);
    t->k = carve_rows(r, a, SLOT_K);
    t->v = carve_rows(r, a, SLOT_V);
    for (int i = 0; i <= r->output.count; i++) {
        t->output_width[i] = N(output_width)(r, i);
        t->outputs[i] = carve_matrix(a, N(layer_rows)(r->layer, SLOT_O), t->output_width[i]);
    }
    t->o = t->outputs[0];
    t->gated = t->outputs[r->output.count];
    const struct shape *s = &r->layer->shape;
    size_t tiles = ((size_t)s->n + TILE_Q - 1) / TILE_Q * (size_t)s->batch * (size_t)s->heads;
    t->state = carve(a, tiles * (size_t)r->normalizer->stats * TILE_Q * sizeof(real));
    N(stages_carve)(r, a, t);
    N(decay_carve)(r, a, t);
    for (int slot = 0; slot < SLOTS; slot++)
        t->kept[slot] =
            carve(a, N(layer_rows)(r->layer, slot) * N(kept_width)(r, slot) * sizeof(real));
}

static size_t most(size_t a, size_t b) { return a > b ? a : b; }

size_t N(thread_bytes)(const struct resolved *r)
{
    size_t bytes = r->layer->method == METHOD_MATERIALISED ? N(materialised_scratch)(r)
                                                           : N(attention_scratch)(r);
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++) bytes = most(bytes, N(project_bytes)(r, slot));
    bytes = most(bytes, N(project_bytes)(r, SLOT_O));
    if (r->projection[SLOT_FORGET]) bytes = most(bytes, N(project_bytes)(r, SLOT_FORGET));
    return most(bytes, N(stages_scratch)(r, false));
}

static struct layer_memory memory(const struct layer *layer, int threads)
{
    struct resolved r;
    struct arena a = {0};
    struct layer_trace t;
    N(resolve)(layer, &r);
    lay_out_trace(&r, &a, &t);
    const struct shape *s = &layer->shape;
    size_t row = (size_t)s->d_model * sizeof(real), n = N(layer_rows)(layer, SLOT_Q);
    size_t context = s->n == s->m ? 0 : N(layer_rows)(layer, SLOT_K);
    struct layer_memory m = {.input = (n + context) * row,
                             .activations = a.used,
                             .output = n * row,
                             .working = (size_t)threads * N(thread_bytes)(&r)};
    for (int slot = 0; slot < SLOTS; slot++)
        m.parameters += N(listed_reals)(&r, slot) * sizeof(real);
    m.backward = N(backward_bytes)(&r, threads);
    return m;
}

struct layer_trace N(layer_trace)(const struct layer *layer, void *activations)
{
    struct resolved r;
    struct layer_trace t = {0};
    struct arena a = {activations, 0};
    N(resolve)(layer, &r);
    lay_out_trace(&r, &a, &t);
    return t;
}

/* ---- the build ---- */

static const char *reproduce(const struct layer *layer, enum slot_id slot, const void *w,
                             const void *b, void *const *tensors)
{
    struct resolved r;
    real *to[MAX_TENSORS];
    N(resolve)(layer, &r);
    const struct projection *p = r.projection[slot];
    if (!p) return "only projections can reproduce a linear map";
    if (!p->reproduce) return "this projection cannot reproduce a linear map";
    int first = r.first_tensor[slot], count = r.first_tensor[slot + 1] - first;
    for (int t = 0, own = 0; tensors && t < count; t++)
        to[t] = r.owner[first + t] == first + t ? tensors[own++] : NULL;
    return p->reproduce(&r.dims[slot], &layer->args[slot], w, b, tensors ? to : NULL);
}

enum { HALF_BLOCK = ROW_BLOCK / 2 };
static const int row_edges[] = {HALF_BLOCK,     2 * HALF_BLOCK, 3 * HALF_BLOCK,    4 * HALF_BLOCK,
                                5 * HALF_BLOCK, 3 * ROW_BLOCK,  CHUNKS *ROW_BLOCK, 0};
static const int tile_edges[] = {TILE_ROWS, TILE_COLS, TILE_Q, TILE_K, BLOCK_Q, 0};

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)
static const char *instructions(enum precision precision)
{
    if (precision == PRECISION_FLOAT32) return TEXT(BUILD);
    return N(bf16_tiles)() ? TEXT(BUILD) "+avx512_bf16" : TEXT(BUILD) "+bf16_emulated";
}

const struct kernels N(kernels) = {
    .name = TEXT(BUILD),
    .real_size = sizeof(real),
    .instructions = instructions,
    .slots = N(slots),
    .row_edges = row_edges,
    .tile_edges = tile_edges,
    .refuse = refuse,
    .dims = N(slot_dims),
    .tensors = tensors,
    .memory = memory,
    .work = N(declared_work),
    .backward_work = N(declared_backward_work),
    .forward = N(layer_forward),
    .backward = N(layer_backward),
    .trace = N(layer_trace),
    .spread = N(logit_spread),
    .spread_bytes = N(spread_bytes),
    .by_formula = N(by_formula),
    .refuse_growth = N(stages_refuse_growth),
    .cached_bytes = N(cached_bytes),
    .decay_reals = N(decay_reals),
    .remember = N(remember),
    .attend = N(attend_cached),
    .reproduce = reproduce,
};
