/* SPDX-License-Identifier: MIT
 * Tables over several questions: changes by tasks, and published claims by papers. */
#include "harness/report/report.h"

#include <stdlib.h>
#include <string.h>

/* "Tiny Shakespeare: next token (loss)". */
static const char *task_head(const struct page *p, const struct matrix_column *c)
{
    return words(p, "%s%s%s (%s)", plain(p, c->data), *c->task ? ", " : "", plain(p, c->task),
                 metric_said(c->metric));
}

static const char *task_cell(const struct page *p, const struct matrix_cell *c, const char *links)
{
    if (!c->a) return "";
    const struct page of = page_of_cell(p, c);
    const char *cell = cell_text(&of, c->effect);
    return links && *links ? cell : question_link(&of, links, cell);
}

/* What somebody would do next, of what was found in these tasks. */
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
    if (matrix_row_is_control(r)) return "Control";
    if (better && worse) return "Better in some tasks, worse in others";
    if (hopeful && worse) return "Mixed: run more seeds";
    if (better && size > 1.05) return "Compare with a control of the same size first";
    if (better) return "Try it in a larger model";
    if (hopeful) return "Run more seeds";
    if (worse) return worse == judged ? "No gain seen" : "No gain seen; a loss in some tasks";
    return judged ? "Inconclusive: more seeds or larger models" : "Not judged here";
}

void matrix_table(const struct page *p, const struct variant_matrix *m, const int *shown, int count,
                  bool main, const char *links)
{
    struct text heads = {0};
    text_add(&heads, "change");
    for (int i = 0; i < count; i++) text_add(&heads, " | %s", task_head(p, &m->columns[shown[i]]));
    text_add(&heads, main ? " | >step time | >parameters | what to do"
                          : " | >step time | >layer time | >memory | >parameters");
    md_table(p->w, heads.data);
    text_free(&heads);
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        struct text cells = {0};
        bool any = !main;
        for (int c = 0; c < count; c++) {
            any |= r->cells[shown[c]].a != NULL;
            text_add(&cells, " | %s", task_cell(p, &r->cells[shown[c]], links));
        }
        const struct matrix_time time = matrix_training_time(r);
        const char *step =
            words(p, "%s%s", ratio_text(p, time.ratio), time.by_formula ? " (by formula)" : "");
        const char *parameters = ratio_text(p, matrix_parameters(r));
        if (any && main)
            row(p, "%s%s | %s | %s | %s", plain(p, r->name), cells.data ? cells.data : "", step,
                parameters, advice(r, shown, count));
        else if (any)
            row(p, "%s%s | %s | %s | %s | %s", plain(p, r->name), cells.data ? cells.data : "",
                step, ratio_text(p, matrix_layer_time(r).ratio), ratio_text(p, matrix_memory(r)),
                parameters);
        text_free(&cells);
    }
}

void say_legend(const struct page *p)
{
    say(p,
        "%s Brackets: %g %% intervals or wider. Equal training steps; costs as ratios to the "
        "baseline.",
        marks_legend, 100 * p->a->level);
}

/* The claim of a paper about a row in a column; NULL. */
static const struct judged *row_claim(const struct page *p, const struct matrix_cell *c,
                                      struct page *of)
{
    if (!c->a) return NULL;
    *of = page_of_cell(p, c);
    const struct judged *j = claim_of(of, c->effect);
    return j && j->claim->published && *paper_of(of, j) ? j : NULL;
}

/* The columns in which most claims are judged. */
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
        struct page of, told;
        struct text cells = {0};
        for (int c = 0; c < count; c++) {
            const struct matrix_cell *cell = &m->rows[i].cells[shown[c]];
            const struct judged *own = row_claim(p, cell, &of);
            if (own && !j) j = own, told = of;
            text_add(&cells, " | %s", task_cell(p, cell, "-"));
        }
        if (j) {
            const char *paper = paper_of(&told, j), *number = strchr(paper, ' ') + 1;
            row(p, "%s %s | %s%s",
                md_link(p->w, words(p, "https://arxiv.org/abs/%s", number), number),
                plain(p, m->rows[i].name), plain(p, j->claim->published), cells.data);
        }
        text_free(&cells);
    }
}
