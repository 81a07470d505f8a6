/* SPDX-License-Identifier: MIT
 * Writes CSV rows field by field and quotes fields where needed. */
#include "base/csv_write.h"
#include "base/csv_read.h"
#include "base/visible.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static void next_cell(struct csv *csv)
{
    if (csv->started) text_add_bytes(&csv->text, ",", 1);
    csv->started = true;
}

void csv_empty(struct csv *csv) { next_cell(csv); }

/* A field is quoted if it contains a separator, quote or line break. Leading and trailing
 * whitespace also requires quotes, because some readers trim it. */
static bool needs_quotes(const char *text)
{
    size_t length = strlen(text);
    if (!length) return false;
    return strpbrk(text, ",\"\n") || text[0] == ' ' || text[length - 1] == ' ';
}

static void add_field(struct csv *csv, const char *text)
{
    if (!needs_quotes(text)) {
        text_add_bytes(&csv->text, text, strlen(text));
        return;
    }
    text_add_bytes(&csv->text, "\"", 1);
    for (const char *p = text; *p; p++) {
        if (*p == '"') text_add_bytes(&csv->text, "\"", 1);
        text_add_bytes(&csv->text, p, 1);
    }
    text_add_bytes(&csv->text, "\"", 1);
}

void csv_text(struct csv *csv, const char *text)
{
    struct text shown = {0};
    next_cell(csv);
    text_add(&shown, "%s", text && csv_is_formula(text) ? "'" : "");
    if (text) visible_add(&shown, text, strlen(text));
    add_field(csv, shown.data);
    text_free(&shown);
}

void csv_integer(struct csv *csv, long long value)
{
    next_cell(csv);
    text_add(&csv->text, "%lld", value);
}

void csv_number(struct csv *csv, double value)
{
    char buffer[32];
    next_cell(csv);
    if (isfinite(value)) text_add(&csv->text, "%s", number_text(value, buffer));
}

void csv_end_line(struct csv *csv)
{
    text_add_bytes(&csv->text, "\n", 1);
    csv->started = false;
}

void csv_header(struct csv *csv, const char *const *names)
{
    for (int i = 0; names[i]; i++) csv_text(csv, names[i]);
}

void csv_numbers(struct csv *csv, const double *values, int count)
{
    for (int i = 0; i < count; i++) csv_number(csv, values[i]);
}

bool csv_save(struct csv *csv, const char *path)
{
    text_add_bytes(&csv->text, "", 0);
    bool good = write_file_atomically(path, csv->text.data, csv->text.length);
    int saved = errno;
    text_free(&csv->text);
    errno = saved;
    return good;
}
