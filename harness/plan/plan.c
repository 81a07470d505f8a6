/* SPDX-License-Identifier: MIT
 * Builds a plan from question files and options (plan.h). */
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/plan/plan_rows.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

struct builder {
    struct plan *plan;
    const struct plan_options *options;
    const struct axes *axes;
    struct diags *diags;
    struct filters filters;
    bool *set_applied; /* one flag per axis: true if a value of --set applies to a cell */
    struct candidates *simple_baselines; /* one list per question */
};

/* ---- one file ---- */

/* If `whole` is true, planning also records its steps and matches FLOPs. */
static struct planning planning_of(struct builder *b, bool whole)
{
    return (struct planning){.axes = b->axes,
                             .diags = b->diags,
                             .plan = whole ? b->plan : NULL,
                             .options = whole ? b->options : NULL};
}

static bool read_spec(struct builder *b, int file, int setup, const char *tier, struct spec *spec)
{
    const struct plan_options *o = b->options;
    const char *path = o->paths[file];
    return o->texts ? spec_parse(spec, path, o->texts[file], setup, tier, b->axes, b->diags)
                    : spec_load(spec, path, setup, tier, b->axes, b->diags);
}

static bool load(struct builder *b, int file, int setup, struct spec *spec)
{
    const struct plan_options *o = b->options;
    bool good = read_spec(b, file, setup, o->tier ? o->tier : PLAN_DEFAULT_TIER, spec);
    for (int i = 0, read = good; read && i < o->set_count; i++)
        good &= spec_set(spec, o->sets[i], b->axes, b->diags);
    if (good) spec_check(spec, b->axes, b->diags);
    if (good) tune_add_seeds(spec, b->axes);
    return good;
}

/* Checks the question as written in the file, even if the tier or --set replaces some values. */
static bool check_as_written(struct builder *b, int file, int setup, struct spec *written)
{
    int before = b->diags->count;
    if (!read_spec(b, file, setup, "", written)) return false;
    struct planning quiet = planning_of(b, false);
    struct candidates all = spec_expand(written, &quiet);
    if (b->diags->count == before) check_written(written, &all, &quiet);
    candidates_free(&all);
    return b->diags->count == before;
}

static void note_set(struct builder *b, const struct grid *g)
{
    for (int i = 0; i < g->factors.count; i++)
        if (!g->factors.list[i].place.line && g->factors.list[i].used)
            b->set_applied[g->factors.list[i].axis] = true;
    for (int i = 0; i < g->grid_count; i++) note_set(b, &g->grids[i]);
}

static void check_name(struct builder *b, const struct spec *spec)
{
    for (int i = 0; i + 1 < b->plan->spec_count; i++)
        if (!strcmp(b->plan->specs[i].name, spec->name))
            diag_add(b->diags, spec->path, 0, 0,
                     "key name: found '%s', which is also the name of %s; choose a different name",
                     spec->name, b->plan->specs[i].path);
}

static void expand(struct builder *b, const struct spec *written)
{
    int index = b->plan->spec_count - 1, before = b->diags->count;
    struct spec *spec = &b->plan->specs[index];
    struct planning p = planning_of(b, true);
    struct candidates all = spec_expand(spec, &p);
    note_set(b, &spec->grid);
    spec_find_varied(spec, b->axes);
    if (b->diags->count == before) check_planned(spec, written, &all, &p);
    struct candidates *baselines = &b->simple_baselines[index];
    if (b->diags->count == before) {
        *baselines = simple_baselines_of(spec, &all, &p);
        filters_apply(&b->filters, &all, &p);
        filters_apply_to_simple_baselines(&b->filters, baselines, &all, &p);
    }
    if (b->diags->count == before) plan_add_cells(b->plan, index, &all);
    candidates_free(&all);
}

/* Removes the last question from the plan and adds the path of its file to plan->absent, unless the
 * path was already added. */
static void leave_out(struct plan *plan)
{
    struct spec *spec = &plan->specs[--plan->spec_count];
    int count = plan->absent_count;
    if (!count || strcmp(plan->absent[count - 1], spec->path)) {
        plan->absent = xgrow(plan->absent, (size_t)count + 1, sizeof *plan->absent);
        plan->absent[plan->absent_count++] = xstrdup(spec->path);
    }
    spec_free(spec);
}

/* Merges a question file over one of its setups and adds the result as a question. Returns the
 * number of setups. */
static int add_question(struct builder *b, int file, int setup)
{
    struct plan *plan = b->plan;
    struct spec written = {0};
    if (check_as_written(b, file, setup, &written)) {
        plan->specs = xgrow(plan->specs, (size_t)plan->spec_count + 1, sizeof *plan->specs);
        b->simple_baselines =
            xgrow(b->simple_baselines, (size_t)plan->spec_count + 1, sizeof *b->simple_baselines);
        b->simple_baselines[plan->spec_count] = (struct candidates){0};
        struct spec *spec = &plan->specs[plan->spec_count++];
        bool good = load(b, file, setup, spec);
        check_name(b, spec);
        if (good && spec->not_at_tier)
            leave_out(plan);
        else if (good)
            expand(b, &written);
    }
    int setups = written.setup_count;
    spec_free(&written);
    return setups;
}

static void add_file(struct builder *b, int file)
{
    int setups = add_question(b, file, 0);
    for (int setup = 1; setup < setups; setup++) add_question(b, file, setup);
}

/* ---- the plan ---- */

/* Appends the simple baselines to the list of cells. */
static void add_simple_baselines(struct builder *b, bool good)
{
    for (int i = 0; i < b->plan->spec_count; i++) {
        if (good) plan_add_simple_baselines(b->plan, i, &b->simple_baselines[i]);
        candidates_free(&b->simple_baselines[i]);
    }
    free(b->simple_baselines);
}

static void check_sets(struct builder *b)
{
    for (int i = 0; i < b->options->set_count; i++) {
        const char *text = b->options->sets[i];
        char *name = xformat("%.*s", (int)strcspn(text, "="), text);
        int axis = axes_find(b->axes, name);
        if (axis >= 0 && !b->set_applied[axis])
            diag_add(b->diags, "--set", 0, 0, "'%s': the axis applies to no cell of this plan",
                     text);
        free(name);
    }
}

static void check_tier(const struct builder *b)
{
    const struct plan *plan = b->plan;
    for (int i = 0; i < b->options->path_count && !plan->spec_count; i++)
        diag_add(b->diags, b->options->paths[i], 0, 0,
                 "the question is not run at tier %s; run it with --tier full", plan->tier);
}

static void check_rows(const struct plan *plan, struct diags *diags)
{
    long rows = plan_all_rows(plan);
    if (rows > PLAN_MOST_ROWS)
        diag_add(diags, plan->specs[0].path, 0, 0,
                 "the plan has %ld rows, expected at most %d; use fewer rounds, fewer values of a "
                 "factor, or several runs",
                 rows, PLAN_MOST_ROWS);
}

char **texts_copy(const char *const *list, int count)
{
    char **copy = xarray((size_t)count, sizeof *copy);
    for (int i = 0; i < count; i++) copy[i] = xstrdup(list[i]);
    return copy;
}

/* ---- plan.yaml: a readable copy of the files ---- */

/* Adds options as a YAML comment on one line. Line breaks are replaced with spaces. */
static void add_options(struct text *out, const char *name, char *const *values, int count)
{
    for (int i = 0; i < count; i++) {
        char *value = xstrdup(values[i]);
        for (char *c = value; (c = strchr(c, '\n'));) *c = ' ';
        text_add(out, ", %s '%s'", name, value);
        free(value);
    }
}

static char *plan_yaml(const struct plan *plan)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (int i = 0; i < plan->spec_count; i++) {
        const struct spec *s = &plan->specs[i];
        size_t length = strlen(s->text);
        text_add(&out, "%s# As run by attnlab: %s, tier %s", i ? "---\n" : "", s->path, plan->tier);
        add_options(&out, "--set", plan->sets, plan->set_count);
        add_options(&out, "--filter", plan->filters, plan->filter_count);
        text_add(&out, "\n%s%s", s->text, length && s->text[length - 1] != '\n' ? "\n" : "");
    }
    return out.data;
}

bool plan_build(struct plan *plan, const struct plan_options *o, const struct axes *axes,
                struct diags *diags)
{
    int before = diags->count;
    struct builder b = {.plan = plan, .options = o, .axes = axes, .diags = diags};
    b.set_applied = xarray((size_t)axes->count, sizeof *b.set_applied);
    *plan = (struct plan){
        .axes = axes, .order_seed = o->order_seed, .shard = o->shard, .shards = o->shards};
    plan->tier = xstrdup(o->tier ? o->tier : PLAN_DEFAULT_TIER);
    plan->sets = texts_copy(o->sets, o->set_count);
    plan->set_count = o->set_count;
    plan->filters = texts_copy(o->filters, o->filter_count);
    plan->filter_count = o->filter_count;
    /* an invalid filter does not hide errors in files or --set */
    if (!filters_parse(&b.filters, o->filters, o->filter_count,
                       &(struct planning){.axes = axes, .diags = diags}))
        filters_free(&b.filters);
    for (int i = 0; i < o->path_count; i++) add_file(&b, i);
    if (diags->count == before) check_tier(&b);
    add_simple_baselines(&b, diags->count == before);
    if (diags->count == before) check_sets(&b);
    if (diags->count == before)
        filters_check_arms(&b.filters, plan->specs, plan->spec_count, diags);
    if (diags->count == before && o->filter_count && !plan->cell_count)
        filters_explain(&b.filters, diags);
    if (diags->count == before) check_rows(plan, diags);
    if (diags->count == before) plan_add_rows(plan);
    plan_find_shared(plan);
    plan->text = plan_yaml(plan);
    filters_free(&b.filters);
    free(b.set_applied);
    return diags->count == before;
}

void plan_note_absent(const struct plan *plan, FILE *out)
{
    for (int i = 0; i < plan->absent_count; i++)
        fprintf(out, "%s%s",
                i ? ", " : "note: questions skipped at this tier (use --tier full to run them): ",
                plan->absent[i]);
    if (plan->absent_count) fputc('\n', out);
}

void plan_free(struct plan *plan)
{
    for (int i = 0; i < plan->spec_count; i++) spec_free(&plan->specs[i]);
    for (int i = 0; i < plan->cell_count; i++) {
        struct plan_cell *c = &plan->cells[i];
        free(c->values);
        free(c->string);
    }
    for (int i = 0; i < plan->row_count; i++) free(plan->rows[i].key);
    for (int i = 0; i < plan->step_count; i++) free(plan->steps[i].what);
    texts_free(plan->sets, plan->set_count);
    texts_free(plan->filters, plan->filter_count);
    texts_free(plan->absent, plan->absent_count);
    free(plan->tier);
    free(plan->specs);
    free(plan->cells);
    free(plan->rows);
    free(plan->steps);
    free(plan->text);
    *plan = (struct plan){0};
}

/* ---- reading a plan ---- */

const char *plan_value(const struct plan *plan, const struct plan_cell *cell, const char *axis)
{
    return axes_value(plan->axes, cell->values, axis);
}

char *plan_complete(const struct plan *plan, const struct plan_cell *cell)
{
    return resolved_complete(plan->axes, &(struct resolved){.values = cell->values});
}

bool plan_only_tunes(const struct plan *plan, const struct plan_cell *cell)
{
    return cell->tuning && plan->specs[cell->spec].tune_apart;
}

bool plan_is_negative_control(const struct plan *plan, const struct plan_cell *cell)
{
    const struct spec *s = &plan->specs[cell->spec];
    return spec_trains(s) && !cell->simple_baseline &&
           spec_is_negative_control(s, s->arms[cell->arm_index].name);
}

const struct plan_cell *plan_row_cell(const struct plan *plan, const struct plan_row *row)
{
    return &plan->cells[row->cell_index];
}

const struct spec *plan_row_spec(const struct plan *plan, const struct plan_row *row)
{
    return &plan->specs[plan_row_cell(plan, row)->spec];
}

const struct spec_arm *plan_row_arm(const struct plan *plan, const struct plan_row *row)
{
    const struct plan_cell *cell = plan_row_cell(plan, row);
    return cell->simple_baseline ? NULL : &plan->specs[cell->spec].arms[cell->arm_index];
}

const char *plan_row_name(const struct plan *plan, const struct plan_row *row)
{
    const struct spec_arm *arm = plan_row_arm(plan, row);
    return arm ? arm->name : plan_row_cell(plan, row)->simple_baseline;
}

char *plan_absent_arms(const struct spec *s)
{
    struct listing all = {0};
    struct text names = {0};
    grid_add_arms(&s->grid, &all);
    for (int i = 0; i < all.count; i++) {
        bool planned = false;
        for (int k = 0; k < s->arm_count; k++) planned |= !strcmp(s->arms[k].name, all.names[i]);
        if (!planned) text_add(&names, "%s%s", names.length ? ", " : "", all.names[i]);
    }
    listing_free(&all);
    return names.data;
}

int plan_rounds(const struct plan *plan, const struct plan_cell *cell)
{
    return cell->simple_baseline ? 1 : plan->specs[cell->spec].rounds;
}

int plan_most_rounds(const struct plan *plan)
{
    int most = 1;
    for (int i = 0; i < plan->cell_count; i++) {
        int rounds = plan_rounds(plan, &plan->cells[i]);
        most = rounds > most ? rounds : most;
    }
    return most;
}

long plan_all_rows(const struct plan *plan)
{
    long rows = 0;
    for (int i = 0; i < plan->cell_count; i++) rows += plan_rounds(plan, &plan->cells[i]);
    return rows;
}

const char *plan_row_baseline(const struct plan *plan, const struct plan_row *row)
{
    int baseline = plan_row_cell(plan, row)->baseline;
    return baseline < 0 ? NULL : plan->cells[baseline].string;
}
