/* SPDX-License-Identifier: MIT
 * Multi30k: files made by the test, and the real ones. */
#include "tests/unit/test.h"
#include "data_files.h"

static const char *const languages[] = {"de", "en"};

/* train: 3 lines, val and test: 1, in both languages, in dir/base/tok and dir/base/raw. */
static void write_multi30k(const char *dir, const char *base)
{
    static const char *const stems[] = {"train", "val", "test_2016_flickr"};
    static const char *const forms[][2] = {{"tok", ".lc.norm.tok"}, {"raw", ""}};
    for (int form = 0; form < 2; form++)
        for (int split = 0; split < 3; split++)
            for (int l = 0; l < 2; l++) {
                char *name = xformat("multi30k/%s%s/%s%s.%s", base, forms[form][0], stems[split],
                                     forms[form][1], languages[l]);
                char *text = xformat(split ? "%s %s %d\n" : "%s %s %d\n  two \t words  \nthree\n",
                                     languages[l], forms[form][0], split);
                scratch_text(dir, name, text);
                free(name), free(text);
            }
}

FOLDER_TEST("multi30k reads both forms and directions")
{
    static const struct {
        const char *name, *source, *target;
    } cases[] = {{"multi30k", "de tok 0", "en tok 0"},
                 {"multi30k:raw", "de raw 0", "en raw 0"},
                 {"multi30k:en-de", "en tok 0", "de tok 0"},
                 {"multi30k:raw,en-de", "en raw 0", "de raw 0"}};
    for (int layout = 0; layout < 2; layout++) {
        write_multi30k(dir, layout ? "data/task1/" : "");
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct dataset data;
            opened(cases[i].name, &(struct data_options){.dir = dir}, &data);
            const struct record *first = data.records[SPLIT_TRAIN];
            assert_int_equal(data.kind, DATA_PAIRS);
            assert_int_equal(data.tokenised, !strstr(cases[i].name, "raw"));
            assert_int_equal(data.count[SPLIT_TRAIN], 3);
            assert_int_equal(data.count[SPLIT_VALID], 1);
            assert_int_equal(data.count[SPLIT_TEST], 1);
            assert_true(text_is(first->text, cases[i].source));
            assert_true(text_is(first->second, cases[i].target));
            assert_int_equal(first->reference_count, 1);
            assert_true(text_is(first->references[0], cases[i].target));
            assert_true(text_is(first[1].text, "two words"));
            assert_true(text_is(first[2].second, "three"));
            dataset_close(&data);
        }
        scratch_empty(dir);
    }
}

/* Each option reads the files of its official name, from the set's folder or the one beside. */
FOLDER_TEST("multi30k has other tests")
{
    static const char *const names[][2] = {{"multi30k:tst2017", "test_2017_flickr"},
                                           {"multi30k:coco2017", "test_2017_mscoco"},
                                           {"multi30k:tst2018,en-de,raw", "test_2018_flickr"}};
    static const char *const places[] = {"multi30k", "multi30k-tests", "multi30k-tests/data/task1"};
    for (size_t place = 0; place < sizeof places / sizeof *places; place++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            bool raw = strstr(names[i][0], "raw");
            struct dataset data;
            write_multi30k(dir, "");
            refused(names[i][0], dir, names[i][1], "datasets/fetch.sh multi30k-tests ", dir, NULL);
            for (int l = 0; l < 2; l++) {
                char *file = xformat("%s/%s/%s%s.%s", places[place], raw ? "raw" : "tok",
                                     names[i][1], raw ? "" : ".lc.norm.tok", languages[l]);
                char *text = xformat("%s %s\nb\n", languages[l], names[i][1]);
                scratch_text(dir, file, text);
                free(file), free(text);
            }
            opened(names[i][0], &(struct data_options){.dir = dir}, &data);
            assert_int_equal(data.count[SPLIT_TRAIN], 3);
            assert_int_equal(data.count[SPLIT_TEST], 2);
            char *source = xformat("%s %s", languages[raw], names[i][1]);
            assert_true(text_is(data.records[SPLIT_TEST]->text, source));
            assert_non_null(strstr(data.notes, names[i][1]));
            free(source);
            dataset_close(&data);
            opened("multi30k", &(struct data_options){.dir = dir}, &data);
            assert_int_equal(data.count[SPLIT_TEST], 1);
            assert_string_equal(data.notes, "");
            dataset_close(&data);
            scratch_empty(dir);
        }
}

FOLDER_TEST("multi30k faults are named")
{
    write_multi30k(dir, "");
    refused("multi30k:rwa", dir, "unknown option 'rwa'", "raw or tok, a direction", "tst2018",
            NULL);
    refused("multi30k:tst2019", dir, "unknown option 'tst2019'", NULL);
    refused("multi30k:de-de", dir, "unknown option 'de-de'", NULL);
    refused("multi30k:d3-en", dir, "unknown option 'd3-en'", NULL);
    refused("multi30k:raw,tok", dir, "second option of its kind 'tok'", NULL);
    refused("multi30k:tst2017,coco2017", dir, "second option of its kind 'coco2017'", NULL);
    refused("multi30k:en-de,raw,de-en", dir, "second option of its kind 'de-en'", NULL);
    refused("multi30k:raw,", dir, "unknown option ''", NULL);
    refused("multi30k:fr-en", dir, "train.lc.norm.tok.fr", "No such file",
            "datasets/fetch.sh multi30k ", NULL);
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.en", "a\nb\n");
    refused("multi30k", dir, "val.lc.norm.tok.de has 1 lines", "val.lc.norm.tok.en has 2", NULL);
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.de", "a\nb\n");
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.en", "a\n \t\r\n");
    refused("multi30k", dir, "val.lc.norm.tok.en:2: empty line (expected a sentence", NULL);
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.de", "\n");
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.en", "a\n");
    refused("multi30k", dir, "val.lc.norm.tok.de:1: empty line", NULL);
    scratch_text(dir, "multi30k/tok/val.lc.norm.tok.en", "");
    refused("multi30k", dir, "val.lc.norm.tok.en: is empty", NULL);
    scratch_text(dir, "multi30k/raw/train.en",
                 "one\ntwo\nthr\xE9"
                 "e\n");
    refused("multi30k:raw", dir, "train.en:3: not UTF-8", "byte 11", "0xe9", NULL);
}

/* A file cut anywhere: an error, but where only the last line is shorter; then a note says so. */
FOLDER_TEST("cut files never lose pairs")
{
    char text[400];
    static const char last[] = "line 19 of \xC3\xA4\n";
    size_t size = 0;
    for (int i = 0; i < 20; i++) size += (size_t)sprintf(text + size, "line %d of \xC3\xA4\n", i);
    write_multi30k(dir, "");
    scratch_bytes(dir, "multi30k/tok/train.lc.norm.tok.de", text, size);
    for (size_t cut = 0; cut <= size; cut++) {
        struct dataset data;
        char *error = NULL;
        bool in_last = cut + strlen(last) > size, in_letter = cut + 2 == size;
        scratch_bytes(dir, "multi30k/tok/train.lc.norm.tok.en", text, cut);
        bool good = dataset_open("multi30k", &(struct data_options){.dir = dir}, &data, &error);
        assert_int_equal(good, in_last && !in_letter);
        if (good) {
            assert_int_equal(data.count[SPLIT_TRAIN], 20);
            assert_int_equal(strstr(data.notes, "has no line end") != NULL, cut < size);
            dataset_close(&data);
        } else
            assert_non_null(strstr(error, "train.lc.norm.tok.en"));
        free(error);
    }
}

TEST("multi30k has the published counts")
{
    const char *dir = real_data_or_skip("multi30k/tok/train.lc.norm.tok.de");
    static const char *const names[] = {"multi30k", "multi30k:raw", "multi30k:en-de"};
    for (int i = 0; i < 3; i++) {
        struct dataset data;
        opened(names[i], &(struct data_options){.dir = dir}, &data);
        assert_int_equal(data.count[SPLIT_TRAIN], 29000);
        assert_int_equal(data.count[SPLIT_VALID], 1014);
        assert_int_equal(data.count[SPLIT_TEST], 1000);
        if (i == 0) assert_int_equal(words_in_split(&data, SPLIT_TEST, false), 12103);
        if (i == 2) assert_int_equal(words_in_split(&data, SPLIT_TEST, true), 12103);
        dataset_close(&data);
    }
}
