/* SPDX-License-Identifier: MIT
 * The two renderings of a document say the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/utf8.h"
#include "harness/render/page/document.h"

#include <stdlib.h>
#include <string.h>

/* Both renderings; the HTML without what every page has. Frees the document. */
struct rendered {
    char *markdown, *html;
};
static struct rendered render(struct document *d)
{
    struct rendered r = {document_markdown(d), document_html(d, "/nonexistent")};
    document_free(d);
    return r;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in\n%s", part, text);
}

static void lacks(const char *text, const char *part)
{
    if (strstr(text, part)) fail_msg("'%s' is in\n%s", part, text);
}

static void done(struct rendered *r)
{
    free(r->markdown);
    free(r->html);
}

static void test_blocks(void **state)
{
    (void)state;
    struct document d = {0};
    doc_heading(&d, 1, "<b> & %s", "\"q\"");
    doc_item(&d, "one_two");
    doc_item(&d, "three");
    doc_table(&d, "lr", "a|b", "n");
    doc_row(&d, "x\ny", doc_text(&d, "%d", 5));
    doc_row(&d, doc_link(&d, "other/report", NULL, "to"), "");
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "# \\<b\\> \\& \"q\"\n\n- one\\_two\n- three\n\n"
                                    "| a\\|b | n |\n| --- | ---: |\n| x y | 5 |\n"
                                    "| [to](other/report.md) |  |\n");
    has(r.html, "<h1 id=\"b-q\">&lt;b&gt; &amp; &quot;q&quot;</h1>");
    has(r.html, "<ul>\n<li>one_two</li>\n<li>three</li>\n</ul>");
    has(r.html, "<td class=\"r\" data-head=\"n\">5</td></tr>");
    has(r.html, "<th class=\"r\" scope=\"col\">n</th></tr>");
    has(r.html, " scope=\"row\" data-head=\"a|b\"><a href=\"other/report.html\">to</a></th>");
    lacks(r.html, "<b>");
    done(&r);
}

static void test_folds_and_captions(void **state)
{
    (void)state;
    struct document d = {0};
    doc_answer(&d, "It %s.", doc_strong(&d, "helps"));
    doc_fold(&d, "The rule & *more*");
    doc_paragraph(&d, "inside");
    doc_fold_end(&d);
    doc_table(&d, "l", "head");
    doc_caption(&d, "What it holds");
    doc_figure(&d, "figures/a b", "Its caption");
    doc_figure(&d, "figures/c", "Both");
    struct rendered r = render(&d);
    assert_string_equal(r.markdown,
                        "> It **helps**.\n\n"
                        "<details>\n<summary>The rule &amp; *more*</summary>\n\ninside\n\n"
                        "</details>\n\nWhat it holds\n\n| head |\n| --- |\n\n"
                        "![Its caption](figures/a%20b.svg)\n\n"
                        "![Both](figures/c.svg)\n");
    has(r.html, "<p class=\"answer\">It <strong>helps</strong>.</p>");
    has(r.html, "<details><summary>The rule &amp; *more*</summary>\n<p>inside</p>\n</details>");
    has(r.html, "<caption><span>What it holds</span></caption>");
    has(r.html, "figures/a b.svg is not there.");
    done(&r);
}

static void test_links(void **state)
{
    (void)state;
    struct document d = {0};
    doc_heading(&d, 2, "Which of them?");
    doc_anchor(&d, "some question");
    doc_heading(&d, 2, "Questions");
    doc_heading(&d, 2, "A question of this name");
    doc_anchor(&d, "questions");
    doc_paragraph(&d, "See %s, %s and %s.", doc_link(&d, "#some question", "the \"first\"", "this"),
                  doc_link(&d, "a:b (c)/report#x", NULL, "that"),
                  doc_link(&d, "https://example.org/?q=1&r=2", NULL, "more"));
    struct rendered r = render(&d);
    has(r.markdown, "<a id=\"some:20question\"></a>\n\n## Which of them?\n");
    has(r.markdown, "See [this](#some:20question), [that](./a:b%20%28c%29/report.md#x) and "
                    "[more](https://example.org/?q=1&r=2).");
    has(r.html, "<h2 id=\"some:20question\">");
    has(r.html, "<h2 id=\"questions\">A question of this name"); /* a link leads to it */
    has(r.html, "<h2 id=\"questions-2\">Questions");
    has(r.html, "<a href=\"#some:20question\" title=\"the &quot;first&quot;\">this</a>");
    has(r.html, "<a href=\"./a:b%20%28c%29/report.html#x\">that</a>");
    has(r.html, "<a href=\"https://example.org/?q=1&amp;r=2\">more</a>");
    done(&r);
}

/* Names that differ have places that differ. */
static void test_anchors(void **state)
{
    (void)state;
    struct document d = {0};
    static const char *const names[] = {"v1.2", "v1-2", "v1 2", "v1:2E2"};
    for (int i = 0; i < 4; i++) {
        doc_heading(&d, 2, "Heading %d", i);
        doc_anchor(&d, names[i]);
        doc_paragraph(&d, "%s", doc_link(&d, doc_text(&d, "#%s", names[i]), NULL, names[i]));
    }
    struct rendered r = render(&d);
    has(r.markdown, "<a id=\"v1:2E2\"></a>\n\n## Heading 0\n\n[v1.2](#v1:2E2)\n");
    has(r.markdown, "<a id=\"v1-2\"></a>\n\n## Heading 1\n\n[v1-2](#v1-2)\n");
    has(r.html, "<h2 id=\"v1:2E2\">Heading 0");
    has(r.html, "<h2 id=\"v1-2\">Heading 1");
    has(r.html, "<h2 id=\"v1:202\">Heading 2");
    has(r.html, "<h2 id=\"v1:3A2E2\">Heading 3");
    done(&r);
}

/* Behind an exclamation mark a link is a link, not a picture. */
static void test_no_picture(void **state)
{
    (void)state;
    struct document d = {0};
    doc_paragraph(&d, "which !%s! Now!", doc_link(&d, "#x", NULL, "arm"));
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "which \\![arm](#x)! Now!\n");
    has(r.html, "which !<a href=\"#x\">arm</a>! Now!");
    done(&r);
}

static void test_papers(void **state)
{
    (void)state;
    struct document d = {0};
    doc_paragraph(&d, "arXiv 2310.11398, 2502.17206v2 and 1211.5063. Not 2310.11398 alone, nor "
                      "arXiv 23.1 or 1.5 and 2502.17206.");
    doc_paragraph(&d, "%s", doc_link(&d, "#x", NULL, "arXiv 2310.11398"));
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "[arXiv 2310.11398](https://arxiv.org/abs/2310.11398), "
                                    "[2502.17206v2](https://arxiv.org/abs/2502.17206v2) and "
                                    "[1211.5063](https://arxiv.org/abs/1211.5063). Not 2310.11398 "
                                    "alone, nor arXiv 23.1 or 1.5 and 2502.17206.\n\n"
                                    "[arXiv 2310.11398](#x)\n");
    has(r.html, "<a href=\"https://arxiv.org/abs/2310.11398\">arXiv 2310.11398</a>, <a href");
    done(&r);
}

/* Labels that begin as a list of Markdown does: "+ gate", "- gate". */
static void test_signs_of_lists(void **state)
{
    (void)state;
    struct document d = {0};
    doc_paragraph(&d, "1. does it - or 2. not?");
    doc_answer(&d, "+ gate is worse");
    doc_item(&d, "- gate takes 3 ms");
    doc_item(&d, "-1.2 %% and 1.5 times");
    doc_item(&d, "%s", "-");
    doc_paragraph(&d, "---");
    doc_table(&d, "l", "12) head");
    doc_caption(&d, "12) caption");
    doc_row(&d, "- gate");
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "1\\. does it - or 2. not?\n\n> \\+ gate is worse\n\n"
                                    "- \\- gate takes 3 ms\n- -1.2 % and 1.5 times\n- \\-\n\n"
                                    "\\---\n\n12\\) caption\n\n"
                                    "| 12) head |\n| --- |\n| - gate |\n");
    has(r.html, "<p>1. does it - or 2. not?</p>");
    done(&r);
}

/* What only looks like a piece is plain, and control characters reach no page. */
static void test_broken_pieces(void **state)
{
    (void)state;
    struct document d = {0};
    doc_paragraph(&d, "%s", "a\001b \0011#x\002 c\001\001 \0031x\002\002y\003 \0014z\002\002\003");
    doc_paragraph(&d, "%s", "\001");
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "ab 1\\#x c 1xy 4z\n\n\n");
    has(r.html, "<p>ab 1#x c 1xy 4z</p>\n<p></p>");
    done(&r);
}

static void test_cells(void **state)
{
    (void)state;
    struct document d = {0};
    doc_table(&d, "tr", "arm", "gain");
    doc_row(&d, "mlp", "+1.2 %");
    doc_tone(&d, TONE_BETTER, "5 pairs");
    doc_row(&d, DOC_AS_ABOVE, "-1");
    doc_tone(&d, TONE_NOT_ASSESSABLE, NULL);
    doc_row(&d, doc_command(&d, "./attnlab cell 'a|b_c'"), "");
    doc_paragraph(&d, "%s", doc_command(&d, "a|b`c"));
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "| arm | gain |\n| --- | ---: |\n| mlp | ▲ +1.2 % |\n"
                                    "|  | ∅ -1 |\n| `./attnlab cell 'a\\|b_c'` |  |\n\n"
                                    "`` a|b`c ``\n");
    has(r.html, "<td class=\"r better\" data-head=\"gain\" title=\"5 pairs\"><span class=\"mark\" "
                "role=\"img\" aria-label=\"better\">▲</span> +1.2 %</td>");
    has(r.html, "<th class=\"t same\" scope=\"row\" data-head=\"arm\"></th>");
    has(r.html, "<td class=\"r not-assessable\"");
    has(r.html, "<code class=\"command\">./attnlab cell &#39;a|b_c&#39;</code>");
    done(&r);
}

/* Every tone has its colour. */
static void test_tones(void **state)
{
    (void)state;
    struct document d = {0};
    struct rendered r = render(&d);
    for (enum tone t = TONE_NONE + 1; t < TONES; t++) {
        char *rule = xformat("\n.%s { background", tone_looks[t].name);
        for (char *c = rule + 2; *c != '{'; c++)
            if (*c == ' ' && c[1] != '{') *c = '-';
        assert_true(*tone_looks[t].mark);
        has(r.html, rule);
        free(rule);
    }
    done(&r);
}

static void test_glossary(void **state)
{
    (void)state;
    struct document d = {0};
    doc_heading(&d, 2, "The arm");
    doc_item(&d, "sigmoid gate: an arm");
    doc_paragraph(&d,
                  "%s, alarm, arm_table, arms.csv, seed = 1 and seed=2: two Arms, as published.",
                  doc_link(&d, "#x", NULL, "arm"));
    doc_paragraph(&d, "An arm again, with its seed.");
    doc_glossary(&d);
    struct rendered r = render(&d);
    has(r.markdown, "[arm](#x), alarm, arm\\_table, arms.csv, seed = 1 and seed=2: two "
                    "[Arms](#word-arm)");
    has(r.markdown, "[as published](#word-as-published)");
    has(r.markdown, "\n\nAn arm again, with its [seed](#word-seed)");
    has(r.markdown, "<a id=\"glossary\"></a>\n\n## Glossary\n\n- <a id=\"word-arm\"></a>**arm**: ");
    has(r.markdown, "\n- <a id=\"word-as-published\"></a>**as published**: ");
    lacks(r.markdown, "**gate**");
    lacks(r.markdown, "**yardstick**");
    has(r.html, "<a class=\"word\" href=\"#word-arm\" title=\"one of");
    has(r.html, "<li id=\"word-arm\"><strong>arm</strong>: ");
    done(&r);
}

static void test_no_glossary(void **state)
{
    (void)state;
    struct document d = {0};
    doc_paragraph(&d, "Nothing.");
    doc_glossary(&d);
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "Nothing.\n");
    done(&r);
}

/* Of a folder, say, whose name is no text. */
static void test_bytes_that_are_no_text(void **state)
{
    (void)state;
    struct document d = {0};
    doc_heading(&d, 2, "%s", "run\xFF");
    doc_add(&d, DOC_CODE, "attnlab report \xFE");
    struct rendered r = render(&d);
    assert_string_equal(r.markdown, "## run\xEF\xBF\xBD\n\n    attnlab report \xEF\xBF\xBD\n");
    has(r.html, ">run\xEF\xBF\xBD");
    assert_true(utf8_valid((struct string){r.html, strlen(r.html)}, &(size_t){0}));
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_folds_and_captions),
                                       cmocka_unit_test(test_links),
                                       cmocka_unit_test(test_anchors),
                                       cmocka_unit_test(test_no_picture),
                                       cmocka_unit_test(test_papers),
                                       cmocka_unit_test(test_signs_of_lists),
                                       cmocka_unit_test(test_broken_pieces),
                                       cmocka_unit_test(test_cells),
                                       cmocka_unit_test(test_tones),
                                       cmocka_unit_test(test_glossary),
                                       cmocka_unit_test(test_no_glossary),
                                       cmocka_unit_test(test_bytes_that_are_no_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
