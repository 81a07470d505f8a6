/* SPDX-License-Identifier: MIT
 * Helpers for tests of training: a small model on a hand-made task. In each sequence, token 2i + 1
 * repeats token 2i. */
#ifndef ATTNLAB_TRAINER_CASE_H
#define ATTNLAB_TRAINER_CASE_H

#include "tests/unit/test.h"
#include "base/rng.h"
#include "base/mem.h"
#include "models/trainer.h"
#include "models/tasks/tasks.h"

#include <math.h>
#include <unistd.h>

enum { RECORDS = 40, LENGTH = 10, VOCABULARY = 7, STEPS = 24 };

static int32_t tokens[SPLITS][RECORDS][LENGTH], targets[SPLITS][RECORDS][LENGTH];
static struct record records[SPLITS][RECORDS];

static inline struct dataset copying(void)
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

/* Returns the configuration of a small model with softmax attention and default settings. */
static inline struct model_config small_model(const struct kernels *k)
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

static inline void place_mlp(struct model_config *c, const struct kernels *k)
{
    int mlp = 0;
    while (strcmp(k->slots[SLOT_Q].choices[mlp]->name, "mlp")) mlp++;
    const struct param *p = k->slots[SLOT_Q].choices[mlp]->params;
    c->variant.choice[SLOT_Q] = mlp;
    for (int i = 0; p[i].name; i++) c->variant.args[SLOT_Q].value[i] = p[i].def;
    c->variant_layers = 1;
    c->variant_in = IN_DECODER;
}

static inline struct train_options options(void)
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
    bool clocked; /* true: a fake clock advances by one second per step */
    double time;
    struct curve_point point[MOST_POINTS];
};
static inline bool stop_after(void *context)
{
    struct stop *s = context;
    return ++s->steps == s->after;
}
static inline double tick(void *context)
{
    struct stop *s = context;
    return s->time += 1;
}
static inline void count_point(void *context, const struct curve_point *p)
{
    struct stop *s = context;
    assert_true(s->points < MOST_POINTS);
    s->point[s->points++] = *p;
}

/* Changes the model configuration; may be NULL. */
static void (*changed)(struct model_config *, const struct kernels *);

struct outcome {
    bool good;
    char *error;
    struct train_result result;
};

static inline struct outcome run_on(const struct model_build *build, const struct train_options *o,
                                    struct stop *stop)
{
    const struct kernels *k = kernels_available()[0];
    struct dataset data = copying();
    struct task_options how = {.batch = 8, .n = LENGTH, .seed = 2};
    struct outcome out = {0};
    struct task *task = task_positions.open(&data, &how, &out.error);
    assert_non_null(task);
    struct model_config c = small_model(k);
    if (o->swap.steps) place_mlp(&c, k);
    if (changed) changed(&c, k);
    task_positions.shape(task, &c);
    struct train_callbacks calls = {.point = stop ? count_point : NULL,
                                    .stop = stop && stop->after ? stop_after : NULL,
                                    .seconds = stop && stop->clocked ? tick : NULL,
                                    .context = stop};
    out.good = train(build, &c, task, o, &calls, &out.result, &out.error);
    task_positions.close(task);
    return out;
}
static inline struct outcome run(const struct train_options *o, struct stop *stop)
{
    return run_on(model_build_for(kernels_available()[0]), o, stop);
}

static inline double loss_of(const struct outcome *o)
{
    return o->result.score[SPLIT_VALID].metric[0].value;
}

static inline char *scratch(const char *name)
{
    return xformat("/tmp/attnlab-%d-%s", getpid(), name);
}

/* Checks that two doubles differ by at most e; cmocka 1.1 compares only floats. */
#define assert_close(a, b, e) assert_true(fabs((a) - (b)) <= (e))

/* Checks that a stopped and resumed run gives the same result as an uninterrupted run. The final
 * checkpoints must be bitwise equal. */
static inline void check_resume(struct train_options o, int after)
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
    /* The resumed run reports the points of the first half again. */
    assert_int_equal(rest.points, none.points);
    assert_memory_equal(&a.result.score[SPLIT_VALID], &c.result.score[SPLIT_VALID],
                        sizeof a.result.score[SPLIT_VALID]);
    assert_memory_equal(&a.result.before, &c.result.before, sizeof a.result.before);
    assert_memory_equal(a.result.starts, c.result.starts, sizeof a.result.starts);
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

#endif
