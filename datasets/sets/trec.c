/* SPDX-License-Identifier: MIT
 * Reads TREC questions (Li and Roth 2002): one line "COARSE:fine token token ... ?" per question.
 */
#include "datasets/arguments.h"
#include "datasets/class_labels.h"
#include "datasets/data_select.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

static bool add_file(struct dataset *data, enum split split, const char *path, bool fine,
                     char **error)
{
    struct file file;
    struct string line;
    if (!path || !official_text(data, path, &file, error)) return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        struct string text = line, fine_label, coarse_label;
        bool parted = field_cut(&text, ' ', &fine_label);
        struct string rest = fine_label;
        if (!parted || !field_cut(&rest, ':', &coarse_label) || !coarse_label.size || !rest.size)
            return lines_fail(
                &lines, error,
                "invalid label '%.*s' (expected COARSE:fine, a space and the question)",
                string_shown(fine_label), fine_label.at);
        text = string_strip(text);
        if (!text.size) return lines_fail(&lines, error, "no question after the label");
        struct record *record = data_add(data, split);
        record->text = text;
        class_is(data, record, fine ? fine_label : coarse_label);
    }
    return true;
}

static bool open_trec(const char *arguments, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    static const char *const train[] = {"TREC.train", "train_5500.label", NULL};
    static const char *const test[] = {"TREC.test", "TREC_10.label", NULL};
    bool fine = false;
    const struct argument list[] = {{.name = "fine", .flag = &fine}};
    struct data_store *store = data->store;
    data->metric = "accuracy";
    if (!arguments_read("trec", arguments, list, 1, error) ||
        !add_file(data, SPLIT_TRAIN, official_file(store, dir, train, error), fine, error) ||
        !add_file(data, SPLIT_TEST, official_file(store, dir, test, error), fine, error))
        return false;
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    classes_settle(data);
    return true;
}

const struct data_set set_trec = {
    .name = "trec",
    .label = "TREC",
    .title = "5,952 questions with 6 classes of answers (50 with :fine)",
    .source = "https://cogcomp.seas.upenn.edu/Data/QA/QC/",
    .licence = "no licence stated; for research",
    .kind = DATA_CLASSES,
    .open = open_trec,
};
