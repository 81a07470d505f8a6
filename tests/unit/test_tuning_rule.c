/* SPDX-License-Identifier: MIT
 * Tests the rule that chooses a tuned value (harness/plan/tuning/tuning_rule.h). */
#include "tests/unit/test.h"
#include "harness/plan/tuning/tuning_rule.h"

#include <math.h>

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))
static const double nothing = (double)NAN, lost = (double)INFINITY;

TEST("the lowest mean wins")
{
    const struct choice_trial trials[] = {{0, true, 1},   {0, true, 4.5}, {1, true, 2.5},
                                          {1, true, 2.5}, {2, true, 2.7}, {2, true, 2.5}};
    struct choice c = choose_value(trials, COUNT(trials));
    assert_int_equal(c.winner, 1);
    assert_true(c.loss == 2.5 && !c.waiting && c.trials == 6);
    assert_true(choice_mean(trials, COUNT(trials), 0) == 2.75);
    assert_true(isnan(choice_mean(trials, COUNT(trials), 3)));
}

/* A failed trial counts as an infinite loss. */
TEST("a value that failed once cannot win")
{
    const struct choice_trial trials[] = {{0, true, lost},    {0, true, 0.1}, {1, true, 5},
                                          {1, true, 6},       {2, true, 0.1}, {2, true, nothing},
                                          {3, true, nothing}, {3, true, lost}};
    struct choice c = choose_value(trials, COUNT(trials));
    assert_int_equal(c.winner, 1);
    assert_true(c.loss == 5.5 && isinf(choice_mean(trials, COUNT(trials), 2)));
}

TEST("if no mean is finite, there is no winner")
{
    const struct choice_trial trials[] = {{0, true, lost}, {1, true, nothing}};
    struct choice c = choose_value(trials, COUNT(trials));
    assert_true(c.winner == -1 && isinf(c.loss) && !c.waiting);
    c = choose_value(trials, 0);
    assert_true(c.winner == -1 && c.trials == 0);
}

TEST("the first of several equal values wins")
{
    const struct choice_trial trials[] = {{2, true, 3}, {1, true, 3}, {0, true, 4}, {3, true, 3}};
    assert_int_equal(choose_value(trials, COUNT(trials)).winner, 1);
}

TEST("a pending trial delays the choice")
{
    const struct choice_trial trials[] = {{0, true, 3}, {1, false, 0}};
    struct choice c = choose_value(trials, COUNT(trials));
    assert_true(c.waiting && c.winner == -1);
}

TEST("a value with fewer trials cannot win")
{
    const struct choice_trial trials[] = {{0, true, 1}, {1, true, 2}, {1, true, 2}};
    assert_int_equal(choose_value(trials, COUNT(trials)).winner, 1);
}

/* Runs trials until the rule needs no more. Returns the number of trials. `loss` has the shape
 * (values, seeds). */
static int tried(const double *loss, int values, int seeds, int winner)
{
    struct choice_trial trials[64] = {{0}};
    struct choice best = {0};
    bool called[64], ends = false;
    int count = values * seeds, ran = 0;
    for (int i = 0; i < count; i++) trials[i].value = i / seeds;
    for (int step = 0; step <= count && !ends; step++) {
        ends = choice_call(trials, count, called, &best);
        for (int i = 0; i < count; i++)
            if (called[i] && !trials[i].done)
                trials[i].done = true, trials[i].loss = loss[i], ran++;
    }
    assert_true(ends);
    assert_int_equal(best.winner, winner);
    return ran;
}

TEST("every second value is tried, then the neighbours of the best")
{
    /* The rule tries indices 0 2 4 6, then 1 3. */
    assert_int_equal(tried((double[]){5, 4, 3, 2, 3, 4, 5}, 7, 1, 3), 6);
    /* The rule tries indices 0 2 4 6, then 1. */
    assert_int_equal(tried((double[]){1, 2, 3, 4, 5, 6, 7}, 7, 1, 0), 5);
    assert_int_equal(tried((double[]){4, 3, 2, 1}, 4, 1, 3),
                     4); /* The rule tries indices 0 2, then 1 3. */
    assert_int_equal(tried((double[]){2, 1}, 2, 1, 1), 2);
    /* The mean losses are 3, 5 and 2. */
    assert_int_equal(tried((double[]){3, 3, 9, 1, 2, 2}, 3, 2, 2), 6);
    /* Both first trials fail, so all other values are tried. */
    assert_int_equal(tried((double[]){lost, 2, nothing, 1}, 4, 1, 3), 4);
    assert_int_equal(tried((double[]){lost, lost, lost}, 3, 1, -1), 3);
    assert_int_equal(tried((double[]){1}, 1, 1, -1), 0); /* A single value needs no tuning. */
    assert_int_equal(choice_cost(7, 3), 6 * 3);
    assert_int_equal(choice_cost(2, 3), 2 * 3);
    assert_int_equal(choice_cost(1, 3), 0);
}

TEST("tuning minimises the loss if there is one, otherwise it uses the metric")
{
    assert_true(tuning_loss(true, 2, 0.5, true) == 2);
    assert_true(tuning_loss(true, nothing, 0.5, true) == -0.5);
    assert_true(tuning_loss(true, nothing, 0.5, false) == 0.5);
    assert_true(isinf(tuning_loss(true, nothing, nothing, true)));
    assert_true(isinf(tuning_loss(false, 2, 0.5, true)));
}
