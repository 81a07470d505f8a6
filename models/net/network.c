/* SPDX-License-Identifier: MIT
 * Implements one build of the networks: the passes over a whole model, and the table of functions.
 *
 * A training step is zero_gradients(), then forward() and backward() for each batch of the step,
 * then update(). */
#include "base/mem.h"
#include "models/net/block_kind.h"
#include "models/net/poison.h"

/* ---- forward: batch -> rows -> blocks -> loss ---- */

/* Prepares a stack for a batch of n positions; lengths may be NULL. */
static void begin(struct stack *s, int batch, int n, const int *lengths)
{
    s->words = 1;
    s->first = 0;
    s->decoding = NULL;
    s->batch = batch;
    s->n = stack_positions(s->layout, n);
    s->lengths = lengths;
    require(batch >= 1 && n >= 1 && s->n <= s->layout->n);
    for (int b = 0; lengths && b < batch; b++) require(lengths[b] >= 1 && lengths[b] <= s->n);
}

void N(stack_forward)(struct model *m, struct stack *s)
{
    enter_part(m, STEP_NORMS);
    N(first_norm)(m, s);
    for (int k = 0; k < s->layout->blocks; k++) {
        const struct block_kind *kind = block_at(s, k)->kind;
        (s->decoding ? kind->step : kind->forward)(m, s, k, m->y);
        if (m->measuring) N(measure_block)(m, s, k);
        enter_part(m, STEP_NORMS);
        N(join)(m, s, k, m->y);
    }
}

static bool has_source(const struct model *m) { return m->layout.decoder.has_source; }

static void run_source(struct model *m, const struct batch *b)
{
    require(b->batch <= m->layout.config.max_batch);
    memcpy(m->lengths, b->source_lengths, (size_t)b->batch * sizeof *m->lengths);
    begin(&m->encoder, b->batch, b->m, m->lengths);
    enter_part(m, STEP_EMBEDDING);
    N(embed)(m, &m->encoder, b->source, NULL);
    N(stack_forward)(m, &m->encoder);
}

static void run_top(struct model *m, const struct batch *b)
{
    require(b->batch <= m->layout.config.max_batch);
    begin(m->top, b->batch, b->n,
          m->layout.config.architecture == ARCH_ENCODER ? b->lengths : NULL);
    if (b->words > 1) m->top->words = b->words;
    enter_part(m, STEP_EMBEDDING);
    N(embed)(m, m->top, b->tokens, b->patches);
    N(stack_forward)(m, m->top);
}

void N(run)(struct model *m, const struct batch *b)
{
    if (has_source(m)) run_source(m, b);
    run_top(m, b);
}

static double forward(struct model *m, const struct batch *b, uint64_t dropout_step, double *count)
{
    m->dropout_step = dropout_step;
    *count = 0;
    N(run)(m, b);
    enter_part(m, STEP_HEAD);
    return b->targets ? m->head->forward(m, b, count) : 0;
}

/* ---- backward: the reverse, to the gradients of all tensors ---- */

static void zero_gradients(struct model *m)
{
    enter_part(m, STEP_OPTIMIZER);
    memset(m->g, 0, m->layout.reals * sizeof *m->g);
    m->fresh = true;
}

static void poison(const struct model *m, real *rows, size_t count)
{
    memset(rows, 0xff, count * (size_t)m->layout.config.d_model * sizeof *rows);
}

/* Fills all row gradients with NaN before the backward pass of the head. */
static void poison_rows(struct model *m)
{
    const struct classifier *c = &m->classifier;
    poison(m, m->d_u, stack_rows(m->top));
    poison(m, m->d_sum, stack_rows(m->top));
    if (c->d_pooled) poison(m, c->d_pooled, (size_t)c->most);
    if (has_source(m)) poison(m, m->d_source, stack_rows(&m->encoder));
}

/* Fills with NaN the memory that the backward pass of block k must write. */
static void poison_block(struct model *m, const struct stack *s, int k)
{
    const struct block *b = block_at(s, k);
    poison(m, m->d_u, stack_rows(s));
    if (b->kind->reads_source) poison(m, m->d_context, stack_rows(s->source));
    memset(m->working, 0xff, b->kind->working(m, b));
}

/* Computes the gradients of a stack from m->d_u, the gradient of the stack's output. Afterwards,
 * m->d_sum is the gradient of sum_0, and m->d_source is the gradient of the source's output. */
static void stack_backward(struct model *m, struct stack *s)
{
    for (int k = s->layout->blocks; k > 0; k--) {
        enter_part(m, STEP_NORMS);
        const real *dy = N(split)(m, s, k);
        if (net_poison) poison_block(m, s, k - 1);
        block_at(s, k - 1)->kind->backward(m, s, k - 1, dy, m->d_u);
    }
    enter_part(m, STEP_NORMS);
    N(split)(m, s, 0);
}

static void backward(struct model *m, const struct batch *b, double scale)
{
    require(m->training && b->targets);
    enter_part(m, STEP_HEAD);
    if (net_poison) poison_rows(m);
    m->head->backward(m, b, (real)scale);
    stack_backward(m, m->top);
    enter_part(m, STEP_EMBEDDING);
    N(embed_backward)(m, m->top, b->tokens, b->patches, m->d_sum);
    if (has_source(m)) {
        real *d_u = m->d_u; /* the backward pass of the encoder reads its gradient from d_u */
        m->d_u = m->d_source;
        stack_backward(m, &m->encoder);
        enter_part(m, STEP_EMBEDDING);
        N(embed_backward)(m, &m->encoder, b->source, NULL, m->d_sum);
        m->d_u = d_u;
    }
    m->fresh = false;
}

/* ---- update: one optimizer step on the sum of gradients; optimizer.c ---- */

static double update(struct model *m, const struct adamw *how)
{
    enter_part(m, STEP_OPTIMIZER);
    N(drop_fixed_gradients)(m);
    double norm = N(gradient_norm)(m);
    N(adamw_step)(m, how, how->clip > 0 && norm > how->clip ? how->clip / norm : 1);
    return norm;
}

/* ---- decoding: passes without a loss ---- */

static void encode(struct model *m, const struct batch *b)
{
    m->dropout_step = 0;
    if (has_source(m)) run_source(m, b);
}

static void forward_decoder(struct model *m, const struct batch *b)
{
    m->dropout_step = 0;
    require(!has_source(m) || b->batch == m->encoder.batch);
    run_top(m, b);
}

static void logits(struct model *m, int b, int n, float *out) { m->head->logits(m, b, n, out); }

static void row_losses(const struct model *m, double *nats, double *targets)
{
    for (int i = 0; i < m->classifier.asked; i++) {
        int b = m->classifier.row[i] / m->top->n;
        nats[b] += m->classifier.nats[i];
        targets[b]++;
    }
}

/* ---- access ---- */

static const struct model_tensor *tensors(const struct model *m, int *count)
{
    *count = m->layout.tensors;
    return m->layout.tensor;
}
static void watch(struct model *m, const struct step_probe *probe) { m->probe = probe; }
static void *parameters(struct model *m) { return m->w; }
static void *gradients(struct model *m) { return m->g; }
static void *moments(struct model *m) { return m->moments; }
static struct model_memory memory(const struct model *m) { return m->memory; }

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)
const struct model_build N(model_build) = {
    .name = TEXT(BUILD),
    .real_size = sizeof(real),
    .kernels = &N(kernels),
    .refuse = N(refuse_model),
    .by_formula = N(model_by_formula),
    .attention_layers = N(attention_layers),
    .step_flop = N(step_flop),
    .open = N(model_open),
    .close = N(model_close),
    .tensors = tensors,
    .parameters = parameters,
    .gradients = gradients,
    .moments = moments,
    .memory = memory,
    .measure = N(model_measure),
    .trainable = N(model_trainable),
    .watch = watch,
    .forward = forward,
    .backward = backward,
    .logits = logits,
    .row_losses = row_losses,
    .zero_gradients = zero_gradients,
    .update = update,
    .measure_starts = N(measure_starts),
    .match_starts = N(match_starts),
    .starts = N(starts),
    .encode = encode,
    .forward_decoder = forward_decoder,
    .refuse_steps = N(refuse_steps),
    .open_steps = N(open_steps),
    .step = N(step),
    .reorder = N(reorder),
    .close_steps = N(close_steps),
};
