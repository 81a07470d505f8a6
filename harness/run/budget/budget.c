/* SPDX-License-Identifier: MIT
 * Adding up the expected rows of each question (budget.h). */
#include "harness/run/budget/budget.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* How many rows have each number of a choice; to be freed. */
static int *choice_sizes(const struct plan *plan, const struct expected_row *rows)
{
    int largest = -1;
    for (int i = 0; i < plan->row_count; i++)
        if (rows[i].choice > largest) largest = rows[i].choice;
    int *sizes = xarray((size_t)largest + 2, sizeof *sizes);
    for (int i = 0; i < plan->row_count; i++)
        if (rows[i].choice >= 0) sizes[rows[i].choice]++;
    return sizes;
}

/* How likely a row is run: of a choice each as likely as the other. */
static struct amount share_of(const struct expected_row *row, const int *sizes)
{
    if (row->made) return (struct amount){0, 0, 0};
    if (row->choice < 0) return (struct amount){1, 1, 1};
    double size = sizes[row->choice];
    return (struct amount){fmin(1, row->least / size), fmin(1, row->wanted / size),
                           fmin(1, row->most / size)};
}

static void add(struct amount *sum, struct amount share, double each)
{
    sum->least += share.least * each;
    sum->expected += share.expected * each;
    sum->most += share.most * each;
}

struct question_cost *budget_costs(const struct plan *plan, const struct expected_row *rows,
                                   int cores)
{
    struct question_cost *costs = xarray((size_t)plan->spec_count, sizeof *costs);
    int *sizes = choice_sizes(plan, rows);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        struct question_cost *cost = &costs[cell->spec];
        struct amount share = share_of(&rows[i], sizes);
        double each = rows[i].seconds * (rows[i].group[GROUP_KIND] == KIND_ALONE ? cores : 1);
        if (cell->yardstick) continue;
        add(&cost->rows, share, 1);
        add(&cost->core_s, share, each);
        cost->look_s[cell->look > 0 && !cell->tuning ? cell->look : 0] += share.expected * each;
    }
    free(sizes);
    return costs;
}

struct budget_fit budget_fit(const struct question_cost *cost, int looks, double before_s,
                             double budget_s)
{
    struct budget_fit fit = {.running_s = before_s + cost->core_s.expected};
    fit.fits = fit.running_s <= budget_s;
    fit.missing_s = fit.fits ? 0 : fit.running_s - budget_s;
    double reached = before_s;
    while (fit.looks < looks && (reached += cost->look_s[fit.looks]) <= budget_s) fit.looks++;
    if (fit.fits) fit.looks = looks; /* sums in another order may round otherwise */
    return fit;
}
