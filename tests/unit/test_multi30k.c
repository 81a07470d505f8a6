/* SPDX-License-Identifier: MIT
 * Tests reading the Multi30k translation data set from files written by the test. */
#include "tests/unit/data_files.h"

static const char *const languages[] = {"de", "en"};

/* Writes 3 training lines, 1 validation line and 1 test line in both languages, into dir/base/tok
 * and dir/base/raw. */
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

FOLDER_TEST("Multi30k is read in both forms and directions")
{
    static const struct {
        const char *name, *first;
        bool tokenised;
    } cases[] = {{"multi30k", "train: de tok 0 | en tok 0 | en tok 0\n", true},
                 {"multi30k:raw", "train: de raw 0 | en raw 0 | en raw 0\n", false},
                 {"multi30k:en-de", "train: en tok 0 | de tok 0 | de tok 0\n", true},
                 {"multi30k:raw,en-de", "train: en raw 0 | de raw 0 | de raw 0\n", false}};
    for (int layout = 0; layout < 2; layout++) {
        write_multi30k(dir, layout ? "data/task1/" : "");
        for (size_t i = 0; i < LENGTH(cases); i++) {
            struct dataset data;
            DATA_HAS(cases[i].name, dir, "pairs bleu\n", "records 3 1 1 0\n", cases[i].first,
                     "train: two words | two words | two words\ntrain: three | three | three\n");
            opened(cases[i].name, &(struct data_options){.dir = dir}, &data);
            assert_int_equal(data.tokenised, cases[i].tokenised);
        }
        scratch_empty(dir);
    }
}

/* The files have their official names, in multi30k/ or in multi30k-tests/ next to it. */
FOLDER_TEST("Multi30k has further test sets")
{
    static const char *const names[][2] = {{"multi30k:tst2017", "test_2017_flickr"},
                                           {"multi30k:coco2017", "test_2017_mscoco"},
                                           {"multi30k:tst2018,en-de,raw", "test_2018_flickr"}};
    static const char *const places[] = {"multi30k", "multi30k-tests", "multi30k-tests/data/task1"};
    for (size_t place = 0; place < LENGTH(places); place++)
        for (size_t i = 0; i < LENGTH(names); i++) {
            bool raw = strstr(names[i][0], "raw");
            write_multi30k(dir, "");
            refused(names[i][0], dir, names[i][1], "datasets/fetch.sh multi30k-tests ", dir, NULL);
            for (int l = 0; l < 2; l++) {
                char *file = xformat("%s/%s/%s%s.%s", places[place], raw ? "raw" : "tok",
                                     names[i][1], raw ? "" : ".lc.norm.tok", languages[l]);
                char *text = xformat("%s %s\nb\n", languages[l], names[i][1]);
                scratch_text(dir, file, text);
                free(file), free(text);
            }
            char *source = xformat("test: %s %s |", languages[raw], names[i][1]);
            DATA_HAS(names[i][0], dir, "records 3 1 2 0\n", source, names[i][1]);
            DATA_HAS("multi30k", dir, "records 3 1 1 0\n", "notes: \n");
            free(source);
            scratch_empty(dir);
        }
}

FOLDER_TEST("error messages state what is wrong with Multi30k files")
{
    static const char de[] = "multi30k/tok/val.lc.norm.tok.de",
                      en[] = "multi30k/tok/val.lc.norm.tok.en";
    write_multi30k(dir, "");
    REFUSED(dir, {"multi30k:rwa", "unknown option 'rwa'|'raw' or 'tok', a direction|tst2018"},
            {"multi30k:tst2019", "unknown option 'tst2019'"},
            {"multi30k:de-de", "unknown option 'de-de'"},
            {"multi30k:d3-en", "unknown option 'd3-en'"},
            {"multi30k:raw,tok", "conflicting option 'tok'"},
            {"multi30k:tst2017,coco2017", "conflicting option 'coco2017'"},
            {"multi30k:en-de,raw,de-en", "conflicting option 'de-en'"},
            {"multi30k:raw,", "unknown option ''"},
            {"multi30k:fr-en", "train.lc.norm.tok.fr|No such file|datasets/fetch.sh multi30k "});
    scratch_text(dir, en, "a\nb\n");
    refused("multi30k", dir, "val.lc.norm.tok.de has 1 lines", "val.lc.norm.tok.en has 2", NULL);
    scratch_text(dir, de, "a\nb\n");
    scratch_text(dir, en, "a\n \t\r\n");
    refused("multi30k", dir, "val.lc.norm.tok.en:2: empty line (expected a sentence", NULL);
    scratch_text(dir, de, "\n");
    scratch_text(dir, en, "a\n");
    refused("multi30k", dir, "val.lc.norm.tok.de:1: empty line", NULL);
    scratch_text(dir, en, "");
    refused("multi30k", dir, "val.lc.norm.tok.en: is empty", NULL);
    scratch_text(dir, "multi30k/raw/train.en", "one\ntwo\nthr\xE9\n");
    refused("multi30k:raw", dir, "train.en:3: not UTF-8", "byte 11", "0xe9", NULL);
}

FOLDER_TEST("a truncated file is refused, unless only its last line is cut")
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
