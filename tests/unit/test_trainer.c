/* SPDX-License-Identifier: MIT
 * Tests the trainer: learning rates, learning, divergence, and resuming, which must not change a
 * bit of the result. */
#define _GNU_SOURCE /* declares memmem() */

#include "tests/unit/trainer_case.h"
#include "models/checkpoint.h"

#include <sys/resource.h>

TEST("the learning rate first rises and then falls")
{
    struct train_options o = {.steps = 100, .warmup = 10, .lr = 1, .lr_end = 0.1};
    o.schedule = SCHEDULE_COSINE;
    assert_close(train_rate(&o, 1), 0.1, 1e-12);
    assert_close(train_rate(&o, 10), 1, 1e-12);
    assert_close(train_rate(&o, 11), 1, 1e-12);
    /* Halfway through the decay, the rate is the mean of 1 and 0.1. */
    assert_close(train_rate(&o, 56), 0.55, 1e-12);
    assert_true(train_rate(&o, 100) > 0.1 && train_rate(&o, 100) < 0.102);
    o.schedule = SCHEDULE_LINEAR;
    assert_close(train_rate(&o, 56), 0.5, 1e-12);
    assert_close(train_rate(&o, 100), 1. / 90,
                 1e-12); /* The rate of the last step is still above 0. */
    o.schedule = SCHEDULE_CONSTANT;
    assert_close(train_rate(&o, 100), 1, 0);
}

TEST("the wsd schedule is constant, then decays")
{
    struct train_options o = {.steps = 100, .warmup = 10, .lr = 1, .schedule = SCHEDULE_WSD};
    o.decay_share = 0.2;
    assert_close(train_rate(&o, 5), 0.5, 1e-12);
    /* As in the other schedules, the first step of the decay still has the full rate. */
    assert_close(train_rate(&o, 81), 1, 1e-12);
    assert_close(train_rate(&o, 91), 0.5, 1e-12);
    assert_close(train_rate(&o, 100), 0.05, 1e-12);
    o.lr_end = 0.2;
    assert_close(train_rate(&o, 91), 0.6, 1e-12);
    struct train_options twice = o;
    twice.steps = 200;
    for (int64_t s = 1; s <= 80; s++) assert_close(train_rate(&o, s), train_rate(&twice, s), 0);
    o.decay_share = 0;
    assert_close(train_rate(&o, 100), 1, 0);
    o.decay_share = 1;
    assert_close(train_rate(&o, 56), 0.6, 0.005); /* The decay starts right after the warm-up. */
}

/* Rounding must not add a step: 0.07 * 100 is 7.000000000000001 in double. */
TEST("a decay share is rounded to the right number of steps")
{
    static const struct {
        double share;
        int steps, decay;
    } cases[] = {{0.07, 100, 7}, {0.05, 100, 5},   {0.1, 100, 10}, {0.15, 100, 15},
                 {0.2, 100, 20}, {0.3, 1000, 300}, {0.05, 30, 2},  {0.15, 30, 5},
                 {0.3, 11, 4},   {0.28, 100, 28}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct train_options o = {.steps = cases[i].steps, .lr = 1, .schedule = SCHEDULE_WSD};
        o.decay_share = cases[i].share;
        int full = 0; /* steps at the full rate, including the first step of the decay */
        for (int s = 1; s <= o.steps; s++) full += train_rate(&o, s) == 1;
        assert_int_equal(full, cases[i].steps - cases[i].decay + 1);
    }
}

TEST("a model learns to copy")
{
    struct train_options o = options();
    o.steps = 120;
    struct outcome out = run(&o, NULL);
    assert_true(out.good);
    assert_false(out.result.diverged);
    /* A uniform guess has a loss of log 7 = 1.95. */
    assert_true(loss_of(&out) < 0.5);
    assert_close(out.result.tokens, 120. * 2 * 8 * LENGTH, 0);
    assert_true(out.result.score[SPLIT_TEST].count == 0);
}

TEST("two equal runs have the same bits")
{
    struct train_options o = options();
    struct outcome a = run(&o, NULL), b = run(&o, NULL);
    assert_memory_equal(&a.result.score[SPLIT_VALID], &b.result.score[SPLIT_VALID],
                        sizeof a.result.score[SPLIT_VALID]);
    assert_memory_equal(&a.result.gradient_norm_max, &b.result.gradient_norm_max, sizeof(double));
}

TEST("a resumed run has the same bits") { check_resume(options(), 11); }

TEST("a diverged run is a result, not an error")
{
    struct train_options o = options();
    o.lr = 1e6;
    o.clip = 0;
    o.steps = 200;
    struct outcome out = run(&o, NULL);
    assert_true(out.good);
    assert_true(out.result.diverged);
    assert_true(out.result.steps < 200);
    assert_int_equal(out.result.score[SPLIT_VALID].count, 0);
}

static void refuses(const struct train_options *o, const char *words)
{
    struct outcome out = run(o, NULL);
    assert_false(out.good);
    assert_non_null(out.error);
    if (!strstr(out.error, words)) fail_msg("'%s' does not contain '%s'", out.error, words);
    free(out.error);
}

TEST("damaged checkpoints are refused")
{
    struct train_options o = options();
    char *path = scratch("checkpoint");
    o.checkpoint_every = STEPS;
    o.checkpoint = path;
    assert_true(run(&o, NULL).good);
    o.identity = "another run";
    refuses(&o, "the checkpoint belongs to another run");
    o.identity = options().identity;
    size_t size;
    char *bytes = kept(read_file(path, &size));
    /* The file is truncated at several points inside the header and the tensors. */
    for (size_t cut = 0; cut < size; cut += size / 7) {
        assert_true(write_file_atomically(path, bytes, cut));
        refuses(&o, path);
    }
    for (size_t back = 1; back < size / 2; back += size / 7) {
        bytes[size - back] ^= 4;
        assert_true(write_file_atomically(path, bytes, size));
        refuses(&o, "checksum mismatch");
        bytes[size - back] ^= 4;
    }
    char *number = memmem(bytes, size, "\"tokens\":\"0x1", 13);
    assert_non_null(number);
    number[12] = '3';
    assert_true(write_file_atomically(path, bytes, size));
    refuses(&o, "checksum mismatch in the header");
    number[12] = '1';
    for (char *key = bytes + 8; (key = memmem(key, size - (size_t)(key - bytes), "\"crc32", 6));)
        memcpy(key, "\"other", 6); /* A checkpoint without a checksum is accepted. */
    assert_true(write_file_atomically(path, bytes, size));
    assert_true(run(&o, NULL).good);
    memset(bytes + 8, 'x', 20);
    assert_true(write_file_atomically(path, bytes, size));
    refuses(&o, "not a JSON object");
    unlink(path);
    o.checkpoint = "/nonexistent/checkpoint";
    refuses(&o, "cannot be written");
    free(path);
}

/* Checks a checkpoint when no file descriptor is available. Returns the error, which the caller
 * frees. */
static char *drop_without_descriptors(const char *path, bool *unread)
{
    struct rlimit before, none;
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){0, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    char *why = checkpoint_drop_unusable(path, NULL, unread);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    return why;
}

/* A checkpoint that is temporarily unreadable may be intact, so it is not removed. */
TEST("only damaged checkpoints are removed")
{
    struct train_options o = options();
    bool unread = true;
    char *path = scratch("checkpoint"), *why;
    assert_null(checkpoint_drop_unusable(path, NULL, &unread));
    assert_false(unread);
    o.checkpoint_every = STEPS;
    o.checkpoint = path;
    assert_true(run(&o, NULL).good);
    why = drop_without_descriptors(path, &unread);
    assert_non_null(why);
    assert_non_null(strstr(why, "Too many open files"));
    assert_true(unread);
    free(why);
    assert_null(checkpoint_drop_unusable(path, NULL, &unread));
    assert_false(unread);
    assert_int_equal(truncate(path, 100), 0);
    why = checkpoint_drop_unusable(path, NULL, &unread);
    assert_non_null(why);
    assert_false(unread);
    assert_int_equal(access(path, F_OK), -1);
    free(why);
    free(path);
}

TEST("checkpoints are written after the given seconds")
{
    struct train_options o = options();
    struct stop clock = {.clocked = true};
    const struct model_build *build = model_build_for(kernels_available()[0]);
    int64_t step;
    char *path = scratch("in-time"), *error = NULL;
    o.evaluate_every = o.checkpoint_every = 0;
    o.checkpoint_seconds = 7;
    o.checkpoint = path;
    assert_true(run(&o, &clock).good);
    assert_true(checkpoint_step(path, o.identity, build, &step, &error));
    assert_int_equal(step, STEPS / 7 * 7);
    unlink(path);
    free(path);
}
