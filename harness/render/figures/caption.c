/* SPDX-License-Identifier: MIT
 * Captions: what a kind of figure draws, what holds in this one, what else there is to say. */
#include "harness/render/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

/* What a kind draws: the first sentence of its script, after the line with the licence. */
static void add_description(struct text *out, const char *script)
{
    char *source = read_file(script, NULL), *at = source ? strchr(source, '\n') : NULL, *stop;
    for (; at && at[1] == '#'; at = strchr(at + 1, '\n')) {
        int line = (int)strcspn(at + 3, "\n");
        text_add(out, "%s%.*s", out->length ? " " : "", line, at + 3);
    }
    stop = out->length ? strstr(out->data, ". ") : NULL;
    if (stop) out->data[out->length = (size_t)(stop + 1 - out->data)] = '\0';
    free(source);
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
    for (const char *p = held; *p; p++) /* "n=128 mask=causal" as "n = 128, mask = causal" */
        text_add(&caption, *p == '=' ? " = " : *p == ' ' ? ", " : "%c", *p);
    if (*held) text_add(&caption, ".");
    add_sentence(&caption, passes);
    add_sentence(&caption, remark);
    return caption.data;
}
