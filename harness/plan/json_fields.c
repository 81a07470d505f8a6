/* SPDX-License-Identifier: MIT
 * Converts structs to JSON and back (json_fields.h). */
#include "harness/plan/json_fields.h"
#include "base/utf8.h"
#include "harness/plan/axes/axes.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *member_of(const void *item, size_t offset) { return (char *)item + offset; }

static bool is_list(const struct field *f)
{
    return f->type == FIELD_TEXTS || f->type == FIELD_LIST || f->type == FIELD_COLUMN;
}

/* Returns a field that describes one item of a list. */
static struct field item_of(const struct field *list)
{
    enum field_type type = list->type == FIELD_LIST    ? FIELD_STRUCT
                           : list->type == FIELD_TEXTS ? FIELD_TEXT
                                                       : FIELD_WORD;
    return (struct field){.name = list->name, .type = type, .fields = list->fields};
}

/* ---- writing ---- */

/* Converts a string to JSON. Replaces invalid UTF-8, because a path may contain any bytes. */
static json_t *text_json(const char *text)
{
    char *repaired = text ? utf8_repaired(text) : NULL;
    json_t *j = repaired ? xgot(json_string(repaired), 0) : NULL;
    free(repaired);
    return j;
}

/* Returns a struct member as JSON, or NULL if the member has the default value. */
static json_t *field_json(const struct field *f, const void *item, const struct axes *axes)
{
    const void *at = member_of(item, f->offset);
    const int *number = at;
    json_t *value = NULL;
    switch (f->type) {
    case FIELD_TEXT:
    case FIELD_WORD:
    case FIELD_NAME:
        return text_json(*(char *const *)at);
    case FIELD_INT:
        return *number ? json_integer(*number) : NULL;
    case FIELD_INDEX:
        return *number >= 0 ? json_integer(*number) : NULL;
    case FIELD_SEED: {
        uint64_t seed = *(const uint64_t *)at;
        return seed ? json_integer((json_int_t)seed) : NULL;
    }
    case FIELD_BOOL:
        return *(const bool *)at ? json_true() : NULL;
    case FIELD_REAL:
        return *(const double *)at != 0 ? json_real(*(const double *)at) : NULL;
    case FIELD_AXIS:
    case FIELD_GIVEN_AXIS:
        return *number >= 0 ? json_string(axes->list[*number].name) : NULL;
    case FIELD_STRUCT:
        value = json_object();
        fields_write(value, f->fields, at, axes);
        return value;
    case FIELD_TEXTS:
    case FIELD_LIST:
    case FIELD_COLUMN:
        break;
    }
    const struct field one = item_of(f);
    const int *count = member_of(item, f->count);
    value = json_array();
    for (int i = 0; i < *count; i++)
        json_array_append_new(value,
                              field_json(&one, *(char *const *)at + (size_t)i * f->size, axes));
    return value;
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

static bool is_int(const json_t *j, json_int_t least)
{
    json_int_t value = json_integer_value(j);
    return json_is_integer(j) && value >= least && value <= INT_MAX;
}

static bool read_field(const json_t *, const struct field *, void *item, const struct axes *,
                       char **error);

static bool read_list(const json_t *j, const struct field *f, void *item, const struct axes *axes,
                      char **error)
{
    const struct field one = item_of(f);
    int *count = member_of(item, f->count), own = 0, *filled = &own;
    size_t size = json_array_size(j);
    bool good = (!j || json_is_array(j)) && size <= INT_MAX;
    if (f->type == FIELD_COLUMN)
        size = (size_t)*count;
    else
        filled = count;
    char *list = *(char **)member_of(item, f->offset) = xarray(size, f->size);
    for (size_t i = 0; good && i < size; i++) {
        *filled = (int)i + 1;
        good = read_field(json_array_get(j, i), &one, list + i * f->size, axes, error);
    }
    return good;
}

/* Reads one struct member from JSON. Returns false if the JSON value has the wrong type. */
static bool read_field(const json_t *j, const struct field *f, void *item, const struct axes *axes,
                       char **error)
{
    void *at = member_of(item, f->offset);
    int *number = at;
    switch (f->type) {
    case FIELD_TEXT:
    case FIELD_WORD:
    case FIELD_NAME:
        if (j ? json_is_string(j) : f->type == FIELD_WORD)
            *(char **)at = xstrdup(j ? json_string_value(j) : "");
        return *(char **)at;
    case FIELD_INT:
        *number = (int)json_integer_value(j);
        return is_int(j, INT_MIN);
    case FIELD_INDEX:
        *number = is_int(j, 0) ? (int)json_integer_value(j) : -1;
        return !j || *number >= 0;
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
    case FIELD_GIVEN_AXIS:
        *number = json_is_string(j) ? axes_find(axes, json_string_value(j)) : -1;
        return *number >= 0 || (!j && f->type == FIELD_AXIS);
    case FIELD_STRUCT:
        return (!j || json_is_object(j)) && fields_read(j, f->fields, at, axes, error);
    case FIELD_TEXTS:
    case FIELD_LIST:
    case FIELD_COLUMN:
        return read_list(j, f, item, axes, error);
    }
    return false;
}

bool fields_read(const json_t *object, const struct field *f, void *item, const struct axes *axes,
                 char **error)
{
    static const char *const expected[] = {[FIELD_TEXT] = "a string",
                                           [FIELD_INT] = "an integer",
                                           [FIELD_SEED] = "an integer",
                                           [FIELD_BOOL] = "true or false",
                                           [FIELD_REAL] = "a number",
                                           [FIELD_STRUCT] = "an object",
                                           [FIELD_TEXTS] = "a list of strings",
                                           [FIELD_LIST] = "a list of objects",
                                           [FIELD_WORD] = "a string",
                                           [FIELD_COLUMN] = "a list of strings",
                                           [FIELD_INDEX] = "a non-negative integer",
                                           [FIELD_AXIS] = "the name of an axis in describe.json",
                                           [FIELD_NAME] = "a string",
                                           [FIELD_GIVEN_AXIS] =
                                               "the name of an axis in describe.json"};
    bool good = true;
    for (; f->name && good; f++) {
        const json_t *value = json_object_get(object, f->name);
        good = (!value && f->type < FIELD_STRUCT) || read_field(value, f, item, axes, error);
        if (!good && !*error) *error = xformat("%s: expected %s", f->name, expected[f->type]);
    }
    return good;
}

/* ---- freeing ---- */

void fields_free(const struct field *f, void *item)
{
    for (; f->name; f++) {
        char **at = member_of(item, f->offset);
        const struct field one[] = {item_of(f), {0}};
        if (f->type == FIELD_STRUCT) fields_free(f->fields, at);
        for (int i = 0; is_list(f) && *at && i < *(int *)member_of(item, f->count); i++)
            fields_free(one, *at + (size_t)i * f->size);
        if (is_list(f) || f->type == FIELD_TEXT || f->type == FIELD_WORD || f->type == FIELD_NAME)
            free(*at);
    }
}
