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

void chart_tic(struct text *tics, const char *label, double at)
{
    if (tics->length) text_add(tics, ", ");
    if (label) text_add(tics, "\"");
    for (const char *p = label; p && *p; p++)
        if (*p == '%')
            text_add(tics, "%%%%");
        else
            text_add(tics, "%c", strchr("\"`\\", *p) ? '\'' : *p); /* these would mean something */
    text_add(tics, "%s%.12g", label ? "\" " : "", at);
}

char *chart_tics(const char *list)
{
    struct text tics = {0};
    for (int length; *list; list += length + (list[length] == ' ')) {
        length = (int)strcspn(list, " ");
        char *name = xformat("%.*s", length, list);
        chart_tic(&tics, name, strtod(name, NULL));
        free(name);
    }
    return tics.data;
}

/* An element of an array: opens it before the first. */
static void add_comma(struct text *t, const char *array, int i, int count)
{
    if (i)
        text_add(t, ", ");
    else
        text_add(t, "array %s[%d] = [", array, count);
}

static void add_texts(struct text *t, const char *array, char *const *first, size_t step, int count)
{
    for (int i = 0; i < count; i++) {
        add_comma(t, array, i, count);
        add_quoted(t, *(char *const *)((const char *)first + (size_t)i * step));
    }
    if (count) text_add(t, "]\n");
}

static void add_numbers(struct text *t, const char *array, const double *first, size_t step,
                        int count)
{
    for (int i = 0; i < count; i++) {
        double value = *(const double *)((const char *)first + (size_t)i * step);
        add_comma(t, array, i, count);
        text_add(t, value == value ? "%.12g" : "NaN", value);
    }
    if (count) text_add(t, "]\n");
}

/* A text in lines of at most so many bytes, broken behind commas where there are some. */
static char *wrapped(const char *text, int letters)
{
    struct text out = {0};
    while (letters && (int)strcspn(text, "\n") > letters) {
        int end = letters;
        while (end > 0 && text[end - 1] != ',') end--;
        if (!end) end = letters;
        text_add(&out, "%.*s\n", end, text);
        text += end + (text[end] == ' ');
    }
    text_add(&out, "%s", text);
    return out.data;
}

static void add_titles(struct text *t, const struct chart *c)
{
    for (int i = 0; i < c->panel_count; i++) {
        char *title = wrapped(c->panels[i].title, c->letters);
        add_comma(t, "panel_title", i, c->panel_count);
        add_quoted(t, title);
        free(title);
    }
    text_add(t, "]\n");
}

static void add_panels(struct text *t, const struct chart *c)
{
    const struct chart_panel *p = c->panels;
    size_t step = sizeof *p;
    text_add(t, "panels = %d\nacross = %d\n", c->panel_count, c->across ? c->across : 1);
    if (c->panel_width)
        text_add(t, "panel_width = %d\npanel_height = %d\n", c->panel_width, c->panel_height);
    add_titles(t, c);
    add_texts(t, "panel_x_label", &p->x_label, step, c->panel_count);
    add_texts(t, "panel_y_label", &p->y_label, step, c->panel_count);
    add_texts(t, "panel_y_tics", &p->y_tics, step, c->panel_count);
    add_numbers(t, "panel_low", &p->low, step, c->panel_count);
    add_numbers(t, "panel_x_step", &p->x_step, step, c->panel_count);
    add_numbers(t, "panel_high", &p->high, step, c->panel_count);
}

static void add_series(struct text *t, const struct chart *c)
{
    text_add(t, "series = %d\n", c->series_count);
    if (!c->series_count) return;
    add_texts(t, "series_label", &c->series->label, sizeof *c->series, c->series_count);
    for (int i = 0; i < c->series_count; i++) {
        add_comma(t, "series_style", i, c->series_count);
        text_add(t, "%d", c->series[i].style);
    }
    text_add(t, "]\n");
    for (int i = 0; i < c->series_count; i++) {
        add_comma(t, "series_level", i, c->series_count);
        text_add(t, "%d", c->series[i].level);
    }
    text_add(t, "]\n");
}

static void add_labels(struct text *t, const char *name, const struct chart_labels *l)
{
    text_add(t, "%ss = %d\n", name, l->count);
    if (!l->count) return;
    char *label = xformat("%s_label", name);
    add_texts(t, label, &l->list->text, sizeof *l->list, l->count);
    free(label);
}

static void add_notes(struct text *t, const struct chart_labels *l)
{
    add_labels(t, "note", l);
    if (!l->count) return;
    add_numbers(t, "note_x", &l->list->at, sizeof *l->list, l->count);
    add_numbers(t, "note_y", &l->list->y, sizeof *l->list, l->count);
}

static char *variables_of(const struct chart *c, const char *stem, const char *plots,
                          const char *kind)
{
    struct text t = {0};
    const char *name = strrchr(stem, '/') ? strrchr(stem, '/') + 1 : stem;
    text_add(&t,
             "# `gnuplot %s.gp`, given in the folder above, draws %s.svg from %s.csv;\n"
             "# `gnuplot -e \"format='png'\" %s.gp` a PNG.\n",
             stem, name, name, stem);
    text_add(&t, "if (!exists('format')) format = 'svg'\ncsv = './%s.csv'\nout = './%s.'.format\n",
             stem, stem);
    text_add(&t, "plots = ");
    add_quoted(&t, plots);
    text_add(&t, "\n");
    add_panels(&t, c);
    add_series(&t, c);
    add_labels(&t, "column", &c->columns);
    add_labels(&t, "row", &c->rows);
    add_notes(&t, &c->notes);
    text_add(&t, "%sload plots.'/%s.gp'\n", c->settings.length ? c->settings.data : "", kind);
    return t.data;
}

/* ---- the table ---- */

static const char *const columns[] = {"panel",     "series",     "style",       "x",      "x_low",
                                      "x_high",    "y",          "y_low",       "y_high", "value",
                                      "value_low", "value_high", "mark",        "x_name", "y_name",
                                      "label",     "name",       "panel_title", NULL};

static const char *name_at(const struct chart_labels *l, double at)
{
    int place = (int)(at + 0.5); /* a point may stand beside its place */
    return place >= 1 && place <= l->count ? l->list[place - 1].text : NULL;
}

static void point_line(struct csv *out, const struct chart *c, const struct chart_point *p)
{
    const struct chart_series *s = p->series < 0 ? NULL : &c->series[p->series];
    const double values[] = {p->x,      p->x_low, p->x_high,    p->y,         p->y_low,
                             p->y_high, p->value, p->value_low, p->value_high};
    csv_integer(out, p->panel + 1);
    csv_integer(out, p->series + 1);
    if (s)
        csv_integer(out, s->style);
    else
        csv_empty(out);
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, p->mark);
    csv_text(out, name_at(&c->columns, p->x));
    csv_text(out, name_at(&c->rows, p->y));
    csv_text(out, s ? s->label : NULL);
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
