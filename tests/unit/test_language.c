/* SPDX-License-Identifier: MIT
 * Tests data sets of running text: any file or folder, and WikiText. */
#include "tests/unit/data_files.h"
#include "base/rng.h"

/* ---- any text ---- */

static void has_text(const char *name, const struct data_options *options, const char *expected,
                     size_t size)
{
    struct dataset data;
    char out[256];
    opened(name, options, &data);
    size_t found = joined(&data, SPLIT_TRAIN, out);
    found += joined(&data, SPLIT_VALID, out + found);
    if (found != size || memcmp(out, expected, size)) fail_msg("%s: '%.*s'", name, (int)found, out);
}

/* The training part ends at the line end nearest to 90 % of the characters. */
FOLDER_TEST("a file is split at a line end")
{
    char out[64], *name = formatted("text:%s/a.txt", dir);
    static const struct {
        const char *text, *train, *note;
    } cases[] = {{"ab\ncdef\nghij\nklmn\nopqr\n", "ab\ncdef\nghij\nklmn\n", "last 1 of 5 lines"},
                 {"12345678901234\n7\nabc\n", "12345678901234\n7\n", "last 1 of 3 lines"},
                 {"abcdefghi\n0123456789", "abcdefghi\n", "last 1 of 2 lines"},
                 {"\n\n\n\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n\n", "last 1 of 10 lines"},
                 {"12345678\xC3\xA4z\n", "12345678\xC3\xA4",
                  "The text has only one line, which is divided between train and valid."},
                 {"1234567890\xC3\xA4z", "1234567890", "last 2 of 12 code points"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct dataset data;
        scratch_text(dir, "a.txt", cases[i].text);
        DATA_HAS(name, NULL, "language ", cases[i].note);
        has_text(name, &(struct data_options){0}, cases[i].text, strlen(cases[i].text));
        opened(name, &(struct data_options){0}, &data);
        assert_string_equal(data.name, name);
        size_t size = joined(&data, SPLIT_TRAIN, out);
        if (!text_is((struct string){out, size}, cases[i].train))
            fail_msg("case %zu: train is '%.*s'", i, (int)size, out);
    }
}

FOLDER_TEST("the files of a folder are joined, and each file ends with a newline")
{
    static const struct {
        struct file_text files[5];
        const char *text, *note;
    } cases[] = {
        {{{"f/b", "2\n"}, {"f/a", "1\n"}, {"f/B", "0\n"}, {"f/.hidden", "x"}},
         "0\n1\n2\n",
         "No file is named train, so all 3 files, B to b, form one text."},
        {{{"f/a", "one two"}, {"f/b", "three\n"}, {"f/c", "four"}}, "one two\nthree\nfour", ""},
        {{{"f/a", "\xEF\xBB\xBFone\r\n"}, {"f/b", "\xEF\xBB\xBFtwo\n"}},
         "one\r\ntwo\n",
         "A byte order mark at the start of a file was ignored."},
        {{{"f/a", "one\n"}, {"f/b", "two\n"}}, "one\ntwo\n", "!byte order mark"}};
    char *name = formatted("text:%s/f", dir);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        scratch_empty(dir);
        files_write(dir, cases[i].files);
        has_text(name, &(struct data_options){0}, cases[i].text, strlen(cases[i].text));
        DATA_HAS(name, NULL, cases[i].note, "!ignored. A byte order mark");
    }
    scratch_text(dir, "f/g/h", "x");
    refused(name, NULL, "f/g is a folder", NULL);
}

FOLDER_TEST("tokenizer=bytes accepts any bytes and reads UTF-8 as usual")
{
    static const char bytes[] = "\xFF\xFE\n\0\xE4 a\n\x80\x80\n";
    char *name = formatted("text:%s/raw", dir);
    const struct data_options any = {.any_bytes = true}, utf8 = {0};
    scratch_bytes(dir, "raw", bytes, sizeof bytes - 1);
    refused(name, NULL, "raw:1: not UTF-8 text: byte 0", "use tokenizer=bytes for arbitrary bytes",
            NULL);
    has_text(name, &any, bytes, sizeof bytes - 1);
    data_has(name, &any, "not UTF-8 was read as bytes", NULL);
    scratch_text(dir, "raw", "one\rtwo\r");
    opened_hash(name, &any);
    scratch_text(dir, "raw", "\xEF\xBB\xBFone\ntwo \xC3\xA4\nthree\n");
    assert_true(opened_hash(name, &any) == opened_hash(name, &utf8));
    data_has(name, &any, "A byte order mark", "!as bytes", NULL);
}

FOLDER_TEST("error messages say what is wrong with a text")
{
    static const struct {
        const char *name, *file, *bytes;
        size_t size;
        const char *part[2];
    } cases[] = {
        {"latin",
         "latin",
         "good\nb\xE4\n",
         8,
         {"latin:2: not UTF-8", "byte 6 of the file is 0xe4"}},
        {"utf16", "utf16", "a\0b\0", 4, {"utf16:1: not UTF-8", "byte 1 of the file is 0x00"}},
        {"cut", "cut", "a\n\xE2\x82", 4, {"cut:2: not UTF-8", "byte 2"}},
        {"mac", "mac", "one\rtwo\r", 8, {"mac: byte 3: the lines end in CR only", "tr '"}},
        {"empty", "empty", "", 0, {"empty: is empty", ""}},
        {"mark", "mark", "\xEF\xBB\xBF", 3, {"mark: is empty", ""}},
        {"packed.gz", "packed.gz", "plain", 5, {"is not a gzip file", "0x70"}},
        {"two", "two/train.a", "x\n", 2, {"train", ""}},
        {"none", "other", "x", 1, {"none: cannot be read", "No such file"}},
        {"half", "half/test.txt", "x", 1, {"a file for test but none for train", ""}},
    };
    scratch_text(dir, "two/train.b", "x\n");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        scratch_bytes(dir, cases[i].file, cases[i].bytes, cases[i].size);
        char *name = formatted("text:%s/%s", dir, cases[i].name);
        refused(name, NULL, cases[i].part[0], cases[i].part[1], NULL);
    }
    refused("text:", NULL, "text needs a path", NULL);
    refused("text", NULL, "text needs a path", NULL);
}

FOLDER_TEST("random bytes are either refused or kept unchanged")
{
    char bytes[200], out[200];
    char *name = formatted("text:%s/random", dir);
    int kept = 0;
    for (uint64_t trial = 0; trial < 1000; trial++) {
        size_t size = 2 + rng_below(trial, 1, 0, sizeof bytes - 2);
        static const char set[] = "ab\n\r \n\xC3\xA4\xE2\0";
        /* Odd trials use only valid UTF-8; even trials include invalid bytes. */
        uint64_t choices = trial % 2 ? 6 : sizeof set - 1;
        for (size_t i = 0; i < size; i++) bytes[i] = set[rng_below(trial, 2, i, choices)];
        scratch_bytes(dir, "random", bytes, size);
        struct dataset data;
        char *error = NULL;
        if (!dataset_open(name, &(struct data_options){0}, &data, &error)) {
            bool no_lines = !memchr(bytes, '\n', size) && memchr(bytes, '\r', size);
            assert_non_null(strstr(error, "/random:"));
            assert_true(trial % 2 == 0 || no_lines);
            free(error);
            continue;
        }
        size_t train = joined(&data, SPLIT_TRAIN, out);
        assert_int_equal(train + joined(&data, SPLIT_VALID, out + train), size);
        assert_memory_equal(out, bytes, size);
        for (int i = 0; i + 1 < data.count[SPLIT_TRAIN]; i++) {
            struct string text = data.records[SPLIT_TRAIN][i].text;
            assert_ptr_equal(memchr(text.at, '\n', text.size), text.at + text.size - 1);
        }
        kept++;
        dataset_close(&data);
    }
    assert_true(kept >= 490);
}

/* ---- WikiText ---- */

FOLDER_TEST("WikiText is read from two folder layouts and in raw form")
{
    static const struct {
        const char *pattern, *name;
    } cases[] = {{"wikitext-2/wiki.%s.tokens", "wikitext-2"},
                 {"wikitext-2/%s.txt", "wikitext-2"},
                 /* The file is named .gz but is not a gzip file. */
                 {"wikitext-103/wiki.%s.tokens.gz", NULL},
                 {"wikitext-103-raw/wiki.%s.raw", "wikitext-103:raw"},
                 {"wikitext-2/wiki.%s.raw", "wikitext-2:raw"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        scratch_empty(dir);
        for (int split = 0; split < GIVEN_SPLITS; split++) {
            const char *mark = strstr(cases[i].pattern, "%s");
            char *file = xformat("%.*s%s%s", (int)(mark - cases[i].pattern), cases[i].pattern,
                                 split_names[split], mark + 2);
            char *text = xformat(" \n = %s = \n a <unk> b\n", split_names[split]);
            scratch_text(dir, file, text);
            free(file), free(text);
        }
        if (!cases[i].name) {
            refused("wikitext-103", dir, "wiki.train.tokens.gz", "is not a gzip file", NULL);
            continue;
        }
        DATA_HAS(cases[i].name, dir, "records 3 3 3 0\n",
                 "train:  \n\ntrain:  = train = \n\ntrain:  a <unk> b\n\n"
                 "valid:  \n\nvalid:  = valid = \n\nvalid:  a <unk> b\n\n"
                 "test:  \n\ntest:  = test = \n\ntest:  a <unk> b\n\n",
                 "notes: \n");
    }
}

FOLDER_TEST("error messages name missing WikiText files")
{
    scratch_text(dir, "wikitext-2/test.txt", " a \n");
    refused("wikitext-2", dir, "no wiki.train.tokens", "datasets/fetch.sh", "smoke", NULL);
    char *raw = formatted("; fetch it with `datasets/fetch.sh wikitext-2-raw %s`", dir);
    refused("wikitext-2:raw", dir, "no wiki.train.raw", raw, NULL);
    refused("wikitext-103:raw", dir,
            "/wikitext-103-raw; fetch it with `datasets/fetch.sh "
            "wikitext-103-raw ",
            NULL);
    refused("wikitext-2:rwa", dir, "unknown option 'rwa' (expected raw or smoke", NULL);
    refused("wikitext-2:smoke", dir, "no wiki.valid.tokens", NULL);
    scratch_text(dir, "wikitext-2/valid.txt", " b \n");
    DATA_HAS("wikitext-2:smoke", dir, "records 1 1 0 0\ntrain:  a \n\nvalid:  b \n\n",
             "results are not comparable with published ones");
}

TEST("the built-in text opens without files")
{
    struct dataset data;
    opened("text:builtin", &(struct data_options){0}, &data);
    assert_true(data.hash == opened_hash("text:builtin", &(struct data_options){.seed = 5}));
    assert_true(data.count[SPLIT_TRAIN] > 100 && data.count[SPLIT_VALID] > 10);
}
