/* SPDX-License-Identifier: MIT
 * Tests the labels of axes, choices, data sets and simple baselines: default labels, labels set by
 * a question, and axis names in braces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/measure/cell_axes.h"
#include "harness/plan/spec.h"

#include "datasets/dataset.h"
#include "models/simple_baselines/simple_baseline.h"

#include <stdlib.h>
#include <string.h>

static const char table[] =
    "{\"axes\": ["
    "{\"name\": \"score\", \"type\": \"choice\", \"role\": \"variant\", \"doc\": \"\","
    " \"choices\": [\"dot\", \"mlp\"], \"said\": [\"dot product\", \"MLP\"], \"default\": \"dot\"},"
    "{\"name\": \"act\", \"type\": \"choice\", \"role\": \"variant\", \"doc\": \"\","
    " \"when\": {\"axis\": \"score\", \"value\": \"mlp\"},"
    " \"choices\": [\"relu\", \"identity\"], \"said\": [\"ReLU\", \"no activation\"],"
    " \"default\": \"relu\"},"
    "{\"name\": \"depth\", \"type\": \"int\", \"role\": \"variant\", \"doc\": \"\", \"min\": 1,"
    " \"max\": 9, \"said\": [\"{} maps\", \"1: one map\"], \"default\": \"2\"},"
    "{\"name\": \"silent\", \"type\": \"int\", \"role\": \"variant\", \"doc\": \"\", \"min\": 1,"
    " \"max\": 9, \"default\": \"2\"},"
    "{\"name\": \"data\", \"type\": \"text\", \"role\": \"shape\", \"doc\": \"\", \"default\": "
    "\"a\"}],"
    "\"datasets\": [{\"name\": \"babi\", \"label\": \"bAbI\","
    " \"said\": \"10k: ten thousand stories\"}],"
    "\"simple_baselines\": [{\"name\": \"bigram\", \"label\": \"bigram model\"}]}";

static void load(struct axes *axes, const char *text)
{
    char *error = NULL;
    if (!axes_from_json(axes, text, &error)) fail_msg("%s", error);
}

static void assert_said(const struct axes *axes, const char *axis, const char *value,
                        const char *want)
{
    char *said = axes_value_label(axes, axes_find(axes, axis), NULL, value);
    assert_string_equal(said, want);
    free(said);
}

static void test_values(void **state)
{
    struct axes axes;
    (void)state;
    load(&axes, table);
    assert_said(&axes, "score", "mlp", "MLP");
    assert_said(&axes, "act", "identity", "no activation");
    assert_said(&axes, "depth", "3", "3 maps");
    assert_said(&axes, "depth", "1", "one map");
    assert_said(&axes, "depth", "11", "11 maps");
    assert_said(&axes, "silent", "3", "silent = 3");
    assert_said(&axes, "data", "babi:14", "bAbI 14");
    assert_said(&axes, "data", "babi", "bAbI");
    assert_said(&axes, "data", "babi:pairs=4,length=32", "bAbI (pairs 4, length 32)");
    assert_said(&axes, "data", "babi (of it a.txt)", "bAbI (of it a.txt)");
    assert_said(&axes, "data", "babi:10k", "bAbI (ten thousand stories)");
    assert_said(&axes, "data", "babi:10k (of it a.txt)",
                "bAbI (ten thousand stories) (of it a.txt)");
    assert_said(&axes, "data", "babi:10", "bAbI 10");
    assert_said(&axes, "data", "mine.txt", "mine.txt");
    assert_string_equal(axes_simple_baseline_label(&axes, "bigram"), "bigram model");
    assert_string_equal(axes_simple_baseline_label(&axes, "other"), "other");
    axes_free(&axes);
}

static void assert_named(const struct axes *axes, const char *axis, const char *want)
{
    char *named = axes_label(axes, axes_find(axes, axis));
    assert_string_equal(named, want);
    free(named);
}

static void test_names(void **state)
{
    static const char table_of_names[] =
        "{\"axes\": [{\"name\": \"lr\", \"type\": \"real\", \"role\": \"variant\", \"doc\": \"\","
        " \"default\": \"1\", \"said\": [\"learning rate {}\", \"0: none\"]},"
        "{\"name\": \"d_prime\", \"type\": \"int\", \"role\": \"variant\", \"doc\": \"\","
        " \"default\": \"1\", \"said\": [\"d' = {}\"]},"
        "{\"name\": \"train_records\", \"type\": \"int\", \"role\": \"shape\", \"doc\": \"\","
        " \"default\": \"1\", \"said\": [\"{} records\"]},"
        "{\"name\": \"swap_at\", \"type\": \"int\", \"role\": \"shape\", \"doc\": \"\","
        " \"default\": \"1\", \"said\": [\"swapped after {} steps\"]}]}";
    struct axes axes;
    (void)state;
    load(&axes, table_of_names);
    assert_named(&axes, "lr", "learning rate");
    assert_named(&axes, "d_prime", "d'");
    assert_named(&axes, "train_records", "records");
    assert_named(&axes, "swap_at", "swap at");
    axes_free(&axes);
}

static void test_braces(void **state)
{
    static const char file[] =
        "factors: {depth: [2, 3]}\n"
        "arms: {dot: , mlp: {score: mlp, label: \"{depth}-layer {act} MLP\"}}\n";
    char texts[][9] = {"mlp", "identity", "3", "2", "a"};
    char *const values[] = {texts[0], texts[1], texts[2], texts[3], texts[4]};
    struct axes axes;
    struct spec s;
    struct diags diags = {0};
    (void)state;
    load(&axes, table);
    assert_true(spec_parse(&s, "q.yaml", file, 0, "", &axes, &diags));
    const char *label = s.grid.arms[1].label;
    char *said = spec_label(&axes, label, values);
    assert_string_equal(said, "3-layer no activation MLP");
    free(said);
    assert_true(label_names_axis(label, "act") && label_names_axis(label, "depth"));
    assert_false(label_names_axis(label, "score"));
    spec_free(&s);
    assert_false(
        spec_parse(&s, "q.yaml", "arms: {mlp: {label: \"{dept} MLP\"}}\n", 0, "", &axes, &diags));
    assert_string_equal(diags.list[0].message, "key label: found {dept}, expected the name of an "
                                               "axis in braces; did you mean depth?");
    spec_free(&s);
    diag_free(&diags);
    axes_free(&axes);
}

/* ---- the real tables: a label that nobody wrote would be a raw axis ---- */

static void check_factor(const struct factor *f)
{
    if (!strcmp(f->role, "placement") || !strcmp(f->name, "task") || f->slot) return;
    if (!strcmp(f->name, "simple_baseline")) return;
    if (!f->said) fail_msg("axis %s has no labels for its values", f->name);
    int said = 0, choices = 0;
    while (f->said[said]) said++;
    while (f->choices && f->choices[choices]) choices++;
    if (f->choices && said != choices)
        fail_msg("axis %s: %d labels (expected one per choice)", f->name, said);
    if (f->choices) return;
    if (!said || !strstr(f->said[0], "{}"))
        fail_msg("axis %s: the first label has no {} for the value", f->name);
    /* From the second label on, a label begins with its value, as in "0: none". */
    for (int i = 1; i < said; i++)
        if (!strstr(f->said[i], ": "))
            fail_msg("axis %s: label '%s' names no value (expected 'VALUE: LABEL')", f->name,
                     f->said[i]);
}

static void test_every_value_has_a_label(void **state)
{
    int count;
    const struct factor *all = factors(&count);
    (void)state;
    for (int i = 0; i < count; i++) {
        check_factor(&all[i]);
        for (int c = 0; all[i].slot && all[i].slot->choices[c]; c++)
            if (!all[i].slot->choices[c]->label)
                fail_msg("%s=%s has no label", all[i].name, all[i].slot->choices[c]->name);
    }
    for (const struct data_set *const *s = data_sets; *s; s++) {
        if (!(*s)->label) fail_msg("data set %s has no label", (*s)->name);
        if ((*s)->said && !strstr((*s)->said, ": "))
            fail_msg("data set %s says '%s', expected 'option: words'", (*s)->name, (*s)->said);
    }
    for (const struct simple_baseline *const *y = simple_baselines; *y; y++)
        if (!(*y)->label) fail_msg("simple baseline %s has no label", (*y)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_braces),
        cmocka_unit_test(test_every_value_has_a_label),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
