/* SPDX-License-Identifier: MIT
 * A page with a block of every kind: it is well-formed, its ids are its own, its links lead
 * somewhere and it asks for nothing from outside. With a folder as its argument this program writes
 * the page there as sample.html, for tests/slow/browser.sh. */
#include "tests/unit/data_files.h"

#include "harness/render/page/document.h"

#include <expat.h>

static const char picture[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<svg\n width=\"880\" "
    "height=\"200\"\n viewBox=\"0 0 880 200\" xmlns=\"http://www.w3.org/2000/svg\" "
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n<title>Gnuplot</title>"
    "<defs><circle id='gpPt1' r='5'/></defs>\n<g id=\"gnuplot_canvas\">"
    "<text x='10' y='20'>100 % &amp; more</text><path d='M10,50 L800,60' stroke='#0072b2'/>"
    "<use xlink:href='#gpPt1' x='10' y='50'/></g></svg>\n";

static const char *const gains[] = {
    "+1.2 % [0.4, 2.0]",    "-3.0 % [-4.0, -2.0]", "", "+10.5 % [9.0, 12.0]", "not measured",
    "+0.07 % [-0.1, +0.2]", "0.0 % [0, 0]",        "", "-12 % [-13, -11]",    "+1.1 % [1, 2]"};
static const char *const times[] = {"3.2 ms", "12 µs", "1.5 s",  "900 ns", "",
                                    "1 ms",   "2 ms",  "999 µs", "100 ns", "4.0 s"};

static const char *const sizes[] = {"27 thousand parameters, 1.19 million tokens",
                                    "1.5 million parameters",
                                    "9984 parameters",
                                    "158 thousand parameters",
                                    "2.1 billion parameters",
                                    "",
                                    "999 parameters",
                                    "12 million parameters",
                                    "10 thousand parameters",
                                    "3 parameters"};

static void add_tables(struct document *d)
{
    doc_heading(d, 3, "Table: gains");
    doc_table(d, "tttrrt", "question", "arm", "gain", "time", "cost", "size");
    doc_caption(d, "Ten rows, of which some say the same as the one above");
    for (int i = 0; i < 10; i++) {
        doc_row(d, i % 5 ? DOC_AS_ABOVE : doc_text(d, "question %d", i / 5),
                doc_text(d, "arm %d", 11 - i), gains[i]);
        doc_tone(d, (enum tone)(i % TONES), i % 2 ? "a word more" : NULL);
        doc_row(d, times[i], doc_text(d, "%.3f", 1 + i * 7 % 10 / 8.0), sizes[i]);
    }
    doc_table(d, "llr", "", "a command with a name", "count");
    doc_row(d, "first", doc_command(d, "./attnlab cell 'score=dot,n=1024,phase=both'"), "12345678");
    doc_row(d, "second",
            doc_link(d, "#second", "more of it in words that take up some room", "a link"), "9");
}

static void add_figures(struct document *d)
{
    doc_figure(d, "figures/wide", "A wide picture <of> two series");
    doc_figure(d, "figures/wide", "The same once more");
    doc_figure(d, "figures/lost", "Nobody drew this");
}

static struct document sample(void)
{
    struct document d = {0};
    doc_heading(&d, 1, "A page with a block of every kind");
    doc_paragraph(&d, "Each arm has its seeds; arXiv 2310.11398 and 2502.17206 say more.");
    for (int i = 0; i < 3; i++) {
        doc_heading(&d, 2, "Does number %d, which has a rather long heading, help at all?", i);
        doc_anchor(&d, doc_text(&d, "%s", (const char *[]){"first", "second", "third"}[i]));
        doc_answer(&d, "It is %s: +1.2 %% [0.4, 2.0].", doc_strong(&d, "better"));
        doc_item(&d, "see %s", doc_link(&d, "#first", NULL, "the first"));
        doc_fold(&d, "Statistics, rule and what is equal");
        doc_paragraph(&d, "p = 0.01");
        doc_fold(&d, "Deeper");
        doc_item(&d, "an item");
        doc_fold_end(&d);
        doc_fold_end(&d);
        if (i == 0) add_tables(&d);
        if (i == 1) add_figures(&d);
        doc_heading(&d, 3, "Again");
        doc_add(&d, DOC_CODE, "./attnlab run a.yaml && ./attnlab report 'a <b>'");
    }
    doc_glossary(&d);
    return d;
}

/* ---- reading it ---- */

struct seen {
    XML_Parser parser;
    struct text ids, links; /* each between two blanks */
    int pictures, frames, heads, scopes;
};

static bool holds(const struct text *names, const char *name)
{
    char *wanted = xformat(" %s ", name);
    bool found = names->data && strstr(names->data, wanted);
    free(wanted);
    return found;
}

static void on_attribute(struct seen *s, const char *tag, const char *name, const char *value)
{
    if (!strcmp(name, "id")) {
        if (holds(&s->ids, value)) fail_msg("two elements have the id %s", value);
        text_add(&s->ids, " %s ", value);
    }
    if (strstr(name, "href") && *value == '#') text_add(&s->links, " %s ", value + 1);
    if (!strcmp(name, "aria-labelledby")) text_add(&s->links, " %s ", value);
    bool inside = !strcmp(tag, "img") && !strcmp(name, "src") &&
                   !strncmp(value, "data:image/svg+xml,%3C?xml", 26) && !strchr(value, '#');
    s->pictures += inside;
    if ((!strcmp(name, "src") && !inside) || (!strcmp(tag, "link") && !strcmp(name, "href")))
        fail_msg("%s loads %s", tag, value);
    s->frames += !strcmp(name, "class") && !strcmp(value, "frame");
    s->scopes += !strcmp(name, "scope");
}

static void on_element(void *data, const char *tag, const char **attributes)
{
    struct seen *s = data;
    s->heads += !strcmp(tag, "th");
    for (; *attributes; attributes += 2) on_attribute(s, tag, attributes[0], attributes[1]);
}

static void test_page(void **state)
{
    scratch_text(*state, "figures/wide.svg", picture);
    struct document d = sample();
    char *page = document_html(&d, *state);
    struct seen s = {.parser = XML_ParserCreate(NULL)};
    XML_SetUserData(s.parser, &s);
    XML_SetStartElementHandler(s.parser, on_element);
    if (XML_Parse(s.parser, page, (int)strlen(page), 1) != XML_STATUS_OK)
        fail_msg("%s", XML_ErrorString(XML_GetErrorCode(s.parser)));
    int links = 0;
    for (char *link = strtok(s.links.data, " "); link; link = strtok(NULL, " "), links++)
        if (!holds(&s.ids, link)) fail_msg("nothing has the id %s", link);
    assert_true(links > 30);
    assert_int_equal(s.pictures, 2);
    assert_int_equal(s.frames, 3);
    assert_int_equal(s.heads, s.scopes);
    assert_int_equal(s.heads, 6 + 10 + 3 + 2);
    assert_non_null(strstr(page, "100 %25 %26amp; more%3C/text%3E"));
    XML_ParserFree(s.parser);
    text_free(&s.ids);
    text_free(&s.links);
    free(page);
    document_free(&d);
}

static int write_sample(const char *folder)
{
    struct document d = sample();
    scratch_text(folder, "figures/wide.svg", picture);
    char *page = document_html(&d, folder);
    scratch_text(folder, "sample.html", page);
    free(page);
    document_free(&d);
    return 0;
}

/* ATTNLAB_SAMPLE_PAGE names a folder: the page is written there, for tests/slow/browser.sh. */
int main(void)
{
    const struct CMUnitTest tests[] = {IN_SCRATCH(test_page)};
    const char *folder = getenv("ATTNLAB_SAMPLE_PAGE");
    return folder ? write_sample(folder) : cmocka_run_group_tests(tests, NULL, NULL);
}
