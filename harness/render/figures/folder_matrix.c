/* SPDX-License-Identifier: MIT
 * The picture of the first page: variants by tasks (variant_matrix.h), each cell with mark, change
 * and interval, and at the right what the variant costs. Everything has its place here, in pixels
 * from the top left; the script plots/variants.gp only draws boxes and words.
 *
 * What a point of its table is, its mark says: a box, whose name is its tone (better, worse, ...),
 * or words by where they begin (left, center; bold, small) or in a box (cell), whose value is their
 * number among the names of columns: gnuplot would break a text of the table at a comma. */
#include "harness/analysis/variant_matrix.h"
#include "harness/render/figures/figure_kinds.h"
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Letters of 14 pixels are some 8 wide. The picture is drawn for README's width, at which they are
 * about 9 pixels high. */
enum {
    NAMES = 290, /* the column of names */
    CELL = 128,  /* "[-0.0001, +0.0002]" in small letters */
    COST = 74,
    LINE = 18,
    ROW = 40,
    GROUP = 30,
    HEAD_LINES = 7, /* data and metric have two at most, the others one */
    HEAD = HEAD_LINES * LINE + 12,
    TOP = 10,
    MOST_LETTERS = 38, /* of a line of a name */
    SMALL_LETTER = 7,  /* pixels */
    HEAD_LETTERS = CELL / SMALL_LETTER,
    MARK_LINES = 20 /* at most */
};
static const char *const costs[] = {"training\ntime", "layer\ntime", "memory", "para-\nmeters"};
enum { COSTS = sizeof costs / sizeof *costs };

/* ---- words ---- */

static int lines_of(const char *text)
{
    int lines = 1;
    for (; (text = strchr(text, '\n')); text++) lines++;
    return lines;
}

/* Takes over the text. Its lines stand below each other, from y on. */
static void add_words(struct chart *c, const char *mark, double x, double y, char *text)
{
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")); y += LINE) {
        double word = chart_place(&c->columns, line);
        chart_mark(c, 0, mark, exactly(x), exactly(y))->value = exactly(word);
    }
    free(text);
}

/* A line end in place of the blank before which a text is too long; at most `lines` lines, the last
 * one cut. To be freed. */
static char *broken(const char *text, size_t most, int lines)
{
    char *out = xstrdup(text), *line = out;
    while (lines > 1 && strlen(line) > most) {
        char *at = line + most;
        while (at > line && *at != ' ') at--;
        if (at == line) break;
        *at = '\n';
        line = at + 1;
        lines--;
    }
    if (strlen(line) > most) {
        char *cut = line + most - 3;
        while ((*cut & 0xC0) == 0x80) cut--; /* no letter of UTF-8 is cut in two */
        strcpy(cut, "...");
    }
    return out;
}

static double x_of_column(int column) { return NAMES + CELL * column; }

/* ---- heads ---- */

/* Takes over the text, whose last line stands above `*below`, a line of the head, and moves that
 * up. */
static void add_above(struct chart *c, const char *mark, double x, int *below, char *text)
{
    *below -= lines_of(text);
    add_words(c, mark, x + CELL / 2.0, TOP + (*below + 0.5) * LINE, text);
}

/* From the bottom up, so that numbers of all columns stand beside each other. */
static void add_head(struct chart *c, const struct matrix_column *column, double x)
{
    const struct standing *s = &column->standing;
    const struct metric *metric = column->metric;
    char *said = xformat("%s%s", metric_said(metric), metric->higher_is_better ? "" : ", %");
    int line = HEAD_LINES;
    add_above(c, "center_small", x, &line,
              !s->seen.by ? xstrdup("not counted")
              : s->metric == metric
                  ? xformat("counting %.4g", s->seen.value)
                  : xformat("counting: %s %.4g", metric_said(s->metric), s->seen.value));
    add_above(c, "center_small", x, &line, xformat("plain layer %.4g", s->asked.centre));
    add_above(c, "center_small", x, &line, broken(said, HEAD_LETTERS, 2));
    if (*column->task) add_above(c, "center_small", x, &line, xstrdup(column->task));
    add_above(c, "center_bold", x, &line, broken(column->data, 15, 2));
    free(said);
}

static void add_heads(struct chart *c, const struct variant_matrix *m)
{
    for (int i = 0; i < m->column_count; i++) add_head(c, &m->columns[i], x_of_column(i));
    double x = x_of_column(m->column_count);
    add_words(c, "center_bold", x + COSTS * COST / 2.0, TOP + 3.5 * LINE,
              xstrdup("cost, times the plain layer's"));
    for (int i = 0; i < COSTS; i++)
        add_words(c, "center_small", x + COST * (i + 0.5), TOP + 5.5 * LINE, xstrdup(costs[i]));
}

/* ---- cells ---- */

/* The tone of a cell of a page's table, as one word. Takes none over. */
static char *mark_of(const struct effect *e)
{
    char *name = xstrdup(tone_looks[tone_of(e)].name);
    for (char *c = name; *c; c++)
        if (*c == ' ') *c = '_';
    return name;
}

static void add_cell(struct chart *c, const struct matrix_row *r, const struct matrix_column *m,
                     const struct matrix_cell *cell, double x, double y)
{
    const struct effect *e = cell->effect;
    struct value v = drawn_gain(m->metric, &e->gain);
    enum unit unit = m->metric->higher_is_better ? UNIT_GAIN : UNIT_CHANGE;
    char *value = value_text(v, unit), *low = bound_text(v, false, unit),
         *high = bound_text(v, true, unit), *says = value_with_interval(v, unit);
    struct chart_point *p = chart_mark(c, 0, "box", exactly(x + CELL / 2.0), exactly(y));
    p->name = mark_of(e);
    p->x.low = x + 2, p->x.high = x + CELL - 2, p->y.low = y + 2, p->y.high = y + ROW - 2;
    p->says = xformat("%s on %s: change in %s %s, n = %d: %s", r->name, m->said,
                      metric_said(m->metric), says, e->gain.n, outcome_names[e->outcome]);
    bool bounded = *low && *high;
    add_words(c, "cell", x + CELL / 2.0, y + (bounded ? 0.3 : 0.5) * ROW,
              xformat("%s %s%s", tone_looks[tone_of(e)].mark, value, cell->elsewhere ? " †" : ""));
    if (bounded)
        add_words(c, "cell_small", x + CELL / 2.0, y + 0.74 * ROW, xformat("[%s, %s]", low, high));
    free(value);
    free(low);
    free(high);
    free(says);
}

static void add_cost(struct chart *c, bool rough, struct matrix_time cost, double x, double y)
{
    if (!isfinite(cost.ratio)) return;
    add_words(c, "center", x + COST / 2.0, y + ROW / 2.0,
              xformat(cost.ratio < 9.95 ? "%s%.2f%s" : "%s%.0f%s", rough ? "~" : "", cost.ratio,
                      cost.by_formula ? " ƒ" : ""));
}

static void add_costs(struct chart *c, const struct matrix_row *r, double x, double y)
{
    const struct matrix_time all[COSTS] = {matrix_training_time(r),
                                           matrix_layer_time(r),
                                           {.ratio = matrix_memory(r)},
                                           {.ratio = matrix_parameters(r)}};
    bool rough = !r->step.a; /* of whole trainings: the first of them */
    for (int i = 0; i < COSTS; i++) add_cost(c, rough && i == 0, all[i], x + COST * i, y);
}

static void add_row(struct chart *c, const struct variant_matrix *m, const struct matrix_row *r,
                    double y)
{
    char *name = broken(r->name, MOST_LETTERS, 2);
    bool two = strchr(name, '\n');
    add_words(c, "left", 12, y + (two ? 0.27 : 0.5) * ROW, name);
    for (int i = 0; i < m->column_count; i++)
        if (r->cells[i].a) add_cell(c, r, &m->columns[i], &r->cells[i], x_of_column(i), y);
    add_costs(c, r, x_of_column(m->column_count), y);
    struct chart_point *p = chart_mark(c, 0, "rule", exactly(0), exactly(y));
    p->x.low = 8;
}

/* ---- all of it ---- */

static void find(struct chart *c, const struct variant_matrix *m)
{
    const struct matrix_counts n = variant_matrix_counts(m);
    c->finding =
        xformat("Results, damaged controls apart: %d. Better than the plain layer: %d, worse: %d, "
                "no different: %d, open: %d; nothing can be said: %d.",
                n.all, n.outcomes[OUTCOME_BETTER], n.outcomes[OUTCOME_WORSE],
                n.outcomes[OUTCOME_EQUIVALENT],
                n.outcomes[OUTCOME_SUGGESTIVE] + n.outcomes[OUTCOME_UNRESOLVED],
                n.outcomes[OUTCOME_NOT_ASSESSABLE]);
}

static bool has_times_by_formula(const struct variant_matrix *m)
{
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_row *r = &m->rows[i];
        if (matrix_training_time(r).by_formula || matrix_layer_time(r).by_formula) return true;
    }
    return false;
}

/* What the marks mean, in as many lines as a picture of this width wants; how many those are. */
static int add_marks_told(struct chart *c, bool by_formula, double y, double width)
{
    char *marks = xformat(
        "▲ better   ▼ worse   = no different   △ ▽ suggestive   ? unresolved   ∅ cannot "
        "be told: its set-up, or a learning rate at an end of what was tried   "
        "empty: not tried   +: better than the plain layer   [interval]   †: in another "
        "set-up than the one whose numbers stand above   ~: of whole trainings, beside which "
        "others ran%s",
        by_formula ? "   ƒ: by formula, which is slow: no time of the variant" : "");
    char *told = broken(marks, (size_t)(width / SMALL_LETTER), MARK_LINES);
    int lines = lines_of(told);
    add_words(c, "left_small", 8, y, told);
    free(marks);
    return lines;
}

/* Where there are costs alone, the table beside it says all. */
int fill_folder_matrix(struct chart *c, const struct analysis *const *runs, int count)
{
    struct variant_matrix m = variant_matrix_make(runs, count, MATRIX_ROWS, MATRIX_COLUMNS);
    double y = TOP + HEAD;
    int rows = m.column_count ? m.row_count : 0;
    chart_place(&c->panels, "");
    c->across = 1;
    c->log = "";
    add_heads(c, &m);
    for (int i = 0; i < rows; i++) {
        bool first = !i || strcmp(m.rows[i].variant.group, m.rows[i - 1].variant.group);
        if (first) add_words(c, "left_bold", 8, y + 0.62 * GROUP, xstrdup(m.rows[i].variant.group));
        if (first) y += GROUP;
        add_row(c, &m, &m.rows[i], y);
        y += ROW;
    }
    double width = x_of_column(m.column_count) + COSTS * COST + 8;
    int lines = add_marks_told(c, has_times_by_formula(&m), y + LINE, width);
    c->title =
        xstrdup("Variants by tasks: change against the plain layer at equal steps, better being "
                "positive, with its interval");
    if (rows) find(c, &m);
    chart_number(c, "picture_width", width);
    chart_number(c, "picture_height", y + (lines + 1) * LINE);
    variant_matrix_free(&m);
    return rows;
}
