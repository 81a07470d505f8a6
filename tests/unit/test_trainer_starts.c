/* SPDX-License-Identifier: MIT
 * Tests matched starting values in training. An arm is matched to softmax attention on the first
 * batch, and again at each swap. */
#include "tests/unit/trainer_case.h"
#include "models/tasks/tasks.h"

static void match_mlp(struct model_config *c, const struct kernels *k)
{
    place_mlp(c, k);
    c->initial = INITIAL_MATCHED;
}
static void match_plain(struct model_config *c, const struct kernels *k)
{
    (void)k;
    c->initial = INITIAL_MATCHED;
}

static struct train_options swapping(enum swap_init init)
{
    struct train_options o = options();
    o.swap = (struct swap){.steps = 8, .lr = 0.02, .warmup = 2, .init = init};
    return o;
}

static struct outcome run_of(struct train_options o,
                             void (*change)(struct model_config *, const struct kernels *))
{
    struct stop told = {0};
    changed = change;
    struct outcome out = run(&o, &told);
    changed = NULL;
    assert_true(out.good && !out.result.diverged);
    return out;
}

/* Returns the sizes of logits and branch of the softmax model on training batch 0. */
static struct start twin_start(const struct train_options *o)
{
    const struct kernels *k = kernels_available()[0];
    const struct model_build *build = model_build_for(k);
    struct dataset data = copying();
    struct task_options how = {.batch = 8, .n = LENGTH, .seed = 2};
    char *error = NULL;
    struct start out[MOST_ATTENTIONS];
    struct task *task = task_positions.open(&data, &how, &error);
    struct model_config c = small_model(k);
    c.initial = INITIAL_MATCHED;
    task_positions.shape(task, &c);
    struct model *twin = build->open(&c, o->seed, true);
    assert_int_equal(build->measure_starts(twin, task_positions.batch(task, 0), out), 1);
    build->close(twin);
    task_positions.close(task);
    return out[0];
}

TEST("a matched arm has the initial logit spread and output size of softmax attention")
{
    struct train_options o = options();
    struct outcome out = run_of(o, match_mlp);
    struct start plain = twin_start(&o);
    const struct matched_start *s = out.result.starts;
    assert_int_equal(out.result.start_count, 1);
    assert_string_equal(s->attention, "decoder.0.attention");
    assert_true((float)plain.logits == (float)s->plain.logits);
    assert_true((float)plain.branch == (float)s->plain.branch);
    assert_close(s->own.logits * s->multiplier.logits, plain.logits, 1e-6 * plain.logits);
    assert_close(s->own.branch * s->multiplier.branch, plain.branch, 1e-6 * plain.branch);
    assert_true(fabs(s->multiplier.logits - 1) > 0.05);
    assert_true(!s->left_logits && !s->left_branch);
}

/* A matched arm has as many parameters as an unmatched one, but its training differs. The softmax
 * arm does not change. */
TEST("matching changes only the arm")
{
    struct train_options o = options();
    struct outcome matched = run_of(o, match_mlp), own = run_of(o, place_mlp);
    assert_true(loss_of(&matched) != loss_of(&own));
    assert_close(matched.result.parameters, own.result.parameters, 0);
    assert_int_equal(own.result.start_count, 0);
    matched = run_of(o, match_plain), own = run_of(o, NULL);
    assert_true(loss_of(&matched) == loss_of(&own));
    assert_true(matched.result.gradient_norm_max == own.result.gradient_norm_max);
    assert_true(matched.result.starts[0].multiplier.logits == 1 &&
                matched.result.starts[0].multiplier.branch == 1);
}

/* At a swap, the arm is matched to the trained model that it replaces. If the swap reproduces the
 * trained maps, the sizes change only by rounding errors. */
TEST("at a swap, the arm is matched to the trained model")
{
    struct outcome same = run_of(swapping(SWAP_REPRODUCE), match_mlp),
                   anew = run_of(swapping(SWAP_FRESH), match_mlp);
    const struct matched_start *s = same.result.starts, *a = anew.result.starts;
    struct train_options o = options();
    struct start first = twin_start(&o);
    assert_close(s->multiplier.logits, 1, 1e-4);
    assert_close(s->multiplier.branch, 1, 1e-4);
    /* Eight training steps have changed the size of the logits. */
    assert_true(fabs(s->plain.logits / first.logits - 1) > 0.05);
    assert_true(a->plain.logits == s->plain.logits && a->plain.branch == s->plain.branch);
    assert_true(fabs(a->multiplier.logits - 1) > 0.05);
}

/* A resumed run reads multipliers and sizes from the checkpoint. */
TEST("a resumed run has the same bits")
{
    static const int after[] = {5, 8, 9, 20};
    changed = match_mlp;
    check_resume(options(), 1);
    check_resume(options(), 13);
    for (int i = 0; i < 4; i++) check_resume(swapping(SWAP_FRESH), after[i]);
    changed = NULL;
}
