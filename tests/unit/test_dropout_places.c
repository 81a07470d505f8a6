/* SPDX-License-Identifier: MIT
 * Tests that no two rows of a model share a dropout mask. A gradient check cannot detect shared
 * masks. */
/* This test reads internal arrays of the double build: the residual stream of a stack and the
 * attention output O. */
#define BUILD double
#define BUILD_DOUBLE
#include "models/net/block_kind.h"

#include "net_case.h"

/* WIDTH exceeds the number of positions, so that each row of O can show all attention weights. */
enum { BATCH = 2, HEADS = 2, TARGET = 31, SOURCE = 27, WIDTH = 32, ROWS_MOST = 6000 };
static const double rate = 0.5;

/* Dropout mask of one row. Bit c of `stays` is 1 if column c was kept. */
struct mask_row {
    uint32_t stays;
    int columns;
    char where[72];
};
struct masks {
    struct mask_row row[ROWS_MOST];
    int count;
    double stay, all; /* numbers of kept columns and of all columns */
};

static struct mask_row *add_mask(struct masks *l, uint32_t stays, int columns)
{
    struct mask_row *row = &l->row[l->count++];
    assert_true(l->count <= ROWS_MOST);
    row->stays = stays;
    row->columns = columns;
    for (int c = 0; c < columns; c++) l->stay += stays >> c & 1;
    l->all += columns;
    return row;
}

static struct model_config config(double rows, double weights)
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    c.d_model = c.d_head = WIDTH;
    c.heads = HEADS;
    c.max_n = TARGET;
    c.max_m = SOURCE;
    c.max_batch = BATCH;
    c.dropout = rows;
    c.attention_dropout = weights;
    return c;
}

/* Runs a forward pass on a full batch without padding. */
static void forward(const struct model_config *c, struct model *m, uint64_t step)
{
    struct net_batch *b = net_batch(c, BATCH, TARGET, SOURCE, 1);
    for (int i = 0; i < BATCH; i++) b->lengths[i] = TARGET, b->source_lengths[i] = SOURCE;
    loss_of(double_build(), m, b, step);
}

/* ---- attention weights ---- */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), e = strlen(end);
    return n >= e && !strcmp(name + n - e, end);
}

/* Sets the parameters so that the attention output O equals the attention weights. Embeddings and
 * values are unit vectors; queries are 0. */
static void show_weights(struct model *m)
{
    int count;
    const struct model_tensor *t = double_build()->tensors(m, &count);
    memset(m->w, 0, m->layout.reals * sizeof *m->w);
    for (int i = 0; i < count; i++) {
        real *w = m->w + t[i].at;
        bool value = ends_with(t[i].name, ".v.w"), gain = ends_with(t[i].name, "norm.gain");
        if (gain)
            for (size_t e = 0; e < t[i].count; e++) w[e] = 1;
        if (ends_with(t[i].name, "position"))
            for (int p = 0; p < t[i].dim[0]; p++) w[p * WIDTH + p] = 1;
        for (int e = 0; value && e < WIDTH * HEADS * WIDTH; e++)
            w[e] = e / (HEADS * WIDTH) == e % WIDTH;
    }
}

/* Returns the dropout mask of a row of O. The last column is subtracted first; dropped weights are
 * then exactly 0, and kept weights exceed 1/31. */
static uint32_t weights_that_stay(const real *o, int keys)
{
    uint32_t stays = 0;
    for (int j = 0; j < keys; j++) stays |= (uint32_t)(o[j] - o[WIDTH - 1] > 0.01) << j;
    return stays;
}

static void add_attention(struct masks *l, const struct stack *s, int k, const char *run)
{
    const struct block *b = block_at(s, k);
    const real *o = N(kernels).trace(&b->layer, s->kept[k].activations).o;
    for (int i = 0; i < BATCH * s->n * HEADS; i++) {
        int row = i / HEADS, place = row % s->n;
        int keys = b->layer.mask == MASK_CAUSAL ? place + 1 : b->layer.shape.m;
        struct mask_row *mask = add_mask(l, weights_that_stay(o + (size_t)i * WIDTH, keys), keys);
        snprintf(mask->where, sizeof mask->where, "%s: %s %d, element %d, head %d, query %d", run,
                 s->layout->name, k, row / s->n, i % HEADS, place);
    }
}

static void add_weights(struct masks *l, uint64_t seed, uint64_t step, const char *run)
{
    struct model_config c = config(0, rate);
    struct model *m = double_build()->open(&c, seed, true);
    const struct stack *stacks[] = {&m->encoder, &m->decoder};
    show_weights(m);
    forward(&c, m, step);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < stacks[i]->layout->blocks; k++)
            if (block_at(stacks[i], k)->kind->spread) add_attention(l, stacks[i], k, run);
    double_build()->close(m);
}

/* ---- rows of embeddings and branches ---- */

/* Adds the dropout masks of a block or an embedding. In dropped columns, the output of the block is
 * exactly 0. */
static void add_sums(struct masks *l, const struct stack *s, int k, const char *run)
{
    for (int row = 0; row < BATCH * s->n; row++) {
        size_t at = (size_t)row * WIDTH;
        uint32_t stays = 0;
        for (int c = 0; c < WIDTH - 1; c++)
            stays |= (uint32_t)(s->sum[k][at + c] != (k ? s->sum[k - 1][at + c] : 0)) << c;
        struct mask_row *mask = add_mask(l, stays, WIDTH - 1);
        snprintf(mask->where, sizeof mask->where, "%s: %s, sum %d, row %d", run, s->layout->name, k,
                 row);
    }
}

static void add_rows(struct masks *l, uint64_t seed, uint64_t step, const char *run)
{
    struct model_config c = config(rate, 0);
    struct model *m = double_build()->open(&c, seed, true);
    forward(&c, m, step);
    for (int k = 0; k <= m->layout.encoder.blocks; k++) add_sums(l, &m->encoder, k, run);
    for (int k = 0; k <= m->layout.decoder.blocks; k++) add_sums(l, &m->decoder, k, run);
    double_build()->close(m);
}

static struct masks *masks_of(bool others)
{
    struct masks *l = calloc(1, sizeof *l);
    add_weights(l, 7, 1, "weights"), add_rows(l, 7, 1, "rows");
    if (!others) return l;
    add_weights(l, 7, 2, "weights, step 2"), add_rows(l, 7, 2, "rows, step 2");
    add_weights(l, 8, 1, "weights, seed 8"), add_rows(l, 8, 1, "rows, seed 8");
    return l;
}

/* ---- tests ---- */

/* Compares all pairs of rows with at least 24 columns. Of these ten million pairs, about 0.1 would
 * be equal by chance. */
TEST("no two rows share a dropout mask")
{
    enum { ENOUGH = 24 };
    struct masks *l = masks_of(true);
    /* The share of kept columns may differ from 1 - rate by at most five standard deviations. */
    assert_true(fabs(l->stay / l->all - (1 - rate)) < 5 * sqrt(rate * (1 - rate) / l->all));
    for (int a = 0; a < l->count; a++)
        for (int b = 0; b < a; b++) {
            const struct mask_row *x = &l->row[a], *y = &l->row[b];
            int columns = x->columns < y->columns ? x->columns : y->columns;
            if (columns >= ENOUGH && (x->stays ^ y->stays) << (32 - columns) == 0)
                fail_msg("two rows share a mask: %s; %s", x->where, y->where);
        }
    free(l);
}

TEST("dropout masks are reproducible")
{
    struct masks *one = masks_of(false), *again = masks_of(false);
    assert_int_equal(one->count, again->count);
    for (int i = 0; i < one->count; i++) assert_int_equal(one->row[i].stays, again->row[i].stays);
    free(one);
    free(again);
}
