/* SPDX-License-Identifier: MIT
 * Tests sequences that have targets only at some positions: padding, targets, and accuracy over the
 * target positions. */
#include "task_case.h"
#include "models/tasks/tasks.h"

static const int32_t tokens[3][4] = {{1, 2, 3, 4}, {5, 6}, {7, 8, 9}},
                     targets[3][4] = {{-1, 3, -1, 5}, {-1, 7}, {8, -1, 0}};
static const int lengths[3] = {4, 2, 3};

static struct hand *positions_set(void)
{
    struct hand *h = hand_open(DATA_POSITIONS, "accuracy");
    h->data.vocabulary = 10;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 3; i++)
            *hand_add(h, (enum split)s) =
                (struct record){.tokens = tokens[i], .targets = targets[i], .length = lengths[i]};
    return h;
}

static const struct task_options options = {.batch = 3, .n = 4, .seed = 1};

static int record_of(const struct batch *b, int row)
{
    for (int r = 0; r < 3; r++)
        if (b->tokens[row * b->n] == tokens[r][0]) return r;
    fail_msg("row %d has no known record", row);
    return -1;
}

TEST("padding has no target")
{
    struct hand *h = positions_set();
    struct task *t = hand_task(h, &task_positions, &options);
    for (int step = 0; step < 5; step++) { /* All batches reuse the same arrays. */
        const struct batch *b = task_positions.batch(t, step);
        assert_int_equal(b->batch, 3);
        assert_int_equal(b->n, 4);
        for (int row = 0; row < 3; row++) {
            int r = record_of(b, row);
            assert_int_equal(b->lengths[row], lengths[r]);
            for (int i = 0; i < b->n; i++) {
                bool inside = i < lengths[r];
                assert_int_equal(b->tokens[row * 4 + i], inside ? tokens[r][i] : TOKEN_PAD);
                assert_int_equal(b->targets[row * 4 + i], inside ? targets[r][i] : -1);
            }
        }
    }
}

TEST("a batch is as wide as its longest record")
{
    struct hand *h = positions_set();
    struct task_options o = options;
    o.batch = 1;
    o.n = 9;
    struct task *t = hand_task(h, &task_positions, &o);
    int seen = 0;
    for (int step = 0; step < 3; step++) {
        const struct batch *b = task_positions.batch(t, step);
        int r = record_of(b, 0);
        assert_int_equal(b->n, lengths[r]);
        seen |= 1 << r;
    }
    assert_int_equal(seen, 7);
}

/* The fake model always answers 7, which is correct for one of five targets. */
static void always_seven(struct model *m, int b, int n, float *out)
{
    assert_true(m->last.targets[b * m->last.n + n] >= 0);
    for (int v = 0; v < 10; v++) out[v] = v == 7;
}

TEST("accuracy is computed over target positions")
{
    struct hand *h = positions_set();
    for (int batch = 1; batch <= 4; batch++) {
        struct task_options o = options;
        o.batch = batch;
        struct task *t = hand_task(h, &task_positions, &o);
        struct model m = {.answer = always_seven};
        struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
        assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
        assert_close(metric_of(&s, "accuracy"), 1. / 5, 1e-15);
        assert_close(s.targets, 5, 0);
        /* A limit of 2 takes the first two of three records. */
        s = fake_score(t, SPLIT_VALID, &m, 2);
        assert_close(metric_of(&s, "accuracy"), 1. / 3, 1e-15);
        s = fake_score(t, SPLIT_TEST, &m, 0);
        assert_int_equal(s.count, 0);
    }
}

/* The six records are three records twice. A limit of three must select each of them once. */
TEST("a limit selects evenly spaced records")
{
    struct hand *h = positions_set();
    for (int i = 5; i >= 0; i--) h->records[SPLIT_VALID][i] = h->records[SPLIT_VALID][i / 2];
    h->data.count[SPLIT_VALID] = 6;
    struct task_options o = options;
    struct task *t = hand_task(h, &task_positions, &o);
    struct model m = {.answer = always_seven};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 3);
    assert_int_equal(s.records, 3);
    assert_close(s.targets, 5, 0);
    assert_close(metric_of(&s, "accuracy"), 1. / 5, 1e-15);
}

TEST("records that are too long are refused")
{
    struct hand *h = positions_set();
    struct task_options o = options;
    o.n = 3;
    hand_refuses(h, &task_positions, &o,
                 "hand: train record 0 has 4 tokens (expected at most n = 3)");
    h->data.count[SPLIT_TRAIN] = 0;
    hand_refuses(h, &task_positions, &o, "no records in the train split");
}
