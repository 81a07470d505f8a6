/* SPDX-License-Identifier: MIT
 * The key figures: what a specification wants drawn.
 *
 * A kind is a script of plots/, and the last line of its head says of which questions it is; one
 * that says nothing is not to be asked for. So a kind that does not fit is refused before anything
 * is measured, and the planner needs to know nothing of drawing. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/plan/spec_read.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading the key ---- */

static void read_figure(struct reader *r, const struct yaml *map, struct spec_figure *figure)
{
    figure->options =
        xarray(map->kind == YAML_MAP ? (size_t)map->count : 0, sizeof *figure->options);
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        if (!reader_is(r, e, YAML_SCALAR)) continue;
        if (strcmp(e->key, "kind")) {
            figure->options[figure->option_count++] =
                (struct spec_option){xstrdup(e->key), xstrdup(e->value->text)};
            continue;
        }
        figure->kind = xstrdup(e->value->text);
        figure->place = e->value->place;
    }
    if (!figure->kind) reader_expected_node(r, map, "figures", "a map with a kind, {kind: ...}");
}

void read_figures(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->figures = xarray((size_t)e->value->count, sizeof *s->figures);
    s->figure_count = e->value->count;
    for (int i = 0; i < s->figure_count; i++) read_figure(r, e->value->items[i], &s->figures[i]);
}

/* ---- the kinds there are ---- */

static const char *const fits[] = {[SPEC_OVERHEAD] = "# Of questions that time layers.",
                                   [SPEC_QUALITY] = "# Of questions that train models."};
enum { QUESTION_KINDS = sizeof fits / sizeof *fits, NO_QUESTION = QUESTION_KINDS };

struct figure_kinds {
    char **names[QUESTION_KINDS];
    int counts[QUESTION_KINDS];
};

/* Of which questions a script is. */
static int question_of(const char *script)
{
    char *text = read_file(script, NULL);
    int found = NO_QUESTION;
    for (const char *line = text; line && *line == '#'; line = strchr(line, '\n'), line += !!line)
        for (int k = 0; k < QUESTION_KINDS; k++)
            if (!strncmp(line, fits[k], strlen(fits[k]))) found = k;
    free(text);
    return found;
}

static struct figure_kinds kinds_of(const glob_t *scripts)
{
    struct figure_kinds all = {0};
    for (size_t i = 0; i < scripts->gl_pathc; i++) {
        const char *name = strrchr(scripts->gl_pathv[i], '/') + 1;
        int k = question_of(scripts->gl_pathv[i]);
        if (k == NO_QUESTION) continue;
        all.names[k] = xgrow(all.names[k], (size_t)all.counts[k] + 1, sizeof *all.names[k]);
        all.names[k][all.counts[k]++] = xformat("%.*s", (int)strcspn(name, "."), name);
    }
    return all;
}

static void kinds_free(struct figure_kinds *all)
{
    for (int k = 0; k < QUESTION_KINDS; k++) {
        for (int i = 0; i < all->counts[k]; i++) free(all->names[k][i]);
        free(all->names[k]);
    }
}

static bool has(const struct figure_kinds *all, int question, const char *name)
{
    for (int i = 0; i < all->counts[question]; i++)
        if (!strcmp(all->names[question][i], name)) return true;
    return false;
}

/* ---- checking ---- */

static void refuse(const struct spec_figure *f, const struct figure_kinds *all, int question,
                   struct diags *diags)
{
    struct text message = {0};
    int other = question == SPEC_QUALITY ? SPEC_OVERHEAD : SPEC_QUALITY;
    const char *of = strstr(fits[question], "questions"),
               *not_of = strstr(fits[other], "questions");
    text_add(&message, "key kind: found '%s'", f->kind);
    if (has(all, other, f->kind))
        text_add(&message, ", which is of %.*s", (int)strcspn(not_of, "."), not_of);
    text_add(&message, ", expected one of");
    for (int i = 0; i < all->counts[question]; i++)
        text_add(&message, " %s", all->names[question][i]);
    text_add(&message, " (the scripts in plots/ of %.*s)", (int)strcspn(of, "."), of);
    add_nearest(&message, f->kind, (const char *const *)all->names[question],
                all->counts[question]);
    diag_add(diags, f->place.file, f->place.line, f->place.column, "%s", message.data);
    text_free(&message);
}

void figures_check(const struct spec *s, struct diags *diags)
{
    char *pattern = path_in_home("plots/*.gp");
    glob_t scripts = {0};
    if (pattern && !glob(pattern, 0, NULL, &scripts)) {
        struct figure_kinds all = kinds_of(&scripts);
        for (int i = 0; i < s->figure_count; i++)
            if (!has(&all, (int)s->kind, s->figures[i].kind))
                refuse(&s->figures[i], &all, (int)s->kind, diags);
        kinds_free(&all);
    }
    globfree(&scripts);
    free(pattern);
}
