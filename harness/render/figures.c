/* SPDX-License-Identifier: MIT
 * See figures.h. */
#include "harness/render/figures.h"
#include "base/mem.h"
#include "harness/render/caption.h"
#include "harness/render/gnuplot.h"
#include "harness/analysis/passes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options: "key=value;key=value" ---- */

struct option {
    char *key, *value;
};
struct options {
    char *text; /* cut up in place */
    struct option *list;
    int count;
};

static struct options options_read(const char *text)
{
    struct options o = {.text = xstrdup(text)};
    char *rest = o.text;
    for (char *part; (part = strsep(&rest, ";"));) {
        char *equals = strchr(part, '=');
        if (!*part) continue;
        if (equals) *equals = '\0';
        o.list = xgrow(o.list, (size_t)o.count + 1, sizeof *o.list);
        o.list[o.count++] = (struct option){part, equals ? equals + 1 : part + strlen(part)};
    }
    return o;
}

static void options_free(struct options *o)
{
    free(o->text);
    free(o->list);
}

static const char *option_of(const struct options *o, const char *key)
{
    for (int i = 0; i < o->count; i++)
        if (!strcmp(o->list[i].key, key)) return o->list[i].value;
    return "";
}

/* ---- what a line of figures.csv asks for ---- */

struct request {
    const char *ablation, *kind, *run, *home;
    struct options options;
    const struct summary *summary;
};

static char *fault_of_axis(const struct request *r, const char *option, const char *axis)
{
    if (!*axis || table_column(r->summary->rows, axis) >= 0) return NULL;
    return xformat("option %s: \"%s\" is no axis of this run", option, axis);
}

/* Names in a list separated by blanks or commas, each cut at '='; the first that is no axis. */
static char *fault_of_axes(const struct request *r, const char *option)
{
    char *copy = xstrdup(option_of(&r->options, option)), *rest = copy, *fault = NULL;
    for (char *word; !fault && (word = strsep(&rest, " ,"));) {
        word[strcspn(word, "=")] = '\0';
        fault = fault_of_axis(r, option, word);
    }
    free(copy);
    return fault;
}

static char *fault_of(const struct request *r, const char *script)
{
    static const char *const axes[] = {"x", "y", "panel", "where", NULL};
    if (!gnuplot_name(r->kind) || access(script, R_OK))
        return xformat("no kind of figure \"%s\": %s is not there", r->kind, script);
    for (int i = 0; i < r->options.count; i++)
        if (!gnuplot_name(r->options.list[i].key))
            return xformat("\"%s\" cannot be an option: letters, digits and _ only",
                           r->options.list[i].key);
    char *fault = NULL;
    for (int i = 0; !fault && axes[i]; i++) fault = fault_of_axes(r, axes[i]);
    if (strpbrk(option_of(&r->options, "where"), "'\"\\")) fault = xstrdup("a quote in `where`");
    return fault;
}

/* ---- panels ---- */

static bool cell_meets(const struct request *r, const struct summary_cell *c, const char *where)
{
    char *copy = xstrdup(where), *rest = copy;
    bool meets = !strcmp(c->ablation, r->ablation);
    for (char *word; meets && (word = strsep(&rest, " "));) {
        char *equals = strchr(word, '=');
        if (!equals) continue;
        *equals = '\0';
        meets = !strcmp(summary_text(r->summary, c, word), equals + 1);
    }
    free(copy);
    return meets;
}

/* "axis=value axis=value" of the panel axes that a cell has; "" when it lacks one of them. */
static char *panel_of(const struct request *r, const struct summary_cell *c)
{
    char *copy = xstrdup(option_of(&r->options, "panel")), *rest = copy;
    struct text panel = {0};
    bool whole = true;
    text_add(&panel, "%s", "");
    for (char *axis; (axis = strsep(&rest, " ,"));) {
        const char *value = *axis ? summary_text(r->summary, c, axis) : "";
        if (*axis) whole &= *value && !strpbrk(value, " '\"\\");
        if (*axis) text_add(&panel, "%s%s=%s", panel.length ? " " : "", axis, value);
    }
    free(copy);
    if (!whole) panel.data[0] = '\0';
    return panel.data;
}

/* ---- drawing ---- */

static bool taken(const struct figures *all, const char *stem)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].stem, stem)) return true;
    return false;
}

static char *stem_of(const struct figures *all, const struct request *r, const char *panel)
{
    char *first = xformat("figures/%s-%s%s%s", r->ablation, r->kind, *panel ? "-" : "", panel);
    for (char *p = first + strlen("figures/"); *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-", *p)) *p = '-';
    char *stem = xstrdup(first);
    for (int again = 2; taken(all, stem); again++) {
        free(stem);
        stem = xformat("%s-%d", first, again);
    }
    free(first);
    return stem;
}

static char *variables_of(const struct request *r, const char *panel, const char *stem,
                          const char *format)
{
    struct text v = {0};
    char *out = xformat("%s/%s.%s", r->run, stem, format);
    char *where = xformat("%s %s", option_of(&r->options, "where"), panel);
    gnuplot_set(&v, "home", r->home);
    gnuplot_set(&v, "dir", r->run);
    gnuplot_set(&v, "ablation", r->ablation);
    gnuplot_set(&v, "out", out);
    gnuplot_set(&v, "format", format);
    gnuplot_set(&v, "where", where);
    for (int i = 0; i < r->options.count; i++) {
        char *name = xformat("opt_%s", r->options.list[i].key);
        gnuplot_set(&v, name, r->options.list[i].value);
        free(name);
    }
    free(out);
    free(where);
    return v.data;
}

/* "Forward pass.", "A panel for each: forward pass, backward pass."; "" when there are none. */
static char *passes_of(const struct request *r, const char *panel)
{
    const struct summary *s = r->summary;
    const char *last = "", *where = option_of(&r->options, "where");
    struct text all = {0};
    int count = 0;
    text_add(&all, "%s", "");
    for (int i = 0; i < s->count; i++) {
        const struct summary_cell *c = &s->cells[i];
        if (!*c->pass || !strcmp(c->pass, last)) continue;
        if (!cell_meets(r, c, where) || !cell_meets(r, c, panel)) continue;
        text_add(&all, "%s%s", count++ ? ", " : "", pass_words(last = c->pass));
    }
    char *sentence = xformat("%s%s%s",
                             count > 1 ? "A panel for each: "
                             : count   ? "Timed: "
                                       : "",
                             all.data, count ? "." : "");
    text_free(&all);
    return sentence;
}

static char *caption_of(const struct request *r, const char *panel, const char *script)
{
    const char *where = option_of(&r->options, "where");
    char *held = xformat("%s%s%s", where, *where && *panel ? " " : "", panel);
    char *caption = caption_make(script, held), *passes = passes_of(r, panel);
    caption_add(&caption, passes);
    free(held);
    free(passes);
    return caption;
}

static void draw(struct figures *all, const struct request *r, const char *panel,
                 const char *script)
{
    struct figure f = {.ablation = r->ablation,
                       .stem = stem_of(all, r, panel),
                       .caption = caption_of(r, panel, script),
                       .fault = fault_of(r, script)};
    static const char *const formats[] = {"svg", "png", NULL};
    for (int i = 0; !f.fault && formats[i]; i++) {
        char *variables = variables_of(r, panel, f.stem, formats[i]);
        char *note;
        f.fault = gnuplot_run(variables, script, &note);
        if (!i) caption_add(&f.caption, note); /* the same for each format */
        free(note);
        if (f.fault) {
            char *half = xformat("%s/%s.%s", r->run, f.stem, formats[i]);
            unlink(half);
            free(half);
        }
        free(variables);
    }
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count++] = f;
}

/* Kinds of quality draw a panel for each condition themselves. */
static void no_panels(struct figures *all, const struct request *r)
{
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count] =
        (struct figure){.ablation = r->ablation,
                        .stem = stem_of(all, r, ""),
                        .caption = xstrdup(""),
                        .fault = xstrdup("option panel: no cell that was timed has these axes")};
    all->count++;
}

/* Draws a figure for each panel that occurs in the run, in the order of the cells. */
static void draw_panels(struct figures *all, const struct request *r, const char *script)
{
    const struct summary *s = r->summary;
    const char *where = option_of(&r->options, "where");
    char **seen = xarray((size_t)s->count, sizeof *seen);
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!cell_meets(r, &s->cells[i], where)) continue;
        char *panel = panel_of(r, &s->cells[i]);
        bool known = !*panel;
        for (int k = 0; k < count; k++) known |= !strcmp(seen[k], panel);
        if (known)
            free(panel);
        else
            draw(all, r, seen[count++] = panel, script);
    }
    if (!count) no_panels(all, r);
    for (int k = 0; k < count; k++) free(seen[k]);
    free(seen);
}

static void draw_line(struct figures *all, struct request *r)
{
    char *script = xformat("%s/plots/%s.gp", r->home, r->kind);
    char *fault = fault_of(r, script);
    if (*option_of(&r->options, "panel") && !fault)
        draw_panels(all, r, script);
    else
        draw(all, r, "", script);
    free(fault);
    free(script);
}

struct figures figures_draw(const struct table *list, const struct summary *s, const char *run,
                            const char *home)
{
    struct figures all = {0};
    if (!list->rows) return all;
    char *folder = xformat("%s/figures", run);
    if (!home)
        all.fault = xstrdup("no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!gnuplot_found())
        all.fault = xstrdup("gnuplot is not installed or does not start");
    else if (mkdir(folder, 0777) && errno != EEXIST)
        all.fault = xformat("%s: %s", folder, strerror(errno));
    for (int row = 0; !all.fault && row < list->rows; row++) {
        struct request r = {.ablation = table_text(list, row, "ablation"),
                            .kind = table_text(list, row, "kind"),
                            .run = run,
                            .home = home,
                            .options = options_read(table_text(list, row, "options")),
                            .summary = s};
        draw_line(&all, &r);
        options_free(&r.options);
    }
    free(folder);
    return all;
}

void figures_free(struct figures *all)
{
    for (int i = 0; i < all->count; i++) {
        free(all->list[i].stem);
        free(all->list[i].caption);
        free(all->list[i].fault);
    }
    free(all->list);
    free(all->fault);
    *all = (struct figures){0};
}
