/* SPDX-License-Identifier: MIT
 * Runs a layer on poisoned memory and compares the result with the formula. */
#include "harness/measure/check/check.h"

#include "base/mem.h"
#include "harness/measure/check/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct checked {
    const struct workload *load;
    uint64_t operands, result;
};

bool check_fail(struct check_result *r, enum row_status status, char *reason)
{
    r->status = status;
    free(r->reason);
    r->reason = reason;
    return false;
}

/* ---- after each pass ---- */

static bool guards_intact(const struct workload *load, struct check_result *r)
{
    char *damage = memory_check(load->memory);
    return damage ? check_fail(r, STATUS_INCORRECT, damage) : true;
}

static bool operands_intact(const struct workload *load, uint64_t before, struct check_result *r)
{
    if (workload_hash_operands(load) == before) return true;
    return check_fail(r, STATUS_INCORRECT, xstrdup("the pass changed its input or a parameter"));
}

/* Writes an element's index and value as a string. Arrays with d_model columns have three indices,
 * as in "y[0,3,17]: 0.5"; other arrays have one, as in "dq.w[99]: 0.5". */
static void name_place(const struct workload *load, const struct result_array *a, size_t i,
                       char *text, size_t size)
{
    const struct shape *s = &load->layer.shape;
    bool context = a->data == load->dcontext && a->data != load->dx;
    size_t row = (size_t)s->d_model, rows = (size_t)(context ? s->m : s->n);
    if (a->data == load->y || a->data == load->dx || context)
        snprintf(text, size, "%s[%zu,%zu,%zu]: %g", a->name, i / row / rows, i / row % rows,
                 i % row, (double)a->data[i]);
    else
        snprintf(text, size, "%s[%zu]: %g", a->name, i, (double)a->data[i]);
}

static bool array_finite(const struct workload *load, const struct result_array *a,
                         struct check_result *r)
{
    size_t bad = 0, first = 0;
    for (size_t i = a->count; i-- > 0;)
        if (!isfinite(a->data[i])) {
            bad++;
            first = i;
        }
    if (!bad) return true;
    r->max_abs_err = (double)INFINITY;
    name_place(load, a, first, r->worst, sizeof r->worst);
    return check_fail(
        r, STATUS_INCORRECT,
        xformat("%zu of %zu values of %s are not finite or were never written; the first is %s",
                bad, a->count, a->name, r->worst));
}

/* Returns true if all results are finite. Unwritten elements still contain the poison value NaN, so
 * this also detects them. */
static bool result_finite(const struct workload *load, struct check_result *r)
{
    struct result_array list[MAX_RESULTS];
    int count = workload_results(load, list);
    for (int i = 0; i < count; i++)
        if (!array_finite(load, &list[i], r)) return false;
    return true;
}

/* Returns true if the gap between two activation arrays still contains only the poison value NaN.
 * The gap serves as a canary, because both arrays are in one buffer. */
static bool gap_poisoned(const char *from, const char *to)
{
    for (; from + sizeof(float) <= to; from += sizeof(float)) {
        float value;
        memcpy(&value, from, sizeof value);
        if (!isnan(value)) return false;
    }
    return true;
}

static size_t row_bytes(const struct workload *load, enum slot_id slot)
{
    return (size_t)load->kernels->dims(&load->layer, slot).d_out * sizeof(float);
}

static bool gaps_intact(const struct workload *load, struct check_result *r)
{
    const struct shape *s = &load->layer.shape;
    struct layer_trace t = load->kernels->trace(&load->layer, load->activations);
    size_t n = (size_t)s->batch * (size_t)s->n, m = (size_t)s->batch * (size_t)s->m;
    struct rows {
        const char *name, *at;
        size_t bytes;
    } arrays[3 + MAX_STAGES + 1] = {{"q", t.q, row_bytes(load, SLOT_Q) * n},
                                    {"k", t.k, row_bytes(load, SLOT_K) * m},
                                    {"v", t.v, row_bytes(load, SLOT_V) * m}};
    int count = 3;
    for (int i = 0; i <= MAX_STAGES && t.outputs[i]; i++)
        arrays[count++] = (struct rows){i ? "gated" : "o", t.outputs[i],
                                        (size_t)t.output_width[i] * sizeof(float) * n};
    for (int a = 0; a < count; a++) {
        const char *end = t.state; /* t.state is the last array in memory */
        for (int next = 0; next < count; next++)
            if (arrays[next].at > arrays[a].at && arrays[next].at < end) end = arrays[next].at;
        if (!gap_poisoned(arrays[a].at + arrays[a].bytes, end))
            return check_fail(r, STATUS_INCORRECT,
                              xformat("the pass wrote past the end of %s", arrays[a].name));
    }
    return true;
}

static bool pass_sound(const struct workload *load, struct checked *c, struct check_result *r)
{
    workload_poison(load);
    workload_prepare(load);
    workload_pass(load, NULL);
    c->result = workload_hash_result(load);
    return guards_intact(load, r) && gaps_intact(load, r) &&
           operands_intact(load, c->operands, r) && result_finite(load, r);
}

/* ---- comparison with the formula ---- */

static bool judge(const struct comparison *all, struct check_result *r)
{
    r->max_abs_err = all->error;
    r->tolerance = all->tolerance;
    r->nmse = all->nmse_rows ? all->nmse_sum / (double)all->nmse_rows : 0;
    memcpy(r->worst, all->worst, sizeof r->worst);
    if (all->worst_ratio <= 1) return true;
    return check_fail(
        r, STATUS_INCORRECT,
        xformat("%s, error %.3g, tolerance %.3g", all->worst, all->error, all->tolerance));
}

static bool not_all_zero(const char *stage, const struct zeros *z, struct check_result *r)
{
    if (z->zeros * 10 <= z->values * 9) return true;
    return check_fail(
        r, STATUS_MISTRUSTED,
        xformat("the formula gives 0 for %ld of %ld values of %s, so the check is inconclusive",
                z->zeros, z->values, stage));
}

/* Returns true if the comparison could have detected an error: rows were compared, float can
 * resolve most scores, and most results are not 0. */
static bool trusted(const struct workload *load, const struct comparison *all,
                    const struct stage_facts *f, struct check_result *r)
{
    if (!all->rows) return check_fail(r, STATUS_MISTRUSTED, xstrdup("no row could be compared"));
    if (f->attention_rows && f->unresolved * 2 > f->attention_rows)
        return check_fail(r, STATUS_MISTRUSTED,
                          xformat("scores are too large for float in %ld of %ld rows",
                                  f->unresolved, f->attention_rows));
    /* relu maps tiny inputs to tiny outputs, so zeros are expected */
    if (load->input == INPUT_VANISHING) return true;
    return not_all_zero("o", &f->o, r) && not_all_zero("y", &f->y, r);
}

static bool matches_formula(const struct workload *load, const struct sampling *sampling,
                            struct check_result *r)
{
    struct comparison all = {0};
    struct stage_facts facts = {0};
    stages_compare(load, sampling, &all, &facts);
    if (judge(&all, r)) return trusted(load, &all, &facts, r);
    if (!row_error_is_rounding(load, sampling, all.worst_ratio)) return false;
    return check_fail(r, STATUS_MISTRUSTED,
                      xformat("%s depends on rounding: its error changes when the operands change "
                              "by one rounding error",
                              all.worst));
}

static bool repeats(const struct workload *load, struct checked *c, struct check_result *r)
{
    uint64_t first = c->result;
    if (!pass_sound(load, c, r)) return false;
    if (c->result == first) return true;
    return check_fail(r, STATUS_INCORRECT,
                      xstrdup("a second pass over the same input gave different bits"));
}

struct checked *check_workload(const struct workload *load, const struct sampling *sampling,
                               struct check_result *r)
{
    *r = (struct check_result){.status = STATUS_OK, .reason = xstrdup("")};
    struct checked *c = xalloc(sizeof *c);
    *c = (struct checked){load, workload_hash_operands(load), 0};
    if (pass_sound(load, c, r) && matches_formula(load, sampling, r) && repeats(load, c, r))
        return c;
    checked_free(c);
    return NULL;
}

/* ---- use of a checked workload ---- */

const struct workload *checked_workload(const struct checked *c) { return c->load; }
void checked_free(struct checked *c) { free(c); }

bool checked_same_result(const struct checked *c)
{
    return workload_hash_result(c->load) == c->result;
}

char *checked_again(const struct checked *c)
{
    struct check_result r = {.reason = NULL};
    if (!guards_intact(c->load, &r) || !operands_intact(c->load, c->operands, &r)) return r.reason;
    if (checked_same_result(c)) return NULL;
    return xstrdup("a later pass gave different bits than the checked pass");
}

struct sampling reduced_rows(void)
{
    return (struct sampling){.projection_rows = 48, .attention_rows = 64};
}

void check_result_free(struct check_result *r)
{
    free(r->reason);
    *r = (struct check_result){0};
}

static int least(int a, int b) { return a < b ? a : b; }

/* Limits the number of key heads, and the number of query heads per key head, to `most`. Query
 * heads still share key heads if they did before. */
static void reduce_heads(struct shape *s, int most)
{
    int kv_heads = s->kv_heads ? s->kv_heads : s->heads, group = s->heads / kv_heads;
    bool valid = kv_heads > 0 && kv_heads * group == s->heads;
    if (!valid || group == 1) {
        s->heads = least(s->heads, most);
        if (group == 1) s->kv_heads = s->kv_heads ? s->heads : 0;
        return;
    }
    s->kv_heads = least(kv_heads, most);
    s->heads = s->kv_heads * least(group, most);
}

struct limits {
    int d_head, d_model, queries, tokens; /* `queries` applies only to cross-attention */
};
static struct layer reduced(const struct layer *layer, struct limits most)
{
    enum { MOST_BATCH = 2, MOST_HEADS = 2 };
    struct layer small = *layer;
    struct shape *s = &small.shape;
    bool cross = s->n != s->m;
    bool tied = s->d_model == s->heads * s->d_head;
    s->batch = least(s->batch, MOST_BATCH);
    /* slot combine halves the number of heads, so keep twice as many */
    reduce_heads(s, layer->choice[SLOT_COMBINE] ? 2 * MOST_HEADS : MOST_HEADS);
    s->d_head = least(s->d_head, most.d_head);
    s->d_model = tied ? s->heads * s->d_head : least(s->d_model, most.d_model);
    s->n = least(s->n, cross ? most.queries : most.tokens);
    s->m = least(s->m, most.tokens);
    if (cross && s->n == s->m) s->n--; /* keeps the layer a cross-attention layer */
    return small;
}

struct layer check_reduced(const struct layer *layer)
{
    return reduced(layer, (struct limits){64, 128, 70, 131});
}

struct layer gradient_reduced(const struct layer *layer)
{
    return reduced(layer, (struct limits){16, 32, 20, 20});
}
