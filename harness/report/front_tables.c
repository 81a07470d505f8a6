/* SPDX-License-Identifier: MIT
 * Writes two tables about several questions, with one column per task: one table of proposals and
 * one of published claims. */
#include "harness/report/report.h"

#include <stdlib.h>
#include <string.h>

/* Returns a column title such as "Tiny Shakespeare, next token (loss)". */
static const char *task_head(const struct page *p, const struct matrix_column *c)
{
    return words(p, "%s%s%s (%s)", plain(p, c->data), *c->task ? ", " : "", plain(p, c->task),
                 metric_said(c->metric));
}

static const char *task_cell(const struct page *p, const struct matrix_cell *c, bool link)
{
    if (!c->a) return "";
    const struct page of = page_of_cell(p, c);
    const char *cell = cell_text(&of, c->effect);
    return link ? question_link(&of, cell) : cell;
}

/* Returns advice on a proposal, based on its results in the shown tasks. */
static const char *advice(const struct matrix_row *r, const int *shown, int count)
{
    int better = 0, worse = 0, hopeful = 0, judged = 0;
    double size = matrix_parameters(r);
    for (int i = 0; i < count; i++) {
        const struct effect *e = r->cells[shown[i]].a ? r->cells[shown[i]].effect : NULL;
        if (!e || e->failed_check) continue;
        bool leans = e->outcome == OUTCOME_SUGGESTIVE;
        judged++;
        better += e->outcome == OUTCOME_BETTER;
        hopeful += leans && e->gain.centre > 0;
        worse += e->outcome == OUTCOME_WORSE || (leans && e->gain.centre < 0);
    }
    if (r->control) return "Control";
    if (better && worse) return "Better in some tasks, worse in others";
    if (hopeful && worse) return "Mixed: run more seeds";
    if (better && size > 1.05) return "Compare with a control of the same size first";
    if (better) return "Try it in a larger model";
    if (hopeful) return "Run more seeds";
    if (worse) return worse == judged ? "No gain seen" : "No gain seen; worse in some tasks";
    return judged ? "Inconclusive: try more seeds or larger models" : "Not judged here";
}

void matrix_table(const struct page *p, const struct variant_matrix *m, const int *shown, int count)
{
    struct text heads = {0};
    text_add(&heads, "change");
    for (int i = 0; i < count; i++) text_add(&heads, " | %s", task_head(p, &m->columns[shown[i]]));
    text_add(&heads, " | >step time | >parameters | conclusion");
    md_table(p->w, heads.data);
    text_free(&heads);
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        struct text cells = {0};
        bool any = false;
        for (int c = 0; c < count; c++) {
            any |= r->cells[shown[c]].a != NULL;
            text_add(&cells, " | %s", task_cell(p, &r->cells[shown[c]], true));
        }
        if (any)
            row(p, "%s%s | %s | %s | %s", plain(p, r->name), cells.data,
                ratio_text(p, matrix_time(&r->step)), ratio_text(p, matrix_parameters(r)),
                advice(r, shown, count));
        text_free(&cells);
    }
}

/* Returns the published claim that a cell of the matrix tests, or NULL if there is none. */
static const struct judged *row_claim(const struct page *p, const struct matrix_cell *c,
                                      struct page *of)
{
    if (!c->a) return NULL;
    *of = page_of_cell(p, c);
    const struct judged *j = claim_of(of, c->effect);
    return j && j->claim->published && *paper_of(of, j) ? j : NULL;
}

/* Selects the columns with the most published claims. */
static int claimed_columns(const struct page *p, const struct variant_matrix *m, int *shown)
{
    enum { MOST = 2 };
    int count = 0;
    for (int wanted = m->row_count; wanted > 0; wanted--)
        for (int c = 0; c < m->column_count && count < MOST; c++) {
            int claims = 0;
            struct page of;
            for (int i = 0; i < m->row_count; i++)
                claims += row_claim(p, &m->rows[i].cells[c], &of) != NULL;
            if (claims == wanted) shown[count++] = c;
        }
    return count;
}

void paper_table(const struct page *p, const struct variant_matrix *m)
{
    int shown[MAIN_TASKS], count = claimed_columns(p, m, shown);
    struct text heads = {0};
    if (!count) return;
    text_add(&heads, "Paper and change | Claimed");
    for (int i = 0; i < count; i++) text_add(&heads, " | %s", task_head(p, &m->columns[shown[i]]));
    md_table(p->w, heads.data);
    text_free(&heads);
    for (int i = 0; i < m->row_count; i++) {
        const struct judged *j = NULL;
        struct page of, first;
        struct text cells = {0};
        for (int c = 0; c < count; c++) {
            const struct matrix_cell *cell = &m->rows[i].cells[shown[c]];
            const struct judged *own = row_claim(p, cell, &of);
            if (own && !j) j = own, first = of;
            text_add(&cells, " | %s", task_cell(p, cell, false));
        }
        if (j) {
            const char *paper = paper_of(&first, j), *number = strchr(paper, ' ') + 1;
            row(p, "%s %s | %s%s",
                md_link(p->w, words(p, "https://arxiv.org/abs/%s", number), number),
                plain(p, m->rows[i].name), plain(p, j->claim->published), cells.data);
        }
        text_free(&cells);
    }
}
