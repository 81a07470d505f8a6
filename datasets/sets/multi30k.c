/* SPDX-License-Identifier: MIT
 * Reads task 1 of Multi30k (Elliott et al. 2016, arXiv 1605.00459): image captions in de, en, fr
 * and cs. There are 29,000 training pairs, 1,014 validation pairs and one test set.
 *
 * Options, separated by commas:
 *   tok or raw: tokenised or original text [default: tok];
 *   a direction [default: de-en];
 *   the test set: tst2016, tst2017, coco2017 (captions of MSCOCO) or tst2018 [default: tst2016].
 *
 * Tokenised text is lower-cased, normalised and tokenised with Moses; escapes like &apos; are kept.
 * The folders raw and tok are in the set's folder or in its subfolder data/task1. The test sets
 * after 2016 may also be in multi30k-tests (datasets/fetch.sh multi30k-tests). */
#include "datasets/arguments.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/parallel.h"
#include "datasets/formats/strings.h"

#include <string.h>

#define TESTS "multi30k-tests"

static const struct test_set {
    const char *option, *stem; /* option that selects a test set, and prefix of its file names */
} tests[] = {{"tst2016", "test_2016_flickr"},
             {"tst2017", "test_2017_flickr"},
             {"coco2017", "test_2017_mscoco"},
             {"tst2018", "test_2018_flickr"}};
enum { TEST_SETS = sizeof tests / sizeof *tests };

struct choice {
    bool raw;
    struct direction direction;
    const struct test_set *test;
};

enum option_kind { NOTHING, FORM, TEST = 2, DIRECTION = 4 };

static unsigned read_word(struct string word, void *into)
{
    struct choice *choice = into;
    choice->raw |= string_is(word, "raw");
    if (string_is(word, "raw") || string_is(word, "tok")) return FORM;
    for (int i = 0; i < TEST_SETS; i++)
        if (string_is(word, tests[i].option)) return choice->test = &tests[i], TEST;
    return direction_read(word, &choice->direction) ? DIRECTION : NOTHING;
}

static bool read_choice(const char *options, struct choice *choice, char **error)
{
    *choice = (struct choice){.test = &tests[0]};
    direction_read(string_of("de-en"), &choice->direction);
    return words_read("multi30k", options, read_word, choice,
                      "'raw' or 'tok', a direction such as de-en, and a test set: tst2016, "
                      "tst2017, coco2017 or tst2018",
                      error);
}

static const char *path_of(struct data_store *store, const char *dir, bool raw, const char *stem,
                           struct string language)
{
    return data_format(store, "%s/%s/%s%s.%.*s", dir, raw ? "raw" : "tok", stem,
                       raw ? "" : ".lc.norm.tok", (int)language.size, language.at);
}

static bool read_pair(struct dataset *data, enum split split, const char *dir,
                      const struct choice *choice, const char *stem, char **error)
{
    const struct direction *d = &choice->direction;
    return parallel_read(data, split, path_of(data->store, dir, choice->raw, stem, d->source),
                         path_of(data->store, dir, choice->raw, stem, d->target), error);
}

static const char *inner_folder(struct data_store *store, const char *dir)
{
    const char *task = data_format(store, "%s/data/task1", dir);
    return is_folder(task) ? task : dir;
}

/* Reads a test set other than tst2016, which may be in a separate folder. */
static bool read_other_test(struct dataset *data, const char *dir, const struct choice *choice,
                            char **error)
{
    struct data_store *store = data->store;
    const char *own = inner_folder(store, dir),
               *other = inner_folder(store, data_format(store, "%s-tests", dir));
    struct string source = choice->direction.source;
    const char *file = path_of(store, own, choice->raw, choice->test->stem, source);
    data_note(data, "Test set %s.", choice->test->stem);
    if (file_exists(file))
        return read_pair(data, SPLIT_TEST, own, choice, choice->test->stem, error);
    if (file_exists(path_of(store, other, choice->raw, choice->test->stem, source)))
        return read_pair(data, SPLIT_TEST, other, choice, choice->test->stem, error);
    int length = (int)(strlen(dir) - strlen("/multi30k"));
    return data_fail(error,
                     "multi30k: %s is missing, and is not in folder " TESTS
                     "; fetch the other test sets with `datasets/fetch.sh " TESTS " %.*s`",
                     file, length, dir);
}

static bool open_multi30k(const char *words, const char *dir, const struct data_options *options,
                          struct dataset *data, char **error)
{
    (void)options;
    struct choice choice;
    data->metric = "bleu";
    if (!read_choice(words, &choice, error)) return false;
    data->tokenised = !choice.raw; /* tokens such as &apos; must not be split by BLEU's 13a rule */
    const char *inner = inner_folder(data->store, dir);
    if (!read_pair(data, SPLIT_TRAIN, inner, &choice, "train", error) ||
        !read_pair(data, SPLIT_VALID, inner, &choice, "val", error))
        return false;
    if (choice.test != &tests[0]) return read_other_test(data, dir, &choice, error);
    return read_pair(data, SPLIT_TEST, inner, &choice, choice.test->stem, error);
}

const struct data_set set_multi30k = {
    .name = "multi30k",
    .label = "Multi30k",
    .title = "image captions, German to English; options tok, raw, en-de, tst2017, ...",
    .source = "https://github.com/multi30k/dataset",
    .licence = "no licence stated; for research",
    .kind = DATA_PAIRS,
    .open = open_multi30k,
};
