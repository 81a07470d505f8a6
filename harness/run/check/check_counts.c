/* SPDX-License-Identifier: MIT
 * What each checked cell adds to the counts, and the cells whose choices are tried alone. */
#include "harness/run/check/check_matrix.h"
#include "base/cell.h"
#include "base/visible.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void counts_begin(struct check_counts *t, int total, bool quiet, bool alone)
{
    *t = (struct check_counts){.total = total,
                               .quiet = quiet,
                               .alone = alone,
                               .bar = !quiet && isatty(STDERR_FILENO),
                               .reasons = json_object(),
                               .alike = json_object(),
                               .proven = json_object()};
}

static void clear_bar(const struct check_counts *t)
{
    if (t->bar) terminal_put(CLEAR_LINE);
}

static void show_progress(const struct check_counts *t)
{
    int done = t->passed + t->failed + t->refused + t->skipped + t->empty;
    if (!t->bar || done % 16) return;
    clear_bar(t);
    fprintf(stderr, "%d of %d compositions, %d failed", done, t->total, t->failed);
}

/* Errors and tolerances of a check; what was not compared is absent. */
static const char *const judged[][2] = {{"max_abs_err", "tolerance"},
                                        {"gradient_err", "gradient_tolerance"},
                                        {"difference_err", "difference_tolerance"}};

static void keep_worst(struct check_counts *t, const char *cell, const json_t *record)
{
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        double error = json_number_value(json_object_get(record, judged[i][0]));
        double tolerance = json_number_value(json_object_get(record, judged[i][1]));
        if (!(tolerance > 0) || (t->worst_cell && error / tolerance <= t->worst)) continue;
        free(t->worst_cell);
        t->worst_cell = xstrdup(cell);
        t->worst = error / tolerance;
        t->worst_of = judged[i][0];
    }
}

/* ---- what has passed somewhere ---- */

static void read_cell(const char *cell, struct cell_fields *fields)
{
    char *error = NULL;
    require(cell_parse(cell, fields, &error)); /* the matrix made it */
}

static void remember(struct check_counts *t, const char *cell)
{
    struct cell_fields fields;
    read_cell(cell, &fields);
    for (int i = 0; i < fields.count; i++) {
        char *part = xformat("%s=%s", fields.list[i].axis, fields.list[i].value);
        json_object_set_new(t->proven, part, json_true());
        free(part);
    }
    cell_free(&fields);
}

static bool proven(const struct check_counts *t, const char *slot, const char *choice)
{
    char *part = xformat("%s=%s", slot, choice);
    bool is = json_object_get(t->proven, part) != NULL;
    free(part);
    return is;
}

/* Whether each of the cell's choices passed in some composition. Those that did not, alone, are
 * added to the matrix unless that is NULL. */
static bool choices_proven(const struct check_counts *t, const char *cell, struct matrix *m)
{
    struct cell_fields fields;
    bool all = true;
    read_cell(cell, &fields);
    for (int s = 0; s < t->axes->slot_count; s++) {
        const char *slot = t->axes->slots[s], *choice = cell_get(&fields, slot);
        if (!choice || proven(t, slot, choice)) continue;
        all = false;
        if (m) matrix_add_alone(m, slot, choice);
    }
    cell_free(&fields);
    return all;
}

/* ---- one outcome; each function takes the statuses of its kind ---- */

static void take_pass(struct check_counts *t, const char *cell, const struct outcome *o)
{
    t->passed++;
    t->redrawn += json_integer_value(json_object_get(o->record, "points")) > 1;
    remember(t, cell);
    keep_worst(t, cell, o->record);
}

static void take_refusal(struct check_counts *t, const struct outcome *o)
{
    int *count = o->status == STATUS_UNSUPPORTED ? &t->refused : &t->skipped;
    json_int_t known = json_integer_value(json_object_get(t->reasons, o->reason));
    json_object_set_new(t->reasons, o->reason, json_integer(known + 1));
    ++*count;
}

/* What failed, without what differs from one composition to the next: its numbers, and what follows
 * a comma or a colon. To be freed. */
static char *kind_of(const struct outcome *o)
{
    struct text kind = {0};
    text_add(&kind, "%s", status_names[o->status]);
    for (const char *c = o->reason; *c && !strchr(",:", *c); c++)
        if (!strchr("0123456789.-", *c)) text_add_bytes(&kind, c, 1);
    return kind.data;
}

/* One lost gradient fails in hundreds of compositions. */
static bool is_shown(struct check_counts *t, const struct outcome *o)
{
    enum { SHOWN_ALIKE = 10 };
    char *kind = kind_of(o);
    json_int_t before = json_integer_value(json_object_get(t->alike, kind));
    json_object_set_new(t->alike, kind, json_integer(before + 1));
    free(kind);
    return before < SHOWN_ALIKE;
}

static void take_failure(struct check_counts *t, const char *cell, const struct outcome *o)
{
    t->failed++;
    if (!is_shown(t, o)) {
        t->unshown++;
        return;
    }
    clear_bar(t);
    printf("%s: %s\n    attnlab check --cell \"%s\"\n", status_names[o->status], o->reason, cell);
}

static void take_empty(struct check_counts *t, const char *cell, const struct outcome *o)
{
    if (t->empty++) return;
    t->empty_cell = xstrdup(cell);
    t->empty_reason = xstrdup(o->reason);
}

static void put_off(struct check_counts *t, const char *cell, const struct outcome *o)
{
    t->doubtful = xgrow(t->doubtful, (size_t)t->doubtful_count + 1, sizeof *t->doubtful);
    t->doubtful[t->doubtful_count++] = (struct doubtful){xstrdup(cell), xstrdup(o->reason)};
}

void counts_take(void *context, const char *cell, const struct outcome *o)
{
    struct check_counts *t = context;
    if (o->status == STATUS_OK)
        take_pass(t, cell, o);
    else if (o->status == STATUS_UNSUPPORTED || o->status == STATUS_SKIPPED)
        take_refusal(t, o);
    else if (o->status == STATUS_MISTRUSTED && !t->alone)
        put_off(t, cell, o);
    else
        take_failure(t, cell, o);
    show_progress(t);
}

/* ---- mistrusted cells, when all others are counted ---- */

static void judge_doubtful(struct check_counts *t)
{
    for (int i = 0; i < t->doubtful_count; i++) {
        const struct doubtful *d = &t->doubtful[i];
        struct outcome o = {STATUS_MISTRUSTED, d->reason, NULL};
        (choices_proven(t, d->cell, NULL) ? take_empty : take_failure)(t, d->cell, &o);
        free(d->cell), free(d->reason);
    }
    t->doubtful_count = 0;
    t->axes = NULL; /* of cells to come the choices are tried alone again */
}

bool counts_again(struct check_counts *t, struct matrix *m)
{
    bool first = !t->axes;
    t->axes = m->axes;
    matrix_thin(m, 0);
    for (int i = 0; first && i < t->doubtful_count; i++) choices_proven(t, t->doubtful[i].cell, m);
    if (!m->count) judge_doubtful(t);
    return m->count > 0;
}

/* ---- all of them, printed ---- */

void counts_print(const struct check_counts *t)
{
    const char *reason;
    json_t *count;
    clear_bar(t);
    if (!t->quiet) {
        json_object_foreach(t->reasons, reason, count)
            printf("refused %lld: %s\n", (long long)json_integer_value(count), reason);
        if (t->redrawn)
            printf("%d proved nothing at their first test point and passed at another\n",
                   t->redrawn);
        if (t->empty)
            printf("%d prove nothing at any test point, though each of their choices passed with "
                   "others; the first:\n    attnlab check --cell \"%s\"\n    %s\n",
                   t->empty, t->empty_cell, t->empty_reason);
    }
    if (t->unshown)
        printf("%d more failed like those above; --filter finds what they share\n", t->unshown);
    printf("%d composition%s passed, %d failed, %d refused with a reason", t->passed,
           t->passed == 1 ? "" : "s", t->failed, t->refused);
    if (t->skipped) printf(", %d skipped", t->skipped);
    if (t->worst_cell) /* of what failed, its own line tells by how much */
        printf("; worst error/tolerance ratio%s %.3g in %s (%s)",
               t->failed ? " of those that passed" : "", t->worst, t->worst_cell, t->worst_of);
    printf("\n");
}

void counts_free(struct check_counts *t)
{
    for (int i = 0; i < t->doubtful_count; i++)
        free(t->doubtful[i].cell), free(t->doubtful[i].reason);
    free(t->doubtful);
    free(t->worst_cell);
    free(t->empty_cell), free(t->empty_reason);
    json_decref(t->reasons);
    json_decref(t->alike);
    json_decref(t->proven);
}
