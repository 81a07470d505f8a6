/* SPDX-License-Identifier: MIT
 * Tests training with a swap. There are results for the part before the swap and for the part after
 * it. A resumed run gives the same bits. */
#include "tests/unit/trainer_case.h"

static struct train_options swapping(void)
{
    struct train_options o = options();
    o.swap = (struct swap){.steps = 8, .lr = 0.02, .warmup = 2};
    return o;
}

/* The run is interrupted before, at, and after the swap. */
TEST("a resumed run with a swap has the same bits")
{
    for (int init = 0; init < SWAP_INITS; init++) {
        struct train_options o = swapping();
        o.swap.init = (enum swap_init)init;
        check_resume(o, 5);
        check_resume(o, 8);
        check_resume(o, 9);
        check_resume(o, 20);
    }
}

TEST("a run with a swap reports the parts before and after it")
{
    struct train_options o = swapping();
    struct stop told = {0};
    struct outcome out = run(&o, &told);
    assert_true(out.good);
    assert_int_equal(out.result.steps, 8 + STEPS);
    assert_close(out.result.tokens, (8. + STEPS) * 2 * 8 * LENGTH, 0);
    assert_close(out.result.before.tokens, 8. * 2 * 8 * LENGTH, 0);
    assert_true(out.result.selected_step >= 8);
    double plain = out.result.before.flop / 8;
    assert_true((out.result.flop - out.result.before.flop) / STEPS > 1.05 * plain);
    static const int steps[] = {5, 8, 8, 13, 18, 23, 28, 32}, parts[] = {1, 1, 2, 2, 2, 2, 2, 2};
    assert_int_equal(told.points, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(told.point[i].step, steps[i]);
        assert_int_equal(told.point[i].part, parts[i]);
        assert_int_equal(told.point[i].valid.count > 0, 1);
    }
    assert_true(isnan(told.point[2].train_loss) && isnan(told.point[2].lr));
    assert_close(told.point[0].lr, 0.02 * (0.1 + 0.9 * 0.5 * (1 + cos(M_PI * 2 / 6))), 1e-12);
    /* The part after the swap has its own learning-rate schedule. */
    assert_close(told.point[3].lr, train_rate(&o, 5), 0);
    /* The query maps were replaced, so the loss jumps at the swap. */
    assert_true(told.point[2].valid.metric[0].value != told.point[1].valid.metric[0].value);
}

static int64_t steps_of_updates[8 + STEPS], updates;

static double noted_update(struct model *m, const struct adamw *w)
{
    steps_of_updates[updates++] = w->step;
    return model_build_for(kernels_available()[0])->update(m, w);
}

/* At a swap, the moments of AdamW and their bias correction restart. */
TEST("the bias correction restarts at the swap")
{
    struct train_options o = swapping();
    struct model_build build = *model_build_for(kernels_available()[0]);
    build.update = noted_update;
    assert_true(run_on(&build, &o, NULL).good);
    assert_int_equal(updates, 8 + STEPS);
    for (int i = 0; i < 8 + STEPS; i++)
        assert_int_equal(steps_of_updates[i], i < 8 ? i + 1 : i - 7);
}

/* The MLP initially equals the linear map, so the loss does not change. */
TEST("a swap that reproduces the trained maps keeps the loss")
{
    struct train_options o = swapping();
    struct stop told = {0};
    o.swap.init = SWAP_REPRODUCE;
    assert_true(run(&o, &told).good);
    assert_close(told.point[2].valid.metric[0].value, told.point[1].valid.metric[0].value, 1e-6);
}
