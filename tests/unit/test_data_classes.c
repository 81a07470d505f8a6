/* SPDX-License-Identifier: MIT
 * Tests that files of TREC, SST-2, MR, AG News and CoLA are read correctly and that invalid files
 * are refused. The tests write the files. */
#include "tests/unit/data_files.h"

/* ---- TREC ---- */

static const struct file_text trec[] = {
    {"trec/TREC.train",
     "NUM:count How many ?\nNUM:count How few ?\nLOC:city Where is the town ?\nLOC:city Where is "
     "the port ?\nLOC:state Where ?\nLOC:state And there ?\n"},
    {"trec/TREC.test", "LOC:city Which city ?\nHUM:ind Who ?"},
    {0}};

FOLDER_TEST("TREC has coarse and fine classes")
{
    files_write(dir, trec);
    DATA_HAS("trec", dir, "names LOC NUM\n", "records 5 1 2", "test LOC: Which city ?\n",
             "test -: Who ?\n", "1 of 2 records of test have classes");
    DATA_HAS("trec:fine", dir, "names LOC:city LOC:state NUM:count\n");
}

FOLDER_TEST("TREC files with either name are read as Latin-1")
{
    scratch_text(dir, "trec/train_5500.label", "A:a caf\xe9 \xf0 ?\nB:b x ?\n");
    scratch_text(dir, "trec/TREC_10.label", "A:a caf\xe9 ?\n");
    DATA_HAS("trec", dir, ": caf\xc3\xa9 ?\n",
             "Latin-1. TREC_10.label is not UTF-8 and was read as Latin-1.");
}

/* An incomplete UTF-8 character must not be read as a Latin-1 letter. */
FOLDER_TEST("a file that ends inside a UTF-8 character is refused")
{
    static const char *const cut[] = {"\xC3", "\xE2", "\xE2\x82", "\xF0\x9D", "\xF0\x9D\x84"};
    static const char *const latin[] = {"\xE9\n", "\xE2\x82x", "\x82", "\xFC", "caf\xE9?"};
    files_write(dir, trec);
    for (size_t i = 0; i < LENGTH(cut); i++) {
        char *text = formatted("A:a caf\xC3\xA9 ?\nB:b x%s", cut[i]);
        scratch_text(dir, "trec/TREC.test", text);
        refused("trec", dir,
                "TREC.test: byte 17: truncated: the file ends inside a UTF-8 character", NULL);
        text = formatted("A:a x ?\nB:b x%s", latin[i]);
        scratch_text(dir, "trec/TREC.test", text);
        DATA_HAS("trec", dir, "TREC.test is not UTF-8 and was read as Latin-1.");
    }
}

FOLDER_TEST("errors in TREC files are reported")
{
    static const char train[] = "trec/TREC.train", label[] = "TREC.train:1: invalid label";
    static const struct fault bad[] = {
        {train, "NUM:count How ?\nhow many ?\n", "TREC.train:2: invalid label 'how' (expected"},
        {train, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4y how\n",
         "invalid label 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\xC3\xA4' (expected"},
        {train, "NUM:count\n", label},
        {train, "NUM: x\n", label},
        {train, ":count x\n", label},
        {train, "A:b x\n\nA:b y\n", "TREC.train:2: invalid label ''"},
        {train, "A:b  \n", "TREC.train:1: no question"},
        {"trec/TREC.test", "", "is empty"},
    };
    FAULTS("trec", dir, trec, bad);
    scratch_bytes(dir, train, "A\0:\0b\0", 6);
    REFUSED(dir, {"trec", "TREC.train:1: |0x00"},
            {"trec:coarse", "unknown option 'coarse' (expected fine)"},
            {"trec:fine,fine", "duplicate option 'fine'"});
    files_write(dir, trec);
    file_remove(dir, "trec/TREC.test");
    refused("trec", dir, "no such file: TREC.test or TREC_10.label", NULL);
}

/* ---- SST-2 ---- */

static const struct file_text sst2[] = {{"sst2/stsa.binary.train", "1 a fine film .\n0 dull\n"},
                                        {"sst2/stsa.binary.dev", "0 no\n"},
                                        {"sst2/stsa.binary.test", "1 yes\r\n0 na\xc3\xafve"},
                                        {0}};

FOLDER_TEST("SST-2 has three splits")
{
    files_write(dir, sst2);
    DATA_HAS("sst2", dir, "records 2 1 2",
             "train positive: a fine film .\ntrain negative: dull\nvalid negative: no\ntest "
             "positive: yes\ntest negative: na\xc3\xafve\n",
             "notes: \n");
    refused("sst2:phrases", dir, "stsa.binary.phrases.train", NULL);
    scratch_text(dir, "sst2/stsa.binary.phrases.train", "1 a\n1 b\n0 c\n");
    DATA_HAS("sst2:phrases", dir, "records 3 1 2");
}

FOLDER_TEST("the dev part of SST-2 from GLUE is the test split")
{
    static const struct file_text glue[] = {{"sst2/train.tsv", "sentence\tlabel\na b \t1\nc\t0\n"},
                                            {"sst2/dev.tsv", "sentence\tlabel\nd\t0\n"},
                                            {0}};
    static const struct fault bad[] = {
        {"sst2/dev.tsv", "index\tsentence\n0\td\n", "dev.tsv:1: invalid header"},
        {"sst2/dev.tsv", "sentence\tlabel\nd\t2\n",
         "dev.tsv:2: invalid line (expected a sentence, a tab, and 0 or 1)"}};
    struct text train = {0};
    files_write(dir, glue);
    DATA_HAS("sst2", dir, "records 1 1 1", "test negative: d\n", "GLUE");
    FAULTS("sst2", dir, glue, bad);
    refused("sst2:phrases", dir, "has no option 'phrases'", NULL);
    text_add(&train, "sentence\tlabel\n");
    for (int i = 0; i < 40; i++) text_add(&train, "film %d\t%d\n", i, i % 2);
    scratch_text(dir, "sst2/train.tsv", train.data);
    DATA_HAS("sst2", dir, "records 36 4 1");
    text_free(&train);
}

FOLDER_TEST("errors in SST-2 files are reported")
{
    static const struct fault bad[] = {
        {"sst2/stsa.binary.train", "1 a\n2 b\n",
         "stsa.binary.train:2: invalid line (expected 0 or 1, a space"},
        {"sst2/stsa.binary.train", "1\n", "stsa.binary.train:1: invalid line"},
        {"sst2/stsa.binary.dev", "1 \n", "stsa.binary.dev:1: the sentence is empty"},
        {"sst2/stsa.binary.test", "1 a\n0 \xff\n", "stsa.binary.test:2: not UTF-8"},
        {"sst2/stsa.binary.test", "", "is empty"},
    };
    FAULTS("sst2", dir, sst2, bad);
}

/* ---- MR ---- */

static void mr_write(const char *dir, const char *folder)
{
    for (int c = 0; c < 2; c++) {
        struct text text = {0};
        char *name = formatted("%s/rt-polarity.%s", folder, c ? "pos" : "neg");
        for (int i = 1; i <= 20; i++) text_add(&text, "%s %d \n", c ? "pos" : "neg", i);
        scratch_text(dir, name, text.data);
        text_free(&text);
    }
}

FOLDER_TEST("the fold of an MR record is its line number modulo ten")
{
    mr_write(dir, "mr/sentence_polarity");
    DATA_HAS("mr:fold=3", dir, "records 32 4 4", "test positive: pos 3\n",
             "test negative: neg 13\n", "fold 3");
    DATA_HAS("mr:fold=0", dir, "test negative: neg 20\n");
    REFUSED(dir, {"mr:fold=10", "'fold=10' (expected fold=0 to 9)"}, {"mr:fold", "number missing"});
}

FOLDER_TEST("MR without folds is split by seed")
{
    mr_write(dir, "mr");
    DATA_HAS("mr", dir, "records 32 4 4");
    const struct data_options one = {.dir = dir, .seed = 1}, two = {.dir = dir, .seed = 2};
    assert_true(opened_hash("mr", &one) == opened_hash("mr", &one));
    assert_true(opened_hash("mr", &one) != opened_hash("mr", &two));
}

FOLDER_TEST("MR files from Cornell are read as Latin-1 with CR LF line ends")
{
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.neg", "clich\xe9 .\r\nb\r\n");
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.pos", "c\r\nd\r\n");
    DATA_HAS("mr:fold=1", dir, "test negative: clich\xc3\xa9 .\n");
    scratch_text(dir, "mr/rt-polaritydata/rt-polarity.pos", "c\r\n\r\n");
    refused("mr", dir, "rt-polarity.pos:2: is empty", NULL);
}

/* ---- AG News ---- */

static const struct file_text ag_news[] = {
    {"ag_news/classes.txt", "World\nSports\n"},
    {"ag_news/train.csv", "\"2\",\"A \"\"b\"\"\",\"c\\d, e\"\n\"1\",\"\",\"f\"\n"},
    {"ag_news/test.csv", "\"1\",\"g\"\n"},
    {0}};

FOLDER_TEST("AG News is read as CSV with quoted fields")
{
    files_write(dir, ag_news);
    DATA_HAS("ag_news", dir, "names World Sports\n", "records 1 1 1", " Sports: A \"b\" c d, e\n",
             "test World: g\n");
}

FOLDER_TEST("AG News without a training file is split by seed")
{
    struct text text = {0};
    for (int i = 0; i < 20; i++) text_add(&text, "\"1\",\"t\",\"d%d\"\n", i);
    scratch_text(dir, "ag_news/classes.txt", "World\nSports\n");
    scratch_text(dir, "ag_news/test.csv", text.data);
    DATA_HAS("ag_news", dir, "records 16 2 2", "There is no train.csv");
    text_free(&text);
}

FOLDER_TEST("errors in AG News files are reported")
{
    static const char train[] = "ag_news/train.csv";
    static const struct fault bad[] = {
        {train, "\"1\",\"a\"\n1,\"a\",\"b\"\n", "train.csv:2: invalid line (expected \"class\""},
        {train, "\"3\",\"a\"\n", "train.csv:1: invalid class (expected \"1\" to \"2\")"},
        {train, "\"0\",\"a\"\n", "train.csv:1: invalid class"},
        {train, "\"1\"\n", "train.csv:1: no text after the class"},
        {train, "\"1\",\"\",\"\"\n", "train.csv:1: no text after the class"},
        {train, "\"1\",\"a\"b\"\n", "train.csv:1: no comma after a closing quote"},
        {train, "\"1\",\"a\n\"\n", "train.csv:1: a field has no closing quote"},
        {train, "\"1\",\"a\"\"\n", "train.csv:1: a field has no closing quote"},
        {train, "\"1\",a\n", "train.csv:1: a field does not begin with a quote"},
        {train, "\"1\",\"a\",\n", "train.csv:1: a field does not begin with a quote"},
        {train, "\"1\",\"\xc3\"\n", "train.csv:1: not UTF-8"},
        {train, "\"", "train.csv:1: invalid line"},
        {"ag_news/classes.txt", "World\n", "empty line (expected a class name)"},
    };
    FAULTS("ag_news", dir, ag_news, bad);
}

/* ---- CoLA ---- */

#define COLA "cola/cola_public/raw/"
static const struct file_text cola[] = {
    {COLA "in_domain_train.tsv", "s1\t0\t\tHim came.\ns1\t1\t*\tHe \"came.\n"},
    {COLA "in_domain_dev.tsv", "s1\t1\t \tA.\n"},
    {COLA "out_of_domain_dev.tsv", "s2\t0\t??\tB."},
    {0}};

FOLDER_TEST("the label of CoLA is read from column 2")
{
    files_write(dir, cola);
    DATA_HAS("cola", dir, "classes matthews\nnames unacceptable acceptable\n",
             "train unacceptable: Him came.\ntrain acceptable: He \"came.\nvalid acceptable: "
             "A.\ntest unacceptable: B.\n");
    refused("cola:tokenized", dir, "tokenized/in_domain_train.tsv", NULL);
    scratch_text(dir, "cola/train.tsv", cola[0].text);
    scratch_text(dir, "cola/dev.tsv", cola[1].text);
    DATA_HAS("cola", dir, "test acceptable: A.\n", "GLUE");
}

FOLDER_TEST("errors in CoLA files are reported")
{
    static const char train[] = COLA "in_domain_train.tsv";
    static const struct fault bad[] = {
        {train, "s\t1\t\tA.\ns\t1\tB.\n", "train.tsv:2: 3 columns separated by tabs (expected 4)"},
        {train, "s\t1\t\tA.\t\n", "train.tsv:1: 5 columns"},
        {train, "s\t2\t\tA.\n", "train.tsv:1: invalid label '2' in column 2 (expected 0 or 1)"},
        {train, "s\t\t\tA.\n", "train.tsv:1: invalid label ''"},
        {train, "s\t1\t\t \n", "train.tsv:1: the sentence in column 4 is empty"},
        {train, "s\t1\t\tA\xe9.\n", "train.tsv:1: not UTF-8"},
        {train, "", "is empty"},
    };
    FAULTS("cola", dir, cola, bad);
}

FOLDER_TEST("truncated files are read or refused")
{
    cuts_are_safe("trec", dir, trec);
    cuts_are_safe("sst2", dir, sst2);
    cuts_are_safe("ag_news", dir, ag_news);
    cuts_are_safe("cola", dir, cola);
}
