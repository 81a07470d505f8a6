/* SPDX-License-Identifier: MIT
 * Tests report pages (harness/report/page/). Markdown escapes all names. HTML is well-formed,
 * embeds its figures, and never interprets user text as markup. */
#include "tests/unit/data_files.h"

#include "base/paths.h"
#include "harness/report/page/page.h"

#include <expat.h>

static const char picture[] = "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">"
                              "<text x='1'>100 % &amp; #</text></svg>\n";

static void test_escapes(void **state)
{
    (void)state;
    struct writer w = {0};
    assert_string_equal(md(&w, "a|b <b> *c* [d](e) `f` $x$ & ~g~"),
                        "a\\|b \\<b\\> \\*c\\* \\[d\\](e) \\`f\\` \\$x\\$ \\& \\~g\\~");
    assert_string_equal(md(&w, "two\nlines\33[2J"), "two lines\\[2J");
    assert_string_equal(md_command(&w, "a|b `c`\nd"), "`` a\\|b `c` d ``");
    assert_string_equal(md_link(&w, "a b/x#y.md", "t"), "[t](a%20b/x#y.md)");
    assert_string_equal(md_link(&w, "a#b/x.md", "t"), "[t](a%23b/x.md)");
    assert_string_equal(md_link(&w, "javascript:x", "t"), "[t](./javascript:x)");
    w.plain = true;
    assert_string_equal(md(&w, "a|b"), "a|b");
    writer_free(&w);
}

static void test_blocks(void **state)
{
    (void)state;
    struct writer w = {0};
    md_heading(&w, 1, "Title");
    md_item(&w, "+ one");
    md_item(&w, "2. two");
    md_paragraph(&w, "- text");
    md_table(&w, "a | >b\\|c");
    md_row(&w, "%s | %d", "x", 1);
    md_table(&w, "d");
    md_code(&w, "run\nthis");
    md_figure(&w, "figures/x", "it [shows]");
    assert_string_equal(w.out.data, "# Title\n\n- \\+ one\n- 2\\. two\n\n\\- text\n\n"
                                    "| a | b\\|c |\n| --- | ---: |\n| x | 1 |\n\n"
                                    "| d |\n| --- |\n\n    run\n    this\n\n"
                                    "![it \\[shows\\]](figures/x.svg)\n");
    writer_free(&w);
}

/* ---- HTML ---- */

struct seen {
    struct text links; /* all link targets, separated by two spaces */
    int pictures, empty, tables, scripts;
};

static void on_element(void *data, const char *tag, const char **a)
{
    struct seen *s = data;
    s->tables += !strcmp(tag, "table");
    s->scripts += !strcmp(tag, "script");
    for (; *a; a += 2) {
        if (!strcmp(a[0], "href")) text_add(&s->links, " %s ", a[1]);
        if (strcmp(a[0], "src")) continue;
        s->pictures += !strncmp(a[1], "data:image/svg+xml,%3C?xml", 26) && !strchr(a[1], '#');
        s->empty += !strcmp(a[1], "data:,");
        if (strncmp(a[1], "data:", 5)) fail_msg("%s loads %s", tag, a[1]);
    }
}

static void test_html(void **state)
{
    scratch_text(*state, "figures/x.svg", picture);
    char *fault = NULL, *program = path_program("cmark-gfm");
    char *page = page_html("# A & <script>b</script>\n\n"
                           "[other](x/report.md) [up](../x.md) [bad](javascript:x) "
                           "[web](https://x.org/a.md)\n\n| a |\n| --- |\n| \\<i\\> |\n\n"
                           "![one](figures/x.svg) ![none](figures/y.svg) ![out](../../etc/passwd) "
                           "![far](figures/../figures/x.svg) ![web](https://x.org/x.svg)\n",
                           *state, &fault);
    if (!program) {
        assert_null(page);
        assert_non_null(strstr(fault, "cmark-gfm is not installed"));
        free(fault);
        return;
    }
    free(program);
    struct seen s = {0};
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &s);
    XML_SetStartElementHandler(parser, on_element);
    if (XML_Parse(parser, page, (int)strlen(page), 1) != XML_STATUS_OK)
        fail_msg("%s", XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    assert_int_equal(s.pictures, 1);
    assert_int_equal(s.empty, 4);
    assert_int_equal(s.tables, 1);
    assert_int_equal(s.scripts, 1);
    assert_string_equal(s.links.data, " x/report.html  ../x.md    https://x.org/a.md ");
    text_free(&s.links);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_escapes),
                                       cmocka_unit_test(test_blocks), IN_SCRATCH(test_html)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
