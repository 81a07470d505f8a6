/* SPDX-License-Identifier: MIT
 * Taking a text apart into its pieces, and what an address looks like. */
#define _GNU_SOURCE /* memrchr */
#include "harness/render/page/inline.h"

#include <ctype.h>
#include <string.h>

enum { BEGIN = '\1', BETWEEN = '\2', END = '\3' };

char *piece_text(enum piece_kind kind, const char *target, const char *title, const char *text)
{
    return xformat("%c%c%s%c%s%c%s%c", BEGIN, '0' + (int)kind, target, BETWEEN, title ? title : "",
                   BETWEEN, text, END);
}

/* The slice from *at up to a mark, behind which *at stands then; false: another mark, or the end of
 * the text, comes before. */
static bool take(const char **at, char mark, struct slice *s)
{
    static const char marks[] = {BEGIN, BETWEEN, END, '\0'};
    *s = (struct slice){*at, strcspn(*at, marks)};
    if ((*at)[s->length] != mark) return false;
    *at += s->length + 1;
    return true;
}

static bool read_marked(struct pieces *p, struct piece *found)
{
    const char *at = p->rest + 2;
    if (*p->rest != BEGIN || p->rest[1] <= '0' || p->rest[1] >= '0' + PIECE_KINDS) return false;
    *found = (struct piece){.kind = (enum piece_kind)(p->rest[1] - '0'), .site = ""};
    if (!take(&at, BETWEEN, &found->target) || !take(&at, BETWEEN, &found->title) ||
        !take(&at, END, &found->text))
        return false;
    p->rest = at;
    return true;
}

/* ---- papers ---- */

size_t paper_number_length(const char *at)
{
    size_t year = strspn(at, "0123456789");
    if (year != 4 || at[4] != '.') return 0;
    size_t length = 5 + strspn(at + 5, "0123456789");
    if (length < 9 || length > 10) return 0;
    size_t version = at[length] == 'v' ? strspn(at + length + 1, "0123456789") : 0;
    return length + (version ? version + 1 : 0);
}

static bool ends_with(struct slice before, const char *end)
{
    size_t length = strlen(end);
    return before.length >= length && !memcmp(before.at + before.length - length, end, length);
}

/* Whether what stands at that place is the number of a paper: "arXiv" stands before it, or before
 * the numbers that it goes on from, as in "arXiv 2310.11398, 2502.17206 and 2603.13381". */
static bool is_paper(const char *start, const char *at)
{
    static const char *const joints[] = {", ", "; ", " and "};
    const struct slice before = {start, (size_t)(at - start)};
    if (!paper_number_length(at)) return false;
    if (ends_with(before, "arXiv ") || ends_with(before, "arXiv:")) return true;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        if (!ends_with(before, joints[i])) continue;
        const char *end = at - strlen(joints[i]), *number = end;
        while (number > start && (isalnum((unsigned char)number[-1]) || number[-1] == '.'))
            number--;
        if (number + paper_number_length(number) == end && is_paper(start, number)) return true;
    }
    return false;
}

/* A link at that place: "arXiv 2310.11398", or a further number alone. */
static bool read_paper(const struct pieces *p, const char *at, struct piece *found)
{
    const char *number = at + (strncmp(at, "arXiv", 5) ? 0 : 6);
    bool inside = at > p->start && isalnum((unsigned char)at[-1]);
    if (inside || !is_paper(p->start, number)) return false;
    size_t length = paper_number_length(number);
    *found = (struct piece){.kind = PIECE_LINK,
                            .text = {at, (size_t)(number - at) + length},
                            .site = "https://arxiv.org/abs/",
                            .target = {number, length}};
    return true;
}

/* Whether a paper can begin here; tells apart without looking further. */
static bool may_be_paper(const char *at)
{
    return isdigit((unsigned char)*at) || (*at == 'a' && !strncmp(at, "arXiv", 5) && at[5]);
}

bool piece_next(struct pieces *p, struct piece *found)
{
    struct piece next;
    if (!*p->rest) return false;
    if (read_marked(p, found)) return true;
    const char *at = p->rest;
    while (*at && (at == p->rest || *at != BEGIN) &&
           !(may_be_paper(at) && read_paper(p, at, &next)))
        at++;
    if (at == p->rest) /* a paper stands right here */
        *found = next, at += next.text.length;
    else
        *found = (struct piece){.text = {p->rest, (size_t)(at - p->rest)}, .site = ""};
    p->rest = at;
    return true;
}

/* ---- escapes and addresses ---- */

void add_html(struct text *out, const char *text, size_t length)
{
    static const char special[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        const char *found = c ? strchr(special, c) : NULL;
        if (found)
            text_add(out, "%s", entities[found - special]);
        else if (c >= ' ' || c == '\n' || c == '\t')
            text_add_bytes(out, text + i, 1);
    }
}

void add_anchor(struct text *out, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        bool plain = c < 128 && (isalnum(c) || strchr("_-", c));
        text_add(out, plain ? "%c" : ":%02X", c);
    }
}

/* Bytes that an address cannot hold as they are become %XX; special: what may stand besides letters
 * and digits. */
static void add_encoded(struct text *out, struct slice s, const char *special)
{
    for (size_t i = 0; i < s.length; i++) {
        unsigned char c = (unsigned char)s.at[i];
        bool plain = c < 128 && (isalnum(c) || strchr(special, c));
        text_add(out, plain ? "%c" : "%%%02X", c);
    }
}

/* Where the name of a place on the page begins; NULL: it names none. Folders may have a # in their
 * names, and no place has a slash. */
static const char *place_in(struct slice target)
{
    const char *hash = memrchr(target.at, '#', target.length);
    return hash && !memchr(hash, '/', (size_t)(target.at + target.length - hash)) ? hash : NULL;
}

void add_address(struct text *out, const struct piece *p, const char *ending)
{
    const char *hash = place_in(p->target);
    const struct slice path = {p->target.at,
                               hash ? (size_t)(hash - p->target.at) : p->target.length};
    text_add(out, "%s", p->site);
    if (*p->site || !strncmp(p->target.at, "https://", 8)) {
        add_encoded(out, p->target, "-._~/:?=&%#+,;@!");
        return;
    }
    if (path.length) { /* a colon in front of the first slash would end a scheme */
        const char *slash = memchr(path.at, '/', path.length);
        if (memchr(path.at, ':', slash ? (size_t)(slash - path.at) : path.length))
            text_add(out, "./");
        add_encoded(out, path, "-._~/:");
        text_add(out, "%s", ending);
    }
    if (!hash) return;
    text_add(out, "#");
    add_anchor(out, hash + 1, p->target.length - path.length - 1);
}
