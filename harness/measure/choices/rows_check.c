/* SPDX-License-Identifier: MIT
 * Compares the fast functions of projections, gates and logit functions with formula and
 * derivative, row by row, for several numbers of rows. A row of a logit function is one score. */
#include "harness/measure/choices/choice_check.h"

#include "models/parameters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 128, MAX_COUNTS = 4 };

/* ---- one call of a fast function ---- */

struct call {
    struct fast_check *check;
    const struct dims *dims;
    int rows;
    bool begin; /* true if gradients are uninitialised and must be overwritten */
    struct reals x[2], y, dy, dx[2];
    struct fast_parameters p;
    void *kept;
    union head_run run; /* used only for logit functions */
};

static void *scratch(struct call *c, size_t (*reals)(const struct dims *, const struct args *, int))
{
    return fast_array(c->check, "scratch", reals ? reals(c->dims, c->check->args, c->rows) : 0)
        .data;
}

static void projection_forward(struct call *c)
{
    const struct projection *p = AS(projection, c->check->fast);
    size_t per_row = p->kept ? p->kept(c->dims, c->check->args) : 0;
    struct reals kept = fast_array(c->check, "kept", (size_t)c->rows * per_row);
    c->kept = kept.data;
    p->forward(&(struct projection_run){c->dims, c->check->args, c->p.w, c->rows, c->x[0].data,
                                        c->y.data, scratch(c, p->scratch), c->kept});
    for (size_t i = 0; i < kept.count; i++)
        if (isnan(get(&kept, i)))
            fast_fails(c->check,
                       "your forward writes NaN to `kept`, or writes fewer numbers than declared");
}
static void projection_backward(struct call *c)
{
    const struct projection *p = AS(projection, c->check->fast);
    projection_forward(c);
    p->backward(&(struct projection_backward){c->dims,
                                              c->check->args,
                                              c->p.w,
                                              c->rows,
                                              c->x[0].data,
                                              c->dy.data,
                                              c->dx[0].data,
                                              c->p.dw,
                                              scratch(c, p->backward_scratch),
                                              c->kept,
                                              {c->begin, c->begin}});
}

static void gate_forward(struct call *c)
{
    const struct gate *g = AS(gate, c->check->fast);
    g->forward(&(struct gate_run){c->dims, c->check->args, c->p.w, c->rows, c->x[0].data,
                                  c->x[1].data, c->y.data, scratch(c, g->scratch)});
}
static void gate_backward(struct call *c)
{
    const struct gate *g = AS(gate, c->check->fast);
    g->backward(&(struct gate_backward){c->dims, c->check->args, c->p.w, c->rows, c->x[0].data,
                                        c->x[1].data, c->dy.data, c->dx[0].data, c->dx[1].data,
                                        c->p.dw, scratch(c, g->backward_scratch)});
}

/* forward() overwrites the scores; backward() overwrites the output gradient. */
static void logits_forward(struct call *c)
{
    memcpy(c->y.data, c->x[0].data, c->y.count * c->y.size);
    AS(logits, c->check->fast)->forward(&c->run.logits, c->y.data, c->rows);
}
static void logits_backward(struct call *c)
{
    memcpy(c->dx[0].data, c->dy.data, c->dy.count * c->dy.size);
    AS(logits, c->check->fast)
        ->backward(&c->run.logits, c->x[0].data, c->dx[0].data, c->rows, c->p.dw);
}

/* ---- properties of a slot ---- */

static const struct kind {
    void (*forward)(struct call *), (*backward)(struct call *);
    int counts[MAX_COUNTS]; /* row counts to test; only the first `few` if the widths differ */
    int few;
    /* The functions compute `factor * f(scale * x)`. Every 16th input is multiplied by `large`. */
    double scale, factor, large;
    int written; /* index of the input whose gradient is overwritten; -1 if none */
    /* Tolerances for float and double, to which the change for perturbed inputs is added. Output
     * errors are relative to 1 + |y|, gradient errors to the norm of the gradient.
     * Projections: sums of up to 66 products in three layers accumulate about 10 rounding errors,
     * which LayerNorm multiplies by up to 10. A BLAS without fused multiply-add has up to twice the
     * error. Gradients sum over up to 65 rows; the worst observed errors are 2e-5 and 3e-14.
     * Gates: sums of up to 33 products.
     * Logit functions: a few math functions per term. */
    double output[2], gradient[2];
} projections = {projection_forward, projection_backward, {1, 3, 64, 65}, 2, 1, 1, 1, -1,
                 {2e-5, 1e-13},      {1e-4, 1e-12}},
  gates = {gate_forward, gate_backward, {1, 9}, 2, 1, 1, 1, 1, {2e-6, 4e-15}, {2e-6, 4e-15}},
  logit_functions = {logits_forward, logits_backward, {MOST_ROWS}, 1, 1.5, 0.75, 20, 0,
                     {5e-5, 1e-13},  {5e-5, 1e-13}};

static const struct kind *kind_of(enum slot_id slot)
{
    return slot == SLOT_GATE ? &gates : slot == SLOT_LOGITS ? &logit_functions : &projections;
}

static bool has_fast(enum slot_id slot, const struct choice *c, bool backward)
{
#define HAS(type) (backward ? AS(type, c)->backward != NULL : AS(type, c)->forward != NULL)
    return slot == SLOT_GATE ? HAS(gate) : slot == SLOT_LOGITS ? HAS(logits) : HAS(projection);
#undef HAS
}

/* ---- rows of inputs ---- */

struct block {
    struct fast_check *check;
    const struct kind *kind;
    struct choice_trial t;
    int inputs, in[2], out;  /* widths of the inputs and the output */
    double *x[2], *moved[2]; /* inputs, and inputs perturbed by 16 rounding errors per number */
    double *dy;
};

static void open_block(struct block *b, const struct dims *dims)
{
    struct fast_check *c = b->check;
    choice_trial_open(&b->t, c->slot, c->formula, dims, c->args, 0);
    choice_trial_draw(&b->t, REACH_NEAR, 1);
    b->inputs = b->t.count - b->t.tensors;
    for (int i = 0; i < b->inputs; i++) {
        size_t count = MOST_ROWS * (size_t)(b->in[i] = trial_input(&b->t, i)->count);
        b->x[i] = draws(trial_input(&b->t, i)->name, count);
        b->moved[i] = draws("moved", count);
        for (size_t j = 0; j < count; j++) {
            b->x[i][j] *= j % 16 == 15 ? b->kind->large : 1;
            b->moved[i][j] = b->x[i][j] * (1 + copysign(16 * epsilon(c), b->moved[i][j]));
        }
    }
    b->out = b->t.out.count;
    b->dy = draws("dy", MOST_ROWS * (size_t)b->out);
}
static void close_block(struct block *b)
{
    for (int i = 0; i < b->inputs; i++) free(b->x[i]), free(b->moved[i]);
    free(b->dy);
    choice_trial_close(&b->t);
}

static void open_call(const struct block *b, int rows, double *const *x, const double *dy,
                      bool begin, double start, struct call *c)
{
    size_t n = (size_t)rows;
    *c = (struct call){.check = b->check, .dims = &b->t.dims, .rows = rows, .begin = begin};
    for (int i = 0; i < b->inputs; i++) {
        size_t count = n * (size_t)b->in[i];
        c->x[i] = fast_input(b->check, "x", x[i], count);
        c->dx[i] = fast_filled(b->check, "dx", i == b->kind->written ? (double)NAN : start, count);
    }
    c->y = fast_array(b->check, "y", n * (size_t)b->out);
    c->dy = fast_input(b->check, "dy", dy, n * (size_t)b->out);
    fast_parameters(b->check, &b->t, start, &c->p);
    c->run = head_run(b->check, &b->t, c->p.w, b->kind->scale, b->kind->factor);
}

static void set_row(struct block *b, double *const *x, int r)
{
    for (int i = 0; i < b->inputs; i++)
        for (int j = 0; j < b->in[i]; j++)
            trial_input(&b->t, i)->value[j] = b->kind->scale * x[i][r * b->in[i] + j];
}

/* Describes row r: "d_in 7, d_out 33, 3 rows, row 0: x = [...]". */
static char *row_text(const struct block *b, int rows, int r)
{
    struct text text = {0};
    text_add(&text, "d_in %d, d_out %d, %d rows, row %d: ", b->t.dims.d_in, b->t.dims.d_out, rows,
             r);
    for (int i = 0; i < b->inputs; i++) {
        char *x = numbers_text(b->x[i] + r * b->in[i], b->in[i]);
        text_add(&text, "%s%s = %s", i ? ", " : "", b->t.arrays[b->t.tensors + i].name, x);
        free(x);
    }
    return text.data;
}

/* ---- forward ---- */

static void check_row(struct block *b, int rows, int r, const struct reals *found, double *moved)
{
    double factor = b->kind->factor, tolerance = b->kind->output[b->check->real_size == 8];
    size_t bytes = (size_t)b->out * sizeof *moved;
    set_row(b, b->moved, r);
    choice_trial_evaluate(&b->t);
    memcpy(moved, b->t.out.value, bytes);
    set_row(b, b->x, r);
    choice_trial_evaluate(&b->t);
    for (int i = 0; i < b->out; i++) {
        double y = factor * b->t.out.value[i], got = get(found, (size_t)(r * b->out + i));
        if (fabs(got - y) <= tolerance * (1 + fabs(y)) + fabs(factor * moved[i] - y)) continue;
        char *row = row_text(b, rows, r);
        fast_fails(b->check,
                   "your forward gives %s[%d] = %.9g, but your formula gives %.9g, for %s",
                   b->t.out.name, i, got, y, row);
        free(row);
    }
}

static void check_forward(struct block *b, int rows)
{
    struct call c;
    double *moved = xarray((size_t)b->out, sizeof *moved);
    open_call(b, rows, b->x, b->dy, false, 0, &c);
    b->kind->forward(&c);
    for (int r = 0; r < rows && !b->check->wrong; r++) check_row(b, rows, r, &c.y, moved);
    fast_release(b->check, 0, "forward");
    free(moved);
}

/* ---- backward ---- */

/* Expected gradients. dx has shape (MOST_ROWS, width of the input). */
struct gradients {
    double *dx[2], *dw[MAX_TENSORS];
};

static struct gradients open_gradients(const struct block *b)
{
    struct gradients g = {{0}, {0}};
    for (int i = 0; i < b->inputs; i++)
        g.dx[i] = xarray(MOST_ROWS * (size_t)b->in[i], sizeof(double));
    for (int i = 0; i < b->t.tensors; i++)
        g.dw[i] = xarray(tensor_count(&b->t.tensor[i]), sizeof(double));
    return g;
}
static void close_gradients(const struct block *b, struct gradients *g)
{
    for (int i = 0; i < b->inputs; i++) free(g->dx[i]);
    for (int i = 0; i < b->t.tensors; i++) free(g->dw[i]);
}

/* Adds the gradients of rows `from` to `to - 1`. */
static void add_rows(struct block *b, double *const *x, int from, int to, struct gradients *g)
{
    memcpy(b->t.dw, g->dw, sizeof g->dw);
    for (int r = from; r < to; r++) {
        choice_trial_clear(&b->t, b->t.tensors);
        set_row(b, x, r);
        for (int i = 0; i < b->out; i++)
            b->t.out.gradient[i] = b->kind->factor * b->dy[r * b->out + i];
        b->t.kind->differentiate(&b->t);
        for (int i = 0; i < b->inputs; i++)
            for (int j = 0; j < b->in[i]; j++)
                g->dx[i][r * b->in[i] + j] = b->kind->scale * trial_input(&b->t, i)->gradient[j];
    }
}

/* Checks `norm(found - start - expected) <= tolerance * norm(expected) + norm(moved - expected)`.
 */
static void compare(const struct block *b, int rows, const char *what, const struct reals *found,
                    double start, const double *expected, const double *moved)
{
    double error = 0, norm = 0, move = 0;
    size_t worst = 0;
    for (size_t i = 0; i < found->count; i++) {
        double off = get(found, i) - start - expected[i], by = moved[i] - expected[i];
        if (!(fabs(off) <= fabs(get(found, worst) - start - expected[worst]))) worst = i;
        error += off * off; /* pow() would be slow under sanitizers */
        norm += expected[i] * expected[i];
        move += by * by;
    }
    if (sqrt(error) <= b->kind->gradient[b->check->real_size == 8] * sqrt(norm) + sqrt(move))
        return;
    char *row = row_text(b, rows, 0);
    fast_fails(b->check,
               "your backward gives d%s[%zu] = %.9g, but your derivative gives %.9g (norm "
               "of all errors %.3g, norm of d%s %.3g), for %s",
               what, worst, get(found, worst) - start, expected[worst], sqrt(error), what,
               sqrt(norm), row);
    free(row);
}

/* Initial value of gradients to which the build adds; a small value, so that the sum loses few
 * digits. Gradients that the build overwrites start as NaN. */
static const double START = 0.125;

static void check_gradients(struct block *b, int rows, bool begin, const struct gradients *expected,
                            const struct gradients *moved)
{
    double start = begin ? 0 : START;
    struct call c;
    open_call(b, rows, b->x, b->dy, begin, begin ? (double)NAN : START, &c);
    b->kind->backward(&c);
    for (int i = 0; i < b->inputs; i++)
        compare(b, rows, trial_input(&b->t, i)->name, &c.dx[i], i == b->kind->written ? 0 : start,
                expected->dx[i], moved->dx[i]);
    for (int i = 0; i < b->t.tensors; i++)
        compare(b, rows, b->t.tensor[i].name, &c.p.gradient[i], start, expected->dw[i],
                moved->dw[i]);
    fast_release(b->check, 0, "backward");
}

/* ---- the check ---- */

/* Checks that the bits of a row of y and dx do not depend on the other rows. */
static void check_independent_rows(struct block *b, bool backward)
{
    enum { ROWS = 9, KEPT = 4 };
    struct reals found[2];
    for (int changed = 0; changed < 2; changed++) {
        double *x[2] = {0}, *dy = draws("dy", MOST_ROWS * (size_t)b->out);
        struct call c;
        for (int j = 0; j < ROWS * b->out; j++) dy[j] *= changed && j / b->out != KEPT ? -2 : 1;
        for (int i = 0; i < b->inputs; i++) {
            x[i] = xarray((size_t)(ROWS * b->in[i]), sizeof(double));
            for (int j = 0; j < ROWS * b->in[i]; j++)
                x[i][j] = b->x[i][j] * (changed && j / b->in[i] != KEPT ? -2 : 1);
        }
        open_call(b, ROWS, x, dy, false, START, &c);
        (backward ? b->kind->backward : b->kind->forward)(&c);
        found[changed] = backward ? c.dx[0] : c.y;
        for (int i = 0; i < b->check->count; i++) b->check->arrays[i].source = NULL;
        for (int i = 0; i < b->inputs; i++) free(x[i]);
        free(dy);
    }
    size_t width = found[0].count / ROWS;
    for (size_t i = KEPT * width; i < (KEPT + 1) * width; i++)
        if (get(&found[0], i) != get(&found[1], i))
            fast_fails(b->check, backward
                                     ? "in your backward, a row of dx depends on other rows"
                                     : "in your forward, a row of y depends on other rows of x");
    fast_release(b->check, 0, backward ? "backward" : "forward");
}

static void check_block(struct block *b, int counts)
{
    const struct fast_check *c = b->check;
    struct gradients expected = open_gradients(b), moved = open_gradients(b);
    bool forward = has_fast(c->slot, c->fast, false), backward = has_fast(c->slot, c->fast, true);
    bool begins = b->kind == &projections && AS(projection, c->fast)->begins;
    for (int i = 0, done = 0; i < counts; done = b->kind->counts[i++]) {
        int rows = b->kind->counts[i];
        if (forward) check_forward(b, rows);
        if (!backward) continue;
        add_rows(b, b->x, done, rows, &expected);
        add_rows(b, b->moved, done, rows, &moved);
        for (int begin = 0; begin <= begins && !c->wrong; begin++)
            check_gradients(b, rows, begin, &expected, &moved);
    }
    bool square = b->t.dims.d_in == b->t.dims.d_out;
    for (int back = 0; back < 2 && square && b->kind != &logit_functions; back++)
        if (back ? backward : forward) check_independent_rows(b, back);
    close_gradients(b, &expected), close_gradients(b, &moved);
}

void rows_check(struct fast_check *c)
{
    static const struct dims usual[] = {{7, 33, 3, 11, 1, 1, 1, 0, 0},
                                        {33, 33, 3, 11, 1, 1, 1, 0, 0}};
    struct block b = {.check = c, .kind = kind_of(c->slot)};
    if (has_fast(c->slot, c->fast, true) && !has_fast(c->slot, c->fast, false))
        fast_fails(c, "`backward` needs `forward`");
    for (int i = 0; i < (c->dims ? 1 : 2) && !c->wrong; i++) {
        const struct dims *dims = c->dims ? c->dims : &usual[i];
        int counts = 0;
        if (c->formula->refuse && c->formula->refuse(dims, c->args)) continue;
        while (counts < MAX_COUNTS && b.kind->counts[counts]) counts++;
        open_block(&b, dims);
        check_block(&b, dims->d_in == dims->d_out ? counts : b.kind->few);
        close_block(&b);
    }
}
