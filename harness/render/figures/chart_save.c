/* SPDX-License-Identifier: MIT
 * A chart as files: the table of its points, and the variables that gnuplot starts from. */
#include "base/csv_write.h"
#include "harness/render/figures/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gnuplot's variables ---- */

/* 'text': nothing inside of single quotes means anything to gnuplot, so no name is run as a
 * command. Quotes and line ends stand between two of those. */
static void add_quoted(struct text *t, const char *text)
{
    text_add(t, "'");
    for (; *text; text++)
        if (*text == '\n')
            text_add(t, "'.\"\\n\".'");
        else if (*text == '\'')
            text_add(t, "'.\"'\".'");
        else
            text_add(t, "%c", (unsigned char)*text < ' ' ? ' ' : *text);
    text_add(t, "'");
}

void chart_text(struct chart *c, const char *variable, const char *text)
{
    text_add(&c->settings, "%s = ", variable);
    add_quoted(&c->settings, text);
    text_add(&c->settings, "\n");
}

static void add_names(struct text *t, const char *count, const char *what,
                      const struct chart_names *l)
{
    text_add(t, "%s = %d\narray %s_label[%d]\narray %s_at[%d]\n", count, l->count, what,
             l->count + 1, what, l->count + 1);
    for (int i = 0; i < l->count; i++) {
        text_add(t, "%s_at[%d] = %.12g\n%s_label[%d] = ", what, i + 1, l->list[i].at, what, i + 1);
        add_quoted(t, l->list[i].text);
        text_add(t, "\n");
    }
}

static void add_series(struct text *t, const struct chart *c)
{
    text_add(t, "series = %d\narray series_label[series + 1]\narray series_style[series + 1]\n",
             c->series_count);
    for (int i = 0; i < c->series_count; i++) {
        text_add(t, "series_style[%d] = %d\nseries_label[%d] = ", i + 1, c->series[i].style, i + 1);
        add_quoted(t, c->series[i].label);
        text_add(t, "\n");
    }
}

static char *variables_of(const struct chart *c, const char *stem, const char *plots,
                          const char *kind)
{
    struct text t = {0};
    text_add(&t,
             SCRIPT_BEGINS
             ", given in the folder above, draws the SVG beside this from the CSV;\n"
             "# `gnuplot -e \"format='png'\" %s.gp` a PNG.\n"
             "if (!exists('format')) format = 'svg'\ncsv = './%s.csv'\nif (!exists('out')) "
             "out = './%s.'.format\nplots = ",
             stem, stem, stem, stem);
    add_quoted(&t, plots);
    text_add(&t, "\n");
    add_names(&t, "panels", "panel", &c->panels);
    add_series(&t, c);
    add_names(&t, "columns", "column", &c->columns);
    add_names(&t, "rows", "row", &c->rows);
    for (const char *a = "xy"; *a; a++)
        text_add(&t, "array %c_low[panels]\narray %c_high[panels]\n", *a, *a);
    text_add(&t, "across = %d\npoints = %d\n%slog_axes = '%s'\nload plots.'/%s.gp'\n", c->across,
             c->point_count, c->settings.data, c->log, kind);
    return t.data;
}

/* ---- the table ---- */

/* Names stand last: of one with a quote and a comma gnuplot takes the comma for the end of a field,
 * and reads what stands behind it from the wrong column. No script reads any of them but `name`. */
static const char *const columns[] = {
    "panel",     "series", "style",     "x",          "x_low", "x_high",      "y",    "y_low",
    "y_high",    "value",  "value_low", "value_high", "n",     "mark",        "text", "text_low",
    "text_high", "name",   "x_name",    "y_name",     "label", "panel_title", NULL};

/* A cell's number and its bounds as they stand in the picture: gnuplot breaks a text at a comma. */
static void value_fields(struct csv *out, const struct chart *c, struct value v)
{
    char *const texts[] = {value_text(v, c->cell.unit), bound_text(v, false, c->cell.unit),
                           bound_text(v, true, c->cell.unit)};
    for (int i = 0; i < 3; i++) {
        csv_text(out, isnan(v.at) ? NULL : texts[i]);
        free(texts[i]);
    }
}

static void point_line(struct csv *out, const struct chart *c, const struct chart_point *p)
{
    const struct chart_series *s = chart_series_of(c, p->series);
    const struct value *values[] = {&p->x, &p->y, &p->value};
    int n = p->value.n ? p->value.n : p->y.n ? p->y.n : p->x.n;
    csv_integer(out, p->panel + 1);
    csv_integer(out, s ? s - c->series + 1 : 0);
    csv_integer(out, s ? s->style : 0);
    for (int i = 0; i < 3; i++)
        csv_numbers(out, (double[]){values[i]->at, values[i]->low, values[i]->high}, 3);
    if (n)
        csv_integer(out, n);
    else
        csv_empty(out);
    const char *const names[] = {p->name, p->x_name, p->y_name, s ? s->label : NULL};
    csv_text(out, p->mark);
    value_fields(out, c, p->value);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) csv_text(out, names[i]);
    char *title = xstrdup(c->panels.list[p->panel].text); /* gnuplot ends a row at any line end */
    for (char *end; (end = strchr(title, '\n'));) *end = ' ';
    csv_text(out, title);
    csv_end_line(out);
    free(title);
}

bool chart_save(const struct chart *c, const char *folder, const char *stem, const char *plots,
                const char *kind)
{
    struct csv out = {0};
    char *table = xformat("%s/%s.csv", folder, stem), *script = xformat("%s/%s.gp", folder, stem);
    char *variables = variables_of(c, stem, plots, kind);
    csv_header(&out, columns);
    csv_end_line(&out);
    for (int i = 0; i < c->point_count; i++) point_line(&out, c, &c->points[i]);
    bool good =
        csv_save(&out, table) && write_file_atomically(script, variables, strlen(variables));
    free(variables);
    free(table);
    free(script);
    return good;
}
