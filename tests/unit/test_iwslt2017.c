/* SPDX-License-Identifier: MIT
 * Tests IWSLT 2017 and its XML test sets with files written by the test. */
#include "tests/unit/data_files.h"
#include "datasets/formats/mteval.h"
#include "base/rng.h"

static const char *const languages[] = {"de", "en"};

/* ---- mteval XML ---- */

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mteval>\n<srcset setid=\"s\">\n"
#define DOC  "<doc docid=\"7\" genre=\"lectures\">\n<title>T</title>\n"
#define TAIL "</doc>\n</srcset>\n</mteval>\n"

/* Reads a text as an XML file. Returns NULL on success; otherwise returns an error message, which
 * the caller frees. */
static char *read_xml(const char *dir, const char *text, size_t size, struct data_store *store,
                      struct segments *out)
{
    char *path = formatted("%s/x.xml", dir), *error = NULL;
    scratch_bytes(dir, "x.xml", text, size);
    if (mteval_read(store, path, out, &error))
        assert_null(error);
    else
        assert_non_null(error);
    return error;
}

FOLDER_TEST("XML segments are decoded")
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

FOLDER_TEST("all segments of a file with 1000 segments are read")
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
        char *expected = formatted("text %d", i);
        assert_true(text_is(out.list[i].text, expected));
    }
    text_free(&all);
    data_store_free(store);
}

FOLDER_TEST("errors in XML files are reported with their line")
{
    static const char *const cases[][2] = {
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
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct data_store *store = data_store_new();
        struct segments out;
        char *error = read_xml(dir, cases[i][0], strlen(cases[i][0]), store, &out);
        if (!error || !strstr(error, cases[i][1]))
            fail_msg("case %zu: '%s' does not contain '%s'", i, error ? error : "no error",
                     cases[i][1]);
        free(error);
        data_store_free(store);
    }
}

/* Randomly changed bytes must not crash the XML reader. */
FOLDER_TEST("a truncated XML file is not read as a shorter file")
{
    static const char text[] =
        HEAD DOC "<seg id=\"1\">a &amp; b</seg>\n<seg id=\"2\">c</seg>\n" TAIL;
    size_t whole = sizeof text - 1, least = whole - strlen("\n</mteval>\n");
    struct segments out;
    for (size_t size = 1; size < whole; size++) {
        struct data_store *store = data_store_new();
        char *error = read_xml(dir, text, size, store, &out);
        if (!error && (size < least || out.count != 2))
            fail_msg("a file truncated to %zu bytes is accepted", size);
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

/* Writes a training set with two talks, and the XML files of dev2010 and tst2016 in both languages.
 */
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
            scratch_text(dir, name, text); /* the English segments are in reverse order */
            free(name), free(text);
        }
    }
}

FOLDER_TEST("IWSLT training lines and test segments are paired")
{
    static const char segment[] = HEAD DOC "<seg id=\"1\">dev</seg>\n" TAIL;
    for (int other = 0; other < 2; other++) {
        scratch_empty(dir);
        write_iwslt(dir, other);
        DATA_HAS("iwslt2017", dir, "records 4 2 2 0\n",
                 "train: de one | en one | en one\ntrain:  |  | \n"
                 "train: de <b>three</b> | en <b>three</b> | en <b>three</b>\n"
                 "train: de four | en four | en four\n"
                 "valid: de 1 | en 1 | en 1\nvalid: de 2 | en 2 | en 2\n"
                 "test: de 1 | en 1 | en 1\ntest: de 2 | en 2 | en 2\n",
                 "left out");
    }
    DATA_HAS("iwslt2017:titles", dir, "records 8 2 2 0\n",
             "train: de title | en title | en title\n"
             "train: de about | en about | en about\n",
             "Training includes titles and descriptions");
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.dev2010.de-en.de.xml", segment);
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.dev2010.de-en.en.xml", segment);
    DATA_HAS("iwslt2017", dir, "records 4 1 2 0\n");
    DATA_HAS("iwslt2017:testonly", dir, "records 0 0 2 0\n");
}

/* Segment numbers start at 1 in each talk. */
FOLDER_TEST("segments are paired by talk in any order of talks")
{
#define TALK(id, text) "<doc docid=\"" id "\">\n<seg id=\"1\">" text "</seg>\n</doc>\n"
#define TALKS_END      "</srcset>\n</mteval>\n"
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml",
                 HEAD TALK("7", "sieben") TALK("8", "acht") TALKS_END);
    scratch_text(dir, "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.en.xml",
                 HEAD TALK("8", "eight") TALK("7", "seven") TALKS_END);
    DATA_HAS("iwslt2017:testonly", dir, "records 0 0 2 0\n",
             "test: sieben | seven | seven\ntest: acht | eight | eight\n");
}

FOLDER_TEST("errors in IWSLT files are reported")
{
    static const char de[] = "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml",
                      en[] = "iwslt2017/en-de/IWSLT17.TED.tst2016.en-de.en.xml",
                      train[] = "iwslt2017/de-en/train.tags.de-en.en";
    static const struct {
        const char *file, *text, *name, *parts[2];
    } faults[] = {
        {en,
         HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"3\">y</seg>\n" TAIL,
         "iwslt2017:testonly",
         {"tst2016.de-en.de.xml:7: segment 2 of document 7 is missing in", ""}},
        {en,
         HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg><seg id=\"3\">y</seg>\n" TAIL,
         "iwslt2017:testonly",
         {"has 2 segments", "has 3"}},
        /* Both files have two different segments, but one file repeats a segment number. */
        {de,
         HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg>\n<seg id=\"2\">z</seg>\n" TAIL,
         "iwslt2017:testonly",
         {"tst2016.de-en.de.xml:8: duplicate segment 2 of document 7", ""}},
        {en,
         HEAD DOC "<seg id=\"1\">x</seg>\n<seg id=\"2\">y</seg>\n<seg id=\"2\">z</seg>\n" TAIL,
         "iwslt2017:testonly",
         {"duplicate segment 2 of document 7", ""}},
        {train,
         "<talkid>1</talkid>\na\nb\n",
         "iwslt2017",
         {"train.tags.de-en.de has more sentences than", "only 2 pairs match"}},
        {train,
         "<talkid>1</talkid>\na\nb\nc\nd\n",
         "iwslt2017",
         {"train.tags.de-en.de:16: sentence 4 belongs to talk '2'", "(line 5)"}},
        {train,
         "<talkid>1</talkid>\n\xFF\n",
         "iwslt2017",
         {"train.tags.de-en.en:2: not UTF-8", ""}},
    };
    write_iwslt(dir, true);
    REFUSED(dir, {"iwslt2017:de", "unknown option 'de'|tst2016"},
            {"iwslt2017:tst1", "unknown option 'tst1'"},
            {"iwslt2017:tst2015,tst2016", "conflicting option 'tst2016'"},
            {"iwslt2017:en-de,titles,de-en", "conflicting option 'de-en'"},
            {"iwslt2017:testonly,", "unknown option ''"},
            {"iwslt2017:tst2015", "IWSLT17.TED.tst2015.de-en.de.xml|No such file"},
            {"iwslt2017:fr-en", "train.tags.fr-en.fr|testonly"});
    for (size_t i = 0; i < LENGTH(faults); i++) {
        scratch_text(dir, faults[i].file, faults[i].text);
        refused(faults[i].name, dir, faults[i].parts[0], faults[i].parts[1], NULL);
    }
}
