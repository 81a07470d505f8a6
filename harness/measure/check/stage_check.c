/* SPDX-License-Identifier: MIT
 * Compares rows of projections and of the output gate with the oracle, and runs all stages in
 * order. */
#include "harness/measure/check/stages.h"
#include "kernels/oracle.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct row_stage {
    const char *name;
    enum slot_id slot;
    const float *in, *side; /* inputs of the stage; `side` is NULL if the stage has one input */
    const float *out;
    int rows; /* rows per batch element */
    int d_side;
};

static void run_formula(struct stages *s, const struct oracle *oracle,
                        const struct row_stage *stage, long row, int moved, double *out)
{
    const double *const *w = moved ? s->moved_w : s->w;
    if (stage->side)
        oracle_output(oracle, w, s->in[moved], s->side[moved], out, s->scratch);
    else
        oracle_project(oracle, stage->slot, (int)(row % stage->rows), w, s->in[moved], out,
                       s->scratch);
}

/* Computes the output for perturbed inputs. */
static void evaluate_moved(struct stages *s, const struct row_stage *stage, long row, int d_out,
                           double *out)
{
    run_formula(s, s->smooth, stage, row, 1, out);
    for (int c = 0; c < d_out; c++) out[c] += s->rounding[c];
}

/* Computes the output, its change due to rounding of operands, and the output for perturbed inputs.
 */
static void evaluate(struct stages *s, const struct row_stage *stage, long row, int d_out)
{
    run_formula(s, s->oracle, stage, row, 0, s->out[0]);
    if (s->load->layer.precision != PRECISION_FLOAT32)
        run_formula(s, s->smooth, stage, row, 0, s->again);
    else
        memcpy(s->again, s->out[0], (size_t)d_out * sizeof *s->again);
    for (int c = 0; c < d_out; c++) s->rounding[c] = s->out[0][c] - s->again[c];
    evaluate_moved(s, stage, row, d_out, s->out[1]);
}

/* Returns the error bound for operands that float may round to a different bf16 number. Only the
 * operands of a slot's first matrix are known exactly. */
static double rounding_error(const struct stages *s, int d_out)
{
    int matrices = 0;
    double most = 0;
    for (int t = 0; t < s->load->tensor_count; t++)
        matrices += s->w[t] && s->load->tensor[t].matrix;
    for (int c = 0; c < d_out && matrices > 1; c++) most = fmax(most, fabs(s->rounding[c]));
    return 2 * most;
}

/* Perturbs the inputs of narrow rows several times and keeps the largest change of each output. In
 * a single perturbation, the changes of two inputs could cancel. */
static void move_narrow(struct stages *s, const struct row_stage *stage, long row, int d_in,
                        int d_out)
{
    enum { NARROW = 8, TURNS = 8 };
    for (int turn = 1; turn < TURNS && d_out < NARROW; turn++) {
        stages_move(s, stage->name, turn, s->in[0], (size_t)d_in, s->in[1]);
        stages_move(s, "side", turn, s->side[0], (size_t)stage->d_side, s->side[1]);
        evaluate_moved(s, stage, row, d_out, s->again);
        for (int c = 0; c < d_out; c++)
            if (fabs(s->again[c] - s->out[0][c]) > fabs(s->out[1][c] - s->out[0][c]))
                s->out[1][c] = s->again[c];
    }
}

/* Returns a bound for the absolute error of GELU(x) = x / 2 * (1 + erf(x / sqrt(2))). For x < 0,
 * the terms cancel, so the error is one rounding error of x, even if GELU(x) is tiny. In float,
 * GELU(x) is 0 for x < -9. */
static double gelu_error(const struct stages *s, enum slot_id slot)
{
    const struct layer *layer = &s->load->layer;
    const struct choice *c = s->load->kernels->slots[slot].choices[layer->choice[slot]];
    for (int p = 0; c->params && c->params[p].name; p++)
        if (strcmp(c->params[p].name, "act") == 0 && layer->args[slot].value[p] == ACT_GELU)
            return 9 * (double)FLT_EPSILON;
    return 0;
}

static void compare_one(struct stages *s, const struct row_stage *stage, long row)
{
    struct dims d = stages_dims(s, stage->slot);
    size_t d_in = (size_t)d.d_in, d_side = (size_t)stage->d_side;
    stages_load(s, stage->name, stage->in + (size_t)row * d_in, 1, d_in, d_in, s->in);
    if (stage->side)
        stages_load(s, "side", stage->side + (size_t)row * d_side, 1, d_side, d_side, s->side);
    evaluate(s, stage, row, d.d_out);
    move_narrow(s, stage, row, d.d_in, d.d_out);
    struct row_place at = {stage->name, (int)(row / stage->rows), (int)(row % stage->rows), 0};
    compare_row(s->all, &at, stage->out + (size_t)row * (size_t)d.d_out, s->out[0], s->out[1],
                d.d_out, fmax(d.d_in, d.d_out),
                gelu_error(s, stage->slot) + rounding_error(s, d.d_out));
    if (stage->slot == SLOT_O && stages_visible_keys(s, at.b, at.i) > 0)
        stages_count_zeros(&s->facts->y, s->out[0], d.d_out);
}

static void compare_rows(struct stages *s, const struct row_stage *stage)
{
    long total = (long)s->load->layer.shape.batch * stage->rows;
    int wanted = s->sampling->projection_rows;
    stages_open_slot(s, stage->slot);
    /* oracle_output() also evaluates the slot combine */
    if (stage->side) stages_open_slot(s, SLOT_COMBINE);
    for (int k = 0; k < wanted && k < total; k++)
        compare_one(s, stage, stages_sampled_row(s, stage->name, k, wanted, total));
    stages_close_slots(s);
}

void stages_compare(const struct workload *load, const struct sampling *sampling,
                    struct comparison *all, struct stage_facts *facts)
{
    const struct shape *shape = &load->layer.shape;
    struct stages s;
    stages_open(&s, load, sampling, all, facts);
    struct layer_trace t = s.trace;
    const struct row_stage before[] = {
        {"q", SLOT_Q, load->x, NULL, t.q, shape->n, 0},
        {"k", SLOT_K, load->context, NULL, t.k, shape->m, 0},
        {"v", SLOT_V, load->context, NULL, t.v, shape->m, 0},
    };
    const struct row_stage decay = {
        "decay", SLOT_FORGET, load->context, NULL, t.log_decay, shape->m, 0};
    const struct row_stage after[] = {
        {"gate", SLOT_GATE, load->x, t.o, t.gated, shape->n, t.output_width[0]},
        {"y", SLOT_O, t.gated, NULL, load->y, shape->n, 0},
    };
    for (int i = 0; i < 3; i++) compare_rows(&s, &before[i]);
    if (t.log_decay) compare_rows(&s, &decay);
    stages_compare_attention(&s);
    /* i = 0 is the output gate, which is skipped if there is no gate */
    for (int i = t.gated == t.o; i < 2; i++) compare_rows(&s, &after[i]);
    stages_close(&s);
}
