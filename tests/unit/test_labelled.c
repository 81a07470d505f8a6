/* SPDX-License-Identifier: MIT
 * Tests the user's own lines of the form label TAB text: in a file, in a folder, and with every
 * kind of error. */
#include "tests/unit/data_files.h"

FOLDER_TEST("a file is split by seed")
{
    char *name = formatted("labelled:%s/mine.tsv", dir);
    struct text text = {0};
    struct dataset data;
    text_add(&text, "\xEF\xBB\xBF"); /* Spreadsheets write a byte order mark and CR LF line ends. */
    for (int i = 0; i < 100; i++) text_add(&text, "%s\tline %d\r\n", i % 4 ? "ham" : "spam", i);
    scratch_text(dir, "mine.tsv", text.data);
    DATA_HAS(name, NULL, "classes accuracy\nnames ham spam\n", "records 81 9 10 0\n", "!\r",
             "byte order mark", "10 of 100 records of train serve as test");
    opened(name, &(struct data_options){.seed = 1}, &data);
    for (int split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data.count[split]; i++) {
            const struct record *r = &data.records[split][i];
            assert_int_equal(r->label, atoi(r->text.at + strlen("line ")) % 4 ? 0 : 1);
        }
    assert_true(data.hash == opened_hash(name, &(struct data_options){.seed = 1}));
    text_free(&text);
}

/* If a byte order mark is not removed, it becomes part of the first word or class name. */
FOLDER_TEST("byte order marks are also removed in other data sets")
{
    static const char *const sets[] = {"trec", "sst2", "multi30k:raw"};
    static const struct file_text files[] = {{"trec/TREC.train", "A:a one ?\nB:b two ?\n"},
                                             {"trec/TREC.test", "A:a three ?\n"},
                                             {"sst2/stsa.binary.train", "0 one\n"},
                                             {"sst2/stsa.binary.dev", "1 two\n"},
                                             {"sst2/stsa.binary.test", "0 three\n"},
                                             {"multi30k/raw/train.de", "eins\n"},
                                             {"multi30k/raw/train.en", "one\n"},
                                             {"multi30k/raw/val.de", "zwei\n"},
                                             {"multi30k/raw/val.en", "two\n"},
                                             {"multi30k/raw/test_2016_flickr.de", "drei\n"},
                                             {"multi30k/raw/test_2016_flickr.en", "three\n"},
                                             {0}};
    const struct data_options options = {.dir = dir, .seed = 1};
    uint64_t plain[LENGTH(sets)];
    files_write(dir, files);
    for (size_t i = 0; i < LENGTH(sets); i++) {
        plain[i] = opened_hash(sets[i], &options);
        data_has(sets[i], &options, "!byte order mark", NULL);
    }
    for (size_t f = 0; files[f].name; f++) {
        char *marked = formatted("\xEF\xBB\xBF%s", files[f].text);
        scratch_text(dir, files[f].name, marked);
    }
    for (size_t i = 0; i < LENGTH(sets); i++) {
        assert_true(opened_hash(sets[i], &options) == plain[i]);
        data_has(sets[i], &options, "byte order mark", NULL);
    }
}

FOLDER_TEST("the file name determines the split")
{
    static const struct file_text files[] = {{"f/train.tsv", "b\tone\na\ttwo words\nb\tthree"},
                                             {"f/dev.tsv", "a\tfour\n"},
                                             {"f/test.tsv", "a\tfive\nc\tsix\n"},
                                             {"f/README", "mine"},
                                             {0}};
    char *name = formatted("labelled:%s/f", dir);
    files_write(dir, files);
    DATA_HAS(name, NULL, "names a b\n",
             "records 3 1 2 0\ntrain b: one\ntrain a: two words\ntrain b: three\nvalid a: "
             "four\ntest a: five\ntest -: six\n",
             "1 of 2 records of test have classes", "README is not read");
    scratch_empty(dir);
    scratch_text(dir, "f/train", "b\tone\na\ttwo\nb\tthree\n");
    DATA_HAS(name, NULL, "records 2 1 0 0\n");
}

FOLDER_TEST("CSV with the header label,text is read")
{
    char *name = formatted("labelled:%s/f", dir);
    scratch_text(dir, "f/train.csv", "label,text\nb,one\n\"a\",\"two, \"\"three\"\"\"\r\n");
    scratch_text(dir, "f/valid.csv", "id,\"text\",\"label\"\n1,\"four\nfive\",a");
    DATA_HAS(name, NULL, "names a b\n", "records 2 1 0 0\n",
             "train b: one\ntrain a: two, \"three\"\nvalid a: four\nfive\n");
    scratch_text(dir, "f/train.csv", "label,text\nb,one, two\n");
    refused(name, NULL, "train.csv:2: 3 or more fields (expected 2, as in the header)", NULL);
    scratch_text(dir, "f/train.csv", "label,text\nb,\"one\n");
    refused(name, NULL, "train.csv:3: a quoted field has no closing quote", NULL);
    scratch_text(dir, "f/train.csv", "label,text\nb,one\n,two\n");
    refused(name, NULL, "train.csv: row 2 below the header has no label", NULL);
    scratch_text(dir, "f/train.csv", "label,text\n");
    refused(name, NULL, "no line below the header", NULL);
}

/* Writes a data set in three file formats: 60 records of two classes, and 20 classes with one
 * record each. */
static void write_rare_classes(const char *dir)
{
    struct text lines = {0}, questions = {0}, stories = {0};
    for (int i = 0; i < 80; i++) {
        char *name = i < 60 ? xformat("B%d", i % 2) : xformat("R%d", i);
        text_add(&lines, "%s\tline %d\n", name, i);
        text_add(&questions, "%s:x line %d\n", name, i);
        text_add(&stories, "1 A.\n2 Who is %d?\t%s\t1\n", i, name);
        free(name);
    }
    scratch_text(dir, "mine.tsv", lines.data);
    scratch_text(dir, "trec/TREC.train", questions.data);
    scratch_text(dir, "trec/TREC.test", "B0:x who\n");
    scratch_text(dir, "babi/en/qa1_a_train.txt", stories.data);
    scratch_text(dir, "babi/en/qa1_a_test.txt", "1 A.\n2 Who?\tB0\t1\n");
    text_free(&lines), text_free(&questions), text_free(&stories);
}

FOLDER_TEST("a class without training records is removed")
{
    char *mine = formatted("labelled:%s/mine.tsv", dir);
    const char *const names[] = {mine, "trec", "babi:1"};
    write_rare_classes(dir);
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct dataset data;
        bool known[22] = {false};
        int lost = 0;
        opened(names[i], &(struct data_options){.dir = dir, .seed = 1}, &data);
        for (int r = 0; r < data.count[SPLIT_TRAIN]; r++)
            known[data.records[SPLIT_TRAIN][r].label] = true;
        for (int c = 0; c < data.classes; c++) assert_true(known[c]);
        for (int r = 0; r < data.count[SPLIT_VALID]; r++)
            lost += data.records[SPLIT_VALID][r].label < 0;
        assert_true(lost > 0 && data.classes < 22);
        assert_non_null(
            strstr(data.notes, "of valid have classes that are not in the training split"));
    }
}

FOLDER_TEST("error messages name the file and line")
{
    char *name = formatted("labelled:%s/bad", dir);
    static const struct {
        const char *text, *part[2];
    } cases[] = {
        {"a\tgood\nb no tab here\n", {"bad:2: no tab in 'b no tab here'", "a label, a tab"}},
        {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4y\n",
         {"bad:1: no tab in 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4'",
          ""}}, /* The error message does not cut the quoted text inside a UTF-8 character. */
        {"a\tgood\n\nb\tx\n", {"bad:2: empty line", ""}},
        {"a\tgood\nb\tx\ty\n", {"bad:2: more than one tab", "expected a label, a tab and a text"}},
        {"\tno label\n", {"bad:1: no label before the tab", ""}},
        {"a\tgood\nb\t \n", {"bad:2: no text after the tab", ""}},
        {"a\tgood\nb\t\xE4\n", {"bad:2: not UTF-8", "0xe4"}},
        {"a\tx\na\ty\n", {"all lines have the label 'a'", "expected at least two labels"}},
        {"", {"bad: is empty", ""}},
        {"\xEF\xBB\xBF", {"bad: is empty", ""}},
        /* Concatenating two files can leave two byte order marks. */
        {"\xEF\xBB\xBF\xEF\xBB\xBF", {"bad: is empty", ""}},
        {"a\tx\rb\ty\r", {"bad: byte 3: the lines end in CR only", "tr '\\r' '\\n'"}},
    };
    refused(name, NULL, "bad: cannot", "No such file", NULL);
    refused("labelled", NULL, "no path: write labelled:PATH", "label TAB text", NULL);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        scratch_text(dir, "bad", cases[i].text);
        refused(name, NULL, cases[i].part[0], cases[i].part[1], NULL);
    }
    char *folder = formatted("labelled:%s/g", dir);
    scratch_text(dir, "g/mine.tsv", "a\tx\n");
    refused(folder, NULL, "no file named train", NULL);
}
