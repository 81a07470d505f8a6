/* SPDX-License-Identifier: MIT
 * Loads, checks and frees a question (spec.h). */
#include "base/paths.h"
#include "base/utf8.h"
#include "harness/plan/json_fields.h"
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
    struct yaml_place *first; /* for each axis, the location where the grid sets it; `file` is NULL
                                 if the grid does not set the axis */
};

static void claim(struct checker *c, int axis, struct yaml_place place, const char *where)
{
    if (c->first[axis].file)
        fault_at(c->diags, place,
                 "key %s: found in %s and also on line %d, expected in only one of fixed, factors, "
                 "zip and derive",
                 c->axes->list[axis].name, where, c->first[axis].line);
    else
        c->first[axis] = place;
}

static void claim_all(struct checker *c, const struct settings *s, const char *where)
{
    for (int i = 0; i < s->count; i++) claim(c, s->list[i].axis, s->list[i].place, where);
}

static bool varies(const struct grid *g, int axis)
{
    bool varied = settings_find(&g->factors, axis);
    for (int z = 0; z < g->zip_count; z++) varied |= settings_find(&g->zips[z], axis) != 0;
    for (int d = 0; d < g->derive_count; d++) varied |= g->derive[d].axis == axis;
    return varied;
}

/* Reports an error if an arm sets an axis that also varies in factors, zip or derive. An arm may
 * replace a fixed value. */
static void check_arm(struct checker *c, const struct grid *g, const struct grid_arm *arm)
{
    for (int i = 0; i < arm->set.count; i++) {
        const struct setting *s = &arm->set.list[i];
        if (varies(g, s->axis))
            fault_at(c->diags, s->place,
                     "key %s: found in the arm %s and in factors, zip or derive, expected in only "
                     "one place",
                     c->axes->list[s->axis].name, arm->name);
    }
    for (int i = 0; i < g->grid_count; i++)
        if (!g->grids[i].arm_count) check_arm(c, &g->grids[i], arm);
}

static void check_labels(struct checker *c, const struct grid *g)
{
    for (int i = 0; i < g->arm_count; i++)
        for (int k = 0; k < i; k++) {
            const struct grid_arm *a = &g->arms[k], *b = &g->arms[i];
            const char *label = b->label ? b->label : b->name;
            if (strcmp(a->label ? a->label : a->name, label) || strchr(label, '{')) continue;
            fault_at(c->diags, b->place,
                     "key label: found '%s' for both %s and %s, expected different labels", label,
                     a->name, b->name);
        }
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
    check_labels(c, g);
    for (int i = 0; i < g->grid_count; i++) check_grid(c, &g->grids[i]);
}

void need_arm(const struct spec *s, struct diags *diags, struct yaml_place p, const char *key,
              const char *name)
{
    struct listing arms = {0};
    grid_add_arms(&s->grid, &arms);
    char *names = listing_text(&arms);
    if (!listing_has(&arms, name))
        fault_at(diags, p, "key %s: found '%s', expected the name of an arm%s%s", key, name,
                 arms.count ? ": " : ", but there are no arms", names);
    listing_free(&arms);
    free(names);
}

/* Checks that an arm with match_flops has a baseline and is not the baseline itself. */
static void check_match(const struct spec *s, const struct grid *g, struct diags *diags)
{
    for (int i = 0; i < g->arm_count; i++) {
        const struct grid_arm *arm = &g->arms[i];
        if (!arm->match_flops) continue;
        if (!spec_trains(s))
            fault_at(diags, arm->match_place, "key match: expected `kind: quality`");
        else if (!s->baseline || s->baseline_is_map || !strcmp(s->baseline, arm->name))
            fault_at(diags, arm->match_place,
                     "key match: the arm %s has no other arm to match, expected `baseline: ARM`",
                     arm->name);
    }
    for (int i = 0; i < g->grid_count; i++) check_match(s, &g->grids[i], diags);
}

void spec_check(struct spec *s, const struct axes *axes, struct diags *diags)
{
    struct checker c = {axes, diags, xarray((size_t)axes->count, sizeof *c.first)};
    check_grid(&c, &s->grid);
    free(c.first);
    check_match(s, &s->grid, diags);
    if (s->baseline && !s->baseline_is_map)
        need_arm(s, diags, s->baseline_place, "baseline", s->baseline);
    quality_check(s, axes, diags);
}

static void check_tier(const struct spec *s, const struct tier *t, struct diags *diags)
{
    const struct spec *over = &t->over;
    struct spec here = *s; /* copy of the question with the arms of this tier */
    bool kept = !over->keep_count || !s->baseline || s->baseline_is_map;
    if (t->has_grids) here.grid.grids = over->grid.grids;
    if (t->has_grids) here.grid.grid_count = over->grid.grid_count;
    for (int i = 0; i < over->keep_count; i++) {
        need_arm(&here, diags, over->grid.place, "arms", over->keep_arms[i]);
        kept = kept || !strcmp(over->keep_arms[i], s->baseline);
    }
    if (!kept)
        fault_at(diags, over->grid.place,
                 "key arms: the list of this tier lacks the baseline %s; add this arm to the list",
                 s->baseline);
}

/* ---- loading ---- */

/* Returns a file name without folder and extension. */
static char *stem(const char *path)
{
    char *copy = xstrdup(path), *name = xstrdup(basename(copy)), *dot = strrchr(name, '.');
    if (dot && dot != name) *dot = '\0';
    free(copy);
    return name;
}

/* Longest name of a question. Figure and table files add a suffix to the name, and operating
 * systems allow 255 bytes per file name. */
enum { FILE_NAME_MOST = 200, QUOTED = 40 };

/* Checks path and name of a question. The path must fit on one line of plan.yaml. The name appears
 * in tables, file names and JSON. */
static void check_path(const struct spec *s, struct diags *diags)
{
    if (strchr(s->path, '\n'))
        diag_add(diags, s->path, 0, 0, "the file's path contains a line break; rename the file");
    if (!utf8_is_line(s->name))
        diag_add(diags, s->path, 0, 0,
                 "the name of the file is not one line of UTF-8 text; rename the file, or add the "
                 "key `name`");
    if (*s->name == '.' || strlen(s->name) > FILE_NAME_MOST)
        diag_add(diags, s->path, 0, 0,
                 "found the name '%.*s%s', expected at most %d bytes and no '.' at the start; "
                 "rename the file, or change the key `name`",
                 QUOTED, s->name, strlen(s->name) > QUOTED ? "..." : "", FILE_NAME_MOST);
}

static void read_document(struct spec *spec, const struct yaml *root, const char *tier,
                          const struct axes *axes, struct diags *diags)
{
    struct reader r = {.axes = axes, .diags = diags, .spec = spec, .grid = &spec->grid};
    int before = diags->count;
    spec->grid.place = root->place;
    read_keys(&r, root, IN_SPEC, "a question");
    if (diags->count == before) spec_check(spec, axes, diags);
    for (int i = 0; i < r.tier_count; i++) check_tier(spec, &r.tiers[i], diags);
    for (int i = 0; i < r.tier_count; i++) {
        bool chosen = !strcmp(r.tiers[i].name, tier) && diags->count == before;
        if (chosen) spec->changed_by_tier = true, spec->not_at_tier = r.tiers[i].none;
        if (chosen) tier_apply(&r.tiers[i], spec, axes, diags);
        if (chosen && diags->count == before) spec_check(spec, axes, diags);
    }
    for (int i = 0; i < r.tier_count; i++) spec_free(&r.tiers[i].over);
}

/* Sets the name of a question. If the question has several setups, the name is QUESTION-SETUP. */
static void set_name(struct spec *spec, const char *path)
{
    if (!spec->name) spec->name = stem(path);
    if (spec->setup_count < 2 || !spec->setup_path) return;
    char *setup = stem(spec->setup_path), *own = spec->name;
    spec->name = xformat("%s-%s", own, setup);
    free(own);
    free(setup);
}

/* Sets the title of a question. If the question has several setups, the title is "QUESTION: SETUP".
 */
static void set_title(struct spec *spec, const struct yaml *setup)
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
    *spec = (struct spec){.path = xstrdup(name), .text = xstrdup(text), .scaling.over.axis = -1};
    if (yaml_parse(&document, spec->path, spec->text, strlen(spec->text), diags)) {
        const struct yaml *root = spec_use(spec, setup, document.root, &of_setup, diags);
        if (root) read_document(spec, root, tier, axes, diags);
        if (root) set_title(spec, of_setup.root);
    }
    yaml_release(&document);
    yaml_release(&of_setup);
    set_name(spec, name);
    check_path(spec, diags);
    if (!spec->rounds) spec->rounds = 1;
    return diags->count == before;
}

/* Suggests the full path of a question. Users often omit the folder or the extension. */
static void report_unreadable(struct diags *diags, const char *path)
{
    bool gone = errno == ENOENT;
    const char *fault = file_fault(errno);
    char *name = stem(path), *near = gone ? path_of_ablation(name) : NULL;
    if (near && access(near, R_OK) == 0)
        diag_add(diags, path, 0, 0, "cannot be read: %s; did you mean %s?", fault, near);
    else
        diag_add(diags, path, 0, 0, "cannot be read: %s%s", fault,
                 gone ? "; expected a question (`attnlab list ablations`)" : "");
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
        report_unreadable(diags, path);
    else
        good = spec_parse(spec, path, text, setup, tier, axes, diags);
    figures_check(spec, diags);
    if (good) claims_check(spec, diags);
    free(text);
    return good && diags->count == before;
}

bool spec_trains(const struct spec *s) { return s->kind == SPEC_QUALITY; }

void spec_free(struct spec *s)
{
    fields_free(question_fields, s);
    grid_free(&s->grid);
    texts_free(s->keep_arms, s->keep_count);
    free(s->text);
    free(s->setup_path);
    *s = (struct spec){0};
}
