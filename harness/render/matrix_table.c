/* SPDX-License-Identifier: MIT
 * The matrix as a table: rows in groups, a cell with mark, effect and interval that leads to its
 * question, costs at the right (front_page.h). */
#include "harness/render/front_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct variant_matrix matrix_of(const struct folder *f)
{
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    for (int i = 0; i < f->count; i++) runs[i] = &f->runs[i].analysis;
    struct variant_matrix m = variant_matrix_make(runs, f->count, MATRIX_ROWS, MATRIX_COLUMNS);
    free(runs);
    return m;
}

struct page page_of_cell(const struct page *p, const struct matrix_cell *c)
{
    struct page of = page_of(p->d, p->folder, c->run);
    of.q = entry_question(c->a, c->effect->entry);
    return of;
}

const char *question_link(const struct page *p, const char *links)
{
    const char *page = links ? words(p, "%s%s/report", links, p->r->name) : "";
    return words(p, "%s#%s", page, p->q->spec->name);
}

/* ---- heads ---- */

/* "Tiny Shakespeare, next token: loss (nats per token); plain layer 1.987, counting 6-grams 1.672".
 * Where only the loss was counted: "plain layer 0.99 (loss 0.01), most frequent answer: loss 3". */
static const char *column_head(const struct page *p, const struct matrix_column *c)
{
    const struct standing *s = &c->standing;
    const char *yardstick =
        s->seen.by
            ? words(p, "%s%s %s", axes_yardstick_said(&c->head.a->run->axes, s->seen.by->name),
                    s->metric == c->metric ? "" : ":", counted_words(p, s, c->metric))
            : "nothing counted";
    return words(p, "%s%s%s: %s (%s); plain layer %s, %s", c->said, *c->task ? ", " : "", c->task,
                 metric_said(c->metric), c->metric->unit, reached_words(p, s, c->metric),
                 yardstick);
}

/* ---- cells ---- */

static const char *cell_title(const struct page *of, const struct effect *e)
{
    const struct standing s = standing_of(of->a, e->reference);
    return words(of, "%s: %s. %s parameters, %s tokens, n = %d%s%s", title_of(of),
                 effect_sentence(of, e), count_words(of->d, s.parameters),
                 count_words(of->d, s.tokens), e->gain.n, e->shut ? ". Not assessable: " : "",
                 e->shut ? e->shut : "");
}

static void matrix_cell(const struct page *p, const struct matrix_cell *c, const char *links)
{
    if (!c->a) {
        row(p, "");
        return;
    }
    const struct page of = page_of_cell(p, c);
    const char *gain =
        words(p, "%s%s", gain_text(p->d, of.q->metric, &c->effect->gain), c->elsewhere ? " †" : "");
    row(p, doc_link(p->d, question_link(&of, links), NULL, gain));
    doc_tone(p->d, tone_of(c->effect), cell_title(&of, c->effect));
}

static void timed_cell(const struct page *p, const struct matrix_cell *c, const char *links)
{
    if (!c->a) {
        row(p, "");
        return;
    }
    const struct page of = page_of_cell(p, c);
    const char *ratio = words(p, "%s%s", ratio_text(p->d, exp(-c->effect->gain.centre)),
                              by_formula_mark(&c->effect->cost));
    row(p, doc_link(p->d, question_link(&of, links), NULL, ratio));
    doc_tone(p->d, TONE_NONE,
             words(p, "%s: %s takes %s times as long as %s, n = %d", title_of(&of),
                   name_of(&of, c->effect->entry), gain_text(p->d, NULL, &c->effect->gain),
                   of.a->entries[c->effect->reference].label, c->effect->gain.n));
}

/* Of whole trainings, beside which others ran: it is no time of the quiet runs above and below. */
static const char *training_text(const struct page *p, const struct matrix_row *r)
{
    const struct matrix_time time = matrix_training_time(r);
    const char *ratio = ratio_text(p->d, time.ratio);
    return *ratio ? words(p, "~%s%s", ratio, by_formula_mark(&time)) : "";
}

static bool has_rough_times(const struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++)
        if (!m->rows[i].step.a && !isnan(matrix_training_time(&m->rows[i]).ratio)) return true;
    return false;
}

static void cost_cells(const struct page *p, const struct matrix_row *r, const char *links)
{
    if (r->step.a)
        timed_cell(p, &r->step, links);
    else
        row(p, training_text(p, r));
    timed_cell(p, &r->layer, links);
    row(p, ratio_text(p->d, matrix_memory(r)), ratio_text(p->d, matrix_parameters(r)));
}

void matrix_table(const struct page *p, const struct variant_matrix *m, const char *links)
{
    struct text align = {0};
    text_add(&align, "tt");
    for (int c = 0; c < m->column_count; c++) text_add(&align, "t");
    text_add(&align, "rrrr");
    doc_begin_table(p->d, doc_keep(p->d, align.data));
    const char *what = m->column_count
                           ? "What each variant gains over the plain layer at equal "
                             "training steps, above 0 being better; empty: not tried; "
                             "†: in another set-up than the one whose numbers stand in "
                             "the head. At the right what it costs, as a ratio to the plain layer"
                           : "What each variant costs, as a ratio to the plain layer";
    doc_caption(p->d, "%s%s", what,
                has_rough_times(m) ? "; ~: rough, from whole trainings beside which "
                                     "others ran, where no steps were timed alone"
                                   : "");
    row(p, "part", "variant");
    for (int c = 0; c < m->column_count; c++) row(p, column_head(p, &m->columns[c]));
    row(p, "training time", "layer time", "memory", "parameters");
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        bool first = !i || strcmp(r->variant.group, r[-1].variant.group);
        row(p, first ? r->variant.group : DOC_AS_ABOVE, doc_text(p->d, "%s", r->name));
        for (int c = 0; c < m->column_count; c++) matrix_cell(p, &r->cells[c], links);
        cost_cells(p, r, links);
    }
    if (m->rows_left_out || m->columns_left_out)
        say(p,
            "Shown are the tasks of which a verdict is said, where there are any, and of variants "
            "those with most of them. Left out: %s and %s, which stand in their questions.",
            things(p, m->rows_left_out, "variant", "variants"),
            things(p, m->columns_left_out, "task", "tasks"));
}
