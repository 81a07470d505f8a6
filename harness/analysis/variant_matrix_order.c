/* SPDX-License-Identifier: MIT
 * Selects and sorts the rows and columns of the matrix (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- columns ---- */

/* Sorts columns by number of verdicts, then by number of results, largest first. Columns of one
 * data set stay adjacent. */
static int by_judged(const void *x, const void *y)
{
    const struct matrix_column *a = x, *b = y;
    if (!a->judged != !b->judged) return !a->judged - !b->judged;
    int order = strcmp(a->data, b->data);
    if (order && a->set_judged != b->set_judged) return b->set_judged - a->set_judged;
    if (order && a->set_filled != b->set_filled) return b->set_filled - a->set_filled;
    if (order) return order;
    if (a->judged != b->judged) return b->judged - a->judged;
    if (a->filled != b->filled) return b->filled - a->filled;
    return strcmp(a->task, b->task);
}

static void count_sets(struct variant_matrix *m)
{
    for (int i = 0; i < m->column_count; i++)
        for (int k = 0; k < m->column_count; k++) {
            struct matrix_column *c = &m->columns[i], *other = &m->columns[k];
            if (strcmp(c->data, other->data)) continue;
            if (other->judged > c->set_judged) c->set_judged = other->judged;
            if (other->filled > c->set_filled) c->set_filled = other->filled;
        }
}

static void count_judged(struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++)
        for (int c = 0; c < m->rows[i].filled; c++) {
            const struct matrix_cell *cell = &m->rows[i].cells[c];
            bool judged = cell->a && !cell->effect->failed_check;
            m->rows[i].judged += judged;
            m->columns[c].judged += judged;
        }
}

/* Returns the number of columns to show. Columns without a verdict are shown only if no column has
 * a verdict. */
static int columns_shown(const struct variant_matrix *m, int most)
{
    int shown = 0;
    while (shown < m->column_count && m->columns[shown].judged) shown++;
    if (!shown) shown = m->column_count;
    return most && most < shown ? most : shown;
}

/* Keeps the first `most` columns, and sorts the cells of each row in the same way. */
static void order_columns(struct variant_matrix *m, int most)
{
    struct matrix_column *old = xarray((size_t)m->column_count, sizeof *old);
    if (m->column_count) {
        memcpy(old, m->columns, (size_t)m->column_count * sizeof *old);
        qsort(m->columns, (size_t)m->column_count, sizeof *m->columns, by_judged);
    }
    int shown = columns_shown(m, most);
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        struct matrix_cell *cells = xarray((size_t)shown, sizeof *cells);
        int room = r->filled;
        r->filled = 0;
        for (int c = 0; c < shown; c++) {
            int at = 0;
            while (old[at].data != m->columns[c].data) at++;
            if (at < room) cells[c] = r->cells[at];
            r->filled += cells[c].a != NULL;
        }
        free(r->cells);
        r->cells = cells;
    }
    for (int c = shown; c < m->column_count; c++)
        free(m->columns[c].data), free(m->columns[c].task);
    m->column_count = shown;
    free(old);
}

/* ---- rows ---- */

static bool is_timed(const struct matrix_row *r) { return r->step.a || r->layer.a; }

bool matrix_row_is_control(const struct matrix_row *r) { return r->control; }

static int by_worth(const void *x, const void *y)
{
    const struct matrix_row *a = x, *b = y;
    bool negative_control = matrix_row_is_control(a), other = matrix_row_is_control(b);
    if (a->judged != b->judged) return b->judged - a->judged;
    if (a->claimed != b->claimed) return b->claimed - a->claimed;
    if (a->filled != b->filled) return b->filled - a->filled;
    if (negative_control != other) return negative_control - other;
    if (is_timed(a) != is_timed(b)) return is_timed(b) - is_timed(a);
    return strcmp(a->variant.name, b->variant.name);
}

static int by_group(const void *x, const void *y)
{
    const struct matrix_row *a = x, *b = y;
    int order = a->variant.group_rank - b->variant.group_rank;
    return order ? order : strcmp(a->variant.name, b->variant.name);
}

static void order_rows(struct variant_matrix *m, int most)
{
    if (m->row_count) qsort(m->rows, (size_t)m->row_count, sizeof *m->rows, by_worth);
    int shown = 0;
    for (int i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        bool wanted = (r->filled || (!m->column_count && is_timed(r))) && (!most || shown < most);
        if (wanted) {
            struct matrix_row kept = *r;
            *r = m->rows[shown];
            m->rows[shown++] = kept;
        }
    }
    for (int i = shown; i < m->row_count; i++) {
        variant_free(&m->rows[i].variant);
        free(m->rows[i].cells);
    }
    m->row_count = shown;
    if (shown) qsort(m->rows, (size_t)shown, sizeof *m->rows, by_group);
}

void variant_matrix_order(struct variant_matrix *m, int most_rows, int most_columns)
{
    count_judged(m);
    count_sets(m);
    order_columns(m, most_columns);
    order_rows(m, most_rows);
}
