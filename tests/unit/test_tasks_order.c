/* SPDX-License-Identifier: MIT
 * Tests the order of records (models/tasks/record_order.h):
 * - Each record occurs once per epoch.
 * - Batches contain records of similar lengths.
 * - The order depends only on seed and step. */
#include "models/tasks/record_order.h"

#include "net_case.h"

enum { RECORDS = 203, BATCH = 10, BATCHES = 21 };

static int lengths[RECORDS];

TEST_SETUP()
{
    for (int i = 0; i < RECORDS; i++) lengths[i] = 1 + draw(1, "lengths", i, 60);
}

TEST("each record occurs once per epoch")
{
    for (int with = 0; with < 2; with++) {
        struct order o;
        order_open(&o, 7, RECORDS, BATCH, with ? lengths : NULL);
        assert_int_equal(order_batches(&o), BATCHES);
        for (int epoch = 0; epoch < 3; epoch++) {
            int seen[RECORDS] = {0}, smaller = 0;
            for (int s = 0; s < BATCHES; s++) {
                int rows;
                const int *records = order_batch(&o, (int64_t)epoch * BATCHES + s, &rows);
                assert_true(rows == BATCH || rows == RECORDS % BATCH);
                smaller += rows != BATCH;
                for (int i = 0; i < rows; i++) seen[records[i]]++;
            }
            assert_int_equal(smaller, 1);
            for (int i = 0; i < RECORDS; i++) assert_int_equal(seen[i], 1);
        }
        order_close(&o);
    }
}

static int same_batches(struct order *a, struct order *b, int64_t from_a, int64_t from_b, int steps)
{
    int same = 0;
    for (int s = 0; s < steps; s++) {
        int rows_a, rows_b;
        const int *x = order_batch(a, from_a + s, &rows_a),
                  *y = order_batch(b, from_b + s, &rows_b);
        same += rows_a == rows_b && !memcmp(x, y, (size_t)rows_a * sizeof *x);
    }
    return same;
}

TEST("seed and step determine the order")
{
    struct order walked, asked, other;
    order_open(&walked, 7, RECORDS, BATCH, lengths);
    order_open(&asked, 7, RECORDS, BATCH, lengths);
    order_open(&other, 8, RECORDS, BATCH, lengths);
    assert_int_equal(same_batches(&walked, &asked, 0, 0, 3 * BATCHES), 3 * BATCHES);
    /* The steps are visited in reverse order, across epochs. */
    for (int64_t step = 3 * BATCHES - 1; step >= 0; step -= 5)
        assert_int_equal(same_batches(&walked, &asked, step, step, 1), 1);
    assert_int_equal(same_batches(&walked, &other, 0, 0, BATCHES), 0);
    /* Each epoch has a different order. */
    assert_int_equal(same_batches(&walked, &asked, 0, BATCHES, BATCHES), 0);
    order_close(&walked);
    order_close(&asked);
    order_close(&other);
}

/* Counts the pairs of batches with overlapping ranges of lengths. */
static int overlaps(const int *of)
{
    struct order o;
    int low[BATCHES], high[BATCHES], count = 0;
    order_open(&o, 7, RECORDS, BATCH, of);
    for (int s = 0; s < BATCHES; s++) {
        int rows;
        const int *records = order_batch(&o, s, &rows);
        low[s] = high[s] = lengths[records[0]];
        for (int i = 1; i < rows; i++) {
            int length = lengths[records[i]];
            if (length < low[s]) low[s] = length;
            if (length > high[s]) high[s] = length;
        }
    }
    for (int a = 0; a < BATCHES; a++)
        for (int b = 0; b < a; b++) count += low[a] < high[b] && low[b] < high[a];
    order_close(&o);
    return count;
}

TEST("batches have records of similar length")
{
    assert_int_equal(overlaps(lengths), 0);
    assert_true(overlaps(NULL) > BATCHES);
}

/* Sorting records by length would create a curriculum, so short batches must not come first. */
TEST("lengths are mixed within an epoch")
{
    struct order o;
    int rows, rises = 0, before = 0;
    order_open(&o, 7, RECORDS, BATCH, lengths);
    for (int s = 0; s < BATCHES; s++) {
        int length = lengths[order_batch(&o, s, &rows)[0]];
        rises += length >= before;
        before = length;
    }
    assert_true(rises > BATCHES / 4 && rises < BATCHES - BATCHES / 4);
    order_close(&o);
}

TEST("a small set is a single batch")
{
    struct order o;
    int rows;
    order_open(&o, 7, 3, 10, NULL); /* The set has fewer records than a batch. */
    assert_int_equal(order_batches(&o), 1);
    for (int s = 0; s < 4; s++) {
        const int *r = order_batch(&o, s, &rows);
        assert_int_equal(rows, 3);
        assert_int_equal((1 << r[0]) + (1 << r[1]) + (1 << r[2]), 7);
    }
    order_close(&o);
}
