/* SPDX-License-Identifier: MIT
 * Tests tensors that q, k and v share. The layer must be bit-for-bit equal to a layer with one copy
 * per slot. The gradient of a shared tensor is the sum of the copies' gradients. */
#include "tests/unit/backward_trial.h"

enum { NORM_BEFORE = 1, NORM_SHARED = 3 };

static int place_named(const struct choice *const *choices, const char *name)
{
    int i = 0;
    while (strcmp(choices[i]->name, name)) i++;
    return i;
}
static double *argument(struct layer *l, enum slot_id slot, const char *name)
{
    const struct choice *c = kernels_by_name("double")->slots[slot].choices[l->choice[slot]];
    int i = 0;
    while (strcmp(c->params[i].name, name)) i++;
    return &l->args[slot].value[i];
}
static void choose_mlp(struct layer *l, enum slot_id slot, int norm)
{
    const struct slot *of = &kernels_by_name("double")->slots[slot];
    l->choice[slot] = place_named(of->choices, "mlp");
    const struct param *p = of->choices[l->choice[slot]]->params;
    for (int i = 0; p[i].name; i++) l->args[slot].value[i] = p[i].def;
    *argument(l, slot, "act") = ACT_MISH;
    *argument(l, slot, "width") = 1;
    *argument(l, slot, "norm") = norm;
}
/* 1100 queries fill more than four blocks of rows; 150 keys do not. The width is a multiple of the
 * vector length, so that rounding is equal in both layers. */
enum { WIDTH = 16 };
static struct layer make_layer(int norm)
{
    struct layer l = {.shape = {2, 2, 1100, 150, WIDTH, WIDTH / 2}, .score_scale = 1};
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++) choose_mlp(&l, slot, norm);
    return l;
}

static struct array *array_named(struct layer_arrays *r, const char *name)
{
    for (int i = 0; i < r->tensor_count; i++)
        if (strcmp(r->tensors[i].name, name) == 0) return &r->arrays[i];
    return NULL;
}
/* Finds the array of the shared layer that corresponds to `name` in the layer with copies. A shared
 * tensor has the name of its first slot, so "k.gain1" becomes "q.gain1". */
static struct array *listed(struct layer_arrays *shared, const char *name)
{
    char first[48];
    struct array *own = array_named(shared, name);
    if (own) return own;
    snprintf(first, sizeof first, "q.%s", name + 2);
    return array_named(shared, first);
}
static void assert_same_bits(const struct layer_arrays *r, const struct array *a,
                             const struct array *b)
{
    assert_true(a->count == b->count);
    if (memcmp(a->gradient, b->gradient, a->count * r->k->real_size))
        fail_msg("%s: gradients of %s differ", r->k->name, a->name);
}

static void copy_values(struct layer_arrays *shared, struct layer_arrays *apart)
{
    for (int i = 0; i < apart->array_count; i++) {
        bool tensor = i < apart->tensor_count;
        int input = shared->tensor_count + i - apart->tensor_count;
        const struct array *from =
            tensor ? listed(shared, apart->tensors[i].name) : &shared->arrays[input];
        memcpy(apart->arrays[i].value, from->value, from->count * shared->k->real_size);
    }
}

/* Checks that the shared gradient is the sum of the three copies' gradients, added in the precision
 * of the build. */
static void assert_sum(struct layer_arrays *shared, struct layer_arrays *apart, const char *name)
{
    const struct array *sum = listed(shared, name), *part[3];
    for (int s = 0; s < 3; s++) {
        char own[48];
        snprintf(own, sizeof own, "%c.%s", "qkv"[s], name + 2);
        part[s] = array_named(apart, own);
    }
    for (size_t i = 0; i < sum->count; i++) {
        double want = get(apart->k, part[0]->gradient, i);
        for (int s = 1; s < 3; s++) {
            want += get(apart->k, part[s]->gradient, i);
            if (apart->k->real_size == 4) want = (double)(float)want;
        }
        assert_true(get(shared->k, sum->gradient, i) == want && want != 0);
    }
}

static void check_build(const struct kernels *k, enum method method)
{
    struct layer one = make_layer(NORM_SHARED), three = make_layer(NORM_BEFORE);
    struct layer_arrays shared, apart;
    one.method = three.method = method;
    open_arrays(&shared, k, &one, 1);
    open_arrays(&apart, k, &three, 1);
    assert_int_equal(shared.tensor_count + 4, apart.tensor_count);
    assert_true(k->memory(&one, 1).parameters + 4 * WIDTH * k->real_size ==
                k->memory(&three, 1).parameters);
    copy_values(&shared, &apart);
    differentiate(&shared, NULL);
    differentiate(&apart, NULL);
    assert_memory_equal(shared.y, apart.y, shared.outputs * k->real_size);
    for (int i = 0; i < shared.array_count; i++) {
        bool tensor = i < shared.tensor_count;
        const char *name = tensor ? shared.tensors[i].name : "x";
        int input = apart.tensor_count + i - shared.tensor_count;
        const struct array *other = tensor ? array_named(&apart, name) : &apart.arrays[input];
        if (strcmp(name, "q.gain1") && strcmp(name, "q.shift1"))
            assert_same_bits(&shared, &shared.arrays[i], other);
        else
            assert_sum(&shared, &apart, name);
    }
    close_arrays(&shared);
    close_arrays(&apart);
}

TEST("a shared tensor equals three copies")
{
    for (int method = 0; method < METHODS; method++) {
        for (const struct kernels *const *k = kernels_available(); *k; k++)
            check_build(*k, (enum method)method);
        check_build(kernels_by_name("double"), (enum method)method);
    }
}

/* ---- which slots share ---- */

static int count_named(const struct layer *l, const char *name)
{
    struct tensor list[MAX_LAYER_TENSORS];
    int count = kernels_by_name("double")->tensors(l, list), found = 0;
    for (int t = 0; t < count; t++) found += strcmp(list[t].name, name) == 0;
    return found;
}

TEST("a shared tensor is listed by the first slot with its shape")
{
    struct layer l = make_layer(NORM_SHARED);
    assert_int_equal(count_named(&l, "q.gain1"), 1);
    assert_int_equal(count_named(&l, "k.gain1") + count_named(&l, "v.shift1"), 0);
    *argument(&l, SLOT_V, "width") = 2; /* Tensors of different shapes are not shared. */
    assert_int_equal(count_named(&l, "v.gain1"), 1);
    /* Slot q has its own tensor, so the tensor shared by k and v is listed under k. */
    *argument(&l, SLOT_Q, "norm") = NORM_BEFORE;
    assert_int_equal(count_named(&l, "q.gain1") + count_named(&l, "k.gain1"), 2);
}

TEST("the output map cannot share tensors")
{
    struct layer l = make_layer(NORM_BEFORE);
    choose_mlp(&l, SLOT_O, NORM_SHARED);
    const char *reason = kernels_by_name("double")->refuse(&l);
    assert_string_equal(reason, "only q, k and v can share parameters");
}

/* ---- decoding ---- */

static void *decoded(struct layer_arrays *r)
{
    const struct shape *s = &r->layer.shape;
    size_t rows = (size_t)s->batch * (size_t)s->m * (size_t)(s->heads * s->d_head);
    void *k = buffer(rows * r->k->real_size), *v = buffer(rows * r->k->real_size);
    void *working = buffer(r->k->cached_bytes(&r->layer)), *y = buffer(r->outputs * sizeof(double));
    struct cached_io io = {.x = r->arrays[r->tensor_count].value,
                           .tensors = r->w,
                           .k = k,
                           .v = v,
                           .capacity = s->m,
                           .working = working,
                           .y = y};
    r->k->remember(&r->layer, &io, r->arrays[r->array_count - 1].value, 0, s->m);
    r->k->attend(&r->layer, &io);
    free(k), free(v), free(working);
    return y;
}

TEST("decoding uses the shared tensor")
{
    struct layer one = make_layer(NORM_SHARED), three = make_layer(NORM_BEFORE);
    struct layer_arrays shared, apart;
    one.shape.n = three.shape.n = 3;
    one.mask = three.mask = MASK_CAUSAL;
    open_arrays(&shared, kernels_available()[0], &one, 1);
    open_arrays(&apart, kernels_available()[0], &three, 1);
    copy_values(&shared, &apart);
    void *y = decoded(&shared), *want = decoded(&apart);
    assert_memory_equal(y, want, shared.outputs * shared.k->real_size);
    free(y), free(want);
    close_arrays(&shared);
    close_arrays(&apart);
}
