/* SPDX-License-Identifier: MIT
 * Implements matched initial states. A variant may be better or worse only because its initial
 * logits are sharper, or because its attention layers add less to the residual stream. With
 * INITIAL_MATCHED, each attention layer has two multipliers:
 *   logits = multiplier[0] * (scale * score), sum += multiplier[1] * branch.
 * The multipliers are chosen once, before the first step, so that on one batch both magnitudes
 * equal those of the baseline model. They are set from the bottom up, because each attention layer
 * reads the output of lower layers. Scaling the tensors instead would have no effect before a norm.
 * Multipliers and magnitudes are tensors that are not trained, so checkpoints contain them. */
#include "base/mem.h"
#include "models/net/block_kind.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* elements of the tensor of magnitudes: those of this model (struct matched_start), then those of
 * the baseline model */
enum { OWN_LOGITS, OWN_BRANCH, PLAIN_LOGITS, PLAIN_BRANCH, SIZES };
static const char MULTIPLIER[] = "start.multiplier", SIZE[] = "start.size";

/* magnitudes below this fraction of those in the baseline model are not scaled up */
static const double LEAST_SHARE = 1e-6;

struct measuring {
    const int *lengths; /* number of valid positions, shape (batch), or NULL if all are valid */
    const struct start *plain; /* magnitudes to match, or NULL to measure only */
    struct start *own;         /* destination of the measured magnitudes if nothing is matched */
    int count;
};

void N(add_start)(struct layout *l, const char *prefix, struct block *b)
{
    b->start = N(add_vector)(l, prefix, MULTIPLIER, MULTIPLIERS, INIT_ONE, true);
    N(add_vector)(l, prefix, SIZE, SIZES, INIT_ZERO, true);
}

/* ---- sizes ---- */

/* Returns the number of valid rows of each sequence, or NULL if all rows are valid. */
static const int *valid_rows(const struct model *m, const struct stack *s)
{
    if (s->lengths) return s->lengths;
    return s == m->top && s->layout->class_token < 0 ? m->measuring->lengths : NULL;
}

/* Returns the spread of the logits, or 0 if the spread is only rounding errors, which must not be
 * scaled up. */
static double logit_size(const struct model *m, const struct stack *s, int k)
{
    struct logit_spread found = block_at(s, k)->kind->spread(m, s, k, valid_rows(m, s));
    return isfinite(found.spread) && found.rounding ? 0 : found.spread;
}

static double branch_size(const struct model *m, const struct stack *s)
{
    const int *valid = valid_rows(m, s);
    size_t d = (size_t)m->layout.config.d_model;
    double squares = 0, count = 0;
    for (int b = 0; b < s->batch; b++) {
        const real *row = m->y + (size_t)b * (size_t)s->n * d;
        size_t reals = (size_t)(valid && valid[b] < s->n ? valid[b] : s->n) * d;
        for (size_t i = 0; i < reals; i++) squares += (double)row[i] * (double)row[i];
        count += (double)reals;
    }
    return sqrt(squares / count);
}

/* ---- matching ---- */

/* Returns the reason why no multiplier can match `own` to `plain`, or NULL if a multiplier exists.
 */
static const char *match_fault(double own, double plain)
{
    if (!isfinite(own)) return "is not finite";
    if (!(own > 0)) return "is 0";
    if (own < LEAST_SHARE * plain) return "is less than a millionth of the baseline model's";
    if (!isfinite(plain)) return "is not finite in the baseline model";
    if (!(plain > 0)) return "is 0 in the baseline model";
    return NULL;
}

/* Computes a multiplier from the rounded magnitudes in the tensor, so that reported magnitudes and
 * multipliers agree. */
static void set_multiplier(real *multipliers, const real *size, int which)
{
    double own = (double)size[OWN_LOGITS + which], plain = (double)size[PLAIN_LOGITS + which];
    multipliers[which] = match_fault(own, plain) ? 1 : (real)(plain / own);
}

static void match_block(struct model *m, struct stack *s, int k, struct start plain)
{
    const struct block *b = block_at(s, k);
    real *multipliers = weight(m, b->start), *size = weight(m, b->start + 1);
    size[PLAIN_LOGITS] = (real)plain.logits;
    size[PLAIN_BRANCH] = (real)plain.branch;
    size[OWN_LOGITS] = (real)logit_size(m, s, k);
    set_multiplier(multipliers, size, MULTIPLY_LOGITS);
    if (multipliers[MULTIPLY_LOGITS] != 1) b->kind->forward(m, s, k, m->y);
    size[OWN_BRANCH] = (real)branch_size(m, s);
    set_multiplier(multipliers, size, MULTIPLY_BRANCH);
}

void N(measure_block)(struct model *m, struct stack *s, int k)
{
    struct measuring *to = m->measuring;
    const struct block *b = block_at(s, k);
    if (!b->kind->spread) return;
    if (to->plain)
        match_block(m, s, k, to->plain[to->count]);
    else
        to->own[to->count] = (struct start){
            logit_size(m, s, k), (double)multiplier(m, b, MULTIPLY_BRANCH) * branch_size(m, s)};
    to->count++;
}

/* ---- all attention layers ---- */

static int run(struct model *m, const struct batch *b, struct measuring to)
{
    require(m->layout.config.initial == INITIAL_MATCHED);
    to.lengths = b->lengths;
    m->measuring = &to;
    m->dropout_step = 0;
    N(run)(m, b);
    m->measuring = NULL;
    return to.count;
}

int N(measure_starts)(struct model *m, const struct batch *b, struct start *out)
{
    return run(m, b, (struct measuring){.own = out});
}

/* Returns the block of the i-th attention layer with multipliers, or NULL if there are fewer. */
static const struct block *start_block(const struct model *m, int i)
{
    const struct stack_layout *const stacks[] = {&m->layout.encoder, &m->layout.decoder};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < stacks[s]->blocks; k++)
            if (stacks[s]->block[k].start >= 0 && i-- == 0) return &stacks[s]->block[k];
    return NULL;
}

void N(match_starts)(struct model *m, const struct batch *b, const struct start *plain)
{
    const struct block *block;
    for (int i = 0; (block = start_block(m, i)); i++)
        for (int which = 0; which < MULTIPLIERS; which++) weight(m, block->start)[which] = 1;
    run(m, b, (struct measuring){.plain = plain});
}

int N(starts)(const struct model *m, struct matched_start *out)
{
    const struct block *block;
    int count = 0;
    for (; (block = start_block(m, count)); count++) {
        const real *multipliers = weight(m, block->start), *size = weight(m, block->start + 1);
        const char *name = m->layout.tensor[block->start].name;
        struct matched_start *to = &out[count];
        *to = (struct matched_start){
            .plain = {(double)size[PLAIN_LOGITS], (double)size[PLAIN_BRANCH]},
            .own = {(double)size[OWN_LOGITS], (double)size[OWN_BRANCH]},
            .multiplier = {(double)multipliers[MULTIPLY_LOGITS],
                           (double)multipliers[MULTIPLY_BRANCH]}};
        snprintf(to->attention, sizeof to->attention, "%.*s",
                 (int)(strlen(name) - strlen(MULTIPLIER) - 1), name);
        to->left_logits = match_fault(to->own.logits, to->plain.logits);
        to->left_branch = match_fault(to->own.branch, to->plain.branch);
    }
    return count;
}
