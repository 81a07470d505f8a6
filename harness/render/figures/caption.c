/* SPDX-License-Identifier: MIT
 * Captions: what a kind of figure draws, what holds in this one, what else there is to say. */
#include "harness/render/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

/* What a kind draws: the first sentence of its script, after the line with the licence. */
static void add_description(struct text *out, const char *script)
{
    char *source = read_file(script, NULL);
    const char *at = source ? strchr(source, '\n') : NULL;
    for (bool open = at; open && at[0] == '\n' && at[1] == '#'; at += strcspn(at, "\n")) {
        at += 2 + (at[2] == ' ');
        size_t line = strcspn(at, "\n");
        const char *stop = strstr(at, ". ");
        open = !stop || stop >= at + line;
        if (!open) line = (size_t)(stop - at) + 1;
        if (out->length) text_add(out, " ");
        text_add_bytes(out, at, line);
        open = open && out->data[out->length - 1] != '.';
    }
    free(source);
}

/* "n=128 mask=causal" as "n = 128, mask = causal". */
static void add_conditions(struct text *out, const char *held)
{
    for (const char *p = held; *p; p++)
        if (*p == '=')
            text_add(out, " = ");
        else
            text_add_bytes(out, *p == ' ' ? ", " : p, *p == ' ' ? 2 : 1);
}

static void add_sentence(struct text *out, const char *sentence)
{
    text_add(out, "%s%s", out->length && *sentence ? " " : "", sentence);
}

char *caption_make(const char *script, const char *held, const char *passes, const char *remark)
{
    struct text caption = {0};
    text_add(&caption, "%s", "");
    add_description(&caption, script);
    if (*held) add_sentence(&caption, "Here: ");
    add_conditions(&caption, held);
    if (*held) text_add(&caption, ".");
    add_sentence(&caption, passes);
    add_sentence(&caption, remark);
    return caption.data;
}
