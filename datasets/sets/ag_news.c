/* SPDX-License-Identifier: MIT
 * Reads AG News (Zhang et al. 2015). Each record is one line "class","title","description".
 *
 * All fields are quoted; quotes inside a field are doubled. Fields contain no line breaks. A
 * backslash replaces a line break of the source and is read as a space ("second\team" is two
 * words). Title and description are joined into one text. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

/* Removes a quoted field and the following comma from the start of the line. Returns NULL on
 * success, otherwise the error. */
static const char *field_take(struct string *line, char *out, struct string *field, bool *more)
{
    size_t i = 1, size = 0;
    if (!line->size || line->at[0] != '"') return "a field does not begin with a quote";
    for (; i < line->size; i++) {
        if (line->at[i] == '"' && (i + 1 == line->size || line->at[i + 1] != '"')) break;
        i += line->at[i] == '"';
        out[size++] = line->at[i] == '\\' ? ' ' : line->at[i];
    }
    if (i >= line->size) return "a field has no closing quote";
    *field = (struct string){out, size};
    *more = i + 1 < line->size;
    if (*more && line->at[i + 1] != ',') return "no comma after a closing quote";
    i += 1 + *more;
    *line = (struct string){line->at + i, line->size - i};
    return NULL;
}

/* Joins the fields after the class, separated by spaces. Returns NULL on success, otherwise the
 * error. */
static const char *text_take(struct data_store *store, struct string line, bool more,
                             struct string *text)
{
    char *out = data_alloc(store, line.size + 1, 1);
    size_t size = 0;
    while (more) {
        struct string field;
        const char *wrong = field_take(&line, out + size, &field, &more);
        if (wrong) return wrong;
        size += field.size;
        if (more) out[size++] = ' ';
    }
    *text = string_strip((struct string){out, size});
    return text->size ? NULL : "no text after the class";
}

static bool add_line(struct dataset *data, enum split split, const struct lines *lines,
                     struct string line, char **error)
{
    char digits[16];
    struct string class = {0}, text;
    bool more = false;
    long number = 0;
    if (line.size < 2 || line.at[0] != '"')
        return lines_fail(lines, error,
                          "invalid line (expected \"class\",\"title\",\"description\")");
    struct string head = {line.at, line.size < sizeof digits ? line.size : sizeof digits};
    if (field_take(&head, digits, &class, &more) ||
        !string_number(class, 1, data->classes, &number))
        return lines_fail(lines, error, "invalid class (expected \"1\" to \"%d\")", data->classes);
    size_t used = (size_t)(head.at - line.at);
    line = (struct string){line.at + used, line.size - used};
    const char *wrong = text_take(data->store, line, more, &text);
    if (wrong) return lines_fail(lines, error, "%s", wrong);
    struct record *record = data_add(data, split);
    record->text = text;
    record->label = (int)number - 1;
    return true;
}

static bool add_file(struct dataset *data, enum split split, const char *path, char **error)
{
    struct file file;
    struct string line;
    if (!file_read_utf8(data, path, &file, error)) return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);)
        if (!add_line(data, split, &lines, line, error)) return false;
    return true;
}

static bool classes_read(struct dataset *data, const char *path, char **error)
{
    struct file file;
    struct string line;
    int room = 0;
    if (!file_read_utf8(data, path, &file, error)) return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) room++;
    const char **names = data_alloc(data->store, (size_t)room, sizeof *names);
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        line = string_strip(line);
        if (line.size)
            names[data->classes++] = data_format(data->store, "%.*s", (int)line.size, line.at);
    }
    data->class_names = names;
    return data->classes > 1 || file_fail(&file, error, "empty line (expected a class name)");
}

static bool open_ag_news(const char *arguments, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    struct data_store *store = data->store;
    data->metric = "accuracy";
    if (!arguments_read("ag_news", arguments, NULL, 0, error)) return false;
    dir = official_folder(store, dir, "ag_news_csv");
    const char *train = data_format(store, "%s/train.csv", dir);
    const char *test = data_format(store, "%s/test.csv", dir);
    if (!classes_read(data, data_format(store, "%s/classes.txt", dir), error)) return false;
    if (file_exists(train)) {
        if (!add_file(data, SPLIT_TRAIN, train, error) || !add_file(data, SPLIT_TEST, test, error))
            return false;
    } else {
        if (!add_file(data, SPLIT_TRAIN, test, error)) return false;
        data_note(data, "There is no train.csv: all records are from test.csv, so results are not "
                        "comparable with published ones.");
        dataset_carve(data, SPLIT_TRAIN, SPLIT_TEST, 0.1, options->seed);
    }
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

const struct data_set set_ag_news = {
    .name = "ag_news",
    .label = "AG News",
    .title = "127,600 news summaries of 4 topics",
    .source = "https://github.com/mhjabreel/CharCnn_Keras/tree/master/data/ag_news_csv",
    .licence = "non-commercial research",
    .kind = DATA_CLASSES,
    .open = open_ag_news,
};
