/* SPDX-License-Identifier: MIT
 * Tests the opening of data sets: names, folders, limits, hashes, and splitting by seed. */
#include "tests/unit/data_files.h"
#include "datasets/data_select.h"
#include "datasets/data_store.h"
#include "datasets/repeats.h"

/* ---- names and folders ---- */

TEST("unknown names are refused with a suggestion")
{
    REFUSED(
        NULL, {"tinyshakespear", "unknown data set 'tinyshakespear'|did you mean tinyshakespeare"},
        {"", "unknown data set ''"}, {"zzzzzzzz:x", "unknown data set 'zzzzzzzz'|list datasets"});
}

FOLDER_TEST("a missing folder or file is refused with the command that fetches it")
{
    refused("tinyshakespeare", NULL, "needs a data folder", NULL);
    char *fetch =
        xformat("; fetch it with `datasets/fetch.sh tinyshakespeare %s` (from https", dir);
    refused("tinyshakespeare", dir, dir, "missing folder", fetch, NULL);
    free(fetch);
    scratch_text(dir, "tinyshakespeare/other.txt", "x");
    refused("tinyshakespeare", dir, "tinyshakespeare/input.txt", "No such file",
            "; move the existing folder away and fetch it with", NULL);
    scratch_text(dir, "tinyshakespeare/input.txt", "");
    struct dataset data;
    char *error = NULL;
    assert_false(
        dataset_open("tinyshakespeare", &(struct data_options){.dir = dir}, &data, &error));
    assert_null(strstr(error, "fetch"));
    free(error);
}

FOLDER_TEST("a set without its files is refused with the command that fetches it")
{
    int sets = 0;
    for (int i = 0; data_sets[i]; i++) {
        if (!data_set_has_folder(data_sets[i])) continue;
        char *readme = formatted("%s/README", data_sets[i]->name);
        bool yours = !strcmp(data_sets[i]->source, "yours");
        char *fetch = yours ? xformat("; put its files into %s/%s", dir, data_sets[i]->name)
                            : xformat("`datasets/fetch.sh %s %s`", data_sets[i]->name, dir);
        char *name =
            xformat("%s%s", data_sets[i]->name, strcmp(data_sets[i]->name, "babi") ? "" : ":1");
        scratch_text(dir, readme, "x");
        refused(name, dir, dir, fetch, NULL);
        free(name), free(fetch);
        sets++;
    }
    assert_true(sets > 10);
}

TEST("each data set has a title, a source and a licence")
{
    for (int i = 0; data_sets[i]; i++) {
        const struct data_set *set = data_sets[i];
        assert_true(set->name && *set->name && !strchr(set->name, ':'));
        assert_true(set->title && *set->title && set->source && *set->source);
        assert_true(set->licence && *set->licence && set->open);
        assert_in_range(set->kind, 0, DATA_KINDS - 1);
        for (int j = 0; j < i; j++) assert_string_not_equal(set->name, data_sets[j]->name);
    }
}

/* ---- limits, hashes, splits ---- */

FOLDER_TEST("a limit selects the first lines of running text")
{
    char *name = formatted("text:%s/t", dir);
    const struct data_options limited = {.limit = {3, 0, 5}}, whole = {0};
    scratch_text(dir, "t/train.txt", "a\nb\nc\nd\n");
    scratch_text(dir, "t/valid.txt", "e\nf\n");
    data_has(name, &limited, "records 3 2 0 0\n", "train: c\n", "3 of 4 records of train", NULL);
    data_has(name, &whole, "notes: \n", NULL);
    assert_true(opened_hash(name, &limited) != opened_hash(name, &whole));
}

FOLDER_TEST("the hash depends on the texts and their boundaries")
{
    static const char *const texts[] = {"a\nbc\n", "a\nbc\n", "ab\nc\n", "a\nbd\n"};
    uint64_t hash[4];
    char *name = formatted("text:%s/t", dir);
    scratch_text(dir, "t/valid.txt", "e\n");
    for (int i = 0; i < 4; i++) {
        scratch_text(dir, "t/train.txt", texts[i]);
        hash[i] = opened_hash(name, &(struct data_options){0});
    }
    assert_true(hash[0] == hash[1] && hash[0] != hash[2] && hash[0] != hash[3]);
}

static void numbered(struct dataset *data, int count)
{
    *data = (struct dataset){.kind = DATA_CLASSES, .store = data_store_new(), .notes = xstrdup("")};
    for (int i = 0; i < count; i++) data_add(data, SPLIT_TRAIN)->label = i;
}

TEST("splitting draws a share of the records by seed and keeps their order")
{
    struct dataset a, b, c;
    numbered(&a, 1000), numbered(&b, 1000), numbered(&c, 1000);
    dataset_carve(&a, SPLIT_TRAIN, SPLIT_VALID, 0.1, 7);
    dataset_carve(&b, SPLIT_TRAIN, SPLIT_VALID, 0.1, 7);
    dataset_carve(&c, SPLIT_TRAIN, SPLIT_VALID, 0.1, 8);
    assert_int_equal(a.count[SPLIT_TRAIN], 900);
    assert_int_equal(a.count[SPLIT_VALID], 100);
    char seen[1000] = {0};
    int same = 0;
    for (int split = SPLIT_TRAIN; split <= SPLIT_VALID; split++)
        for (int i = 0; i < a.count[split]; i++) {
            int label = a.records[split][i].label;
            assert_false(seen[label]++);
            if (i) assert_true(label > a.records[split][i - 1].label);
            assert_int_equal(label, b.records[split][i].label);
            if (split == SPLIT_VALID) same += label == c.records[split][i].label;
        }
    assert_true(same < 50);
    assert_non_null(strstr(a.notes, "100 of 1000 records of train serve as valid"));
    dataset_close(&a), dataset_close(&b), dataset_close(&c);
}

FOLDER_TEST("training records that also occur in other splits are counted")
{
    char *name = formatted("labelled:%s/t", dir);
    int count[GIVEN_SPLITS];
    struct dataset data;
    scratch_text(dir, "t/train.tsv", "a\tone\nb\ttwo\nb\ttwo\n");
    scratch_text(dir, "t/valid.tsv", "a\tthree\nb\tone\n");
    scratch_text(dir, "t/test.tsv", "a\ttwo\nb\ttwo \nb\ttwo.\n");
    opened(name, &(struct data_options){0}, &data);
    assert_true(dataset_repeats(&data, count));
    assert_int_equal(count[SPLIT_TRAIN], 0);
    assert_int_equal(count[SPLIT_VALID], 1);
    assert_int_equal(count[SPLIT_TEST], 2); /* trailing whitespace is ignored */
    opened("recall:train=50,valid=20,test=20", &(struct data_options){.seed = 1}, &data);
    assert_true(dataset_repeats(&data, count));
    assert_int_equal(count[SPLIT_VALID] + count[SPLIT_TEST], 0);
    opened("text:builtin", &(struct data_options){.seed = 1}, &data);
    assert_false(dataset_repeats(&data, count));
}

TEST("both parts of a split get at least one record")
{
    static const struct {
        int count, left;
        double fraction;
    } cases[] = {{2, 1, 0.001}, {2, 1, 0.999}, {1, 1, 0.5}, {0, 0, 0.5}, {5, 2, 0.5}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct dataset data;
        numbered(&data, cases[i].count);
        dataset_carve(&data, SPLIT_TRAIN, SPLIT_TEST, cases[i].fraction, 1);
        assert_int_equal(data.count[SPLIT_TRAIN], cases[i].left);
        assert_int_equal(data.count[SPLIT_TEST], cases[i].count - cases[i].left);
        dataset_close(&data);
    }
}

TEST("a limit draws distinct records and keeps their order")
{
    struct dataset a, b;
    numbered(&a, 500), numbered(&b, 500);
    data_limit(&a, &(struct data_options){.seed = 3, .limit = {50}});
    data_limit(&b, &(struct data_options){.seed = 3, .limit = {500}});
    assert_int_equal(a.count[SPLIT_TRAIN], 50);
    assert_int_equal(b.count[SPLIT_TRAIN], 500);
    assert_true(a.records[SPLIT_TRAIN][49].label > 300);
    for (int i = 1; i < 50; i++)
        assert_true(a.records[SPLIT_TRAIN][i].label > a.records[SPLIT_TRAIN][i - 1].label);
    dataset_close(&a), dataset_close(&b);
}

FOLDER_TEST("an incomplete set is refused with the command that fetches it")
{
    scratch_text(dir, "aeslc/train/a.subject", "Body.\n\n@subject\nsubject\n");
    refused("aeslc", dir, "aeslc/dev", "fetch.sh aeslc ", NULL);
    scratch_text(dir, "sst2/stsa.binary.train", "1 good\n");
    refused("sst2", dir, "stsa.binary.dev", "fetch.sh sst2 ", NULL);
    scratch_text(dir, "squad/train-v1.1.json", "{\"data\": []}");
    refused("squad", dir, "expected {\"data\": [articles]", NULL);
}

/* ---- boundaries ---- */

FOLDER_TEST("a split that ends at a line end does not include the next line")
{
    char *name = formatted("text:%s/t", dir);
    scratch_text(dir, "t", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    DATA_HAS(name, NULL, "records 18 2 "); /* 90 % of the bytes end exactly at the end of line 18 */
    scratch_empty(dir);
    scratch_text(dir, "t/train", "x\n");
    scratch_text(dir, "t/valid", "0\n1\n2\n3\n");
    data_has(name, &(struct data_options){.held_out = true}, "records 1 2 0 2\n", NULL);
    DATA_HAS("modular:p=11,share=50", NULL, "records 60 31 30 0\n");
}

TEST("the hash depends on each part of a record")
{
    int32_t tokens[] = {1, 2}, targets[] = {-1, 3};
    int starts[] = {4};
    struct string reference = {"r", 1};
    struct record r = {.text = {"a", 1},
                       .second = {"b", 1},
                       .references = &reference,
                       .reference_count = 1,
                       .starts = starts,
                       .label = 5,
                       .tokens = tokens,
                       .targets = targets,
                       .length = 2};
    struct dataset data = {.records = {&r}, .count = {1}};
    uint64_t seen[9];
    for (int i = 0; i < 9; i++) {
        if (i == 1) r.label = 6;
        if (i == 2) starts[0] = 5;
        if (i == 3) tokens[1] = 3;
        if (i == 4) targets[1] = 4;
        if (i == 5) r.second = (struct string){"c", 1};
        if (i == 6) r.text = (struct string){"c", 1};
        if (i == 7) reference = (struct string){"s", 1};
        if (i == 8) r.length = 1;
        seen[i] = dataset_split_hash(&data, SPLIT_TRAIN);
        for (int k = 0; k < i; k++)
            if (seen[k] == seen[i]) fail_msg("change %d does not change the hash", i);
    }
}
