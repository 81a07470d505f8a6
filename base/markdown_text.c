/* SPDX-License-Identifier: MIT
 * Texts of people inside Markdown (markdown_text.h). */
#include "base/markdown_text.h"

#include <string.h>

/* Everything that Markdown or the HTML inside it could take for markup gets a backslash. A line
 * break would end a table row, so it becomes a blank. */
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
