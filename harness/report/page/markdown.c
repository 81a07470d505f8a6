/* SPDX-License-Identifier: MIT
 * Writes pages as Markdown (page.h). */
#include "harness/report/page/page.h"
#include "base/markdown_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces of text ---- */

const char *keep(struct writer *w, char *text)
{
    if (!text) return "";
    w->kept = xroom(w->kept, (size_t)w->kept_count, sizeof *w->kept);
    return w->kept[w->kept_count++] = text;
}

void writer_free(struct writer *w)
{
    texts_free(w->kept, w->kept_count);
    text_free(&w->out);
    *w = (struct writer){0};
}

const char *md(struct writer *w, const char *text)
{
    struct text out = {0};
    if (w->plain) return text;
    add_markdown(&out, text, strlen(text));
    return keep(w, out.data);
}

/* Encodes bytes that a URL cannot contain as %XX. A '#' is kept only if no slash follows. A colon
 * before the first slash is encoded, because the text before it would be read as a URL scheme. */
static void add_address(struct text *out, const char *target)
{
    bool web = !strncmp(target, "https://", 8);
    const char *colon = strchr(target, ':'), *slash = strchr(target, '/'),
               *place = strrchr(target, '#');
    if (place && strchr(place, '/')) place = NULL;
    if (!web && *target != '#' && colon && (!slash || colon < slash)) text_add(out, "./");
    for (; *target; target++) {
        unsigned char c = (unsigned char)*target;
        bool as_is = c < 128 && (isalnum(c) || strchr("-._/:", c));
        text_add(out, as_is || target == place ? "%c" : "%%%02X", c);
    }
}

const char *md_link(struct writer *w, const char *target, const char *text)
{
    struct text out = {0};
    if (w->plain) return text;
    text_add(&out, "[%s](", text);
    add_address(&out, target);
    text_add(&out, ")");
    return keep(w, out.data);
}

/* inside code, only the closing backtick and, in tables, '|' are special */
const char *md_command(struct writer *w, const char *text)
{
    struct text out = {0};
    const char *fence = strchr(text, '`') ? "``" : "`", *space = fence[1] ? " " : "";
    text_add(&out, "%s%s", fence, space);
    for (; *text; text++) {
        if (*text == '\n' || *text == '\r')
            text_add(&out, " ");
        else
            text_add(&out, *text == '|' ? "\\%c" : "%c", *text);
    }
    text_add(&out, "%s%s", space, fence);
    return keep(w, out.data);
}

/* ---- blocks ---- */

/* Adds an empty line between blocks, except inside a list or table. */
static void begin(struct writer *w, enum last_block block)
{
    bool within = block != AFTER_BLOCK && w->last == block;
    if (w->last != AT_TOP && !within) text_add(&w->out, "\n");
    w->last = block;
}

static char *format_line(const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *line = xarray(size, 1);
    vsnprintf(line, size, format, list);
    return line;
}

/* Escapes text at the start of a line that would begin a list or a rule, such as "+ gate" or "1.
 * why". */
static void add_line(struct writer *w, const char *format, va_list list)
{
    char *line = format_line(format, list);
    size_t digits = strspn(line, "0123456789");
    const char *sign = line + digits;
    if (*sign && strchr(digits ? ".)" : "+-=", *sign) && (!sign[1] || strchr(" -=", sign[1])))
        text_add(&w->out, "%.*s\\%s\n", (int)digits, line, sign);
    else
        text_add(&w->out, "%s\n", line);
    free(line);
}

#define ADD_LINE(w, format)                                                                        \
    do {                                                                                           \
        va_list list;                                                                              \
        va_start(list, format);                                                                    \
        add_line(w, format, list);                                                                 \
        va_end(list);                                                                              \
    } while (0)

void md_heading(struct writer *w, int level, const char *format, ...)
{
    begin(w, AFTER_BLOCK);
    text_add(&w->out, "%.*s ", level, "####");
    ADD_LINE(w, format);
}

void md_paragraph(struct writer *w, const char *format, ...)
{
    begin(w, AFTER_BLOCK);
    ADD_LINE(w, format);
}

void md_item(struct writer *w, const char *format, ...)
{
    begin(w, AFTER_ITEM);
    text_add(&w->out, "- ");
    ADD_LINE(w, format);
}

void md_table(struct writer *w, const char *heads)
{
    struct text rule = {0};
    w->last = w->last == AFTER_ROW ? AFTER_BLOCK : w->last; /* start a new table after a table */
    begin(w, AFTER_ROW);
    text_add(&w->out, "| ");
    for (const char *at = heads; *at;) {
        bool number = *at == '>';
        size_t length = strcspn(at, "|");
        while (length && at[length] && at[length - 1] == '\\') /* skip an escaped '|' */
            length += 1 + strcspn(at + length + 1, "|");
        text_add(&w->out, "%.*s", (int)length - number, at + number);
        text_add(&rule, "| %s ", number ? "---:" : "---");
        at += length;
        if (*at) text_add(&w->out, "| "), at += 1 + (at[1] == ' ');
    }
    text_add(&w->out, " |\n%s|\n", rule.data);
    text_free(&rule);
}

void md_row(struct writer *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *line = format_line(format, list);
    va_end(list);
    begin(w, AFTER_ROW);
    text_add(&w->out, "| %s |\n", line);
    free(line);
}

/* Writes an indented code block, because the text inside could end a fenced block. */
void md_code(struct writer *w, const char *text)
{
    begin(w, AFTER_BLOCK);
    while (*text) {
        size_t length = strcspn(text, "\r\n");
        text_add(&w->out, "    %.*s\n", (int)length, text);
        text += length + (text[length] != '\0');
    }
}

void md_figure(struct writer *w, const char *stem, const char *alt)
{
    const char *path = keep_format(w, "%s.svg", stem);
    md_paragraph(w, "!%s", md_link(w, path, md(w, alt)));
}
