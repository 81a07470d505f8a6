/* SPDX-License-Identifier: MIT
 * Reads CoLA, sentences with labels for linguistic acceptability (Warstadt et al. 2018). The files
 * have four tab-separated columns without header or quotes: source, label, the author's mark (not
 * used), sentence.
 *
 * Validation is the in-domain development part, and test is the out-of-domain development part,
 * because the labels of the official test sets are not public. GLUE has only the in-domain part. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

enum { COLUMNS = 4 };

static bool add_line(struct dataset *data, enum split split, const struct lines *lines,
                     struct string line, char **error)
{
    struct string column[COLUMNS];
    int count = 0;
    for (bool more = true; more; count++) {
        struct string field;
        more = field_cut(&line, '\t', &field);
        if (count < COLUMNS) column[count] = field;
    }
    if (count != COLUMNS)
        return lines_fail(lines, error, "%d columns separated by tabs (expected %d)", count,
                          COLUMNS);
    if (!string_is(column[1], "0") && !string_is(column[1], "1"))
        return lines_fail(lines, error, "invalid label '%.*s' in column 2 (expected 0 or 1)",
                          string_shown(column[1]), column[1].at);
    struct string text = string_strip(column[3]);
    if (!text.size) return lines_fail(lines, error, "the sentence in column 4 is empty");
    struct record *record = data_add(data, split);
    record->text = text;
    record->label = column[1].at[0] - '0';
    return true;
}

static bool add_file(struct dataset *data, enum split split, const char *dir, const char *name,
                     char **error)
{
    struct file file;
    struct string line;
    if (!file_read_utf8(data, data_format(data->store, "%s/%s", dir, name), &file, error))
        return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);)
        if (!add_line(data, split, &lines, line, error)) return false;
    return true;
}

static bool open_glue(const char *dir, const struct data_options *options, struct dataset *data,
                      char **error)
{
    if (!add_file(data, SPLIT_TRAIN, dir, "train.tsv", error) ||
        !add_file(data, SPLIT_TEST, dir, "dev.tsv", error))
        return false;
    data_note(data, "GLUE format: the dev part is used as test split, because GLUE's test labels "
                    "are not public.");
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

static bool open_cola(const char *arguments, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    static const char *const names[] = {"unacceptable", "acceptable"};
    bool tokenized = false;
    const struct argument list[] = {{.name = "tokenized", .flag = &tokenized}};
    struct data_store *store = data->store;
    data->metric = "matthews";
    data->classes = 2;
    data->class_names = names;
    if (!arguments_read("cola", arguments, list, 1, error)) return false;
    if (!tokenized && file_exists(data_format(store, "%s/train.tsv", dir)))
        return open_glue(dir, options, data, error);
    dir = official_folder(store, dir, "cola_public");
    dir = data_format(store, "%s/%s", dir, tokenized ? "tokenized" : "raw");
    data_note(data,
              "Validation is CoLA's in-domain development part, test is the out-of-domain part.");
    return add_file(data, SPLIT_TRAIN, dir, "in_domain_train.tsv", error) &&
           add_file(data, SPLIT_VALID, dir, "in_domain_dev.tsv", error) &&
           add_file(data, SPLIT_TEST, dir, "out_of_domain_dev.tsv", error);
}

const struct data_set set_cola = {
    .name = "cola",
    .label = "CoLA",
    .title = "9,594 sentences labelled as acceptable or not; option tokenized",
    .source = "https://nyu-mll.github.io/CoLA/",
    .licence = "fair use, research",
    .kind = DATA_CLASSES,
    .open = open_cola,
};
