/* SPDX-License-Identifier: MIT
 * A document as Markdown (CommonMark with GitHub's tables). See document.h. */
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
    for (int i = 0; i < b->cell_count; i++) {
        text_add(out, "%s", i % b->columns ? " | " : "| ");
        if (b->links[i]) text_add(out, "[");
        escaped(out, b->cells[i]);
        if (b->links[i]) text_add(out, "](%s.md)", b->links[i]);
        if (i % b->columns < b->columns - 1) continue;
        text_add(out, " |\n");
        if (i != b->columns - 1) continue;
        for (int c = 0; c < b->columns; c++)
            text_add(out, "| %s ", b->text[c] == 'r' ? "---:" : "---");
        text_add(out, "|\n");
    }
}

static void heading(struct text *out, const struct block *b)
{
    for (int i = 0; i < b->level; i++) text_add(out, "#");
    text_add(out, " ");
    escaped(out, b->text);
    text_add(out, "\n");
}

static void paragraph(struct text *out, const struct block *b)
{
    escaped(out, b->text);
    text_add(out, "\n");
}

static void item(struct text *out, const struct block *b)
{
    text_add(out, "- ");
    paragraph(out, b);
}

static void figure(struct text *out, const struct block *b)
{
    text_add(out, "![");
    escaped(out, b->text);
    text_add(out, "](%s.svg)\n", b->stem);
}

/* Indented by four: nothing inside can end the block. */
static void code(struct text *out, const struct block *b)
{
    for (const char *line = b->text; *line;) {
        size_t length = strcspn(line, "\n");
        text_add(out, "    %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void (*const render[])(struct text *, const struct block *) = {
    [BLOCK_HEADING] = heading, [BLOCK_PARAGRAPH] = paragraph, [BLOCK_ITEM] = item,
    [BLOCK_TABLE] = table,     [BLOCK_FIGURE] = figure,       [BLOCK_CODE] = code};

char *document_markdown(const struct document *d)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < d->count; i++) {
        const struct block *b = &d->list[i];
        bool in_list = i && b->kind == BLOCK_ITEM && b[-1].kind == BLOCK_ITEM;
        if (i && !in_list) text_add(&out, "\n");
        render[b->kind](&out, b);
    }
    return out.data;
}
