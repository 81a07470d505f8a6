/* SPDX-License-Identifier: MIT
 * Parses and builds cell strings. Commas in values are escaped. */
#include "base/cell.h"
#include "base/door.h"

#include <stdlib.h>
#include <string.h>

static bool plain(unsigned char c)
{
    return c > ' ' && c < 127 && c != '%' && c != ',' && c != '=' && c != '"';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static void escape(struct text *out, const char *value)
{
    for (const char *c = value; *c;) {
        size_t length = 0;
        while (plain((unsigned char)c[length])) length++;
        text_add_bytes(out, c, length);
        c += length;
        if (*c) text_add(out, "%%%02X", (unsigned char)*c++);
    }
}

/* Decodes the %XX escapes. Returns NULL if an escape is malformed or encodes a NUL byte. */
static char *unescape(const char *from, size_t length)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (size_t i = 0; i < length;) {
        const char *escaped = memchr(from + i, '%', length - i);
        size_t as_it_is = escaped ? (size_t)(escaped - from) - i : length - i;
        text_add_bytes(&out, from + i, as_it_is);
        i += as_it_is;
        if (!escaped) break;
        bool whole = i + 2 < length;
        int high = whole ? hex_digit(from[i + 1]) : -1, low = whole ? hex_digit(from[i + 2]) : -1;
        if (high < 0 || low < 0 || !(high | low)) return text_free(&out), NULL;
        text_add_bytes(&out, (char[]){(char)(high << 4 | low)}, 1);
        i += 3;
    }
    return out.data;
}

const char *cell_get(const struct cell_fields *fields, const char *axis)
{
    for (int i = 0; i < fields->count; i++)
        if (!strcmp(fields->list[i].axis, axis)) return fields->list[i].value;
    return NULL;
}

/* Quotes a field for an error message and shortens a long field with "...". The caller frees the
 * result. */
static char *quoted(const char *from, size_t length)
{
    enum { SHOWN = 60 };
    size_t size = utf8_offset((struct string){from, length}, SHOWN);
    return xformat("'%.*s%s'", (int)size, from, size < length ? "..." : "");
}

/* Returns the error message for an invalid field and frees `what`. The caller frees the message. */
static char *invalid(struct string field, char *what)
{
    char *shown = quoted(field.at, field.size);
    char *message = xformat("invalid field %s%s", shown, what);
    free(shown);
    free(what);
    return message;
}

/* Returns NULL if the value is valid, otherwise an error message. The caller frees the message. */
static char *value_fault(struct string field, const char *value)
{
    if (!value) return invalid(field, xformat(": %% must be followed by two hexadecimal digits"));
    char *fault = door_fault((struct string){value, strlen(value)});
    char *message = fault ? invalid(field, xformat(": %s", fault)) : NULL;
    free(fault);
    return message;
}

/* Parses one "axis=value". Returns NULL on success, otherwise an error message that the caller
 * frees. */
static char *parse_field(struct cell_fields *fields, struct string field)
{
    const char *equals = memchr(field.at, '=', field.size);
    if (!field.size) return xformat("nothing between two commas (expected axis=value)");
    if (!equals || equals == field.at) return invalid(field, xstrdup(" (expected axis=value)"));
    char *axis = strndup(field.at, (size_t)(equals - field.at));
    require(axis);
    char *value = unescape(equals + 1, field.size - (size_t)(equals + 1 - field.at));
    char *error = value_fault(field, value);
    if (!error && cell_get(fields, axis)) error = xformat("axis %s is given twice", axis);
    if (error) return free(axis), free(value), error;
    fields->list = xgrow(fields->list, (size_t)fields->count + 1, sizeof *fields->list);
    fields->list[fields->count++] = (struct cell_field){axis, value};
    return NULL;
}

static char *string_fault(const char *string)
{
    /* Maximum length of a cell string in bytes. A full cell string has about 700 bytes plus the
     * lengths of two file names. */
    enum { MOST = 16384 };
    size_t size = strlen(string);
    if (!size) return xformat("empty cell (expected axis=value,axis=value,...)");
    if (size > MOST) return xformat("cell too long: %zu bytes (expected at most %d)", size, MOST);
    return door_fault((struct string){string, size});
}

bool cell_parse(const char *string, struct cell_fields *fields, char **error)
{
    *fields = (struct cell_fields){0};
    *error = string_fault(string);
    for (const char *from = string; !*error;) {
        size_t length = strcspn(from, ",");
        *error = parse_field(fields, (struct string){from, length});
        if (!from[length]) break;
        from += length + 1;
    }
    if (*error) cell_free(fields);
    return !*error;
}

void cell_append(struct text *out, const char *axis, const char *value)
{
    if (out->length) text_add_bytes(out, ",", 1);
    text_add_bytes(out, axis, strlen(axis));
    text_add_bytes(out, "=", 1);
    escape(out, value);
}

void cell_free(struct cell_fields *fields)
{
    for (int i = 0; i < fields->count; i++) {
        free(fields->list[i].axis);
        free(fields->list[i].value);
    }
    free(fields->list);
    *fields = (struct cell_fields){0};
}
