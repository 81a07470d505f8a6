/* SPDX-License-Identifier: MIT
 * Reads MR, the sentence polarity data set v1.0 (Pang and Lee 2005). There is one sentence per line
 * and one file per class.
 *
 * There is no official split. With mr:fold=K, line i of each file (counted from 1) is used for test
 * if i % 10 == K. Without the option fold, a random tenth is used for test. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

enum { FOLDS = 10 };

static bool add_file(struct dataset *data, const char *path, int label, int fold, char **error)
{
    struct file file;
    struct string line;
    if (!path || !official_text(data, path, &file, error)) return false;
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        struct string text = string_strip(line);
        if (!text.size) return lines_fail(&lines, error, "is empty (expected a sentence)");
        bool test = lines.number % FOLDS == fold;
        struct record *record = data_add(data, test ? SPLIT_TEST : SPLIT_TRAIN);
        record->text = text;
        record->label = label;
    }
    return true;
}

static bool open_mr(const char *arguments, const char *dir, const struct data_options *options,
                    struct dataset *data, char **error)
{
    static const char *const names[] = {"negative", "positive"};
    static const char *const negative[] = {"rt-polarity.neg", "sentence_polarity/rt-polarity.neg",
                                           "rt-polaritydata/rt-polarity.neg", NULL};
    static const char *const positive[] = {"rt-polarity.pos", "sentence_polarity/rt-polarity.pos",
                                           "rt-polaritydata/rt-polarity.pos", NULL};
    int fold = -1; /* -1 if the user gave no fold */
    const struct argument list[] = {
        {.name = "fold", .number = &fold, .least = 0, .most = FOLDS - 1}};
    data->metric = "accuracy";
    data->classes = 2;
    data->class_names = names;
    if (!arguments_read("mr", arguments, list, 1, error) ||
        !add_file(data, official_file(data->store, dir, negative, error), 0, fold, error) ||
        !add_file(data, official_file(data->store, dir, positive, error), 1, fold, error))
        return false;
    if (fold < 0)
        dataset_carve(data, SPLIT_TRAIN, SPLIT_TEST, 1.0 / FOLDS, options->seed);
    else
        data_note(data, "The test part is fold %d: the lines whose number modulo %d is %d.", fold,
                  FOLDS, fold);
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

const struct data_set set_mr = {
    .name = "mr",
    .label = "MR",
    .title = "10,662 negative or positive sentences from film reviews; options fold=0 to fold=9",
    .source = "http://www.cs.cornell.edu/people/pabo/movie-review-data/",
    .licence = "CC BY 4.0",
    .kind = DATA_CLASSES,
    .open = open_mr,
};
