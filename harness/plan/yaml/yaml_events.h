/* SPDX-License-Identifier: MIT
 * A YAML text as events with places, one after the other; for yaml.c alone.
 *
 * Nothing of libyaml is seen here: its marks, and its words for a fault, end in yaml_events.c. So
 * what a tree may hold stands apart from how a text is taken to pieces. */
#ifndef ATTNLAB_YAML_EVENTS_H
#define ATTNLAB_YAML_EVENTS_H

#include "harness/plan/yaml/yaml.h"

enum yaml_event_kind {
    YAML_EVENT_OTHER, /* nothing that a tree is made of */
    YAML_EVENT_SCALAR,
    YAML_EVENT_LIST, /* begins; its items follow, then an end */
    YAML_EVENT_MAP,  /* begins; key and value by turns follow, then an end */
    YAML_EVENT_END,  /* of the list or the map that began last */
    YAML_EVENT_ALIAS,
    YAML_EVENT_DOCUMENT, /* begins */
    YAML_EVENT_STREAM_END,
    YAML_EVENT_FAULT /* there is nothing more to read */
};
struct yaml_event {
    enum yaml_event_kind kind;
    struct yaml_place place; /* where it begins; of a fault, where a person has to look */
    const char *text;        /* scalar: decoded; fault: what is wrong; else NULL */
    size_t length;           /* scalar: bytes of the text, which may hold a NUL */
    bool plain;              /* scalar: not quoted, not a block */
    int columns;             /* scalar: that it takes of its line; -1: it stands on several */
    const char *anchor;      /* its name; alias: of the anchor it stands for; NULL: none */
    bool tagged;
};

struct yaml_events;
/* file, which the places name, and text, which ends with a NUL behind its length, are borrowed;
 * what is returned is to be closed. */
struct yaml_events *yaml_events_open(const char *file, const char *text, size_t length);
/* The next event, not after a fault or the end of the stream. Its texts are borrowed until the call
 * that follows. */
struct yaml_event yaml_events_next(struct yaml_events *);
void yaml_events_close(struct yaml_events *);

#endif
