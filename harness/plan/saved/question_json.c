/* SPDX-License-Identifier: MIT
 * A question in plan.json: what run, analysis and report read of a specification. Its grid is not
 * there, since plan.json holds the cells; of it the rules and the names of all arms remain. */
#include "harness/plan/saved/codec.h"

#include <stdlib.h>
#include <string.h>

/* ---- parts ---- */

static void code_arm(struct codec *c, void *item)
{
    struct spec_arm *arm = item;
    code_text(c, "name", &arm->name);
    code_text(c, "label", &arm->label);
}

static void code_varied(struct codec *c, void *item)
{
    struct varied_axis *varied = item;
    code_axis(c, "axis", &varied->axis);
    code_bool(c, "of_arm", &varied->of_arm);
}

static void code_spec_axis(struct codec *c, void *item)
{
    code_axis(c, "axis", &((struct spec_axis *)item)->axis);
}

static void code_setting(struct codec *c, void *item)
{
    struct setting *s = item;
    if (!c->reads && !s->value_count) return;
    code_axis(c, "axis", &s->axis);
    code_texts(c, "values", &s->values, &s->value_count);
}

static void code_conditions(struct codec *c, void *item)
{
    struct conditions *where = item;
    code_list(c, "settings", (void **)&where->set.list, &where->set.count, sizeof *where->set.list,
              code_setting);
    code_texts(c, "arms", &where->arms, &where->arm_count);
    code_text(c, "text", &where->text);
}

static void code_option(struct codec *c, void *item)
{
    struct spec_option *option = item;
    code_text(c, "key", &option->key);
    code_text(c, "value", &option->value);
}

static void code_figure(struct codec *c, void *item)
{
    struct spec_figure *f = item;
    code_text(c, "kind", &f->kind);
    code_axis(c, "x", &f->x.axis);
    code_axis(c, "y", &f->y.axis);
    code_list(c, "panel", (void **)&f->panel, &f->panel_count, sizeof *f->panel, code_spec_axis);
    code_inside(c, "where", &f->where, code_conditions);
    code_list(c, "options", (void **)&f->options, &f->option_count, sizeof *f->options,
              code_option);
}

static void code_claim(struct codec *c, void *item)
{
    struct spec_claim *claim = item;
    code_text(c, "arm", &claim->arm);
    code_text(c, "axis", &claim->axis);
    code_text(c, "expects", &claim->expects);
    code_text(c, "reading", &claim->reading);
    code_text(c, "published", &claim->published);
    code_text(c, "source", &claim->source);
    code_inside(c, "where", &claim->where, code_conditions);
    code_bool(c, "primary", &claim->primary);
}

static void code_control(struct codec *c, void *item)
{
    struct spec_control *control = item;
    code_text(c, "arm", &control->arm);
    code_text(c, "control", &control->control);
}

static void code_scaling(struct codec *c, void *item)
{
    struct spec_scaling *s = item;
    if (!c->reads && !s->asked) return;
    code_bool(c, "asked", &s->asked);
    code_axis(c, "over", &s->over.axis);
    code_reals(c, "carry_to", &s->carry_to, &s->carry_count);
}

static void code_rule(struct codec *c, void *item)
{
    struct rule *rule = item;
    code_bool(c, "require", &rule->require);
    code_text(c, "formula", &rule->text);
    code_text(c, "because", &rule->because);
}

static void code_grid_arm(struct codec *c, void *item)
{
    code_text(c, "name", &((struct grid_arm *)item)->name);
}

/* ---- the whole ---- */

static void code_quality(struct codec *c, struct spec *s)
{
    code_text(c, "tune_axis", &s->tune_axis);
    code_texts(c, "tune_seeds", &s->tune_seeds, &s->tune_seed_count);
    code_bool(c, "tune_apart", &s->tune_apart);
    code_text(c, "metric", &s->metric);
    code_text(c, "split", &s->split);
    code_real(c, "margin", &s->margin);
    code_list(c, "factorial", (void **)&s->factorial, &s->factorial_count, sizeof *s->factorial,
              code_spec_axis);
    code_list(c, "interactions", (void **)&s->interactions, &s->interaction_count,
              sizeof *s->interactions, code_spec_axis);
    code_inside(c, "scaling", &s->scaling, code_scaling);
    code_list(c, "claims", (void **)&s->claims, &s->claim_count, sizeof *s->claims, code_claim);
    code_list(c, "controls", (void **)&s->controls, &s->control_count, sizeof *s->controls,
              code_control);
    code_texts(c, "simple_baselines", &s->simple_baselines, &s->simple_baseline_count);
    code_bool(c, "no_simple_baselines", &s->no_simple_baselines);
    code_text(c, "simple_baseline", &s->simple_baseline);
    code_texts(c, "negative_control", &s->negative_control, &s->negative_control_count);
}

/* The rules of all grids, and the names of their arms, in one grid that borrows them. */
static void flatten(const struct grid *from, struct grid *to)
{
    for (int i = 0; i < from->rule_count; i++) {
        to->rules = xgrow(to->rules, (size_t)to->rule_count + 1, sizeof *to->rules);
        to->rules[to->rule_count++] = from->rules[i];
    }
    for (int i = 0; i < from->arm_count; i++) {
        to->arms = xgrow(to->arms, (size_t)to->arm_count + 1, sizeof *to->arms);
        to->arms[to->arm_count++] = from->arms[i];
    }
    for (int i = 0; i < from->grid_count; i++) flatten(&from->grids[i], to);
}

static void code_grid(struct codec *c, struct spec *s)
{
    struct grid flat = {0};
    struct grid *g = c->reads ? &s->grid : &flat;
    if (!c->reads) flatten(&s->grid, &flat);
    code_list(c, "rules", (void **)&g->rules, &g->rule_count, sizeof *g->rules, code_rule);
    code_list(c, "file_arms", (void **)&g->arms, &g->arm_count, sizeof *g->arms, code_grid_arm);
    free(flat.rules);
    free(flat.arms);
}

/* It is the end of the title, which owns it. */
static void code_setup_title(struct codec *c, struct spec *s)
{
    char *end = (char *)s->setup_title;
    code_text(c, "setup_title", &end);
    if (!c->reads || !end) return;
    size_t length = strlen(end), all = s->title ? strlen(s->title) : 0;
    if (length <= all && !strcmp(s->title + all - length, end))
        s->setup_title = s->title + all - length;
    else
        code_fault(c, "setup_title", "the end of the title");
    free(end);
}

void code_question(struct codec *c, void *item)
{
    struct spec *s = item;
    bool trains = s->kind == SPEC_QUALITY;
    code_text(c, "name", &s->name);
    code_text(c, "title", &s->title);
    code_text(c, "question", &s->question);
    code_text(c, "source", &s->source);
    code_text(c, "claim", &s->claim);
    code_text(c, "path", &s->path);
    code_setup_title(c, s);
    code_int(c, "setup_count", &s->setup_count);
    code_bool(c, "trains", &trains);
    s->kind = trains ? SPEC_QUALITY : SPEC_OVERHEAD;
    code_int(c, "rounds", &s->rounds);
    code_real(c, "timeout_s", &s->timeout_s);
    code_int(c, "memory_mib", &s->memory_mib);
    code_text(c, "baseline", &s->baseline);
    code_bool(c, "baseline_is_map", &s->baseline_is_map);
    code_list(c, "baseline_set", (void **)&s->baseline_set.list, &s->baseline_set.count,
              sizeof *s->baseline_set.list, code_setting);
    code_list(c, "arms", (void **)&s->arms, &s->arm_count, sizeof *s->arms, code_arm);
    code_list(c, "varied", (void **)&s->varied, &s->varied_count, sizeof *s->varied, code_varied);
    code_list(c, "figures", (void **)&s->figures, &s->figure_count, sizeof *s->figures,
              code_figure);
    code_quality(c, s);
    code_grid(c, s);
}
