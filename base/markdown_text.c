/* SPDX-License-Identifier: MIT
 * Escapes user texts for Markdown (markdown_text.h). */
#include "base/markdown_text.h"

#include <string.h>

/* Puts a backslash before every character that may be markup in Markdown or HTML. Replaces line
 * breaks with spaces, because they would end a table row. */
void add_markdown(struct text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' && !strchr("\t\n\r", c)) continue;
        if (strchr("\\`*_[]<>|#&~$", c))
            text_add(out, "\\%c", c);
        else
            text_add(out, "%c", c == '\n' || c == '\r' ? ' ' : c);
    }
}
