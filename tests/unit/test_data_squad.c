/* SPDX-License-Identifier: MIT
 * SQuAD and XQuAD: JSON made by the test, errors, and the real set. */
#include "tests/unit/test.h"
#include "data_files.h"

/* One article with one question; the context has an e acute and a G clef beyond U+FFFF. */
#define ANSWER(text, start) "{\"text\": \"" text "\", \"answer_start\": " start "}"
#define ARTICLE(title, id, answers)                                                                \
    "{\"paragraphs\": [{\"qas\": [{\"answers\": [" answers                                         \
    "], \"question\": \" Who? \", \"id\": \"" id "\"}], "                                          \
    "\"context\": \"A caf\\u00e9 \\ud834\\udd1e by Bo.\"}], \"title\": \"" title "\"}"
#define DATA(articles) "{\"version\": \"1.1\", \"data\": [" articles "]}"
#define GOOD           ARTICLE("T", "q1", ANSWER("Bo", "12"))
/* A c a f e ' ' clef ' ' b y ' ' B: B is code point 12 ("A " is 0 and 1) */

FOLDER_TEST("answers are placed by code points")
{
    struct dataset data;
    scratch_text(dir, "squad/train-v1.1.json",
                 DATA(GOOD ", " ARTICLE("U", "q2", ANSWER("Bo", "12"))));
    scratch_text(dir, "squad/dev-v1.1.json",
                 DATA(ARTICLE("V", "q3",
                              ANSWER("Bo", "12") ", " ANSWER("by Bo", "9") ", " ANSWER(
                                  "\\ud834\\udd1e", "7"))));
    opened("squad", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.kind, DATA_SPANS);
    assert_string_equal(data.metric, "f1");
    assert_int_equal(data.count[SPLIT_TRAIN], 1);
    assert_int_equal(data.count[SPLIT_VALID], 1); /* at least one article */
    assert_int_equal(data.count[SPLIT_TEST], 1);
    const struct record *r = &data.records[SPLIT_TEST][0];
    assert_true(text_is(r->text, "A caf\xc3\xa9 \xf0\x9d\x84\x9e by Bo."));
    assert_true(text_is(r->second, "Who?"));
    assert_int_equal(r->reference_count, 3);
    assert_true(text_is(r->references[1], "by Bo"));
    assert_true(text_is(r->references[2], "\xf0\x9d\x84\x9e"));
    assert_int_equal(r->starts[0], 12);
    assert_int_equal(r->starts[1], 9);
    assert_non_null(strstr(data.notes, "Of 2 articles, 1 serve as valid"));
    dataset_close(&data);
}

FOLDER_TEST("faults of squad are named")
{
    static const struct {
        const char *text, *message;
    } cases[] = {
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_text(dir, "squad/train-v1.1.json", cases[i].text);
        refused("squad", dir, "squad/train-v1.1.json", cases[i].message, NULL);
    }
    refused("squad:x", dir, "no options", NULL);
    scratch_text(dir, "xquad/other.json", "{}");
    refused("xquad", dir, "xquad/xquad.en.json", "No such file", NULL);
}

/* A context of 1 MiB with 9,000 answers: each is looked up in all of it. */
FOLDER_TEST("long contexts of many answers are refused")
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

FOLDER_TEST("a byte order mark is dropped")
{
    struct dataset data, marked;
    static const char train[] = DATA(GOOD ", " ARTICLE("U", "q2", ANSWER("Bo", "12")));
    scratch_text(dir, "squad/dev-v1.1.json", DATA(GOOD));
    scratch_text(dir, "squad/train-v1.1.json", train);
    opened("squad", &(struct data_options){.dir = dir}, &data);
    char *text = xformat("\xEF\xBB\xBF%s", train);
    scratch_text(dir, "squad/train-v1.1.json", text);
    free(text);
    opened("squad", &(struct data_options){.dir = dir}, &marked);
    assert_int_equal(data.hash, marked.hash);
    assert_null(strstr(data.notes, "byte order mark"));
    assert_non_null(strstr(marked.notes, "byte order mark"));
    dataset_close(&data), dataset_close(&marked);
}

FOLDER_TEST("no beginning of json is taken for the whole")
{
    static const char whole[] = DATA(GOOD);
    scratch_text(dir, "squad/dev-v1.1.json", whole);
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        scratch_bytes(dir, "squad/train-v1.1.json", whole, size);
        refused("squad", dir, "squad/train-v1.1.json", NULL);
    }
}

/* ---- the real set ---- */

static size_t words_of(struct string text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += text.at[i] != ' ' && (i == 0 || text.at[i - 1] == ' ');
    return count;
}

TEST("xquad is as published")
{
    const char *dir = real_data_or_skip("xquad/xquad.en.json");
    struct dataset data;
    opened("xquad", &(struct data_options){.dir = dir, .seed = 5}, &data);
    int questions = 0, beyond_ascii = 0, wrong_as_bytes = 0;
    size_t longest = 0;
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data.count[split]; i++, questions++) {
            const struct record *r = &data.records[split][i];
            size_t start = (size_t)r->starts[0];
            beyond_ascii += utf8_count(r->text) < r->text.size;
            wrong_as_bytes +=
                memcmp(r->text.at + start, r->references[0].at, r->references[0].size) != 0;
            if (words_of(r->text) > longest) longest = words_of(r->text);
            assert_int_equal(r->reference_count, 1);
        }
    assert_int_equal(questions, 1190);
    assert_int_equal(beyond_ascii, 420);
    assert_int_equal(wrong_as_bytes, 191);
    assert_int_equal(longest, 509);
    assert_non_null(
        strstr(data.notes, "Of 48 articles, 4 serve as valid and 8 as test, by seed 5"));
    dataset_close(&data);
}

/* No context stands in two splits. */
TEST("xquad is split by article")
{
    const char *dir = real_data_or_skip("xquad/xquad.en.json");
    struct dataset data;
    opened("xquad", &(struct data_options){.dir = dir}, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++)
        for (enum split split = SPLIT_VALID; split < GIVEN_SPLITS; split++)
            for (int j = 0; j < data.count[split]; j++) {
                struct string a = data.records[SPLIT_TRAIN][i].text,
                              b = data.records[split][j].text;
                assert_false(a.size == b.size && memcmp(a.at, b.at, a.size) == 0);
            }
    dataset_close(&data);
}

/* As many as in the official file: a tenth of what testing leaves is for validation. */
FOLDER_TEST("made xquad is split as the official one")
{
    struct text json = {0};
    struct dataset data;
    text_add(&json, "{\"data\": [");
    for (int i = 0; i < 48; i++)
        text_add(&json,
                 "%s{\"title\": \"t\", \"paragraphs\": [{\"context\": \"c%d\", \"qas\": [{\"id\": "
                 "\"q\", \"question\": \"q\", \"answers\": [{\"text\": \"c\", \"answer_start\": "
                 "0}]}]}]}",
                 i ? "," : "", i);
    text_add(&json, "]}");
    scratch_text(dir, "xquad/xquad.en.json", json.data);
    opened("xquad", &(struct data_options){.dir = dir, .seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 36);
    assert_int_equal(data.count[SPLIT_VALID], 4);
    assert_int_equal(data.count[SPLIT_TEST], 8);
    dataset_close(&data);
    text_free(&json);
}

/* Of ten articles one is for validation: four contexts, each with three questions. */
FOLDER_TEST("a context is held out whole")
{
    static const char qa[] = "{\"id\": \"q\", \"question\": \"q\", \"answers\": "
                             "[{\"text\": \"c\", \"answer_start\": 0}]}";
    struct text json = {0};
    struct dataset data;
    text_add(&json, "{\"data\": [");
    for (int i = 0; i < 40; i++)
        text_add(&json, "%s{\"context\": \"c%d\", \"qas\": [%s, %s, %s]}%s",
                 i % 4 ? ","
                 : i   ? ",{\"title\": \"t\", \"paragraphs\": ["
                       : "{\"title\": \"t\", \"paragraphs\": [",
                 i, qa, qa, qa, i % 4 == 3 ? "]}" : "");
    text_add(&json, "]}");
    scratch_text(dir, "squad/train-v1.1.json", json.data);
    scratch_text(dir, "squad/dev-v1.1.json", DATA(GOOD));
    for (uint64_t seed = 1; seed <= 5; seed++) {
        opened("squad", &(struct data_options){.dir = dir, .seed = seed, .held_out = true}, &data);
        assert_int_equal(data.count[SPLIT_VALID], 6);
        assert_int_equal(data.count[SPLIT_HELD_OUT], 6);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                assert_ptr_not_equal(data.records[SPLIT_VALID][i].text.at,
                                     data.records[SPLIT_HELD_OUT][j].text.at);
        dataset_close(&data);
    }
    text_free(&json);
}
