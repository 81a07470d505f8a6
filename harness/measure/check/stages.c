/* SPDX-License-Identifier: MIT
 * Converts the operands of the formulas to double, and samples rows. */
#include "harness/measure/check/stages.h"

#include "base/rng.h"
#include "kernels/oracle.h"
#include "models/parameters.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static void widen(const float *from, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++) to[i] = (double)from[i];
}

void stages_move(const struct stages *s, const char *stream, int turn, const double *from,
                 size_t count, double *to)
{
    uint64_t id = rng_stream(stream) + (uint64_t)turn;
    for (size_t i = 0; i < count; i++) {
        bool up = rng_u64(s->sampling->seed, id, i) & 1;
        to[i] = from[i] * (1 + (up ? (double)FLT_EPSILON : -(double)FLT_EPSILON));
    }
}

void stages_load(const struct stages *s, const char *stream, const float *from, size_t rows,
                 size_t d, size_t ld, double *const to[2])
{
    for (size_t r = 0; r < rows; r++) widen(from + r * ld, d, to[0] + r * d);
    stages_move(s, stream, 0, to[0], rows * d, to[1]);
}

/* ---- parameters ---- */

/* Returns true if slots q, k and v share the tensor with this name, such as "q.gain1". */
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

void stages_open_slot(struct stages *s, enum slot_id slot)
{
    const struct workload *load = s->load;
    const char *name = load->kernels->slots[slot].name;
    size_t length = strlen(name);
    for (int t = 0; t < load->tensor_count; t++) {
        const struct tensor *tensor = &load->tensor[t];
        bool own = !strncmp(tensor->name, name, length) && tensor->name[length] == '.';
        if (s->w[t] || (!own && !is_shared(load, tensor->name))) continue;
        size_t count = tensor_count(tensor);
        double *w = doubles(count), *moved = doubles(count);
        widen(load->tensors[t], count, w);
        stages_move(s, tensor->name, 0, w, count, moved);
        s->w[t] = w;
        s->moved_w[t] = moved;
    }
}

void stages_open_sizes(struct stages *s)
{
    for (int t = 0; t < s->load->tensor_count; t++) {
        if (!s->w[t]) continue;
        size_t count = tensor_count(&s->load->tensor[t]);
        double *sizes = doubles(count);
        for (size_t i = 0; i < count; i++) sizes[i] = fabs(s->w[t][i]);
        s->sizes[t] = sizes;
    }
}

void stages_close_slots(struct stages *s)
{
    for (int t = 0; t < MAX_LAYER_TENSORS; t++) {
        free((void *)s->w[t]);
        free((void *)s->moved_w[t]);
        free((void *)s->sizes[t]);
        s->w[t] = s->moved_w[t] = s->sizes[t] = NULL;
    }
}

struct dims stages_dims(const struct stages *s, enum slot_id slot)
{
    return s->load->kernels->dims(&s->load->layer, slot);
}

/* ---- choice of rows ---- */

long stages_sampled_row(const struct stages *s, const char *stream, int k, long wanted, long total)
{
    if (wanted >= total) return k;
    if (k == 0) return 0;
    if (k == wanted - 1) return total - 1;
    double u = rng_uniform(s->sampling->seed, rng_stream(stream), (uint64_t)k);
    return (long)((k + u) / (double)wanted * (double)total);
}

int stages_visible_keys(const struct stages *s, int b, int i)
{
    const struct workload *load = s->load;
    int length = load->lengths ? load->lengths[b] : load->layer.shape.m;
    return oracle_visible(&load->layer, i, length);
}

void stages_count_zeros(struct zeros *z, const double *values, int count)
{
    for (int c = 0; c < count; c++) z->zeros += fabs(values[c]) <= compare_floor;
    z->values += count;
}

/* ---- buffers ---- */

void stages_open(struct stages *s, const struct workload *load, const struct sampling *sampling,
                 struct comparison *all, struct stage_facts *facts)
{
    const struct shape *shape = &load->layer.shape;
    struct layer_trace trace = load->kernels->trace(&load->layer, load->activations);
    *s = (struct stages){
        .load = load, .sampling = sampling, .all = all, .facts = facts, .trace = trace};
    size_t heads = (size_t)trace.output_width[0], model = (size_t)shape->d_model;
    size_t widest = heads > model ? heads : model;
    s->oracle = xalloc(oracle_bytes());
    oracle_open(s->oracle, &load->layer);
    s->smooth_layer = load->layer;
    s->smooth_layer.precision = PRECISION_FLOAT32;
    s->smooth = xalloc(oracle_bytes());
    oracle_open(s->smooth, &s->smooth_layer);
    s->scratch = doubles(oracle_scratch(&load->layer));
    for (int moved = 0; moved < 2; moved++) {
        s->in[moved] = doubles(widest);
        s->side[moved] = doubles(widest);
        s->out[moved] = doubles(widest);
        s->weights[moved] = doubles((size_t)shape->m);
    }
    s->rounding = doubles(widest);
    s->again = doubles(widest);
    s->scores = doubles((size_t)shape->m);
    s->weight_errors = doubles((size_t)shape->m);
}

void stages_close(struct stages *s)
{
    free(s->oracle);
    free(s->smooth);
    free(s->scratch);
    free(s->rounding);
    free(s->again);
    free(s->scores);
    free(s->weight_errors);
    for (int moved = 0; moved < 2; moved++) {
        free(s->in[moved]);
        free(s->side[moved]);
        free(s->out[moved]);
        free(s->weights[moved]);
    }
}
