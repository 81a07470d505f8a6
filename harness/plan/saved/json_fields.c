/* SPDX-License-Identifier: MIT
 * Converts structs to JSON and back (json_fields.h). */
#include "harness/plan/saved/json_fields.h"
#include "base/utf8.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

/* Converts a text to JSON. Invalid UTF-8 is replaced, because a path may contain any bytes. */
static json_t *text_json(const char *text)
{
    char *repaired = utf8_repaired(text);
    json_t *j = xgot(json_string(repaired), 0);
    free(repaired);
    return j;
}

static json_t *list_json(const struct field *f, const void *item, const struct axes *axes)
{
    const char *list = *(char *const *)((const char *)item + f->offset);
    int count = *(const int *)((const char *)item + f->count);
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        json_t *object = f->type == FIELD_TEXTS ? text_json(((char *const *)(const void *)list)[i])
                                                : json_object();
        if (f->type == FIELD_LIST)
            fields_write(object, f->fields, list + (size_t)i * f->size, axes);
        json_array_append_new(all, object);
    }
    return all;
}

static json_t *struct_json(const struct field *f, const void *at, const struct axes *axes)
{
    json_t *object = json_object();
    fields_write(object, f->fields, at, axes);
    return object;
}

/* Returns a struct member as JSON, or NULL if the member has its default. */
static json_t *field_json(const struct field *f, const void *item, const struct axes *axes)
{
    const void *at = (const char *)item + f->offset;
    const int *number = at;
    switch (f->type) {
    case FIELD_TEXT:
        return *(char *const *)at ? text_json(*(char *const *)at) : NULL;
    case FIELD_INT:
        return *number ? json_integer(*number) : NULL;
    case FIELD_SEED: {
        uint64_t seed = *(const uint64_t *)at;
        return seed ? json_integer((json_int_t)seed) : NULL;
    }
    case FIELD_BOOL:
        return *(const bool *)at ? json_true() : NULL;
    case FIELD_REAL:
        return *(const double *)at != 0 ? json_real(*(const double *)at) : NULL;
    case FIELD_AXIS:
        return *number >= 0 ? json_string(axes->list[*number].name) : NULL;
    case FIELD_STRUCT:
        return struct_json(f, at, axes);
    case FIELD_TEXTS:
    case FIELD_LIST:
        return list_json(f, item, axes);
    }
    return NULL;
}

void fields_write(json_t *object, const struct field *f, const void *item, const struct axes *axes)
{
    for (; f->name; f++) {
        json_t *value = field_json(f, item, axes);
        bool empty = (json_is_array(value) && !json_array_size(value)) ||
                     (json_is_object(value) && !json_object_size(value));
        if (value && !empty)
            json_object_set_new(object, f->name, value);
        else
            json_decref(value);
    }
}

/* ---- reading ---- */

static bool is_int(const json_t *j)
{
    json_int_t value = json_integer_value(j);
    return json_is_integer(j) && value >= INT_MIN && value <= INT_MAX;
}

static bool read_list(const json_t *j, const struct field *f, void *item, const struct axes *axes,
                      char **error)
{
    bool good = json_array_size(j) <= INT_MAX, texts = f->type == FIELD_TEXTS;
    size_t size = texts ? sizeof(char *) : f->size, count = json_array_size(j);
    char *list = xarray(count, size);
    int *filled = (int *)(void *)((char *)item + f->count);
    *(char **)(void *)((char *)item + f->offset) = list;
    for (size_t i = 0; good && i < count; i++) {
        const json_t *value = json_array_get(j, i);
        good = texts ? json_is_string(value) : json_is_object(value);
        if (!good) break;
        *filled = (int)i + 1;
        if (texts)
            ((char **)(void *)list)[i] = xstrdup(json_string_value(value));
        else
            good = fields_read(value, f->fields, list + i * size, axes, error);
    }
    return good;
}

/* Reads one struct member from JSON. Returns false if the JSON value has the wrong type. */
static bool read_field(const json_t *j, const struct field *f, void *item, const struct axes *axes,
                       char **error)
{
    void *at = (char *)item + f->offset;
    int *number = at;
    switch (f->type) {
    case FIELD_TEXT:
        if (json_is_string(j)) *(char **)at = xstrdup(json_string_value(j));
        return json_is_string(j);
    case FIELD_INT:
        *number = (int)json_integer_value(j);
        return is_int(j);
    case FIELD_SEED:
        *(uint64_t *)at = (uint64_t)json_integer_value(j);
        return json_is_integer(j);
    case FIELD_BOOL:
        *(bool *)at = json_is_true(j);
        return json_is_boolean(j);
    case FIELD_REAL:
        *(double *)at = json_number_value(j);
        return json_is_number(j);
    case FIELD_AXIS:
        *number = json_is_string(j) ? axes_find(axes, json_string_value(j)) : -1;
        return *number >= 0;
    case FIELD_STRUCT:
        return json_is_object(j) && fields_read(j, f->fields, at, axes, error);
    case FIELD_TEXTS:
    case FIELD_LIST:
        return json_is_array(j) && read_list(j, f, item, axes, error);
    }
    return false;
}

bool fields_read(const json_t *object, const struct field *f, void *item, const struct axes *axes,
                 char **error)
{
    static const char *const expected[] = {
        "a text",          "an integer",        "an integer",
        "true or false",   "a number",          "the name of an axis of describe.json",
        "a list of texts", "a list of objects", "an object"};
    bool good = true;
    for (; f->name && good; f++) {
        const json_t *value = json_object_get(object, f->name);
        if (!value && f->type == FIELD_AXIS) *(int *)(void *)((char *)item + f->offset) = -1;
        if (value) good = read_field(value, f, item, axes, error);
        if (!good && !*error) *error = xformat("%s: expected %s", f->name, expected[f->type]);
    }
    return good;
}
