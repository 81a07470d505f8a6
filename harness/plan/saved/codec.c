/* SPDX-License-Identifier: MIT
 * Plain data to JSON and back (codec.h). */
#include "harness/plan/saved/codec.h"
#include "base/utf8.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void code_fault(struct codec *c, const char *name, const char *expected)
{
    if (!*c->error) *c->error = xformat("%s: expected %s", name, expected);
}

/* The member to read, NULL where it is missing or reading has failed before. */
static const json_t *member(struct codec *c, const char *name, bool (*fits)(const json_t *),
                            const char *expected)
{
    const json_t *found = *c->error ? NULL : json_object_get(c->at, name);
    if (!found || fits(found)) return found;
    code_fault(c, name, expected);
    return NULL;
}

static bool is_text(const json_t *j) { return json_is_string(j); }
static bool is_flag(const json_t *j) { return json_is_boolean(j); }
static bool is_number(const json_t *j) { return json_is_number(j); }
static bool is_whole(const json_t *j) { return json_is_integer(j); }
static bool is_list(const json_t *j) { return json_is_array(j); }
static bool is_object(const json_t *j) { return json_is_object(j); }
static bool is_int(const json_t *j)
{
    return json_is_integer(j) && json_integer_value(j) >= INT_MIN &&
           json_integer_value(j) <= INT_MAX;
}
static bool all_fit(const json_t *list, bool (*fits)(const json_t *))
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!fits(json_array_get(list, i))) return false;
    return json_is_array(list) && json_array_size(list) <= INT_MAX;
}
static bool are_texts(const json_t *j) { return all_fit(j, is_text); }
static bool are_numbers(const json_t *j) { return all_fit(j, is_number); }

static void write(struct codec *c, const char *name, json_t *value)
{
    json_object_set_new(c->at, name, xgot(value, 0));
}

/* ---- single values ---- */

/* A path of the command line may hold any bytes; JSON holds UTF-8 alone. */
static json_t *text_json(const char *text)
{
    char *repaired = utf8_repaired(text);
    json_t *j = xgot(json_string(repaired), 0);
    free(repaired);
    return j;
}

void code_text(struct codec *c, const char *name, char **text)
{
    if (!c->reads && *text) write(c, name, text_json(*text));
    const json_t *found = c->reads ? member(c, name, is_text, "a text") : NULL;
    if (found) *text = xstrdup(json_string_value(found));
}

void code_int(struct codec *c, const char *name, int *value)
{
    if (!c->reads && *value) write(c, name, json_integer(*value));
    const json_t *found = c->reads ? member(c, name, is_int, "an integer") : NULL;
    if (found) *value = (int)json_integer_value(found);
}

void code_seed(struct codec *c, const char *name, uint64_t *value)
{
    if (!c->reads && *value) write(c, name, json_integer((json_int_t)*value));
    const json_t *found = c->reads ? member(c, name, is_whole, "an integer") : NULL;
    if (found) *value = (uint64_t)json_integer_value(found);
}

void code_bool(struct codec *c, const char *name, bool *value)
{
    if (!c->reads && *value) write(c, name, json_true());
    const json_t *found = c->reads ? member(c, name, is_flag, "true or false") : NULL;
    if (found) *value = json_is_true(found);
}

void code_real(struct codec *c, const char *name, double *value)
{
    if (!c->reads && *value != 0) write(c, name, json_real(*value));
    const json_t *found = c->reads ? member(c, name, is_number, "a number") : NULL;
    if (found) *value = json_number_value(found);
}

void code_axis(struct codec *c, const char *name, int *axis)
{
    if (!c->reads && *axis >= 0) write(c, name, json_string(c->axes->list[*axis].name));
    const json_t *found = c->reads ? member(c, name, is_text, "the name of an axis") : NULL;
    if (!c->reads) return;
    *axis = found ? axes_find(c->axes, json_string_value(found)) : -1;
    if (found && *axis < 0) code_fault(c, name, "the name of an axis of describe.json");
}

/* ---- lists ---- */

void code_texts(struct codec *c, const char *name, char ***list, int *count)
{
    if (!c->reads && *count) {
        json_t *all = json_array();
        for (int i = 0; i < *count; i++) json_array_append_new(all, text_json((*list)[i]));
        write(c, name, all);
    }
    const json_t *found = c->reads ? member(c, name, are_texts, "a list of texts") : NULL;
    if (!found) return;
    *count = (int)json_array_size(found);
    *list = xarray((size_t)*count, sizeof **list);
    for (int i = 0; i < *count; i++)
        (*list)[i] = xstrdup(json_string_value(json_array_get(found, (size_t)i)));
}

void code_reals(struct codec *c, const char *name, double **list, int *count)
{
    if (!c->reads && *count) {
        json_t *all = json_array();
        for (int i = 0; i < *count; i++) json_array_append_new(all, json_real((*list)[i]));
        write(c, name, all);
    }
    const json_t *found = c->reads ? member(c, name, are_numbers, "a list of numbers") : NULL;
    if (!found) return;
    *count = (int)json_array_size(found);
    *list = xarray((size_t)*count, sizeof **list);
    for (int i = 0; i < *count; i++)
        (*list)[i] = json_number_value(json_array_get(found, (size_t)i));
}

/* ---- structs ---- */

/* Codes an item with c->at set to its object. */
static void code_at(struct codec *c, json_t *object, void *item, code_item *code)
{
    json_t *outside = c->at;
    c->at = object;
    code(c, item);
    c->at = outside;
}

void code_inside(struct codec *c, const char *name, void *item, code_item *code)
{
    if (!c->reads) {
        json_t *object = json_object();
        code_at(c, object, item, code);
        if (json_object_size(object))
            write(c, name, object);
        else
            json_decref(object);
        return;
    }
    json_t *found = (json_t *)member(c, name, is_object, "an object");
    json_t *none = found ? NULL : json_object();
    code_at(c, found ? found : none, item, code);
    json_decref(none);
}

void code_list(struct codec *c, const char *name, void **list, int *count, size_t size,
               code_item *code)
{
    if (!c->reads && *count) {
        json_t *all = json_array();
        for (int i = 0; i < *count; i++) {
            json_t *object = json_object();
            code_at(c, object, (char *)*list + (size_t)i * size, code);
            json_array_append_new(all, object);
        }
        write(c, name, all);
    }
    const json_t *found = c->reads ? member(c, name, is_list, "a list") : NULL;
    if (!found) return;
    *list = xarray(json_array_size(found), size);
    for (size_t i = 0; i < json_array_size(found) && !*c->error; i++) {
        json_t *object = json_array_get(found, i);
        if (!json_is_object(object)) code_fault(c, name, "a list of objects");
        *count = (int)i + 1;
        code_at(c, object, (char *)*list + i * size, code);
    }
}
