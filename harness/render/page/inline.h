/* SPDX-License-Identifier: MIT
 * The pieces of a text: plain words, links, strong words, commands.
 *
 * A piece that is no plain text stands in the string between control characters, which no text for
 * people holds: \1, its kind, target, \2, title, \2, text, \3. A text that holds them all the same
 * (of a label, say) does no harm: what is no whole piece is plain text, and the renderers leave
 * control characters out. */
#ifndef ATTNLAB_INLINE_H
#define ATTNLAB_INLINE_H

#include "base/mem.h"

enum piece_kind { PIECE_TEXT, PIECE_LINK, PIECE_STRONG, PIECE_COMMAND, PIECE_KINDS };
struct slice {
    const char *at;
    size_t length;
};
struct piece {
    enum piece_kind kind;
    struct slice text;
    const char *site;           /* link: stands before the target */
    struct slice target, title; /* link; title may be empty */
};
/* Where the reading of a text stands. Begin with {text, text}. */
struct pieces {
    const char *start, *rest;
};

/* The next piece; false: the text has ended. Papers ("arXiv 2310.11398") are links. */
bool piece_next(struct pieces *, struct piece *);
/* Of "2310.11398", also "1211.5063" and "2310.11398v2"; 0: no number of a paper stands there. */
size_t paper_number_length(const char *);
/* The text of a piece, to be freed. title may be NULL. */
char *piece_text(enum piece_kind, const char *target, const char *title, const char *text);
/* Adds the address of a link, fit for an href and for Markdown. ending: of our own pages, ".html".
 */
void add_address(struct text *, const struct piece *, const char *ending);
/* Adds a text as HTML that shows it as it is, in an attribute too. Control characters, which
 * neither HTML nor XML may hold, are left out. */
void add_html(struct text *, const char *, size_t length);
/* Adds a name made fit for an anchor, no two names alike: a byte that is no letter, digit, '_' or
 * '-' becomes ":XX". */
void add_anchor(struct text *, const char *name, size_t length);

#endif
