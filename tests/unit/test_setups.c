/* SPDX-License-Identifier: MIT
 * Tests setup files: values that a question uses or replaces, user errors in the setup or the
 * question, and saved plans whose setup file is missing. */
#include "axes_sample.h"
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct axes axes;

static const char setup[] = "question: Not passed on\n"
                            "baseline: dot\n"
                            "fixed: {batch: 2, n: 64}\n"
                            "factors: {heads: [1, 2], d_model: 32, seed: 1-3}\n"
                            "derive: {m: n / 2}\n"
                            "rounds: 6\n"
                            "timeout_s: 9\n"
                            "arms:\n"
                            "  dot: {label: plain}\n"
                            "  negative_control: {score: gat}\n"
                            "tiers:\n"
                            "  smoke: {fixed: {n: 8}, factors: {heads: 1}, seeds: 7, rounds: 1}\n"
                            "  quick: {fixed: {batch: 1}}\n";

/* ---- a folder with a question and its setup ---- */

struct folder {
    char path[32];
    char *setups, *setup, *question;
};

static void put(const char *path, const char *text)
{
    assert_true(write_file_atomically(path, text, strlen(text)));
}

static struct folder folder_with(const char *of_setup, const char *question)
{
    struct folder f = {.path = "/tmp/attnlab-test-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    f.setups = xformat("%s/setups", f.path);
    f.setup = xformat("%s/small.yaml", f.setups);
    f.question = xformat("%s/question.yaml", f.path);
    assert_int_equal(mkdir(f.setups, 0700), 0);
    put(f.setup, of_setup);
    put(f.question, question);
    return f;
}

static void folder_free(struct folder *f)
{
    unlink(f->setup);
    unlink(f->question);
    rmdir(f->setups);
    rmdir(f->path);
    free(f->setups);
    free(f->setup);
    free(f->question);
}

static struct spec spec_of(const char *of_setup, const char *question, const char *tier)
{
    struct spec s;
    struct diags diags = {0};
    struct folder f = folder_with(of_setup, question);
    if (!spec_load(&s, f.question, 0, tier, &axes, &diags)) fail_msg("%s", messages(&diags));
    folder_free(&f);
    return s;
}

/* Returns the values of an axis, such as "1 2", or "-" if the axis is not in the list. The caller
 * frees the text. */
static char *values(const struct settings *list, const char *axis)
{
    const struct setting *s = settings_find(list, axes_find(&axes, axis));
    struct text all = {0};
    text_add(&all, "%s", s ? "" : "-");
    for (int i = 0; s && i < s->value_count; i++)
        text_add(&all, "%s%s", i ? " " : "", s->values[i]);
    return all.data;
}

static void assert_values(const struct settings *list, const char *axis, const char *wanted)
{
    char *found = values(list, axis);
    assert_string_equal(found, wanted);
    free(found);
}

/* ---- what is taken ---- */

static void test_taken(void **state)
{
    (void)state;
    struct spec s = spec_of(setup, "use: small\narms: {neural: {score: neural}}\n", "");
    assert_null(s.question);
    assert_string_equal(s.name, "question");
    assert_string_equal(s.baseline, "dot");
    assert_int_equal(s.rounds, 6);
    assert_values(&s.grid.fixed, "batch", "2");
    assert_values(&s.grid.factors, "heads", "1 2");
    assert_values(&s.grid.factors, "seed", "1 2 3");
    assert_int_equal(s.grid.derive_count, 1);
    assert_int_equal(s.grid.arm_count, 3);
    assert_string_equal(s.grid.arms[0].label, "plain");
    assert_string_equal(s.grid.arms[2].name, "neural");
    spec_free(&s);
}

/* A question can replace any value of its setup: a factor by a fixed value, a fixed value by a
 * factor, `seed` by `seeds`, and an arm by another arm. */
static void test_said_anew(void **state)
{
    (void)state;
    struct spec s = spec_of(setup,
                            "use: small\nfixed: {heads: 4}\nfactors: {n: [16, 32], m: 8}\n"
                            "seeds: 5\nrounds: 2\ntimeout_s: none\n"
                            "arms: {dot: {label: other}, negative_control: none}\n",
                            "");
    assert_values(&s.grid.factors, "heads", "-");
    assert_values(&s.grid.fixed, "heads", "4");
    assert_values(&s.grid.fixed, "n", "-");
    assert_values(&s.grid.factors, "n", "16 32");
    assert_values(&s.grid.factors, "seed", "5");
    assert_int_equal(s.grid.derive_count, 0);
    assert_int_equal(s.rounds, 2);
    assert_true(s.timeout_s == 0);
    assert_int_equal(s.grid.arm_count, 1);
    assert_string_equal(s.grid.arms[0].label, "other");
    spec_free(&s);
}

static void test_negative_control(void **state)
{
    (void)state;
    static const char several[] = "baseline: dot\nnegative_control: [gat, other]\n"
                                  "arms: {dot: {}, gat: {score: gat}, other: {score: neural}}\n";
    static const char one[] =
        "baseline: dot\nnegative_control: gat\narms: {dot: {}, gat: {score: gat}}\n";
    struct spec s = spec_of(several, "use: small\narms: {gat: none}\n", "");
    assert_int_equal(s.negative_control_count, 1);
    assert_string_equal(s.negative_control[0], "other");
    spec_free(&s);
    s = spec_of(several, "use: small\narms: {gat: none, other: none}\n", "");
    assert_int_equal(s.negative_control_count, 0);
    spec_free(&s);
    s = spec_of(one, "use: small\narms: {gat: none}\n", "");
    assert_int_equal(s.negative_control_count, 0);
    spec_free(&s);
}

static void test_tiers(void **state)
{
    (void)state;
    static const char question[] = "use: small\nfactors: {n: [16, 32]}\nrounds: 3\n"
                                   "tiers: {smoke: {factors: {heads: 2}}, quick: none}\n";
    struct spec s = spec_of(setup, question, "smoke");
    /* A value set by the question applies at every tier. */
    assert_values(&s.grid.factors, "n", "16 32");
    assert_values(&s.grid.factors, "heads", "2");
    assert_values(&s.grid.factors, "seed", "7");
    assert_int_equal(s.rounds, 3);
    spec_free(&s);
    s = spec_of(setup, question, "quick");
    assert_true(s.not_at_tier);
    spec_free(&s);
    s = spec_of(setup, "use: small\ntiers: {quick: {use: none}}\n", "quick");
    assert_false(s.not_at_tier);
    assert_values(&s.grid.fixed, "batch", "2");
    spec_free(&s);
    s = spec_of(setup, "use: small\nrounds: 3\ntiers: {smoke: {rounds: 2}}\n", "smoke");
    assert_int_equal(s.rounds, 2);
    assert_values(&s.grid.factors, "n", "8"); /* A tier of the setup may change a fixed value. */
    spec_free(&s);
    s = spec_of(setup, "use: small\ntiers: {smoke: {use: none, rounds: 2}}\n", "smoke");
    assert_int_equal(s.rounds, 2);
    assert_values(&s.grid.factors, "seed", "1 2 3");
    spec_free(&s);
}

/* The setup's tuning does not apply to a question that times training steps. */
static const char trained[] = "kind: quality\nbaseline: dot\nseeds: 1-4\n"
                              "factors: {n: [8, 16]}\ntune: {axis: n, seeds: [1]}\n"
                              "arms: {dot: {}}\n"
                              "tiers: {quick: {tune: {axis: n, seeds: [2]}}, smoke: none}\n";

static void test_of_another_kind(void **state)
{
    (void)state;
    struct spec s = spec_of(trained, "use: small\n", "");
    assert_string_equal(s.tune_seeds[0], "1");
    spec_free(&s);
    s = spec_of(trained, "use: small\nkind: quality\n", "quick");
    assert_string_equal(s.tune_seeds[0], "2");
    spec_free(&s);
    s = spec_of(trained, "use: small\n", "smoke");
    assert_true(s.not_at_tier);
    spec_free(&s);
    static const char *const tiers[] = {"", "quick", "smoke"};
    for (int i = 0; i < 3; i++) {
        s = spec_of(trained, "use: small\nkind: step\n", tiers[i]);
        assert_false(s.not_at_tier);
        assert_int_equal(s.tune_seed_count, 0);
        assert_string_equal(s.baseline, "dot");
        spec_free(&s);
        s = spec_of(trained, "use: small\nkind: step\ntune: none\n", tiers[i]);
        assert_int_equal(s.tune_seed_count, 0);
        spec_free(&s);
    }
}

/* ---- slips ---- */

static void assert_slips(const char *of_setup, const char *question, const char *const *wanted)
{
    struct spec s;
    struct diags diags = {0};
    struct folder f = folder_with(of_setup, question);
    assert_false(spec_load(&s, f.question, 0, "", &axes, &diags));
    char *all = messages(&diags);
    for (int i = 0; wanted[i]; i++) {
        char *line = xformat("%s/%s", f.path, wanted[i]);
        if (!strstr(all, line)) fail_msg("found:\n%sexpected:\n%s", all, line);
        free(line);
    }
    free(all);
    diag_free(&diags);
    spec_free(&s);
    folder_free(&f);
}

#define WANTED(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_slips(void **state)
{
    (void)state;
    assert_slips(setup, "use: smal\n",
                 WANTED("question.yaml:1:6: key use: found 'smal', expected the name of a setup "
                        "or a list of names, one of small; did you mean small?"));
    assert_slips(setup, "use: []\n", WANTED("question.yaml:1:6: key use: found a list"));
    assert_slips(setup, "use: [small, {}]\n", WANTED("question.yaml:1:14: key use: found a map"));
    assert_slips(setup, "use: [small, small]\n",
                 WANTED("question.yaml:1:14: key use: found 'small' twice"));
    assert_slips(setup, "use: ../small\n", WANTED("question.yaml:1:6: key use: found '../small'"));
    assert_slips(
        "fixed: {n: many}\nuse: small\ngrids: []\n", "use: small\nfixed: {batch: x}\n",
        WANTED("setups/small.yaml:1:12: key n: ", "setups/small.yaml:2:1: key use: unknown",
               "setups/small.yaml:3:1: key grids: unknown key in a setup",
               "question.yaml:2:16: key batch: "));
    assert_slips("fixed: {n: [1\n", "use: small\n",
                 WANTED("setups/small.yaml:2:1: YAML syntax: did not find expected ',' or"));
    assert_slips("- n\n", "use: small\n", WANTED("setups/small.yaml:1:1: a setup must be a map"));
    assert_slips("tiers: {smoke: {arms: [dot]}}\n", "use: small\n",
                 WANTED("setups/small.yaml:1:17: key arms: unknown key in a tier of a setup"));
    assert_slips(setup, "use: small\ntiers: {smoke: {use: other}}\n",
                 WANTED("question.yaml:2:22: key use: found 'other', expected none"));
    assert_slips(setup, "use: small\narms: {neural: {heads: 2}}\n",
                 WANTED("question.yaml:2:17: key heads: found in the arm neural and in factors"));
}

/* An unused axis of a setup is ignored, because another question may use it. An unused axis of the
 * question itself is an error. */
static void assert_unused(const char *of_setup, const char *question, bool good)
{
    struct plan plan;
    struct diags diags = {0};
    struct folder f = folder_with(of_setup, question);
    struct plan_options o = {.paths = (const char *[]){f.question}, .path_count = 1};
    assert_int_equal(plan_build(&plan, &o, &axes, &diags), good);
    diag_free(&diags);
    plan_free(&plan);
    folder_free(&f);
}

static void test_unused(void **state)
{
    (void)state;
    assert_unused("fixed: {d_prime: 4}\n", "use: small\nfixed: {n: 8}\n", true);
    assert_unused("fixed: {n: 8}\n", "use: small\nfixed: {d_prime: 4}\n", false);
}

/* ---- asked in several ---- */

/* A question with several setups gives one question per setup. plan.yaml states the file of the
 * question. */
static void test_several(void **state)
{
    (void)state;
    struct plan plan;
    struct folder f =
        folder_with(setup, "title: All\nuse: [small, other]\narms: {neural: {score: neural}}\n");
    char *other = xformat("%s/other.yaml", f.setups);
    put(other, "title: Another\nfixed: {n: 16}\narms: {dot: {}}\n");
    struct diags diags = {0};
    struct plan_options o = {.paths = (const char *[]){f.question}, .path_count = 1};
    if (!plan_build(&plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    diag_free(&diags);
    unlink(other);
    free(other);
    folder_free(&f);
    assert_int_equal(plan.spec_count, 2);
    assert_string_equal(plan.specs[0].name, "question-small");
    assert_string_equal(plan.specs[1].name, "question-other");
    assert_string_equal(plan.specs[0].title, "All");
    assert_string_equal(plan.specs[1].title, "All: Another");
    assert_values(&plan.specs[0].grid.fixed, "n", "64");
    assert_values(&plan.specs[1].grid.fixed, "n", "16");
    assert_int_equal(plan.specs[0].grid.arm_count, 3);
    assert_int_equal(plan.specs[1].grid.arm_count, 2);
    assert_non_null(strstr(plan.text, "/question.yaml, tier"));
    assert_non_null(strstr(plan.text, "---\n# As run by attnlab: "));
    plan_free(&plan);
}

/* ---- the text that is kept ---- */

static void test_kept(void **state)
{
    (void)state;
    struct spec s;
    struct diags diags = {0};
    struct folder f = folder_with(setup, "use: small");
    assert_true(spec_load(&s, f.question, 0, "", &axes, &diags));
    char *expected = xformat("use: small\n---\n" SETUP_HEAD "%s/small.yaml\n%s", f.setups, setup);
    assert_string_equal(s.text, expected);
    free(expected);
    folder_free(&f);
    spec_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_said_anew),
        cmocka_unit_test(test_negative_control),
        cmocka_unit_test(test_tiers),
        cmocka_unit_test(test_slips),
        cmocka_unit_test(test_unused),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_of_another_kind),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
