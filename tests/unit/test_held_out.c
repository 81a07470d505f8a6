/* SPDX-License-Identifier: MIT
 * Tests the option held_out, which halves the validation split. A record must belong to the same
 * half for any training seed and file order. */
#include "complete_cell.h"
#include "tests/unit/data_files.h"
#include "harness/measure/quality.h"

#include <fcntl.h>
#include <math.h>

/* The file is sorted: all records of class a come before those of class b. */
FOLDER_TEST("sorted files are halved at random")
{
    struct text lines = {0};
    for (int i = 0; i < 400; i++) text_add(&lines, "%s\tword%d\n", i < 200 ? "a" : "b", i);
    scratch_text(dir, "set/train.tsv", lines.data);
    scratch_text(dir, "set/valid.tsv", lines.data);
    text_free(&lines);
    char *name = xformat("labelled:%s/set", dir);
    struct dataset whole, data, other;
    opened(name, &(struct data_options){.seed = 1}, &whole);
    opened(name, &(struct data_options){.seed = 1, .held_out = true}, &data);
    opened(name, &(struct data_options){.seed = 2, .held_out = true}, &other);
    assert_int_equal(data.count[SPLIT_TRAIN], 400);
    assert_int_equal(data.count[SPLIT_VALID], 200);
    assert_int_equal(data.count[SPLIT_HELD_OUT], 200);
    assert_true(data.hash == whole.hash);
    assert_non_null(strstr(data.notes, "200 of 400 records of valid serve as held_out"));
    int next[SPLITS] = {0}, classes[SPLITS] = {0}, same = 0;
    for (int i = 0; i < 400; i++) { /* both halves keep the order of the file */
        struct string text = whole.records[SPLIT_VALID][i].text;
        bool found = false;
        for (enum split s = SPLIT_VALID; s < SPLITS && !found; s++) {
            if (next[s] == data.count[s]) continue;
            const struct record *r = &data.records[s][next[s]];
            found = r->text.size == text.size && !memcmp(r->text.at, text.at, text.size);
            next[s] += found;
            classes[s] += found && r->label == 0;
        }
        assert_true(found);
    }
    /* 100 records of class `a` are expected, with standard deviation 5. The limits allow six
     * standard deviations. */
    assert_true(classes[SPLIT_HELD_OUT] > 70 && classes[SPLIT_HELD_OUT] < 130);
    for (int i = 0; i < 200; i++)
        same += data.records[SPLIT_VALID][i].text.at == other.records[SPLIT_VALID][i].text.at ||
                text_is(data.records[SPLIT_VALID][i].text, other.records[SPLIT_VALID][i].text.at);
    assert_true(same < 100);
    assert_true(dataset_split_hash(&data, SPLIT_VALID) !=
                dataset_split_hash(&data, SPLIT_HELD_OUT));
    free(name);
}

static void join(const struct dataset *data, enum split split, struct text *to)
{
    for (int i = 0; i < data->count[split]; i++)
        text_add_bytes(to, data->records[split][i].text.at, data->records[split][i].text.size);
}

FOLDER_TEST("running text is halved at the end of a line")
{
    static const struct {
        const char *text;
        size_t first; /* number of bytes in the first half */
    } cases[] = {{"abc\nd\nefgh\n", 6},
                 {"a\nbcdefghi\n", 2},
                 {"abcdefghi\nj\n", 10},
                 {"ab\xC3\xA4"
                  "d",
                  2},
                 {"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\nbb\ncc\ndd\n", 12},
                 {"xy", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_text(dir, "text/train.txt", "some text to learn from\n");
        scratch_text(dir, "text/valid.txt", cases[i].text);
        char *name = xformat("text:%s/text", dir);
        struct dataset data;
        struct text all = {0};
        opened(name, &(struct data_options){.held_out = true}, &data);
        join(&data, SPLIT_VALID, &all);
        assert_int_equal(all.length, cases[i].first);
        join(&data, SPLIT_HELD_OUT, &all);
        assert_string_equal(all.data, cases[i].text);
        assert_non_null(strstr(data.notes, "of valid serve"));
        text_free(&all);
        free(name);
    }
}

static void too_little(const char *name, const char *what)
{
    struct dataset data;
    char *error = NULL;
    assert_false(
        dataset_open(name, &(struct data_options){.seed = 1, .held_out = true}, &data, &error));
    if (!strstr(error, what)) fail_msg("'%s' is not in '%s'", what, error);
    free(error);
}

FOLDER_TEST("one record cannot be halved")
{
    char *text = xformat("text:%s/text", dir);
    scratch_text(dir, "text/train.txt", "some text to learn from\n");
    scratch_text(dir, "text/valid.txt", "x");
    too_little(text, "held_out=yes cannot halve the valid split of 1 record (expected at least "
                     "two or a line of two characters");
    too_little("recall:valid=1", "split of 1 record (expected at least two");
    free(text);
}

/* ---- training ---- */

static json_t *trained(const char *cell_string)
{
    char *whole = xformat(
        "kind=quality,d_model=16,heads=2,layers=1,batch=8,lr=0.01,init_std=0.1,%s", cell_string);
    struct worker_options options = {.record_fd = open("/dev/null", O_WRONLY), .cell = whole};
    struct worker_cell cell = completed_cell(whole);
    json_t *record = json_object();
    quality_run(&options, &cell, record);
    const char *status = json_string_value(json_object_get(record, "status"));
    if (strcmp(status, "ok"))
        fail_msg("%s: %s", status, json_string_value(json_object_get(record, "reason")));
    close(options.record_fd);
    worker_cell_free(&cell);
    free(whole);
    return record;
}

static double value(const json_t *record, const char *split, const char *metric)
{
    const json_t *scores = json_object_get(json_object_get(record, "quality"), split);
    return json_number_value(json_object_get(scores, metric));
}

static double total(const json_t *record, const char *split, const char *metric)
{
    return value(record, split, metric) * value(record, split, "targets");
}

TEST("the scores of both halves add up to the score of the whole split")
{
    static const struct {
        const char *cell, *metric;
    } cases[] = {
        {"task=positions,data=recall:train=200%2Cvalid=51%2Ctest=40,n=64,steps=20", "accuracy"},
        {"task=classes,data=stories:1%2Ctrain=200%2Cvalid=40%2Ctest=40,tokenizer=words,n=64,steps="
         "20",
         "loss"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *held = xformat("%s,held_out=yes,evaluate_limit=5", cases[i].cell);
        json_t *whole = trained(cases[i].cell), *halves = trained(held);
        assert_true(value(whole, "held_out", "loss") == 0);
        assert_true(value(whole, "valid", "targets") ==
                    value(halves, "valid", "targets") + value(halves, "held_out", "targets"));
        /* The sums of both halves are added in a different order, which causes rounding errors. */
        assert_true(fabs(total(halves, "valid", cases[i].metric) +
                         total(halves, "held_out", cases[i].metric) -
                         total(whole, "valid", cases[i].metric)) <
                    1e-5 * total(whole, "valid", cases[i].metric));
        assert_true(value(whole, "valid", "loss") != value(halves, "valid", "loss"));
        json_decref(whole), json_decref(halves);
        free(held);
    }
}

/* The learning curve uses only the first half. The curve determines the selected step. */
TEST("the first half of validation selects the training step")
{
    json_t *record = trained("task=positions,data=recall:train=200%2Cvalid=50,n=64,steps=40,"
                             "held_out=yes,select=best");
    const json_t *curve = json_object_get(record, "curve"), *point;
    double least = INFINITY, step = 0;
    size_t i;
    json_array_foreach(curve, i, point)
    {
        double loss = json_number_value(json_object_get(point, "valid_loss"));
        if (loss < least) least = loss, step = json_number_value(json_object_get(point, "step"));
    }
    const json_t *quality = json_object_get(record, "quality");
    assert_true(step == json_number_value(json_object_get(quality, "selected_step")));
    assert_true(least == value(record, "valid", "loss"));
    assert_true(value(record, "held_out", "loss") > 0);
    json_decref(record);
}
