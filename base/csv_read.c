/* SPDX-License-Identifier: MIT
 * Reads a whole CSV file into memory. Fields are unquoted in place, because unquoting only shortens
 * them. */
#include "base/csv_read.h"
#include "base/gzip.h"
#include "base/mem.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COLUMNS = 10000 };

struct reader {
    char *at;
    int line;
    const char *fault;
};

/* Unquotes a field in place. Moves the reader from the opening quote to the byte after the closing
 * quote. Returns the end of the unquoted text. */
static char *take_quoted(struct reader *r)
{
    char *out = r->at++;
    while (*r->at && (*r->at != '"' || r->at[1] == '"')) {
        r->at += *r->at == '"';
        r->line += *r->at == '\n';
        *out++ = *r->at++;
    }
    if (*r->at == '"')
        r->at++;
    else
        r->fault = "a quoted field has no closing quote";
    return out;
}

static char *take_plain(struct reader *r)
{
    const char *first = r->at;
    r->at += strcspn(r->at, ",\n");
    return r->at > first && r->at[0] == '\n' && r->at[-1] == '\r' ? r->at - 1 : r->at;
}

bool csv_is_formula(const char *text)
{
    char *end;
    if (!*text || !strchr("=+-@", *text)) return false;
    strtod(text, &end);
    return end == text || strpbrk(end, "=+-@*/|!(\"");
}

/* Reads one field and returns the byte that ended it: a comma, newline or NUL. */
static char take_field(struct reader *r, const char **field)
{
    *field = r->at;
    bool quoted = *r->at == '"';
    char *end = quoted ? take_quoted(r) : take_plain(r);
    if (quoted && *r->at == '\r' && r->at[1] == '\n') r->at++;
    char stop = *r->at;
    if (stop != ',' && stop != '\n' && stop != '\0') r->fault = "text follows a closing quote";
    *end = '\0';
    *field += **field == '\'' && csv_is_formula(*field + 1);
    if (stop) r->at++;
    return stop;
}

/* Appends the fields of one line to the list and returns their number. Stops after `most` + 1
 * fields. */
static int take_line(struct reader *r, int most, const char ***list, size_t *count)
{
    int fields = 0;
    for (char stop = ','; stop == ',' && !r->fault && fields <= most; fields++) {
        if (*count % 256 == 0) *list = xgrow(*list, *count + 256, sizeof **list);
        stop = take_field(r, &(*list)[(*count)++]);
        r->line += stop == '\n';
    }
    return fields;
}

static bool fail(struct table *t, char **error, const char *path, int line, char *what)
{
    *error = xformat("%s:%d: %s", path, line, what);
    free(what);
    table_free(t);
    return false;
}

static int last_line(const char *bytes)
{
    int line = 1;
    for (; *bytes; bytes++) line += *bytes == '\n';
    return line;
}

bool table_parse(struct table *t, char *bytes, size_t size, const char *path, char **error)
{
    *t = (struct table){.bytes = bytes};
    if (strlen(bytes) != size)
        return fail(t, error, path, 1, xstrdup("contains a NUL byte (expected text)"));
    if (!size) return fail(t, error, path, 1, xstrdup("is empty (expected a header line)"));
    if (bytes[size - 1] != '\n')
        return fail(t, error, path, last_line(bytes),
                    xstrdup("the last line has no line end: the file is truncated here"));
    struct reader r = {bytes, 1, NULL};
    size_t fields = 0;
    t->columns = take_line(&r, MOST_COLUMNS, &t->name, &fields);
    if (t->columns > MOST_COLUMNS) r.fault = "too many columns";
    for (fields = 0; !r.fault && *r.at; t->rows++) {
        int line = r.line, got = take_line(&r, t->columns, &t->field, &fields);
        if (!r.fault && got != t->columns)
            return fail(t, error, path, line,
                        xformat("%d%s fields (expected %d, as in the header)", got,
                                got > t->columns ? " or more" : "", t->columns));
    }
    return r.fault ? fail(t, error, path, r.line, xstrdup(r.fault)) : true;
}

bool table_is_there(const char *path)
{
    char *packed = xformat("%s.gz", path);
    bool there = access(path, F_OK) == 0 || access(packed, F_OK) == 0;
    free(packed);
    return there;
}

static bool read_packed(struct table *t, const char *path, char **error)
{
    size_t size, offset;
    char *bytes = read_run_file(path, &size);
    struct text all = {0};
    const char *fault =
        bytes ? gzip_unpack(bytes, size, gzip_most_of_run(size), &all, &offset) : NULL;
    bool packed_well = bytes && !fault;
    if (!bytes) *error = xformat("%s: %s", path, file_fault(errno));
    if (fault) *error = xformat("%s: byte %zu: %s", path, offset, fault);
    free(bytes);
    if (!packed_well) return text_free(&all), false;
    text_add(&all, "%s", ""); /* keeps the text of an empty file non-NULL */
    return table_parse(t, all.data, all.length, path, error);
}

bool table_read(struct table *t, const char *path, char **error)
{
    size_t size;
    char *bytes = read_run_file(path, &size);
    int fault = errno;
    *t = (struct table){0};
    if (bytes) return table_parse(t, bytes, size, path, error);
    char *packed = xformat("%s.gz", path);
    bool good = false;
    if (fault == ENOENT && access(packed, F_OK) == 0)
        good = read_packed(t, packed, error);
    else
        *error = xformat("%s: %s", path, file_fault(fault));
    free(packed);
    return good;
}

int table_column(const struct table *t, const char *name)
{
    for (int c = 0; c < t->columns; c++)
        if (!strcmp(t->name[c], name)) return c;
    return -1;
}

const char *table_at(const struct table *t, int row, int column)
{
    return column < 0 ? "" : t->field[(size_t)row * (size_t)t->columns + (size_t)column];
}

const char *table_text(const struct table *t, int row, const char *column)
{
    return table_at(t, row, table_column(t, column));
}

double table_number_at(const struct table *t, int row, int column)
{
    const char *text = table_at(t, row, column);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

double table_number(const struct table *t, int row, const char *column)
{
    return table_number_at(t, row, table_column(t, column));
}

void table_free(struct table *t)
{
    free(t->bytes);
    free(t->field);
    free(t->name);
    *t = (struct table){0};
}
