/* SPDX-License-Identifier: MIT
 * Reads a user's labelled lines: labelled:PATH contains UTF-8 lines "label TAB text", or CSV lines
 * below the header "label,text". CSV fields may be quoted, but contain no line end.
 *
 * If PATH is a file, a random tenth is used for test, and a tenth of the rest for validation. If
 * PATH is a folder, its files are named train, valid and test, with any suffix after the first dot.
 * If valid is missing, it is drawn from train; if test is missing, it stays empty. Classes are the
 * labels of the training split, sorted. */
#include "datasets/class_labels.h"
#include "datasets/data_select.h"
#include "datasets/formats/fields.h"
#include "datasets/formats/file.h"
#include "datasets/formats/split_files.h"

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

/* Moves a CSV field from the start of a line to *field. Returns NULL on success, otherwise the
 * error. */
static const char *take_field(struct data_store *store, struct string *line, struct string *field)
{
    bool quoted = line->size && line->at[0] == '"';
    char *out = data_alloc(store, line->size + 1, 1);
    size_t i = quoted, size = 0;
    for (; i < line->size && line->at[i] != (quoted ? '"' : ','); out[size++] = line->at[i++])
        continue;
    while (quoted && i + 1 < line->size && line->at[i + 1] == '"') { /* "" is a quote */
        out[size++] = '"';
        for (i += 2; i < line->size && line->at[i] != '"'; i++) out[size++] = line->at[i];
    }
    if (quoted && i++ >= line->size) return "no closing quote";
    if (i < line->size && line->at[i] != ',') return "no comma after a closing quote";
    *field = string_strip((struct string){out, size});
    *line = string_from(*line, i < line->size ? i + 1 : i);
    return NULL;
}

static const char *take_csv(struct data_store *store, struct string line, struct string *label,
                            struct string *text)
{
    const char *wrong = take_field(store, &line, label);
    if (!wrong) wrong = take_field(store, &line, text);
    if (wrong) return wrong;
    if (line.size) return "more than two fields (quote a text that contains commas)";
    return !label->size ? "no label" : !text->size ? "no text" : NULL;
}

static bool add_file(struct dataset *data, enum split split, const char *path, char **error)
{
    struct file file;
    struct string line, label, text;
    bool csv = false;
    if (!file_read_utf8(data, path, &file, error)) return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        if (lines.number == 1 && (csv = string_is(line, "label,text"))) continue;
        const char *wrong =
            csv ? take_csv(data->store, line, &label, &text) : take_line(line, &label, &text);
        if (wrong)
            return lines_fail(&lines, error, "%s in '%.*s' (expected a label, a %s and a text)",
                              wrong, string_shown(line), line.at, csv ? "comma" : "tab");
        struct record *record = data_add(data, split);
        record->text = text;
        class_is(data, record, label);
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
        "your own lines, 'label TAB text': labelled:PATH (a file, or a folder with train, ...)",
    .source = "yours",
    .licence = "the licence of your text",
    .kind = DATA_CLASSES,
    .by_path = true,
    .open = open_labelled,
};
