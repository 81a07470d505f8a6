/* SPDX-License-Identifier: MIT
 * A figure in HTML: its SVG as an image inside the page, so that the file can be mailed. */
#include "harness/render/page/html.h"

#include <stdlib.h>
#include <string.h>

/* An address holds it as it is but for these characters. */
static void add_svg(struct html *h, const char *svg)
{
    for (; *svg; svg++)
        if (strchr("%#\"<>&", *svg) || (unsigned char)*svg < ' ')
            text_add(&h->out, "%%%02X", (unsigned char)*svg);
        else
            text_add_bytes(&h->out, svg, 1);
}

void html_figure(struct html *h, const struct block *b)
{
    char *path = xformat("%s/%s.svg", h->run, b->stem), *svg = read_run_file(path, NULL);
    html_bare(h, "<figure><div class=\"frame\" tabindex=\"0\">", "", "");
    if (svg) {
        html_bare(h, "<img alt=\"", b->text, "\"");
        text_add(&h->out, " src=\"data:image/svg+xml,");
        add_svg(h, svg);
        text_add(&h->out, "\"/>");
    } else {
        html_plain(h, "", b->stem, ".svg is not there.");
    }
    text_add(&h->out, "</div></figure>\n");
    free(svg);
    free(path);
}
