/* SPDX-License-Identifier: MIT
 * Tests that each point of a learning curve is the mean over the steps since the previous point. */
#include "tests/unit/trainer_case.h"

static struct stop curve_of(int every)
{
    struct stop curve = {0};
    struct train_options o = options();
    o.evaluate_every = every;
    struct outcome out = run(&o, &curve);
    assert_true(out.good && !out.result.diverged);
    return curve;
}

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fabs(want)))
        fail_msg("found %.17g, expected %.17g", got, want);
}

/* Evaluation does not change the model, so the expected means come from a run with one point per
 * step. */
TEST("points of a learning curve are means over their steps")
{
    const struct stop each = curve_of(1), some = curve_of(3);
    assert_int_equal(each.points, STEPS);
    assert_int_equal(some.points, STEPS / 3);
    for (int p = 0; p < some.points; p++) {
        double loss = 0, norm = 0;
        for (int i = 3 * p; i < 3 * p + 3; i++) {
            loss += each.point[i].train_loss / 3;
            norm += each.point[i].gradient_norm / 3;
        }
        assert_int_equal(some.point[p].step, 3 * p + 3);
        near(some.point[p].train_loss, loss);
        near(some.point[p].gradient_norm, norm);
    }
}

static double flat_forward(struct model *m, const struct batch *b, uint64_t step, double *count)
{
    double loss = model_build_for(kernels_available()[0])->forward(m, b, step, count);
    return step ? loss : *count; /* step 0 is an evaluation, which returns a loss of 1 per target */
}

TEST("the first of several equal points is selected")
{
    struct train_options o = options();
    struct model_build build = *model_build_for(kernels_available()[0]);
    build.forward = flat_forward;
    struct outcome out = run_on(&build, &o, NULL);
    assert_true(out.good);
    assert_int_equal(out.result.selected_step, o.evaluate_every);
}

/* ---- a task whose batches the test sets ---- */

static struct task_kind made;
static int source_lengths[8];

static const struct batch *the_first(struct task *t, int64_t index)
{
    (void)index;
    return task_positions.batch(t, 0);
}

/* Adds source sequences to each batch, as in translation. The decoder ignores them. */
static const struct batch *with_source(struct task *t, int64_t index)
{
    static struct batch made_of;
    made_of = *task_positions.batch(t, index);
    made_of.source = made_of.tokens;
    made_of.source_lengths = source_lengths;
    for (int i = 0; i < made_of.batch; i++) source_lengths[i] = i + 1;
    return &made_of;
}

/* Trains for one step and returns the first point of the curve. */
static struct curve_point first_point(const struct batch *(*batch)(struct task *, int64_t),
                                      int accumulate)
{
    const struct kernels *k = kernels_available()[0];
    struct dataset data = copying();
    struct task_options how = {.batch = 8, .n = LENGTH, .seed = 2};
    struct train_options o = options();
    struct stop curve = {0};
    struct train_callbacks calls = {.point = count_point, .context = &curve};
    struct train_result result;
    struct model_config c = small_model(k);
    char *error = NULL;
    struct task *task = task_positions.open(&data, &how, &error);
    assert_non_null(task);
    task_positions.shape(task, &c);
    made = task_positions;
    made.batch = batch;
    task->kind = &made;
    o.accumulate = accumulate;
    o.evaluate_every = 1;
    if (!train(model_build_for(k), &c, task, &o, &calls, &result, &error)) fail_msg("%s", error);
    task_positions.close(task);
    return curve.point[0];
}

TEST("accumulated batches use different dropout masks")
{
    double one = first_point(the_first, 1).train_loss, both = first_point(the_first, 2).train_loss;
    assert_true(fabs(both - one) > 1e-6 * one);
}

/* The batch has eight records of ten tokens. Their sources have one to eight tokens, 36 in total.
 */
TEST("source tokens are counted")
{
    assert_true(first_point(task_positions.batch, 1).tokens == 80);
    assert_true(first_point(with_source, 1).tokens == 80 + 36);
}
