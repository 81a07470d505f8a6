/* SPDX-License-Identifier: MIT
 * What gnuplot wrote, made fit for pages: a small drawing of two series and a point, as gnuplot
 * writes it, comes out with titles, the page's ink and ids of its own, and with all that it drew.
 */
#include "harness/render/figures/svg_finish.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char drawn[] =
    "<?xml version=\"1.0\"?>\n<svg \n width=\"90\" height=\"60\"\n>\n\n<title>Gnuplot</title>\n"
    "<desc>Produced by GNUPLOT</desc>\n<g id=\"gnuplot_canvas\">\n"
    "<rect x=\"0\" y=\"0\" width=\"90\" height=\"60\" fill=\"#ffffff\"/>\n<defs>\n"
    "\t<circle id='gpPt5' stroke='currentColor' r='1'/>\n"
    "\t<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor'/>\n"
    "\t<filter id='textbox'><feFlood flood-color='#FFFFFF'/></filter>\n</defs>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\">\n</g>\n"
    "\t<g id=\"gnuplot_plot_1a\" ><title>csv using (own(2, of(2, ''))):(y)</title>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-linecap=\"butt\">\n"
    "\t<path stroke='rgb(213,  94,   0)'  d='M1,2 L3,4  '/>"
    "\t<polygon fill = 'rgb(228, 228, 228)' points = '1,2 3,4 '/>\n</g>\n\t</g>\n"
    "\t<g id=\"gnuplot_plot_2a\" ><title>csv using (own(1, of(1, ''))):(y)</title>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\">\n"
    "\t<g onmousemove=\"gnuplot_svg.showHypertext(evt,'1')\" onmouseout=\"x()\"><title> </title>\n"
    "\t<use xlink:href='#gpPt6' transform='translate(5,6)' color='rgb(  0,   0,   0)'/></g>\n"
    "</g>\n\t</g>\n"
    "\t<g id=\"gnuplot_plot_3a\" ><title>csv every ::0::0 using (row(1, x))</title>\n"
    "<g stroke='rgb( 85,  85,  85)'><text>&lt;a&gt;</text></g>\n\t</g>\n</g>\n</svg>\n";

static char *finished(void)
{
    struct chart c = {.log = ""};
    c.title = xstrdup("A & B\n\"<title>\"");
    c.y.says = xstrdup("loss");
    chart_rank(&c.panels, "", 1);
    chart_add(&c, 0, 0, 0, "dot", exactly(1), (struct value){2.31, 2.28, 2.34, 8});
    chart_add(&c, 0, 1, 1, "an \"MLP\" & more", exactly(1), exactly(3));
    char *svg = svg_finish(&c, drawn, "name");
    chart_free(&c);
    return svg;
}

static void has(const char *svg, const char *part)
{
    if (!strstr(svg, part)) fail_msg("no %s in\n%s", part, svg);
}

static void test_what_it_says(void **state)
{
    (void)state;
    char *svg = finished();
    has(svg, "<title id=\"name-title\">A &amp; B &quot;&lt;title>&quot;</title>");
    has(svg, "<desc id=\"name-desc\">A &amp; B");
    has(svg, "<g class=\"series\" data-series=\"an &quot;MLP&quot; &amp; more\">"
             "<title>an &quot;MLP&quot; &amp; more</title>");
    has(svg, "<g class=\"series\" data-series=\"dot\"><title>dot</title>");
    has(svg, "<g class=\"point\"><title>dot: loss 2.31 [2.28, 2.34], n = 8</title>");
    assert_null(strstr(svg, "Gnuplot"));
    assert_null(strstr(svg, "GNUPLOT"));
    assert_null(strstr(svg, "using"));
    assert_null(strstr(svg, "onmouse"));
    free(svg);
}

static void test_ink_and_ids(void **state)
{
    (void)state;
    char *svg = finished();
    has(svg, "color=\"#1b1b1b\"");
    has(svg, "<rect class=\"paper\" ");
    has(svg, "<polygon fill=\"currentColor\" fill-opacity=\"0.1\" points=\"1,2 3,4 \"/>");
    has(svg, "<path stroke=\"rgb(213,  94,   0)\" d=\"M1,2 L3,4  \"/>");
    has(svg, "<use xlink:href=\"#name-gpPt6\" transform=\"translate(5,6)\"/>");
    has(svg, "<use xlink:href=\"#name-gpPt5\" id=\"name-gpPt6\" fill=\"currentColor\"/>");
    has(svg, "<g stroke=\"currentColor\" stroke-opacity=\"0.7\"><text>&lt;a&gt;</text></g>");
    assert_null(strstr(svg, "filter"));
    assert_null(strstr(svg, "color=\"black\""));
    free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_it_says),
                                       cmocka_unit_test(test_ink_and_ids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
