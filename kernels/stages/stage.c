/* SPDX-License-Identifier: MIT
 * Lists the stages, and loops over the list for passes, validity checks and declared work. */
#include "resolved_layer.h"

#define STAGE(name) extern const struct stage N(stage_##name);
#include "stages/list.def"
#undef STAGE

#define STAGE(name) &N(stage_##name),
static const struct stage *const stages[] = {
#include "stages/list.def"
};
enum { STAGES = sizeof stages / sizeof *stages };
_Static_assert(sizeof stages <= MAX_STAGES * sizeof *stages,
               "too many stages: increase MAX_STAGES");

static void append(struct stage_list *list, const struct stage *s) { list->at[list->count++] = s; }

void N(stages_find)(struct resolved *r, bool decoding)
{
    r->rows = r->decays = r->weights = r->output = (struct stage_list){.count = 0};
    for (int i = 0; i < STAGES; i++) {
        const struct stage *s = stages[i];
        if (!s->on(r->layer) || (decoding && s->training)) continue;
        if (s->rows.forward) append(&r->rows, s);
        if (s->decay) append(&r->decays, s);
        if (s->weights.scale) append(&r->weights, s);
        if (s->output.forward) append(&r->output, s);
    }
}

const char *N(stages_refuse)(const struct layer *layer)
{
    const char *reason = NULL;
    for (int i = 0; i < STAGES && !reason; i++)
        if (stages[i]->refuse) reason = stages[i]->refuse(layer);
    return reason;
}

const char *N(stages_refuse_growth)(const struct layer *layer)
{
    const char *reason = NULL;
    for (int i = 0; i < STAGES && !reason; i++)
        if (stages[i]->refuse_growth) reason = stages[i]->refuse_growth(layer);
    return reason;
}

void N(stages_work)(const struct resolved *r, bool backward, struct layer_work *w)
{
    for (int i = 0; i < STAGES; i++)
        if (stages[i]->work && stages[i]->on(r->layer)) stages[i]->work(r, backward, w);
}

/* ---- rows of Q, K, V ---- */

int N(first_place)(const struct layer *layer, enum slot_id slot)
{
    const struct shape *s = &layer->shape;
    return slot == SLOT_Q && s->m > s->n ? s->m - s->n : 0;
}

static size_t table_width(const struct stage *s, const struct layer *layer)
{
    return s->rows.table ? (size_t)s->rows.table(layer) : 0;
}

void N(stages_carve)(const struct resolved *r, struct arena *a, struct layer_trace *t)
{
    const struct shape *s = &r->layer->shape;
    size_t places = (size_t)(s->n > s->m ? s->n : s->m);
    for (int i = 0; i < r->rows.count; i++)
        t->tables[i] = carve(a, places * table_width(r->rows.at[i], r->layer) * sizeof(real));
}

void N(stages_fill)(struct pass *p, int first, int count)
{
    p->table_first = first;
    for (int i = 0; i < p->r.rows.count; i++) {
        const struct stage *s = p->r.rows.at[i];
        if (s->rows.fill) s->rows.fill(p->r.layer, first, count, p->trace.tables[i]);
    }
}

static struct stage_rows block(const struct pass *p, enum slot_id slot, size_t first, int rows,
                               int stage)
{
    struct places places = slot == SLOT_Q ? p->queries : p->keys;
    return (struct stage_rows){p->r.layer,    slot, first, rows, places, p->trace.tables[stage],
                               p->table_first};
}

void N(stages_rows)(const struct pass *p, enum slot_id slot, size_t first, int rows, real *x)
{
    for (int i = 0; i < p->r.rows.count; i++) {
        struct stage_rows run = block(p, slot, first, rows, i);
        p->r.rows.at[i]->rows.forward(&run, x);
    }
}

void N(stages_rows_backward)(const struct pass *p, enum slot_id slot, size_t first, int rows,
                             real *dx)
{
    for (int i = p->r.rows.count - 1; i >= 0; i--) {
        struct stage_rows run = block(p, slot, first, rows, i);
        p->r.rows.at[i]->rows.backward(&run, dx);
    }
}

/* ---- weights ---- */

void N(stages_weights)(const struct pass *p, int which, int i, int rows, int j, int cols, real *a,
                       int ld)
{
    struct stage_tile tile = {p->r.layer, which, i, rows, j, cols};
    for (int s = 0; s < p->r.weights.count; s++) p->r.weights.at[s]->weights.scale(&tile, a, ld);
}

/* ---- rows of O ---- */

const real *N(stages_output)(const struct pass *p, size_t first, int rows, struct arena a)
{
    const real *x = (const real *)p->io->x + first * (size_t)p->r.layer->shape.d_model;
    const real *o = (const real *)p->trace.outputs[0] + first * (size_t)N(output_width)(&p->r, 0);
    for (int i = 0; i < p->r.output.count; i++) {
        size_t width = (size_t)N(output_width)(&p->r, i + 1);
        real *g = (real *)p->trace.outputs[i + 1] + first * width;
        p->r.output.at[i]->output.forward(p, rows, x, o, g, a);
        o = g;
    }
    return o;
}

size_t N(stages_scratch)(const struct resolved *r, bool backward)
{
    size_t most = 0;
    for (int i = 0; i < r->output.count; i++) {
        const struct stage *s = r->output.at[i];
        struct arena a = {0};
        carve(&a, s->output.scratch ? s->output.scratch(r, backward) : 0);
        most = a.used > most ? a.used : most;
    }
    return most;
}
