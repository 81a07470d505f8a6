/* SPDX-License-Identifier: MIT
 * From libyaml's words for a state of its scanner to what a person did (yaml_slips.h). */
#include "harness/plan/yaml/yaml_slips.h"
#include "base/mem.h"

#include <string.h>

/* A line of the text, and the place in it that libyaml points at. */
struct spot {
    const char *line, *at;
    int length; /* of the line */
};

static const char *skip_blanks(const char *c)
{
    while (*c == ' ' || *c == '\t') c++;
    return c;
}

/* The line behind this one; libyaml takes a carriage return alone as the end of one, too. */
static const char *next_line(const char *line)
{
    const char *end = line + strcspn(line, "\r\n");
    if (end[0] == '\r' && end[1] == '\n') end++;
    return *end ? end + 1 : end;
}

static struct spot spot_at(const char *text, int line, int column)
{
    struct spot s = {text, NULL, 0};
    for (; line > 0; line--) s.line = next_line(s.line);
    s.length = (int)strcspn(s.line, "\r\n");
    s.at = s.line;
    while (column > 0 && s.at < s.line + s.length)
        column -= ((unsigned char)*++s.at & 0xC0) != 0x80; /* bytes inside a character */
    return s;
}

/* The rest of the line in single quotes, as YAML takes it. */
static void add_quoted(struct text *out, const char *from, const char *end)
{
    while (end > from && end[-1] == ' ') end--;
    text_add(out, "'");
    for (; from < end; from++) text_add(out, *from == '\'' ? "''" : "%c", *from);
    text_add(out, "'");
}

/* "what: is it: so": the value has a colon of its own. Or the line before is not at its end. */
static char *two_colons(const struct spot *s)
{
    struct text out = {0};
    const char *key = skip_blanks(s->line), *colon = strstr(key, ": ");
    while (key[0] == '-' && key[1] == ' ') key = skip_blanks(key + 1);
    if (!colon || colon >= s->at)
        return xformat("found '%.*s:', where the line before it has not ended; expected the keys "
                       "of one map in the same column, and a colon after each",
                       (int)(s->at - key), key);
    text_add(&out,
             "found a second ': ' in one line, which would begin another key; quote the "
             "value: %.*s: ",
             (int)(colon - key), key);
    add_quoted(&out, skip_blanks(colon + 1), s->line + s->length);
    return out.data;
}

static char *bad_start(const struct spot *s)
{
    struct text out = {0};
    text_add(&out, "found a value that begins with '%c', which YAML keeps for itself; quote it: ",
             *s->at);
    add_quoted(&out, s->at, s->line + s->length);
    return out.data;
}

static char *no_key(const struct spot *s)
{
    bool first = skip_blanks(s->line) == s->at;
    return xstrdup(first ? "found a line that begins in a column where no line before it began, "
                           "expected the keys of one map in the same column"
                         : "found text behind the closing quote of a value, expected the end of "
                           "the line; what belongs to the value goes inside the quotes");
}

static char *tab(const struct spot *s)
{
    if (!memchr(s->line, '\t', (size_t)(skip_blanks(s->line) - s->line)))
        return *s->at == '\t' ? xstrdup("found a tab, expected spaces: YAML takes no tab before "
                                        "a list or a map")
                              : NULL;
    return xstrdup("found a tab at the beginning of a line, expected spaces: YAML is indented by "
                   "spaces alone");
}

static char *list_behind_key(const struct spot *s)
{
    (void)s;
    return xstrdup("found '- ' behind a key; begin the list in a line of its own, or write it as "
                   "[a, b]");
}

static char *open_quote(const struct spot *s)
{
    (void)s;
    return xstrdup("found a quote that is never closed, expected the same quote at the end of "
                   "the value");
}

static char *open_list(const struct spot *s)
{
    (void)s;
    return xstrdup("found a [ that is never closed, expected ] at the end of the list");
}

static char *open_map(const struct spot *s)
{
    (void)s;
    return xstrdup("found a { that is never closed, expected } at the end of the map");
}

static char *no_colon(const struct spot *s)
{
    return xformat("found '%.*s', expected `key: value`, with a blank after the colon", s->length,
                   s->line);
}

/* libyaml's problem and context, each in part. The first line that says something is right. */
static const struct {
    const char *problem, *context;
    char *(*say)(const struct spot *);
    bool at_context;
} slips[] = {
    {"tab character", "", tab, false},
    {"cannot start any token", "", tab, false},
    {"cannot start any token", "", bad_start, false},
    {"mapping values are not allowed", "", two_colons, false},
    {"block sequence entries are not allowed", "", list_behind_key, false},
    {"did not find expected key", "block mapping", no_key, false},
    {"unexpected end of stream", "quoted scalar", open_quote, true},
    {"expected ',' or ']'", "", open_list, true},
    {"expected ',' or '}'", "", open_map, true},
    {"could not find expected ':'", "simple key", no_colon, true},
};

char *yaml_slip(const char *text, struct yaml_fault *f)
{
    char *said = NULL;
    for (size_t i = 0; i < sizeof slips / sizeof *slips && !said; i++) {
        if (!strstr(f->problem, slips[i].problem) || !strstr(f->context, slips[i].context))
            continue;
        f->at = slips[i].at_context ? f->began : f->noticed;
        struct spot s = spot_at(text, f->at.line, f->at.column);
        said = slips[i].say(&s);
    }
    return said;
}
