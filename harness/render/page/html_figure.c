/* SPDX-License-Identifier: MIT
 * A figure in HTML: its SVG stands in the page itself, so that it takes the page's colours, shows
 * what a point is when the pointer rests on it, and lets series be switched off (page.js).
 *
 * Of the file everything before "<svg" is left out. Every picture of gnuplot numbers its ids from
 * 1; in a page they get the number of the figure in front. */
#include "harness/render/page/html.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LABELS "aria-labelledby=\"" /* leads to several names, with blanks between */

/* The length of what leads up to a name of the picture's own, at a place inside a tag; 0: nothing
 * does. */
static size_t leads_to_name(const char *at)
{
    static const char *const before[] = {"id=\"", "id='", "href=\"#", "href='#", "url(#", LABELS};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t length = strlen(before[i]);
        bool attribute = *before[i] != 'i' || isspace((unsigned char)at[-1]);
        if (attribute && !strncmp(at, before[i], length)) return length;
    }
    return 0;
}

static void add_svg(struct html *h, const char *svg)
{
    bool in_tag = false, in_labels = false;
    for (const char *at = svg; *at;) {
        size_t length = in_tag ? leads_to_name(at) : 0;
        bool name_follows = length || (in_labels && *at == ' ');
        in_labels = (in_labels && *at != '"') || (length && !strncmp(at, LABELS, length));
        in_tag = *at == '<' || (in_tag && *at != '>');
        text_add_bytes(&h->out, at, length ? length : 1);
        if (name_follows) text_add(&h->out, "f%d.", h->figures);
        at += length ? length : 1;
    }
}

/* Of the root element, in pixels; 0: it does not say. */
static int width_of(const char *svg)
{
    const char *end = strchr(svg, '>'), *at = strstr(svg, " width=\"");
    return at && at < end ? atoi(at + 8) : 0;
}

void html_figure(struct html *h, const struct block *b)
{
    char *path = xformat("%s/%s.svg", h->run, b->stem), *file = read_run_file(path, NULL);
    const char *svg = file ? strstr(file, "<svg") : NULL;
    h->figures++;
    html_bare(h, "<figure><div class=\"frame\" tabindex=\"0\" role=\"img\" aria-label=\"",
              b->alternative ? b->alternative : b->text, "\"");
    if (svg && width_of(svg)) text_add(&h->out, " style=\"--width:%d\"", width_of(svg));
    text_add(&h->out, ">\n");
    if (svg)
        add_svg(h, svg);
    else
        html_plain(h, "", b->stem, ".svg is not there.");
    html_words(h, "</div><figcaption>", b->text, "</figcaption></figure>\n");
    free(file);
    free(path);
}
