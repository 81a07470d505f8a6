/* SPDX-License-Identifier: MIT
 * Multi30k, task 1 (Elliott et al. 2016, arXiv 1605.00459): captions of pictures in de, en, fr, cs;
 * 29,000 / 1,014 pairs and the test set of 2016.
 *
 * Options, joined by a comma: "tok" (default: lower-cased, normalised and tokenised with Moses,
 * whose escapes like &apos; stay) or "raw"; a direction, "de-en" by default. The folders raw and
 * tok lie in the set's folder or, as in the official repository, in data/task1. */
#include "datasets/formats/folder.h"
#include "datasets/formats/parallel.h"
#include "datasets/formats/strings.h"

static const char *const stems[SPLITS] = {"train", "val", "test_2016_flickr"};

struct choice {
    bool raw;
    struct direction direction;
};

static bool read_choice(const char *options, struct choice *choice, char **error)
{
    struct string rest = string_of(options), word;
    direction_read(string_of("de-en"), &choice->direction);
    choice->raw = false;
    while (string_cut(&rest, ',', &word)) {
        if (string_is(word, "raw") || string_is(word, "tok"))
            choice->raw = string_is(word, "raw");
        else if (!direction_read(word, &choice->direction))
            return data_fail(error,
                             "multi30k: unknown option '%.*s'; expected raw, tok or a direction "
                             "like de-en",
                             (int)word.size, word.at);
    }
    return true;
}

static const char *path_of(struct data_store *store, const char *dir, bool raw, enum split split,
                           struct string language)
{
    return data_format(store, "%s/%s/%s%s.%.*s", dir, raw ? "raw" : "tok", stems[split],
                       raw ? "" : ".lc.norm.tok", (int)language.size, language.at);
}

static bool open_multi30k(const char *words, const char *dir, const struct data_options *options,
                          struct dataset *data, char **error)
{
    (void)options;
    struct choice choice;
    data->metric = "bleu";
    if (!read_choice(words, &choice, error)) return false;
    const char *task = data_format(data->store, "%s/data/task1", dir);
    if (is_folder(task)) dir = task;
    for (enum split split = 0; split < SPLITS; split++) {
        const char *source = path_of(data->store, dir, choice.raw, split, choice.direction.source);
        const char *target = path_of(data->store, dir, choice.raw, split, choice.direction.target);
        if (!parallel_read(data, split, source, target, error)) return false;
    }
    return true;
}

const struct data_set set_multi30k = {
    .name = "multi30k",
    .title = "captions of pictures, German to English; options tok, raw, en-de, ...",
    .source = "https://github.com/multi30k/dataset",
    .licence = "none stated; research",
    .kind = DATA_PAIRS,
    .words = {12, 13},
    .open = open_multi30k,
};
