/* SPDX-License-Identifier: MIT
 * Fills, sorts and counts the matrix of variants by tasks (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows and columns ---- */

/* Returns the row of a variant. Takes ownership of the texts of the variant. A new row has
 * `columns` empty cells. */
static struct matrix_row *find_row(struct variant_matrix *m, struct variant v, size_t columns)
{
    for (int i = 0; i < m->row_count; i++)
        if (!strcmp(m->rows[i].variant.key, v.key)) return variant_free(&v), &m->rows[i];
    m->rows = xgrow(m->rows, (size_t)m->row_count + 1, sizeof *m->rows);
    m->rows[m->row_count] =
        (struct matrix_row){.variant = v, .cells = xarray(columns, sizeof *m->rows->cells)};
    return &m->rows[m->row_count++];
}

static const char *value_of(const struct analysis *a, int entry, const char *axis)
{
    return entry_value(a, entry, axes_find(&a->run->axes, axis));
}

/* Returns the data of an entry in words, without options in parentheses. The caller frees the text.
 */
static char *data_of(const struct analysis *a, int entry)
{
    char *said = axes_data_label(&a->run->axes, value_of(a, entry, "data"));
    char *options = strstr(said, " (");
    if (options) *options = '\0';
    return said;
}

/* Returns the task in words, or "" if the data imply the task. The caller frees the text. */
static char *task_of(const struct analysis *a, int entry)
{
    const char *kind = axes_data_kind(&a->run->axes, value_of(a, entry, "data"));
    bool is_text = !*kind || !strcmp(kind, "language");
    char *said = xstrdup(is_text ? value_of(a, entry, "task") : "");
    for (char *at; (at = strchr(said, '_'));) *at = ' ';
    return said;
}

static struct matrix_column *find_column(struct variant_matrix *m, const struct analysis *a,
                                         int entry, const struct metric *metric)
{
    char *data = data_of(a, entry), *task = task_of(a, entry);
    for (int i = 0; i < m->column_count; i++) {
        struct matrix_column *c = &m->columns[i];
        if (c->metric == metric && !strcmp(c->data, data) && !strcmp(c->task, task))
            return free(data), free(task), c;
    }
    m->columns = xgrow(m->columns, (size_t)m->column_count + 1, sizeof *m->columns);
    m->columns[m->column_count] = (struct matrix_column){
        .data = data, .task = task, .metric = metric, .index = m->column_count};
    return &m->columns[m->column_count++];
}

/* ---- cells ---- */

static double number_of(const struct analysis *a, int entry, const char *axis)
{
    const char *text = value_of(a, entry, axis);
    return *text ? strtod(text, NULL) : 1;
}

/* Returns the size of a setup: parameters * tokens of a trained model, or batch * tokens * width of
 * a timed layer. A forward and backward pass ranks above a forward pass. A backward pass alone is
 * never chosen. */
static double size_of(const struct analysis *a, const struct effect *e, bool trains)
{
    const char *pass = a->conditions[a->entries[e->entry].condition].pass;
    double model =
        winner_measured(a, e->reference, PARAMETERS) * winner_measured(a, e->reference, TOKENS);
    double layer = number_of(a, e->entry, "batch") * number_of(a, e->entry, "n") *
                   number_of(a, e->entry, "d_model");
    if (trains) return isnan(model) ? 0 : model;
    return !strcmp(pass, "both") ? layer * 1e12 : !strcmp(pass, "backward") ? 0 : layer;
}

/* Replaces a cell if the new effect ranks higher. Judged effects rank first; for costs, times of
 * fast kernels rank first. Larger setups rank next, then more pairs. */
static void put(struct matrix_cell *old, const struct matrix_cell *found, bool cost)
{
    if (old->a) {
        const struct effect *e = found->effect, *than = old->effect;
        bool good = cost ? !e->cost.by_formula : !e->failed_check;
        bool was = cost ? !than->cost.by_formula : !than->failed_check;
        if (good != was                ? was
            : found->size != old->size ? found->size < old->size
                                       : e->gain.n <= than->gain.n)
            return;
    }
    *old = *found;
}

static void add_effect(struct variant_matrix *m, const struct analysis *a, int run,
                       const struct effect *e, size_t columns)
{
    struct variant v;
    if (e->comparison != COMPARE_STEPS || !e->gain.n || !variant_of(a, e->entry, e->reference, &v))
        return;
    const struct question *q = entry_question(a, e->entry);
    const struct matrix_cell cell = {a, run, e, size_of(a, e, q->trains)};
    struct matrix_row *r = find_row(m, v, columns);
    bool steps = !strcmp(a->conditions[a->entries[e->entry].condition].pass, STEP_PASS);
    r->proposed |= is_proposal(a, e);
    put(q->trains ? &r->trained : steps ? &r->step : &r->layer, &cell, true);
    if (!q->trains) return;
    struct matrix_column *c = find_column(m, a, e->entry, q->metric);
    put(&r->cells[c->index], &cell, false);
    put(&c->head, &cell, false);
}

/* ---- order ---- */

static bool is_judged(const struct matrix_cell *c) { return c->a && !c->effect->failed_check; }

static bool changes_slots(const struct matrix_row *r)
{
    return strcmp(r->variant.group, VARIANT_CONTROL) != 0;
}

static void count_cells(struct variant_matrix *m)
{
    bool slots = false;
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        slots |= changes_slots(r);
        for (int c = 0; c < m->column_count; c++) {
            m->columns[c].filled += r->cells[c].a != NULL;
            m->columns[c].judged += is_judged(&r->cells[c]);
            r->judged += is_judged(&r->cells[c]);
        }
    }
    for (int i = 0; i < m->row_count; i++)
        m->rows[i].control = slots ? !changes_slots(&m->rows[i]) : !m->rows[i].proposed;
}

static int by_verdicts(const void *x, const void *y)
{
    const struct matrix_column *a = x, *b = y;
    if (a->judged != b->judged) return b->judged - a->judged;
    if (a->filled != b->filled) return b->filled - a->filled;
    return a->index - b->index;
}

/* Sorts the columns and removes columns that are not shown. Changes the cells of each row in the
 * same way. */
static void order_columns(struct variant_matrix *m)
{
    int shown = 0;
    if (m->column_count)
        qsort(m->columns, (size_t)m->column_count, sizeof *m->columns, by_verdicts);
    while (shown < m->column_count && m->columns[shown].judged) shown++;
    if (!shown) shown = m->column_count;
    if (shown > MATRIX_COLUMNS) shown = MATRIX_COLUMNS;
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        struct matrix_cell *cells = xarray((size_t)shown, sizeof *cells);
        for (int c = 0; c < shown; c++) {
            cells[c] = r->cells[m->columns[c].index];
            r->filled += cells[c].a != NULL;
        }
        free(r->cells);
        r->cells = cells;
    }
    for (int c = shown; c < m->column_count; c++)
        free(m->columns[c].data), free(m->columns[c].task);
    m->column_count = shown;
}

static bool is_timed(const struct matrix_row *r) { return r->step.a || r->layer.a; }

static int by_worth(const void *x, const void *y)
{
    const struct matrix_row *a = x, *b = y;
    if (a->judged != b->judged) return b->judged - a->judged;
    if (a->filled != b->filled) return b->filled - a->filled;
    if (is_timed(a) != is_timed(b)) return is_timed(b) - is_timed(a);
    return strcmp(a->variant.key, b->variant.key);
}

static int by_group(const void *x, const void *y)
{
    const struct matrix_row *a = x, *b = y;
    int order = a->variant.group_rank - b->variant.group_rank;
    return order ? order : strcmp(a->name, b->name);
}

static void free_row(struct matrix_row *r)
{
    variant_free(&r->variant);
    free(r->cells);
}

/* Keeps the rows with the most verdicts. Rows without an effect are kept only if they were timed
 * and nothing was trained. */
static void order_rows(struct variant_matrix *m)
{
    int shown = 0;
    if (m->row_count) qsort(m->rows, (size_t)m->row_count, sizeof *m->rows, by_worth);
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        bool wanted = r->filled || (!m->column_count && is_timed(r));
        if (wanted && shown < MATRIX_ROWS)
            m->rows[shown++] = *r;
        else
            free_row(r);
    }
    m->row_count = shown;
}

static const char *label_of(const struct matrix_cell *c)
{
    return c->a->entries[c->effect->entry].label;
}

/* Names each row, then sorts the rows. The name is the label in the row's first judged cell that
 * has the same baseline as the head of its column. */
static void name_rows(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        r->name = label_of(r->step.a ? &r->step : r->trained.a ? &r->trained : &r->layer);
        for (int c = m->column_count - 1; c >= 0; c--) {
            const struct matrix_cell *cell = &r->cells[c], *head = &m->columns[c].head;
            if (is_judged(cell) && cell->a == head->a &&
                cell->effect->reference == head->effect->reference)
                r->name = label_of(cell);
        }
    }
    if (m->row_count) qsort(m->rows, (size_t)m->row_count, sizeof *m->rows, by_group);
}

struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count)
{
    struct variant_matrix m = {0};
    size_t columns = 1; /* at most one column per condition */
    for (int r = 0; r < count; r++) columns += (size_t)runs[r]->condition_count;
    for (int r = 0; r < count; r++)
        for (int e = 0; e < runs[r]->effect_count; e++)
            add_effect(&m, runs[r], r, &runs[r]->effects[e], columns);
    count_cells(&m);
    order_columns(&m);
    order_rows(&m);
    name_rows(&m);
    return m;
}

void variant_matrix_free(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++) free_row(&m->rows[i]);
    for (int i = 0; i < m->column_count; i++) {
        free(m->columns[i].data);
        free(m->columns[i].task);
    }
    free(m->rows);
    free(m->columns);
    *m = (struct variant_matrix){0};
}

/* ---- costs, main tasks, counts ---- */

double matrix_time(const struct matrix_cell *c)
{
    bool measured = c->a && !c->effect->cost.by_formula;
    return measured ? exp(-c->effect->gain.centre) : (double)NAN;
}

double matrix_parameters(const struct matrix_row *r)
{
    const struct matrix_cell *c = r->trained.a ? &r->trained : r->step.a ? &r->step : &r->layer;
    return c->a ? c->effect->cost.parameters : (double)NAN;
}

/* Returns the number of verdicts on proposals in a column. Returns 0 if the baseline has (almost)
 * the best possible value. */
static int count_verdicts(const struct variant_matrix *m, int column)
{
    const struct matrix_cell *head = &m->columns[column].head;
    int count = 0;
    if (is_at_best_value(head->a, head->effect->reference)) return 0;
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_cell *c = &m->rows[i].cells[column];
        count += c->a && !m->rows[i].control && is_conclusive(c->effect->outcome);
    }
    return count;
}

int matrix_main_tasks(const struct variant_matrix *m, int *shown)
{
    int count = 0;
    for (int wanted = m->row_count; wanted > 0; wanted--)
        for (int i = 0; i < m->column_count && count < MAIN_TASKS; i++)
            if (count_verdicts(m, i) == wanted) shown[count++] = i;
    return count;
}

/* Returns the lower bound of a gain in units of the question's margin. Such bounds can be compared
 * between metrics. */
static double sure_margins(const struct matrix_cell *cell)
{
    const struct effect *e = cell->effect;
    return e->gain.interval.low / entry_question(cell->a, e->entry)->margin;
}

static void count_cell(struct matrix_counts *n, const struct matrix_cell *cell)
{
    const struct effect *e = cell->effect;
    n->all++;
    n->outcomes[e->outcome]++;
    n->at_top += e->outcome == OUTCOME_EQUIVALENT && is_at_best_value(cell->a, e->reference);
    if (e->outcome == OUTCOME_BETTER && (!n->best || sure_margins(cell) > sure_margins(n->best)))
        n->best = cell;
}

struct matrix_counts variant_matrix_counts(const struct variant_matrix *m)
{
    struct matrix_counts n = {0};
    int count = 0, most = m->row_count * m->column_count;
    const struct matrix_cell **cells = xarray((size_t)most, sizeof *cells);
    double *p = xarray((size_t)most, sizeof *p), *corrected = xarray((size_t)most, sizeof *p);
    for (int i = 0; i < m->row_count; i++) {
        bool any = false;
        for (int c = 0; c < m->column_count; c++) {
            const struct matrix_cell *cell = &m->rows[i].cells[c];
            if (!cell->a || m->rows[i].control || !is_proposal(cell->a, cell->effect)) continue;
            any = true;
            count_cell(&n, cell);
            p[count] = is_judged(cell) ? cell->effect->gain.p : (double)NAN;
            cells[count++] = cell;
        }
        n.proposals += any;
    }
    stats_holm(p, corrected, count);
    for (int i = 0; i < count; i++) {
        bool stands = stats_stands(corrected[i], cells[i]->a->level);
        n.stand_better += stands && cells[i]->effect->outcome == OUTCOME_BETTER;
        n.stand_worse += stands && cells[i]->effect->outcome == OUTCOME_WORSE;
        n.best_stands |= stands && cells[i] == n.best;
    }
    free(cells);
    free(p);
    free(corrected);
    return n;
}
