/* SPDX-License-Identifier: MIT
 * Writes and reads files of per-record scores (record_file.h). */
#include "base/records/record_file.h"

#include "base/gzip.h"
#include "base/mem.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char title[] = "attnlab scores 1";

/* ---- numbers ---- */

/* Number types in order of preference: the first type that fits is used. */
static const struct number_type {
    const char *name;
    size_t size;
    double most; /* largest absolute value that fits the type; 0 if the type fits every number */
} types[] = {
    {"int8", 1, INT8_MAX}, {"int16", 2, INT16_MAX}, {"int32", 4, INT32_MAX}, {"float64", 8, 0}};
enum { TYPES = sizeof types / sizeof *types };

static const struct number_type *type_for(const double *values, int count)
{
    double most = 0;
    bool whole = true;
    for (int i = 0; i < count; i++) {
        whole =
            whole && values[i] == nearbyint(values[i]) && !(values[i] == 0 && signbit(values[i]));
        most = fmax(most, fabs(values[i]));
    }
    const struct number_type *t = types;
    while (t->most > 0 && (!whole || most > t->most)) t++;
    return t;
}

static void put(struct text *out, const struct number_type *t, double value)
{
    uint64_t bits;
    char bytes[sizeof bits];
    if (t->most > 0)
        bits = (uint64_t)(int64_t)value;
    else
        memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < t->size; i++) bytes[i] = (char)(bits >> 8 * i);
    text_add_bytes(out, bytes, t->size);
}

static double get(const char *bytes, const struct number_type *t)
{
    uint64_t bits = 0;
    double value;
    for (size_t i = 0; i < t->size; i++) bits |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    if (t->most > 0) {
        int up = 64 - 8 * (int)t->size;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a size is 1 or more */
        return (double)((int64_t)(bits << up) >> up);
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- writing ---- */

static void put_head(struct text *out, enum split split, const struct record_scores *s)
{
    text_add(out, "split %s %d %016" PRIx64 "\n", split_names[split], s->records, s->hash);
    for (int c = 0; c < s->columns; c++)
        text_add(out, "column %s %s\n", s->name[c], type_for(s->column[c], s->records)->name);
}

static void put_numbers(struct text *out, const struct record_scores *s)
{
    for (int c = 0; c < s->columns; c++) {
        const struct number_type *t = type_for(s->column[c], s->records);
        for (int i = 0; i < s->records; i++) put(out, t, s->column[c][i]);
    }
}

bool record_file_write(const char *path, const struct record_scores scores[SPLITS], char **error)
{
    struct text out = {0};
    size_t size;
    text_add(&out, "%s\n", title);
    for_each_scored_split(s) if (scores[s].records) put_head(&out, s, &scores[s]);
    text_add(&out, "\n");
    for_each_scored_split(s) if (scores[s].records) put_numbers(&out, &scores[s]);
    char *packed = gzip_pack(out.data, out.length, &size);
    bool good = write_file_atomically(path, packed, size);
    if (!good) *error = xformat("%s: cannot be written: %s", path, file_fault(errno));
    free(packed);
    text_free(&out);
    return good;
}

/* ---- reading ---- */

struct reading {
    const char *numbers, *end;
    struct record_scores *to;
    enum split wanted;
    bool here;
    int records;
};

static const struct number_type *type_named(const char *name)
{
    for (int i = 0; i < TYPES; i++)
        if (!strcmp(name, types[i].name)) return &types[i];
    return NULL;
}

/* Parses "split NAME RECORDS HASH". Returns false for any other line. */
static bool read_split(struct reading *r, const char *line)
{
    char name[COLUMN_NAME];
    uint64_t hash;
    int end = 0;
    if (sscanf(line, "split %19s %d %16" SCNx64 "%n", name, &r->records, &hash, &end) != 3 ||
        line[end] || r->records < 1)
        return false;
    r->here = !strcmp(name, split_names[r->wanted]);
    if (r->here && r->to->records) return false; /* error: the file has the split twice */
    if (r->here) *r->to = (struct record_scores){.records = r->records, .hash = hash};
    return true;
}

/* Parses "column NAME TYPE" and reads the numbers of this column. */
static bool read_column(struct reading *r, const char *line)
{
    char name[COLUMN_NAME], word[COLUMN_NAME];
    int end = 0;
    if (sscanf(line, "column %19s %19s%n", name, word, &end) != 2 || line[end]) return false;
    const struct number_type *t = type_named(word);
    size_t size = t ? t->size * (size_t)r->records : 0;
    if (!size || (size_t)(r->end - r->numbers) < size) return false;
    if (r->here) {
        if (r->to->columns == RECORD_COLUMNS) return false;
        double *column = r->to->column[record_scores_add(r->to, name)];
        for (int i = 0; i < r->records; i++) column[i] = get(r->numbers + (size_t)i * t->size, t);
    }
    r->numbers += size;
    return true;
}

/* Parses the whole file. Returns false if the file is damaged. */
static bool read_all(struct reading *r, char *text, size_t size)
{
    char *head = strstr(text, "\n\n"), *rest = text;
    if (!head) return false;
    *head = '\0';
    r->numbers = head + 2;
    r->end = text + size;
    bool good = !strcmp(strsep(&rest, "\n"), title);
    for (char *line; good && (line = strsep(&rest, "\n"));)
        good = read_split(r, line) || read_column(r, line);
    return good && r->numbers == r->end;
}

bool record_file_read(const char *path, enum split split, struct record_scores *s, char **error)
{
    size_t size = 0, offset = 0;
    char *bytes = read_run_file(path, &size);
    struct text text = {0};
    const char *fault = NULL;
    *s = (struct record_scores){0};
    if (!bytes) return *error = xformat("%s: %s", path, file_fault(errno)), false;
    text_add_bytes(&text, "", 0);
    if (!gzip_is(bytes, size))
        fault = "is not a gzip file";
    else if (gzip_unpack(bytes, size, gzip_most_of_run(size), &text, &offset))
        fault = "damaged or truncated";
    struct reading r = {.to = s, .wanted = split};
    if (!fault && !read_all(&r, text.data, text.length))
        fault = "is not a file of record scores, or is damaged";
    if (fault)
        *error = xformat("%s: %s", path, fault);
    else if (!s->records)
        *error = xformat("%s: split %s is missing", path, split_names[split]);
    if (*error) record_scores_free(s);
    text_free(&text);
    free(bytes);
    return !*error;
}
