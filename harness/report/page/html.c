/* SPDX-License-Identifier: MIT
 * A page as one HTML file without outside parts: cmark-gfm makes it of the Markdown, without raw
 * HTML and without dangerous addresses; here it gets a head, ids of headings, and its figures as
 * images inside the page. The policy in its head forbids it to load anything. */
#define _GNU_SOURCE /* memmem */
#include "harness/report/page/page.h"
#include "base/paths.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* page.css and page.js, as the Makefile makes them C strings. */
static const char style[] =
#include "harness/report/page/page.css.inc"
    ;
static const char script[] =
#include "harness/report/page/page.js.inc"
    ;

/* ---- running cmark-gfm ---- */

/* Its exit status, or -1 with errno set. */
static int run_between(const char *program, FILE *in, FILE *out)
{
    const char *const argv[] = {"cmark-gfm", "-e", "table", "--to", "html", NULL};
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
    errno = posix_spawn(&pid, program, &files, NULL, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (errno) return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static char *read_all(FILE *f)
{
    struct text all = {0};
    char piece[4096];
    size_t n;
    rewind(f);
    while ((n = fread(piece, 1, sizeof piece, f)) > 0) text_add_bytes(&all, piece, n);
    return all.data;
}

/* What it makes of a text; NULL with *fault. */
static char *convert(const char *markdown, char **fault)
{
    char *program = path_program("cmark-gfm"), *html = NULL;
    FILE *in = tmpfile(), *out = tmpfile();
    if (!in || !out) die("no temporary file for a page: %s", strerror(errno));
    fputs(markdown, in);
    rewind(in);
    int status = program ? run_between(program, in, out) : 0;
    if (!program)
        *fault = xstrdup("cmark-gfm is not installed (harness/install/packages.tsv)");
    else if (status < 0)
        *fault = xformat("cmark-gfm does not start: %s", strerror(errno));
    else if (status)
        *fault = xformat("cmark-gfm failed with status %d", status);
    else if (!(html = read_all(out)))
        html = xstrdup("");
    fclose(in);
    fclose(out);
    free(program);
    return html;
}

/* ---- what is changed in it ---- */

struct html {
    struct text out;
    const char *folder;
    struct text ids; /* of headings so far, each between two blanks */
};

/* The words between tags as part of an address, as GitHub makes it; of several alike the second has
 * "-1". */
static void add_id(struct html *h, const char *words, const char *end)
{
    struct text id = {0};
    text_add(&id, "%s", "");
    for (bool tag = false; words < end; words++) {
        unsigned char c = (unsigned char)*words;
        const char *semicolon = c == '&' ? strchr(words, ';') : NULL;
        tag = c == '<' || (tag && words[-1] != '>');
        if (semicolon && semicolon < end) words = semicolon;
        if (tag || semicolon) continue;
        if (isalnum(c) || c >= 128 || strchr("-_", c)) text_add(&id, "%c", tolower(c));
        if (c == ' ') text_add(&id, "-");
    }
    char *own = xformat(" %s ", id.data);
    for (int n = 1; h->ids.data && strstr(h->ids.data, own); n++) {
        free(own);
        own = xformat(" %s-%d ", id.data, n);
    }
    text_add(&h->ids, "%s", own);
    text_add(&h->out, " id=\"%.*s\"", (int)strlen(own) - 2, own + 1);
    free(own);
    text_free(&id);
}

/* An SVG in an address: as it is but for these characters. */
static void add_svg(struct text *out, const char *svg)
{
    for (; *svg; svg++)
        if (strchr("%#\"<>&", *svg) || (unsigned char)*svg < ' ')
            text_add(out, "%%%02X", (unsigned char)*svg);
        else
            text_add_bytes(out, svg, 1);
}

/* The figure that an image names, as an address that holds it. False: there is no such figure. */
static bool add_image(struct html *h, const char *path, size_t length)
{
    static const char below[] = "figures/";
    bool ours = !strncmp(path, below, strlen(below)) &&
                !memchr(path + strlen(below), '/', length - strlen(below));
    char *file = xformat("%s/%.*s", h->folder, (int)length, path);
    char *svg = ours ? read_run_file(file, NULL) : NULL;
    if (svg) {
        text_add(&h->out, "src=\"data:image/svg+xml,");
        add_svg(&h->out, svg);
        text_add(&h->out, "\"");
    }
    free(svg);
    free(file);
    return svg;
}

/* A link to a page of ours leads to its HTML. */
static void add_link(struct html *h, const char *target, size_t length)
{
    const char *place = memchr(target, '#', length);
    size_t path = place ? (size_t)(place - target) : length;
    bool page =
        path > 3 && !strncmp(target + path - 3, ".md", 3) && !memmem(target, length, "://", 3);
    text_add(&h->out, "href=\"%.*s%s%.*s\"", (int)(page ? path - 3 : path), target,
             page ? ".html" : "", (int)(length - path), target + path);
}

/* Takes one tag; returns what follows it. */
static const char *take_tag(struct html *h, const char *tag)
{
    const char *end = strchr(tag, '>');
    if (!end) end = tag + strlen(tag) - 1;
    bool heading = tag[1] == 'h' && tag[2] >= '1' && tag[2] <= '4' && tag[3] == '>';
    const char *src = !strncmp(tag, "<img src=\"", 10) ? tag + 10 : NULL;
    const char *href = !strncmp(tag, "<a href=\"", 9) ? tag + 9 : NULL;
    if (!strncmp(tag, "<table>", 7)) text_add(&h->out, "<div class=\"wide\">");
    if (heading) {
        const char *close = strstr(end, "</h");
        text_add_bytes(&h->out, tag, 3);
        add_id(h, end + 1, close ? close : end + 1);
        text_add(&h->out, ">");
    } else if (src) {
        size_t length = strcspn(src, "\"");
        text_add(&h->out, "<img ");
        if (!add_image(h, src, length)) text_add(&h->out, "src=\"data:,\"");
        text_add_bytes(&h->out, src + length + 1, (size_t)(end - src) - length);
    } else if (href) {
        size_t length = strcspn(href, "\"");
        text_add(&h->out, "<a ");
        add_link(h, href, length);
        text_add_bytes(&h->out, href + length + 1, (size_t)(end - href) - length);
    } else {
        text_add_bytes(&h->out, tag, (size_t)(end - tag) + 1);
    }
    if (!strncmp(tag, "</table>", 8)) text_add(&h->out, "</div>");
    return end + 1;
}

/* The words of the first heading, as cmark escaped them. */
static void add_title(struct html *h, const char *body)
{
    const char *words = strstr(body, "<h1>"), *end = words ? strstr(words, "</h1>") : NULL;
    text_add(&h->out, "<title>");
    for (words = end ? words + 4 : NULL; end && words < end; words++) {
        if (*words == '<')
            words = strchr(words, '>');
        else
            text_add_bytes(&h->out, words, 1);
    }
    text_add(&h->out, "</title>\n");
}

char *page_html(const char *markdown, const char *folder, char **fault)
{
    struct html h = {.folder = folder};
    char *body = convert(markdown, fault);
    if (!body) return NULL;
    text_add(&h.out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                     "img-src data:;style-src 'unsafe-inline';script-src 'unsafe-inline'\"/>\n");
    add_title(&h, body);
    text_add(&h.out, "<style>\n%s</style>\n</head><body><main>\n", style);
    for (const char *at = body; *at;) {
        size_t words = strcspn(at, "<");
        text_add_bytes(&h.out, at, words);
        at += words;
        if (*at) at = take_tag(&h, at);
    }
    text_add(&h.out, "</main>\n<script>/*<![CDATA[*/\n%s/*]]>*/</script>\n</body></html>\n",
             script);
    text_free(&h.ids);
    free(body);
    return h.out.data;
}
