/* SPDX-License-Identifier: MIT
 * One walk through the tags that gnuplot writes. A group of its says what it was plotted from, as
 * the script has it: own(3, ...) is of the third series, row(17, ...) is the 17th line of the
 * table; what a mouse is to show over a point is the number of its line. */
#include "harness/render/figures/svg_finish.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

struct walk {
    const struct chart *chart;
    const char *name, *at; /* at: what is to be read */
    struct text out;
    struct {
        size_t begin, inside; /* of a group in out: its tag, and what follows that */
    } groups[MOST_DEPTH];
    int depth;
    bool has_paper;
};

/* ---- writing ---- */

static void add_escaped(struct text *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            text_add(out, "&amp;");
        else if (*text == '<')
            text_add(out, "&lt;");
        else if (*text == '"')
            text_add(out, "&quot;");
        else
            text_add(out, "%c", *text == '\n' ? ' ' : *text);
}

static void add_element(struct text *out, const char *begin, const char *text, const char *end)
{
    text_add(out, "%s", begin);
    add_escaped(out, text);
    text_add(out, "%s", end);
}

/* ---- colours ---- */

/* Colours of plots/shared/style.gp that are ink, how much of it, and what else is left alone. */
static const struct {
    int rgb;
    const char *opacity;
} inks[] = {{0x000000, ""},    {0x222222, ""},     {0x555555, "0.7"}, {0x8C8C8C, "0.5"},
            {0xBBBBBB, "0.3"}, {0xDDDDDD, "0.15"}, {0xE4E4E4, "0.1"}};

/* Of "rgb( 85,  85,  85)", "#555555", "black"; -1: another word. */
static int rgb_of(const char *value)
{
    int red, green, blue;
    char *end;
    if (!strcmp(value, "black")) return 0;
    if (*value == '#') return (int)strtol(value + 1, &end, 16);
    if (strncmp(value, "rgb(", 4)) return -1;
    red = (int)strtol(value + 4, &end, 10);
    green = *end == ',' ? (int)strtol(end + 1, &end, 10) : 0;
    blue = *end == ',' ? (int)strtol(end + 1, &end, 10) : 0;
    return red << 16 | green << 8 | blue;
}

/* An attribute color, fill or stroke. What inherits the ink needs none. */
static void add_colour(struct text *out, const char *name, const char *value)
{
    int rgb = rgb_of(value);
    bool inherits = !strcmp(name, "color");
    for (size_t i = 0; i < sizeof inks / sizeof *inks && rgb >= 0; i++) {
        if (inks[i].rgb != rgb) continue;
        if (!inherits) text_add(out, " %s=\"currentColor\"", name);
        if (*inks[i].opacity && inherits)
            text_add(out, " opacity=\"%s\"", inks[i].opacity);
        else if (*inks[i].opacity)
            text_add(out, " %s-opacity=\"%s\"", name, inks[i].opacity);
        return;
    }
    text_add(out, " %s=\"%s\"", name, value);
}

/* ---- tags ---- */

/* Cuts the next attribute out of a tag, in which blanks may stand around the sign; NULL: there is
 * none. */
static char *next_attribute(char **rest, char **value)
{
    char *name = *rest + strspn(*rest, " \t\n"), *equals = strchr(name, '=');
    if (!equals) return NULL;
    char *begin = equals + 1 + strspn(equals + 1, " ");
    char *end = *begin == '"' || *begin == '\'' ? strchr(begin + 1, *begin) : NULL;
    if (!end) return NULL;
    *equals = *end = '\0';
    name[strcspn(name, " ")] = '\0';
    *value = begin + 1;
    *rest = end + 1;
    return name;
}

static bool is_any(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

/* A tag as it is, but for colours and ids. */
static void copy_tag(struct walk *w, char *tag)
{
    static const char *const colours[] = {"color", "fill", "stroke", NULL};
    /* Those of SVG itself, and what the root has. */
    static const char *const defaults[] = {"stroke-linecap", "stroke-linejoin", "font-family",
                                           NULL};
    size_t length = strlen(tag);
    bool ends = length > 1 && tag[length - 1] == '/';
    char *rest = tag + strcspn(tag, " \t\n/"), *name, *value;
    text_add(&w->out, "<%.*s", (int)(rest - tag), tag);
    if (!strncmp(tag, "rect ", 5) && !w->has_paper) {
        text_add(&w->out, " class=\"paper\"");
        w->has_paper = true;
    }
    while ((name = next_attribute(&rest, &value))) {
        if (is_any(name, defaults))
            continue;
        else if (is_any(name, colours))
            add_colour(&w->out, name, value);
        else if (!strcmp(name, "id"))
            text_add(&w->out, " id=\"%s-%s\"", w->name, value);
        else if (!strcmp(name, "xlink:href") && *value == '#')
            text_add(&w->out, " xlink:href=\"#%s-%s\"", w->name, value + 1);
        else
            text_add(&w->out, " %s=\"%s\"", name, value);
    }
    text_add(&w->out, ends ? "/>" : ">");
}

/* The number behind "own(" or "row(" in what a group was plotted from; 0: none. */
static int number_behind(const char *source, const char *word)
{
    const char *found = strstr(source, word);
    return found ? atoi(found + strlen(word)) : 0;
}

static void add_title_of(struct walk *w, int row)
{
    char *says = chart_says(w->chart, &w->chart->points[row]);
    add_element(&w->out, "<title>", says, "</title>");
    free(says);
}

/* The group of something plotted: of a series, of a line of the table, or of neither. */
static void open_plot(struct walk *w, const char *source)
{
    int series = number_behind(source, "own("), row = number_behind(source, "row(");
    bool of_series = series > 0 && series <= w->chart->series_count;
    bool of_row = row > 0 && row <= w->chart->point_count;
    text_add(&w->out, "<g");
    if (of_series)
        add_element(&w->out,
                    of_row ? " class=\"series point\" data-series=\""
                           : " class=\"series\" data-series=\"",
                    w->chart->series[series - 1].label, "\"");
    else if (of_row)
        text_add(&w->out, " class=\"point\"");
    text_add(&w->out, ">");
    if (of_row)
        add_title_of(w, row - 1);
    else if (of_series)
        add_element(&w->out, "<title>", w->chart->series[series - 1].label, "</title>");
}

static void open_point(struct walk *w, const char *tag)
{
    int row = number_behind(tag, "showHypertext(evt,'");
    text_add(&w->out, "<g class=\"point\">");
    if (row > 0 && row <= w->chart->point_count) add_title_of(w, row - 1);
}

/* Reads on behind the title of a group that was just opened; gives what it says, to be freed. */
static char *take_title(struct walk *w)
{
    const char *begin = strstr(w->at, "<title>"), *end = strstr(w->at, "</title>");
    if (!begin || !end || begin - w->at > 2) return xstrdup("");
    char *title = xformat("%.*s", (int)(end - begin - 7), begin + 7);
    w->at = end + strlen("</title>");
    return title;
}

static void open_group(struct walk *w, char *tag)
{
    if (w->depth == MOST_DEPTH) die("an SVG of gnuplot with groups %d deep", MOST_DEPTH);
    w->groups[w->depth].begin = w->out.length;
    if (strstr(tag, "gnuplot_plot_")) {
        char *source = take_title(w);
        open_plot(w, source);
        free(source);
    } else if (strstr(tag, "showHypertext")) {
        free(take_title(w));
        open_point(w, tag);
    } else {
        copy_tag(w, tag);
    }
    w->groups[w->depth++].inside = w->out.length;
}

/* A group in which nothing was drawn is left out. */
static void close_group(struct walk *w)
{
    if (!w->depth) return;
    size_t begin = w->groups[--w->depth].begin, inside = w->groups[w->depth].inside;
    text_add(&w->out, "%s", "");
    const char *rest = w->out.data + inside;
    if (rest[strspn(rest, " \t\n")])
        text_add(&w->out, "</g>");
    else
        w->out.data[w->out.length = begin] = '\0';
}

static void open_root(struct walk *w, char *tag)
{
    char *rest = tag + strlen("svg"), *name, *value;
    text_add(&w->out,
             "<svg class=\"figure\" role=\"img\" aria-labelledby=\"%s-title %s-desc\" "
             "color=\"#1b1b1b\" font-family=\"Liberation Sans,Arial,Helvetica,sans-serif\"",
             w->name, w->name);
    while ((name = next_attribute(&rest, &value))) text_add(&w->out, " %s=\"%s\"", name, value);
    text_add(&w->out, ">\n<title id=\"%s-title\">", w->name);
    add_element(&w->out, "", w->chart->title ? w->chart->title : "", "</title>\n");
    text_add(&w->out, "<desc id=\"%s-desc\">", w->name);
    const char *shows = w->chart->finding ? w->chart->finding : w->chart->title;
    add_element(&w->out, "", shows ? shows : "", "</desc>\n");
}

/* ---- all of it ---- */

/* What is read on to the end of, and left out. */
static bool skips(struct walk *w, const char *tag)
{
    static const char *const left_out[] = {"title", "desc", "filter"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(left_out[i]);
        if (strncmp(tag, left_out[i], length) || (tag[length] && tag[length] != ' ')) continue;
        char *end = xformat("</%s>", left_out[i]);
        const char *found = strstr(w->at, end);
        if (found) w->at = found + strlen(end);
        free(end);
        return true;
    }
    return false;
}

static void take_tag(struct walk *w, char *tag)
{
    if (!strncmp(tag, "svg", 3))
        open_root(w, tag);
    else if (!strcmp(tag, "/g"))
        close_group(w);
    else if (!strncmp(tag, "g ", 2) || !strcmp(tag, "g"))
        open_group(w, tag);
    else if (*tag == '/' || *tag == '?' || *tag == '!')
        text_add(&w->out, "<%s>", tag);
    else if (!skips(w, tag))
        copy_tag(w, tag);
}

char *svg_finish(const struct chart *c, const char *svg, const char *name)
{
    struct walk w = {.chart = c, .name = name, .at = svg};
    text_add(&w.out, "%s", "");
    while (*w.at) {
        size_t plain = strcspn(w.at, "<"), length;
        if (strspn(w.at, " \t\n") < plain)
            text_add_bytes(&w.out, w.at, plain);
        else if (plain && w.out.length && w.out.data[w.out.length - 1] != '\n')
            text_add(&w.out, "\n");
        w.at += plain;
        if (!*w.at) break;
        length = strcspn(w.at, ">");
        char *tag = xformat("%.*s", (int)length - 1, w.at + 1);
        w.at += length + (w.at[length] == '>');
        take_tag(&w, tag);
        free(tag);
    }
    return w.out.data;
}
