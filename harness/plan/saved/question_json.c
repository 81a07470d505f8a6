/* SPDX-License-Identifier: MIT
 * Converts questions to JSON and back, but only the parts that run, analysis and report need. The
 * grid is not stored, because plan.json has the cells. Only the grid's rules and the names of all
 * arms are stored. */
#include "harness/plan/saved/json_fields.h"

#include <stdlib.h>
#include <string.h>

/* Macros for entries of field tables. `of` is the struct that contains the member; item##_fields is
 * the table of struct `item`. */
#define ONE(name, type, of, member) name, FIELD_##type, offsetof(struct of, member), 0, NULL, 0
#define TEXTS(name, of, list, n)                                                                   \
    name, FIELD_TEXTS, offsetof(struct of, list), offsetof(struct of, n), NULL, 0
#define LIST(name, of, list, n, item)                                                              \
    name, FIELD_LIST, offsetof(struct of, list), offsetof(struct of, n), item##_fields,            \
        sizeof(struct item)
#define INSIDE(name, of, member, item)                                                             \
    name, FIELD_STRUCT, offsetof(struct of, member), 0, item##_fields, sizeof(struct item)

static const struct field spec_arm_fields[] = {{ONE("name", TEXT, spec_arm, name)},
                                               {ONE("label", TEXT, spec_arm, label)},
                                               {ONE("match_flops", BOOL, spec_arm, match_flops)},
                                               {0}};
static const struct field varied_axis_fields[] = {
    {ONE("axis", AXIS, varied_axis, axis)}, {ONE("of_arm", BOOL, varied_axis, of_arm)}, {0}};
static const struct field spec_axis_fields[] = {{ONE("axis", AXIS, spec_axis, axis)}, {0}};
static const struct field setting_fields[] = {
    {ONE("axis", AXIS, setting, axis)}, {TEXTS("values", setting, values, value_count)}, {0}};
static const struct field conditions_fields[] = {
    {LIST("settings", conditions, set.list, set.count, setting)},
    {TEXTS("arms", conditions, arms, arm_count)},
    {ONE("text", TEXT, conditions, text)},
    {0}};
static const struct field spec_option_fields[] = {
    {ONE("key", TEXT, spec_option, key)}, {ONE("value", TEXT, spec_option, value)}, {0}};
static const struct field spec_figure_fields[] = {
    {ONE("kind", TEXT, spec_figure, kind)},
    {ONE("x", AXIS, spec_figure, x.axis)},
    {LIST("panel", spec_figure, panel, panel_count, spec_axis)},
    {INSIDE("where", spec_figure, where, conditions)},
    {LIST("options", spec_figure, options, option_count, spec_option)},
    {0}};
static const struct field spec_claim_fields[] = {{ONE("arm", TEXT, spec_claim, arm)},
                                                 {ONE("axis", TEXT, spec_claim, axis)},
                                                 {ONE("expects", TEXT, spec_claim, expects)},
                                                 {ONE("reading", TEXT, spec_claim, reading)},
                                                 {ONE("published", TEXT, spec_claim, published)},
                                                 {ONE("source", TEXT, spec_claim, source)},
                                                 {INSIDE("where", spec_claim, where, conditions)},
                                                 {ONE("primary", BOOL, spec_claim, primary)},
                                                 {0}};
static const struct field spec_control_fields[] = {
    {ONE("arm", TEXT, spec_control, arm)}, {ONE("control", TEXT, spec_control, control)}, {0}};
static const struct field spec_scaling_fields[] = {
    {ONE("asked", BOOL, spec_scaling, asked)}, {ONE("over", AXIS, spec_scaling, over.axis)}, {0}};
static const struct field rule_fields[] = {{ONE("require", BOOL, rule, require)},
                                           {ONE("formula", TEXT, rule, text)},
                                           {ONE("because", TEXT, rule, because)},
                                           {0}};
static const struct field grid_arm_fields[] = {{ONE("name", TEXT, grid_arm, name)}, {0}};
static const struct field question_fields[] = {
    {ONE("name", TEXT, spec, name)},
    {ONE("title", TEXT, spec, title)},
    {ONE("question", TEXT, spec, question)},
    {ONE("source", TEXT, spec, source)},
    {ONE("claim", TEXT, spec, claim)},
    {ONE("path", TEXT, spec, path)},
    {ONE("setup_count", INT, spec, setup_count)},
    {ONE("rounds", INT, spec, rounds)},
    {ONE("timeout_s", REAL, spec, timeout_s)},
    {ONE("memory_mib", INT, spec, memory_mib)},
    {ONE("baseline", TEXT, spec, baseline)},
    {ONE("baseline_is_map", BOOL, spec, baseline_is_map)},
    {LIST("baseline_set", spec, baseline_set.list, baseline_set.count, setting)},
    {LIST("arms", spec, arms, arm_count, spec_arm)},
    {LIST("varied", spec, varied, varied_count, varied_axis)},
    {LIST("figures", spec, figures, figure_count, spec_figure)},
    {ONE("tune_axis", TEXT, spec, tune_axis)},
    {TEXTS("tune_seeds", spec, tune_seeds, tune_seed_count)},
    {ONE("tune_apart", BOOL, spec, tune_apart)},
    {ONE("metric", TEXT, spec, metric)},
    {ONE("split", TEXT, spec, split)},
    {ONE("margin", REAL, spec, margin)},
    {LIST("factorial", spec, factorial, factorial_count, spec_axis)},
    {LIST("interactions", spec, interactions, interaction_count, spec_axis)},
    {INSIDE("scaling", spec, scaling, spec_scaling)},
    {LIST("claims", spec, claims, claim_count, spec_claim)},
    {LIST("controls", spec, controls, control_count, spec_control)},
    {TEXTS("simple_baselines", spec, simple_baselines, simple_baseline_count)},
    {ONE("no_simple_baselines", BOOL, spec, no_simple_baselines)},
    {ONE("simple_baseline", TEXT, spec, simple_baseline)},
    {TEXTS("negative_control", spec, negative_control, negative_control_count)},
    {LIST("rules", spec, grid.rules, grid.rule_count, rule)},
    {LIST("file_arms", spec, grid.arms, grid.arm_count, grid_arm)},
    {0}};

/* Collects the rules and arms of all grids in one grid. The grid does not own the rules and arms.
 */
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

json_t *question_to_json(const struct spec *s, const struct axes *axes)
{
    json_t *j = json_object();
    struct spec flat = *s;
    flat.grid = (struct grid){0};
    flatten(&s->grid, &flat.grid);
    if (!s->scaling.asked) flat.scaling.over.axis = -1;
    if (spec_trains(s)) json_object_set_new(j, "trains", json_true());
    if (s->setup_title) json_object_set_new(j, "setup_title", json_string(s->setup_title));
    fields_write(j, question_fields, &flat, axes);
    free(flat.grid.rules);
    free(flat.grid.arms);
    return j;
}

bool question_from_json(const json_t *j, struct spec *s, const struct axes *axes, char **error)
{
    const char *end = json_string_value(json_object_get(j, "setup_title"));
    if (!fields_read(j, question_fields, s, axes, error)) return false;
    s->kind = json_is_true(json_object_get(j, "trains")) ? SPEC_QUALITY : SPEC_OVERHEAD;
    size_t length = end ? strlen(end) : 0, all = s->title ? strlen(s->title) : 0;
    if (length && length <= all && !strcmp(s->title + all - length, end))
        /* setup_title points to the end of the title, which owns the memory */
        s->setup_title = s->title + all - length;
    return true;
}
