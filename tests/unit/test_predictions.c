/* SPDX-License-Identifier: MIT
 * Tests saved predictions and scores of single records. All metrics of a row can be computed from
 * the saved file alone. */
#include "base/records/record_file.h"
#include "complete_cell.h"
#include "tests/unit/data_files.h"
#include "harness/measure/quality.h"
#include "models/metrics/metrics.h"

#include <fcntl.h>
#include <math.h>

struct kept {
    json_t *record, *lines;
};

static json_t *lines_of(const char *path)
{
    char *text = read_file(path, NULL);
    json_t *lines = json_array();
    assert_non_null(text);
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) && *line;) {
        json_t *parsed = json_loads(line, 0, NULL);
        assert_non_null(parsed);
        json_array_append_new(lines, parsed);
    }
    free(text);
    return lines;
}

/* Checks that the score file gives exactly the metrics of the row for every scored split. */
static void scores_give_the_metrics(const json_t *record, const char *path, bool windows)
{
    int splits = 0;
    for_each_scored_split(split)
    {
        const json_t *row = json_object_get(json_object_get(record, "quality"), split_names[split]);
        int found = 0;
        struct record_scores scores;
        char *error = NULL;
        if (!json_object_size(row)) continue;
        if (!record_file_read(path, split, &scores, &error)) fail_msg("%s", error);
        assert_true(scores.hash != 0);
        if (!windows)
            assert_int_equal(scores.records, json_integer_value(json_object_get(row, "records")));
        for (const struct metric *m = metrics; m->name; m++) {
            const json_t *value = json_object_get(row, m->name);
            bool of_windows = !isfinite(metric_span(m));
            if (!m->records || of_windows != windows) continue;
            assert_int_equal(value != NULL, record_metric_known(m, &scores));
            double row_value = json_number_value(value), rounding = windows ? 1e-12 * row_value : 0;
            if (value) assert_true(fabs(record_metric(m, &scores) - row_value) <= rounding);
            found += value != NULL;
        }
        assert_true(found > 0);
        splits++;
        record_scores_free(&scores);
    }
    assert_int_equal(splits, windows ? 1 : 2);
}

enum scores { OF_RECORDS, OF_WINDOWS, NO_SCORES };

/* Trains a tiny model. The final score uses all records; a point of the learning curve uses only a
 * few. */
static struct kept keep(const char *dir, const char *cell_string, enum scores expected)
{
    char *path = xformat("%s/kept.jsonl", dir), *scores = xformat("%s/kept.gz", dir);
    char *whole = xformat("kind=quality,d_model=32,heads=2,layers=1,batch=4,lr=0.01,init_std=0.1,"
                          "test=yes,evaluate_limit=4,%s",
                          cell_string);
    struct worker_options options = {.record_fd = open("/dev/null", O_WRONLY),
                                     .cell = whole,
                                     .predictions = path,
                                     .scores = scores};
    struct worker_cell cell = completed_cell(whole);
    struct kept kept = {.record = json_object()};
    unlink(scores);
    quality_run(&options, &cell, kept.record);
    const char *status = json_string_value(json_object_get(kept.record, "status"));
    if (strcmp(status, "ok"))
        fail_msg("%s: %s", status, json_string_value(json_object_get(kept.record, "reason")));
    kept.lines = lines_of(path);
    if (expected != NO_SCORES)
        scores_give_the_metrics(kept.record, scores, expected == OF_WINDOWS);
    else
        assert_int_equal(access(scores, F_OK), -1);
    close(options.record_fd);
    worker_cell_free(&cell);
    free(whole);
    free(scores);
    free(path);
    return kept;
}

static void release(struct kept *kept)
{
    json_decref(kept->record);
    json_decref(kept->lines);
}

static double row_has(const struct kept *kept, const char *split, const char *metric)
{
    const json_t *scores = json_object_get(json_object_get(kept->record, "quality"), split);
    const json_t *value = json_object_get(scores, metric);
    if (!value) fail_msg("the row has no %s for split %s", metric, split);
    return json_number_value(value);
}

static const char *text_at(const json_t *line, const char *name)
{
    return json_string_value(json_object_get(line, name));
}

/* Loops over the lines of one split in the order of records. `number` starts at 1. */
#define EACH_LINE(kept, which, i, line)                                                            \
    json_array_foreach((kept)->lines, i, line) if (!strcmp(text_at(line, "split"), which))

static const char *const judged[] = {"valid", "test"};

static void classes_give_the_accuracy(void **state)
{
    static const char *const cells[] = {
        "task=classes,data=stories:1%2Ctrain=300%2Cvalid=70%2Ctest=50,tokenizer=words,n=64,steps="
        "30",
        "task=stories,data=stories:1%2Ctrain=300%2Cvalid=70%2Ctest=50,tokenizer=words,n=16,steps="
        "30",
        "task=images,data=shapes:train=200%2Cvalid=40%2Ctest=50,patch=7,steps=30"};
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        struct kept kept = keep(*state, cells[c], OF_RECORDS);
        for (int s = 0; s < 2; s++) {
            double right = 0, count = 0;
            size_t i;
            json_t *line;
            EACH_LINE(&kept, judged[s], i, line)
            {
                right += !strcmp(text_at(line, "truth"), text_at(line, "prediction"));
                assert_int_equal(json_integer_value(json_object_get(line, "record")), ++count);
            }
            assert_true(count == row_has(&kept, judged[s], "targets"));
            assert_true(right > 0 && right / count == row_has(&kept, judged[s], "accuracy"));
        }
        release(&kept);
    }
}

static void translations_give_the_bleu(void **state)
{
    struct kept kept = keep(*state,
                            "task=translate,tokenizer=bpe,vocabulary=400,generate=yes,n=40,"
                            "data=numbers:train=400%2Cvalid=40%2Ctest=30,steps=200",
                            OF_RECORDS);
    for (int s = 0; s < 2; s++) {
        struct bleu bleu;
        double found, count = 0;
        bleu_begin(&bleu, (struct bleu_options){0});
        size_t i;
        json_t *line;
        EACH_LINE(&kept, judged[s], i, line)
        {
            const char *truth = text_at(line, "truth");
            bleu_add(&bleu, text_at(line, "prediction"), &truth, 1);
            assert_int_equal(json_integer_value(json_object_get(line, "record")), ++count);
        }
        found = bleu_finish(&bleu).score;
        assert_int_equal(count, s ? 30 : 40);
        assert_true(found > 1 && found == row_has(&kept, judged[s], "bleu"));
    }
    release(&kept);
}

/* Float and double sums differ by one rounding error per logit. */
static void windows_give_the_loss(void **state)
{
    static const char *const cells[] = {
        "task=next_token,data=text:builtin,train_records=200,n=32,steps=20",
        "task=masked_token,data=text:builtin,train_records=200,n=32,steps=20",
        /* Windows without a masked token have no line. */
        "task=masked_token,data=text:builtin,train_records=200,n=8,steps=20",
        "task=translate,data=numbers:train=100%2Cvalid=40%2Ctest=30,n=90,m=90,steps=20"};
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        struct kept kept = keep(*state, cells[c], c < 3 ? OF_WINDOWS : NO_SCORES);
        double nats = 0, targets = 0;
        size_t i;
        json_t *line;
        EACH_LINE(&kept, "valid", i, line)
        {
            double count = json_number_value(json_object_get(line, "targets"));
            assert_true(count > 0 && !json_object_get(line, "truth"));
            nats += count * json_number_value(json_object_get(line, "loss"));
            targets += count;
            assert_null(text_at(line, "prediction"));
        }
        assert_true(targets == row_has(&kept, "valid", "targets"));
        assert_true(fabs(nats / targets - row_has(&kept, "valid", "loss")) < 1e-5);
        release(&kept);
    }
}

static void positions_give_the_accuracy(void **state)
{
    struct kept kept =
        keep(*state, "task=positions,data=recall:train=200%2Cvalid=50%2Ctest=40,n=64,steps=40",
             OF_RECORDS);
    double right = 0, count = 0;
    size_t i;
    json_t *line;
    EACH_LINE(&kept, "test", i, line)
    {
        char *truth = xstrdup(text_at(line, "truth")),
             *answer = xstrdup(text_at(line, "prediction"));
        for (char *a = truth, *b = answer, *word; (word = strsep(&a, " ")); count++)
            right += !strcmp(word, strsep(&b, " "));
        free(truth), free(answer);
    }
    assert_true(count == row_has(&kept, "test", "targets"));
    assert_true(right > 0 && right / count == row_has(&kept, "test", "accuracy"));
    release(&kept);
}

static void answers_give_the_exact_matches(void **state)
{
    char *dir = *state;
    struct text json = {0};
    text_add(&json, "{\"data\": [");
    for (int a = 0; a < 20; a++)
        text_add(&json,
                 "%s{\"title\": \"t%d\", \"paragraphs\": [{\"context\": \"%s sat here\", \"qas\": "
                 "[{\"id\": \"q%d\", \"question\": \"who sat\", \"answers\": [{\"text\": \"%s\", "
                 "\"answer_start\": 0}, {\"text\": \"%s sat\", \"answer_start\": 0}]}]}]}",
                 a ? ", " : "", a, a % 2 ? "Anna" : "Bert", a, a % 2 ? "Anna" : "Bert",
                 a % 2 ? "Anna" : "Bert");
    text_add(&json, "]}");
    scratch_text(dir, "xquad/xquad.en.json", json.data);
    setenv("ATTNLAB_DATA", dir, 1);
    struct kept kept = keep(dir, "task=spans,data=xquad,tokenizer=words,n=16,steps=60", OF_RECORDS);
    double right = 0, count = 0;
    size_t i, k;
    json_t *line, *reference;
    EACH_LINE(&kept, "test", i, line)
    {
        bool match = false;
        const json_t *all = json_object_get(line, "references");
        assert_int_equal(json_array_size(all), 2);
        assert_string_equal(text_at(line, "truth"), json_string_value(json_array_get(all, 0)));
        json_array_foreach(all, k, reference) match |=
            !strcmp(text_at(line, "prediction"), json_string_value(reference));
        right += match, count++;
    }
    assert_true(count > 0 && right > 0);
    assert_true(100 * right / count == row_has(&kept, "test", "exact_match"));
    release(&kept);
    text_free(&json);
}

/* Lines are sorted by record, even if records are scored in a different order. Invalid UTF-8 is
 * replaced. */
static void the_file_is_in_order_and_valid(void **state)
{
    char *path = xformat("%s/p.jsonl", (char *)*state), *error = NULL;
    struct predictions *p = predictions_open();
    predictions_add(p, &(struct prediction){SPLIT_TEST, 0, "a\"b", "c\n", NULL, 0, 0, 0});
    predictions_add(p, &(struct prediction){SPLIT_VALID, 1, NULL, "\xE4x", NULL, 0, 0, 0});
    predictions_add(p, &(struct prediction){SPLIT_VALID, 0, NULL, NULL, NULL, 0, 3, 2});
    assert_true(predictions_write(p, path, &error));
    char *text = read_file(path, NULL);
    assert_string_equal(
        text, "{\"split\":\"valid\",\"record\":1,\"loss\":1.5,\"targets\":2}\n"
              "{\"split\":\"valid\",\"record\":2,\"truth\":null,\"prediction\":\"\xEF\xBF\xBDx\"}\n"
              "{\"split\":\"test\",\"record\":1,\"truth\":\"a\\\"b\",\"prediction\":\"c\\n\"}\n");
    assert_false(predictions_write(p, "/nonexistent/p.jsonl", &error));
    assert_non_null(strstr(error, "cannot write /nonexistent/p.jsonl"));
    predictions_close(p);
    free(error);
    free(text);
    free(path);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        IN_SCRATCH(classes_give_the_accuracy),      IN_SCRATCH(translations_give_the_bleu),
        IN_SCRATCH(windows_give_the_loss),          IN_SCRATCH(positions_give_the_accuracy),
        IN_SCRATCH(answers_give_the_exact_matches), IN_SCRATCH(the_file_is_in_order_and_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
