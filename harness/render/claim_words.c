/* SPDX-License-Identifier: MIT
 * Whose a claim is, and what it says, in the words of its source (answers.h). */
#include "harness/render/answers.h"
#include "harness/render/page/inline.h"

#include <string.h>

/* The number of the first paper that a text names, with a blank or a colon behind "arXiv"; NULL. */
static const char *number_in(const char *text)
{
    for (const char *at = text; at && (at = strstr(at, "arXiv")); at += 5)
        if (at[5] && strchr(" :", at[5]) && paper_number_length(at + 6)) return at + 6;
    return NULL;
}

/* That paper, whichever version of it; of a list of numbers, "arXiv 2310.11398, 2502.17206", none
 * alone; "". */
static const char *paper_in(const struct page *p, const char *text)
{
    const char *number = number_in(text);
    if (!number) return "";
    size_t length = paper_number_length(number), version = strcspn(number, "v");
    const char *next = number + length;
    if (!strncmp(next, ", ", 2) && paper_number_length(next + 2)) return "several papers";
    return words(p, "arXiv %.*s", (int)(version < length ? version : length), number);
}

/* Where a claim ends in parentheses that say no more than whose it is, "(notes on arXiv
 * 2603.13381)": these; NULL: it does not. */
static const char *whose(const struct spec_claim *c)
{
    const char *at = c->published ? strrchr(c->published, '(') : NULL;
    bool last = at && at > c->published && at[strlen(at) - 1] == ')';
    return last && number_in(at) ? at : NULL;
}

const char *paper_of(const struct page *p, const struct judged *j)
{
    const struct spec_claim *c = j ? j->claim : NULL;
    const char *own = c ? paper_in(p, c->source) : "";
    if (c && !*own) own = paper_in(p, whose(c));
    return *own ? own : paper_in(p, p->q->spec->source);
}

const char *claimed_words(const struct page *p, const struct judged *j)
{
    if (!j || !j->claim->published) return "";
    const char *text = j->claim->published, *end = whose(j->claim);
    return end ? words(p, "%.*s", (int)(end - text - (end[-1] == ' ')), text) : text;
}
