/* SPDX-License-Identifier: MIT
 * Reads WikiText-2 and WikiText-103 (Merity et al. 2016, arXiv 1609.07843). There is one paragraph
 * per line, with tokens separated by spaces. With the tokenizer "words", which ends each line with
 * TOKEN_END (<eos>), validation and test have the published 217,646 and 245,569 tokens.
 * By default, the word-level files are read. The option "raw" reads the files without <unk>
 * instead. The option "smoke" trains on the test split, for trials without the training file; its
 * results are not comparable with published ones. */
#include "datasets/formats/file.h"
#include "datasets/formats/language.h"
#include "datasets/formats/strings.h"

/* possible names of a split's file, tried in this order: [before]train[after] */
struct form {
    const char *before, *after;
};
static const struct form forms[] = {{"wiki.", ".tokens"}, {"", ".txt"}, {0}};
static const struct form raw_forms[] = {{"wiki.", ".raw"}, {0}};

static bool missing(const struct dataset *data, const struct form *first, const char *dir,
                    enum split split, char **error)
{
    data_mark_missing(data->store);
    return data_fail(error, "%s: no %s%s%s in %s%s", data->name, first->before, split_names[split],
                     first->after, dir,
                     split == SPLIT_TRAIN && first == forms
                         ? "; the option smoke trains on the test part, for trials only"
                         : "");
}

static bool add(struct dataset *data, bool raw, const char *dir, const struct data_options *options,
                enum split file, enum split split, char **error)
{
    const struct form *first = raw ? raw_forms : forms, *form = first;
    const char *path = NULL;
    struct string text;
    for (; form->before; form++) {
        path = data_format(data->store, "%s/%s%s%s", dir, form->before, split_names[file],
                           form->after);
        if (file_exists(path)) break;
    }
    if (!form->before) return missing(data, first, dir, file, error);
    if (!language_read(data, options, path, &text, error)) return false;
    language_add(data, split, text);
    return true;
}

static bool open_wikitext(const char *option, const char *dir, const struct data_options *options,
                          struct dataset *data, char **error)
{
    struct string word = string_of(option);
    bool raw = string_is(word, "raw"), smoke = string_is(word, "smoke");
    data->metric = "perplexity";
    if (*option && !raw && !smoke)
        return data_fail(error, "%s: unknown option '%s' (expected raw or smoke)", data->name,
                         option);
    if (smoke)
        data_note(data, "The test part was used for training, so results are not comparable with "
                        "published ones.");
    enum split train = smoke ? SPLIT_TEST : SPLIT_TRAIN;
    return add(data, raw, dir, options, train, SPLIT_TRAIN, error) &&
           add(data, raw, dir, options, SPLIT_VALID, SPLIT_VALID, error) &&
           (smoke || add(data, raw, dir, options, SPLIT_TEST, SPLIT_TEST, error));
}

const struct data_set set_wikitext_2 = {
    .name = "wikitext-2",
    .label = "WikiText-2",
    .said = "smoke: its test part",
    .title = "Wikipedia articles, 2 million words; options raw, smoke",
    .source = "https://wikitext.smerity.com/wikitext-2-v1.zip",
    .licence = "CC BY-SA 3.0",
    .kind = DATA_LANGUAGE,
    .apart = "raw",
    .open = open_wikitext,
};

const struct data_set set_wikitext_103 = {
    .name = "wikitext-103",
    .label = "WikiText-103",
    .title = "Wikipedia articles, 103 million words; option raw",
    .source = "https://wikitext.smerity.com/wikitext-103-v1.zip",
    .licence = "CC BY-SA 3.0",
    .kind = DATA_LANGUAGE,
    .apart = "raw",
    .open = open_wikitext,
};
