/* SPDX-License-Identifier: MIT
 * Compares the attention output of a finished forward pass with the oracle. A row is one query of
 * one head. */
#include "harness/measure/check/stages.h"
#include "kernels/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Largest relative error of a score, or of a row of weights, that still allows a comparison. A
 * score with condition number c has a relative error of about `c * eps`. Above this limit, the
 * first-order bound of attention_error() is invalid, so each weight is perturbed separately. */
static const double resolvable = 0.25;
/* Perturbing each weight separately evaluates the row once per key, so the number of keys is
 * limited.
 * MOST_APART: ill-conditioned rows with more keys than this are not compared. `attnlab check` and
 * check_reduced() use fewer keys.
 * FEW_APART: in rows with at most this many keys, each weight is always perturbed separately,
 * because the errors of few keys do not average out. */
enum { MOST_APART = 160, FEW_APART = 32 };

struct head {
    int b, h;
    double *k[2], *v[2]; /* keys and values, original and perturbed, shape (M, D) */
    double *c;           /* running sums of the log decays, shape (max(N, M)); NULL without decay */
};

/* Loads the keys or values (slot k or v) of one head from rows of shape (M, d_out). */
static void load_head(const struct stages *s, enum slot_id slot, const float *from,
                      const struct head *head, double *const to[2])
{
    const struct shape *shape = &s->load->layer.shape;
    struct dims dims = stages_dims(s, slot);
    size_t d = (size_t)dims.d_head, width = (size_t)dims.d_out, m = (size_t)shape->m;
    int read = head->h / (shape->heads / dims.heads); /* several query heads may share a key head */
    from += (size_t)head->b * m * width + (size_t)read * d;
    stages_load(s, s->load->kernels->slots[slot].name, from, m, d, width, to);
}

/* Computes the running sums of the layer's log decays. */
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

/* Returns true if float can resolve a row's attention weights. For example, float cannot resolve
 * two nearly equal scores near 1e4; the tolerance of that row would be about as large as the
 * values. */
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
    int d = layer->shape.d_head, width = stages_dims(s, SLOT_V).d_head;
    int visible = stages_visible_keys(s, head->b, i);
    size_t row = (size_t)head->b * (size_t)layer->shape.n + (size_t)i;
    size_t of = row * (size_t)layer->shape.heads + (size_t)head->h, at = of * (size_t)width;
    struct oracle_row rows[2] = {{s->scores, s->weights[0], true, 0},
                                 {NULL, s->weights[1], false, 0}};
    stages_load(s, "query", (const float *)s->trace.q + of * (size_t)d, 1, (size_t)d, (size_t)d,
                s->in);
    for (int moved = 0; moved < 2; moved++)
        oracle_attend(s->oracle, s->w, head->b, head->h, i, visible, s->in[moved], head->k[moved],
                      d, head->v[moved], width, head->c, s->out[moved], &rows[moved], s->scratch);
    double condition = rows[0].condition;
    s->facts->attention_rows += visible > 0;
    if (visible > 0) stages_count_zeros(&s->facts->o, s->out[0], width);
    bool large = !(condition * (double)FLT_EPSILON <= resolvable);
    if (large && layer->shape.m > MOST_APART) {
        s->facts->unresolved++;
        return;
    }
    bool apart = large || layer->shape.m <= FEW_APART;
    oracle_weight_errors(s->oracle, s->w, s->sizes, head->h, i, visible, s->in[0], head->k[0], d,
                         s->scores, head->c, attention_unit, apart, s->weight_errors, s->scratch);
    s->facts->unresolved += large && !weights_known(s);
    struct attention_row known = {layer->shape.m,   width,      s->weights[0],
                                  s->weight_errors, head->v[0], s->out[0]};
    struct row_place place = {"o", head->b, i, head->h * width};
    compare_row(s->all, &place, (const float *)s->trace.o + at, s->out[0], s->out[1], width,
                layer->shape.m, attention_error(&known, large ? 0 : condition));
}

void stages_compare_attention(struct stages *s)
{
    const struct shape *shape = &s->load->layer.shape;
    long total = (long)shape->batch * shape->heads * shape->n;
    int wanted = s->sampling->attention_rows;
    size_t size = (size_t)shape->m * (size_t)stages_dims(s, SLOT_V).d_head;
    struct head head = {
        -1, -1, {doubles(size), doubles(size)}, {doubles(size), doubles(size)}, NULL};
    int places = shape->n > shape->m ? shape->n : shape->m;
    if (oracle_has_decay(&s->load->layer)) head.c = doubles((size_t)places);
    stages_open_slot(s, SLOT_SCORE);
    stages_open_slot(s, SLOT_LOGITS);
    stages_open_slot(s, SLOT_NORMALIZER);
    stages_open_sizes(s);
    for (int k = 0; k < wanted && k < total; k++) {
        long row = stages_sampled_row(s, "attention", k, wanted, total), bh = row / shape->n;
        open_head(s, &head, (int)(bh / shape->heads), (int)(bh % shape->heads));
        compare_query(s, &head, (int)(row % shape->n));
    }
    stages_close_slots(s);
    free(head.c);
    for (int moved = 0; moved < 2; moved++) {
        free(head.k[moved]);
        free(head.v[moved]);
    }
}
