/* SPDX-License-Identifier: MIT
 * IWSLT 2017 and its XML test sets: files made by the test, and the real ones. */
#include "tests/unit/test.h"
#include "data_files.h"
#include "datasets/formats/mteval.h"
#include "base/rng.h"

static const char *const languages[] = {"de", "en"};

/* ---- mteval XML ---- */

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mteval>\n<srcset setid=\"s\">\n"
#define DOC  "<doc docid=\"7\" genre=\"lectures\">\n<title>T</title>\n"
#define TAIL "</doc>\n</srcset>\n</mteval>\n"

/* Reads text as a file; the message or NULL, to be freed. */
static char *read_xml(const char *dir, const char *text, size_t size, struct data_store *store,
                      struct segments *out)
{
    char *path = xformat("%s/x.xml", dir), *error = NULL;
    scratch_bytes(dir, "x.xml", text, size);
    if (mteval_read(store, path, out, &error))
        assert_null(error);
    else
        assert_non_null(error);
    free(path);
    return error;
}

FOLDER_TEST("segments are decoded")
{
    struct data_store *store = data_store_new();
    struct segments out;
    const char *text =
        HEAD "<doc genre='a>b' docid = 'x'>\n"
             "<seg id=\"1\"> Q&amp;A &lt;b&gt; &quot;&apos;&#228;&#xE4;&#x1F600; </seg>\n"
             "<SEG id=\"02\"></SEG><seg id='3'>\tä\n</seg>\n" TAIL;
    char *error = read_xml(dir, text, strlen(text), store, &out);
    if (error) fail_msg("%s", error);
    assert_int_equal(out.count, 3);
    assert_true(text_is(out.list[0].text, "Q&A <b> \"'ää\xF0\x9F\x98\x80"));
    assert_true(text_is(out.list[0].doc, "x") && text_is(out.list[0].id, "1"));
    assert_true(text_is(out.list[1].text, "") && text_is(out.list[1].id, "02"));
    data_store_free(store);
}

/* The list grows, more than once. */
FOLDER_TEST("segments are as many as there are")
{
    enum { MANY = 1000 };
    struct data_store *store = data_store_new();
    struct segments out;
    struct text all = {0};
    text_add(&all, "%s", HEAD DOC);
    for (int i = 0; i < MANY; i++) text_add(&all, "<seg id=\"%d\">text %d</seg>\n", i, i);
    text_add(&all, "%s", TAIL);
    char *error = read_xml(dir, all.data, all.length, store, &out);
    if (error) fail_msg("%s", error);
    assert_int_equal(out.count, MANY);
    for (int i = 0; i < MANY; i++) {
        char *expected = xformat("text %d", i);
        assert_true(text_is(out.list[i].text, expected));
        free(expected);
    }
    text_free(&all);
    data_store_free(store);
}

FOLDER_TEST("faults of xml are named with their line")
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {HEAD DOC "<seg id=\"1\">a & b</seg>\n" TAIL, "x.xml:6: not well-formed XML"},
        {HEAD DOC "<seg id=\"1\">a &nbsp; b</seg>\n" TAIL,
         "x.xml:6: not well-formed XML: undefined entity"},
        {"<!DOCTYPE mteval SYSTEM \"x.dtd\">\n<mteval>\n" DOC "<seg id=\"1\">a &nbsp;</seg>\n",
         "x.xml:5: not well-formed XML: undefined entity"},
        {"<!DOCTYPE mteval [<!ENTITY more SYSTEM \"more.txt\">]>\n<mteval>\n" DOC
         "<seg id=\"1\">a &more; b</seg>\n" TAIL,
         "x.xml:5: external entities are not read"},
        {HEAD DOC "<seg id=\"1\">a &#xD800; b</seg>\n" TAIL,
         "x.xml:6: not well-formed XML: reference to invalid"},
        {HEAD DOC "<seg id=\"1\">a &#; &#-1;</seg>\n" TAIL, "x.xml:6: not well-formed XML"},
        {HEAD DOC "<seg id=\"1\">a<seg id=\"2\">b</seg>\n" TAIL,
         "x.xml:6: unexpected tag inside <seg>"},
        {HEAD DOC "<seg>a</seg>\n" TAIL, "x.xml:6: <seg> without id"},
        {HEAD "<seg id=\"1\">a</seg>\n" TAIL, "x.xml:4: <seg> outside a <doc>"},
        {HEAD DOC DOC TAIL, "x.xml:6: <doc> inside a <doc>"},
        {HEAD "<doc>" TAIL, "x.xml:4: <doc> without docid"},
        {HEAD DOC TAIL, "no <seg> in the file"},
        {"plain text\n", "no <seg> in the file"},
        {HEAD DOC "<seg id=\"1\">a</seg>\n", "truncated: the last <doc> does not end"},
        {HEAD DOC "<seg id=\"1\">a</seg>\n</doc>\n", "truncated: </mteval> is missing"},
        {HEAD DOC "<seg id=\"1\">a</seg>\n</doc", "x.xml:7: unterminated tag"},
        {HEAD DOC "<seg id=\"1>a</seg>\n" TAIL, "x.xml:6: not well-formed XML"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct data_store *store = data_store_new();
        struct segments out;
        char *error = read_xml(dir, cases[i].text, strlen(cases[i].text), store, &out);
        if (!error || !strstr(error, cases[i].part))
            fail_msg("case %zu: '%s' lacks '%s'", i, error ? error : "no error", cases[i].part);
        free(error);
        data_store_free(store);
    }
}

/* No prefix of a file is read as a shorter file, and no changed byte crashes the reader. */
FOLDER_TEST("damaged xml is never silently shorter")
{
    static const char text[] =
        HEAD DOC "<seg id=\"1\">a &amp; b</seg>\n<seg id=\"2\">c</seg>\n" TAIL;
    size_t whole = sizeof text - 1, least = whole - strlen("\n</mteval>\n");
    struct segments out;
    for (size_t size = 1; size < whole; size++) {
        struct data_store *store = data_store_new();
        char *error = read_xml(dir, text, size, store, &out);
        if (!error && (size < least || out.count != 2)) fail_msg("%zu bytes are read", size);
        free(error);
        data_store_free(store);
    }
    for (uint64_t trial = 0; trial < 2000; trial++) {
        char changed[sizeof text];
        memcpy(changed, text, sizeof text);
        for (uint64_t i = 0; i < 3; i++)
            changed[rng_below(trial, 1, i, whole)] = "<>&;\"'/ x\xC3"[rng_below(trial, 2, i, 10)];
        struct data_store *store = data_store_new();
        char *error = read_xml(dir, changed, whole, store, &out);
        free(error);
        data_store_free(store);
    }
}

/* ---- IWSLT 2017 ---- */

#define TAGS                                                                                       \
    "<url>u</url>\n<speaker>s</speaker>\n<talkid>%d</talkid>\n<title>%s title</title>\n"           \
    "<description>%s about</description>\n<translator href=\"x\">t</translator>\n"

/* A set of two talks; in language l, the xml files of dev2010 and tst2016. */
static void write_iwslt(const char *dir, bool reference_in_other_folder)
{
    for (int l = 0; l < 2; l++) {
        const char *lang = languages[l];
        char *name = xformat("iwslt2017/de-en/train.tags.de-en.%s", lang);
        char *text = xformat(TAGS " %s one \n\n%s <b>three</b>\n" TAGS "%s four\n", 1, lang, lang,
                             lang, lang, 2, lang, lang, lang);
        scratch_text(dir, name, text);
        free(name), free(text);
        for (int test = 0; test < 2; test++) {
            const char *pair = test && l && reference_in_other_folder ? "en-de" : "de-en";
            name = xformat("iwslt2017/%s/IWSLT17.TED.%s.%s.%s.xml", pair,
                           test ? "tst2016" : "dev2010", pair, lang);
            text = xformat(HEAD DOC "<seg id=\"%d\">%s %d</seg>\n<seg id=\"%d\">%s %d</seg>\n" TAIL,
                           l ? 2 : 1, lang, l ? 2 : 1, l ? 1 : 2, lang, l ? 1 : 2);
            scratch_text(dir, name, text); /* the segments of en stand in reverse order */
            free(name), free(text);
        }
    }
}

FOLDER_TEST("iwslt pairs training lines and segments")
{
    struct data_options options = {.dir = dir};
    for (int other = 0; other < 2; other++) {
        struct dataset data;
        scratch_empty(dir);
        write_iwslt(dir, other);
        opened("iwslt2017", &options, &data);
        const struct record *train = data.records[SPLIT_TRAIN];
        assert_int_equal(data.count[SPLIT_TRAIN], 4);
        assert_true(text_is(train[0].text, "de one") && text_is(train[0].second, "en one"));
        assert_true(text_is(train[1].text, "") && text_is(train[1].second, ""));
        assert_true(text_is(train[2].text, "de <b>three</b>"));
        assert_true(text_is(train[3].second, "en four"));
        for (int split = SPLIT_VALID; split <= SPLIT_TEST; split++) {
            const struct record *r = data.records[split];
            assert_int_equal(data.count[split], 2);
            assert_true(text_is(r[0].text, "de 1") && text_is(r[0].second, "en 1"));
            assert_true(text_is(r[1].text, "de 2") && text_is(r[1].references[0], "en 2"));
        }
        assert_non_null(strstr(data.notes, "left out"));
        dataset_close(&data);
    }
    struct dataset data;
    opened("iwslt2017:titles", &options, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 8);
    assert_true(text_is(data.records[SPLIT_TRAIN][0].text, "de title"));
    assert_true(text_is(data.records[SPLIT_TRAIN][1].second, "en about"));
    assert_non_null(strstr(data.notes, "Training includes titles and descriptions"));
    dataset_close(&data);
    for (int l = 0; l < 2; l++) {
        char *name = xformat("iwslt2017/de-en/IWSLT17.TED.dev2010.de-en.%s.xml", languages[l]);
        scratch_text(dir, name, HEAD DOC "<seg id=\"1\">dev</seg>\n" TAIL);
        free(name);
    }
    opened("iwslt2017", &options, &data);
    assert_int_equal(data.count[SPLIT_VALID], 1);
    assert_int_equal(data.count[SPLIT_TEST], 2);
    dataset_close(&data);
    opened("iwslt2017:testonly", &options, &data);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 0);
    assert_int_equal(data.count[SPLIT_TEST], 2);
    dataset_close(&data);
}

/* Numbers of segments begin anew in each talk, and talks may stand in another order. */
FOLDER_TEST("segments are those of their talk")
{
#define TALK(id, text) "<doc docid=\"" id "\">\n<seg id=\"1\">" text "</seg>\n</doc>\n"
    static const char end[] = "</srcset>\n</mteval>\n";
    char *de = xformat(HEAD TALK("7", "sieben") TALK("8", "acht") "%s", end),
         *en = xformat(HEAD TALK("8", "eight") TALK("7", "seven") "%s", end);
    struct dataset data;
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml", de);
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.en.xml", en);
    opened("iwslt2017:testonly", &(struct data_options){.dir = dir}, &data);
    const struct record *r = data.records[SPLIT_TEST];
    assert_int_equal(data.count[SPLIT_TEST], 2);
    assert_true(text_is(r[0].text, "sieben") && text_is(r[0].second, "seven"));
    assert_true(text_is(r[1].text, "acht") && text_is(r[1].second, "eight"));
    dataset_close(&data);
    free(de), free(en);
#undef TALK
}

FOLDER_TEST("iwslt faults are named")
{
    write_iwslt(dir, true);
    refused("iwslt2017:de", dir, "unknown option 'de'", "tst2016", NULL);
    refused("iwslt2017:tst1", dir, "unknown option 'tst1'", NULL);
    refused("iwslt2017:tst2015,tst2016", dir, "second option of its kind 'tst2016'", NULL);
    refused("iwslt2017:en-de,titles,de-en", dir, "second option of its kind 'de-en'", NULL);
    refused("iwslt2017:testonly,", dir, "unknown option ''", NULL);
    refused("iwslt2017:tst2015", dir, "IWSLT17.TED.tst2015.de-en.de.xml", "No such file", NULL);
    refused("iwslt2017:fr-en", dir, "train.tags.fr-en.fr", "testonly", NULL);
    scratch_text(dir, "iwslt2017/en-de/IWSLT17.TED.tst2016.en-de.en.xml",
                 HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"3\">y</seg>\n" TAIL);
    refused("iwslt2017:testonly", dir,
            "tst2016.de-en.de.xml:7: segment 2 of document 7 is missing in", NULL);
    scratch_text(dir, "iwslt2017/en-de/IWSLT17.TED.tst2016.en-de.en.xml",
                 HEAD DOC
                 "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg><seg id=\"3\">y</seg>\n" TAIL);
    refused("iwslt2017:testonly", dir, "has 2 segments", "has 3", NULL);
    /* As many segments, each with a counterpart, and one of them left over. */
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml",
                 HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg>\n"
                          "<seg id=\"2\">z</seg>\n" TAIL);
    refused("iwslt2017:testonly", dir, "tst2016.de-en.de.xml:8: duplicate segment 2 of document 7",
            NULL);
    scratch_text(dir, "iwslt2017/en-de/IWSLT17.TED.tst2016.en-de.en.xml",
                 HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg>\n"
                          "<seg id=\"2\">z</seg>\n" TAIL);
    refused("iwslt2017:testonly", dir, "duplicate segment 2 of document 7", NULL);
    scratch_text(dir, "iwslt2017/de-en/train.tags.de-en.en", "<talkid>1</talkid>\na\nb\n");
    refused("iwslt2017", dir, "train.tags.de-en.de has more sentences than", "only 2 pair up",
            NULL);
    scratch_text(dir, "iwslt2017/de-en/train.tags.de-en.en", "<talkid>1</talkid>\na\nb\nc\nd\n");
    refused("iwslt2017", dir, "train.tags.de-en.de:16: sentence 4 belongs to talk '2'", "(line 5)",
            NULL);
    scratch_text(dir, "iwslt2017/de-en/train.tags.de-en.en", "<talkid>1</talkid>\n\xFF\n");
    refused("iwslt2017", dir, "train.tags.de-en.en:2: not UTF-8", NULL);
}

TEST("iwslt test set pairs up")
{
    const char *dir = real_data_or_skip("iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml");
    for (int back = 0; back < 2; back++) {
        struct dataset data;
        opened(back ? "iwslt2017:testonly,en-de" : "iwslt2017:testonly",
               &(struct data_options){.dir = dir}, &data);
        assert_int_equal(data.count[SPLIT_TEST], 1133);
        long de = words_in_split(&data, SPLIT_TEST, back),
             en = words_in_split(&data, SPLIT_TEST, !back);
        assert_int_equal((de * 10 + 566) / 1133, 155); /* published means: 15.5 and 17.6 words */
        assert_int_equal((en * 10 + 566) / 1133, 176);
        dataset_close(&data);
    }
}
