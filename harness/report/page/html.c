/* SPDX-License-Identifier: MIT
 * Makes a page one HTML file without external parts. cmark-gfm converts the Markdown, without raw
 * HTML and unsafe addresses. This file adds the head and inlines the figures. The content policy
 * forbids loading anything. */
#define _GNU_SOURCE /* memmem */
#include "harness/report/page/page.h"
#include "base/mem.h"
#include "base/paths.h"
#include "harness/report/page/run_program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* page.css and page.js as C strings, made by the Makefile. */
static const char style[] =
#include "harness/report/page/page.css.inc"
    ;
static const char script[] =
#include "harness/report/page/page.js.inc"
    ;

/* Returns the HTML of a Markdown text; NULL with *fault set. */
static char *convert(const char *markdown, char **fault)
{
    const char *const argv[] = {"cmark-gfm", "-e", "table", "--to", "html", NULL};
    char *html = NULL;
    FILE *in = tmpfile();
    if (!in) die("no temporary file for a page: %s", strerror(errno));
    fputs(markdown, in);
    rewind(in);
    *fault = run_program(argv, ".", in, &html);
    fclose(in);
    if (!*fault) return html;
    free(html);
    return NULL;
}

/* ---- changing it ---- */

struct html {
    struct text out;
    const char *folder;
};

/* Adds an SVG as part of an address, with unsafe characters encoded. */
static void add_svg(struct text *out, const char *svg)
{
    for (; *svg; svg++)
        if (strchr("%#\"<>&", *svg) || (unsigned char)*svg < ' ')
            text_add(out, "%%%02X", (unsigned char)*svg);
        else
            text_add_bytes(out, svg, 1);
}

/* Adds the figure named by an image as a data address; returns false if there is no such figure. */
static bool add_image(struct html *h, const char *path, size_t length)
{
    static const char below[] = "figures/";
    bool ours = !strncmp(path, below, strlen(below)) &&
                !memchr(path + strlen(below), '/', length - strlen(below));
    char *file = xformat("%s/%.*s", h->folder, (int)length, path);
    char *svg = ours ? read_run_file(file, NULL) : NULL;
    if (svg) {
        text_add(&h->out, "src=\"data:image/svg+xml,");
        add_svg(&h->out, svg);
        text_add(&h->out, "\"");
    }
    free(svg);
    free(file);
    return svg;
}

/* Makes links to pages below this folder lead to their HTML. */
static void add_link(struct html *h, const char *target, size_t length)
{
    bool page = length > 3 && !strncmp(target + length - 3, ".md", 3) && !strchr("./", *target) &&
                !memmem(target, length, "://", 3);
    text_add(&h->out, "href=\"%.*s%s\"", (int)(page ? length - 3 : length), target,
             page ? ".html" : "");
}

/* Copies one tag with changes; returns the text after the tag. */
static const char *take_tag(struct html *h, const char *tag)
{
    const char *end = strchr(tag, '>');
    if (!end) end = tag + strlen(tag) - 1;
    const char *src = !strncmp(tag, "<img src=\"", 10) ? tag + 10 : NULL;
    const char *href = !strncmp(tag, "<a href=\"", 9) ? tag + 9 : NULL;
    if (!strncmp(tag, "<table>", 7)) text_add(&h->out, "<div class=\"wide\">");
    if (src) {
        size_t length = strcspn(src, "\"");
        text_add(&h->out, "<img ");
        if (!add_image(h, src, length)) text_add(&h->out, "src=\"data:,\"");
        text_add_bytes(&h->out, src + length + 1, (size_t)(end - src) - length);
    } else if (href) {
        size_t length = strcspn(href, "\"");
        text_add(&h->out, "<a ");
        add_link(h, href, length);
        text_add_bytes(&h->out, href + length + 1, (size_t)(end - href) - length);
    } else {
        text_add_bytes(&h->out, tag, (size_t)(end - tag) + 1);
    }
    if (!strncmp(tag, "</table>", 8)) text_add(&h->out, "</div>");
    return end + 1;
}

/* Adds the text of the first heading as title, as cmark escaped it. */
static void add_title(struct html *h, const char *body)
{
    const char *words = strstr(body, "<h1>"), *end = words ? strstr(words, "</h1>") : NULL;
    text_add(&h->out, "<title>");
    for (words = end ? words + 4 : NULL; end && words < end; words++) {
        if (*words == '<')
            words = strchr(words, '>');
        else
            text_add_bytes(&h->out, words, 1);
    }
    text_add(&h->out, "</title>\n");
}

char *page_html(const char *markdown, const char *folder, char **fault)
{
    struct html h = {.folder = folder};
    char *body = convert(markdown, fault);
    if (!body) return NULL;
    text_add(&h.out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                     "img-src data:;style-src 'unsafe-inline';script-src 'unsafe-inline'\"/>\n");
    add_title(&h, body);
    text_add(&h.out, "<style>\n%s</style>\n</head><body><main>\n", style);
    for (const char *at = body; *at;) {
        size_t words = strcspn(at, "<");
        text_add_bytes(&h.out, at, words);
        at += words;
        if (*at) at = take_tag(&h, at);
    }
    text_add(&h.out, "</main>\n<script>/*<![CDATA[*/\n%s/*]]>*/</script>\n</body></html>\n",
             script);
    free(body);
    return h.out.data;
}
