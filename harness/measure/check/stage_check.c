/* SPDX-License-Identifier: MIT
 * Each stage of a finished forward pass against its oracle. Widths: the model's d_model, the heads'
 * together H*D, one head's D. */
#include "harness/measure/check/stage_check.h"

#include "base/rng.h"
#include "base/mem.h"
#include "harness/measure/check/attention_error.h"
#include "kernels/oracle.h"
#include "models/parameters.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A score of condition c is known in float to about c * eps. From a quarter on, weights may be off
 * by more than the first-order reasoning of attention_error.h holds for: then each is moved for
 * itself (oracle_weight_errors). */
static const double resolvable = 0.25;
/* Keys of a row up to which that is done, as it evaluates a row for each of its keys. The matrix of
 * `attnlab check` and the shapes of check_reduced stay below. */
enum { MOST_APART = 160 };

struct stages {
    const struct workload *load;
    const struct sampling *sampling;
    struct comparison *all;
    struct stage_facts *facts;
    struct layer_trace trace;
    const double *w[MAX_LAYER_TENSORS];     /* of the open slots; NULL for the others */
    const double *sizes[MAX_LAYER_TENSORS]; /* |w|, of the score */
    double *scratch;
    double *in[2];         /* a row of input, and the same moved by a rounding */
    double *side[2];       /* of a second input */
    double *out[2];        /* what the formula makes of them */
    double *weights[2];    /* (M) of a query, and of the moved one */
    double *weight_errors; /* (M) how far each of the weights may be off */
};

static double *doubles(size_t count) { return xarray(count, sizeof(double)); }

/* ---- numbers in double, as they are and moved by one rounding ---- */

static void widen(const float *from, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++) to[i] = (double)from[i];
}

/* to = from * (1 +- eps), signs drawn. */
static void move(const struct stages *s, const char *stream, const double *from, size_t count,
                 double *to)
{
    uint64_t id = rng_stream(stream);
    for (size_t i = 0; i < count; i++) {
        bool up = rng_u64(s->sampling->seed, id, i) & 1;
        to[i] = from[i] * (1 + (up ? (double)FLT_EPSILON : -(double)FLT_EPSILON));
    }
}

static void load_row(const struct stages *s, const char *stream, const float *from, int count,
                     double *const to[2])
{
    widen(from, (size_t)count, to[0]);
    move(s, stream, to[0], (size_t)count, to[1]);
}

/* Whether slots share this tensor of the layer's list, "q.gain1". */
static bool is_shared(const struct workload *load, const char *tensor)
{
    const struct layer *layer = &load->layer;
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++) {
        const struct slot *of = &load->kernels->slots[slot];
        const struct choice *c = of->choices[layer->choice[slot]];
        size_t length = strlen(of->name);
        if (strncmp(tensor, of->name, length) || tensor[length] != '.') continue;
        return c->shares && c->shares(&layer->args[slot], tensor + length + 1);
    }
    return false;
}

/* The parameters of a slot in double; those of stages not looked at stay away to keep memory
 * small. */
static void open_slot(struct stages *s, enum slot_id slot)
{
    const struct workload *load = s->load;
    const char *name = load->kernels->slots[slot].name;
    size_t length = strlen(name);
    for (int t = 0; t < load->tensor_count; t++) {
        const struct tensor *tensor = &load->tensor[t];
        bool own = !strncmp(tensor->name, name, length) && tensor->name[length] == '.';
        if (s->w[t] || (!own && !is_shared(load, tensor->name))) continue;
        size_t count = tensor_count(tensor);
        double *w = doubles(count);
        widen(load->tensors[t], count, w);
        s->w[t] = w;
    }
}

/* Absolute values of the open slots' parameters. */
static void open_sizes(struct stages *s)
{
    for (int t = 0; t < s->load->tensor_count; t++) {
        if (!s->w[t]) continue;
        size_t count = tensor_count(&s->load->tensor[t]);
        double *sizes = doubles(count);
        for (size_t i = 0; i < count; i++) sizes[i] = fabs(s->w[t][i]);
        s->sizes[t] = sizes;
    }
}

static void close_slot(struct stages *s)
{
    for (int t = 0; t < MAX_LAYER_TENSORS; t++) {
        free((void *)s->w[t]);
        free((void *)s->sizes[t]);
        s->w[t] = s->sizes[t] = NULL;
    }
}

static struct dims dims_of(const struct stages *s, enum slot_id slot)
{
    return s->load->kernels->dims(&s->load->layer, slot);
}

/* ---- which rows ---- */

/* Row k of `wanted` out of `total`: one drawn from each of `wanted` equal strata, the first and
 * the last row for sure. */
static long sampled_row(const struct stages *s, const char *stream, int k, long wanted, long total)
{
    if (wanted >= total) return k;
    if (k == 0) return 0;
    if (k == wanted - 1) return total - 1;
    double u = rng_uniform(s->sampling->seed, rng_stream(stream), (uint64_t)k);
    return (long)((k + u) / (double)wanted * (double)total);
}

/* Keys that query i of batch element b sees. */
static int visible_keys(const struct workload *load, int b, int i)
{
    int length = load->lengths ? load->lengths[b] : load->layer.shape.m;
    return oracle_visible(&load->layer, i, length);
}

static long least(long a, long b) { return a < b ? a : b; }

/* ---- projections and the gate: rows ---- */

/* One stage that maps rows to rows. */
struct row_stage {
    const char *name;
    enum slot_id slot;
    const float *in, *side; /* side: second input, NULL without */
    const float *out;
    int rows; /* per batch element */
    int d_side;
};

static void count_zeros(struct zeros *z, const double *values, int count)
{
    for (int c = 0; c < count; c++) z->zeros += fabs(values[c]) <= compare_floor;
    z->values += count;
}

static void compare_one(struct stages *s, const struct row_stage *stage, long row)
{
    const struct layer *layer = &s->load->layer;
    struct dims d = dims_of(s, stage->slot);
    load_row(s, stage->name, stage->in + (size_t)row * (size_t)d.d_in, d.d_in, s->in);
    if (stage->side)
        load_row(s, "side", stage->side + (size_t)row * (size_t)stage->d_side, stage->d_side,
                 s->side);
    for (int moved = 0; moved < 2; moved++)
        if (stage->side)
            oracle_output(layer, s->w, s->in[moved], s->side[moved], s->out[moved], s->scratch);
        else
            oracle_project(layer, stage->slot, (int)(row % stage->rows), s->w, s->in[moved],
                           s->out[moved], s->scratch);
    struct row_place at = {stage->name, (int)(row / stage->rows), (int)(row % stage->rows), 0};
    compare_row(s->all, &at, stage->out + (size_t)row * (size_t)d.d_out, s->out[0], s->out[1],
                d.d_out, fmax(d.d_in, d.d_out), 0);
    if (stage->slot == SLOT_O && visible_keys(s->load, at.b, at.i) > 0)
        count_zeros(&s->facts->y, s->out[0], d.d_out);
}

static void compare_rows(struct stages *s, const struct row_stage *stage)
{
    long total = (long)s->load->layer.shape.batch * stage->rows;
    long wanted = least(total, s->sampling->projection_rows);
    open_slot(s, stage->slot);
    if (stage->side) open_slot(s, SLOT_COMBINE); /* all that stands behind attention */
    for (int k = 0; k < wanted; k++)
        compare_one(s, stage, sampled_row(s, stage->name, k, wanted, total));
    close_slot(s);
}

/* ---- attention: one query of one head ---- */

struct head {
    int b, h;
    double *k[2], *v[2]; /* (M, D) and moved */
    double *c;           /* (max(N, M)) running sums of log decays; NULL without */
};

/* The columns that a query head reads out of rows (M, d_out) of slot k or v. */
static void load_head(const struct stages *s, enum slot_id slot, const float *from,
                      const struct head *head, double *const to[2])
{
    const struct shape *shape = &s->load->layer.shape;
    struct dims dims = dims_of(s, slot);
    size_t d = (size_t)dims.d_head, width = (size_t)dims.d_out, m = (size_t)shape->m;
    int read = head->h / (shape->heads / dims.heads); /* so many query heads share one */
    from += (size_t)head->b * m * width + (size_t)read * d;
    for (size_t j = 0; j < m; j++) widen(from + j * width, d, to[0] + j * d);
    move(s, s->load->kernels->slots[slot].name, to[0], m * d, to[1]);
}

/* From what the layer summed: the log decays that it found itself. */
static void load_decay(const struct stages *s, struct head *head)
{
    const struct shape *shape = &s->load->layer.shape;
    size_t heads = (size_t)shape->heads, m = (size_t)shape->m;
    const float *from = s->trace.log_decay;
    double *log = from ? doubles(m) : NULL;
    for (size_t j = 0; from && j < m; j++)
        log[j] = (double)from[((size_t)head->b * m + j) * heads + (size_t)head->h];
    oracle_decay(&s->load->layer, head->h, log, head->c);
    free(log);
}

static void open_head(const struct stages *s, struct head *head, int b, int h)
{
    if (head->b == b && head->h == h) return;
    head->b = b;
    head->h = h;
    load_head(s, SLOT_K, s->trace.k, head, head->k);
    load_head(s, SLOT_V, s->trace.v, head, head->v);
    if (head->c) load_decay(s, head);
}

/* Whether scores of whatever size leave the weights of the row known. If not, as of two keys that
 * nearly tie at 1e4, its tolerance is about as large as the values: it must be finite and no larger
 * than weights can make it. */
static bool weights_known(const struct stages *s)
{
    double sum = 0, error = 0;
    for (int j = 0; j < s->load->layer.shape.m; j++) {
        sum += fabs(s->weights[0][j]);
        error += s->weight_errors[j];
    }
    return error <= resolvable * sum;
}

static void compare_query(struct stages *s, const struct head *head, int i)
{
    const struct layer *layer = &s->load->layer;
    int d = layer->shape.d_head, width = dims_of(s, SLOT_V).d_head;
    int visible = visible_keys(s->load, head->b, i);
    size_t row = (size_t)head->b * (size_t)layer->shape.n + (size_t)i;
    size_t of = row * (size_t)layer->shape.heads + (size_t)head->h, at = of * (size_t)width;
    double condition[2];
    load_row(s, "query", (const float *)s->trace.q + of * (size_t)d, d, s->in);
    for (int moved = 0; moved < 2; moved++)
        condition[moved] = oracle_attend(layer, s->w, head->b, head->h, i, visible, s->in[moved],
                                         head->k[moved], d, head->v[moved], width, head->c,
                                         s->out[moved], s->weights[moved], s->scratch);
    s->facts->attention_rows += visible > 0;
    if (visible > 0) count_zeros(&s->facts->o, s->out[0], width);
    bool large = !(condition[0] * (double)FLT_EPSILON <= resolvable);
    if (large && layer->shape.m > MOST_APART) {
        s->facts->unresolved++;
        return;
    }
    oracle_weight_errors(layer, s->w, s->sizes, head->h, i, visible, s->in[0], head->k[0], d,
                         head->c, attention_unit, large, s->weight_errors, s->scratch);
    s->facts->unresolved += large && !weights_known(s);
    struct attention_row known = {layer->shape.m,   width,      s->weights[0],
                                  s->weight_errors, head->v[0], s->out[0]};
    struct row_place place = {"o", head->b, i, head->h * width};
    compare_row(s->all, &place, (const float *)s->trace.o + at, s->out[0], s->out[1], width,
                layer->shape.m, attention_error(&known, large ? 0 : condition[0]));
}

static void compare_attention(struct stages *s)
{
    const struct shape *shape = &s->load->layer.shape;
    long total = (long)shape->batch * shape->heads * shape->n;
    long wanted = least(total, s->sampling->attention_rows);
    size_t size = (size_t)shape->m * (size_t)dims_of(s, SLOT_V).d_head;
    struct head head = {
        -1, -1, {doubles(size), doubles(size)}, {doubles(size), doubles(size)}, NULL};
    int places = shape->n > shape->m ? shape->n : shape->m;
    if (oracle_has_decay(&s->load->layer)) head.c = doubles((size_t)places);
    open_slot(s, SLOT_SCORE);
    open_slot(s, SLOT_LOGITS);
    open_slot(s, SLOT_NORMALIZER);
    open_sizes(s);
    for (int k = 0; k < wanted; k++) {
        long row = sampled_row(s, "attention", k, wanted, total), bh = row / shape->n;
        open_head(s, &head, (int)(bh / shape->heads), (int)(bh % shape->heads));
        compare_query(s, &head, (int)(row % shape->n));
    }
    close_slot(s);
    free(head.c);
    for (int moved = 0; moved < 2; moved++) {
        free(head.k[moved]);
        free(head.v[moved]);
    }
}

/* ---- all stages ---- */

static void allocate(struct stages *s)
{
    const struct shape *shape = &s->load->layer.shape;
    size_t heads = (size_t)s->trace.output_width[0], model = (size_t)shape->d_model;
    size_t widest = heads > model ? heads : model;
    s->scratch = doubles(oracle_scratch(&s->load->layer));
    for (int moved = 0; moved < 2; moved++) {
        s->in[moved] = doubles(widest);
        s->side[moved] = doubles(widest);
        s->out[moved] = doubles(widest);
        s->weights[moved] = doubles((size_t)shape->m);
    }
    s->weight_errors = doubles((size_t)shape->m);
}

static void release(struct stages *s)
{
    free(s->scratch);
    free(s->weight_errors);
    for (int moved = 0; moved < 2; moved++) {
        free(s->in[moved]);
        free(s->side[moved]);
        free(s->out[moved]);
        free(s->weights[moved]);
    }
}

void stages_compare(const struct workload *load, const struct sampling *sampling,
                    struct comparison *all, struct stage_facts *facts)
{
    const struct shape *shape = &load->layer.shape;
    struct layer_trace t = load->kernels->trace(&load->layer, load->activations);
    struct stages s = {.load = load, .sampling = sampling, .all = all, .facts = facts, .trace = t};
    const struct row_stage before[] = {
        {"q", SLOT_Q, load->x, NULL, t.q, shape->n, 0},
        {"k", SLOT_K, load->context, NULL, t.k, shape->m, 0},
        {"v", SLOT_V, load->context, NULL, t.v, shape->m, 0},
    };
    const struct row_stage decay = {
        "decay", SLOT_FORGET, load->context, NULL, t.log_decay, shape->m, 0};
    const struct row_stage after[] = {
        {"gate", SLOT_GATE, load->x, t.o, t.gated, shape->n, t.output_width[0]},
        {"y", SLOT_O, t.gated, NULL, load->y, shape->n, 0},
    };
    allocate(&s);
    for (int i = 0; i < 3; i++) compare_rows(&s, &before[i]);
    if (t.log_decay) compare_rows(&s, &decay);
    compare_attention(&s);
    for (int i = t.gated == t.o; i < 2; i++) compare_rows(&s, &after[i]); /* gate or none */
    release(&s);
}
