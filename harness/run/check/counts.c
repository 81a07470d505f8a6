/* SPDX-License-Identifier: MIT
 * Counts the outcomes of `attnlab check` (check_cells.h). */
#include "base/cell.h"
#include "harness/run/check/check_cells.h"

#include <stdlib.h>
#include <string.h>

void counts_begin(struct check_counts *t, const struct axes *axes, int total, bool quiet,
                  bool complete)
{
    *t = (struct check_counts){.axes = axes,
                               .quiet = quiet,
                               .complete = complete,
                               .reasons = json_object(),
                               .kinds = json_object(),
                               .proven = json_object(),
                               .choices = json_object()};
    progress_begin(&t->progress, "compositions", total, NULL, quiet);
}

/* Increments the count of a string. Returns the old count. */
static json_int_t count(json_t *counts, const char *text)
{
    json_int_t before = json_integer_value(json_object_get(counts, text));
    json_object_set_new(counts, text, json_integer(before + 1));
    return before;
}

/* ---- cells ---- */

/* Members of a check's record: errors and their tolerances. Errors that were not measured are
 * missing. */
static const char *const errors[][2] = {{"max_abs_err", "tolerance"},
                                        {"gradient_err", "gradient_tolerance"},
                                        {"difference_err", "difference_tolerance"}};

static void keep_worst(struct check_counts *t, const char *cell, const json_t *record)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        double error = json_number_value(json_object_get(record, errors[i][0]));
        double tolerance = json_number_value(json_object_get(record, errors[i][1]));
        if (!(tolerance > 0) || (t->worst_cell && error / tolerance <= t->worst)) continue;
        free(t->worst_cell);
        t->worst_cell = xstrdup(cell);
        t->worst = error / tolerance;
        t->worst_error = errors[i][0];
    }
}

/* Returns true if each choice of a cell passed in some cell. If `mark` is true, first records that
 * these choices passed. */
static bool choices_proven(struct check_counts *t, const char *cell, bool mark)
{
    struct cell_fields fields;
    char *error = NULL;
    bool all = true;
    require(
        cell_parse(cell, &fields, &error)); /* cannot fail: the matrix contains only valid cells */
    for (int s = 0; s < t->axes->slot_count; s++) {
        const char *choice = cell_get(&fields, t->axes->slots[s]);
        char *part = xformat("%s=%s", t->axes->slots[s], choice ? choice : "");
        if (choice && mark) json_object_set_new(t->proven, part, json_true());
        all = all && (!choice || json_object_get(t->proven, part));
        free(part);
    }
    cell_free(&fields);
    return all;
}

static void add_pass(struct check_counts *t, const char *cell, const json_t *record)
{
    t->passed++;
    t->redrawn += json_integer_value(json_object_get(record, "points")) > 1;
    choices_proven(t, cell, true);
    keep_worst(t, cell, record);
}

/* Counts a failure. Prints only the first failures of each kind, because one missing gradient fails
 * in hundreds of cells. The kind is the reason up to the first digit or punctuation mark. */
static void add_failure(struct check_counts *t, const char *cell, enum row_status status,
                        const char *reason)
{
    enum { SHOWN_PER_KIND = 10 };
    char *kind =
        xformat("%s %.*s", status_names[status], (int)strcspn(reason, ",:0123456789.-"), reason);
    t->failed++;
    if (count(t->kinds, kind) < SHOWN_PER_KIND) {
        progress_clear(&t->progress);
        printf("%s: %s\n    attnlab check --cell \"%s\"\n", status_names[status], reason, cell);
    } else {
        t->unshown++;
    }
    free(kind);
}

void counts_add(void *context, const char *cell, const struct outcome *o)
{
    struct check_counts *t = context;
    t->progress.done++;
    if (o->status == STATUS_OK) {
        add_pass(t, cell, o->record);
    } else if (o->status == STATUS_UNSUPPORTED || o->status == STATUS_SKIPPED) {
        ++*(o->status == STATUS_UNSUPPORTED ? &t->refused : &t->skipped);
        count(t->reasons, o->reason);
    } else if (o->status == STATUS_MISTRUSTED) {
        t->mistrusted = xroom(t->mistrusted, (size_t)t->mistrusted_count, sizeof *t->mistrusted);
        t->mistrusted[t->mistrusted_count++] =
            (struct mistrusted){xstrdup(cell), xstrdup(o->reason)};
    } else {
        add_failure(t, cell, o->status, o->reason);
    }
    t->progress.failed = t->failed;
    if (t->progress.terminal && t->progress.done % 16 == 0) progress_show(&t->progress, "", "");
}

/* ---- choices alone ---- */

/* Returns the distinct choices of all cells as "slot=choice", in the order of the axis table. Free
 * the list with texts_free(). */
static char **used_choices(const struct matrix *m, int *used)
{
    json_t *met = json_object();
    char **list = NULL, *error = NULL;
    *used = 0;
    for (int i = 0; i < m->count; i++) {
        struct resolved values;
        require(axes_read_cell(m->axes, m->cells[i], &values, &error));
        for (int s = 0; s < m->axes->slot_count; s++) {
            const char *value = axes_value(m->axes, values.values, m->axes->slots[s]);
            char *name = xformat("%s=%s", m->axes->slots[s], value ? value : "");
            json_object_set_new(met, name, json_true());
            free(name);
        }
        resolved_free(&values);
    }
    for (int s = 0; s < m->axes->slot_count; s++) {
        const struct axis_case *c = m->axes->list[axes_find(m->axes, m->axes->slots[s])].cases;
        for (int v = 0; v < c->choice_count; v++) {
            char *name = xformat("%s=%s", m->axes->slots[s], c->choices[v]);
            list = xroom(list, (size_t)*used, sizeof *list);
            if (json_object_get(met, name))
                list[(*used)++] = name;
            else
                free(name);
        }
    }
    json_decref(met);
    return list;
}

static void add_name(struct text *list, const char *name, const char *more)
{
    text_add(list, "%s%s%s", list->length ? ", " : "", name, more);
}

/* Counts the check of one choice. A choice that several slots share counts once. The record is NULL
 * if the worker did not answer. */
static void add_choice(void *context, const char *line, const struct outcome *o)
{
    struct check_counts *t = context;
    const char *kind = json_string_value(json_object_get(o->record, "kind"));
    char *name = kind ? xformat("%s %s", kind, strchr(line, '=') + 1) : xstrdup(line);
    bool forward = json_is_true(json_object_get(o->record, "fast_forward"));
    bool backward = json_is_true(json_object_get(o->record, "fast_backward"));
    if (!count(t->choices, name)) {
        if (o->record && (!forward || !backward))
            add_name(&t->formula_only, name, forward ? " (backward)" : "");
        if (o->record && !json_integer_value(json_object_get(o->record, "by_hand")))
            add_name(&t->without_examples, name, "");
        ++*(o->status == STATUS_OK ? &t->choices_passed : &t->choices_failed);
        if (o->status != STATUS_OK)
            printf("%s: %s: %s\n    attnlab check --filter %s\n", status_names[o->status], name,
                   o->reason, line);
    }
    free(name);
}

bool counts_check_choices(struct check_counts *t, const struct matrix *m, struct check_pool pool,
                          char **error)
{
    char **list = used_choices(m, &pool.count);
    pool.command = "choices", pool.cells = list, pool.axes = NULL;
    pool.report = add_choice, pool.context = t;
    bool good = check_pool_run(&pool, error);
    texts_free(list, pool.count);
    return good;
}

/* ---- summary ---- */

static void decide_mistrusted(struct check_counts *t, const struct mistrusted **first)
{
    for (int i = 0; i < t->mistrusted_count; i++) {
        const struct mistrusted *m = &t->mistrusted[i];
        if (t->complete && !choices_proven(t, m->cell, false))
            add_failure(t, m->cell, STATUS_MISTRUSTED, m->reason);
        else if (!t->undecided++)
            *first = m;
    }
}

static void print_choices(const struct check_counts *t)
{
    printf("%d choice%s passed when checked alone, %d failed\n", t->choices_passed,
           t->choices_passed == 1 ? "" : "s", t->choices_failed);
    if (t->formula_only.length)
        printf("choices without a fast function (only the formula was checked): %s\n",
               t->formula_only.data);
    if (t->without_examples.length)
        printf("choices without worked examples: %s\n", t->without_examples.data);
}

void counts_finish(struct check_counts *t)
{
    const struct mistrusted *first = NULL;
    const char *reason;
    json_t *number;
    progress_end(&t->progress);
    decide_mistrusted(t, &first);
    json_object_foreach(t->reasons, reason, number)
    {
        if (!t->quiet) printf("refused %lld: %s\n", (long long)json_integer_value(number), reason);
    }
    if (t->redrawn && !t->quiet)
        printf("%d passed at a later test point, because the first could not reveal errors\n",
               t->redrawn);
    if (t->undecided && !t->quiet)
        printf("%d are undecided, because no test point could reveal errors. The first is:\n"
               "    attnlab check --cell \"%s\"\n"
               "    %s\n",
               t->undecided, first->cell, first->reason);
    if (t->unshown) printf("%d more checks failed for the same reasons\n", t->unshown);
    printf("%d composition%s passed, %d failed, %d refused with a reason", t->passed,
           t->passed == 1 ? "" : "s", t->failed, t->refused);
    if (t->skipped) printf(", %d skipped", t->skipped);
    if (t->worst_cell)
        printf("; worst error/tolerance ratio%s %.3g in %s (%s)",
               t->failed ? " of the passed compositions" : "", t->worst, t->worst_cell,
               t->worst_error);
    printf("\n");
    print_choices(t);
}

void counts_free(struct check_counts *t)
{
    for (int i = 0; i < t->mistrusted_count; i++)
        free(t->mistrusted[i].cell), free(t->mistrusted[i].reason);
    free(t->mistrusted);
    free(t->worst_cell);
    json_decref(t->reasons);
    json_decref(t->kinds);
    json_decref(t->proven);
    json_decref(t->choices);
    text_free(&t->formula_only);
    text_free(&t->without_examples);
}
