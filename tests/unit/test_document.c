/* SPDX-License-Identifier: MIT
 * The two renderings of a document. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/render/document.h"

#include <stdlib.h>
#include <string.h>

static void test_document(void **state)
{
    (void)state;
    struct document d = {0};
    doc_heading(&d, 1, "<b> & %s", "\"q\"");
    doc_item(&d, "one_two");
    doc_item(&d, "three");
    doc_table(&d, "lr", "a|b", "n");
    doc_row(&d, "x\ny", doc_text(&d, "%d", 5));
    doc_row(&d, "to", "");
    doc_link(&d, "other/report");
    char *markdown = document_markdown(&d), *html = document_html(&d, "/nonexistent");
    assert_string_equal(markdown, "# \\<b\\> \\& \"q\"\n\n- one\\_two\n- three\n\n"
                                  "| a\\|b | n |\n| --- | ---: |\n| x y | 5 |\n"
                                  "| [to](other/report.md) |  |\n");
    assert_non_null(strstr(html, "<h1>&lt;b&gt; &amp; &quot;q&quot;</h1>"));
    assert_non_null(strstr(html, "<ul>\n<li>one_two</li>\n<li>three</li>\n</ul>"));
    assert_non_null(strstr(html, "<td class=r data-head=\"n\">5</td></tr>"));
    assert_non_null(strstr(html, "<a href=\"other/report.html\">to</a></td>"));
    assert_null(strstr(html, "<b>"));
    free(markdown);
    free(html);
    document_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_document)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
