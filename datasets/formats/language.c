/* SPDX-License-Identifier: MIT
 * Splits running text into records, one per line. */
#define _GNU_SOURCE /* needed for memrchr() */
#include "datasets/formats/language.h"

#include "datasets/formats/file.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void note_bytes(struct dataset *data, const struct file *file)
{
    size_t bad;
    if (!utf8_valid(file->all, &bad))
        data_note(
            data,
            "A file that is not UTF-8 was read as bytes; each invalid byte counts as a character.");
}

static bool check_characters(const struct file *file, char **error)
{
    if (file_check_utf8(file, error)) return true;
    char *found = *error;
    *error = xformat("%s; use tokenizer=bytes for arbitrary bytes", found);
    free(found);
    return false;
}

bool language_read(struct dataset *data, const struct data_options *options, const char *path,
                   struct string *text, char **error)
{
    struct file file;
    if (!file_read(data->store, path, &file, error)) return false;
    if (options->any_bytes)
        note_bytes(data, &file);
    else if (!check_characters(&file, error) || !file_has_lines(&file, error))
        return false;
    file_drop_mark(data, &file);
    *text = file.all;
    if (!file_lines_fit(&file, error)) return false;
    return text->size || file_fail(&file, error, "is empty");
}

/* file_read() puts a NUL after the content, so there is space to add a final line end. */
struct string language_unix_lines(struct dataset *data, struct string text)
{
    char *bytes = (char *)text.at;
    size_t left = 0;
    for (size_t i = 0; i < text.size; i++) {
        bool dropped = bytes[i] == '\r' && i + 1 < text.size && bytes[i + 1] == '\n';
        if (!dropped) bytes[left++] = bytes[i];
    }
    if (left < text.size) data_note(data, "CR LF was read as LF.");
    if (left && bytes[left - 1] != '\n') bytes[left++] = '\n';
    return (struct string){bytes, left};
}

void language_add(struct dataset *data, enum split split, struct string text)
{
    while (text.size) {
        const char *end = memchr(text.at, '\n', text.size);
        size_t size = end ? (size_t)(end - text.at) + 1 : text.size;
        data_add(data, split)->text = (struct string){text.at, size};
        text = (struct string){text.at + size, text.size - size};
    }
}

/* Returns the size in bytes of the first 90 % of the code points, or of the whole text if there are
 * fewer than two code points. */
static size_t nine_tenths(struct string text)
{
    size_t points = utf8_count(text);
    return points < 2 ? text.size : utf8_offset(text, points - (points + 9) / 10);
}

static void split_at(struct dataset *data, struct string text, size_t edge)
{
    language_add(data, SPLIT_TRAIN, (struct string){text.at, edge});
    language_add(data, SPLIT_VALID, (struct string){text.at + edge, text.size - edge});
}

void language_split_characters(struct dataset *data, struct string text)
{
    size_t edge = nine_tenths(text), points = utf8_count(text);
    split_at(data, text, edge);
    data_note(data, "The last %zu of %zu code points serve as valid.",
              utf8_count((struct string){text.at + edge, text.size - edge}), points);
}

/* Returns the end of the line that contains the byte before `edge`, or text.size for the last
 * line. */
static size_t line_end(struct string text, size_t edge)
{
    const char *end = edge ? memchr(text.at + edge - 1, '\n', text.size - edge + 1) : NULL;
    return end ? (size_t)(end - text.at) + 1 : text.size;
}

/* Returns the start of the last line, or 0 if there is only one line. */
static size_t last_line(struct string text)
{
    const char *end = text.size ? memrchr(text.at, '\n', text.size - 1) : NULL;
    return end ? (size_t)(end - text.at) + 1 : 0;
}

void language_split(struct dataset *data, struct string text)
{
    size_t edge = nine_tenths(text), end = line_end(text, edge);
    if (end == text.size) end = last_line(text);
    if (!end) {
        language_split_characters(data, text);
        data_note(data, "The text has only one line, which is divided between train and valid.");
        return;
    }
    split_at(data, text, end);
    data_note(data, "The last %d of %d lines serve as valid.", data->count[SPLIT_VALID],
              data->count[SPLIT_TRAIN] + data->count[SPLIT_VALID]);
}

/* Returns how many lines from the start of a split contain half of its characters. */
static int half_of_lines(const struct dataset *data, enum split split)
{
    size_t all = 0, points = 0;
    int lines = 0;
    for (int i = 0; i < data->count[split]; i++) all += utf8_count(data->records[split][i].text);
    while (lines < data->count[split] && 2 * points < all)
        points += utf8_count(data->records[split][lines++].text);
    return lines == data->count[split] ? lines - 1 : lines;
}

bool language_halve(struct dataset *data, enum split from, enum split to)
{
    int count = data->count[from], kept = half_of_lines(data, from);
    if (count == 1) {
        struct string *line = &data->records[from]->text;
        size_t points = utf8_count(*line), edge = utf8_offset(*line, points / 2);
        if (points < 2) return false;
        data_add(data, to)->text = (struct string){line->at + edge, line->size - edge};
        line->size = edge;
        data_note(data, "The second half of the only line of %s serves as %s.", split_names[from],
                  split_names[to]);
        return true;
    }
    if (kept < 1) return false;
    for (int i = kept; i < count; i++) *data_add(data, to) = data->records[from][i];
    data->count[from] = kept;
    data_note(data, "The last %d of %d lines of %s serve as %s.", count - kept, count,
              split_names[from], split_names[to]);
    return true;
}
