/* SPDX-License-Identifier: MIT
 * A document as one HTML file without outside parts.
 *
 * Figures go in as data URIs of img elements: each SVG keeps its own names (gnuplot numbers its
 * ids from 1 in every file) and nothing in it can run. */
#include "harness/render/document.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#d5d5d5;--soft:#f4f4f4}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e4e4;--paper:#161616;--line:#444;"
    "--soft:#242424}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:70rem;margin:0 auto;padding:1rem}\n"
    "h1{font-size:1.6rem}h2{font-size:1.3rem;margin-top:2.5rem;border-top:1px solid var(--line);"
    "padding-top:1rem}h3{font-size:1.05rem}\n"
    "p,li{max-width:48rem;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto;margin:1rem 0}\n"
    "table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}\n"
    "th,td{border-bottom:1px solid var(--line);padding:.3rem .8rem .3rem 0;text-align:left;"
    "vertical-align:top}\n"
    "th.l,td.l{min-width:5rem}th.l:first-child,td.l:first-child{min-width:9rem}th.t,td.t{min-width:"
    "8rem;overflow-wrap:anywhere}\n"
    "th.r,td.r{text-align:right;white-space:nowrap;min-width:4rem}\n"
    "figure{margin:1rem 0;overflow-x:auto}img{background:#fff;max-width:100%;height:auto}\n"
    "@media(max-width:44rem){img{max-width:none;width:46rem}\n"
    "th.l:first-child,td.l:first-child{min-width:5rem}th.r{white-space:normal}\n"
    ".cards th{display:none}.cards tr{display:block;padding:.6rem 0;"
    "border-bottom:1px solid var(--line)}\n"
    ".cards td{display:block;border:0;padding:.1rem 0;text-align:left;white-space:normal}\n"
    ".cards td:empty{display:none}.cards td:first-child{font-weight:600}\n"
    ".cards td:not(:first-child)::before{content:attr(data-head) \": \";opacity:.7}}\n"
    "figcaption{font-size:.85rem}\n"
    "pre{background:var(--soft);padding:.7rem;overflow-x:auto;font-size:.85rem}\n";

static void escaped(struct text *out, const char *text)
{
    static const char plain[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text; text++) {
        const char *found = strchr(plain, *text);
        text_add_bytes(out, found ? entities[found - plain] : text,
                       found ? strlen(entities[found - plain]) : 1);
    }
}

static void enclosed(struct text *out, const char *before, const char *text, const char *after)
{
    text_add(out, "%s", before);
    escaped(out, text);
    text_add(out, "%s", after);
}

static void base64(struct text *out, const char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < size ? (unsigned char)data[i + k] : 0);
        char four[4];
        for (int k = 0; k < 4; k++) four[k] = digits[word >> (18 - 6 * k) & 63];
        if (i + 1 >= size) four[2] = '=';
        if (i + 2 >= size) four[3] = '=';
        text_add_bytes(out, four, 4);
    }
}

/* A cell carries its column's head, which the narrow form of the table shows in front of it. */
static void table(struct text *out, const struct block *b)
{
    text_add(out, "<div class=wide><table%s>\n", strchr(b->text, 't') ? " class=cards" : "");
    for (int i = 0; i < b->count; i++) {
        const struct table_cell *own = &b->cells[i], *head = &b->cells[i % b->columns];
        const char *tag = own == head ? "th" : "td";
        text_add(out, "%s<%s class=%c", head == b->cells ? "<tr>" : "", tag,
                 b->text[i % b->columns]);
        if (own != head) enclosed(out, " data-head=\"", head->text, "\"");
        text_add(out, ">");
        if (own->link) enclosed(out, "<a href=\"", own->link, ".html\">");
        enclosed(out, "", own->text, own->link ? "</a>" : "");
        text_add(out, "</%s>%s", tag, (i + 1) % b->columns ? "" : "</tr>\n");
    }
    text_add(out, "</table></div>\n");
}

static void figure(struct text *out, const struct block *b, const char *run)
{
    size_t size;
    char *path = xformat("%s/%s.svg", run, b->stem), *svg = read_file(path, &size);
    enclosed(out, "<figure><img alt=\"", b->text, "\" src=\"data:image/svg+xml;base64,");
    if (svg) base64(out, svg, size);
    enclosed(out, "\"><figcaption>", b->text, "</figcaption>\n</figure>\n");
    free(svg);
    free(path);
}

static void render(struct text *out, const struct block *b, const char *run)
{
    static const char *const headings[] = {"", "h1", "h2", "h3"};
    static const char *const tags[] = {
        [DOC_PARAGRAPH] = "p", [DOC_ITEM] = "li", [DOC_CODE] = "pre"};
    const char *tag = b->level ? headings[b->level] : tags[b->kind];
    if (b->kind == DOC_TABLE) return table(out, b);
    if (b->kind == DOC_FIGURE) return figure(out, b, run);
    text_add(out, "<%s>", tag);
    escaped(out, b->text);
    text_add(out, "</%s>\n", tag);
}

char *document_html(const struct document *d, const char *run)
{
    struct text out = {0};
    text_add(&out, "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
                   "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n");
    enclosed(&out, "<title>", d->count ? d->list[0].text : "", "</title>\n");
    text_add(&out, "<style>\n%s</style></head><body>\n", style);
    bool in_list = false;
    for (int i = 0; i < d->count; i++) {
        bool item = d->list[i].kind == DOC_ITEM;
        if (item != in_list) text_add(&out, item ? "<ul>\n" : "</ul>\n");
        in_list = item;
        render(&out, &d->list[i], run);
    }
    text_add(&out, "%s</body></html>\n", in_list ? "</ul>\n" : "");
    return out.data;
}
