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

static char *variables_of(const struct chart *c, const char *stem, const char *plots,
                          const char *kind)
{
    struct text t = {0};
    text_add(
        &t,
        "# `gnuplot %s.gp`, given in the folder above, draws the SVG beside this from the CSV;\n"
        "# `gnuplot -e \"format='png'\" %s.gp` a PNG.\n"
        "if (!exists('format')) format = 'svg'\ncsv = './%s.csv'\nout = './%s.'.format\nplots = ",
        stem, stem, stem, stem);
    add_quoted(&t, plots);
    text_add(&t, "\n");
    add_names(&t, "panels", "panel", &c->panels);
    add_names(&t, "series", "series", &c->series);
    add_names(&t, "columns", "column", &c->columns);
    add_names(&t, "rows", "row", &c->rows);
    add_names(&t, "notes", "note", &c->notes);
    for (const char *a = "xy"; *a; a++)
        text_add(&t, "array %c_low[panels]\narray %c_high[panels]\n", *a, *a);
    text_add(&t, "across = %d\n%slog_axes = '%s'\nload plots.'/%s.gp'\n", c->across,
             c->settings.data, c->log, kind);
    return t.data;
}

/* ---- the table ---- */

static const char *const columns[] = {"panel",     "series",     "style",       "x",      "x_low",
                                      "x_high",    "y",          "y_low",       "y_high", "value",
                                      "value_low", "value_high", "mark",        "x_name", "y_name",
                                      "label",     "name",       "panel_title", NULL};

static void point_line(struct csv *out, const struct chart *c, const struct chart_point *p)
{
    const struct chart_name *s = c->series.list;
    const struct value *values[] = {&p->x, &p->y, &p->value};
    while (p->style >= 0 && s->at < p->style) s++;
    csv_integer(out, p->panel + 1);
    csv_integer(out, p->style < 0 ? 0 : s - c->series.list + 1);
    if (p->style < 0)
        csv_empty(out);
    else
        csv_integer(out, p->style);
    for (int i = 0; i < 3; i++)
        csv_numbers(out, (double[]){values[i]->at, values[i]->low, values[i]->high}, 3);
    csv_text(out, p->mark);
    csv_text(out, p->x_name);
    csv_text(out, p->y_name);
    csv_text(out, p->style < 0 ? NULL : s->text);
    csv_text(out, p->name);
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
