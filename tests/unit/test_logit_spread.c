/* SPDX-License-Identifier: MIT
 * Tests the standard deviation of logits, which is used for matched starting values. Every score
 * and build must agree with the score formula. Also tests the logit multiplier. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "complete_cell.h"
#include "harness/measure/check/check.h"
#include "layer_walks.h"

#include <float.h>
#include <limits.h>

/* ---- one layer with drawn operands, in one build ---- */

struct trial {
    const struct kernels *k;
    struct layer layer;
    struct layer_memory need;
    struct tensor tensor[MAX_LAYER_TENSORS];
    int tensors;
    void *w[MAX_LAYER_TENSORS], *x, *context, *y, *activations, *working;
    int lengths[8];
};

static double get(const struct kernels *k, const void *array, size_t i)
{
    return k->real_size == 4 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}
static void put(const struct kernels *k, void *array, size_t i, double value)
{
    if (k->real_size == 4)
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

static void *drawn(const struct kernels *k, size_t count, const char *stream, double mean)
{
    void *p = aligned_alloc(64, (count * k->real_size + 63) / 64 * 64);
    for (size_t i = 0; i < count; i++)
        put(k, p, i, mean + 0.4 * rng_normal(5, rng_stream(stream), i));
    return p;
}
/* Fills the buffer with NaN to reveal reads of unwritten values. */
static void *poisoned(size_t bytes)
{
    return memset(aligned_alloc(64, (bytes + 127) / 64 * 64), 0xff, bytes + 1);
}

static void open_trial(struct trial *t, const struct kernels *k, const struct layer *layer)
{
    const struct shape *s = &layer->shape;
    *t = (struct trial){.k = k, .layer = *layer, .lengths = {s->m - 2, s->m > 4 ? 3 : 1}};
    t->tensors = k->tensors(layer, t->tensor);
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *w = &t->tensor[i];
        size_t count = (size_t)w->dim[0] * (size_t)w->dim[1] * (size_t)w->dim[2];
        t->w[i] = drawn(k, count, w->name, w->init == INIT_ONE);
    }
    t->need = k->memory(layer, 1);
    t->x = drawn(k, (size_t)(s->batch * s->n * s->d_model), "x", 0);
    t->context =
        s->n == s->m ? t->x : drawn(k, (size_t)(s->batch * s->m * s->d_model), "context", 0);
    t->activations = poisoned(t->need.activations);
    size_t working = t->need.working, spread = k->spread_bytes(layer);
    t->working = poisoned(working > spread ? working : spread);
    t->y = poisoned(t->need.output);
}
static struct layer_io io_of(const struct trial *t)
{
    return (struct layer_io){t->x,           t->context, t->lengths, (void *const *)t->w,
                             t->activations, t->working, t->y};
}
static void forward(struct trial *t)
{
    struct layer_io io = io_of(t);
    t->k->forward(&t->layer, &io, NULL, NULL);
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]);
    if (t->context != t->x) free(t->context);
    free(t->x);
    free(t->y);
    free(t->activations);
    free(t->working);
}

/* ---- the spread ---- */

#define SCORE(name) extern const struct score score_##name##_formula;
#include "kernels/scores/list.def"
#undef SCORE
#define SCORE(name) &score_##name##_formula,
static const struct score *const scores_formula[] = {
#include "kernels/scores/list.def"
};
#undef SCORE

#define LOGITS(name) extern const struct logits logits_##name##_formula;
#include "kernels/logits/list.def"
#undef LOGITS
#define LOGITS(name) &logits_##name##_formula,
static const struct logits *const logits_formula[] = {
#include "kernels/logits/list.def"
};
#undef LOGITS

struct pairs {
    double squares, count, size;
};

/* Adds the squared deviations of one query's logits from their mean. */
static void add_query(const struct trial *t, const double *const *w, const double *const *phi_w,
                      int batch, int head, int i, struct pairs *to)
{
    const struct layer *l = &t->layer;
    const struct logits *phi = logits_formula[l->choice[SLOT_LOGITS]];
    const struct args *phi_args = &l->args[SLOT_LOGITS];
    const struct score *f = scores_formula[l->choice[SLOT_SCORE]];
    const struct args *args = &l->args[SLOT_SCORE];
    const struct shape *s = &l->shape;
    struct dims dims = {s->d_model, s->heads * s->d_head, s->heads, s->d_head, s->n, s->m, 1, 0, 0};
    struct layer_trace trace = t->k->trace(l, t->activations);
    double q[64], k[64], logits[512], scratch[4096], mean = 0;
    bool causal = l->mask == MASK_CAUSAL || l->mask == MASK_CAUSAL_PADDING;
    bool padded = l->mask == MASK_PADDING || l->mask == MASK_CAUSAL_PADDING;
    int visible = causal ? i + 1 + s->m - s->n : s->m, width = s->heads * s->d_head;
    if (padded && t->lengths[batch] < visible) visible = t->lengths[batch];
    if (visible <= 0) return;
    double scale = l->score_scale * (f->scale ? f->scale(&dims, args) : 1);
    if (l->scale_place == SCALE_OUTSIDE) scale = 1;
    double multiplier = l->logit_multiplier != 0 ? l->logit_multiplier : 1;
    for (int c = 0; c < s->d_head; c++)
        q[c] = get(t->k, trace.q, (size_t)((batch * s->n + i) * width + head * s->d_head + c));
    for (int j = 0; j < visible; j++) {
        for (int c = 0; c < s->d_head; c++)
            k[c] = get(t->k, trace.k, (size_t)((batch * s->m + j) * width + head * s->d_head + c));
        logits[j] = scale * f->formula(&dims, args, w, head, q, k, scratch);
        logits[j] = multiplier * phi->formula(&dims, phi_args, phi_w, head, logits[j]);
        mean += logits[j] / visible;
        to->size += logits[j] * logits[j];
    }
    for (int j = 0; j < visible; j++) to->squares += (logits[j] - mean) * (logits[j] - mean);
    to->count += visible;
}

/* Copies the parameters of a slot to w as doubles and returns the number of tensors. `slot` is the
 * prefix of the tensor names, for example "score.". The caller frees the arrays. */
static int parameters(const struct trial *t, const char *slot, double **w)
{
    int count = 0;
    for (int i = 0; i < t->tensors; i++) {
        if (strncmp(t->tensor[i].name, slot, strlen(slot))) continue;
        const int *dim = t->tensor[i].dim;
        size_t reals = (size_t)dim[0] * (size_t)dim[1] * (size_t)dim[2];
        w[count] = xarray(reals, sizeof **w);
        for (size_t r = 0; r < reals; r++) w[count][r] = get(t->k, t->w[i], r);
        count++;
    }
    return count;
}

static struct pairs by_formula(const struct trial *t, const int *queries)
{
    double *w[MAX_TENSORS], *phi_w[MAX_TENSORS];
    struct pairs all = {0};
    int count = parameters(t, "score.", w), phi_count = parameters(t, "logits.", phi_w);
    const struct shape *s = &t->layer.shape;
    for (int b = 0; b < s->batch; b++)
        for (int h = 0; h < s->heads; h++)
            for (int i = 0; i < (queries ? queries[b] : s->n); i++)
                add_query(t, (const double *const *)w, (const double *const *)phi_w, b, h, i, &all);
    while (count > 0) free(w[--count]);
    while (phi_count > 0) free(phi_w[--phi_count]);
    return all;
}

/* The tolerance is a few dozen machine epsilons, relative to the largest logit or to 1. */
static void check_spread(const struct kernels *k, const struct layer *layer)
{
    if (k->refuse(layer)) return;
    struct trial t;
    open_trial(&t, k, layer);
    forward(&t);
    int some[] = {layer->shape.n - 1, 1};
    for (int all = 0; all < 2; all++) {
        const int *queries = all ? NULL : some;
        struct layer_io io = io_of(&t);
        double got = k->spread(layer, &io, queries).spread;
        struct pairs want = by_formula(&t, queries);
        double spread = want.count > 0 ? sqrt(want.squares / want.count) : 0;
        double size = 1 + (want.count > 0 ? sqrt(want.size / want.count) : 0);
        double eps = k->real_size == 4 ? (double)FLT_EPSILON : DBL_EPSILON;
        if (!(fabs(got - spread) <= 100 * eps * size))
            fail_msg("score=%s, mask %d, %s [%s]: spread %.9g (expected %.9g)",
                     k->slots[SLOT_SCORE].choices[layer->choice[SLOT_SCORE]]->name, layer->mask,
                     all ? "all queries" : "some", k->name, got, spread);
    }
    close_trial(&t);
}

static int spreads;
static void in_every_build(const struct layer *layer)
{
    struct layer l = *layer;
    l.logit_multiplier = spreads % 2 ? 0.6 : 0;
    check_spread(kernels_by_name("double"), &l);
    for (const struct kernels *const *k = kernels_available(); *k; k++) check_spread(*k, &l);
    spreads++;
}

static void spread_matches_the_formulas(void **state)
{
    (void)state;
    spreads = 0;
    scores_normalizers_masks(in_every_build);
    tails(in_every_build);
    checked = in_every_build;
    for (int score = 0; score < choices(SLOT_SCORE); score++) {
        struct layer l = plain_layer();
        choose(&l, SLOT_SCORE, score);
        each_value(by_both_methods, &l, SLOT_SCORE);
    }
    for (int phi = 0; phi < choices(SLOT_LOGITS); phi++) {
        struct layer l = plain_layer();
        choose(&l, SLOT_LOGITS, phi);
        /* ALiBi is added after the logit function and is not part of any score. */
        l.alibi = phi % 2;
        masks(l, phi, in_every_build);
    }
    assert_true(spreads > 200);
}

/* If all logits of a query are equal, their standard deviation is only rounding error. A query
 * without visible keys has a standard deviation of 0. */
static void equal_logits_have_no_spread(void **state)
{
    (void)state;
    const struct kernels *k = kernels_available()[0];
    struct layer l = plain_layer();
    struct trial t;
    open_trial(&t, k, &l);
    forward(&t);
    struct layer_io io = io_of(&t);
    struct layer_trace trace = k->trace(&l, t.activations);
    assert_false(k->spread(&l, &io, NULL).rounding);
    size_t width = (size_t)(l.shape.heads * l.shape.d_head);
    for (size_t row = 1; row < (size_t)(l.shape.batch * l.shape.m); row++)
        for (size_t c = 0; c < width; c++)
            put(k, trace.k, row * width + c, get(k, trace.k, c) * (1 + 1e-7 * (double)(row % 3)));
    assert_true(k->spread(&l, &io, NULL).rounding);
    int none[] = {0, 0};
    struct logit_spread nothing = k->spread(&l, &io, none);
    assert_true(nothing.spread == 0 && nothing.rounding);
    put(k, trace.k, 3, (double)NAN);
    assert_true(isnan(k->spread(&l, &io, NULL).spread));
    close_trial(&t);
}

/* ---- the multiplier of logits ---- */

static double largest_difference(const struct trial *a, const struct trial *b, double factor)
{
    double worst = 0;
    size_t count = a->need.output / a->k->real_size;
    for (size_t i = 0; i < count; i++)
        worst = fmax(worst, fabs(get(a->k, a->y, i) - factor * get(b->k, b->y, i)));
    return worst;
}

/* With the scale inside softmax, a logit multiplier gives the same bits as a score scale. With the
 * scale outside, the output is 1/sqrt(d_head) times as large, because the other maps are linear and
 * have no bias. */
static void as_the_scale_says(const struct layer *layer)
{
    for (const struct kernels *const *build = kernels_available(); *build; build++) {
        const struct kernels *k = *build;
        struct layer l = *layer, scaled = *layer, outside = *layer, inside = *layer;
        struct trial a, b, c, d;
        double natural = 1 / sqrt(l.shape.d_head);
        l.scale_place = scaled.scale_place = inside.scale_place = SCALE_INSIDE;
        outside.scale_place = SCALE_OUTSIDE;
        l.logit_multiplier = scaled.score_scale = 0.75;
        outside.logit_multiplier = 0.75;
        inside.score_scale = 0.75 / natural;
        open_trial(&a, k, &l), open_trial(&b, k, &scaled);
        open_trial(&c, k, &outside), open_trial(&d, k, &inside);
        forward(&a), forward(&b), forward(&c), forward(&d);
        assert_memory_equal(a.y, b.y, a.need.output);
        double worst = largest_difference(&c, &d, natural);
        /* The output values are about 1. */
        if (!(worst <= 1e-5)) fail_msg("[%s] outputs differ by %g", k->name, worst);
        assert_true(largest_difference(&a, &c, 1) > 1e-3);
        close_trial(&a), close_trial(&b), close_trial(&c), close_trial(&d);
    }
}

static void multiplier_inside_is_a_scale(void **state)
{
    (void)state;
    struct layer l = plain_layer();
    checked = as_the_scale_says;
    masks(l, 0, by_both_methods);
}

/* Tests each choice with a logit multiplier. The choice is compared with its formula, gradients
 * with finite differences, and float builds with the double build. */
static struct text_corpus text;
static int multiplied;

static void check_multiplied(const struct layer *layer)
{
    struct worker_cell cell = completed_cell("phase=both,threads=1,input=normal");
    struct layer l = *layer;
    struct workload load;
    struct check_result result;
    l.shape = (struct shape){2, 2, 20, 20, 12, 6, 0};
    l.mask = MASK_CAUSAL;
    if (cell.kernels->refuse(&l)) {
        worker_cell_free(&cell);
        return;
    }
    l.logit_multiplier = 0.6;
    l.scale_place = multiplied % 2 ? SCALE_OUTSIDE : SCALE_INSIDE;
    struct memory *memory = memory_new(THP_NEVER, 1);
    struct sampling every_row = {INT_MAX, INT_MAX, 1};
    workload_open(&load, &l, &cell, &text, NULL, memory);
    struct checked *good = check_workload(&load, &every_row, &result);
    if (!good || !gradient_check(&load, 2, 3, &result))
        fail_msg("score %d, normaliser %d, q %d: %s", l.choice[SLOT_SCORE],
                 l.choice[SLOT_NORMALIZER], l.choice[SLOT_Q], result.reason);
    checked_free(good);
    check_result_free(&result);
    workload_close(&load);
    memory_free(memory);
    worker_cell_free(&cell);
    multiplied++;
}

static void every_choice_supports_the_multiplier(void **state)
{
    (void)state;
    char *error = NULL;
    assert_true(text_open("builtin", &text, &error));
    checked = check_multiplied;
    for (int slot = 0; slot < SLOTS; slot++)
        for (int choice = 0; choice < choices((enum slot_id)slot); choice++) {
            struct layer l = plain_layer();
            choose(&l, (enum slot_id)slot, choice);
            by_both_methods(&l);
        }
    assert_true(multiplied > 40);
    text_close(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spread_matches_the_formulas),
        cmocka_unit_test(equal_logits_have_no_spread),
        cmocka_unit_test(multiplier_inside_is_a_scale),
        cmocka_unit_test(every_choice_supports_the_multiplier),
    };
    return cmocka_run_group_tests_name("logit spread", tests, NULL, NULL);
}
