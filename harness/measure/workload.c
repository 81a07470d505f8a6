/* SPDX-License-Identifier: MIT
 * Allocates and fills a layer's buffers, and runs the measured pass. Poisons and hashes operands
 * and results, and computes the work and memory of a phase. */
#include "harness/measure/workload.h"

#include "base/hash.h"
#include "base/mem.h"
#include "harness/measure/input.h"
#include "models/parameters.h"

#include <stdint.h>
#include <stdio.h>

static void *poisoned(struct workload *w, const char *name, size_t bytes)
{
    void *buffer = memory_buffer(w->memory, name, bytes);
    memory_poison(w->memory, buffer, w->team);
    return buffer;
}

static void open_tensors(struct workload *w, uint64_t seed)
{
    w->tensor_count = w->kernels->tensors(&w->layer, w->tensor);
    for (int t = 0; t < w->tensor_count; t++) {
        size_t bytes = tensor_count(&w->tensor[t]) * sizeof(float);
        w->tensors[t] = poisoned(w, w->tensor[t].name, bytes);
        parameters_fill(&w->tensor[t], seed, w->team, w->tensors[t]);
    }
}

static size_t rows_bytes(const struct layer *l, int rows)
{
    return (size_t)l->shape.batch * (size_t)rows * (size_t)l->shape.d_model * sizeof(float);
}

static void open_input(struct workload *w, const struct text_corpus *text, uint64_t seed)
{
    const struct layer *l = &w->layer;
    bool cross = l->shape.m != l->shape.n;
    w->x = poisoned(w, "x", rows_bytes(l, l->shape.n));
    input_fill(w->input, text, seed, "x", l, l->shape.n, w->x);
    w->context = w->x;
    if (cross) {
        w->context = poisoned(w, "context", rows_bytes(l, l->shape.m));
        input_fill(w->input, text, seed, "context", l, l->shape.m, w->context);
    }
    if (l->mask != MASK_PADDING && l->mask != MASK_CAUSAL_PADDING) return;
    w->lengths = poisoned(w, "lengths", (size_t)l->shape.batch * sizeof *w->lengths);
    input_lengths(w->input, seed, l, w->lengths);
}

static void open_backward(struct workload *w, uint64_t seed)
{
    const struct layer *l = &w->layer;
    w->dy = poisoned(w, "dy", rows_bytes(l, l->shape.n));
    input_fill(INPUT_NORMAL, NULL, seed, "dy", l, l->shape.n, w->dy);
    w->dx = poisoned(w, "dx", rows_bytes(l, l->shape.n));
    w->dcontext = w->context == w->x ? w->dx : poisoned(w, "dcontext", rows_bytes(l, l->shape.m));
    for (int t = 0; t < w->tensor_count; t++) {
        char name[sizeof w->tensor[t].name + 1];
        snprintf(name, sizeof name, "d%.*s", (int)sizeof name - 2, w->tensor[t].name);
        w->gradients[t] = poisoned(w, name, tensor_count(&w->tensor[t]) * sizeof(float));
    }
    w->backward = poisoned(w, "backward", w->bytes.backward);
    w->back =
        (struct layer_backward_io){&w->io, w->dy, w->dx, w->dcontext, w->gradients, w->backward};
}

void workload_open(struct workload *w, const struct layer *layer, const struct worker_cell *cell,
                   const struct text_corpus *text, struct team *team, struct memory *memory)
{
    require(cell->kernels->real_size == sizeof(float));
    *w = (struct workload){.layer = *layer,
                           .kernels = cell->kernels,
                           .input = (enum input_kind)cell->input,
                           .phase = (enum phase_kind)cell->phase,
                           .team = team,
                           .memory = memory,
                           .earlier_buffers = memory_count(memory)};
    w->bytes = w->kernels->memory(&w->layer, team ? team->threads : 1);
    open_tensors(w, (uint64_t)cell->seed);
    open_input(w, text, (uint64_t)cell->seed);
    w->activations = poisoned(w, "activations", w->bytes.activations);
    w->working = poisoned(w, "working", w->bytes.working);
    w->y = poisoned(w, "y", rows_bytes(&w->layer, w->layer.shape.n));
    w->io = (struct layer_io){w->x,           w->context, w->lengths, w->tensors,
                              w->activations, w->working, w->y};
    if (w->phase != PHASE_FORWARD) open_backward(w, (uint64_t)cell->seed);
}

void workload_close(struct workload *w)
{
    memory_release(w->memory, w->earlier_buffers);
    *w = (struct workload){0};
}

/* ---- passes ---- */

static void forward(const struct workload *w, const struct probe *probe)
{
    w->kernels->forward(&w->layer, &w->io, w->team, probe);
}

void workload_prepare(const struct workload *w)
{
    if (w->phase == PHASE_BACKWARD) forward(w, NULL);
}

void workload_pass(const struct workload *w, const struct probe *probe)
{
    if (w->phase != PHASE_BACKWARD) forward(w, probe);
    if (w->phase != PHASE_FORWARD) w->kernels->backward(&w->layer, &w->back, w->team, probe);
}

static void poison_gradients(const struct workload *w)
{
    if (w->phase == PHASE_FORWARD) return;
    memory_poison(w->memory, w->dx, w->team);
    if (w->dcontext != w->dx) memory_poison(w->memory, w->dcontext, w->team);
    for (int t = 0; t < w->tensor_count; t++) memory_poison(w->memory, w->gradients[t], w->team);
}

void workload_poison(const struct workload *w)
{
    memory_poison(w->memory, w->activations, w->team);
    memory_poison(w->memory, w->working, w->team);
    memory_poison(w->memory, w->y, w->team);
    poison_gradients(w);
    if (w->phase != PHASE_FORWARD) memory_poison(w->memory, w->backward, w->team);
}

void workload_poison_results(const struct workload *w)
{
    if (w->phase != PHASE_BACKWARD) memory_poison(w->memory, w->y, w->team);
    poison_gradients(w);
}

/* ---- results ---- */

uint64_t workload_hash_operands(const struct workload *w)
{
    const struct shape *s = &w->layer.shape;
    uint64_t h = hash_array(0, w->x, rows_bytes(&w->layer, s->n));
    if (w->context != w->x) h = hash_array(h, w->context, rows_bytes(&w->layer, s->m));
    if (w->lengths) h = hash_array(h, w->lengths, (size_t)s->batch * sizeof *w->lengths);
    for (int t = 0; t < w->tensor_count; t++)
        h = hash_array(h, w->tensors[t], tensor_count(&w->tensor[t]) * sizeof(float));
    if (w->dy) h = hash_array(h, w->dy, rows_bytes(&w->layer, s->n));
    return h;
}

int workload_results(const struct workload *w, struct result_array *list)
{
    const struct shape *s = &w->layer.shape;
    size_t n = rows_bytes(&w->layer, s->n) / sizeof(float);
    int count = 0;
    list[count++] = (struct result_array){"y", w->y, n};
    if (w->phase == PHASE_FORWARD) return count;
    list[count++] = (struct result_array){"dx", w->dx, n};
    if (w->dcontext != w->dx)
        list[count++] = (struct result_array){"dcontext", w->dcontext,
                                              rows_bytes(&w->layer, s->m) / sizeof(float)};
    for (int t = 0; t < w->tensor_count; t++) {
        struct result_array *r = &list[count++];
        *r = (struct result_array){"", w->gradients[t], tensor_count(&w->tensor[t])};
        snprintf(r->name, sizeof r->name, "d%s", w->tensor[t].name);
    }
    return count;
}

uint64_t workload_hash_result(const struct workload *w)
{
    struct result_array list[MAX_RESULTS];
    int count = workload_results(w, list);
    uint64_t h = 0;
    for (int i = 0; i < count; i++) h = hash_array(h, list[i].data, list[i].count * sizeof(float));
    return h;
}

/* ---- work and memory of a phase ---- */

unsigned workload_by_formula(const struct kernels *k, const struct layer *l, enum phase_kind phase)
{
    unsigned slots = phase == PHASE_BACKWARD ? 0 : k->by_formula(l, false);
    return phase == PHASE_FORWARD ? slots : slots | k->by_formula(l, true);
}

double phases_sum(const double values[PHASES])
{
    double sum = 0;
    for (int p = 0; p < PHASES; p++) sum += values[p];
    return sum;
}

struct layer_work workload_work(const struct kernels *k, const struct layer *layer,
                                enum phase_kind phase)
{
    struct layer_work forward_work = k->work(layer), work = k->backward_work(layer);
    if (phase == PHASE_FORWARD) return forward_work;
    if (phase == PHASE_BACKWARD) return work;
    for (int p = 0; p < PHASES; p++) {
        work.flop[p] += forward_work.flop[p];
        work.recomputed[p] += forward_work.recomputed[p];
        work.bytes[p] += forward_work.bytes[p];
    }
    return work;
}

struct layer_memory workload_memory(const struct kernels *k, const struct layer *layer, int threads,
                                    enum phase_kind phase)
{
    struct layer_memory m = k->memory(layer, threads);
    size_t y = m.output;
    if (phase != PHASE_FORWARD) {
        m.output += m.input + m.parameters;
        m.input += y;
        m.working += m.backward;
    }
    return m;
}

size_t workload_total(const struct layer_memory *m)
{
    return m->input + m->parameters + m->activations + m->output + m->working;
}
