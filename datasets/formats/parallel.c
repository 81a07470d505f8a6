/* SPDX-License-Identifier: MIT
 * Reads and writes pairs of files in which line n of one file translates line n of the other. */
#include "datasets/formats/parallel.h"

#include "datasets/formats/fields.h"
#include "base/mem.h"

#include <errno.h>
#include <string.h>

static bool is_language(struct string s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.at[i] < 'a' || s.at[i] > 'z') return false;
    return s.size == 2 || s.size == 3;
}

bool direction_read(struct string text, struct direction *direction)
{
    string_cut(&text, '-', &direction->source);
    direction->target = text;
    return is_language(direction->source) && is_language(direction->target) &&
           !string_equal(direction->source, direction->target);
}

void parallel_add(struct dataset *data, enum split split, struct string source,
                  struct string target)
{
    struct record *record = data_add(data, split);
    struct string *reference = data_alloc(data->store, 1, sizeof *reference);
    *reference = string_squeeze(data->store, target);
    record->text = string_squeeze(data->store, source);
    record->second = *reference;
    record->references = reference;
    record->reference_count = 1;
}

static long count_lines(const struct file *file)
{
    struct lines lines = {.file = file};
    struct string line;
    while (lines_next(&lines, &line)) {
    }
    return lines.number;
}

static bool ends_in_line_break(const struct file *file)
{
    return file->all.at[file->all.size - 1] == '\n';
}

/* Adds a note if only one of the two files has a final line end, because the other file may be
 * truncated. */
static void note_last_line(struct dataset *data, const struct file *a, const struct file *b)
{
    bool first = ends_in_line_break(a), second = ends_in_line_break(b);
    if (first != second)
        data_note(data, "The last line of %s has no line end: the file may be truncated.",
                  first ? b->path : a->path);
}

/* Rejects empty lines, because a translation pair needs two sentences. */
static bool has_text(const struct lines *lines, struct string line, char **error)
{
    return string_strip(line).size ||
           lines_fail(lines, error,
                      "empty line (expected a sentence, whose translation is on the same line of "
                      "the other file); fetch both files again, or remove the line from both");
}

bool parallel_read(struct dataset *data, enum split split, const char *source, const char *target,
                   char **error)
{
    struct file a, b;
    if (!file_read_utf8(data, source, &a, error) || !file_read_utf8(data, target, &b, error))
        return false;
    long count = count_lines(&a), other = count_lines(&b);
    if (count != other)
        return data_fail(error,
                         "%s has %ld lines, %s has %ld (expected equal numbers: line n translates "
                         "line n); fetch both files again",
                         a.path, count, b.path, other);
    note_last_line(data, &a, &b);
    struct lines from = {.file = &a}, to = {.file = &b};
    struct string line, translation;
    while (lines_next(&from, &line) && lines_next(&to, &translation)) {
        if (!has_text(&from, line, error) || !has_text(&to, translation, error)) return false;
        parallel_add(data, split, line, translation);
    }
    return true;
}

static bool write_text(const char *path, struct text *text, char **error)
{
    bool good = write_file_atomically(path, text->data ? text->data : "", text->length);
    if (!good) data_fail(error, "%s: cannot be written: %s", path, strerror(errno));
    text_free(text);
    return good;
}

bool parallel_write(const struct dataset *data, enum split split, const char *source,
                    const char *target, char **error)
{
    struct text from = {0}, to = {0};
    for (int i = 0; i < data->count[split]; i++) {
        const struct record *r = &data->records[split][i];
        text_add_bytes(&from, r->text.at, r->text.size);
        text_add_bytes(&to, r->second.at, r->second.size);
        text_add(&from, "\n");
        text_add(&to, "\n");
    }
    bool good = write_text(source, &from, error);
    if (good) return write_text(target, &to, error);
    text_free(&to);
    return false;
}
