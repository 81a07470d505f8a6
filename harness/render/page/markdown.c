/* SPDX-License-Identifier: MIT
 * A document as Markdown (CommonMark with GitHub's tables; folds and anchors are HTML in it).
 * Titles are left out: the source is read as well, and they would stand between its words. */
#include "harness/render/page/document.h"
#include "base/markdown_text.h"
#include "base/utf8.h"
#include "harness/render/page/inline.h"

#include <string.h>

/* Inside a span of code nothing is markup but its end; of a table also '|', with or without. */
static void command(struct text *out, struct slice s, bool in_table)
{
    const char *fence = memchr(s.at, '`', s.length) ? "`` " : "`";
    text_add(out, "%s", fence);
    for (size_t i = 0; i < s.length; i++)
        text_add(out, in_table && s.at[i] == '|' ? "\\%c" : "%c", s.at[i]);
    text_add(out, "%s", fence[1] ? " ``" : "`");
}

static void link(struct text *out, const struct piece *p)
{
    text_add(out, "[");
    add_markdown(out, p->text.at, p->text.length);
    text_add(out, "](");
    add_address(out, p, ".md");
    text_add(out, ")");
}

/* Words, and whether another piece stands behind them: with an exclamation mark before it a link
 * were a picture. */
static void escaped(struct text *out, struct slice s, bool more)
{
    bool mark = more && s.length && s.at[s.length - 1] == '!';
    add_markdown(out, s.at, s.length - mark);
    text_add(out, "%s", mark ? "\\!" : "");
}

static void words(struct text *out, const char *text, bool in_table)
{
    struct pieces all = {text, text};
    for (struct piece p; piece_next(&all, &p);) {
        const char *mark = p.kind == PIECE_STRONG ? "**" : "";
        if (p.kind == PIECE_COMMAND) {
            command(out, p.text, in_table);
        } else if (p.kind == PIECE_LINK) {
            link(out, &p);
        } else {
            text_add(out, "%s", mark);
            escaped(out, p.text, *all.rest);
            text_add(out, "%s", mark);
        }
    }
}

/* At the beginning of a line also what would begin a list or a rule there gets a backslash: the
 * sign of "+ gate", "- gate", "1. why". */
static void line_words(struct text *out, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    const char *sign = text + digits;
    if (*sign && strchr(digits ? ".)" : "+-", *sign) && strchr(" -", sign[1])) { /* or its end */
        text_add(out, "%.*s\\", (int)digits, text);
        text = sign;
    }
    words(out, text, false);
}

static void table(struct text *out, const struct block *b)
{
    line_words(out, b->text);
    if (*b->text) text_add(out, "\n\n");
    for (int i = 0; i < b->count; i++) {
        const char *mark = tone_looks[b->cells[i].tone].mark;
        text_add(out, "%s%s%s", i % b->columns ? " | " : "| ", mark, *mark ? " " : "");
        words(out, b->cells[i].text, true);
        if ((i + 1) % b->columns == 0) text_add(out, " |\n");
        for (int c = 0; i + 1 == b->columns && c < b->columns; c++)
            text_add(out, "| %s %s", b->align[c] == 'r' ? "---:" : "---",
                     c < b->columns - 1 ? "" : "|\n");
    }
}

static void figure(struct text *out, const struct block *b)
{
    const struct piece path = {.site = "", .target = {b->stem, strlen(b->stem)}};
    text_add(out, "![");
    words(out, b->text, false);
    text_add(out, "](");
    add_address(out, &path, ".svg");
    text_add(out, ")\n");
}

/* Indented by four: nothing inside can end the block. */
static void code(struct text *out, const char *text)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        text_add(out, "    %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void anchor(struct text *out, const struct block *b)
{
    if (!b->anchor) return;
    text_add(out, "<a id=\"");
    add_anchor(out, b->anchor, strlen(b->anchor));
    text_add(out, b->kind == DOC_HEADING ? "\"></a>\n\n" : "\"></a>");
}

/* Up to the next empty line Markdown takes this for HTML, in which a backslash means itself. */
static void fold(struct text *out, const char *summary)
{
    text_add(out, "<details>\n<summary>");
    add_html(out, summary, strlen(summary));
    text_add(out, "</summary>\n");
}

/* What is of one line, between what stands before it and after it. */
static void line(struct text *out, const struct block *b)
{
    static const struct {
        const char *before, *after;
    } around[] = {[DOC_HEADING] = {" ", ""},
                  [DOC_PARAGRAPH] = {"", ""},
                  [DOC_ANSWER] = {"> ", ""},
                  [DOC_ITEM] = {"- ", ""},
                  [DOC_FOLD_END] = {"</details>", ""}};
    if (b->kind == DOC_HEADING) anchor(out, b);
    text_add(out, "%.*s%s", b->level, "###", around[b->kind].before);
    if (b->kind == DOC_ITEM) anchor(out, b);
    line_words(out, b->text);
    text_add(out, "%s\n", around[b->kind].after);
}

static void render(struct text *out, const struct block *b)
{
    switch (b->kind) {
    case DOC_TABLE:
        return table(out, b);
    case DOC_FIGURE:
        return figure(out, b);
    case DOC_CODE:
        return code(out, b->text);
    case DOC_FOLD:
        return fold(out, b->text);
    default:
        return line(out, b);
    }
}

char *document_markdown(const struct document *d)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < d->count; i++) {
        const struct block *b = &d->list[i];
        bool in_list = i && b->kind == DOC_ITEM && b[-1].kind == DOC_ITEM;
        if (i && !in_list) text_add(&out, "\n");
        render(&out, b);
    }
    char *page = utf8_repaired(out.data);
    text_free(&out);
    return page;
}
