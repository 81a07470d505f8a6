/* SPDX-License-Identifier: MIT
 * The rest of a run in seconds, learnt from its finished rows (time_left.h). */
#include "harness/run/time_left.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many finished rows the group around it counts for. Rows of one specification are much alike,
 * so that it takes many to speak for a kind; those of a cell are the same. Of weights tried on
 * made-up runs (tests/unit/test_time_left.c) and on the rows of real ones, these erred least. */
static const double weights[ROW_GROUPS] = {16, 80, 6, 3, 0.5};
/* A row that takes longer than expected still has this share of it to go. */
static const double least_share = 0.05;

struct group {
    double expected, measured; /* of finished rows */
};
struct choice {
    int left; /* rows that are not started */
    int made; /* rows that were run */
};
struct time_left {
    struct expected_row *rows;
    struct state {
        bool started, finished;
        double since;
    } * states;
    struct group *groups[ROW_GROUPS];
    struct choice *choices;
    int count, side_by_side;
};

static int groups_of(const struct time_left *t, enum row_group level)
{
    int most = -1;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].group[level] > most) most = t->rows[i].group[level];
    return most + 1;
}

static int choices_of(const struct time_left *t)
{
    int most = -1;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].choice > most) most = t->rows[i].choice;
    return most + 1;
}

struct time_left *time_left_open(const struct expected_row *rows, int count, int side_by_side)
{
    struct time_left *t = xalloc(sizeof *t);
    *t = (struct time_left){.rows = xarray((size_t)count, sizeof *t->rows),
                            .states = xarray((size_t)count, sizeof *t->states),
                            .count = count,
                            .side_by_side = side_by_side};
    if (count) memcpy(t->rows, rows, (size_t)count * sizeof *rows);
    for (int level = 0; level < ROW_GROUPS; level++)
        t->groups[level] =
            xarray((size_t)groups_of(t, (enum row_group)level), sizeof(struct group));
    t->choices = xarray((size_t)choices_of(t), sizeof *t->choices);
    for (int i = 0; i < count; i++)
        if (rows[i].choice >= 0) t->choices[rows[i].choice].left++;
    return t;
}

bool time_left_may_spare(const struct time_left *t) { return choices_of(t) > 0; }

void time_left_close(struct time_left *t)
{
    for (int level = 0; level < ROW_GROUPS; level++) free(t->groups[level]);
    free(t->choices);
    free(t->states);
    free(t->rows);
    free(t);
}

void time_left_set_side_by_side(struct time_left *t, int side_by_side)
{
    t->side_by_side = side_by_side;
}

/* A row of a choice is run, or is known not to be. */
static void note_start(struct time_left *t, int row, bool runs)
{
    int choice = t->rows[row].choice;
    if (choice < 0) return;
    t->choices[choice].left--;
    t->choices[choice].made += runs;
}

void time_left_start(struct time_left *t, int row, double now)
{
    t->states[row].started = true;
    t->states[row].since = now;
    note_start(t, row, true);
}

void time_left_finish(struct time_left *t, int row, double took_s)
{
    const struct expected_row *r = &t->rows[row];
    t->states[row].finished = true;
    if (!t->states[row].started) note_start(t, row, took_s > 0);
    for (int level = 0; took_s > 0 && level < ROW_GROUPS; level++) {
        struct group *g = &t->groups[level][r->group[level]];
        g->expected += r->seconds;
        g->measured += took_s;
    }
}

/* How likely it is that a row is run at all. */
static double share_of(const struct time_left *t, int row)
{
    int choice = t->rows[row].choice;
    if (t->states[row].started) return 1;
    if (t->rows[row].made) return 0;
    if (choice < 0) return 1;
    double wanted = t->rows[row].wanted - t->choices[choice].made;
    return fmin(1, fmax(0, wanted) / t->choices[choice].left);
}

static double expected_s(const struct time_left *t, const struct expected_row *r)
{
    double factor = 1;
    for (int level = 0; level < ROW_GROUPS; level++) {
        const struct group *g = &t->groups[level][r->group[level]];
        double own = weights[level] * r->seconds;
        factor = (g->measured + own * factor) / (g->expected + own);
    }
    return factor * r->seconds;
}

double time_left_seconds(const struct time_left *t, double now)
{
    double sum[2] = {0}, longest = 0;
    for (int i = 0; i < t->count; i++) {
        const struct expected_row *r = &t->rows[i];
        const struct state *s = &t->states[i];
        if (s->finished || !(r->seconds > 0)) continue;
        double all = expected_s(t, r), left = all * share_of(t, i);
        if (s->started) left = fmax(all - (now - s->since), least_share * all);
        sum[r->group[GROUP_KIND]] += left;
        if (r->group[GROUP_KIND] == KIND_SIDE_BY_SIDE) longest = fmax(longest, left);
    }
    return sum[KIND_ALONE] + fmax(sum[KIND_SIDE_BY_SIDE] / t->side_by_side, longest);
}
