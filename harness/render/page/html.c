/* SPDX-License-Identifier: MIT
 * A document as one HTML file without outside parts: what is needed to read it stands in it, and
 * the policy in its head forbids it to load anything. It can be read without the script, which adds
 * what a reader may do with it (page.js). */
#include "harness/render/page/html.h"
#include "base/utf8.h"
#include "harness/render/page/inline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* page.css and the others, as the Makefile makes them C strings. */
static const char style[] =
#include "harness/render/page/page.css.inc"
    ;
static const char dark_style[] =
#include "harness/render/page/dark.css.inc"
    ;
static const char script[] =
#include "harness/render/page/page.js.inc"
    ;

/* ---- ids and places. Ids that are not an anchor hold a '.', which no anchor does ---- */

static bool is_taken(char *const *ids, int count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (ids[i] && !strcmp(ids[i], id)) return true;
    return false;
}

/* The id as it is, or with a number behind it; takes the text over. */
static char *unlike(char *const *ids, int count, struct text *id)
{
    const char *wanted = id->length ? id->data : "section";
    char *own = xstrdup(wanted);
    for (int n = 2; is_taken(ids, count, own); n++) {
        free(own);
        own = xformat("%s-%d", wanted, n);
    }
    text_free(id);
    return own;
}

/* Words of a heading as part of an address: "Table: cost (%)" is "table-cost". */
static void add_slug(struct text *out, const char *words)
{
    bool apart = out->length;
    for (; *words; words++) {
        if (!isalnum((unsigned char)*words)) {
            apart = out->length;
            continue;
        }
        text_add(out, apart ? "-%c" : "%c", tolower((unsigned char)*words));
        apart = false;
    }
}

/* Links lead to anchors, which keep their names wherever they stand. */
static void name_anchors(const struct document *d, char **ids)
{
    for (int i = 0; i < d->count; i++) {
        struct text id = {0};
        if (!d->list[i].anchor) continue;
        add_anchor(&id, d->list[i].anchor, strlen(d->list[i].anchor));
        ids[i] = unlike(ids, i, &id);
    }
}

/* A heading without an anchor is called by its words, of level 3 behind the name of its section. */
static void name_headings(const struct document *d, char **ids)
{
    const char *section = "";
    for (int i = 0; i < d->count; i++) {
        const struct block *b = &d->list[i];
        struct text id = {0};
        if (b->kind != DOC_HEADING) continue;
        if (!ids[i]) {
            text_add(&id, "%s", b->level > 2 ? section : "");
            add_slug(&id, b->text);
            ids[i] = unlike(ids, d->count, &id);
        }
        if (b->level == 2) section = ids[i];
    }
}

static bool is_heading(const struct html *h, int i, int level)
{
    return h->d->list[i].kind == DOC_HEADING && h->d->list[i].level == level;
}

/* The next section in a direction; -1: none. */
static int section_beside(const struct html *h, int from, int step)
{
    for (int i = from + step; i >= 0 && i < h->d->count; i += step)
        if (is_heading(h, i, 2)) return i;
    return -1;
}

/* ---- ways through the page ---- */

static void name_of_section(struct html *h, int i)
{
    const struct block *b = &h->d->list[i];
    html_bare(h, "", b->text, "</a>");
}

static void entry(struct html *h, int i)
{
    html_plain(h, "<li><a href=\"#", h->ids[i], "\">");
    name_of_section(h, i);
}

/* The sections, and below each what stands in it. */
static void contents(struct html *h)
{
    int first = section_beside(h, -1, 1);
    if (first < 0) return;
    text_add(&h->out, "<nav class=\"contents\" aria-label=\"Contents\"><details open=\"\">"
                      "<summary>Contents</summary>\n<ul>\n");
    for (int i = first, next; i >= 0; i = next) {
        bool any = false;
        int end = (next = section_beside(h, i, 1)) < 0 ? h->d->count : next;
        entry(h, i);
        for (int k = i + 1; k < end; k++) {
            if (!is_heading(h, k, 3)) continue;
            text_add(&h->out, any ? "" : "\n<ul>");
            entry(h, k);
            text_add(&h->out, "</li>\n");
            any = true;
        }
        text_add(&h->out, "%s</li>\n", any ? "</ul>" : "");
    }
    text_add(&h->out, "</ul></details></nav>\n");
}

/* The arrow stands first: the end of a long heading is cut off. */
static void step(struct html *h, int to, const char *relation, const char *arrow)
{
    if (to < 0) return;
    text_add(&h->out, "<a rel=\"%s\"", relation);
    html_plain(h, " href=\"#", h->ids[to], "\">");
    text_add(&h->out, "%s", arrow);
    name_of_section(h, to);
}

/* At the end of a section. */
static void steps(struct html *h, int section)
{
    text_add(&h->out, "<nav class=\"steps\" aria-label=\"Sections before and after\">");
    step(h, section_beside(h, section, -1), "prev", "← ");
    text_add(&h->out, "<a class=\"up\" href=\"#page.top\">↑ Top of page</a>");
    step(h, section_beside(h, section, 1), "next", "→ ");
    text_add(&h->out, "</nav>\n</section>\n");
}

/* ---- blocks ---- */

static void heading(struct html *h, int i)
{
    const struct block *b = &h->d->list[i];
    const char *id = h->ids[i];
    if (b->level == 2) html_plain(h, "<section aria-labelledby=\"", id, "\">\n");
    text_add(&h->out, "<h%d", b->level);
    html_plain(h, " id=\"", id, "\">");
    html_words(h, "", b->text, "");
    if (b->level > 1)
        html_plain(h, " <a class=\"anchor\" aria-label=\"Link to this place\" href=\"#", id,
                   "\">#</a>");
    text_add(&h->out, "</h%d>\n", b->level);
}

static void item(struct html *h, int i)
{
    const struct block *b = &h->d->list[i];
    if (!i || b[-1].kind != DOC_ITEM) text_add(&h->out, "<ul>\n");
    text_add(&h->out, "<li");
    if (h->ids[i]) html_plain(h, " id=\"", h->ids[i], "\"");
    html_words(h, ">", b->text, "</li>\n");
    if (i + 1 == h->d->count || b[1].kind != DOC_ITEM) text_add(&h->out, "</ul>\n");
}

static void block(struct html *h, int i)
{
    const struct block *b = &h->d->list[i];
    switch (b->kind) {
    case DOC_HEADING:
        return heading(h, i);
    case DOC_PARAGRAPH:
        return html_words(h, "<p>", b->text, "</p>\n");
    case DOC_ANSWER:
        return html_words(h, "<p class=\"answer\">", b->text, "</p>\n");
    case DOC_ITEM:
        return item(h, i);
    case DOC_TABLE:
        return html_table(h, b);
    case DOC_FIGURE:
        return html_figure(h, b);
    case DOC_CODE:
        return html_plain(h, "<pre><code>", b->text, "</code></pre>\n");
    case DOC_FOLD:
        return html_bare(h, "<details><summary>", b->text, "</summary>\n");
    case DOC_FOLD_END:
        return text_add(&h->out, "</details>\n");
    }
}

/* A heading of level 1 or 2 ends the section before it, as the end of the page does. */
static void blocks(struct html *h)
{
    int section = -1, folds = 0;
    for (int i = 0; i < h->d->count; i++) {
        const struct block *b = &h->d->list[i];
        bool begins = b->kind == DOC_HEADING && b->level < 3;
        folds += (b->kind == DOC_FOLD) - (b->kind == DOC_FOLD_END);
        require(folds >= 0 && !(begins && folds));
        if (begins && section >= 0) steps(h, section);
        if (begins) section = b->level == 2 ? i : -1;
        block(h, i);
    }
    require(!folds);
    if (section >= 0) steps(h, section);
}

/* ---- the page ---- */

static void head(struct html *h)
{
    text_add(&h->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                      "style-src 'unsafe-inline';script-src 'unsafe-inline'\"/>\n");
    html_bare(h, "<title>", h->d->count ? h->d->list[0].text : "", "</title>\n");
    text_add(&h->out, "<style>\n%s</style>\n", style);
    text_add(
        &h->out,
        "<style id=\"page.dark\" media=\"screen and (prefers-color-scheme:dark)\">\n%s</style>\n",
        dark_style);
    text_add(&h->out, "</head><body id=\"page.top\">\n");
}

char *document_html(const struct document *d, const char *run)
{
    struct html h = {.d = d, .run = run, .ids = xarray((size_t)d->count + 1, sizeof *h.ids)};
    name_anchors(d, h.ids);
    name_headings(d, h.ids);
    head(&h);
    contents(&h);
    text_add(&h.out, "<main>\n");
    blocks(&h);
    text_add(&h.out, "</main>\n<script>/*<![CDATA[*/\n%s/*]]>*/</script>\n</body></html>\n",
             script);
    for (int i = 0; i < d->count; i++) free(h.ids[i]);
    free(h.ids);
    char *page = utf8_repaired(h.out.data);
    text_free(&h.out);
    return page;
}
