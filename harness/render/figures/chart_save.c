/* SPDX-License-Identifier: MIT
 * A chart as files: the table of its points, and the variables that gnuplot starts from. */
#include "base/csv_write.h"
#include "harness/render/figures/chart.h"

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

static void set(struct text *t, const char *array, int i, const char *text)
{
    text_add(t, "%s[%d] = ", array, i + 1);
    add_quoted(t, text);
    text_add(t, "\n");
}

static void add_names(struct text *t, const char *what, const struct chart_names *l)
{
    char *label = xformat("%s_label", what);
    text_add(t, "%ss = %d\narray %s[%d]\narray %s_at[%d]\n", what, l->count, label, l->count + 1,
             what, l->count + 1);
    for (int i = 0; i < l->count; i++) {
        set(t, label, i, l->list[i].text);
        text_add(t, "%s_at[%d] = %.12g\n", what, i + 1, l->list[i].at);
    }
    free(label);
}

static void add_panels(struct text *t, const struct chart *c)
{
    static const char *const arrays[] = {"panel_title", "panel_y_label", "x_low",
                                         "x_high",      "y_low",         "y_high"};
    text_add(t, "panels = %d\nacross = %d\n", c->panel_count, c->across);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        text_add(t, "array %s[%d]\n", arrays[i], c->panel_count);
    for (int i = 0; i < c->panel_count; i++) {
        const struct chart_panel *p = &c->panels[i];
        set(t, "panel_title", i, p->title);
        set(t, "panel_y_label", i, p->y_label);
        text_add(t,
                 "x_low[%d] = %.12g; x_high[%d] = %.12g; y_low[%d] = %.12g; y_high[%d] = %.12g\n",
                 i + 1, p->x_low, i + 1, p->x_high, i + 1, p->y_low, i + 1, p->y_high);
    }
}

static char *variables_of(const struct chart *c, const char *stem, const char *plots,
                          const char *kind)
{
    struct text t = {0};
    text_add(
        &t,
        "# `gnuplot %s.gp`, given in the folder above, draws the SVG beside this from the CSV;\n"
        "# `gnuplot -e \"format='png'\" %s.gp` a PNG.\n"
        "if (!exists('format')) format = 'svg'\ncsv = './%s.csv'\nout = './%s.'.format\n",
        stem, stem, stem, stem);
    text_add(&t, "plots = ");
    add_quoted(&t, plots);
    text_add(&t, "\n");
    add_panels(&t, c);
    text_add(&t, "series = %d\narray series_label[%d]\narray series_style[%d]\n", c->series_count,
             c->series_count + 1, c->series_count + 1);
    for (int i = 0; i < c->series_count; i++) {
        set(&t, "series_label", i, c->series[i].label);
        text_add(&t, "series_style[%d] = %d\n", i + 1, c->series[i].style);
    }
    add_names(&t, "column", &c->columns);
    add_names(&t, "row", &c->rows);
    add_names(&t, "note", &c->notes);
    text_add(&t, "%slog_axes = '%s'\nload plots.'/%s.gp'\n", c->settings.data, c->log, kind);
    return t.data;
}

/* ---- the table ---- */

static const char *const columns[] = {"panel",     "series",     "style",       "x",      "x_low",
                                      "x_high",    "y",          "y_low",       "y_high", "value",
                                      "value_low", "value_high", "mark",        "x_name", "y_name",
                                      "label",     "name",       "panel_title", NULL};

static void point_line(struct csv *out, const struct chart *c, const struct chart_point *p)
{
    const struct chart_series *s = c->series;
    const struct value *values[] = {&p->x, &p->y, &p->value};
    while (p->style >= 0 && s->style != p->style) s++;
    csv_integer(out, p->panel + 1);
    csv_integer(out, p->style < 0 ? 0 : s - c->series + 1);
    if (p->style < 0)
        csv_empty(out);
    else
        csv_integer(out, p->style);
    for (int i = 0; i < 3; i++)
        csv_numbers(out, (double[]){values[i]->at, values[i]->low, values[i]->high}, 3);
    csv_text(out, p->mark);
    csv_text(out, p->x_name);
    csv_text(out, p->y_name);
    csv_text(out, p->style < 0 ? NULL : s->label);
    csv_text(out, p->name);
    char *title = xstrdup(c->panels[p->panel].title); /* gnuplot ends a row at any line end */
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
