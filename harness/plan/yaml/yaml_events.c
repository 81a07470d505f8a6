/* SPDX-License-Identifier: MIT
 * The one door to libyaml: its events, marks and faults as ours (yaml_events.h). */
#include "harness/plan/yaml/yaml_events.h"
#include "base/mem.h"
#include "harness/plan/yaml/yaml_slips.h"

#include <stdlib.h>
#include <yaml.h>

struct yaml_events {
    yaml_parser_t parser;
    yaml_event_t event; /* the last one, which owns the texts that were lent */
    const char *file, *text;
    char *fault;
};

/* ---- places ---- */

static struct text_mark mark_of(yaml_mark_t m)
{
    return (struct text_mark){(int)m.line, (int)m.column};
}

static struct yaml_place place_of(const struct yaml_events *s, struct text_mark m)
{
    return (struct yaml_place){s->file, m.line + 1, m.column + 1};
}

/* The place of a byte offset, for errors that libyaml reports without a mark. */
static struct yaml_place at_offset(const struct yaml_events *s, size_t offset)
{
    struct yaml_place p = {s->file, 1, 1};
    for (size_t i = 0; i < offset && s->text[i]; i++) {
        bool newline = s->text[i] == '\n';
        bool starts = ((unsigned char)s->text[i] & 0xC0) != 0x80; /* not inside a character */
        p.column = newline ? 1 : p.column + starts;
        p.line += newline;
    }
    return p;
}

/* ---- faults ---- */

static struct yaml_event bad_bytes(struct yaml_events *s)
{
    const yaml_parser_t *p = &s->parser;
    s->fault = xformat("not readable text: %s", p->problem ? p->problem : "error");
    return (struct yaml_event){
        .kind = YAML_EVENT_FAULT, .place = at_offset(s, p->problem_offset), .text = s->fault};
}

static struct yaml_event bad_syntax(struct yaml_events *s)
{
    const yaml_parser_t *p = &s->parser;
    struct yaml_fault f = {p->problem ? p->problem : "error",
                           p->context ? p->context : "",
                           mark_of(p->context_mark),
                           mark_of(p->problem_mark),
                           {0}};
    s->fault = yaml_slip(s->text, &f);
    if (!s->fault) {
        f.at = f.noticed;
        s->fault = xformat("YAML syntax: %s%s%s", f.problem, *f.context ? ", " : "", f.context);
    }
    return (struct yaml_event){
        .kind = YAML_EVENT_FAULT, .place = place_of(s, f.at), .text = s->fault};
}

/* ---- events ---- */

static void take_scalar(struct yaml_event *out, const yaml_event_t *e)
{
    bool one_line = e->start_mark.line == e->end_mark.line;
    out->kind = YAML_EVENT_SCALAR;
    out->text = (const char *)e->data.scalar.value;
    out->length = e->data.scalar.length;
    out->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    out->columns = one_line ? (int)(e->end_mark.column - e->start_mark.column) : -1;
    out->anchor = (const char *)e->data.scalar.anchor;
    out->tagged = e->data.scalar.tag;
}

static struct yaml_event taken(const struct yaml_events *s, const yaml_event_t *e)
{
    struct yaml_event out = {.place = place_of(s, mark_of(e->start_mark))};
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        take_scalar(&out, e);
        break;
    case YAML_SEQUENCE_START_EVENT:
        out.kind = YAML_EVENT_LIST;
        out.anchor = (const char *)e->data.sequence_start.anchor;
        out.tagged = e->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        out.kind = YAML_EVENT_MAP;
        out.anchor = (const char *)e->data.mapping_start.anchor;
        out.tagged = e->data.mapping_start.tag;
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        out.kind = YAML_EVENT_END;
        break;
    case YAML_ALIAS_EVENT:
        out.kind = YAML_EVENT_ALIAS;
        out.anchor = (const char *)e->data.alias.anchor;
        break;
    case YAML_DOCUMENT_START_EVENT:
        out.kind = YAML_EVENT_DOCUMENT;
        break;
    case YAML_STREAM_END_EVENT:
        out.kind = YAML_EVENT_STREAM_END;
        break;
    default:
        break;
    }
    return out;
}

struct yaml_event yaml_events_next(struct yaml_events *s)
{
    yaml_event_delete(&s->event);
    if (yaml_parser_parse(&s->parser, &s->event)) return taken(s, &s->event);
    return s->parser.error == YAML_READER_ERROR ? bad_bytes(s) : bad_syntax(s);
}

struct yaml_events *yaml_events_open(const char *file, const char *text, size_t length)
{
    struct yaml_events *s = xalloc(sizeof *s);
    s->file = file;
    s->text = text;
    require(yaml_parser_initialize(&s->parser));
    yaml_parser_set_encoding(&s->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&s->parser, (const unsigned char *)text, length);
    return s;
}

void yaml_events_close(struct yaml_events *s)
{
    yaml_event_delete(&s->event);
    yaml_parser_delete(&s->parser);
    free(s->fault);
    free(s);
}
