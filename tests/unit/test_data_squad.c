/* SPDX-License-Identifier: MIT
 * Tests that SQuAD and XQuAD files are read correctly and that invalid files are refused. The tests
 * write the files. */
#include "tests/unit/data_files.h"

/* An article with one question. Its context contains an accented letter and a character beyond
 * U+FFFF. */
#define ANSWER(text, start) "{\"text\": \"" text "\", \"answer_start\": " start "}"
#define ARTICLE(title, id, answers)                                                                \
    "{\"paragraphs\": [{\"qas\": [{\"answers\": [" answers                                         \
    "], \"question\": \" Who? \", \"id\": \"" id "\"}], "                                          \
    "\"context\": \"A caf\\u00e9 \\ud834\\udd1e by Bo.\"}], \"title\": \"" title "\"}"
#define DATA(articles) "{\"version\": \"1.1\", \"data\": [" articles "]}"
#define GOOD           ARTICLE("T", "q1", ANSWER("Bo", "12"))
/* The context is "A café X by Bo", where X is a G clef. The B is code point 12. */

static const struct file_text good[] = {
    {"squad/train-v1.1.json", DATA(GOOD ", " ARTICLE("U", "q2", ANSWER("Bo", "12")))},
    {"squad/dev-v1.1.json", DATA(ARTICLE("V", "q3",
                                         ANSWER("Bo", "12") ", " ANSWER("by Bo", "9") ", " ANSWER(
                                             "\\ud834\\udd1e", "7")))},
    {0}};

FOLDER_TEST("answer positions count code points")
{
    files_write(dir, good);
    DATA_HAS("squad", dir, "spans f1\n",
             "records 1 1 1 0\n", /* the validation split gets at least one article */
             "test: A caf\xc3\xa9 \xf0\x9d\x84\x9e by Bo. | Who? | Bo@12 | by Bo@9 | "
             "\xf0\x9d\x84\x9e@7\n",
             "Of 2 articles, 1 were drawn for valid");
}

FOLDER_TEST("errors in SQuAD files are reported")
{
    static const char *const cases[][2] = {
        {DATA(GOOD "," ARTICLE("T2", "q9", ANSWER("Bo", "13"))),
         "article 2 'T2', question 'q9': the answer 'Bo' is not at code point 13"},
        {DATA(ARTICLE("T", "q1", ANSWER("Bo", "-1"))), "at code point -1 of the context's 15"},
        {DATA(ARTICLE("T", "q1", ANSWER("Bo", "99999999999"))), "at code point 99999999999"},
        {DATA(ARTICLE("T", "q1", ANSWER("Bo.x", "12"))), "the answer 'Bo.x' is not at"},
        {DATA(ARTICLE("T", "q1", ANSWER("", "12"))), "an answer is empty"},
        {DATA(ARTICLE("T", "q1", ANSWER("Bo", "\"12\""))),
         "wrong type of 'answer_start' (expected an integer)"},
        {DATA(ARTICLE("T", "q1", ANSWER("Bo", "12.0"))), "wrong type of 'answer_start'"},
        {DATA(ARTICLE("T", "q1", "")),
         "question 'q1': has no answer; unanswerable questions (SQuAD v2.0)"},
        {DATA(ARTICLE("T", "q1", "7")), "missing 'text'"},
        {DATA("{\"title\": \"T\"}"), "article 1 'T': missing 'paragraphs' (expected an array)"},
        {DATA("{\"title\": 3}"), "article 1 '': wrong type of 'title' (expected a string)"},
        {DATA("{\"title\": \"T\", \"paragraphs\": [{\"qas\": []}]}"), "missing 'context'"},
        {DATA("{\"title\": \"T\", \"paragraphs\": [{\"context\": \"c\"}]}"), "missing 'qas'"},
        {DATA("7"), "article 1 '': missing 'title'"},
        {DATA(""), "expected {\"data\": [articles], ...}"},
        {"[]", "expected {\"data\": [articles], ...}"},
        {"{\"data\": 3}", "expected {\"data\": [articles], ...}"},
        {"{\"data\":\n [}", "train-v1.1.json:2: invalid JSON"},
        {DATA(ARTICLE("\\ud834", "q1", ANSWER("Bo", "12"))), "train-v1.1.json:1: invalid JSON"},
        {DATA(ARTICLE("\xe9", "q1", ANSWER("Bo", "12"))), "train-v1.1.json:1: not UTF-8"},
        {DATA(GOOD) "x", "train-v1.1.json:1: invalid JSON"},
        {"", "is empty"},
    };
    scratch_text(dir, "squad/dev-v1.1.json", DATA(GOOD));
    for (size_t i = 0; i < LENGTH(cases); i++) {
        scratch_text(dir, "squad/train-v1.1.json", cases[i][0]);
        refused("squad", dir, "squad/train-v1.1.json", cases[i][1], NULL);
    }
    refused("squad:x", dir, "no options", NULL);
    scratch_text(dir, "xquad/other.json", "{}");
    refused("xquad", dir, "xquad/xquad.en.json", "No such file", NULL);
}

/* The context has 1 MiB and 9,000 answers. Searching for all of them would take too long. */
FOLDER_TEST("long contexts with many answers are refused")
{
    struct text json = {0};
    text_add(&json, "{\"data\": [{\"title\": \"T\", \"paragraphs\": [{\"context\": \"Bo");
    for (int i = 0; i < 1 << 14; i++)
        text_add(&json, "%s", " a line of sixty-four bytes, which is the sixteenth of a kilobyte");
    text_add(&json, "\", \"qas\": [{\"id\": \"q7\", \"question\": \"Who?\", \"answers\": [");
    for (int i = 0; i < 9000; i++) text_add(&json, "%s" ANSWER("Bo", "0"), i ? "," : "");
    text_add(&json, "]}]}]}]}");
    scratch_text(dir, "squad/train-v1.1.json", json.data);
    scratch_text(dir, "squad/dev-v1.1.json", DATA(GOOD));
    refused("squad", dir, "article 1 'T', question 'q7': the contexts are too large",
            "at most 8 GiB", "split them into paragraphs", NULL);
    text_free(&json);
}

FOLDER_TEST("a byte order mark is removed, and a note mentions it")
{
    const struct data_options options = {.dir = dir};
    files_write(dir, good);
    uint64_t hash = opened_hash("squad", &options);
    DATA_HAS("squad", dir, "!byte order mark");
    char *marked = formatted("\xEF\xBB\xBF%s", good[0].text);
    scratch_text(dir, "squad/train-v1.1.json", marked);
    assert_true(opened_hash("squad", &options) == hash);
    DATA_HAS("squad", dir, "byte order mark");
}

FOLDER_TEST("a JSON file truncated at any byte is refused")
{
    files_write(dir, good);
    for (size_t size = 0; size < strlen(good[0].text); size++) {
        scratch_bytes(dir, "squad/train-v1.1.json", good[0].text, size);
        refused("squad", dir, "squad/train-v1.1.json", NULL);
    }
}

/* Appends a data set with `articles` articles to `json`. Each article has `contexts` contexts, and
 * each context has `questions` questions. */
static void add_articles(struct text *json, int articles, int contexts, int questions)
{
    static const char qa[] =
        "{\"id\": \"q\", \"question\": \"q\", \"answers\": [" ANSWER("c", "0") "]}";
    text_add(json, "{\"data\": [");
    for (int a = 0; a < articles; a++) {
        text_add(json, "%s{\"title\": \"t\", \"paragraphs\": [", a ? "," : "");
        for (int c = 0; c < contexts; c++) {
            text_add(json, "%s{\"context\": \"c%d\", \"qas\": [", c ? "," : "", a * contexts + c);
            for (int q = 0; q < questions; q++) text_add(json, "%s%s", q ? "," : "", qa);
            text_add(json, "]}");
        }
        text_add(json, "]}");
    }
    text_add(json, "]}");
}

/* Like the official file, the data set has 48 articles. The validation split gets a tenth of the
 * articles outside the test split. */
FOLDER_TEST("XQuAD is split by article")
{
    struct text json = {0};
    add_articles(&json, 48, 1, 1);
    scratch_text(dir, "xquad/xquad.en.json", json.data);
    DATA_HAS("xquad", dir, "records 36 4 8 0\n",
             "Of 48 articles, 4 were drawn for valid and 8 for test (seed 1)");
    text_free(&json);
}

/* The validation split gets one of ten articles, with four contexts and three questions per
 * context. */
FOLDER_TEST("all questions of a context are held out together")
{
    struct text json = {0};
    struct dataset data;
    files_write(dir, good);
    add_articles(&json, 10, 4, 3);
    scratch_text(dir, "squad/train-v1.1.json", json.data);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        opened("squad", &(struct data_options){.dir = dir, .seed = seed, .held_out = true}, &data);
        assert_int_equal(data.count[SPLIT_VALID], 6);
        assert_int_equal(data.count[SPLIT_HELD_OUT], 6);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                assert_ptr_not_equal(data.records[SPLIT_VALID][i].text.at,
                                     data.records[SPLIT_HELD_OUT][j].text.at);
    }
    text_free(&json);
}
