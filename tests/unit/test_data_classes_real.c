/* SPDX-License-Identifier: MIT
 * The published TREC, SST-2, MR, AG News, CoLA: numbers of records and classes, and the accuracy of
 * naive Bayes, which any reading error would change. */
#include "tests/unit/test.h"
#include "data_files.h"
#include "naive_bayes.h"

static int labelled(const struct dataset *data, enum split split, int label)
{
    int count = 0;
    for (int i = 0; i < data->count[split]; i++) count += data->records[split][i].label == label;
    return count;
}

/* Marks of the data's documentation, given to a tenth of a per cent. */
static void assert_percent(int right, int of, double percent)
{
    double found = 100.0 * right / of;
    if (!(found >= percent - 0.05 && found <= percent + 0.05))
        fail_msg("%d of %d are %.2f %%, expected %.1f %%", right, of, found, percent);
}

static void open_real(const char *name, const char *file, struct dataset *data, int train,
                      int valid, int test)
{
    const char *dir = real_data_or_skip(file);
    opened(name, &(struct data_options){.dir = dir}, data);
    assert_int_equal(data->count[SPLIT_TRAIN], train);
    assert_int_equal(data->count[SPLIT_VALID], valid);
    assert_int_equal(data->count[SPLIT_TEST], test);
}

TEST("trec is as published")
{
    struct dataset data;
    open_real("trec", "trec/TREC.train", &data, 4907, 545, 500);
    assert_int_equal(data.classes, 6);
    assert_string_equal(data.class_names[2], "ENTY");
    assert_int_equal(labelled(&data, SPLIT_TEST, 2), 94); /* 18.8 % */
    assert_percent(bayes_right(&data, true, SPLIT_TEST), 500, 75.2);
    dataset_close(&data);
    open_real("trec:fine", "trec/TREC.train", &data, 4907, 545, 500);
    assert_int_equal(data.classes, 50);
    int occur = 0;
    for (int c = 0; c < 50; c++) occur += labelled(&data, SPLIT_TEST, c) > 0;
    assert_int_equal(occur, 42);
    assert_int_equal(labelled(&data, SPLIT_TEST, -1), 0);
    dataset_close(&data);
}

TEST("sst2 is as published")
{
    struct dataset data;
    open_real("sst2", "sst2/stsa.binary.train", &data, 6920, 872, 1821);
    assert_int_equal(labelled(&data, SPLIT_TEST, 0), 912); /* 50.1 % */
    assert_percent(bayes_right(&data, false, SPLIT_VALID), 872, 79.7);
    assert_percent(bayes_right(&data, false, SPLIT_TEST), 1821, 81.8);
    dataset_close(&data);
}

TEST("mr is as published")
{
    const char *dir = real_data_or_skip("mr/sentence_polarity/rt-polarity.pos");
    int tested = 0, right = 0;
    for (int fold = 0; fold < 10; fold++) {
        struct dataset data;
        char name[] = "mr:fold=0";
        name[8] = (char)('0' + fold);
        opened(name, &(struct data_options){.dir = dir}, &data);
        tested += data.count[SPLIT_TEST];
        right += bayes_right(&data, true, SPLIT_TEST);
        dataset_close(&data);
    }
    assert_int_equal(tested, 10662);
    assert_percent(right, tested, 77.9);
}

TEST("ag news is as published")
{
    struct dataset data;
    open_real("ag_news", "ag_news/test.csv", &data, 6156, 684, 760);
    assert_int_equal(data.classes, 4);
    assert_string_equal(data.class_names[3], "Sci/Tech");
    for (int c = 0; c < 4; c++)
        assert_int_equal(labelled(&data, SPLIT_TRAIN, c) + labelled(&data, SPLIT_VALID, c) +
                             labelled(&data, SPLIT_TEST, c),
                         1900);
    /* 88.4 % are given for lower-cased words, 10 folds; here are words as they stand, 760 tests:
     * one standard error is 1.2 %. */
    assert_true(bayes_right(&data, true, SPLIT_TEST) > 0.84 * 760);
    dataset_close(&data);
}

TEST("cola is as published")
{
    struct dataset data;
    open_real("cola", "cola/cola_public/raw/in_domain_train.tsv", &data, 8551, 527, 516);
    assert_int_equal(labelled(&data, SPLIT_TRAIN, 1), 6023);
    assert_int_equal(labelled(&data, SPLIT_VALID, 1), 365);
    assert_int_equal(labelled(&data, SPLIT_TEST, 1), 354);
    assert_int_equal(data.records[SPLIT_TRAIN][1513].label, 0); /* with an empty mark */
    dataset_close(&data);
    open_real("cola:tokenized", "cola/cola_public/tokenized/in_domain_train.tsv", &data, 8551, 527,
              516);
    assert_int_equal(labelled(&data, SPLIT_TRAIN, 1), 6023);
    dataset_close(&data);
}
