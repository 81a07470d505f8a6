/* SPDX-License-Identifier: MIT
 * A document as Markdown (CommonMark with GitHub's tables). */
#include "harness/render/document.h"

#include <string.h>

/* Everything that Markdown or the HTML inside it could take for markup gets a backslash. A line
 * break would end a table row, so it becomes a blank. */
static void escaped(struct text *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_[]<>|#&~$", *text))
            text_add(out, "\\%c", *text);
        else
            text_add(out, "%c", *text == '\n' || *text == '\r' ? ' ' : *text);
    }
}

static void table(struct text *out, const struct block *b)
{
    for (int i = 0; i < b->count; i++) {
        const char *link = b->cells[i].link;
        text_add(out, "%s%s", i % b->columns ? " | " : "| ", link ? "[" : "");
        escaped(out, b->cells[i].text);
        if (link) text_add(out, "](%s.md)", link);
        if ((i + 1) % b->columns == 0) text_add(out, " |\n");
        for (int c = 0; i + 1 == b->columns && c < b->columns; c++)
            text_add(out, "| %s %s", b->text[c] == 'r' ? "---:" : "---",
                     c < b->columns - 1 ? "" : "|\n");
    }
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

static void render(struct text *out, const struct block *b)
{
    static const char *const marks[] = {
        [DOC_HEADING] = " ", [DOC_PARAGRAPH] = "", [DOC_ITEM] = "- ", [DOC_FIGURE] = "!["};
    if (b->kind == DOC_TABLE) return table(out, b);
    if (b->kind == DOC_CODE) return code(out, b->text);
    text_add(out, "%.*s%s", b->level, "###", marks[b->kind]);
    escaped(out, b->text);
    if (b->kind == DOC_FIGURE) text_add(out, "](%s.svg)", b->stem);
    text_add(out, "\n");
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
    return out.data;
}
