/* SPDX-License-Identifier: MIT
 * A race among the values of the tuned axis: which trainings with tuning seeds are worth their
 * cost, and who wins. The run loop asks it what is to be run next, and the analysis asks the very
 * same who won (as tuned_value.h, of which it is the cheaper form).
 *
 *   1  every second value, and the last, with the first seed
 *   2  the untried neighbours of the leader, which has the least loss with the first seed, until
 *      both have been tried; where nothing ended so far, all others
 *   3  the best three with all seeds; one that fails or diverges there makes room for the next
 *
 * The value of the least mean loss over all seeds wins, of equals the first. Each round is judged
 * once all of it is known, and by what it called for alone. So the order in which trainings end
 * changes nothing, nor does a training that somebody else has made. */
#ifndef ATTNLAB_RACE_H
#define ATTNLAB_RACE_H

#include <stdbool.h>

enum { RACE_FINALISTS = 3 };

/* A training with a tuning seed that the plan has. */
struct race_trial {
    int value, seed; /* places from 0, of the value on its axis and of the seed in the list */
    double loss;     /* tuning_loss(), infinite for one that failed; NaN: not known yet */
    bool called;     /* told: the race has called for it */
};
struct race {
    bool decided; /* else it waits for trainings that it called for */
    int winner;   /* value; -1: none could be trained with all seeds, or not decided */
    int leader;   /* value; -1: nothing ended with the first seed so far */
    double loss;  /* mean of the winner; infinite without one */
};
/* Fills `called` of all trials. A value without a trial for some seed (by a filter) cannot win by
 * it; one value alone wins without any. */
struct race race_judge(struct race_trial *, int count);

/* How many trainings it takes: where the losses fall towards the last value, where they fall to one
 * between the ends and rise from there, and whatever they are. */
struct race_cost {
    int least, expected, largest;
};
struct race_cost race_cost(int values, int seeds);

#endif
