/* SPDX-License-Identifier: MIT
 * Sizes and places of panels, titles and axes. */
#include "harness/render/figures/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

/* Chinese, Japanese and Korean letters and emoji are as wide as they are high: by the first byte of
 * their UTF-8, U+3000 to U+DFFF, full-width forms, and what has four bytes. */
static bool is_wide(unsigned char first)
{
    return (first >= 0xE3 && first != 0xEE) || first >= 0xF0;
}

double text_width(const char *text, int font)
{
    int letters = 0, wide = 0;
    double most = 0;
    for (; *text; text++) {
        bool begins = (*text & 0xC0) != 0x80, is = is_wide((unsigned char)*text);
        letters = *text == '\n' ? 0 : letters + (begins && !is);
        wide = *text == '\n' ? 0 : wide + (begins && is);
        most = fmax(most, 0.6 * font * letters + font * wide);
    }
    return most;
}

int text_lines(const char *text)
{
    int lines = *text != '\0';
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

/* Where a line that is too long is broken: the last place at which it still fits; NULL: nowhere. */
static char *break_of(char *line, double width, int font, bool at_commas)
{
    char *found = NULL;
    for (char *at = line; *at && *at != '\n'; at++) {
        if (*at != ' ' || at == line || (at_commas && at[-1] != ',')) continue;
        *at = '\0';
        bool fits = text_width(line, font) <= width;
        *at = ' ';
        if (fits || !found) found = at;
    }
    return found;
}

char *text_wrapped(const char *text, double width, int font, bool at_commas)
{
    char *out = xstrdup(text);
    for (char *line = out; line; line = strchr(line, '\n'), line += line != NULL) {
        char *end = strchr(line, '\n'), *at = NULL;
        if (end) *end = '\0';
        bool full = text_width(line, font) > width;
        if (end) *end = '\n';
        if (full && at_commas) at = break_of(line, width, font, true);
        if (full && !at) at = break_of(line, width, font, false);
        if (at) *at = '\n';
    }
    return out;
}

static void wrap(char **text, double width, int font, bool at_commas)
{
    char *wrapped = text_wrapped(*text ? *text : "", width, font, at_commas);
    free(*text);
    *text = wrapped;
}

static double widest(const struct chart_names *l)
{
    double most = 0;
    for (int i = 0; i < l->count; i++) most = fmax(most, text_width(l->list[i].text, FONT));
    return most;
}

/* ---- sizes ---- */

/* Pixels of a plot and of a row or a cell, by what the figure is. */
enum {
    TICS = 70,    /* numbers left of an axis */
    Y_LABEL = 26, /* the words left of them */
    ROW = 26,     /* of a figure with named rows; names are broken where they are longer than */
    NAME = 560,
    CELL = 60,   /* height of a cell of a heat map */
    GAP = 26,    /* between panels that share what stands at their left */
    MARGIN = 12, /* around everything */
    PAGE = 1150  /* what a page shows without making letters smaller */
};

static bool is_heat(const struct chart *c) { return c->cell.says; }

static double cell_width(const struct chart *c)
{
    double most = fmax(90, 20 + widest(&c->columns));
    for (int i = 0; i < c->point_count; i++) {
        char *bounds = interval_text(c->points[i].value, c->cell.unit);
        most = fmax(most, 14 + text_width(bounds, SMALL_FONT));
        free(bounds);
    }
    return most;
}

/* Names of rows as they are broken: the width of the widest, and the height of every row. */
static void measure_rows(const struct chart *c, double *width, double *height)
{
    int most = 1;
    *width = 0;
    for (int i = 0; i < c->rows.count; i++) {
        char *lines = text_wrapped(c->rows.list[i].text, NAME, FONT, true);
        *width = fmax(*width, text_width(lines, FONT)); /* a word alone may be longer than NAME */
        most = (int)fmax(most, text_lines(lines));
        free(lines);
    }
    *height = ROW + (LINE + 8) * (most - 1); /* more between rows than within them */
}

/* What stands beside the plots, and their height. */
static void set_borders(struct layout *l, const struct chart *c)
{
    double names = 0, name_width, row_height;
    bool stacked = c->named == NAMED_IN_LEGEND; /* whole times stand at the ends of bars */
    ends_room(c, &l->right, &names);
    measure_rows(c, &name_width, &row_height);
    l->plot_height = fmax(c->panels.count == 1 ? 380 : 270, names);
    l->left = MARGIN + Y_LABEL + TICS;
    l->gap = l->right + TICS + (c->pairs ? Y_LABEL + GAP : 0);
    if (c->rows.count && !is_heat(c)) {
        l->plot_height = 16 + row_height * c->rows.count;
        l->left = MARGIN + name_width + 12;
        l->gap = GAP + (stacked ? TICS : 0);
        l->right = stacked ? TICS : 0;
    } else if (is_heat(c)) {
        l->plot_height = CELL * c->rows.count;
        l->left = MARGIN + Y_LABEL + 12 + name_width;
        l->gap = GAP;
    }
}

static double width_of(const struct layout *l, const struct chart *c)
{
    return l->left + c->across * l->plot_width + (c->across - 1) * l->gap + l->right + 2 * MARGIN;
}

/* As many panels beside each other as a page shows, of the width that so many can have. Those of
 * passes and pairs belong beside each other as long as they are not too narrow. */
static void set_plots(struct layout *l, struct chart *c)
{
    static const double most[] = {0, 600, 380, 300}, least[] = {0, 420, 250, 190};
    double narrowest = c->rows.count ? 0.75 : 1; /* rows have their names in common */
    if (c->across > 3) c->across = 3;
    if (is_heat(c)) l->plot_width = cell_width(c) * c->columns.count;
    for (; !is_heat(c); c->across--) {
        double fixed = l->left + (c->across - 1) * l->gap + l->right + 2 * MARGIN;
        l->plot_width = floor(fmin((PAGE - fixed) / c->across, most[c->across]));
        if (l->plot_width >= narrowest * least[c->across]) break;
        l->plot_width = least[c->across];
        if (c->across == 1) break;
    }
    while (is_heat(c) && c->across > 1 && width_of(l, c) > PAGE) c->across--;
}

/* Words are broken where they would leave their panel; the title where it would leave the picture.
 */
static void wrap_words(struct layout *l, struct chart *c)
{
    wrap(&c->x.label, l->plot_width + 40, FONT, false);
    wrap(&c->y.label, l->plot_height + 60, FONT, false);
    if (c->y_beside.label) wrap(&c->y_beside.label, l->plot_height + 60, FONT, false);
    int lines = text_lines(c->y.label);
    if (c->y_beside.label) lines = (int)fmax(lines, text_lines(c->y_beside.label));
    l->left += LINE * fmax(lines - 1, 0);
    for (int i = 0; i < c->panels.count; i++)
        wrap(&c->panels.list[i].text, l->plot_width + fmin(l->gap, 60), FONT, true);
    l->width = fmax(fmax(width_of(l, c), 420), legend_width(c));
    wrap(&c->title, l->width - 2 * MARGIN, TITLE_FONT, false);
}

static void set_heads(struct layout *l, const struct chart *c)
{
    int titles = 0;
    for (int i = 0; i < c->panels.count; i++)
        titles = (int)fmax(titles, text_lines(c->panels.list[i].text));
    l->head = 12 + LINE * titles;
    l->foot = 42;
    l->last_foot = l->foot + 4 + LINE * text_lines(c->x.label) + MARGIN;
}

/* Rows of panels below each other: one with a panel that has none below it names the x axis. */
static void place_panels(struct layout *l, const struct chart *c)
{
    double y = l->top;
    l->panel_x = xarray((size_t)c->panels.count + 1, sizeof *l->panel_x);
    l->panel_y = xarray((size_t)c->panels.count + 1, sizeof *l->panel_y);
    for (int p = 0; p < c->panels.count; p++) {
        bool last = p - p % c->across + 2 * c->across > c->panels.count;
        l->panel_x[p] = l->left + p % c->across * (l->plot_width + l->gap);
        l->panel_y[p] = y + l->head;
        l->height = l->panel_y[p] + l->plot_height + (last ? l->last_foot : l->foot);
        if ((p + 1) % c->across == 0) y = l->height;
    }
}

/* ---- variables ---- */

void chart_array(struct chart *c, const char *variable, const double *values, int count)
{
    text_add(&c->settings, "array %s[%d]\n", variable, count + 1);
    for (int i = 0; i < count; i++)
        text_add(&c->settings, "%s[%d] = %.12g\n", variable, i + 1, values[i]);
}

static void set_words(struct chart *c)
{
    chart_text(c, "title_text", c->title);
    chart_text(c, "x_label", c->x.label);
    chart_text(c, "y_label", c->y.label);
    chart_text(c, "y_label_beside", c->y_beside.label ? c->y_beside.label : c->y.label);
    static const char *const units[UNITS] = {[UNIT_SECONDS] = "seconds", [UNIT_BYTES] = "bytes"};
    chart_text(c, "x_unit", units[c->x.unit] ? units[c->x.unit] : "");
    chart_text(c, "y_unit", units[c->y.unit] ? units[c->y.unit] : "");
    chart_number(c, "y_asinh", c->asinh);
    chart_number(c, "pairs", c->pairs);
    chart_number(c, "legend", has_legend(c));
}

/* Long names of rows in two lines; points know their rows by the whole name. */
static void set_rows(struct chart *c)
{
    for (int i = 0; i < c->rows.count; i++) {
        char *lines = text_wrapped(c->rows.list[i].text, NAME, FONT, true);
        char *variable = xformat("row_label[%d]", i + 1);
        if (strchr(lines, '\n')) chart_text(c, variable, lines);
        free(variable);
        free(lines);
    }
}

static void set_ranges(struct chart *c)
{
    for (int i = 0; i < c->panels.count; i++) {
        struct range x = chart_range(c, i, false), y = chart_range(c, i, true);
        text_add(&c->settings,
                 "x_low[%d] = %.12g; x_high[%d] = %.12g; y_low[%d] = %.12g; y_high[%d] = %.12g\n",
                 i + 1, x.low, i + 1, x.high, i + 1, y.low, i + 1, y.high);
    }
}

/* Of the names of columns every so many has room, if they are evenly apart. */
static int set_every(struct chart *c, const struct layout *l)
{
    double needed = c->columns.count * (widest(&c->columns) + 10);
    double every = is_heat(c) ? 1 : ceil(fmax(1, needed / l->plot_width));
    chart_number(c, "every", every);
    return (int)every;
}

/* Where they are not (1000, 1024, 4096), a name that would stand in the one before is left out. */
static void clear_crowded(struct chart *c, const struct layout *l, int every)
{
    double free_from = -INFINITY;
    for (int i = every - 1; i < c->columns.count && !is_heat(c); i += every) {
        const struct chart_name *name = &c->columns.list[i];
        double half = 0.9 * text_width(name->text, FONT) / 2; /* numbers are narrower than words */
        double middle = chart_place_along(c, 0, name->at, false) * l->plot_width;
        char *variable = xformat("column_label[%d]", i + 1);
        if (middle - half < free_from)
            chart_text(c, variable, "");
        else
            free_from = middle + half;
        free(variable);
    }
}

/* Which points are of each panel, and the series of each, for what is drawn point by point. */
static void set_points(struct chart *c)
{
    double *first = xarray((size_t)c->panels.count + 1, sizeof *first);
    double *last = xarray((size_t)c->panels.count + 1, sizeof *last);
    for (int i = 0; i < c->point_count; i++) {
        int p = c->points[i].panel;
        if (last[p] == 0) first[p] = i + 1;
        last[p] = i + 1;
    }
    for (int p = 0; p < c->panels.count; p++)
        if (last[p] == 0) first[p] = 1; /* an empty one: from 1 to 0 */
    chart_array(c, "panel_first", first, c->panels.count);
    chart_array(c, "panel_last", last, c->panels.count);
    free(first);
    free(last);
    text_add(&c->settings, "point_series = '");
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_series *s = chart_series_of(c, c->points[i].series);
        text_add(&c->settings, "%s%d", i ? " " : "", s ? (int)(s - c->series) + 1 : 0);
    }
    text_add(&c->settings, "'\n");
}

void chart_lay_out(struct chart *c)
{
    struct layout l = {0};
    set_borders(&l, c);
    set_plots(&l, c);
    wrap_words(&l, c);
    set_heads(&l, c);
    l.top = MARGIN + LINE * text_lines(c->title);
    l.top += place_legend(c, &l) + 6;
    place_panels(&l, c);
    place_ends(c, &l);
    set_words(c);
    set_rows(c);
    set_ranges(c);
    clear_crowded(c, &l, set_every(c, &l));
    set_points(c);
    chart_number(c, "width", ceil(l.width));
    chart_number(c, "height", ceil(l.height));
    chart_number(c, "plot_width", l.plot_width);
    chart_number(c, "plot_height", l.plot_height);
    chart_number(c, "y_label_gap", l.left - MARGIN - LINE / 2.0);
    chart_array(c, "panel_x", l.panel_x, c->panels.count);
    chart_array(c, "panel_y", l.panel_y, c->panels.count);
    free(l.panel_x);
    free(l.panel_y);
}
