/* SPDX-License-Identifier: MIT
 * The trainer: learning rates, learning at all, divergence as a result, and that a run which was
 * stopped and resumed ends with the same bits as one that was not. */
#define _GNU_SOURCE /* memmem */

#include "tests/unit/trainer_case.h"
#include "models/checkpoint.h"

#include <sys/resource.h>

TEST("rates rise and fall")
{
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

TEST("wsd is constant and decays")
{
    struct train_options o = {.steps = 100, .warmup = 10, .lr = 1, .schedule = SCHEDULE_WSD};
    o.decay_share = 0.2;
    assert_close(train_rate(&o, 5), 0.5, 1e-12);
    assert_close(train_rate(&o, 81), 1,
                 1e-12); /* as of the other schedules, the first falls by 0 */
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
    assert_close(train_rate(&o, 56), 0.6, 0.005); /* down from the end of the warm-up */
}

/* 0.07 * 100 is 7.000000000000001 in double. */
TEST("a share of the steps is no step more")
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
        int full = 0; /* steps at the full rate; the first step of the decay is one */
        for (int s = 1; s <= o.steps; s++) full += train_rate(&o, s) == 1;
        assert_int_equal(full, cases[i].steps - cases[i].decay + 1);
    }
}

TEST("it learns")
{
    struct train_options o = options();
    o.steps = 120;
    struct outcome out = run(&o, NULL);
    assert_true(out.good);
    assert_false(out.result.diverged);
    /* Guessing costs log 7 = 1.95; half of the targets can be known by copying, all here. */
    assert_true(loss_of(&out) < 0.5);
    assert_close(out.result.tokens, 120. * 2 * 8 * LENGTH, 0);
    assert_true(out.result.score[SPLIT_TEST].count == 0);
}

TEST("same run same bits")
{
    struct train_options o = options();
    struct outcome a = run(&o, NULL), b = run(&o, NULL);
    assert_memory_equal(&a.result.score[SPLIT_VALID], &b.result.score[SPLIT_VALID],
                        sizeof a.result.score[SPLIT_VALID]);
    assert_memory_equal(&a.result.gradient_norm_max, &b.result.gradient_norm_max, sizeof(double));
}

TEST("resumed run has the same bits") { check_resume(options(), 11); }

TEST("divergence is a result")
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
    if (!strstr(out.error, words)) fail_msg("'%s' does not say '%s'", out.error, words);
    free(out.error);
}

TEST("bad checkpoints are refused")
{
    struct train_options o = options();
    char *path = scratch("checkpoint");
    o.checkpoint_every = STEPS;
    o.checkpoint = path;
    assert_true(run(&o, NULL).good);
    o.identity = "another run";
    refuses(&o, "the checkpoint is of another run");
    o.identity = options().identity;
    size_t size;
    char *bytes = kept(read_file(path, &size));
    for (size_t cut = 0; cut < size; cut += size / 7) { /* in the header, in the tensors */
        assert_true(write_file_atomically(path, bytes, cut));
        refuses(&o, path);
    }
    for (size_t back = 1; back < size / 2; back += size / 7) { /* one bit of a tensor */
        bytes[size - back] ^= 4;
        assert_true(write_file_atomically(path, bytes, size));
        refuses(&o, "checksum mismatch");
        bytes[size - back] ^= 4;
    }
    char *number = memmem(bytes, size, "\"tokens\":\"0x1", 13);
    assert_non_null(number);
    number[12] = '3'; /* of the header */
    assert_true(write_file_atomically(path, bytes, size));
    refuses(&o, "checksum mismatch in the header");
    number[12] = '1';
    for (char *key = bytes + 8; (key = memmem(key, size - (size_t)(key - bytes), "\"crc32", 6));)
        memcpy(key, "\"other", 6); /* as of before there were checksums */
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

/* As where a program has as many files open as it may; what was wrong; the caller frees it. */
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

/* What cannot be read now may be whole: it is not removed. */
TEST("only wrong bytes are dropped")
{
    struct train_options o = options();
    bool unread = true;
    char *path = scratch("checkpoint"), *why;
    assert_null(checkpoint_drop_unusable(path, NULL, &unread)); /* there is none */
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

/* Without a point of the curve on the way, and though nothing stops it. */
TEST("checkpoints come in time")
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
