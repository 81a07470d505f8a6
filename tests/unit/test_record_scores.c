/* SPDX-License-Identifier: MIT
 * Tests metrics computed from scores of single records: worked examples, published values, the
 * bootstrap, and damaged score files. */
#include "base/rng.h"
#include "base/gzip.h"
#include "base/records/record_file.h"
#include "tests/unit/data_files.h"
#include "models/metrics/metrics.h"

#include <math.h>

/* The tolerance allows for rounding in sums of a few hundred doubles near 1. */
static const double tight = 1e-12;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

static double value_of(const char *metric, const struct record_scores *s)
{
    return record_metric(metric_find(metric), s);
}

/* ---- classes ---- */

static void add_classes(struct record_scores *s)
{
    record_scores_add_all(s, (const char *[]){"right", "targets", "truth", "answer", NULL});
}

static void put_class(struct record_scores *s, int record, int truth, int answer)
{
    const double row[] = {truth == answer, 1, truth, answer};
    for (int c = 0; c < 4; c++) s->column[c][record] = row[c];
}

/* Each digit is a class; '-' is a class that is missing in the training data. */
static void check(const char *truths, const char *answers, double accuracy, double matthews)
{
    struct record_scores s;
    record_scores_open(&s, (int)strlen(truths));
    add_classes(&s);
    for (int i = 0; truths[i]; i++)
        put_class(&s, i, truths[i] == '-' ? -1 : truths[i] - '0', answers[i] - '0');
    near(value_of("accuracy", &s), accuracy, tight);
    near(value_of("matthews", &s), matthews, tight);
    record_scores_free(&s);
}

TEST("metrics of classes agree with worked examples")
{
    check("1110", "1011", 0.5, -1.0 / 3); /* The example comes from scikit-learn's documentation. */
    /* With TP 6, FN 2, FP 1 and TN 3, Matthews correlation is (6 * 3 - 1 * 2) / sqrt(7 * 8 * 4 *
     * 5). */
    check("111111110000", "111111001000", 0.75, 16 / sqrt(1120));
    check("0101", "0101", 1, 1);
    check("0101", "1010", 0, -1);
    check("0123", "0123", 1, 1);
    /* The expected values come from scikit-learn's tests. With three classes, -1 cannot be reached.
     */
    check("001122", "220011", 0, -0.5);
    check("001122", "110000", 0, -12 / sqrt(24 * 16));
    /* All answers are equal, or all true classes are equal. */
    check("012", "333", 0, 0);
    check("1111", "1010", 0.5, 0);
    check("1111", "1111", 1, 0);
    /* An unknown class always counts as wrong and is not one of the classes. */
    check("01-01-", "010011", 4.0 / 6, 1);
}

/* Only a damaged file contains class numbers that do not exist. */
TEST("records without a class are ignored")
{
    static const double none[] = {-7, 1e300, INFINITY, NAN};
    struct record_scores s;
    record_scores_open(&s, 8);
    add_classes(&s);
    for (int i = 0; i < 4; i++) {
        put_class(&s, i, i / 2, i / 2);
        put_class(&s, 4 + i, 1, 0);
        s.column[2 + i % 2][4 + i] = none[i];
    }
    near(value_of("matthews", &s), 1, tight);
    record_scores_free(&s);
}

/* 4e9 answers have the same class, and one answer has a different class. The sums must not
 * overflow, and the single answer must change the result. */
TEST("large counts stay exact")
{
    const double s = 4e9, sums[] = {s, s, s - 1, 1, s - 1, 1};
    near(metric_find("matthews")->records->value(sums, 6), 1, 1e-6);
}

/* ---- means, and what there is not ---- */

TEST("a missing column has no mean")
{
    struct record_scores s;
    record_scores_open(&s, 3);
    assert_int_equal(record_scores_add(&s, "rouge1"), 0);
    assert_int_equal(record_scores_add_all(&s, (const char *[]){"exact_match", "f1", NULL}), 1);
    const double rouge[] = {0.5, 1, 0}, match[] = {1, 0, 0}, f1[] = {1, 2.0 / 3, 0};
    memcpy(s.column[0], rouge, sizeof rouge);
    memcpy(s.column[1], match, sizeof match);
    memcpy(s.column[2], f1, sizeof f1);
    near(value_of("rouge1", &s), 0.5, 0);
    near(value_of("exact_match", &s), 100.0 / 3, tight);
    near(value_of("f1", &s), 100 * (1 + 2.0 / 3) / 3, tight);
    static const char *const others[] = {"rouge2", "accuracy", "matthews", "bleu", "loss"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(record_metric_known(metric_find(others[i]), &s));
        assert_true(isnan(value_of(others[i], &s)));
        assert_null(record_metric_parts(metric_find(others[i]), &s));
    }
    /* For a mean, the contribution of a record is its own value. */
    double *parts = record_metric_parts(metric_find("f1"), &s);
    for (int i = 0; i < 3; i++) near(parts[i], 100 * f1[i], 1e-10);
    free(parts);
    struct record_scores copy = record_scores_copy(&s), none;
    record_scores_free(&s);
    near(value_of("rouge1", &copy), 0.5, 0);
    record_scores_free(&copy);
    for (int records = 1; records <= 2; records++) {
        record_scores_open(&copy, records);
        record_scores_add(&copy, "f1");
        parts = record_metric_parts(metric_find("f1"), &copy);
        assert_int_equal(parts != NULL, records > 1);
        free(parts);
        record_scores_free(&copy);
    }
    record_scores_open(&none, 0);
    record_scores_add(&none, "f1");
    assert_true(isnan(value_of("f1", &none)));
    record_scores_free(&none);
}

TEST("all columns of a score file are used")
{
    struct record_scores s;
    record_scores_open(&s, 1);
    for (int c = 0; c < RECORD_COLUMNS; c++) {
        char *name = formatted("column%d", c);
        assert_int_equal(record_scores_add(&s, name), c);
    }
    struct record_scores copy = record_scores_copy(&s);
    assert_int_equal(copy.columns, RECORD_COLUMNS);
    record_scores_free(&s);
    record_scores_free(&copy);
}

/* ---- texts ---- */

/* Draws two texts of about `length` letters that agree in most positions. */
static void draw_texts(uint64_t index, char *said, char *truth)
{
    uint64_t stream = rng_stream("texts"), length = 4 + rng_below(1, stream, 1000 * index, 30);
    for (uint64_t i = 0; i < length; i++) {
        char a = (char)('a' + rng_below(1, stream, 1000 * index + 2 * i + 1, 3));
        bool other = rng_below(1, stream, 1000 * index + 2 * i + 2, 8) == 0;
        said[2 * i] = a, truth[2 * i] = other ? 'x' : a;
        said[2 * i + 1] = truth[2 * i + 1] = i + 1 < length ? ' ' : '\0';
    }
}

enum { RECORDS = 300 };

static void score_texts(struct record_scores *s, struct bleu *whole)
{
    bleu_begin(whole, (struct bleu_options){.tokenizer = BLEU_NONE});
    record_scores_open(s, RECORDS);
    record_scores_add_all(s, text_metric_bleu.columns);
    for (int i = 0; i < RECORDS; i++) {
        char said[100], truth[100];
        double row[RECORD_COLUMNS];
        draw_texts((uint64_t)i, said, truth);
        const char *reference = truth;
        text_metric_bleu.score(true, said, &reference, 1, row);
        for (int c = 0; c < s->columns; c++) s->column[c][i] = row[c];
        bleu_add(whole, said, &reference, 1);
    }
}

TEST("BLEU from records equals BLEU of the corpus")
{
    struct record_scores s;
    struct bleu whole;
    score_texts(&s, &whole);
    assert_true(value_of("bleu", &s) == bleu_finish(&whole).score);
    assert_true(value_of("bleu", &s) > 20 && value_of("bleu", &s) < 90);
    record_scores_free(&s);
}

/* ---- parts against the bootstrap ---- */

/* Returns the metric of a bootstrap sample. The sample is drawn with replacement. */
static double drawn_again(const struct record_scores *s, const char *metric, uint64_t draw)
{
    struct record_scores t = record_scores_copy(s);
    for (int i = 0; i < s->records; i++) {
        uint64_t index = draw * (uint64_t)s->records + (uint64_t)i;
        uint64_t from = rng_below(3, rng_stream("bootstrap"), index, (uint64_t)s->records);
        for (int c = 0; c < s->columns; c++) t.column[c][i] = s->column[c][from];
    }
    double value = value_of(metric, &t);
    record_scores_free(&t);
    return value;
}

static double bootstrap_variance(const struct record_scores *s, const char *metric)
{
    enum { DRAWS = 2000 };
    double sum = 0, squares = 0;
    for (uint64_t d = 0; d < DRAWS; d++) {
        double value = drawn_again(s, metric, d);
        sum += value, squares += value * value;
    }
    return squares / DRAWS - sum / DRAWS * (sum / DRAWS);
}

static double parts_variance(const struct record_scores *s, const char *metric)
{
    double *parts = record_metric_parts(metric_find(metric), s), sum = 0, squares = 0;
    for (int i = 0; i < s->records; i++) sum += parts[i];
    for (int i = 0; i < s->records; i++) squares += pow(parts[i] - sum / s->records, 2);
    free(parts);
    return squares / (s->records - 1) / s->records;
}

/* Three windows have losses of 1, 6 and 2 nats, and 2, 2 and 1 targets. The mean is 9 / 5 nats per
 * target. */
TEST("a loss is computed from windows")
{
    const double nats[] = {1, 6, 2}, targets[] = {2, 2, 1};
    struct record_scores s;
    record_scores_open(&s, 3);
    record_scores_add_all(&s, (const char *[]){"nats", "targets", NULL});
    memcpy(s.column[0], nats, sizeof nats);
    memcpy(s.column[1], targets, sizeof targets);
    near(value_of("loss", &s), 1.8, tight);
    near(value_of("perplexity", &s), exp(1.8), 1e-12);
    assert_true(isnan(value_of("accuracy", &s)));
    /* A window's contribution is a difference of logarithms. Without the first window, the loss is
     * 8 / 3. */
    double *loss = record_metric_parts(metric_find("loss"), &s);
    double *perplexity = record_metric_parts(metric_find("perplexity"), &s);
    near(loss[0], 3 * log(1.8) - 2 * log(8.0 / 3), tight);
    near(perplexity[0], 3 * 1.8 - 2 * 8.0 / 3, tight);
    free(loss);
    free(perplexity);
    record_scores_free(&s);
}

/* The variance from 2000 bootstrap draws has an error of 3 %. The two methods also differ slightly,
 * so the tolerance is 10 %. */
TEST("the variance of record contributions agrees with the bootstrap")
{
    struct record_scores texts, classes;
    struct bleu whole;
    score_texts(&texts, &whole);
    record_scores_open(&classes, RECORDS);
    add_classes(&classes);
    for (int i = 0; i < RECORDS; i++) {
        uint64_t stream = rng_stream("classes"), at = 2 * (uint64_t)i;
        int truth = (int)rng_below(1, stream, at, 4);
        put_class(&classes, i, truth,
                  rng_below(1, stream, at + 1, 10) < 7 ? truth : (truth + i) % 4);
    }
    const struct {
        const char *metric;
        const struct record_scores *of;
    } cases[] = {{"bleu", &texts}, {"matthews", &classes}, {"accuracy", &classes}};
    for (int i = 0; i < 3; i++) {
        double parts = parts_variance(cases[i].of, cases[i].metric),
               drawn = bootstrap_variance(cases[i].of, cases[i].metric);
        print_message("# %s: standard deviation %.4g from record shares, %.4g from the bootstrap\n",
                      cases[i].metric, sqrt(parts), sqrt(drawn));
        near(parts / drawn, 1, 0.1);
    }
    record_scores_free(&texts);
    record_scores_free(&classes);
}

/* ---- files ---- */

static const double kinds[][3] = {{0, 1, -1},         {127, -127, 3},        {128, 0, 0},
                                  {-32767, 5, 6},     {32768, 0, 0},         {2147483647, 1, 2},
                                  {2147483648, 0, 0}, {0.1, 2.0 / 3, 1e300}, {-0.0, 0, 0},
                                  {INFINITY, -1, 0.5}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void fill(struct record_scores scores[SPLITS])
{
    record_scores_open(&scores[SPLIT_VALID], 3);
    record_scores_open(&scores[SPLIT_HELD_OUT], 2);
    scores[SPLIT_VALID].hash = 0xfedcba9876543210u;
    for (int k = 0; k < KINDS; k++) {
        char *name = formatted("column_%d", k);
        for (enum split s = SPLIT_VALID; s < SPLITS; s += SPLIT_HELD_OUT - SPLIT_VALID)
            memcpy(scores[s].column[record_scores_add(&scores[s], name)], kinds[k],
                   (size_t)scores[s].records * sizeof(double));
    }
}

static void same(const struct record_scores *a, const struct record_scores *b)
{
    assert_int_equal(a->records, b->records);
    assert_int_equal(a->columns, b->columns);
    assert_true(a->hash == b->hash);
    for (int c = 0; c < a->columns; c++) {
        assert_string_equal(a->name[c], b->name[c]);
        assert_memory_equal(a->column[c], b->column[c], (size_t)a->records * sizeof(double));
    }
}

FOLDER_TEST("a score file preserves every bit")
{
    char *path = formatted("%s/f.gz", dir), *error = NULL;
    struct record_scores scores[SPLITS] = {0}, read;
    fill(scores);
    assert_true(record_file_write(path, scores, &error));
    for (enum split s = SPLIT_VALID; s < SPLITS; s += SPLIT_HELD_OUT - SPLIT_VALID) {
        if (!record_file_read(path, s, &read, &error)) fail_msg("%s", error);
        same(&read, &scores[s]);
        record_scores_free(&read);
    }
    assert_false(record_file_read(path, SPLIT_TEST, &read, &error));
    assert_non_null(strstr(error, "f.gz: split test is missing"));
    free(error), error = NULL;
    assert_false(record_file_write("/nonexistent/f.gz", scores, &error));
    assert_non_null(strstr(error, "/nonexistent/f.gz: cannot be written"));
    free(error), error = NULL;
    assert_false(record_file_read("/nonexistent/f.gz", SPLIT_TEST, &read, &error));
    assert_non_null(strstr(error, "/nonexistent/f.gz: No such file"));
    free(error);
    for_each_scored_split(s) record_scores_free(&scores[s]);
}

/* A damaged file is refused or gives the same result, because some bits of a gzip header have no
 * meaning. */
FOLDER_TEST("damaged score files are detected")
{
    char *path = formatted("%s/f.gz", dir), *error = NULL;
    struct record_scores scores[SPLITS] = {0}, read;
    size_t size, refused_bits = 0;
    fill(scores);
    assert_true(record_file_write(path, scores, &error));
    char *bytes = kept(read_file(path, &size));
    for (size_t cut = 0; cut < size; cut++) {
        scratch_bytes(dir, "f.gz", bytes, cut);
        assert_false(record_file_read(path, SPLIT_VALID, &read, &error));
        free(error), error = NULL;
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        scratch_bytes(dir, "f.gz", bytes, size);
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        if (record_file_read(path, SPLIT_VALID, &read, &error))
            same(&read, &scores[SPLIT_VALID]), record_scores_free(&read);
        else
            refused_bits++;
        free(error), error = NULL;
    }
    assert_true(refused_bits > 7 * size);
    for_each_scored_split(s) record_scores_free(&scores[s]);
}

/* The gzip data are valid, but the program never writes these headers. */
FOLDER_TEST("invalid headers are refused")
{
    static const char *const heads[] = {
        "",
        "attnlab scores 1",
        "attnlab scores 2\nsplit valid 1 00\ncolumn a int8\n\nx",
        "attnlab scores 1\nsplit valid 0 00\ncolumn a int8\n\n",
        "attnlab scores 1\nsplit valid -1 00\ncolumn a int8\n\nx",
        "attnlab scores 1\nsplit valid 2 00\ncolumn a int8\n\nx",
        "attnlab scores 1\nsplit valid 1 00\ncolumn a int8\n\nxy",
        "attnlab scores 1\nsplit valid 1 00\ncolumn a int8 b\n\nx",
        "attnlab scores 1\nsplit valid 1 00\ncolumn a int7\n\nx",
        "attnlab scores 1\ncolumn a int8\n\nx",
        "attnlab scores 1\nsplit valid 1 00\ncolumn abcdefghijklmnopqrstuvwxyz int8\n\nx",
        "attnlab scores 1\nsplit valid 1 00\nsplit valid 1 00\ncolumn a int8\n\nx",
        "attnlab scores 1\nsplit valid 2147483647 00\ncolumn a float64\n\nx",
        "attnlab scores 1\nsplit valid 1 00 more\ncolumn a int8\n\nx"};
    char *path = formatted("%s/f.gz", dir), *error = NULL;
    struct record_scores read;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        size_t size;
        char *packed = kept(gzip_pack(heads[i], strlen(heads[i]), &size));
        scratch_bytes(dir, "f.gz", packed, size);
        if (record_file_read(path, SPLIT_VALID, &read, &error))
            fail_msg("accepted: %s (expected an error)", heads[i]);
        assert_non_null(strstr(error, "f.gz: is not a file of record scores, or is damaged"));
        free(error), error = NULL;
    }
}
