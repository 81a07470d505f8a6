/* SPDX-License-Identifier: MIT
 * Implements the oracle, which computes a layer slot by slot from the formulas only. It is compiled
 * once, with strict flags, and calls no fast functions. */
#include "oracle.h"
#include "resolved_layer.h"

#include <float.h>
#include <math.h>

struct oracle {
    struct resolved r;
};

size_t oracle_bytes(void) { return sizeof(struct oracle); }

void oracle_open(struct oracle *oracle, const struct layer *layer)
{
    N(resolve)(layer, &oracle->r);
}

static size_t doubles(size_t (*f)(const struct dims *, const struct args *), const struct dims *d,
                      const struct args *a)
{
    return f ? f(d, a) : 0;
}

/* Groups the layer's parameters by slot. */
static void by_slots(const struct resolved *r, const double *const *w, const double **own)
{
    N(slot_order)(r, (const void *const *)w, (const void **)own);
}

static size_t widest_output(const struct resolved *r)
{
    int before = N(output_width)(r, 0), behind = N(output_width)(r, 1);
    return (size_t)(before > behind ? before : behind);
}

size_t oracle_scratch(const struct layer *layer)
{
    struct resolved r;
    N(resolve)(layer, &r);
    size_t need = 0;
    for (int s = 0; s < SLOTS; s++) {
        const struct projection *f = r.projection[s];
        size_t own = f ? doubles(f->formula_scratch, &r.dims[s], &layer->args[s]) : 0;
        need = own > need ? own : need;
    }
    size_t score = 2 * (size_t)layer->shape.d_head + 5 * (size_t)layer->shape.m +
                   doubles(r.score->formula_scratch, &r.dims[SLOT_SCORE], &layer->args[SLOT_SCORE]);
    size_t rows = 2 * widest_output(&r);
    for (int i = 0; i < r.output.count; i++) {
        const struct stage *f = r.output.at[i];
        size_t own = rows + (f->output.formula_scratch ? f->output.formula_scratch(&r) : 0);
        need = own > need ? own : need;
    }
    return score > need ? score : need;
}

void oracle_project(const struct oracle *oracle, enum slot_id slot, int row, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    const struct resolved *r = &oracle->r;
    const struct layer *layer = r->layer;
    const double *own[MAX_LAYER_TENSORS];
    by_slots(r, w, own);
    r->projection[slot]->formula(&r->dims[slot], &layer->args[slot], own + r->first_tensor[slot], x,
                                 y, scratch);
    if (slot == SLOT_O || slot == SLOT_FORGET) return;
    for (int i = 0; i < r->rows.count; i++)
        r->rows.at[i]->rows.formula(layer, slot, N(first_place)(layer, slot) + row, y);
}

void oracle_output(const struct oracle *oracle, const double *const *w, const double *x,
                   const double *o, double *g, double *scratch)
{
    const struct resolved *r = &oracle->r;
    size_t widest = widest_output(r);
    double *before = scratch, *behind = before + widest, *inner = behind + widest;
    const double *own[MAX_LAYER_TENSORS];
    by_slots(r, w, own);
    memcpy(behind, o, (size_t)N(output_width)(r, 0) * sizeof *o);
    for (int i = 0; i < r->output.count; i++) {
        memcpy(before, behind, (size_t)N(output_width)(r, i) * sizeof *o);
        r->output.at[i]->output.formula(r, own, x, before, behind, inner);
    }
    memcpy(g, behind, (size_t)N(output_width)(r, r->output.count) * sizeof *g);
}

int oracle_visible(const struct layer *layer, int i, int length)
{
    return visible_keys(layer, i, length);
}

/* ---- from scores to logits ---- */

bool oracle_has_decay(const struct layer *layer)
{
    struct resolved r;
    N(resolve)(layer, &r);
    return decays(&r);
}

void oracle_decay(const struct layer *layer, int head, const double *log, double *c)
{
    struct resolved r;
    N(resolve)(layer, &r);
    const struct shape *s = &layer->shape;
    double sum = 0;
    for (int t = 0; t < (s->n > s->m ? s->n : s->m); t++) {
        for (int i = 0; i < r.decays.count; i++) sum += r.decays.at[i]->decay(layer, head);
        c[t] = sum += log && t < s->m ? log[t] : 0;
    }
}

/* inputs of logit() for one row of scores */
struct logit_row {
    const struct resolved *r;
    const double *const *w; /* tensors of slot logits */
    int head;
    const double *c; /* running sums of the log decays; NULL without decay */
    double at;       /* running sum of the log decays at the query */
};

static struct logit_row logit_row(const struct resolved *r, const double *const *w, int head, int i,
                                  const double *c)
{
    int place = N(first_place)(r->layer, SLOT_Q) + i;
    return (struct logit_row){r, w + r->first_tensor[SLOT_LOGITS], head, c, c ? c[place] : 0};
}

static double distance(const struct logit_row *l, int j)
{
    return l->c ? fabs(l->at - l->c[j]) : 0;
}

/* Returns the logit of key j, given its score s. Without a logit function or decay, s is returned
 * unscaled, because the normaliser then applies the scale. */
static double logit(const struct logit_row *l, int j, double s)
{
    const struct resolved *r = l->r;
    if (!maps_logits(r)) return s;
    double scaled = N(scale_scores)(r) * s;
    if (r->logits)
        scaled = r->logits->formula(&r->dims[SLOT_LOGITS], &r->layer->args[SLOT_LOGITS], l->w,
                                    l->head, scaled);
    return N(logit_multiplier)(r) * scaled - distance(l, j);
}

static double logit_slope(const struct logit_row *l, double s)
{
    const struct resolved *r = l->r;
    if (!maps_logits(r)) return 1;
    double scale = N(scale_scores)(r), slope = scale * N(logit_multiplier)(r);
    if (r->logits)
        slope *= r->logits->derivative(&r->dims[SLOT_LOGITS], &r->layer->args[SLOT_LOGITS], l->w,
                                       l->head, scale * s, 0, NULL);
    return slope;
}

/* Returns an error bound for a logit. `off` is the error of the score s. `unit` is the relative
 * rounding error of each term. */
static double logit_error(const struct logit_row *l, int j, double s, double off, double unit)
{
    if (!maps_logits(l->r)) return off;
    double at = logit(l, j, s), up = fabs(logit(l, j, s + off) - at);
    double down = fabs(logit(l, j, s - off) - at), slope = fabs(logit_slope(l, s)) * off;
    double own = fabs(at + distance(l, j)) + distance(l, j);
    return fmax(fmax(up, down), slope) + unit * own;
}

/* Returns the sensitivity of a score: sum |q dS/dq| + sum |k dS/dk| + |s|. This bounds the
 * first-order change of the score per unit of relative error in q, k and s. gradient: 2 D scratch
 * doubles. */
static double sensitivity(const struct resolved *r, const double *const *w, int head,
                          const double *q, const double *k, double s, double *gradient,
                          double *scratch)
{
    const struct dims *d = &r->dims[SLOT_SCORE];
    double *dq = gradient, *dk = gradient + d->d_head, sum = fabs(s);
    memset(gradient, 0, 2 * (size_t)d->d_head * sizeof *gradient);
    r->score->derivative(d, &r->layer->args[SLOT_SCORE], w, head, q, k, 1, dq, dk, NULL, scratch);
    for (int c = 0; c < d->d_head; c++) sum += fabs(q[c] * dq[c]) + fabs(k[c] * dk[c]);
    return sum;
}

void oracle_attend(const struct oracle *oracle, const double *const *w, int batch, int head, int i,
                   int visible, const double *q, const double *k, int ldk, const double *v, int ldv,
                   const double *c, double *o, struct oracle_row *row, double *scratch)
{
    const struct resolved *r = &oracle->r;
    const struct layer *layer = r->layer;
    const struct dims *d = &r->dims[SLOT_SCORE];
    const double *all[MAX_LAYER_TENSORS], **own = all + r->first_tensor[SLOT_SCORE];
    by_slots(r, w, all);
    double *s = scratch, *a = s + d->m, *gradient = a + d->m, *inner = gradient + 2 * d->d_head;
    int width = r->dims[SLOT_V].d_head;
    double inside = N(scale_inside)(r), outside = N(scale_outside)(r), condition = 0;
    struct logit_row map = logit_row(r, all, head, i, c);
    for (int j = 0; j < d->m; j++) {
        const double *kj = k + (size_t)j * (size_t)ldk;
        s[j] = 0;
        if (j >= visible) continue;
        double score = r->score->formula(d, &layer->args[SLOT_SCORE], own, head, q, kj, inner);
        s[j] = logit(&map, j, score);
        if (row->scores) row->scores[j] = score;
        if (!row->wants_condition) continue;
        double one = sensitivity(r, own, head, q, kj, score, gradient, inner);
        one *= fabs(logit_slope(&map, score) * inside);
        if (maps_logits(r)) one += fabs(s[j] + distance(&map, j)) + distance(&map, j);
        condition = one > condition ? one : condition;
    }
    row->condition = condition;
    struct score_row scores =
        N(score_row)(r, all + r->first_tensor[SLOT_NORMALIZER], head, visible);
    r->normalizer->formula(&scores, s, a);
    for (int t = 0; t < r->weights.count; t++)
        r->weights.at[t]->weights.formula(layer, batch * layer->shape.heads + head, i, a);
    memset(o, 0, (size_t)width * sizeof *o);
    for (int j = 0; j < d->m; j++)
        for (int x = 0; x < width; x++)
            o[x] += outside * a[j] * v[(size_t)j * (size_t)ldv + (size_t)x];
    if (row->weights) memcpy(row->weights, a, (size_t)d->m * sizeof *a);
}

static void absolute(const double *x, int count, double *y)
{
    for (int i = 0; i < count; i++) y[i] = fabs(x[i]);
}

/* a row of scores with error bounds, for a normaliser's formula */
struct uncertain {
    const struct resolved *r;
    struct score_row row;
    double outside;
    const double *s, *off, *a; /* scores, their errors, and weights */
    double *at, *moved;        /* scratch memory, m doubles each */
};

/* Returns the score, or 0 if it is denormal in float, because the compute threads flush denormals
 * to 0. */
static double flushed(double s) { return fabs(s) < (double)FLT_MIN ? 0 : s; }

/* Moves all scores by their errors, and raises errors[j] to the resulting change of weight j if it
 * is larger.
 *
 *     own >= 0: score `own` moves in `direction`, all others in the opposite direction; only
 *     errors[own] changes.
 *     own = -1: all scores move in `direction`.
 *     direction = 0: scores that are denormal in float become 0, and all other scores stay. */
static void move_scores(const struct uncertain *u, int own, int direction, double *errors)
{
    int m = u->row.dims->m;
    for (int j = 0; j < m; j++)
        u->at[j] = direction ? u->s[j] + (own < 0 || own == j ? direction : -direction) * u->off[j]
                             : flushed(u->s[j]);
    u->r->normalizer->formula(&u->row, u->at, u->moved);
    for (int j = own < 0 ? 0 : own; j < (own < 0 ? m : own + 1); j++)
        errors[j] = fmax(errors[j], u->outside * fabs(u->moved[j] - u->a[j]));
}

void oracle_weight_errors(const struct oracle *oracle, const double *const *w,
                          const double *const *sizes, int head, int i, int visible, const double *q,
                          const double *k, int ld, const double *scores, const double *c,
                          double unit, bool apart, double *errors, double *scratch)
{
    const struct resolved *r = &oracle->r;
    const struct layer *layer = r->layer;
    const struct dims *d = &r->dims[SLOT_SCORE];
    const struct args *args = &layer->args[SLOT_SCORE];
    const double *all[MAX_LAYER_TENSORS], *all_sizes[MAX_LAYER_TENSORS];
    by_slots(r, w, all);
    by_slots(r, sizes, all_sizes);
    int m = d->m, first = r->first_tensor[SLOT_SCORE];
    double *s = scratch, *off = s + m, *a = off + m, *moved = a + m, *at = moved + m;
    double *size_q = at + m, *size_k = size_q + d->d_head, *inner = size_k + d->d_head;
    double outside = fabs(N(scale_outside)(r));
    for (int t = 0; t < r->weights.count; t++) outside *= r->weights.at[t]->weights.most(layer);
    struct logit_row map = logit_row(r, all, head, i, c);
    memset(s, 0, 2 * (size_t)m * sizeof *s);
    absolute(q, d->d_head, size_q);
    for (int j = 0; j < visible; j++, k += ld) {
        absolute(k, d->d_head, size_k);
        off[j] =
            unit * fabs(r->score->formula(d, args, all_sizes + first, head, size_q, size_k, inner));
        off[j] = logit_error(&map, j, scores[j], off[j], unit);
        s[j] = logit(&map, j, scores[j]);
    }
    struct uncertain u = {r, {0}, outside, s, off, a, at, moved};
    u.row = N(score_row)(r, all + r->first_tensor[SLOT_NORMALIZER], head, visible);
    r->normalizer->formula(&u.row, s, a);
    memset(errors, 0, (size_t)m * sizeof *errors);
    move_scores(&u, -1, 0, errors);
    for (int own = apart ? 0 : -1; own < (apart ? visible : 0); own++)
        for (int direction = 1; direction >= -1; direction -= 2)
            move_scores(&u, own, direction, errors);
}
