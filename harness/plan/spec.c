/* SPDX-License-Identifier: MIT
 * Loading, checking and freeing a specification (spec.h). */
#include "base/paths.h"
#include "harness/plan/spec.h"
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- contradictions ---- */

struct checker {
    const struct axes *axes;
    struct diags *diags;
    struct yaml_place *first; /* one an axis: where this grid set it; line 0 and no file: not */
};

static void claim(struct checker *c, int axis, struct yaml_place place, const char *where)
{
    const struct yaml_place *first = &c->first[axis];
    if (!first->file) {
        c->first[axis] = place;
        return;
    }
    diag_add(c->diags, place.file, place.line, place.column,
             "key %s: found in %s, but line %d has set it already, expected it in one of fixed, "
             "factors, zip, derive",
             c->axes->list[axis].name, where, first->line);
}

static void claim_all(struct checker *c, const struct settings *s, const char *where)
{
    for (int i = 0; i < s->count; i++) claim(c, s->list[i].axis, s->list[i].place, where);
}

/* An arm may change what is fixed, but not what the grid, or one inside it that takes its arms,
 * varies: it would vary nothing. */
static void check_arm(struct checker *c, const struct grid *g, const struct grid_arm *arm)
{
    for (int i = 0; i < arm->set.count; i++) {
        const struct setting *s = &arm->set.list[i];
        bool varied = settings_find(&g->factors, s->axis);
        for (int z = 0; z < g->zip_count; z++) varied |= settings_find(&g->zips[z], s->axis) != 0;
        for (int d = 0; d < g->derive_count; d++) varied |= g->derive[d].axis == s->axis;
        if (varied)
            diag_add(c->diags, s->place.file, s->place.line, s->place.column,
                     "key %s: found in the arm %s and in factors, zip or derive, expected it in "
                     "one of them",
                     c->axes->list[s->axis].name, arm->name);
    }
    for (int i = 0; i < g->grid_count; i++)
        if (!g->grids[i].arm_count) check_arm(c, &g->grids[i], arm);
}

static void check_grid(struct checker *c, const struct grid *g)
{
    memset(c->first, 0, (size_t)c->axes->count * sizeof *c->first);
    claim_all(c, &g->fixed, "fixed");
    claim_all(c, &g->factors, "factors");
    for (int i = 0; i < g->zip_count; i++) claim_all(c, &g->zips[i], "zip");
    for (int i = 0; i < g->derive_count; i++)
        claim(c, g->derive[i].axis, g->derive[i].place, "derive");
    for (int i = 0; i < g->arm_count; i++) check_arm(c, g, &g->arms[i]);
    for (int i = 0; i < g->grid_count; i++) check_grid(c, &g->grids[i]);
}

static bool has_arm(const struct grid *g, const char *name)
{
    for (int i = 0; i < g->arm_count; i++)
        if (!strcmp(g->arms[i].name, name)) return true;
    for (int i = 0; i < g->grid_count; i++)
        if (has_arm(&g->grids[i], name)) return true;
    return false;
}

static void add_arm_names(struct text *out, const struct grid *g)
{
    for (int i = 0; i < g->arm_count; i++)
        text_add(out, "%s %s", out->length ? "," : "", g->arms[i].name);
    for (int i = 0; i < g->grid_count; i++) add_arm_names(out, &g->grids[i]);
}

void need_arm(const struct spec *s, struct diags *diags, struct yaml_place p, const char *key,
              const char *name)
{
    struct text names = {0};
    if (has_arm(&s->grid, name)) return;
    add_arm_names(&names, &s->grid);
    diag_add(diags, p.file, p.line, p.column, "key %s: found '%s', expected the name of an arm:%s",
             key, name, names.length ? names.data : " there is none");
    text_free(&names);
}

void spec_check(struct spec *s, const struct axes *axes, struct diags *diags)
{
    struct checker c = {axes, diags, xarray((size_t)axes->count, sizeof *c.first)};
    check_grid(&c, &s->grid);
    free(c.first);
    if (s->baseline && !s->baseline_is_map)
        need_arm(s, diags, s->baseline_place, "baseline", s->baseline);
    quality_check(s, axes, diags);
}

static void check_tier(const struct spec *s, const struct tier *t, struct diags *diags)
{
    struct spec here = *s; /* with the arms that this tier has */
    if (t->has_grids) here.grid.grids = t->over.grid.grids;
    if (t->has_grids) here.grid.grid_count = t->over.grid.grid_count;
    for (int i = 0; i < t->over.keep_count; i++)
        need_arm(&here, diags, t->over.grid.place, "arms", t->over.keep_arms[i]);
    if (t->over.keep_count && s->baseline && !s->baseline_is_map) {
        bool kept = false;
        for (int i = 0; i < t->over.keep_count; i++)
            kept |= !strcmp(t->over.keep_arms[i], s->baseline);
        if (!kept)
            diag_add(diags, t->over.grid.place.file, t->over.grid.place.line,
                     t->over.grid.place.column,
                     "key arms: found a list without the baseline %s, "
                     "expected it among the arms to keep",
                     s->baseline);
    }
}

/* ---- loading ---- */

/* The file's name without folder and ending. */
static char *stem(const char *path)
{
    char *copy = xstrdup(path), *name = xstrdup(basename(copy)), *dot = strrchr(name, '.');
    if (dot && dot != name) *dot = '\0';
    free(copy);
    return name;
}

/* Figures and tables put their own words behind it, in one name of at most 255 bytes. */
enum { FILE_NAME_MOST = 200, QUOTED = 40 };

/* The path is in a line of plan.yaml, the name in tables, file names and JSON. */
static void check_path(const struct spec *s, struct diags *diags)
{
    if (strchr(s->path, '\n'))
        diag_add(diags, s->path, 0, 0, "found a line end in the file's path, expected none");
    if (!utf8_is_line(s->name))
        diag_add(diags, s->path, 0, 0,
                 "found no key name, and control characters or bytes that are not UTF-8 in the "
                 "name of the file; expected one of the two as a line of text");
    if (*s->name == '.' || strlen(s->name) > FILE_NAME_MOST)
        diag_add(
            diags, s->path, 0, 0,
            "found the name '%.*s%s' of a question, expected one of at most %d bytes that does "
            "not begin with '.': by the key name, or that of the file",
            QUOTED, s->name, strlen(s->name) > QUOTED ? "..." : "", FILE_NAME_MOST);
}

static void read_document(struct spec *spec, const struct yaml *root, const char *tier,
                          const struct axes *axes, struct diags *diags)
{
    struct reader r = {.axes = axes, .diags = diags, .spec = spec, .grid = &spec->grid};
    int before = diags->count;
    spec->grid.place = root->place;
    read_keys(&r, root, IN_SPEC, "a specification");
    if (diags->count == before) spec_check(spec, axes, diags);
    for (int i = 0; i < r.tier_count; i++) check_tier(spec, &r.tiers[i], diags);
    for (int i = 0; i < r.tier_count; i++) { /* what one changes is not what another finds */
        bool chosen = !strcmp(r.tiers[i].name, tier) && diags->count == before;
        if (chosen && r.tiers[i].none) spec->not_at_tier = true;
        if (chosen) tier_apply(&r.tiers[i], spec, axes, diags);
        if (chosen && diags->count == before) spec_check(spec, axes, diags);
    }
    for (int i = 0; i < r.tier_count; i++) spec_free(&r.tiers[i].over);
}

/* A question with several setups is one question per setup, named QUESTION-SETUP. */
static void name_it(struct spec *spec, const char *path)
{
    if (!spec->name) spec->name = stem(path);
    if (spec->setup_count < 2 || !spec->setup_path) return;
    char *setup = stem(spec->setup_path), *own = spec->name;
    spec->name = xformat("%s-%s", own, setup);
    free(own);
    free(setup);
}

/* So has its title the setup's. */
static void entitle(struct spec *spec, const struct yaml *setup)
{
    const struct yaml *title = setup ? yaml_get(setup, "title") : NULL;
    if (spec->setup_count < 2 || !spec->title || !title || title->kind != YAML_SCALAR) return;
    char *own = spec->title;
    spec->title = xformat("%s: %s", own, title->text);
    spec->setup_title = spec->title + strlen(own) + strlen(": ");
    free(own);
}

bool spec_parse(struct spec *spec, const char *name, const char *text, int setup, const char *tier,
                const struct axes *axes, struct diags *diags)
{
    struct yaml_document document, of_setup = {0};
    int before = diags->count;
    *spec = (struct spec){.path = xstrdup(name), .text = xstrdup(text)};
    if (yaml_parse(&document, spec->path, spec->text, strlen(spec->text), diags)) {
        const struct yaml *root = spec_use(spec, setup, document.root, &of_setup, diags);
        if (root) read_document(spec, root, tier, axes, diags);
        if (root) entitle(spec, of_setup.root);
    }
    yaml_release(&document);
    yaml_release(&of_setup);
    name_it(spec, name);
    check_path(spec, diags);
    if (!spec->rounds) spec->rounds = 1;
    return diags->count == before;
}

/* A question is often named without its folder or its end, or from another folder. */
static void say_unread(struct diags *diags, const char *path)
{
    bool gone = errno == ENOENT;
    const char *fault = file_fault(errno);
    char *name = stem(path), *near = gone ? path_of_ablation(name) : NULL;
    if (near && access(near, R_OK) == 0)
        diag_add(diags, path, 0, 0, "cannot be read: %s; did you mean %s?", fault, near);
    else
        diag_add(diags, path, 0, 0, "cannot be read: %s%s", fault,
                 gone ? "; expected a specification (`attnlab list ablations`)" : "");
    free(near);
    free(name);
}

bool spec_load(struct spec *spec, const char *path, int setup, const char *tier,
               const struct axes *axes, struct diags *diags)
{
    int before = diags->count;
    char *text = read_text_file(path, YAML_BYTES);
    *spec = (struct spec){0};
    bool good = false;
    if (!text)
        say_unread(diags, path);
    else
        good = spec_parse(spec, path, text, setup, tier, axes, diags);
    figures_check(spec, diags);
    if (good) figures_need(spec, diags);
    if (good) claims_check(spec, diags);
    free(text);
    return good && diags->count == before;
}

bool spec_trains(const struct spec *s) { return s->kind == SPEC_QUALITY; }

void spec_free(struct spec *s)
{
    for (int i = 0; i < s->figure_count; i++) figure_free(&s->figures[i]);
    for (int i = 0; i < s->arm_count; i++) {
        free(s->arms[i].name);
        free(s->arms[i].label);
    }
    for (int i = 0; i < s->keep_count; i++) free(s->keep_arms[i]);
    char *const owned[] = {s->path,  s->name,     s->title, s->question,  s->source,
                           s->claim, s->baseline, s->text,  s->setup_path};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    free(s->figures);
    free(s->arms);
    free(s->varied);
    free(s->keep_arms);
    settings_free(&s->baseline_set);
    quality_free(s);
    grid_free(&s->grid);
    *s = (struct spec){0};
}
