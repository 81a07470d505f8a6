/* SPDX-License-Identifier: MIT
 * Lays out all memory of a network and computes its initial parameters.
 *
 * The layout runs twice: first without a base address, to measure the size, then with the allocated
 * memory. Without training, nothing is kept for a backward pass, and all blocks of a stack share
 * one set of arrays. */
#include "base/mem.h"
#include "models/net/block_kind.h"
#include "models/parameters.h"

#include <math.h>
#include <stdlib.h>

/* Maximum number of logits per chunk (128 MB of floats). If there are more, training computes each
 * logit twice. */
static const size_t LOGITS = (size_t)1 << 25;

/* ---- kept from forward to backward ---- */

static struct kept take_kept(const struct model *m, const struct stack *s, int k, struct area *a)
{
    const struct block *b = block_at(s, k);
    return b->kind->keep(m, s->layout, b, a);
}

/* Reserves shared memory that is large enough for each block of a stack. */
static char *take_shared(const struct model *m, const struct stack *s, struct area *a)
{
    size_t bytes = 0;
    for (int k = 0; k < s->layout->blocks; k++) {
        struct area measure = {0};
        take_kept(m, s, k, &measure);
        bytes = larger(bytes, measure.used);
    }
    return take(a, bytes);
}

static void lay_out_stack(const struct model *m, struct stack *s, struct area *a)
{
    int blocks = s->layout->blocks;
    if (blocks == 0) return;
    size_t rows = most_rows(m, s->layout) * (size_t)m->layout.config.d_model;
    char *shared = m->training ? NULL : take_shared(m, s, a);
    for (int k = 0; k <= blocks; k++) {
        struct area own = {.base = shared};
        bool reuse = k > 0 && !m->training, norm = s->layout->norm[k] >= 0;
        s->sum[k] = reuse ? s->sum[0] : take_reals(a, rows);
        s->u[k] = !norm ? s->sum[k] : k > 1 && !m->training ? s->u[1] : take_reals(a, rows);
        if (k < blocks) s->kept[k] = take_kept(m, s, k, m->training ? a : &own);
    }
}

static void lay_out_classifier(struct model *m, struct area *a)
{
    const struct model_config *c = &m->layout.config;
    struct classifier *f = &m->classifier;
    size_t d = (size_t)c->d_model, outputs = (size_t)m->layout.outputs;
    size_t rows = c->head == HEAD_CLASS ? (size_t)c->max_batch : most_rows(m, m->layout.top);
    size_t chunk = larger(LOGITS / outputs, 1);
    f->most = (int)rows;
    f->chunk = c->head == HEAD_SPAN || rows < chunk ? (int)rows : (int)chunk;
    f->row = take(a, rows * sizeof *f->row);
    f->nats = take(a, rows * sizeof *f->nats);
    f->logits = take_reals(a, (size_t)f->chunk * outputs);
    f->packed = take_reals(a, (size_t)f->chunk * d);
    f->pooled = c->head == HEAD_CLASS ? take_reals(a, rows * d) : NULL;
    f->d_pooled = c->head == HEAD_CLASS ? take_reals(a, rows * d) : NULL;
}

/* ---- shared by all blocks ---- */

static size_t working_bytes(const struct model *m, const struct stack_layout *s)
{
    size_t bytes = 0;
    for (int k = 0; k < s->blocks; k++)
        bytes = larger(bytes, s->block[k].kind->working(m, &s->block[k]));
    return bytes;
}

static void lay_out_shared(struct model *m, struct area *a)
{
    const struct layout *l = &m->layout;
    size_t source = most_rows(m, &l->encoder), rows = larger(source, most_rows(m, &l->decoder));
    size_t d = (size_t)l->config.d_model;
    m->y = take_reals(a, rows * d);
    m->working = take(a, larger(working_bytes(m, &l->encoder), working_bytes(m, &l->decoder)));
    if (!m->training) return;
    m->d_u = take_reals(a, rows * d);
    m->d_sum = take_reals(a, rows * d);
    bool apart = l->config.dropout > 0 || l->config.initial == INITIAL_MATCHED;
    m->d_y = take_reals(a, apart ? rows * d : 0);
    m->d_source = take_reals(a, l->decoder.has_source ? source * d : 0);
    m->d_context = take_reals(a, l->decoder.has_source ? source * d : 0);
}

static void lay_out_inputs(const struct model *m, struct stack *s, struct area *a)
{
    const struct model_config *c = &m->layout.config;
    size_t rows = most_rows(m, s->layout);
    if (c->position == POSITION_SINUSOIDAL && rows)
        s->sinusoid = take_reals(a, (size_t)s->layout->n * (size_t)c->d_model);
    if (s->layout->patch >= 0 && sizeof(real) > sizeof(float))
        s->patches = take_reals(a, rows * (size_t)c->patch_dim);
}

/* Lays out all memory and returns the total bytes. If base is NULL, only the size is measured. */
static size_t lay_out(struct model *m, char *base)
{
    struct area a = {.base = base};
    struct stack *stacks[] = {&m->encoder, &m->decoder};
    for (int i = 0; i < 2; i++) {
        lay_out_inputs(m, stacks[i], &a);
        lay_out_stack(m, stacks[i], &a);
    }
    m->memory.activations = a.used;
    lay_out_classifier(m, &a);
    lay_out_shared(m, &a);
    m->memory.working = a.used - m->memory.activations;
    return a.used;
}

/* Fills sin and cos of n / 10000^(2k / d), alternating (arXiv 1706.03762 sec. 3.5). */
static void fill_sinusoid(const struct stack *s, int d)
{
    for (int n = 0; n < s->layout->n && s->sinusoid; n++)
        for (int c = 0; c < d; c++) {
            double angle = n * pow(10000, -(double)(c / 2 * 2) / d);
            s->sinusoid[(size_t)n * (size_t)d + (size_t)c] =
                (real)(c % 2 ? cos(angle) : sin(angle));
        }
}

/* ---- open and close ---- */

static void allocate_parameters(struct model *m)
{
    size_t bytes = m->layout.reals * sizeof(real);
    m->w = xalloc_large(&m->allocated[0], bytes);
    m->memory.parameters = bytes;
    if (!m->training) return;
    m->g = xalloc_large(&m->allocated[1], bytes);
    m->moments = xalloc_large(&m->allocated[2], 2 * bytes);
    m->memory.gradients = bytes;
    m->memory.optimizer = 2 * bytes;
}

/* Computes initial values in float, so that they are equal in every build. */
static void fill_tensor(const struct model *m, int t, float *buffer)
{
    const struct model_tensor *tensor = &m->layout.tensor[t];
    real *w = weight(m, t);
    parameters_fill_as(tensor->name, &m->layout.initial[t], m->seed, NULL, buffer);
    for (size_t i = 0; i < tensor->count; i++) w[i] = (real)buffer[i];
}

static void fill_parameters(const struct model *m)
{
    size_t largest = 0;
    for (int t = 0; t < m->layout.tensors; t++)
        largest = larger(largest, m->layout.tensor[t].count);
    float *buffer = xarray(largest, sizeof *buffer);
    for (int t = 0; t < m->layout.tensors; t++) fill_tensor(m, t, buffer);
    free(buffer);
}

static void open_stack(struct stack *s, const struct stack_layout *layout)
{
    size_t arrays = (size_t)layout->blocks + 1;
    *s = (struct stack){.layout = layout,
                        .sum = xarray(arrays, sizeof *s->sum),
                        .u = xarray(arrays, sizeof *s->u),
                        .kept = xarray(arrays, sizeof *s->kept)};
}

static const struct head *const heads[] = {
    [HEAD_TOKENS] = &N(head_tokens), [HEAD_CLASS] = &N(head_class), [HEAD_SPAN] = &N(head_span)};

static struct model *new_model(const struct model_config *c, uint64_t seed, bool training)
{
    struct model *m = xalloc(sizeof *m);
    m->head = heads[c->head];
    m->seed = seed;
    m->training = training;
    m->fresh = true;
    N(layout_open)(&m->layout, c);
    open_stack(&m->encoder, &m->layout.encoder);
    open_stack(&m->decoder, &m->layout.decoder);
    m->top = m->layout.top == &m->layout.decoder ? &m->decoder : &m->encoder;
    m->decoder.source = &m->encoder;
    m->lengths = xarray((size_t)c->max_batch, sizeof *m->lengths);
    return m;
}

struct model_memory N(model_measure)(const struct model_config *c, bool training)
{
    struct model *m = new_model(c, 0, training);
    size_t bytes = m->layout.reals * sizeof(real);
    lay_out(m, NULL);
    struct model_memory need = m->memory;
    need.parameters = bytes;
    need.gradients = training ? bytes : 0;
    need.optimizer = training ? 2 * bytes : 0;
    N(model_close)(m);
    return need;
}

double N(model_trainable)(const struct model_config *c)
{
    struct layout layout;
    double reals = 0;
    N(layout_open)(&layout, c);
    for (int t = 0; t < layout.tensors; t++)
        if (!layout.tensor[t].fixed) reals += (double)layout.tensor[t].count;
    N(layout_close)(&layout);
    return reals;
}

struct model *N(model_open)(const struct model_config *c, uint64_t seed, bool training)
{
    struct model *m = new_model(c, seed, training);
    allocate_parameters(m);
    fill_parameters(m);
    lay_out(m, xalloc_large(&m->allocated[3], lay_out(m, NULL)));
    fill_sinusoid(&m->encoder, c->d_model);
    fill_sinusoid(&m->decoder, c->d_model);
    return m;
}

static void close_stack(struct stack *s)
{
    free(s->sum);
    free(s->u);
    free(s->kept);
}

void N(model_close)(struct model *m)
{
    close_stack(&m->encoder);
    close_stack(&m->decoder);
    N(layout_close)(&m->layout);
    for (int i = 0; i < 4; i++) free(m->allocated[i]);
    free(m->lengths);
    free(m);
}
