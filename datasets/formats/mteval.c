/* SPDX-License-Identifier: MIT
 * Reads mteval XML with expat and finds segments by document and id. All elements except doc and
 * seg are skipped. */
#include "datasets/formats/mteval.h"

#include "datasets/formats/fields.h"
#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <expat.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    XML_Parser parser;
    struct data_store *store;
    struct segments *out;
    int room;
    struct string doc;
    struct segment segment;
    struct text text;
    bool in_doc, in_segment, failed;
    char **error;
};

static void fail_at(struct reader *r, size_t offset, const char *what)
{
    struct lines place = {.file = &r->out->file, .number = file_line_at(&r->out->file, offset)};
    if (!r->failed) lines_fail(&place, r->error, "%s", what);
    r->failed = true;
    XML_StopParser(r->parser, XML_FALSE);
}

/* XML_GetCurrentByteIndex64() exists in expat versions that define XML_ATTR_DEPRECATED */
#ifndef XML_ATTR_DEPRECATED
#define XML_GetCurrentByteIndex64 XML_GetCurrentByteIndex
#endif
static size_t here(const struct reader *r) { return (size_t)XML_GetCurrentByteIndex64(r->parser); }

/* Returns an attribute's value, owned by the store. The size is 0 if the attribute is missing. */
static struct string attribute(struct reader *r, const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (!strcasecmp(attributes[0], name)) return data_copy(r->store, string_of(attributes[1]));
    return (struct string){"", 0};
}

/* ---- callbacks of expat ---- */

static void start_element(void *reader, const char *name, const char **attributes)
{
    struct reader *r = reader;
    if (r->failed) return;
    if (r->in_segment)
        return fail_at(r, r->segment.offset, "unexpected tag inside <seg> (expected </seg>)");
    if (!strcasecmp(name, "doc")) {
        if (r->in_doc) return fail_at(r, here(r), "<doc> inside a <doc>");
        r->in_doc = true;
        r->doc = attribute(r, attributes, "docid");
        if (!r->doc.size) fail_at(r, here(r), "<doc> without docid");
    } else if (!strcasecmp(name, "seg")) {
        if (!r->in_doc) return fail_at(r, here(r), "<seg> outside a <doc>");
        r->in_segment = true;
        r->segment = (struct segment){r->doc, attribute(r, attributes, "id"), {0}, here(r)};
        if (!r->segment.id.size) fail_at(r, here(r), "<seg> without id");
    }
}

static void add_text(void *reader, const char *bytes, int size)
{
    struct reader *r = reader;
    if (!r->in_segment) return;
    for (int i = 0; i < size; i++)
        text_add_bytes(&r->text, strchr("\t\r\n", bytes[i]) ? " " : &bytes[i], 1);
}

static void add_segment(struct reader *r)
{
    struct segments *out = r->out;
    r->segment.text =
        data_copy(r->store, string_strip((struct string){r->text.data, r->text.length}));
    if (out->count == r->room) {
        require(r->room <= INT_MAX / 2);
        r->room = r->room ? 2 * r->room : 256;
        out->list = xgrow(out->list, (size_t)r->room, sizeof *out->list);
    }
    out->list[out->count++] = r->segment;
    text_free(&r->text);
}

static void end_element(void *reader, const char *name)
{
    struct reader *r = reader;
    if (r->failed) return;
    if (!strcasecmp(name, "doc")) r->in_doc = false;
    if (!strcasecmp(name, "seg")) add_segment(r), r->in_segment = false;
}

/* With a DOCTYPE, expat skips unknown entities instead of rejecting them. */
static void skip_entity(void *reader, const char *name, int is_parameter)
{
    (void)name;
    if (!is_parameter) fail_at(reader, here(reader), "not well-formed XML: undefined entity");
}

/* Rejects external entities. By default, expat skips them. */
static int refuse_external(XML_Parser reader, const char *context, const char *base,
                           const char *system, const char *public)
{
    struct reader *r = (void *)reader; /* cast required by XML_SetExternalEntityRefHandlerArg */
    (void)context, (void)base, (void)system, (void)public;
    fail_at(r, here(r), "external entities are not read (expected the text itself)");
    return XML_STATUS_ERROR;
}

/* ---- a file ---- */

static void fail_parse(struct reader *r)
{
    enum XML_Error code = XML_GetErrorCode(r->parser);
    char *what = xformat("not well-formed XML: %s", XML_ErrorString(code));
    fail_at(r, here(r),
            code == XML_ERROR_SYNTAX ? "no <seg> in the file (expected an mteval XML file)"
            : code == XML_ERROR_UNCLOSED_TOKEN ? "unterminated tag"
            : code != XML_ERROR_NO_ELEMENTS    ? what
            : r->in_doc                        ? "truncated: the last <doc> does not end"
                                               : "truncated: </mteval> is missing at the end");
    free(what);
}

static void parse(struct reader *r)
{
    struct string all = r->out->file.all;
    r->parser = XML_ParserCreate("UTF-8");
    require(r->parser && all.size <= INT_MAX);
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, start_element, end_element);
    XML_SetCharacterDataHandler(r->parser, add_text);
    XML_SetSkippedEntityHandler(r->parser, skip_entity);
    XML_SetExternalEntityRefHandler(r->parser, refuse_external);
    XML_SetExternalEntityRefHandlerArg(r->parser, r);
    if (XML_Parse(r->parser, all.at, (int)all.size, XML_TRUE) == XML_STATUS_ERROR)
        fail_parse(r);
    else if (!r->out->count)
        fail_at(r, all.size, "no <seg> in the file (expected an mteval XML file)");
    XML_ParserFree(r->parser);
    text_free(&r->text);
}

/* ---- lookup ---- */

static int by_key(const void *a, const void *b)
{
    const struct segment *x = a, *y = b;
    int order = string_compare(x->doc, y->doc);
    return order ? order : string_compare(x->id, y->id);
}

void mteval_sort(struct segments *s) { qsort(s->list, (size_t)s->count, sizeof *s->list, by_key); }

static void fail_twice(const struct segments *s, const struct segment *twice, char **error)
{
    struct lines place = {.file = &s->file, .number = file_line_at(&s->file, twice->offset)};
    lines_fail(&place, error, "duplicate segment %.*s of document %.*s", (int)twice->id.size,
               twice->id.at, (int)twice->doc.size, twice->doc.at);
}

/* Checks that all segments have different keys, because duplicates could be paired wrongly. */
static bool all_differ(const struct segments *s, char **error)
{
    struct segments sorted = *s;
    const struct segment *twice = NULL;
    sorted.list = xarray((size_t)s->count, sizeof *s->list);
    memcpy(sorted.list, s->list, (size_t)s->count * sizeof *s->list);
    mteval_sort(&sorted);
    for (int i = 1; i < s->count && !twice; i++) {
        const struct segment *one = &sorted.list[i - 1], *other = one + 1;
        if (!by_key(one, other)) twice = one->offset > other->offset ? one : other;
    }
    if (twice) fail_twice(s, twice, error);
    free(sorted.list);
    return !twice;
}

const struct segment *mteval_find(const struct segments *sorted, const struct segment *wanted)
{
    return bsearch(wanted, sorted->list, (size_t)sorted->count, sizeof *wanted, by_key);
}

/* ---- reading ---- */

bool mteval_read(struct data_store *store, const char *path, struct segments *out, char **error)
{
    *out = (struct segments){0};
    if (!file_read(store, path, &out->file, error) || !file_check_utf8(&out->file, error))
        return false;
    struct reader r = {.store = store, .out = out, .error = error};
    parse(&r);
    if (out->list) data_adopt(store, out->list);
    return !r.failed && all_differ(out, error);
}
