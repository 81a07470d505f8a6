/* SPDX-License-Identifier: MIT
 * Fills the matrix of variants by tasks from the effects of all runs (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding places ---- */

static int find_row(struct variant_matrix *m, struct variant v)
{
    for (int i = 0; i < m->row_count; i++)
        if (!strcmp(m->rows[i].variant.key, v.key)) return variant_free(&v), i;
    m->rows = xgrow(m->rows, (size_t)m->row_count + 1, sizeof *m->rows);
    m->rows[m->row_count] = (struct matrix_row){.variant = v};
    return m->row_count++;
}

/* Returns the data of an entry in words, without options in parentheses. The caller frees the text.
 */
static char *data_of(const struct analysis *a, int entry)
{
    const struct axes *axes = &a->run->axes;
    char *said = axes_data_label(axes, entry_value(a, entry, axes_find(axes, "data")));
    char *options = strstr(said, " (");
    if (options) *options = '\0';
    return said;
}

static char *task_of(const struct analysis *a, int entry)
{
    char *said = xstrdup(entry_value(a, entry, axes_find(&a->run->axes, "task")));
    for (char *at; (at = strchr(said, '_'));) *at = ' ';
    return said;
}

static bool is_text(const struct analysis *a, int entry)
{
    const struct axes *axes = &a->run->axes;
    const char *data = entry_value(a, entry, axes_find(axes, "data"));
    const char *kind = axes_data_kind(axes, data);
    return !*kind || !strcmp(kind, "language");
}

/* Returns the index of the column for a data set, task and metric. Takes ownership of the texts. */
static int find_column(struct variant_matrix *m, char *data, char *task,
                       const struct metric *metric)
{
    for (int i = 0; i < m->column_count; i++) {
        const struct matrix_column *c = &m->columns[i];
        if (c->metric == metric && !strcmp(c->data, data) && !strcmp(c->task, task))
            return free(data), free(task), i;
    }
    m->columns = xgrow(m->columns, (size_t)m->column_count + 1, sizeof *m->columns);
    m->columns[m->column_count] =
        (struct matrix_column){.data = data, .task = task, .metric = metric, .home = -1};
    return m->column_count++;
}

static void put(struct matrix_row *r, int column, struct matrix_cell cell)
{
    if (r->filled <= column) { /* `filled` is the capacity of `cells` until all columns are known */
        r->cells = xgrow(r->cells, (size_t)column + 1, sizeof *r->cells);
        for (int i = r->filled; i <= column; i++) r->cells[i] = (struct matrix_cell){0};
        r->filled = column + 1;
    }
    r->cells[column] = cell;
}

/* ---- which of two effects is shown ---- */

static bool is_better(const struct matrix_cell *old, const struct matrix_cell *found)
{
    if (!old->a) return true;
    if (found->size != old->size) return found->size > old->size;
    return found->effect->gain.n > old->effect->gain.n;
}

/* Returns true if the new cost replaces the old one. A time of the slow formula is used only if no
 * fast kernel was timed. */
static bool costs_better(const struct matrix_cell *old, const struct matrix_cell *found)
{
    bool by_formula = found->effect->cost.by_formula;
    if (old->a && old->effect->cost.by_formula != by_formula) return !by_formula;
    return is_better(old, found);
}

/* Returns true if a new effect replaces the old effect in a cell. Judged effects are preferred,
 * then effects of the column's main run. */
static bool is_shown_first(int home, const struct matrix_cell *old, const struct matrix_cell *found)
{
    bool judged = !found->effect->failed_check;
    if (old->a && !old->effect->failed_check != judged) return judged;
    if (old->a && (old->run == home) != (found->run == home)) return found->run == home;
    return is_better(old, found);
}

static double number_of(const struct analysis *a, int entry, const char *axis)
{
    const char *text = entry_value(a, entry, axes_find(&a->run->axes, axis));
    return *text ? strtod(text, NULL) : 1;
}

/* Returns batch times tokens times width, the size of a timed layer. A forward-and-backward pass
 * ranks above a forward pass; a backward pass alone is never chosen. */
static double layer_size(const struct analysis *a, int entry)
{
    double size =
        number_of(a, entry, "batch") * number_of(a, entry, "n") * number_of(a, entry, "d_model");
    const char *pass = a->conditions[a->entries[entry].condition].pass;
    return !strcmp(pass, "both") ? size * 1e12 : !strcmp(pass, "backward") ? 0 : size;
}

static double model_size(const struct analysis *a, int entry)
{
    return winner_measured(a, entry, PARAMETERS) * winner_measured(a, entry, TOKENS);
}

static bool is_claimed(const struct analysis *a, const struct question *q, const struct effect *e)
{
    for (int i = 0; i < q->spec->claim_count; i++) {
        const struct spec_claim *c = &q->spec->claims[i];
        if (claim_speaks_of(a, c, (int)(e - a->effects))) return true;
    }
    return false;
}

/* ---- one effect ---- */

static void add_effect(struct variant_matrix *m, const struct analysis *a, int run,
                       const struct question *q, const struct effect *e)
{
    struct variant v;
    if (e->comparison != COMPARE_STEPS || !e->gain.n || !variant_of(a, e->entry, e->reference, &v))
        return;
    struct matrix_cell cell = {.a = a, .run = run, .effect = e};
    int row = find_row(m, v);
    struct matrix_row *r = &m->rows[row];
    r->claimed |= is_claimed(a, q, e);
    r->proposed |= is_proposal(a, e);
    cell.size = q->trains ? model_size(a, e->reference) : layer_size(a, e->entry);
    if (isnan(cell.size)) cell.size = 0;
    bool steps = !strcmp(a->conditions[a->entries[e->entry].condition].pass, STEP_PASS);
    struct matrix_cell *cost = q->trains ? &r->trained : steps ? &r->step : &r->layer;
    if (costs_better(cost, &cell)) *cost = cell;
    if (!q->trains) return;
    int column = find_column(m, data_of(a, e->entry), task_of(a, e->entry), q->metric);
    struct matrix_column *c = &m->columns[column];
    bool empty = column >= r->filled || !r->cells[column].a;
    if (empty || is_shown_first(c->home, &r->cells[column], &cell)) put(r, column, cell);
    c->filled += empty;
    if (is_shown_first(c->home, &c->head, &cell)) c->head = cell;
}

/* ---- all effects ---- */

static void add_run(struct variant_matrix *m, const struct analysis *a, int run)
{
    for (int i = 0; i < a->question_count; i++) {
        const struct question *q = &a->questions[i];
        for (int e = q->effects.first; e < q->effects.last; e++)
            add_effect(m, a, run, q, &a->effects[e]);
    }
}

/* Returns a score for the results in a column. One judged result outweighs any number of results
 * that are not judged. */
static double worth_of(const struct variant_matrix *m, int column)
{
    double worth = 0;
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        if (column < r->filled && r->cells[column].a)
            worth += r->cells[column].effect->failed_check ? 1 : 1e6;
    }
    return worth;
}

static bool changes_slots(const struct matrix_row *r)
{
    return strcmp(r->variant.group, VARIANT_CONTROL) != 0;
}

static void find_controls(struct variant_matrix *m)
{
    bool slots = false;
    for (int i = 0; i < m->row_count; i++) slots |= changes_slots(&m->rows[i]);
    for (int i = 0; i < m->row_count; i++)
        m->rows[i].control = slots ? !changes_slots(&m->rows[i]) : !m->rows[i].proposed;
}

/* Finds the main run of each column. This computes a separate matrix for each run. */
static void find_homes(struct variant_matrix *m, const struct analysis *const *runs, int count)
{
    for (int r = 0; r < count; r++) {
        struct variant_matrix own = {0};
        add_run(&own, runs[r], r);
        for (int c = 0; c < own.column_count; c++) {
            const struct matrix_column *k = &own.columns[c];
            int column = find_column(m, xstrdup(k->data), xstrdup(k->task), k->metric);
            double worth = worth_of(&own, c);
            if (worth <= m->columns[column].home_worth) continue;
            m->columns[column].home = r;
            m->columns[column].home_worth = worth;
        }
        variant_matrix_free(&own);
    }
}

/* ---- heads and names ---- */

static char *data_said(const struct matrix_column *c)
{
    const struct analysis *a = c->head.a;
    char *whole = entry_data(a, c->head.effect->entry);
    char *said = axes_data_label(&a->run->axes, whole);
    free(whole);
    return said;
}

static void name_columns(struct variant_matrix *m)
{
    for (int c = 0; c < m->column_count; c++) {
        struct matrix_column *column = &m->columns[c];
        column->said = data_said(column);
        if (!is_text(column->head.a, column->head.effect->entry)) *column->task = '\0';
        column->standing = standing_of(column->head.a, column->head.effect->reference);
    }
}

static void mark_elsewhere(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++)
        for (int c = 0; c < m->column_count; c++) {
            struct matrix_cell *cell = &m->rows[i].cells[c];
            const struct matrix_cell *head = &m->columns[c].head;
            cell->elsewhere = cell->a && (cell->a != head->a ||
                                          cell->effect->reference != head->effect->reference);
        }
}

static const char *label_of(const struct matrix_cell *c)
{
    return c->a->entries[c->effect->entry].label;
}

static void name_rows(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        const char *name = r->step.a ? label_of(&r->step) : r->variant.name;
        for (int c = m->column_count - 1; c >= 0; c--)
            if (r->cells[c].a && !r->cells[c].effect->failed_check && !r->cells[c].elsewhere)
                name = label_of(&r->cells[c]);
        r->name = xstrdup(name);
    }
}

struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count,
                                          int most_rows, int most_columns)
{
    struct variant_matrix m = {0};
    find_homes(&m, runs, count);
    for (int r = 0; r < count; r++) add_run(&m, runs[r], r);
    find_controls(&m);
    variant_matrix_order(&m, most_rows, most_columns);
    name_columns(&m);
    mark_elsewhere(&m);
    name_rows(&m);
    return m;
}

void variant_matrix_free(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++) {
        variant_free(&m->rows[i].variant);
        free(m->rows[i].name);
        free(m->rows[i].cells);
    }
    for (int i = 0; i < m->column_count; i++) {
        free(m->columns[i].data);
        free(m->columns[i].task);
        free(m->columns[i].said);
    }
    free(m->rows);
    free(m->columns);
    *m = (struct variant_matrix){0};
}
