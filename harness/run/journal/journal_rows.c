/* SPDX-License-Identifier: MIT
 * What a journal keeps in memory: a few facts of each row, and where its line is (journal_rows.h);
 * and which rows it has no longer.
 */
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal/journal.h"
#include "harness/run/outcome.h"

#include <stdlib.h>

static const char *text_of(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

static char *identity(const char *ablation, const char *key)
{
    return xformat("%s\t%s", ablation, key);
}

static char *identity_of(const json_t *row)
{
    return identity(text_of(row, "ablation"), text_of(row, "key"));
}

static int place_of(const struct journal *j, const char *id)
{
    const json_t *place = json_object_get(j->index, id);
    return place ? (int)json_integer_value(place) : -1;
}

static struct journal_row row_of(const json_t *row, size_t at, size_t length)
{
    const json_t *record = json_object_get(row, "record");
    return (struct journal_row){.at = at,
                                .length = length,
                                .status = status_find(text_of(row, "status")),
                                .elapsed_s = json_number_value(json_object_get(row, "elapsed_s")),
                                .recorded = record,
                                .measured = record_is_measured(record),
                                .taken = json_object_get(row, "same_as")};
}

void journal_keep(struct journal *j, const json_t *row, size_t at, size_t length)
{
    char *id = identity_of(row);
    int place = place_of(j, id);
    if (place < 0) {
        place = j->count;
        j->rows = xroom(j->rows, (size_t)j->count, sizeof *j->rows);
        json_object_set_new(j->index, id, json_integer(j->count++));
    }
    j->rows[place] = row_of(row, at, length);
    free(id);
}

int journal_find(const struct journal *j, const char *ablation, const char *key)
{
    char *id = identity(ablation, key);
    int place = place_of(j, id);
    free(id);
    return place;
}

int journal_count(const struct journal *j, enum row_status status)
{
    int count = 0;
    for (int i = 0; i < j->count; i++) count += j->rows[i].status == status;
    return count;
}

/* ---- rows that go ---- */

/* Moves those that stay forward; their new places, -1 of those that go. To be freed. */
static int *compact(struct journal *j, const bool *stays)
{
    int *to = xarray((size_t)j->count, sizeof *to), kept = 0;
    for (int i = 0; i < j->count; i++) {
        to[i] = stays[i] ? kept : -1;
        if (stays[i]) j->rows[kept++] = j->rows[i];
    }
    j->count = kept;
    return to;
}

/* How many went. */
static int keep(struct journal *j, const bool *stays)
{
    int before = j->count, *to = compact(j, stays);
    const char *id;
    void *next;
    json_t *place;
    json_object_foreach_safe(j->index, next, id, place)
    {
        int now = to[json_integer_value(place)];
        if (now < 0)
            json_object_del(j->index, id);
        else
            json_integer_set(place, now);
    }
    free(to);
    return before - j->count;
}

/* What was not needed was so by the rows that were known: with one of them tried again, another
 * value may win. It costs nothing and is decided anew. */
int journal_try_again(struct journal *j)
{
    bool *stays = xarray((size_t)j->count, sizeof *stays);
    int again = 0;
    for (int i = 0; i < j->count; i++) again += status_is_of_the_moment(j->rows[i].status);
    for (int i = 0; i < j->count; i++) stays[i] = !again || !status_may_change(j->rows[i].status);
    keep(j, stays);
    free(stays);
    return again;
}

int journal_keep_planned(struct journal *j, const struct plan *plan)
{
    bool *stays = xarray((size_t)j->count, sizeof *stays);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int place = journal_find(j, plan_row_spec(plan, row)->name, row->key);
        if (place >= 0) stays[place] = true;
    }
    int went = keep(j, stays);
    free(stays);
    return went;
}

/* ==== Telling the rows of a run's plan from others in its journal. ==== */

bool planned_rows_keep(struct journal *journal, const char *directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    char *error = NULL;
    bool read = axes_of_run(&axes, directory, &error) && plan_load(&plan, &axes, directory, &error);
    bool times = !read || plan_times(&plan);
    if (read) journal_keep_planned(journal, &plan);
    plan_free(&plan);
    axes_free(&axes);
    free(error);
    return times;
}
