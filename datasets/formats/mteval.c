/* SPDX-License-Identifier: MIT
 * See mteval.h. A reader for the XML that mteval files are made of: elements, attributes and
 * entities; no CDATA, no entities of one's own. Elements other than doc and seg are passed over. */
#include "datasets/formats/mteval.h"

#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct data_store *store;
    struct segments *out;
    int room;
    size_t at; /* behind what is read */
    struct string doc;
    bool in_doc;
    char **error;
};

/* A tag and the text before it. */
struct tag {
    struct string before, name, attributes; /* name with its slash: "/seg" */
    size_t offset;
};

static bool fail_at(struct reader *r, size_t offset, const char *what)
{
    struct lines place = {.file = &r->out->file, .number = file_line_at(&r->out->file, offset)};
    return lines_fail(&place, r->error, "%s", what);
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Offset behind the '>' that ends the tag at offset, SIZE_MAX if none does. */
static size_t tag_end(struct string all, size_t offset)
{
    char quote = 0;
    for (size_t i = offset + 1; i < all.size; i++) {
        char c = all.at[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return i + 1;
        else if (c == '<')
            break;
    }
    return SIZE_MAX;
}

/* 1: a tag; 0: no more; -1: error. */
static int next_tag(struct reader *r, struct tag *tag)
{
    struct string all = r->out->file.all, rest = string_from(all, r->at);
    string_cut(&rest, '<', &tag->before);
    tag->offset = r->at + tag->before.size;
    if (tag->offset >= all.size) return 0;
    size_t end = tag_end(all, tag->offset);
    if (end == SIZE_MAX)
        return fail_at(r, tag->offset, "the tag that begins here does not end"), -1;
    struct string inside = {all.at + tag->offset + 1, end - tag->offset - 2};
    size_t name = 0;
    while (name < inside.size && !is_space(inside.at[name])) name++;
    tag->name = (struct string){inside.at, name};
    tag->attributes = string_from(inside, name);
    r->at = end;
    return 1;
}

static bool name_is(struct string found, const char *name)
{
    return found.size == strlen(name) && strncasecmp(found.at, name, found.size) == 0;
}

/* Without spaces and line ends at both ends. */
static struct string stripped(struct string s)
{
    while (s.size && is_space(s.at[0])) s = string_from(s, 1);
    while (s.size && is_space(s.at[s.size - 1])) s.size--;
    return s;
}

/* The value of name="value" or name='value'; size 0 if there is none. */
static struct string attribute(struct string attributes, const char *name)
{
    struct string rest = attributes, key, value;
    while (string_cut(&rest, '=', &key)) {
        rest = stripped(rest);
        if (!rest.size || !strchr("\"'", rest.at[0])) break;
        char quote = rest.at[0];
        rest = string_from(rest, 1);
        string_cut(&rest, quote, &value);
        if (name_is(stripped(key), name)) return value;
    }
    return (struct string){"", 0};
}

/* ---- entities ---- */

/* The code point of "amp", "#228" or "#xE4"; 0 if there is none. */
static uint32_t entity(struct string name)
{
    static const struct {
        const char *name;
        uint32_t point;
    } known[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (string_is(name, known[i].name)) return known[i].point;
    if (name.size < 2 || name.size > 9 || name.at[0] != '#') return 0;
    char digits[10] = {0}, *end;
    bool hex = name.at[1] == 'x';
    memcpy(digits, name.at + 1 + hex, name.size - 1 - hex);
    if (!strchr("0123456789abcdefABCDEF", digits[0]) || !digits[0]) return 0;
    unsigned long point = strtoul(digits, &end, hex ? 16 : 10);
    return *end ? 0 : (uint32_t)point;
}

/* text with its entities decoded and blanks for line ends; an entity is never shorter than what it
 * stands for. */
static bool decode(struct reader *r, struct string text, struct string *out)
{
    char *decoded = data_alloc(r->store, text.size, 1);
    size_t size = 0;
    while (text.size) {
        if (text.at[0] != '&') {
            decoded[size++] = is_space(text.at[0]) ? ' ' : text.at[0];
            text = string_from(text, 1);
            continue;
        }
        size_t offset = (size_t)(text.at - r->out->file.all.at);
        struct string rest = string_from(text, 1), name;
        string_cut(&rest, ';', &name);
        char bytes[UTF8_MAX];
        uint32_t point = rest.at == name.at + name.size ? 0 : entity(name); /* no ';': none */
        size_t more = point ? utf8_write(point, bytes) : 0;
        if (!more)
            return fail_at(r, offset,
                           "'&' begins no entity that is known here; expected &amp; &lt; &gt; "
                           "&quot; &apos; or a number like &#228;");
        memcpy(decoded + size, bytes, more);
        size += more;
        text = rest;
    }
    *out = stripped((struct string){decoded, size});
    return true;
}

/* ---- elements ---- */

static bool read_segment(struct reader *r, const struct tag *start)
{
    struct tag end;
    struct segment segment = {r->doc, attribute(start->attributes, "id"), {0}, start->offset};
    if (!r->in_doc) return fail_at(r, start->offset, "<seg> outside of <doc>");
    if (!segment.id.size) return fail_at(r, start->offset, "<seg> without id");
    int found = next_tag(r, &end);
    if (found < 0) return false;
    if (!found || !name_is(end.name, "/seg"))
        return fail_at(r, start->offset, "expected </seg> before any other tag");
    if (!decode(r, end.before, &segment.text)) return false;
    struct segments *out = r->out;
    if (out->count == r->room) {
        require(r->room <= INT_MAX / 2);
        r->room = r->room ? 2 * r->room : 256;
        out->list = xgrow(out->list, (size_t)r->room, sizeof *out->list);
    }
    out->list[out->count++] = segment;
    return true;
}

static bool read_tag(struct reader *r, const struct tag *tag)
{
    if (name_is(tag->name, "/doc")) return r->in_doc = false, true;
    if (name_is(tag->name, "seg")) return read_segment(r, tag);
    if (!name_is(tag->name, "doc")) return true;
    if (r->in_doc) return fail_at(r, tag->offset, "<doc> inside of a <doc>");
    r->doc = attribute(tag->attributes, "docid");
    r->in_doc = true;
    return r->doc.size || fail_at(r, tag->offset, "<doc> without docid");
}

static bool read_all(struct reader *r)
{
    struct tag tag;
    int found;
    bool closed = false;
    while ((found = next_tag(r, &tag)) > 0) {
        if (!read_tag(r, &tag)) return false;
        closed = name_is(tag.name, "/mteval") || name_is(tag.name, "/srcset") ||
                 name_is(tag.name, "/refset") || name_is(tag.name, "/tstset");
    }
    if (found < 0) return false;
    if (closed && !r->in_doc && r->out->count) return true;
    return fail_at(r, r->out->file.all.size,
                   !r->out->count ? "no <seg> in the file; an mteval XML file is expected"
                   : r->in_doc    ? "truncated: the last <doc> does not end"
                                  : "truncated: </mteval> is missing at the end");
}

bool mteval_read(struct data_store *store, const char *path, struct segments *out, char **error)
{
    *out = (struct segments){0};
    if (!file_read(store, path, &out->file, error) || !file_check_utf8(&out->file, error))
        return false;
    struct reader r = {.store = store, .out = out, .error = error};
    bool good = read_all(&r);
    if (out->list) data_adopt(store, out->list);
    return good;
}

/* ---- finding ---- */

static int compare(struct string a, struct string b)
{
    int order = memcmp(a.at, b.at, a.size < b.size ? a.size : b.size);
    return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

static int by_key(const void *a, const void *b)
{
    const struct segment *x = a, *y = b;
    int order = compare(x->doc, y->doc);
    return order ? order : compare(x->id, y->id);
}

void mteval_sort(struct segments *s) { qsort(s->list, (size_t)s->count, sizeof *s->list, by_key); }

const struct segment *mteval_find(const struct segments *sorted, const struct segment *wanted)
{
    return bsearch(wanted, sorted->list, (size_t)sorted->count, sizeof *wanted, by_key);
}
