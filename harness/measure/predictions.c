/* SPDX-License-Identifier: MIT
 * Collects the predictions of a trained model and writes one line per record, sorted by split and
 * record. */
#include "harness/measure/quality.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct line {
    enum split split;
    int record;
    char *json;
};
struct predictions {
    struct line *list;
    size_t count, room;
};

struct predictions *predictions_open(void) { return xalloc(sizeof(struct predictions)); }

void predictions_close(struct predictions *p)
{
    if (!p) return;
    for (size_t i = 0; i < p->count; i++) free(p->list[i].json);
    free(p->list);
    free(p);
}

/* ---- lines ---- */

/* Returns a string as JSON. Invalid bytes become U+FFFD, because JSON must be UTF-8, and a
 * byte-level model may write invalid UTF-8. */
static json_t *text_json(struct string text)
{
    struct text valid = {0};
    char bytes[UTF8_MAX];
    text_add_bytes(&valid, "", 0);
    while (text.size) text_add_bytes(&valid, bytes, utf8_write(utf8_next(&text), bytes));
    json_t *json = json_stringn(valid.data, valid.length);
    text_free(&valid);
    return json;
}

static json_t *optional_json(const char *text)
{
    return text ? text_json((struct string){text, strlen(text)}) : json_null();
}

static json_t *references_json(const struct prediction *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->reference_count; i++)
        json_array_append_new(list, text_json(p->references[i]));
    return list;
}

static char *line_of(const struct prediction *p)
{
    json_t *line = json_pack("{s:s, s:i}", "split", split_names[p->split], "record", p->record + 1);
    if (p->targets > 0) {
        json_object_set_new(line, "loss", json_real(p->nats / p->targets));
        json_object_set_new(line, "targets", json_integer((json_int_t)p->targets));
    } else {
        json_object_set_new(line, "truth", optional_json(p->truth));
        json_object_set_new(line, "prediction", optional_json(p->answer));
    }
    if (p->reference_count > 1) json_object_set_new(line, "references", references_json(p));
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    require(text);
    return text;
}

void predictions_add(struct predictions *p, const struct prediction *prediction)
{
    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : 256;
        p->list = xgrow(p->list, p->room, sizeof *p->list);
    }
    p->list[p->count++] = (struct line){prediction->split, prediction->record, line_of(prediction)};
}

/* ---- the file ---- */

static int by_record(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    return x->split != y->split ? (int)x->split - (int)y->split : x->record - y->record;
}

bool predictions_write(struct predictions *p, const char *path, char **error)
{
    struct text all = {0};
    text_add_bytes(&all, "", 0);
    if (p->count) qsort(p->list, p->count, sizeof *p->list, by_record);
    for (size_t i = 0; i < p->count; i++) text_add(&all, "%s\n", p->list[i].json);
    bool good = write_file_atomically(path, all.data, all.length);
    if (!good) *error = xformat("cannot write %s: %s", path, strerror(errno));
    text_free(&all);
    return good;
}
