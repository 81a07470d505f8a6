/* SPDX-License-Identifier: MIT
 * The trainer: learning rates, learning at all, divergence as a result, and that a run which was
 * stopped and resumed ends with the same bits as one that was not. The task is made by hand: a
 * sequence whose token at 2 i + 1 repeats the one at 2 i. */
#include "datasets/rng.h"
#include "harness/common/mem.h"
#include "models/trainer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { RECORDS = 40, LENGTH = 10, VOCABULARY = 7, STEPS = 24 };

static int32_t tokens[SPLITS][RECORDS][LENGTH], targets[SPLITS][RECORDS][LENGTH];
static struct record records[SPLITS][RECORDS];

static struct dataset copying(void)
{
    struct dataset d = {.name = (char *)"copying",
                        .kind = DATA_POSITIONS,
                        .metric = "accuracy",
                        .vocabulary = VOCABULARY};
    for (int s = 0; s < SPLITS; s++) {
        for (int r = 0; r < RECORDS; r++) {
            for (int i = 0; i < LENGTH; i += 2) {
                uint64_t at = (uint64_t)((s * RECORDS + r) * LENGTH + i);
                int32_t drawn = (int32_t)rng_below(5, rng_stream("test"), at, VOCABULARY);
                tokens[s][r][i] = tokens[s][r][i + 1] = drawn;
                targets[s][r][i] = drawn;
                targets[s][r][i + 1] = -1;
            }
            records[s][r] =
                (struct record){.tokens = tokens[s][r], .targets = targets[s][r], .length = LENGTH};
        }
        d.records[s] = records[s];
        d.count[s] = RECORDS;
    }
    return d;
}

/* Plain dot-product attention with defaults. */
static struct model_config small_model(const struct kernels *k)
{
    struct model_config c = {.architecture = ARCH_DECODER,
                             .layers = 1,
                             .d_model = 16,
                             .heads = 2,
                             .d_head = 8,
                             .ffn = 32,
                             .ffn_act = ACT_RELU,
                             .dropout = 0.1,
                             .max_n = LENGTH,
                             .max_batch = 8,
                             .init_std = 0.1,
                             .plain = {.score_scale = 1}};
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = k->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) c.plain.args[s].value[i] = p[i].def;
    }
    c.variant = c.plain;
    return c;
}

/* The queries' map is an mlp. */
static void place_mlp(struct model_config *c, const struct kernels *k)
{
    int mlp = 0;
    while (strcmp(k->slots[SLOT_Q].choices[mlp]->name, "mlp")) mlp++;
    const struct param *p = k->slots[SLOT_Q].choices[mlp]->params;
    c->variant.choice[SLOT_Q] = mlp;
    for (int i = 0; p[i].name; i++) c->variant.args[SLOT_Q].value[i] = p[i].def;
    c->variant_layers = 1;
    c->variant_in = IN_DECODER;
}

static struct train_options options(void)
{
    return (struct train_options){.steps = STEPS,
                                  .lr = 0.01,
                                  .schedule = SCHEDULE_COSINE,
                                  .lr_end = 0.1,
                                  .warmup = 4,
                                  .accumulate = 2,
                                  .beta1 = 0.9,
                                  .beta2 = 0.95,
                                  .eps = 1e-8,
                                  .weight_decay = 0.1,
                                  .clip = 1,
                                  .evaluate_every = 5,
                                  .select_best = true,
                                  .seed = 3,
                                  .identity = "a run of the test"};
}

enum { MOST_POINTS = 40 };
struct stop {
    int after, steps, points;
    struct curve_point point[MOST_POINTS];
};
static bool stop_after(void *context)
{
    struct stop *s = context;
    return ++s->steps == s->after;
}
static void count_point(void *context, const struct curve_point *p)
{
    struct stop *s = context;
    assert_true(s->points < MOST_POINTS);
    s->point[s->points++] = *p;
}

struct outcome {
    bool good;
    char *error;
    struct train_result result;
};

static struct outcome run(const struct train_options *o, struct stop *stop)
{
    const struct kernels *k = kernels_available()[0];
    struct dataset data = copying();
    struct task_options how = {.batch = 8, .n = LENGTH, .seed = 2};
    struct outcome out = {0};
    struct task *task = task_positions.open(&data, &how, &out.error);
    assert_non_null(task);
    struct model_config c = small_model(k);
    if (o->swap.steps) place_mlp(&c, k);
    task_positions.shape(task, &c);
    struct train_callbacks calls = {.point = stop ? count_point : NULL,
                                    .stop = stop && stop->after ? stop_after : NULL,
                                    .context = stop};
    out.good = train(model_build_for(k), &c, task, o, &calls, &out.result, &out.error);
    task_positions.close(task);
    return out;
}

static double loss_of(const struct outcome *o) { return o->result.valid.metric[0].value; }

static char *scratch(const char *name) { return xformat("/tmp/attnlab-%d-%s", getpid(), name); }

/* To within e; cmocka's own compares floats. */
#define assert_close(a, b, e) assert_true(fabs((a) - (b)) <= (e))

/* ---- tests ---- */

static void rates_rise_and_fall(void **state)
{
    (void)state;
    struct train_options o = {.steps = 100, .warmup = 10, .lr = 1, .lr_end = 0.1};
    o.schedule = SCHEDULE_COSINE;
    assert_close(train_rate(&o, 1), 0.1, 1e-12);
    assert_close(train_rate(&o, 10), 1, 1e-12);
    assert_close(train_rate(&o, 11), 1, 1e-12);
    assert_close(train_rate(&o, 56), 0.55, 1e-12); /* half way: the middle of 1 and 0.1 */
    assert_true(train_rate(&o, 100) > 0.1 && train_rate(&o, 100) < 0.102);
    o.schedule = SCHEDULE_LINEAR;
    assert_close(train_rate(&o, 56), 0.5, 1e-12);
    assert_close(train_rate(&o, 100), 1. / 90, 1e-12); /* the last step still moves */
    o.schedule = SCHEDULE_CONSTANT;
    assert_close(train_rate(&o, 100), 1, 0);
}

static void it_learns(void **state)
{
    (void)state;
    struct train_options o = options();
    o.steps = 120;
    struct outcome out = run(&o, NULL);
    assert_true(out.good);
    assert_false(out.result.diverged);
    /* Guessing costs log 7 = 1.95; half of the targets can be known by copying, all here. */
    assert_true(loss_of(&out) < 0.5);
    assert_close(out.result.tokens, 120. * 2 * 8 * LENGTH, 0);
    assert_true(out.result.test.count == 0);
}

static void same_run_same_bits(void **state)
{
    (void)state;
    struct train_options o = options();
    struct outcome a = run(&o, NULL), b = run(&o, NULL);
    assert_memory_equal(&a.result.valid, &b.result.valid, sizeof a.result.valid);
    assert_memory_equal(&a.result.gradient_norm_max, &b.result.gradient_norm_max, sizeof(double));
}

/* Both runs end by writing a checkpoint, which holds every bit of the state; without a clock the
 * files are equal. One is stopped after so many steps and resumed. */
static void check_resume(struct train_options o, int after)
{
    char *whole = scratch("whole"), *halves = scratch("halves");
    struct stop none = {0}, early = {.after = after}, rest = {0};
    o.checkpoint_every = o.swap.steps + o.steps;
    o.checkpoint = whole;
    struct outcome a = run(&o, &none);
    o.checkpoint = halves;
    struct outcome b = run(&o, &early);
    assert_false(b.good);
    assert_null(b.error);
    assert_int_equal(b.result.steps, after);
    struct outcome c = run(&o, &rest);
    assert_true(a.good && c.good);
    assert_int_equal(rest.points, none.points); /* the points of the first half come again */
    assert_memory_equal(&a.result.valid, &c.result.valid, sizeof a.result.valid);
    assert_memory_equal(&a.result.before, &c.result.before, sizeof a.result.before);
    size_t size_a, size_b;
    char *bytes_a = read_file(whole, &size_a), *bytes_b = read_file(halves, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(bytes_a, bytes_b, size_a);
    unlink(whole);
    unlink(halves);
    free(bytes_a);
    free(bytes_b);
    free(whole);
    free(halves);
}

static void resumed_run_has_the_same_bits(void **state)
{
    (void)state;
    check_resume(options(), 11);
}

static struct train_options swapping(void)
{
    struct train_options o = options();
    o.swap = (struct swap){.steps = 8, .lr = 0.02, .warmup = 2};
    return o;
}

/* Stopped before the swap, right at it, after its first step and later. */
static void resumed_swap_has_the_same_bits(void **state)
{
    (void)state;
    for (int init = 0; init < SWAP_INITS; init++) {
        struct train_options o = swapping();
        o.swap.init = (enum swap_init)init;
        check_resume(o, 5);
        check_resume(o, 8);
        check_resume(o, 9);
        check_resume(o, 20);
    }
}

/* What a run with a swap tells of its parts. */
static void both_parts_are_told(void **state)
{
    (void)state;
    struct train_options o = swapping();
    struct stop told = {0};
    struct outcome out = run(&o, &told);
    assert_true(out.good);
    assert_int_equal(out.result.steps, 8 + STEPS);
    assert_close(out.result.tokens, (8. + STEPS) * 2 * 8 * LENGTH, 0);
    assert_close(out.result.before.tokens, 8. * 2 * 8 * LENGTH, 0);
    assert_true(out.result.selected_step >= 8);
    /* Of an mlp a step costs more. */
    double plain = out.result.before.flop / 8;
    assert_true((out.result.flop - out.result.before.flop) / STEPS > 1.05 * plain);
    /* After 5 and 8 steps; then at the swap, after 5, 10, 15, 20 and 24. */
    static const int steps[] = {5, 8, 8, 13, 18, 23, 28, 32}, parts[] = {1, 1, 2, 2, 2, 2, 2, 2};
    assert_int_equal(told.points, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(told.point[i].step, steps[i]);
        assert_int_equal(told.point[i].part, parts[i]);
        assert_int_equal(told.point[i].valid.count > 0, 1);
    }
    assert_true(isnan(told.point[2].train_loss) && isnan(told.point[2].lr));
    assert_close(told.point[0].lr, 0.02 * (0.1 + 0.9 * 0.5 * (1 + cos(M_PI * 2 / 6))), 1e-12);
    assert_close(told.point[3].lr, train_rate(&o, 5), 0); /* a schedule of its own */
    /* The queries are lost. */
    assert_true(told.point[2].valid.metric[0].value != told.point[1].valid.metric[0].value);
}

/* Nothing is lost where the mlp begins as the linear map. */
static void reproduced_swap_starts_where_the_plain_model_was(void **state)
{
    (void)state;
    struct train_options o = swapping();
    struct stop told = {0};
    o.swap.init = SWAP_REPRODUCE;
    assert_true(run(&o, &told).good);
    assert_close(told.point[2].valid.metric[0].value, told.point[1].valid.metric[0].value, 1e-6);
}

static void divergence_is_a_result(void **state)
{
    (void)state;
    struct train_options o = options();
    o.lr = 1e6;
    o.clip = 0;
    o.steps = 200;
    struct outcome out = run(&o, NULL);
    assert_true(out.good);
    assert_true(out.result.diverged);
    assert_true(out.result.steps < 200);
    assert_int_equal(out.result.valid.count, 0);
}

static void refuses(const struct train_options *o, const char *words)
{
    struct outcome out = run(o, NULL);
    assert_false(out.good);
    assert_non_null(out.error);
    if (!strstr(out.error, words)) fail_msg("'%s' does not say '%s'", out.error, words);
    free(out.error);
}

static void bad_checkpoints_are_refused(void **state)
{
    (void)state;
    struct train_options o = options();
    char *path = scratch("checkpoint");
    o.checkpoint_every = STEPS;
    o.checkpoint = path;
    assert_true(run(&o, NULL).good);
    o.identity = "another run";
    refuses(&o, "a checkpoint of another run");
    o.identity = options().identity;
    size_t size;
    char *bytes = read_file(path, &size);
    for (size_t cut = 0; cut < size; cut += size / 7) { /* in the header, in the tensors */
        assert_true(write_file_atomically(path, bytes, cut));
        refuses(&o, path);
    }
    memset(bytes + 8, 'x', 20);
    assert_true(write_file_atomically(path, bytes, size));
    refuses(&o, "no JSON");
    unlink(path);
    o.checkpoint = "/nonexistent/checkpoint";
    refuses(&o, "cannot be written");
    free(bytes);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_rise_and_fall),
        cmocka_unit_test(it_learns),
        cmocka_unit_test(same_run_same_bits),
        cmocka_unit_test(resumed_run_has_the_same_bits),
        cmocka_unit_test(divergence_is_a_result),
        cmocka_unit_test(bad_checkpoints_are_refused),
        cmocka_unit_test(resumed_swap_has_the_same_bits),
        cmocka_unit_test(both_parts_are_told),
        cmocka_unit_test(reproduced_swap_starts_where_the_plain_model_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
