/* SPDX-License-Identifier: MIT
 * TREC, SST-2, MR, AG News, CoLA: files made by the test, and errors. Real sets:
 * test_data_classes_real.c. */
#include "tests/unit/test.h"
#include "data_files.h"

static const struct record *found(const struct dataset *data, enum split split, const char *text)
{
    for (int i = 0; i < data->count[split]; i++)
        if (text_is(data->records[split][i].text, text)) return &data->records[split][i];
    fail_msg("'%s' is not in %s", text, split_names[split]);
    return NULL;
}

/* Files of a set, each time with one of them replaced: what opening says. */
struct fault {
    const char *file, *text, *message;
};
static void all_refused(const char *name, const char *dir, const struct fault *good,
                        const struct fault *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (const struct fault *g = good; g->file; g++) scratch_text(dir, g->file, g->text);
        scratch_text(dir, bad[i].file, bad[i].text);
        refused(name, dir, bad[i].file, bad[i].message, NULL);
    }
}
#define ALL_REFUSED(name, dir, good, bad)                                                          \
    all_refused(name, dir, good, bad, sizeof(bad) / sizeof *(bad))

/* ---- TREC ---- */

static const struct fault trec[] = {
    {"trec/TREC.train",
     "NUM:count How many ?\nNUM:count How few ?\nLOC:city Where is the town ?\nLOC:city Where is "
     "the port ?\nLOC:state Where ?\nLOC:state And there ?\n",
     ""},
    {"trec/TREC.test", "LOC:city Which city ?\nHUM:ind Who ?", ""},
    {0}};

FOLDER_TEST("trec has coarse and fine classes")
{
    struct dataset data;
    for (const struct fault *g = trec; g->file; g++) scratch_text(dir, g->file, g->text);
    opened("trec", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[0], "LOC");
    assert_string_equal(data.class_names[1], "NUM");
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 6);
    assert_int_equal(found(&data, SPLIT_TEST, "Which city ?")->label, 0);
    assert_int_equal(found(&data, SPLIT_TEST, "Who ?")->label, -1); /* training has no HUM */
    assert_non_null(strstr(data.notes, "1 of 2 records of test have classes"));
    dataset_close(&data);
    opened("trec:fine", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.classes, 3);
    assert_string_equal(data.class_names[2], "NUM:count");
    dataset_close(&data);
}

FOLDER_TEST("trec is latin 1 under either name")
{
    struct dataset data;
    scratch_text(dir, "trec/train_5500.label", "A:a caf\xe9 \xf0 ?\nB:b x ?\n");
    scratch_text(dir, "trec/TREC_10.label", "A:a caf\xe9 ?\n");
    opened("trec", &(struct data_options){.dir = dir}, &data);
    found(&data, SPLIT_TEST, "caf\xc3\xa9 ?");
    assert_non_null(
        strstr(data.notes, "Latin-1. TREC_10.label is not UTF-8 and was read as Latin-1."));
    dataset_close(&data);
}

/* A file that was cut is no Latin-1, which would read the half of a letter as one of its own. */
FOLDER_TEST("text cut within a letter is refused")
{
    static const char *const ends[] = {"\xC3", "\xE2", "\xE2\x82", "\xF0\x9D", "\xF0\x9D\x84"};
    static const char *const others[] = {"\xE9\n", "\xE2\x82x", "\x82", "\xFC", "caf\xE9?"};
    for (const struct fault *g = trec; g->file; g++) scratch_text(dir, g->file, g->text);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *text = xformat("A:a caf\xC3\xA9 ?\nB:b x%s", ends[i]);
        scratch_text(dir, "trec/TREC.test", text);
        refused("trec", dir,
                "TREC.test: byte 17: truncated: the file ends inside a UTF-8 character", NULL);
        free(text);
        struct dataset data;
        text = xformat("A:a x ?\nB:b x%s", others[i]);
        scratch_text(dir, "trec/TREC.test", text);
        opened("trec", &(struct data_options){.dir = dir}, &data);
        assert_non_null(strstr(data.notes, "TREC.test is not UTF-8 and was read as Latin-1."));
        dataset_close(&data);
        free(text);
    }
}

FOLDER_TEST("faults of trec are named")
{
    static const struct fault bad[] = {
        {"trec/TREC.train", "NUM:count How ?\nhow many ?\n",
         "TREC.train:2: invalid label 'how' (expected"},
        {"trec/TREC.train", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4y how\n",
         "invalid label 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4' (expected"},
        {"trec/TREC.train", "NUM:count\n", "TREC.train:1: invalid label"},
        {"trec/TREC.train", "NUM: x\n", "TREC.train:1: invalid label"},
        {"trec/TREC.train", ":count x\n", "TREC.train:1: invalid label"},
        {"trec/TREC.train", "A:b x\n\nA:b y\n", "TREC.train:2: invalid label ''"},
        {"trec/TREC.train", "A:b  \n", "TREC.train:1: no question"},
        {"trec/TREC.test", "", "is empty"},
    };
    ALL_REFUSED("trec", dir, trec, bad);
    scratch_bytes(dir, "trec/TREC.train", "A\0:\0b\0", 6);
    refused("trec", dir, "TREC.train:1: ", "0x00", NULL);
    refused("trec:coarse", dir, "unknown option 'coarse' (expected fine)", NULL);
    refused("trec:fine,fine", dir, "duplicate option 'fine'", NULL);
    char *gone = xformat("%s/trec/TREC.test", dir);
    scratch_text(dir, "trec/TREC.train", trec[0].text);
    unlink(gone);
    refused("trec", dir, "no such file: TREC.test or TREC_10.label", NULL);
    free(gone);
}

/* ---- SST-2 ---- */

static const struct fault sst2[] = {{"sst2/stsa.binary.train", "1 a fine film .\n0 dull\n", ""},
                                    {"sst2/stsa.binary.dev", "0 no\n", ""},
                                    {"sst2/stsa.binary.test", "1 yes\r\n0 na\xc3\xafve", ""},
                                    {0}};

FOLDER_TEST("sst2 has three splits")
{
    struct dataset data;
    for (const struct fault *g = sst2; g->file; g++) scratch_text(dir, g->file, g->text);
    opened("sst2", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 2);
    assert_int_equal(data.count[SPLIT_VALID], 1);
    assert_int_equal(found(&data, SPLIT_TRAIN, "a fine film .")->label, 1);
    assert_int_equal(found(&data, SPLIT_TEST, "yes")->label, 1);
    assert_int_equal(found(&data, SPLIT_TEST, "na\xc3\xafve")->label, 0);
    assert_string_equal(data.notes, "");
    dataset_close(&data);
    refused("sst2:phrases", dir, "stsa.binary.phrases.train", NULL);
    scratch_text(dir, "sst2/stsa.binary.phrases.train", "1 a\n1 b\n0 c\n");
    opened("sst2:phrases", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 3);
    dataset_close(&data);
}

FOLDER_TEST("sst2 of glue tests on its dev")
{
    struct dataset data;
    scratch_text(dir, "sst2/train.tsv", "sentence\tlabel\na b \t1\nc\t0\n");
    scratch_text(dir, "sst2/dev.tsv", "sentence\tlabel\nd\t0\n");
    opened("sst2", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 2);
    assert_int_equal(found(&data, SPLIT_TEST, "d")->label, 0);
    assert_non_null(strstr(data.notes, "GLUE"));
    dataset_close(&data);
    struct text train = {0};
    text_add(&train, "sentence\tlabel\n");
    for (int i = 0; i < 40; i++) text_add(&train, "film %d\t%d\n", i, i % 2);
    scratch_text(dir, "sst2/train.tsv", train.data);
    text_free(&train);
    opened("sst2", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 36);
    assert_int_equal(data.count[SPLIT_VALID], 4);
    dataset_close(&data);
    scratch_text(dir, "sst2/dev.tsv", "index\tsentence\n0\td\n");
    refused("sst2", dir, "dev.tsv:1: invalid header", NULL);
    scratch_text(dir, "sst2/dev.tsv", "sentence\tlabel\nd\t2\n");
    refused("sst2", dir, "dev.tsv:2: invalid line (expected a sentence, a tab, and 0 or 1)", NULL);
    refused("sst2:phrases", dir, "has no option 'phrases'", NULL);
}

FOLDER_TEST("faults of sst2 are named")
{
    static const struct fault bad[] = {
        {"sst2/stsa.binary.train", "1 a\n2 b\n",
         "stsa.binary.train:2: invalid line (expected 0 or 1, a space"},
        {"sst2/stsa.binary.train", "1\n", "stsa.binary.train:1: invalid line"},
        {"sst2/stsa.binary.dev", "1 \n", "stsa.binary.dev:1: the sentence is empty"},
        {"sst2/stsa.binary.test", "1 a\n0 \xff\n", "stsa.binary.test:2: not UTF-8"},
        {"sst2/stsa.binary.test", "", "is empty"},
    };
    ALL_REFUSED("sst2", dir, sst2, bad);
}

/* ---- MR ---- */

static void mr_write(const char *dir, const char *folder)
{
    char text[2000], *name;
    for (int c = 0; c < 2; c++) {
        *text = '\0';
        for (int i = 1; i <= 20; i++)
            sprintf(text + strlen(text), "%s %d \n", c ? "pos" : "neg", i);
        name = xformat("%s/rt-polarity.%s", folder, c ? "pos" : "neg");
        scratch_text(dir, name, text);
        free(name);
    }
}

FOLDER_TEST("mr folds are line numbers modulo ten")
{
    struct dataset data;
    mr_write(dir, "mr/sentence_polarity");
    opened("mr:fold=3", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TEST], 4);
    assert_int_equal(found(&data, SPLIT_TEST, "pos 3")->label, 1);
    assert_int_equal(found(&data, SPLIT_TEST, "neg 13")->label, 0);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 36);
    assert_non_null(strstr(data.notes, "fold 3"));
    dataset_close(&data);
    opened("mr:fold=0", &(struct data_options){.dir = dir}, &data);
    found(&data, SPLIT_TEST, "neg 20");
    dataset_close(&data);
    refused("mr:fold=10", dir, "'fold=10' (expected fold=0 to 9)", NULL);
    refused("mr:fold", dir, "number missing", NULL);
}

FOLDER_TEST("mr without folds is split by seed")
{
    struct dataset a, b, c;
    mr_write(dir, "mr");
    opened("mr", &(struct data_options){.dir = dir, .seed = 1}, &a);
    opened("mr", &(struct data_options){.dir = dir, .seed = 1}, &b);
    opened("mr", &(struct data_options){.dir = dir, .seed = 2}, &c);
    assert_int_equal(a.count[SPLIT_TEST], 4);
    assert_int_equal(a.count[SPLIT_VALID], 4);
    assert_int_equal(a.count[SPLIT_TRAIN], 32);
    assert_true(a.hash == b.hash && a.hash != c.hash);
    dataset_close(&a), dataset_close(&b), dataset_close(&c);
}

FOLDER_TEST("mr of cornell is latin 1 with cr lf")
{
    struct dataset data;
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.neg", "clich\xe9 .\r\nb\r\n");
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.pos", "c\r\nd\r\n");
    opened("mr:fold=1", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(found(&data, SPLIT_TEST, "clich\xc3\xa9 .")->label, 0);
    dataset_close(&data);
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.pos", "c\r\n\r\n");
    refused("mr", dir, "rt-polarity.pos:2: is empty", NULL);
}

/* ---- AG News ---- */

static const struct fault ag_news[] = {
    {"ag_news/classes.txt", "World\nSports\n", ""},
    {"ag_news/train.csv", "\"2\",\"A \"\"b\"\"\",\"c\\d, e\"\n\"1\",\"\",\"f\"\n", ""},
    {"ag_news/test.csv", "\"1\",\"g\"\n", ""},
    {0}};

FOLDER_TEST("ag news is csv with quotes")
{
    struct dataset data;
    for (const struct fault *g = ag_news; g->file; g++) scratch_text(dir, g->file, g->text);
    opened("ag_news", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[1], "Sports");
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 2);
    enum split split = data.records[SPLIT_TRAIN][0].label == 1 ? SPLIT_TRAIN : SPLIT_VALID;
    assert_int_equal(found(&data, split, "A \"b\" c d, e")->label, 1);
    found(&data, SPLIT_TEST, "g");
    dataset_close(&data);
}

FOLDER_TEST("ag news without training is split by seed")
{
    struct dataset data;
    char text[2000] = "";
    for (int i = 0; i < 20; i++) sprintf(text + strlen(text), "\"1\",\"t\",\"d%d\"\n", i);
    scratch_text(dir, "ag_news/classes.txt", "World\nSports\n");
    scratch_text(dir, "ag_news/test.csv", text);
    opened("ag_news", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TEST], 2);
    assert_int_equal(data.count[SPLIT_VALID], 2);
    assert_int_equal(data.count[SPLIT_TRAIN], 16);
    assert_non_null(strstr(data.notes, "There is no train.csv"));
    dataset_close(&data);
}

FOLDER_TEST("faults of ag news are named")
{
    static const struct fault bad[] = {
        {"ag_news/train.csv", "\"1\",\"a\"\n1,\"a\",\"b\"\n",
         "train.csv:2: invalid line (expected \"class\""},
        {"ag_news/train.csv", "\"3\",\"a\"\n",
         "train.csv:1: invalid class (expected \"1\" to \"2\")"},
        {"ag_news/train.csv", "\"0\",\"a\"\n", "train.csv:1: invalid class"},
        {"ag_news/train.csv", "\"1\"\n", "train.csv:1: no text after the class"},
        {"ag_news/train.csv", "\"1\",\"\",\"\"\n", "train.csv:1: no text after the class"},
        {"ag_news/train.csv", "\"1\",\"a\"b\"\n", "train.csv:1: no comma after a closing quote"},
        {"ag_news/train.csv", "\"1\",\"a\n\"\n", "train.csv:1: a field has no closing quote"},
        {"ag_news/train.csv", "\"1\",\"a\"\"\n", "train.csv:1: a field has no closing quote"},
        {"ag_news/train.csv", "\"1\",a\n", "train.csv:1: a field does not begin with a quote"},
        {"ag_news/train.csv", "\"1\",\"a\",\n", "train.csv:1: a field does not begin with a quote"},
        {"ag_news/train.csv", "\"1\",\"\xc3\"\n", "train.csv:1: not UTF-8"},
        {"ag_news/train.csv", "\"", "train.csv:1: invalid line"},
        {"ag_news/classes.txt", "World\n", "empty line (expected a class name)"},
    };
    ALL_REFUSED("ag_news", dir, ag_news, bad);
}

/* ---- CoLA ---- */

static const struct fault cola[] = {
    {"cola/cola_public/raw/in_domain_train.tsv", "s1\t0\t\tHim came.\ns1\t1\t*\tHe \"came.\n", ""},
    {"cola/cola_public/raw/in_domain_dev.tsv", "s1\t1\t \tA.\n", ""},
    {"cola/cola_public/raw/out_of_domain_dev.tsv", "s2\t0\t??\tB.", ""},
    {0}};

FOLDER_TEST("cola takes the label of column 2")
{
    struct dataset data;
    for (const struct fault *g = cola; g->file; g++) scratch_text(dir, g->file, g->text);
    opened("cola", &(struct data_options){.dir = dir}, &data);
    assert_string_equal(data.metric, "matthews");
    assert_int_equal(found(&data, SPLIT_TRAIN, "Him came.")->label, 0);
    assert_int_equal(found(&data, SPLIT_TRAIN, "He \"came.")->label, 1);
    assert_int_equal(found(&data, SPLIT_VALID, "A.")->label, 1);
    assert_int_equal(found(&data, SPLIT_TEST, "B.")->label, 0);
    dataset_close(&data);
    refused("cola:tokenized", dir, "tokenized/in_domain_train.tsv", NULL);
    scratch_text(dir, "cola/train.tsv", cola[0].text);
    scratch_text(dir, "cola/dev.tsv", cola[1].text);
    opened("cola", &(struct data_options){.dir = dir}, &data);
    found(&data, SPLIT_TEST, "A.");
    assert_non_null(strstr(data.notes, "GLUE"));
    dataset_close(&data);
}

FOLDER_TEST("faults of cola are named")
{
    static const char train[] = "cola/cola_public/raw/in_domain_train.tsv";
    static const struct fault bad[] = {
        {train, "s\t1\t\tA.\ns\t1\tB.\n", "train.tsv:2: 3 columns separated by tabs (expected 4)"},
        {train, "s\t1\t\tA.\t\n", "train.tsv:1: 5 columns"},
        {train, "s\t2\t\tA.\n", "train.tsv:1: invalid label '2' in column 2 (expected 0 or 1)"},
        {train, "s\t\t\tA.\n", "train.tsv:1: invalid label ''"},
        {train, "s\t1\t\t \n", "train.tsv:1: the sentence in column 4 is empty"},
        {train, "s\t1\t\tA\xe9.\n", "train.tsv:1: not UTF-8"},
        {train, "", "is empty"},
    };
    ALL_REFUSED("cola", dir, cola, bad);
}

/* ---- beginnings of files ---- */

/* A text cut at any byte is either refused or read; under the address sanitizer never beyond. */
FOLDER_TEST("cut files never crash")
{
    static const struct {
        const char *set;
        const struct fault *good;
    } sets[] = {{"trec", trec}, {"sst2", sst2}, {"ag_news", ag_news}, {"cola", cola}};
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++)
        for (const struct fault *cut = sets[s].good; cut->file; cut++)
            for (size_t size = 0; size < strlen(cut->text); size++) {
                for (const struct fault *g = sets[s].good; g->file; g++)
                    scratch_text(dir, g->file, g->text);
                scratch_bytes(dir, cut->file, cut->text, size);
                struct dataset data;
                char *error = NULL;
                if (dataset_open(sets[s].set, &(struct data_options){.dir = dir}, &data, &error))
                    dataset_close(&data);
                else
                    assert_true(strlen(error) > strlen(dir));
                free(error);
            }
}
