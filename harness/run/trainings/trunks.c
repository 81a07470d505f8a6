/* SPDX-License-Identifier: MIT
 * Which rows share their first steps, and the files of these (trunks.h). */
#define _GNU_SOURCE /* qsort_r */
#include "harness/run/trainings/trunks.h"
#include "harness/run/result_dir.h"
#include "base/cell.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "trunks"

enum state { TO_COME, AT_WORK, ENDED };
struct branch {
    char *trunk;   /* cell without its length; NULL: it has no such schedule, or is a yardstick */
    double length; /* steps of the trunk */
    int next;      /* of the rows of this trunk, the last one's is the first; itself: no other */
    char *file;    /* NULL: all rows of the trunk are one training */
    enum state state;
};
struct trunks {
    const struct run *run;
    struct branch *list; /* one a row of the plan */
};

/* ---- which rows share ---- */

static char *trunk_of(const struct plan *plan, const struct plan_cell *cell)
{
    char *complete = plan_complete(plan, cell), *trunk = cell_trunk(complete);
    free(complete);
    return trunk;
}

static struct branch branch_of(const struct plan *plan, int row)
{
    const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[row]);
    struct branch b = {.next = row};
    if (spec_trains(&plan->specs[cell->spec]) && !cell->yardstick) b.trunk = trunk_of(plan, cell);
    if (b.trunk)
        b.length = atof(plan_value(plan, cell, "steps")) *
                   (1 - atof(plan_value(plan, cell, "decay_share")));
    return b;
}

static int by_trunk(const void *a, const void *b, void *of)
{
    const struct branch *list = of;
    int x = *(const int *)a, y = *(const int *)b, order = strcmp(list[x].trunk, list[y].trunk);
    return order ? order : x - y;
}

/* Rows of one trunk, rows[0..count). */
static void join(struct trunks *t, const int *rows, int count)
{
    const struct plan *plan = t->run->plan;
    bool lengths = false;
    for (int i = 0; i < count; i++) {
        t->list[rows[i]].next = rows[(i + 1) % count];
        lengths |= plan_row_cell(plan, &plan->rows[rows[i]])->trained_by !=
                   plan_row_cell(plan, &plan->rows[rows[0]])->trained_by;
    }
    for (int i = 0; lengths && i < count; i++)
        t->list[rows[i]].file =
            result_dir_file(t->run->directory, FOLDER, t->list[rows[i]].trunk, "safetensors");
}

static void join_all(struct trunks *t)
{
    int count = 0, *rows = xarray((size_t)t->run->plan->row_count, sizeof *rows);
    for (int i = 0; i < t->run->plan->row_count; i++)
        if (t->list[i].trunk) rows[count++] = i;
    if (count) qsort_r(rows, (size_t)count, sizeof *rows, by_trunk, t->list);
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (strcmp(t->list[rows[first]].trunk, t->list[rows[end]].trunk) != 0) break;
        join(t, rows + first, end - first);
    }
    free(rows);
}

struct trunks *trunks_open(const struct run *run, const bool *done)
{
    struct trunks *t = xalloc(sizeof *t);
    *t = (struct trunks){run, xarray((size_t)run->plan->row_count, sizeof *t->list)};
    for (int i = 0; i < run->plan->row_count; i++) {
        t->list[i] = branch_of(run->plan, i);
        if (done[i]) t->list[i].state = ENDED;
    }
    join_all(t);
    return t;
}

void trunks_close(struct trunks *t)
{
    result_dir_drop_empty(t->run->directory, FOLDER);
    for (int i = 0; i < t->run->plan->row_count; i++) {
        free(t->list[i].trunk);
        free(t->list[i].file);
    }
    free(t->list);
    free(t);
}

/* ---- what becomes of them ---- */

const char *trunks_file(const struct trunks *t, int row) { return t->list[row].file; }

bool trunks_wait(const struct trunks *t, int row, bool also_to_come)
{
    for (int i = t->list[row].next; i != row; i = t->list[i].next) {
        enum state state = t->list[i].state;
        if (t->list[i].length < t->list[row].length &&
            (state == AT_WORK || (also_to_come && state == TO_COME)))
            return true;
    }
    return false;
}

void trunks_begin(struct trunks *t, int row) { t->list[row].state = AT_WORK; }

void trunks_end(struct trunks *t, int row)
{
    bool last = true;
    t->list[row].state = ENDED;
    for (int i = t->list[row].next; i != row; i = t->list[i].next)
        last &= t->list[i].state == ENDED;
    if (last && t->list[row].file) unlink(t->list[row].file);
}
