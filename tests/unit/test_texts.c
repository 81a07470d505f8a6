/* SPDX-License-Identifier: MIT
 * Tests data sets that consist of a folder of texts: which part of a file is read, and splits of
 * whole files. */
#include "tests/unit/data_files.h"
#include "base/gzip.h"
#include "models/tasks/windows.h"
#include "models/task.h"

/* Writes the files wNN.txt. Each file has two lines that contain its number. */
static void write_works(const char *dir, int count)
{
    for (int i = 0; i < count; i++) {
        char *name = formatted("w%02d.txt", i),
             *text = formatted("work %02d\nits end %02d\n", i, i);
        scratch_text(dir, name, text);
    }
}

/* Returns the number that a record's text contains. Checks that the record contains the whole text.
 */
static int work_of(struct string text)
{
    int number = (text.at[5] - '0') * 10 + text.at[6] - '0';
    char *whole = formatted("work %02d\nits end %02d\n", number, number);
    assert_true(text_is(text, whole));
    return number;
}

FOLDER_TEST("a split consists of whole files")
{
    char *name = formatted("texts:%s", dir);
    struct dataset data, held;
    write_works(dir, 20);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_null(strstr(data.notes, "were ignored"));
    scratch_text(dir, "LICENCE", "not read");
    scratch_text(dir, "more.txt/inside.txt", "nor is this\n");
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.kind, DATA_LANGUAGE);
    assert_int_equal(data.count[SPLIT_TRAIN], 16);
    assert_int_equal(data.count[SPLIT_VALID], 2);
    assert_int_equal(data.count[SPLIT_TEST], 2);
    bool seen[20] = {false};
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            int number = work_of(data.records[s][i].text);
            assert_false(seen[number]);
            seen[number] = true;
        }
    char *valid = formatted("valid: w%02d, w%02d.", work_of(data.records[SPLIT_VALID][0].text),
                            work_of(data.records[SPLIT_VALID][1].text));
    if (!strstr(data.notes, valid)) fail_msg("expected '%s' in '%s'", valid, data.notes);
    assert_non_null(strstr(data.notes, "2 entries of the folder are not .txt files"));
    opened(name, &(struct data_options){.seed = 1, .held_out = true}, &held);
    assert_int_equal(held.count[SPLIT_VALID], 1);
    assert_int_equal(held.count[SPLIT_HELD_OUT], 1);
    assert_int_equal(
        work_of(held.records[SPLIT_VALID][0].text) + work_of(held.records[SPLIT_HELD_OUT][0].text),
        work_of(data.records[SPLIT_VALID][0].text) + work_of(data.records[SPLIT_VALID][1].text));
    assert_true(held.hash == data.hash);
}

/* Texts are drawn at random, because texts by one author often have neighbouring file names. */
FOLDER_TEST("a limit selects whole texts")
{
    char *name = formatted("texts:%s", dir);
    struct dataset data;
    write_works(dir, 40);
    opened(name, &(struct data_options){.seed = 1, .limit = {8, 0, 0}}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 8);
    assert_true(work_of(data.records[SPLIT_TRAIN][7].text) > 12);
    assert_non_null(strstr(data.notes, "8 of 32 records of train are used, chosen by seed"));
}

FOLDER_TEST("CR LF, byte order marks and missing last line ends are normalised")
{
    char *name = formatted("texts:%s", dir), out[64];
    static const struct {
        const char *file, *text, *read;
    } works[] = {{"a.txt", "\xEF\xBB\xBFone\r\ntwo\r\n", "one\ntwo\n"},
                 {"b.txt", "no end", "no end\n"},
                 {"c.txt", "\r\r\nx\ry\n\r", "\r\nx\ry\n\r\n"}};
    struct dataset data;
    for (int i = 0; i < 3; i++) scratch_text(dir, works[i].file, works[i].text);
    opened(name, &(struct data_options){.seed = 1}, &data);
    for (int s = 0; s < GIVEN_SPLITS; s++) {
        assert_int_equal(data.count[s], 1);
        size_t size = joined(&data, s, out), found = 0;
        for (int i = 0; i < 3; i++) found += text_is((struct string){out, size}, works[i].read);
        if (found != 1) fail_msg("%s is '%.*s'", split_names[s], (int)size, out);
    }
    assert_non_null(strstr(data.notes, "CR LF was read as LF."));
}

/* A text that is read twice could end up in both the training and the test split. */
FOLDER_TEST("a text that exists in both compressed and plain form is refused")
{
    char *name = formatted("texts:%s", dir), *whole = formatted("text:%s", dir);
    size_t size;
    write_works(dir, 6);
    char *packed = kept(gzip_pack("work 03\nits end 03\n", 19, &size));
    scratch_bytes(dir, "w03.txt.gz", packed, size);
    refused(name, NULL, "both w03.txt and w03.txt.gz exist; remove one", NULL);
    refused(whole, NULL, "both w03.txt and w03.txt.gz exist; remove one", NULL);
    scratch_text(dir, "w03.txt.a", "stands between them in the order of names");
    refused(name, NULL, "both w03.txt and w03.txt.gz exist; remove one", NULL);
}

/* Names are often sorted, so the last tenth of the lines would be a biased test split. */
FOLDER_TEST("the lines of a file are records, drawn at random")
{
    char *name = formatted("texts:%s/names.txt", dir);
    struct text names = {0};
    struct dataset data;
    for (int i = 0; i < 100; i++) text_add(&names, "%c%c\n", 'a' + i / 10, 'a' + i % 10);
    scratch_text(dir, "names.txt", names.data);
    DATA_HAS(name, NULL, "language perplexity", "records 80 10 10 0\n", "Each line is a record");
    opened(name, &(struct data_options){.seed = 1}, &data);
    int late = 0, sorted = 0;
    for (int i = 0; i < 10; i++) late += data.records[SPLIT_TEST][i].text.at[0] == 'j';
    for (int i = 1; i < 80; i++)
        sorted += data.records[SPLIT_TRAIN][i - 1].text.at < data.records[SPLIT_TRAIN][i].text.at;
    assert_true(late < 5 && sorted > 20 && sorted < 60);
    text_free(&names);
}

FOLDER_TEST("error messages state what is wrong with a folder of texts")
{
    char *name = formatted("texts:%s", dir), *file = formatted("texts:%s/w00.txt", dir);
    scratch_text(dir, "README", "no text\n");
    refused(name, NULL, ": 0 .txt files (expected at least 3", NULL);
    write_works(dir, 2);
    refused(name, NULL, ": 2 .txt files", NULL);
    write_works(dir, 3);
    scratch_bytes(dir, "w01.txt", "good\r\nba\xE4 \r\n", 12);
    refused(name, NULL, "w01.txt:2: not UTF-8 text: byte 8 of the file is 0xe4", NULL);
    scratch_text(dir, "w01.txt", "");
    refused(name, NULL, "w01.txt: is empty", NULL);
    scratch_text(dir, "w00.txt", "one\ntwo\n");
    refused(file, NULL, "w00.txt: 2 lines (expected at least 3, one per split)", NULL);
    refused("texts", NULL, "texts needs a path", NULL);
    write_works(dir, 3);
    struct dataset data;
    char *error = NULL;
    assert_false(dataset_open(name, &(struct data_options){.held_out = true}, &data, &error));
    assert_non_null(strstr(error, "held_out=yes cannot halve the valid split of 1 record"));
    free(error);
}

/* For every tokenizer, the tokens of a split are the tokens of its texts in order. */
FOLDER_TEST("texts are encoded in order")
{
    char *name = formatted("texts:%s", dir);
    static const char *const kinds[] = {"chars", "bytes", "bpe"};
    struct dataset data;
    write_works(dir, 20);
    opened(name, &(struct data_options){.seed = 1}, &data);
    for (int k = 0; k < 3; k++) {
        struct task_options o = {.tokenizer = kinds[k], .min_count = 1, .n = 8, .batch = 1};
        struct tokenizer *t = NULL;
        struct windows w;
        char *error = NULL;
        if (!windows_open(&w, &data, &o, &t, &error)) fail_msg("%s", error);
        assert_true(w.characters[SPLIT_VALID] == 2 * 19);
        char *back = kept(tokenizer_decode(t, w.ids[SPLIT_VALID], w.count[SPLIT_VALID]));
        assert_memory_equal(back + 19, data.records[SPLIT_VALID][1].text.at, 19);
        assert_int_equal(strlen(back), 2 * 19);
        windows_close(&w);
        tokenizer_close(t);
    }
}
