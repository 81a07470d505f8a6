/* SPDX-License-Identifier: MIT
 * Decodes one token at a time: each row of the decoder is the last position of a sequence.
 * Attention layers cache keys and values of earlier positions (blocks/); other blocks need only the
 * row. */
#include "base/mem.h"
#include "models/net/block_kind.h"

#include <stdlib.h>

const char *N(refuse_steps)(const struct model *m)
{
    const struct stack_layout *s = m->decoder.layout;
    const char *reason = s->blocks ? NULL : "the model has no decoder";
    for (int k = 0; k < s->blocks && !reason; k++)
        if (s->block[k].kind->refuse_steps) reason = s->block[k].kind->refuse_steps(&s->block[k]);
    return reason;
}

/* ---- open and close ---- */

/* Lays out all memory and returns the total bytes. If base is NULL, only the size is measured. */
static size_t lay_out(struct decoding *t, char *base)
{
    const struct stack *s = &t->model->decoder;
    struct area a = {.base = base};
    struct step_needs needs = {0};
    for (int k = 0; k < s->layout->blocks; k++)
        if (block_at(s, k)->kind->open_steps) block_at(s, k)->kind->open_steps(t, k, &a, &needs);
    t->spare.k = take_reals(&a, needs.moved);
    t->spare.v = take_reals(&a, needs.moved);
    t->spare.decay = take(&a, needs.moved_decay * sizeof *t->spare.decay);
    t->working = take(&a, needs.working);
    return a.used;
}

struct decoding *N(open_steps)(struct model *m, int batch, int per_source, int most)
{
    const struct stack *s = &m->decoder;
    require(!N(refuse_steps)(m) && most <= s->layout->n);
    require(batch >= 1 && batch <= m->layout.config.max_batch && batch % per_source == 0);
    require(!s->layout->has_source || batch / per_source == m->encoder.batch);
    struct decoding *t = xalloc(sizeof *t);
    *t = (struct decoding){.model = m, .batch = batch, .per_source = per_source, .most = most};
    t->caches = xarray((size_t)s->layout->blocks, sizeof *t->caches);
    lay_out(t, xalloc_large(&t->allocated, lay_out(t, NULL)));
    for (int k = 0; k < s->layout->blocks; k++)
        if (block_at(s, k)->kind->begin_steps) block_at(s, k)->kind->begin_steps(t, k);
    return t;
}

void N(close_steps)(struct decoding *t)
{
    free(t->allocated);
    free(t->caches);
    free(t);
}

/* ---- one step ---- */

void N(step)(struct decoding *t, const int32_t *tokens, float *logits)
{
    struct model *m = t->model;
    struct stack *s = &m->decoder;
    require(t->length < t->most);
    m->dropout_step = 0;
    s->batch = t->batch;
    s->n = s->words = 1;
    s->lengths = NULL;
    s->first = t->length;
    s->decoding = t;
    N(embed)(m, s, tokens, NULL);
    N(stack_forward)(m, s);
    s->decoding = NULL;
    t->length++;
    N(classify_rows)(m, stack_output(s), stack_rows(s), logits);
}

/* ---- reordered hypotheses ---- */

static bool stays(const struct decoding *t, const int *from)
{
    bool same = true;
    for (int b = 0; b < t->batch; b++) {
        require(from[b] / t->per_source == b / t->per_source);
        same &= from[b] == b;
    }
    return same;
}

void N(reorder)(struct decoding *t, const int *from)
{
    const struct stack *s = &t->model->decoder;
    if (stays(t, from)) return;
    for (int k = 0; k < s->layout->blocks; k++)
        if (block_at(s, k)->kind->reorder) block_at(s, k)->kind->reorder(t, k, from);
}
