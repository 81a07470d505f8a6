/* SPDX-License-Identifier: MIT
 * Tests how a worker gets its inputs from a cell string: parsing, texts, activations, extreme
 * values, and parameters. */
#include "base/mem.h"
#include "complete_cell.h"
#include "harness/measure/input.h"
#include "models/text_activations.h"
#include "models/parameters.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATCH = 2, ROWS = 5, WIDTH = 64, COUNT = BATCH * ROWS * WIDTH };
static const struct layer small = {.shape = {BATCH, 1, ROWS, ROWS, WIDTH, WIDTH}};

/* ---- cells ---- */

/* Returns a complete cell that begins with `fields`. The caller frees the result. */
static char *with_fields(const char *complete, const char *fields)
{
    struct cell_fields own, all;
    struct text out = {0};
    char *error;
    assert_true(cell_parse(complete, &all, &error) && cell_parse(fields, &own, &error));
    text_add(&out, "%s", fields);
    for (int i = 0; i < all.count; i++)
        if (!cell_get(&own, all.list[i].axis))
            cell_append(&out, all.list[i].axis, all.list[i].value);
    cell_free(&own);
    cell_free(&all);
    return out.data;
}

static void refused(const char *string, const char *message)
{
    struct worker_cell cell;
    char *error = NULL;
    assert_false(worker_cell_read(string, &cell, &error));
    assert_non_null(error);
    if (!strstr(error, message)) fail_msg("'%s': %s", string, error);
    worker_cell_free(&cell);
    free(error);
}

static void defaults_follow_other_axes(void **state)
{
    (void)state;
    struct worker_cell cell = completed_cell("n=33,heads=4,d_model=128,seed=9,mask=causal");
    assert_int_equal(cell.layer.shape.n, 33);
    assert_int_equal(cell.layer.shape.m, 33);
    assert_int_equal(cell.layer.shape.d_head, 32);
    assert_int_equal(cell.layer.mask, MASK_CAUSAL);
    assert_int_equal(cell.seed, 9);
    assert_true(cell.layer.score_scale == 1);
    assert_string_equal(cell.corpus, "builtin");
    assert_ptr_equal(cell.kernels, kernels_available()[0]);
    worker_cell_free(&cell);
}

static void choices_and_their_parameters_are_stored(void **state)
{
    (void)state;
    char *error = NULL, *complete = completed("score=neural,n=4,d_prime=9", &error);
    char *turned = with_fields(complete, "n=4,d_prime=8");
    struct worker_cell cell;
    assert_true(worker_cell_read(turned, &cell, &error));
    const struct slot *slot = &cell.kernels->slots[SLOT_SCORE];
    const struct choice *choice = slot->choices[cell.layer.choice[SLOT_SCORE]];
    assert_string_equal(choice->name, "neural");
    int p = 0;
    while (strcmp(choice->params[p].name, "d_prime")) p++;
    assert_true(cell.layer.args[SLOT_SCORE].value[p] == 8);
    worker_cell_free(&cell);
    free(complete);
    free(turned);
}

static void bad_cells_are_refused_with_what_was_expected(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *message; /* `cell` contains fields that replace fields of a valid cell */
    } cases[] = {
        {"n=0", "an integer from 1"},
        {"n=2.5", "an integer"},
        {"n=many", "n=many"},
        {"nn=3", "unknown axis 'nn'"},
        {"score=nonsense", "expected one of dot, "},
        {"d_prime=4", "applies to score=neural, found score=dot"},
        {"score_scale=nan", "a number from 0"},
        {"d_head=12.5", "d_head=12.5: expected an integer"},
        {"corpus=", "corpus"},
    };
    char *error, *good = completed("score=dot", &error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *bad = with_fields(good, cases[i].cell);
        refused(bad, cases[i].message);
        free(bad);
    }
    free(good);
    refused("n=1,n=2", "n");
    refused("n", "=");
    refused("", "");
}

static void incomplete_cells_are_refused_with_what_is_missing(void **state)
{
    (void)state;
    char *error = NULL;
    refused("score=neural", "missing axis 'kind'");
    /* The driver computes d_head = 100 / 8 = 12.5, which is not an integer. */
    assert_null(completed("heads=8,d_model=100", &error));
    assert_non_null(strstr(error, "(computed from d_model = 100, heads = 8)"));
    free(error);
    char *whole = completed("score=neural,n=33", &error), *comma = strrchr(whole, ',');
    *comma = '\0';
    char *axis = strndup(comma + 1, strcspn(comma + 1, "="));
    char *message = xformat("missing axis '%s'; complete the cell with", axis);
    refused(whole, message);
    free(axis);
    free(message);
    free(whole);
}

/* ---- texts ---- */

static void builtin_text_is_long_plain_and_constant(void **state)
{
    (void)state;
    struct text_corpus a, b;
    char *error = NULL;
    assert_true(text_open("builtin", &a, &error));
    assert_true(text_open("builtin", &b, &error));
    assert_true(a.size >= 1 << 16);
    assert_int_equal(a.hash, b.hash);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    size_t blanks = 0;
    for (size_t i = 0; i < a.size; i++) {
        assert_true((a.bytes[i] >= ' ' && a.bytes[i] <= '~') || a.bytes[i] == '\n');
        blanks += a.bytes[i] == ' ';
    }
    assert_in_range(blanks, a.size / 8, a.size / 4); /* words have three to seven letters */
    text_close(&a);
    text_close(&b);
}

static void subjects_and_verbs_agree_in_builtin_text(void **state)
{
    (void)state;
    static char text[TEXT_BUILTIN_BYTES + 1];
    text_builtin(3, text, TEXT_BUILTIN_BYTES);
    assert_non_null(strstr(text, "these "));
    assert_null(strstr(text, "these miller "));
    assert_null(strstr(text, "every birds"));
    assert_null(strstr(text, "Anna sing "));
}

static void unusable_corpora_are_errors(void **state)
{
    (void)state;
    const char *paths[] = {"/nowhere/at/all.txt", "/dev/null", "/"};
    for (int i = 0; i < 3; i++) {
        struct text_corpus text;
        char *error = NULL;
        assert_false(text_open(paths[i], &text, &error));
        assert_non_null(strstr(error, paths[i]));
        free(error);
    }
}

/* ---- values ---- */

static void fill(enum input_kind kind, uint64_t seed, const char *stream, float *x)
{
    struct text_corpus text;
    char *error = NULL;
    assert_true(text_open("builtin", &text, &error));
    for (int i = 0; i < COUNT; i++) x[i] = NAN;
    input_fill(kind, &text, seed, stream, &small, ROWS, x);
    text_close(&text);
}

static void input_depends_only_on_seed_and_stream(void **state)
{
    (void)state;
    static float a[COUNT], b[COUNT];
    for (int kind = 0; kind < INPUT_KINDS; kind++) {
        fill((enum input_kind)kind, 5, "x", a);
        fill((enum input_kind)kind, 5, "x", b);
        assert_memory_equal(a, b, sizeof a);
        fill((enum input_kind)kind, 6, "x", b);
        assert_memory_not_equal(a, b, sizeof a);
        fill((enum input_kind)kind, 5, "context", b);
        assert_memory_not_equal(a, b, sizeof a);
        for (int i = 0; i < COUNT; i++) assert_true(isfinite(a[i]));
    }
}

static void activations_are_normalised_rows(void **state)
{
    (void)state;
    static float x[COUNT];
    fill(INPUT_TEXT, 1, "x", x);
    for (int r = 0; r < BATCH * ROWS; r++) {
        double mean = 0, square = 0;
        for (int c = 0; c < WIDTH; c++) {
            mean += (double)x[r * WIDTH + c] / WIDTH;
            square += (double)x[r * WIDTH + c] * (double)x[r * WIDTH + c] / WIDTH;
        }
        assert_true(fabs(mean) < 1e-6);       /* The mean of 64 float values has rounding errors. */
        assert_true(fabs(square - 1) < 1e-4); /* normalization adds 1e-5 to a variance near 1 */
    }
}

static void equal_tokens_differ_only_by_position(void **state)
{
    (void)state;
    unsigned char bytes[] = "aa";
    struct text_corpus text = {.bytes = bytes, .size = 2};
    static float x[COUNT];
    activations_from_text(&text, 1, "x", BATCH, ROWS, WIDTH, x);
    assert_memory_equal(x, x + ROWS * WIDTH, ROWS * WIDTH * sizeof *x);
    assert_memory_not_equal(x, x + WIDTH, WIDTH * sizeof *x);
}

static void extreme_inputs_match_their_names(void **state)
{
    (void)state;
    static float x[COUNT];
    fill(INPUT_TINY, 1, "x", x);
    for (int i = 1; i < COUNT; i += 2) assert_int_equal(fpclassify(x[i]), FP_SUBNORMAL);
    fill(INPUT_ZERO_ROWS, 1, "x", x);
    for (int i = WIDTH; i < 2 * WIDTH; i++) assert_true(x[i] == 0);
    float most = 0;
    fill(INPUT_LARGE, 1, "x", x);
    for (int i = 0; i < COUNT; i++) most = fmaxf(most, fabsf(x[i]));
    assert_true(most > 32);
    fill(INPUT_HUGE, 1, "x", x);
    for (int i = 0; i < COUNT; i++) most = fmaxf(most, fabsf(x[i]));
    assert_true(most > 2e9f && most < 1e10f);
    fill(INPUT_VANISHING, 1, "x", x);
    for (int i = 0; i < COUNT; i++)
        assert_true(fpclassify(x[i]) == FP_NORMAL && fabsf(x[i]) < 1e-20f);
    fill(INPUT_EQUAL, 1, "x", x);
    for (int r = 1; r < BATCH * ROWS; r++) assert_memory_equal(x, x + r * WIDTH, WIDTH * sizeof *x);
}

static void lengths_fit_and_hostile_ones_hide_all(void **state)
{
    (void)state;
    struct layer layer = {.shape = {.batch = 64, .n = 9, .m = 9}};
    int lengths[64], shorter = 0;
    input_lengths(INPUT_TEXT, 1, &layer, lengths);
    assert_int_equal(lengths[0], 9);
    for (int b = 0; b < 64; b++) {
        assert_in_range(lengths[b], 1, 9);
        shorter += lengths[b] < 9;
    }
    assert_true(shorter > 32);
    input_lengths(INPUT_NORMAL, 1, &layer, lengths);
    assert_int_equal(lengths[0], 9);
    assert_int_equal(lengths[63], 0);
}

static void parameters_follow_name_and_seed(void **state)
{
    (void)state;
    enum { N = 40000 };
    static float a[N], b[N];
    struct tensor w = {"q.w", 2, {200, 200, 1}, INIT_NORMAL, 0.5, true};
    assert_int_equal(tensor_count(&w), N);
    parameters_fill(&w, 1, NULL, a);
    parameters_fill(&w, 1, NULL, b);
    assert_memory_equal(a, b, sizeof a);
    double square = 0;
    for (int i = 0; i < N; i++) square += (double)a[i] * (double)a[i] / N;
    /* The allowed difference is four standard errors. */
    assert_true(fabs(sqrt(square) - 0.5) < 0.5 * 4 / sqrt(2.0 * N));
    strcpy(w.name, "k.w");
    parameters_fill(&w, 1, NULL, b);
    assert_memory_not_equal(a, b, sizeof a);
    /* The uniform distribution within +-sqrt(3) * 0.5 has standard deviation 0.5. */
    w.init = INIT_UNIFORM;
    parameters_fill(&w, 1, NULL, b);
    double mean = 0, most = 0;
    square = 0;
    for (int i = 0; i < N; i++) {
        mean += (double)b[i] / N, square += (double)b[i] * (double)b[i] / N;
        most = fmax(most, fabs((double)b[i]));
    }
    /* The probability that all N draws are below this limit is e^-20. */
    assert_true(most <= 0.8660255 && most > 0.866 * (1 - 20.0 / N));
    assert_true(fabs(mean) < 4 * 0.5 / sqrt(N));
    /* The kurtosis of a uniform distribution is 9/5. */
    assert_true(fabs(square - 0.25) < 4 * 0.25 * sqrt(0.8 / N));
    w.init = INIT_ONE;
    parameters_fill(&w, 1, NULL, b);
    for (int i = 0; i < N; i++) assert_true(b[i] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_follow_other_axes),
        cmocka_unit_test(choices_and_their_parameters_are_stored),
        cmocka_unit_test(bad_cells_are_refused_with_what_was_expected),
        cmocka_unit_test(incomplete_cells_are_refused_with_what_is_missing),
        cmocka_unit_test(builtin_text_is_long_plain_and_constant),
        cmocka_unit_test(subjects_and_verbs_agree_in_builtin_text),
        cmocka_unit_test(unusable_corpora_are_errors),
        cmocka_unit_test(input_depends_only_on_seed_and_stream),
        cmocka_unit_test(activations_are_normalised_rows),
        cmocka_unit_test(equal_tokens_differ_only_by_position),
        cmocka_unit_test(extreme_inputs_match_their_names),
        cmocka_unit_test(lengths_fit_and_hostile_ones_hide_all),
        cmocka_unit_test(parameters_follow_name_and_seed),
    };
    return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
