/* SPDX-License-Identifier: MIT
 * The members of a question that run, analysis and report read from plan.json (spec.h). The grid is
 * omitted, because plan.json contains the cells. */
#include "harness/plan/json_fields.h"
#include "harness/plan/spec.h"

static const struct field spec_arm_fields[] = {{ONE("name", NAME, spec_arm, name)},
                                               {ONE("label", NAME, spec_arm, label)},
                                               {ONE("match_flops", BOOL, spec_arm, match_flops)},
                                               {0}};
static const struct field varied_axis_fields[] = {
    {ONE("axis", GIVEN_AXIS, varied_axis, axis)}, {ONE("of_arm", BOOL, varied_axis, of_arm)}, {0}};
static const struct field spec_axis_fields[] = {{ONE("axis", GIVEN_AXIS, spec_axis, axis)}, {0}};
static const struct field setting_fields[] = {
    {ONE("axis", GIVEN_AXIS, setting, axis)},
    {TEXTS("values", TEXTS, setting, values, value_count)},
    {0}};
static const struct field conditions_fields[] = {
    {LIST("settings", conditions, set.list, set.count, setting)},
    {TEXTS("arms", TEXTS, conditions, arms, arm_count)},
    {ONE("text", TEXT, conditions, text)},
    {0}};
static const struct field spec_option_fields[] = {
    {ONE("key", NAME, spec_option, key)}, {ONE("value", NAME, spec_option, value)}, {0}};
static const struct field spec_figure_fields[] = {
    {ONE("kind", NAME, spec_figure, kind)},
    {ONE("x", AXIS, spec_figure, x.axis)},
    {LIST("panel", spec_figure, panel, panel_count, spec_axis)},
    {INSIDE("where", spec_figure, where, conditions)},
    {LIST("options", spec_figure, options, option_count, spec_option)},
    {0}};
static const struct field spec_claim_fields[] = {{ONE("arm", NAME, spec_claim, arm)},
                                                 {ONE("axis", TEXT, spec_claim, axis)},
                                                 {ONE("expects", NAME, spec_claim, expects)},
                                                 {ONE("reading", TEXT, spec_claim, reading)},
                                                 {ONE("published", TEXT, spec_claim, published)},
                                                 {ONE("source", TEXT, spec_claim, source)},
                                                 {INSIDE("where", spec_claim, where, conditions)},
                                                 {ONE("primary", BOOL, spec_claim, primary)},
                                                 {0}};
static const struct field spec_control_fields[] = {
    {ONE("arm", NAME, spec_control, arm)}, {ONE("control", NAME, spec_control, control)}, {0}};
static const struct field spec_scaling_fields[] = {
    {ONE("asked", BOOL, spec_scaling, asked)}, {ONE("over", AXIS, spec_scaling, over.axis)}, {0}};
const struct field question_fields[] = {
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
    {TEXTS("tune_seeds", TEXTS, spec, tune_seeds, tune_seed_count)},
    {ONE("tune_apart", BOOL, spec, tune_apart)},
    {ONE("changed_by_tier", BOOL, spec, changed_by_tier)},
    {ONE("metric", TEXT, spec, metric)},
    {ONE("split", TEXT, spec, split)},
    {ONE("margin", REAL, spec, margin)},
    {LIST("factorial", spec, factorial, factorial_count, spec_axis)},
    {LIST("interactions", spec, interactions, interaction_count, spec_axis)},
    {INSIDE("scaling", spec, scaling, spec_scaling)},
    {LIST("claims", spec, claims, claim_count, spec_claim)},
    {LIST("controls", spec, controls, control_count, spec_control)},
    {TEXTS("simple_baselines", TEXTS, spec, simple_baselines, simple_baseline_count)},
    {ONE("no_simple_baselines", BOOL, spec, no_simple_baselines)},
    {ONE("simple_baseline", TEXT, spec, simple_baseline)},
    {TEXTS("negative_control", TEXTS, spec, negative_control, negative_control_count)},
    {0}};
