/* SPDX-License-Identifier: MIT
 * The backward pass of whole layers in the double build against central differences of the
 * forward pass, over every choice of every slot, methods, masks and tile tails; the float builds
 * against the double one; and that threads do not change bits. */
#include "datasets/rng.h"
#include "harness/common/mem.h"
#include "kernels/kernels.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ENTRIES = 5 }; /* of each tensor that are differenced */

struct array {
    const char *name;
    void *value, *gradient;
    size_t count;
};

/* A layer with buffers in one build; arrays: parameters, then x, then context. */
struct rig {
    const struct kernels *k;
    struct layer layer;
    struct tensor tensors[MAX_LAYER_TENSORS];
    struct array arrays[MAX_LAYER_TENSORS + 2];
    int tensor_count, array_count;
    void *w[MAX_LAYER_TENSORS], *dw[MAX_LAYER_TENSORS], *y, *dy, *activations, *working, *backward;
    size_t outputs;
    int lengths[4];
};

static double get(const struct kernels *k, const void *p, size_t i)
{
    return k->real_size == 8 ? ((const double *)p)[i] : (double)((const float *)p)[i];
}
static void set(const struct kernels *k, void *p, size_t i, double x)
{
    if (k->real_size == 8)
        ((double *)p)[i] = x;
    else
        ((float *)p)[i] = (float)x;
}

/* Poisoned with NaN, so that what is read before it is written shows. */
static void *buffer(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memset(p, 0xff, bytes + 1);
    return p;
}

/* The same numbers in every build: they are rounded to float. */
static void *normals(const struct kernels *k, size_t count, const char *stream, double std)
{
    void *p = buffer(count * k->real_size);
    for (size_t i = 0; i < count; i++)
        set(k, p, i, (double)(float)(std * rng_normal(11, rng_stream(stream), i)));
    return p;
}

static void add_array(struct rig *r, const char *name, size_t count, double std)
{
    struct array *a = &r->arrays[r->array_count++];
    *a = (struct array){name, normals(r->k, count, name, std), buffer(count * r->k->real_size),
                        count};
}

static void open_rig(struct rig *r, const struct kernels *k, const struct layer *layer, int threads)
{
    *r = (struct rig){.k = k, .layer = *layer, .lengths = {layer->shape.m - 2, 1, 0, 3}};
    const struct shape *s = &r->layer.shape;
    size_t model = (size_t)s->d_model;
    r->tensor_count = k->tensors(&r->layer, r->tensors);
    for (int t = 0; t < r->tensor_count; t++) {
        const struct tensor *d = &r->tensors[t];
        add_array(r, d->name, (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2], 0.4);
        r->w[t] = r->arrays[t].value;
        r->dw[t] = r->arrays[t].gradient;
    }
    add_array(r, "x", (size_t)s->batch * (size_t)s->n * model, 1);
    if (s->n != s->m) add_array(r, "context", (size_t)s->batch * (size_t)s->m * model, 1);
    struct layer_memory m = k->memory(&r->layer, threads);
    r->outputs = (size_t)s->batch * (size_t)s->n * model;
    r->y = buffer(r->outputs * k->real_size);
    r->dy = normals(k, r->outputs, "dy", 1);
    r->activations = buffer(m.activations);
    r->working = buffer(m.working);
    r->backward = buffer(m.backward);
}

static void close_rig(struct rig *r)
{
    for (int i = 0; i < r->array_count; i++) {
        free(r->arrays[i].value);
        free(r->arrays[i].gradient);
    }
    void *rest[] = {r->y, r->dy, r->activations, r->working, r->backward};
    for (int i = 0; i < 5; i++) free(rest[i]);
}

static struct layer_io forward_io(struct rig *r)
{
    void *x = r->arrays[r->tensor_count].value, *context = r->arrays[r->array_count - 1].value;
    return (struct layer_io){x, context, r->lengths, r->w, r->activations, r->working, r->y};
}

static double loss(struct rig *r)
{
    struct layer_io io = forward_io(r);
    double sum = 0;
    r->k->forward(&r->layer, &io, NULL, NULL);
    for (size_t i = 0; i < r->outputs; i++) sum += get(r->k, r->dy, i) * get(r->k, r->y, i);
    return sum;
}

static void differentiate(struct rig *r, struct team *team)
{
    struct layer_io io = forward_io(r);
    struct layer_backward_io back = {&io,
                                     r->dy,
                                     r->arrays[r->tensor_count].gradient,
                                     r->arrays[r->array_count - 1].gradient,
                                     r->dw,
                                     r->backward};
    r->k->forward(&r->layer, &io, team, NULL);
    r->k->backward(&r->layer, &back, team, NULL);
}

static double largest(const struct rig *r, const struct array *a)
{
    double most = 0;
    for (size_t i = 0; i < a->count; i++) {
        double g = get(r->k, a->gradient, i);
        if (!isfinite(g)) return INFINITY;
        most = fmax(most, fabs(g));
    }
    return most;
}

/* The least error over three steps: a step that crosses a kink of relu is wrong, a right gradient
 * is met by another, a wrong one by none. */
static double difference_error(struct rig *r, struct array *a, size_t i)
{
    double *x = (double *)a->value + i, kept = *x, found = get(r->k, a->gradient, i);
    double least = INFINITY;
    for (double h = 1e-4; h > 1e-8 && least > 1e-9; h /= 10) {
        *x = kept + h;
        double up = loss(r);
        *x = kept - h;
        double down = loss(r);
        *x = kept;
        least = fmin(least, fabs((up - down) / (2 * h) - found));
    }
    return least;
}

static void describe(const struct layer *l, const struct kernels *k, char *text, size_t size)
{
    int at = snprintf(text, size, "%s, mask %s, n %d, m %d", method_names[l->method],
                      mask_names[l->mask], l->shape.n, l->shape.m);
    for (int s = 0; s < SLOTS; s++)
        at += snprintf(text + at, size - (size_t)at, ", %s %s", k->slots[s].name,
                       k->slots[s].choices[l->choice[s]]->name);
}

static void check_differences(const struct layer *layer)
{
    const struct kernels *k = kernels_by_name("double");
    struct rig r;
    char text[512];
    if (k->refuse(layer)) return;
    open_rig(&r, k, layer, 1);
    differentiate(&r, NULL);
    describe(layer, k, text, sizeof text);
    double size = 1; /* of the whole gradient: below it, differences of the loss are roundings */
    for (int a = 0; a < r.array_count; a++) size = fmax(size, largest(&r, &r.arrays[a]));
    if (!isfinite(size)) fail_msg("%s: a gradient is not finite", text);
    for (int a = 0; a < r.array_count; a++) {
        struct array *array = &r.arrays[a];
        double scale = fmax(largest(&r, array), 1e-3 * size);
        for (int e = 0; e < ENTRIES; e++) {
            size_t i = rng_below(5, rng_stream(array->name), (uint64_t)e, array->count);
            double error = difference_error(&r, array, i) / scale;
            if (!(error <= 1e-6)) fail_msg("%s: %s[%zu] is off by %g", text, array->name, i, error);
        }
    }
    close_rig(&r);
}

/* The same layer in a float build: at most 1e-4 of the largest entry of a tensor away, and with
 * dropout, whose weights that stay are larger by that factor, 1 / (1 - rate) of it. */
static void check_float(const struct layer *layer, const struct kernels *k)
{
    struct rig f, d;
    char text[512];
    if (k->refuse(layer)) return;
    open_rig(&f, k, layer, 1);
    open_rig(&d, kernels_by_name("double"), layer, 1);
    differentiate(&f, NULL);
    differentiate(&d, NULL);
    describe(layer, k, text, sizeof text);
    double size = 0;
    for (int a = 0; a < d.array_count; a++) size = fmax(size, largest(&d, &d.arrays[a]));
    for (int a = 0; a < f.array_count; a++) {
        double worst = 0, scale = fmax(largest(&d, &d.arrays[a]), 1e-2 * size);
        for (size_t i = 0; i < f.arrays[a].count; i++) {
            double off = get(k, f.arrays[a].gradient, i) - get(d.k, d.arrays[a].gradient, i);
            worst = fmax(worst, isnan(off) ? (double)INFINITY : fabs(off));
        }
        if (!(worst <= 1e-4 / (1 - layer->dropout) * scale))
            fail_msg("%s, %s: %s is off by %g of %g", k->name, text, f.arrays[a].name, worst,
                     scale);
    }
    close_rig(&f);
    close_rig(&d);
}

static struct layer plain_layer(void)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer l = {.shape = {2, 2, 9, 9, 12, 6}, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = k->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) l.args[s].value[i] = p[i].def;
    }
    return l;
}

static void choose(struct layer *l, enum slot_id slot, int choice)
{
    const struct param *p = kernels_by_name("double")->slots[slot].choices[choice]->params;
    l->choice[slot] = choice;
    for (int i = 0; p && p[i].name; i++) l->args[slot].value[i] = p[i].def;
}

static int choices(enum slot_id slot)
{
    const struct choice *const *c = kernels_by_name("double")->slots[slot].choices;
    int count = 0;
    while (c[count]) count++;
    return count;
}

/* Runs a layer's check by both methods. */
static void (*checked)(const struct layer *);
static void by_both_methods(const struct layer *layer)
{
    struct layer l = *layer;
    for (int method = 0; method < METHODS; method++) {
        l.method = (enum method)method;
        checked(&l);
    }
}

static void masks(struct layer l, int place, void (*check)(const struct layer *))
{
    static const int sizes[][2] = {{9, 9}, {7, 11}};
    for (int mask = 0; mask < MASKS; mask++)
        for (int i = 0; i < 2; i++) {
            l.mask = (enum mask)mask;
            l.scale_place = (enum scale_place)((place + mask) % 2);
            l.shape.n = sizes[i][0];
            l.shape.m = sizes[i][1];
            check(&l);
        }
}
static void scores_normalizers_masks(void (*check)(const struct layer *))
{
    for (int score = 0; score < choices(SLOT_SCORE); score++)
        for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_SCORE, score);
            choose(&l, SLOT_NORMALIZER, norm);
            masks(l, score, check);
        }
}
static void test_scores_normalizers_masks(void **state)
{
    (void)state;
    checked = check_differences;
    scores_normalizers_masks(by_both_methods);
}

/* Every parameter value of a choice that is a name, and the ends of the small numbers. */
static void each_value(void (*check)(const struct layer *), struct layer *l, enum slot_id slot)
{
    const struct param *p = kernels_by_name("double")->slots[slot].choices[l->choice[slot]]->params;
    check(l);
    for (int i = 0; p && p[i].name; i++) {
        double kept = l->args[slot].value[i];
        for (int v = 0; p[i].kind == PARAM_CHOICE && p[i].choices[v]; v++) {
            l->args[slot].value[i] = v;
            check(l);
        }
        for (int v = 1; p[i].kind == PARAM_INT && v <= 4; v++) {
            l->args[slot].value[i] = fmax(p[i].min, v);
            check(l);
        }
        l->args[slot].value[i] = kept;
    }
}
static void every_choice(void (*check)(const struct layer *))
{
    for (int slot = 0; slot < SLOTS; slot++)
        for (int choice = 0; choice < choices((enum slot_id)slot); choice++) {
            struct layer l = plain_layer();
            choose(&l, (enum slot_id)slot, choice);
            each_value(slot == SLOT_SCORE ? by_both_methods : check, &l, (enum slot_id)slot);
        }
}
static void test_every_choice_and_value(void **state)
{
    (void)state;
    checked = check_differences;
    every_choice(check_differences);
}

static void tails(void (*check)(const struct layer *))
{
    static const int sizes[][2] = {{1, 1}, {1, 129}, {65, 3}, {63, 127}, {66, 130}};
    for (int score = 0; score < choices(SLOT_SCORE); score++)
        for (int i = 0; i < 5; i++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_SCORE, score);
            l.shape.batch = 1;
            l.shape.n = sizes[i][0];
            l.shape.m = sizes[i][1];
            check(&l);
            l.mask = MASK_CAUSAL;
            check(&l);
        }
}
static void test_tails_and_cross_attention(void **state)
{
    (void)state;
    checked = check_differences;
    tails(by_both_methods);
}

static void in_every_build(const struct layer *layer)
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) check_float(layer, *k);
}
static void test_float_builds(void **state)
{
    (void)state;
    checked = in_every_build;
    scores_normalizers_masks(by_both_methods);
    every_choice(in_every_build);
    tails(by_both_methods);
}

/* Dropout of weights: the backward pass must draw the masks that forward drew, in every build. */
static void dropped(const struct layer *layer)
{
    struct layer l = *layer;
    l.dropout = 0.3;
    l.dropout_key = 77;
    check_differences(&l);
    in_every_build(&l);
}
static void test_dropout(void **state)
{
    (void)state;
    checked = dropped;
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
        struct layer l = plain_layer();
        choose(&l, SLOT_NORMALIZER, norm);
        masks(l, norm, by_both_methods);
    }
    tails(by_both_methods);
}

static void run_backwards(struct team *team, void (*job)(void *, int, int), void *arg, int items)
{
    for (int i = items - 1; i >= 0; i--) job(arg, i, i % team->threads);
}
static void same_bits(const struct layer *l, const struct kernels *k)
{
    struct rig one, many;
    struct team team = {3, run_backwards};
    open_rig(&one, k, l, 1);
    open_rig(&many, k, l, 3);
    differentiate(&one, NULL);
    differentiate(&many, &team);
    for (int a = 0; a < one.array_count; a++)
        assert_memory_equal(one.arrays[a].gradient, many.arrays[a].gradient,
                            one.arrays[a].count * k->real_size);
    close_rig(&one);
    close_rig(&many);
}
static void test_threads_do_not_change_bits(void **state)
{
    (void)state;
    struct layer l = plain_layer();
    choose(&l, SLOT_GATE, 1);
    l.shape.batch = 1;
    l.mask = MASK_CAUSAL;
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        for (int score = 0; score < 2; score++) { /* by whole products; published */
            choose(&l, SLOT_SCORE, score);
            l.method = METHOD_STREAMING;
            l.shape.n = l.shape.m = 1100;
            same_bits(&l, *k);
            l.method = METHOD_MATERIALISED;
            l.shape.n = l.shape.m = 200;
            same_bits(&l, *k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_choice_and_value),
        cmocka_unit_test(test_scores_normalizers_masks),
        cmocka_unit_test(test_tails_and_cross_attention),
        cmocka_unit_test(test_float_builds),
        cmocka_unit_test(test_dropout),
        cmocka_unit_test(test_threads_do_not_change_bits),
    };
    return cmocka_run_group_tests_name("backward", tests, NULL, NULL);
}
