/* SPDX-License-Identifier: MIT
 * Reads a user's labelled lines: labelled:PATH contains UTF-8 lines "label TAB text", or CSV with
 * the columns label and text.
 *
 * If PATH is a file, a random tenth is used for test, and a tenth of the rest for validation. If
 * PATH is a folder, its files are named train, valid and test, with any suffix after the first dot.
 * If there is no file valid, validation records are drawn from train; if there is no file test, the
 * split test is empty. Classes are the labels of the training split, sorted. */
#include "base/csv_read.h"
#include "base/mem.h"
#include "datasets/class_labels.h"
#include "datasets/data_select.h"
#include "datasets/formats/fields.h"
#include "datasets/formats/file.h"
#include "datasets/formats/split_files.h"

#include <string.h>

static const double carved = 0.1;

/* Splits a line into label and text. Returns NULL on success, otherwise the error. */
static const char *take_line(struct string line, struct string *label, struct string *text)
{
    *text = line;
    if (!string_strip(line).size) return "empty line";
    if (!field_cut(text, '\t', label)) return "no tab";
    struct string rest = *text, column;
    if (field_cut(&rest, '\t', &column)) return "more than one tab";
    *label = string_strip(*label);
    *text = string_strip(*text);
    return !label->size ? "no label before the tab" : !text->size ? "no text after the tab" : NULL;
}

static void add_record(struct dataset *data, enum split split, struct string label,
                       struct string text)
{
    struct record *record = data_add(data, split);
    record->text = text;
    class_is(data, record, label);
}

/* Adds the rows of a CSV file. Other columns than label and text are ignored. */
static bool add_rows(struct dataset *data, enum split split, const struct file *file, char **error)
{
    struct table t;
    size_t size = file->all.size;
    char *bytes = xarray(size + 2, 1);
    memcpy(bytes, file->all.at, size);
    if (bytes[size - 1] != '\n') bytes[size++] = '\n';
    if (!table_parse(&t, bytes, size, file->path, error)) return false;
    bool good = true;
    for (int row = 0; good && row < t.rows; row++) {
        struct string label = string_strip(string_of(table_text(&t, row, "label"))),
                      text = string_strip(string_of(table_text(&t, row, "text")));
        good =
            (label.size && text.size) || file_fail(file, error, "row %d below the header has no %s",
                                                   row + 1, label.size ? "text" : "label");
        if (good)
            add_record(data, split, data_copy(data->store, label), data_copy(data->store, text));
    }
    table_free(&t);
    return good;
}

/* Returns true if a file begins with a CSV header that has the columns label and text. */
static bool is_csv(const struct file *file)
{
    struct lines lines = {.file = file};
    struct string header, name;
    bool label = false, text = false;
    for (bool more = lines_next(&lines, &header); more;) {
        more = field_cut(&header, ',', &name);
        label |= string_is(name, "label") || string_is(name, "\"label\"");
        text |= string_is(name, "text") || string_is(name, "\"text\"");
    }
    return label && text;
}

static bool add_file(struct dataset *data, enum split split, const char *path, char **error)
{
    struct file file;
    struct string line, label, text;
    if (!file_read_utf8(data, path, &file, error)) return false;
    if (is_csv(&file)) return add_rows(data, split, &file, error);
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        const char *wrong = take_line(line, &label, &text);
        if (wrong)
            return lines_fail(&lines, error,
                              "%s in '%.*s' (expected a label, a tab and a text; or CSV with the "
                              "columns label and text)",
                              wrong, string_shown(line), line.at);
        add_record(data, split, label, text);
    }
    return true;
}

static bool add_folder(struct dataset *data, const char *path, struct split_files *files,
                       char **error)
{
    if (!split_files_find(data, path, files, error)) return false;
    if (!files->path[SPLIT_TRAIN])
        return data_fail(
            error,
            "%s: no file named train (expected train.tsv or similar, optionally valid and test)",
            path);
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        if (files->path[split] && !add_file(data, split, files->path[split], error)) return false;
    return true;
}

static bool open_labelled(const char *path, const char *dir, const struct data_options *options,
                          struct dataset *data, char **error)
{
    (void)dir;
    struct split_files files = {0};
    data->metric = "accuracy";
    if (!*path)
        return data_fail(error, "no path: write labelled:PATH, a file of 'label TAB text' "
                                "lines, or a folder with such files: train, valid, test");
    bool folder = is_folder(path);
    if (folder ? !add_folder(data, path, &files, error) : !add_file(data, SPLIT_TRAIN, path, error))
        return false;
    if (!data->count[SPLIT_TRAIN]) return data_fail(error, "%s: no line below the header", path);
    struct string first = class_awaited(&data->records[SPLIT_TRAIN][0]);
    if (!classes_differ(data))
        return data_fail(error,
                         "%s: all lines have the label '%.*s' (expected at least two labels)", path,
                         (int)first.size, first.at);
    if (!folder) dataset_carve(data, SPLIT_TRAIN, SPLIT_TEST, carved, options->seed);
    if (!files.path[SPLIT_VALID])
        dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, carved, options->seed);
    classes_settle(data);
    return true;
}

const struct data_set set_labelled = {
    .name = "labelled",
    .label = "labelled lines",
    .title =
        "your own lines of 'label TAB text': labelled:PATH (a file, or a folder with train, ...)",
    .source = "yours",
    .licence = "the licence of your text",
    .kind = DATA_CLASSES,
    .by_path = true,
    .open = open_labelled,
};
