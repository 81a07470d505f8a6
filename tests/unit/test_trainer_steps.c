/* SPDX-License-Identifier: MIT
 * Tests the training steps: accumulated gradients, weight decay, divergence, the best parameters,
 * and data without targets. */
#include "models/trainer.h"
#include "task_case.h"
#include "models/tasks/tasks.h"

enum { RECORDS = 16, LENGTH = 6, VOCABULARY = 7 };

static int32_t tokens[SPLITS][RECORDS][LENGTH], targets[SPLITS][RECORDS][LENGTH];

/* In the training split, the target of each position is its own token. In the validation split, the
 * target is the token plus `shift`. */
static struct hand *own_tokens(int shift)
{
    struct hand *h = hand_open(DATA_POSITIONS, "accuracy");
    h->data.vocabulary = VOCABULARY;
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < RECORDS; r++) {
            for (int i = 0; i < LENGTH; i++) {
                int own = tokens[s][r][i] = draw(4, "own", (s * RECORDS + r) * LENGTH + i, 7);
                targets[s][r][i] = (own + (s == SPLIT_VALID ? shift : 0)) % VOCABULARY;
            }
            *hand_add(h, (enum split)s) =
                (struct record){.tokens = tokens[s][r], .targets = targets[s][r], .length = LENGTH};
        }
    return h;
}

static struct train_options options(int steps)
{
    return (struct train_options){.steps = steps,
                                  .lr = 0.01,
                                  .accumulate = 1,
                                  .beta1 = 0.9,
                                  .beta2 = 0.95,
                                  .eps = 1e-8,
                                  .evaluate_every = 1,
                                  .seed = 3};
}

struct curve {
    struct curve_point list[64];
    int count;
};
static void keep_point(void *context, const struct curve_point *p)
{
    struct curve *c = context;
    c->list[c->count++] = *p;
}

static struct train_result run(const struct hand *h, const struct model_build *build, int batch,
                               const struct train_options *o, struct curve *curve)
{
    struct task_options how = {.batch = batch, .n = LENGTH, .seed = 1};
    struct task *t = hand_task(h, &task_positions, &how);
    struct model_config c = net_config(ARCH_DECODER);
    struct train_callbacks calls = {.point = keep_point, .context = curve};
    struct train_result result;
    char *error = NULL;
    task_positions.shape(t, &c);
    *curve = (struct curve){0};
    if (!train(build, &c, t, o, &calls, &result, &error)) fail_msg("%s", error);
    return result;
}

/* All runs use the same records and the same number of targets per step. Gradients differ only in
 * the order of their sums. */
TEST("two accumulated batches equal one large batch")
{
    struct hand *h = own_tokens(0);
    struct train_options o = options(1);
    struct curve one, two, half;
    run(h, double_build(), RECORDS, &o, &one);
    run(h, double_build(), RECORDS / 2, &o, &half);
    o.accumulate = 2;
    run(h, double_build(), RECORDS / 2, &o, &two);
    double loss = one.list[0].train_loss, norm = one.list[0].gradient_norm;
    assert_close(two.list[0].train_loss, loss, 1e-12 * loss);
    assert_close(two.list[0].gradient_norm, norm, 1e-12 * norm);
    assert_true(fabs(half.list[0].gradient_norm - norm) > 1e-3 * norm);
    assert_close(two.list[0].tokens, RECORDS * LENGTH, 0);
}

/* The targets of training and validation differ, so the validation loss rises after some steps. */
TEST("the best parameters are kept")
{
    struct hand *h = own_tokens(3);
    struct train_options o = options(40);
    struct curve c;
    int least = 0;
    o.select_best = true;
    o.evaluate_every = 2;
    struct train_result best = run(h, fastest_build(), 8, &o, &c);
    assert_int_equal(c.count, 20);
    for (int i = 1; i < c.count; i++)
        if (c.list[i].valid.metric[0].value < c.list[least].valid.metric[0].value) least = i;
    assert_true(least < 10);
    assert_int_equal(best.selected_step, c.list[least].step);
    assert_int_equal(best.steps, 40);
    assert_close(best.score[SPLIT_VALID].metric[0].value, c.list[least].valid.metric[0].value, 0);
    o.select_best = false;
    struct train_result last = run(h, fastest_build(), 8, &o, &c);
    assert_int_equal(last.selected_step, 40);
    assert_close(last.score[SPLIT_VALID].metric[0].value, c.list[19].valid.metric[0].value, 0);
    assert_true(last.score[SPLIT_VALID].metric[0].value >
                best.score[SPLIT_VALID].metric[0].value + 0.1);
}

/* Without a gradient, a step reduces each decaying parameter by lr * decay times its value. Other
 * parameters do not change. */
static void check_decay(enum decay decay)
{
    const struct model_build *build = double_build();
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config c = net_config((enum architecture)a);
        c.decay = decay;
        struct model *m = open_checked(build, &c, true), *before = open_checked(build, &c, true);
        struct adamw w = {
            .lr = 0.1, .beta1 = 0.9, .beta2 = 0.9, .eps = 1, .weight_decay = 0.5, .step = 1};
        int count, matrices = 0, others = 0;
        const struct model_tensor *list = build->tensors(m, &count);
        build->zero_gradients(m);
        build->update(m, &w);
        for (int t = 0; t < count; t++) {
            bool table = strstr(list[t].name, "embedding") || strstr(list[t].name, "position");
            bool matrix = list[t].rank >= 2 && (decay == DECAY_ALL_2D || !table);
            const double *now_w = build->parameters(m), *was = build->parameters(before);
            for (size_t i = list[t].at; i < list[t].at + list[t].count; i++)
                assert_close(now_w[i], was[i] * (matrix ? 0.95 : 1), 1e-15);
            matrices += matrix;
            others += !matrix;
        }
        assert_true(matrices > 4 && others > 4);
    }
}

TEST("weight decay applies to matrices only") { check_decay(DECAY_MATRICES); }
TEST("weight decay applies to all tensors of two dimensions") { check_decay(DECAY_ALL_2D); }

/* ---- nothing asked ---- */

/* Half of the records have no targets, so half of the steps have none. */
TEST("steps without targets do not count as divergence")
{
    struct hand *h = own_tokens(0);
    struct train_options o = options(2 * RECORDS);
    struct curve c;
    for (int r = 0; r < RECORDS; r += 2) memset(targets[0][r], -1, sizeof targets[0][r]);
    struct train_result result = run(h, fastest_build(), 1, &o, &c);
    int without = 0;
    assert_false(result.diverged);
    assert_int_equal(result.steps, 2 * RECORDS);
    for (int i = 0; i < c.count; i++) {
        without += isnan(c.list[i].train_loss);
        assert_true(isfinite(c.list[i].valid.metric[0].value));
    }
    assert_int_equal(without, RECORDS);
}

TEST("without scores, the last parameters are kept")
{
    struct hand *h = own_tokens(0);
    struct train_options o = options(6);
    struct curve c;
    o.select_best = true;
    memset(targets[SPLIT_VALID], -1, sizeof targets[SPLIT_VALID]);
    struct train_result result = run(h, fastest_build(), 8, &o, &c);
    assert_int_equal(result.score[SPLIT_VALID].count, 0);
    assert_int_equal(result.selected_step, 6);
}

/* The classes of all validation records are missing in training, so the split has no loss. */
TEST("unknown classes do not count as divergence")
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    for (int r = 0; r < 4; r++) hand_text(h, SPLIT_TRAIN, r % 2 ? "a b" : "b c", NULL, r % 2);
    for (int r = 0; r < 2; r++) hand_text(h, SPLIT_VALID, "a c", NULL, -1);
    struct task_options how = {
        .tokenizer = "words", .min_count = 1, .batch = 4, .n = LENGTH, .seed = 1};
    struct task *t = hand_task(h, &task_classes, &how);
    struct model_config c = net_config(ARCH_ENCODER);
    struct train_options o = options(3);
    struct train_callbacks calls = {0};
    struct train_result result;
    char *error = NULL;
    task_classes.shape(t, &c);
    if (!train(fastest_build(), &c, t, &o, &calls, &result, &error)) fail_msg("%s", error);
    assert_int_equal(result.steps, 3);
    assert_false(result.diverged);
    /* The loss is NaN, but the accuracy is known. */
    assert_true(isnan(result.score[SPLIT_VALID].metric[0].value));
    assert_close(result.score[SPLIT_VALID].metric[1].value, 0, 0);
}

/* ---- divergence: a build whose loss or gradient norm is what the test says ---- */

static int norms;
static double told[64];  /* loss per target at each step; 0 keeps the real loss */
static double last_norm; /* gradient norm at the fourth update; 0 keeps the real norm */
static int scored;
static int lost_from; /* first evaluated batch with a NaN loss, counted from 1; 0 for none */

static double told_forward(struct model *m, const struct batch *b, uint64_t step, double *count)
{
    double loss = fastest_build()->forward(m, b, step, count);
    if (!step) return ++scored >= lost_from && lost_from ? (double)NAN : loss;
    return told[step - 1] > 0 ? told[step - 1] * *count : loss;
}
static double told_update(struct model *m, const struct adamw *w)
{
    double norm = fastest_build()->update(m, w);
    return ++norms == 4 && last_norm != 0 ? last_norm : norm;
}

static struct train_result told_run(struct train_options o)
{
    struct model_build build = *fastest_build();
    struct hand *h = own_tokens(0);
    struct curve c;
    build.forward = told_forward;
    build.update = told_update;
    norms = scored = 0;
    struct train_result result = run(h, &build, 8, &o, &c);
    if (result.diverged && !lost_from) assert_int_equal(c.list[c.count - 1].valid.count, 0);
    return result;
}

TEST("a NaN norm, an infinite loss or 20 bad steps in a row count as divergence")
{
    struct train_options o = options(60);
    o.evaluate_every = 0;
    last_norm =
        (double)NAN; /* At the fourth step, the gradient norm is NaN but the loss is finite. */
    struct train_result result = told_run(o);
    assert_true(result.diverged && result.steps == 4);
    last_norm = 0;
    told[9] = HUGE_VAL;
    result = told_run(o);
    assert_true(result.diverged && result.steps == 10);
    told[9] = 0;
    for (int i = 10; i < 29; i++)
        told[i] = 1e6; /* Nineteen consecutive bad steps do not end the run. */
    result = told_run(o);
    assert_false(result.diverged);
    for (int i = 30; i < 40; i++) told[i] = 1e6; /* A good step resets the count of bad steps. */
    result = told_run(o);
    assert_false(result.diverged);
    told[29] = 1e6; /* Twenty consecutive bad steps end the run. */
    result = told_run(o);
    assert_true(result.diverged && result.steps == 30);
    o.diverged_loss = 2e6;
    result = told_run(o);
    assert_false(result.diverged);
}

/* Training losses are finite, but validation losses are NaN. */
TEST("a NaN validation loss counts as divergence")
{
    struct train_options o = options(20);
    memset(told, 0, sizeof told);
    last_norm = 0;
    o.evaluate_every = 0;
    for (int best = 0; best < 2; best++) {
        o.select_best = best;
        lost_from = 2;
        struct train_result result = told_run(o);
        assert_true(result.diverged && result.steps == 20 && result.score[SPLIT_VALID].count == 0);
        lost_from = 4;
        result = told_run(o);
        assert_true(result.diverged && result.score[SPLIT_VALID].count == 0);
        lost_from = 5;
        result = told_run(o);
        assert_true(!result.diverged && isfinite(result.score[SPLIT_VALID].metric[0].value));
    }
    /* The run ends at the second curve point, and the best parameters have no score. */
    o.evaluate_every = 5;
    lost_from = 3;
    struct train_result result = told_run(o);
    assert_true(result.diverged && result.steps == 10 && result.score[SPLIT_VALID].count == 0);
    lost_from = 0;
}
